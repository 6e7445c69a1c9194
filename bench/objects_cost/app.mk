# SPDX-License-Identifier: MIT
APP_SRC_objects_cost := $(wildcard bench/objects_cost/*.c) bench/movers.c
