# SPDX-License-Identifier: MIT
APP_SRC_calls_packet = bench/calls_packet/main.c $(CALLS_SRC)
APP_STACK_calls_packet = $(CALLS_STACK)
