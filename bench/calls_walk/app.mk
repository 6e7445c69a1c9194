# SPDX-License-Identifier: MIT
APP_SRC_calls_walk = bench/calls_walk/main.c $(CALLS_PART_SRC)
APP_GEN_calls_walk = $(CALLS_PART_GEN)
APP_STACK_calls_walk = $(CALLS_STACK)
