# SPDX-License-Identifier: MIT
APP_SRC_step_cost := bench/step_cost/main.c bench/steps.c
APP_GEN_step_cost := $(BUILD)/generated/bench_rays.c $(MAPS)/geb079-80.c
