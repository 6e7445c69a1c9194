# SPDX-License-Identifier: MIT
APP_SRC_calls_mapper = bench/calls_mapper/main.c $(CALLS_SRC)
APP_STACK_calls_mapper = $(CALLS_STACK)
