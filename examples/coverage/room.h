/* SPDX-License-Identifier: MIT */
/* What a robot knows of two rooms, in cells of 100 mm: the first one, except for a niche behind a
 * rack; of the second one, behind a door, nothing. */
#ifndef COVERAGE_ROOM_H
#define COVERAGE_ROOM_H

#include "oct9/map.h"

enum {
    ROOM_AT = 64, /* its low corner, on each axis */
    ROOM_X = 80,
    ROOM_Y = 60,
    ROOM_Z = 24, /* how large it is */
    ROOM_BLOCKS = 1024
};

oct9_status_t room_build(oct9_tree_t *tree, oct9_block_t pool[ROOM_BLOCKS]);

/* How many of its cells are unknown. */
uint32_t room_unknown(const oct9_map_t *map);

#endif
