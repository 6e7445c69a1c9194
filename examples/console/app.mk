# SPDX-License-Identifier: MIT
APP_SRC_console := $(wildcard examples/console/*.c) examples/arm/sine.c
APP_GEN_console := $(MAPS)/rooms.c
# make run BOARD=... APP=console
APP_INPUT_console := /dev/stdin
