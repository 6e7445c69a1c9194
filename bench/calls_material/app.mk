# SPDX-License-Identifier: MIT
APP_SRC_calls_material = bench/calls_material/main.c $(CALLS_SRC)
APP_STACK_calls_material = $(CALLS_STACK)
