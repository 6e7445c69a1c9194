APP_GEN_golden := $(BUILD)/generated/world.c $(BUILD)/generated/linked_world.c
