/* SPDX-License-Identifier: MIT */
/* The state of a world: the caller owns it, only the library uses its fields. See oct9/world.h. */
#ifndef OCT9_DETAIL_WORLD_H
#define OCT9_DETAIL_WORLD_H

#include "oct9/image.h"

#include <stdbool.h>

/* The place of a tile, in tiles. */
typedef struct {
    int16_t x, y, z;
} oct9_world_place_t;

/* A tile in the table. */
typedef struct {
    int16_t x, y, z;   /* its place, in tiles */
    uint16_t reserved; /* 0 */
    uint32_t offset;   /* of its image, in words of 4 bytes from the header's beginning */
    uint32_t bytes;    /* of its image */
    uint32_t crc;      /* that of its image's header: another version of a tile is refused */
} oct9_world_tile_t;

/* The 2 x 2 x 2 tiles that the nodes of a cube come from. Number t of them has bit 0 on x, bit 1 on
 * y, bit 2 on z. The cube begins with the low half of tile 0 on an axis, or with its upper half, or
 * with the low half of the next one: then the axis's bit is set in neither mask, in `between`, or
 * in `next`. */
typedef struct {
    oct9_layers_t layers;        /* first: world.c turns its address into that of the whole */
    const oct9_image_t *tile[8]; /* NULL: it is not open */
    oct9_world_place_t first;    /* the place of tile 0 */
    uint8_t between, next;
    uint8_t lacking; /* tiles that the world does not have, as bits: */
    uint8_t absent;  /* they have this state */
} oct9_tiles_t;

/* A world. Read `base`; only the library writes. */
typedef struct {
    oct9_tiles_t tiles; /* first: as above */
    oct9_image_t image; /* the cube */
    oct9_frame_t base;  /* of the cube whose corner is the world's cell (0, 0, 0) */
    const struct oct9_world_input *input;
    uint32_t count;                  /* of the tiles in the table */
    uint32_t at, crc;                /* of the table: so far checked */
    oct9_status_t table;             /* OCT9_AGAIN: it is being checked */
    int32_t half[3];                 /* the cube's corner, in halves of a tile */
    uint32_t half_mm;                /* half a tile's edge */
    uint32_t margin_mm;              /* more than the rounding of points and radii */
    struct oct9_world_slot *filling; /* the slot that is being filled, or NULL */
    uint32_t entry;                  /* in the table, of the tile that it is filled with */
    oct9_world_tile_t tile;          /* that entry */
    uint8_t nearest;                 /* of the eight tiles, the one with the robot */
    bool brought;                    /* its bytes are there, and are being checked */
    bool placed;                     /* the cube was placed */
    uint8_t wanted, failed; /* tiles that were not looked for; that could not be had: as bits
                               1 << (number XOR nearest) */
    oct9_status_t why;      /* they could not */
    oct9_image_open_t opening;
} oct9_world_t;

#endif
