/* SPDX-License-Identifier: MIT */
/* The state of a search by sectors: the caller owns it, only the library uses its fields. See
 * oct9/sectors.h. */
#ifndef OCT9_DETAIL_SECTORS_H
#define OCT9_DETAIL_SECTORS_H

#include "oct9/map.h"

/* A node that was opened, one of those above one square. */
typedef struct {
    oct9_opened_t opened;
    const oct9_image_t *tile; /* the image that its nodes are in */
    uint16_t z;               /* its lowest cell */
    bool is_void;             /* it has nothing occupied */
} oct9_sectors_slab_t;

/* The squares of one size that are still to be visited, below one square. */
typedef struct {
    uint8_t pending; /* as in oct9_search_level_t */
    uint8_t order;
    uint8_t first, count; /* the slabs of the square above */
} oct9_sectors_level_t;

/* The nodes of one size in 12 cells of height are at most 7, 4, 3, and 2 on each of five levels;
 * and the cube. */
#define OCT9_SECTORS_SLABS 25

/* A search by sectors. */
typedef struct {
    const struct oct9_sectors_input *input;
    oct9_map_t map;
    uint32_t generation;
    uint16_t x, y;             /* the square's low corner */
    int16_t low, high;         /* the cells in height that are searched now */
    int16_t next;              /* the lowest cell that is not yet searched */
    uint16_t layer;            /* to which they belong */
    uint8_t level;             /* of the squares that are pending */
    uint8_t occupied, unknown; /* of the squares of one cell, those that have such a cell */
    oct9_sectors_level_t at[OCT9_LEVELS];
    oct9_sectors_slab_t slab[OCT9_SECTORS_SLABS];
} oct9_sectors_t;

#endif
