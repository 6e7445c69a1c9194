# SPDX-License-Identifier: MIT
APP_SRC_calls_traversal = bench/calls_traversal/main.c $(CALLS_PART_SRC)
APP_GEN_calls_traversal = $(CALLS_PART_GEN) $(MAPS)/linked/geb079-coarse.c
APP_STACK_calls_traversal = $(CALLS_STACK)
