# SPDX-License-Identifier: MIT
APP_SRC_calls_layered = bench/calls_layered/main.c $(CALLS_PART_SRC)
APP_GEN_calls_layered = $(CALLS_PART_GEN)
APP_STACK_calls_layered = $(CALLS_STACK)
