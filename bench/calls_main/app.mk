# SPDX-License-Identifier: MIT
APP_SRC_calls_main = bench/calls_main/main.c $(CALLS_PART_SRC)
APP_GEN_calls_main = $(CALLS_PART_GEN)
APP_STACK_calls_main = $(CALLS_STACK)
