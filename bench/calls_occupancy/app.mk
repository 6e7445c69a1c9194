# SPDX-License-Identifier: MIT
APP_SRC_calls_occupancy = bench/calls_occupancy/main.c $(CALLS_SRC)
APP_STACK_calls_occupancy = $(CALLS_STACK)
