/* SPDX-License-Identifier: MIT */
/* The linked image of a world of LINKED_BLOCKS, in pages of at most LINKED_PAGE leaves and quads;
 * tests/golden/generate/link_world.c makes it. */
#ifndef TESTS_GOLDEN_LINKED_WORLD_H
#define TESTS_GOLDEN_LINKED_WORLD_H

#include <stdint.h>

enum { LINKED_BLOCKS = 64, LINKED_PAGE = 150 };

extern const unsigned char oct9_linked_map_world[];
extern const uint32_t oct9_linked_map_world_size;

#endif
