# SPDX-License-Identifier: MIT
APP_GEN_arm := $(BUILD)/generated/fixture.c
