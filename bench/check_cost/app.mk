# SPDX-License-Identifier: MIT
APP_GEN_check_cost := $(BUILD)/generated/bench_places.c $(MAPS)/geb079-80.c
