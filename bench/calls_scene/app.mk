# SPDX-License-Identifier: MIT
APP_SRC_calls_scene = bench/calls_scene/main.c $(CALLS_SRC)
APP_STACK_calls_scene = $(CALLS_STACK)
