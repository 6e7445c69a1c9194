# SPDX-License-Identifier: MIT
APP_SRC_calls_points = bench/calls_points/main.c $(CALLS_SRC)
APP_STACK_calls_points = $(CALLS_STACK)
