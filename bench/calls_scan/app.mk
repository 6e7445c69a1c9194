# SPDX-License-Identifier: MIT
APP_SRC_calls_scan = bench/calls_scan/main.c $(CALLS_SRC)
APP_STACK_calls_scan = $(CALLS_STACK)
