# SPDX-License-Identifier: MIT
APP_SRC_calls_tree = bench/calls_tree/main.c $(CALLS_SRC)
APP_STACK_calls_tree = $(CALLS_STACK)
