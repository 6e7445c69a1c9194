# SPDX-License-Identifier: MIT
APP_SRC_walk_cost := bench/walk_cost/main.c bench/steps.c
APP_GEN_walk_cost := $(BUILD)/generated/bench_rays.c $(MAPS)/geb079-80.c
