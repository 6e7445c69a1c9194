# SPDX-License-Identifier: MIT
APP_SRC_calls_store = bench/calls_store/main.c $(CALLS_SRC)
APP_STACK_calls_store = $(CALLS_STACK)
