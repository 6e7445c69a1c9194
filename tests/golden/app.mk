# SPDX-License-Identifier: MIT
APP_GEN_golden := $(BUILD)/generated/world.c $(BUILD)/generated/linked_world.c
APP_LINK_golden := -Wl,--defsym=suite_entry=golden_all
