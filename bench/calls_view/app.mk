# SPDX-License-Identifier: MIT
APP_SRC_calls_view = bench/calls_view/main.c $(CALLS_PART_SRC)
APP_GEN_calls_view = $(CALLS_PART_GEN)
APP_STACK_calls_view = $(CALLS_STACK)
