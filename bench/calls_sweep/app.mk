# SPDX-License-Identifier: MIT
APP_SRC_calls_sweep = bench/calls_sweep/main.c $(CALLS_PART_SRC)
APP_GEN_calls_sweep = $(CALLS_PART_GEN)
APP_STACK_calls_sweep = $(CALLS_STACK)
