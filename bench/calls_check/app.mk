# SPDX-License-Identifier: MIT
APP_SRC_calls_check = bench/calls_check/main.c $(CALLS_PART_SRC)
APP_GEN_calls_check = $(CALLS_PART_GEN)
APP_STACK_calls_check = $(CALLS_STACK)
