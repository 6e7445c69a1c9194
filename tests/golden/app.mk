APP_GEN_golden := $(BUILD)/generated/world.c
