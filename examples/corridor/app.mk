# SPDX-License-Identifier: MIT
APP_GEN_corridor := $(MAPS)/geb079-80.c
