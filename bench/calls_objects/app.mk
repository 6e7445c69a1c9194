# SPDX-License-Identifier: MIT
APP_SRC_calls_objects = bench/calls_objects/main.c $(CALLS_SRC)
APP_STACK_calls_objects = $(CALLS_STACK)
