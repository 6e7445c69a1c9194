/* SPDX-License-Identifier: MIT */
#include "tests/golden/arena.h"

arena_t arena;
