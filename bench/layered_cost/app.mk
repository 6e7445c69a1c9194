# SPDX-License-Identifier: MIT
APP_SRC_layered_cost := bench/layered_cost/main.c bench/check_cost/checks.c bench/places.c
APP_GEN_layered_cost := $(BUILD)/generated/bench_places.c $(MAPS)/geb079-80.c
