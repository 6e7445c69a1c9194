# SPDX-License-Identifier: MIT
# What all groups of calls share; and what those share that are asked of a map in flash. 2 KB of
# stack hold what any call takes.
CALLS_SRC := bench/calls.c bench/calls_place.c
CALLS_PART_SRC := $(CALLS_SRC) bench/calls_part.c
CALLS_PART_GEN := $(MAPS)/geb079-part.c
CALLS_STACK := 2048

APP_SRC_calls_numbers = bench/calls_numbers/main.c $(CALLS_SRC)
APP_STACK_calls_numbers = $(CALLS_STACK)
