# SPDX-License-Identifier: MIT
APP_SRC_calls_obstacles = bench/calls_obstacles/main.c $(CALLS_PART_SRC)
APP_GEN_calls_obstacles = $(CALLS_PART_GEN)
APP_STACK_calls_obstacles = $(CALLS_STACK)
