/* SPDX-License-Identifier: MIT */
/* The state of a walk: the caller owns it, only the library uses its fields. See oct9/walk.h. */
#ifndef OCT9_DETAIL_WALK_H
#define OCT9_DETAIL_WALK_H

#include "oct9/map.h"

/* One axis of a walk. */
typedef struct {
    uint32_t distance; /* from A to the leaf's far plane */
    uint32_t before;   /* A from the low face, mirrored, less one, modulo 2^32 */
    uint32_t end;      /* the distance from which on no plane is crossed */
    uint16_t length;   /* |B - A|, 0..65535 */
    uint8_t late;      /* 1 if mirrored: its planes are crossed late */
} oct9_walk_axis_t;

/* A walk. Small fields are first: small processors reach them there in one instruction. */
typedef struct {
    uint8_t mirror;                          /* the axes that are mirrored */
    uint8_t x_after_y, x_after_z, y_after_z; /* 1 if the first axis crosses later than the other
                                                at the same time */
    uint8_t level;                           /* of the leaf */
    bool skip_void;                          /* step over a node without occupied leaves at once */
    uint16_t payload; /* of the leaf: the tree's payload or the image's state */
    oct9_walk_axis_t axis[3];
    uint32_t unit;  /* 1 << 3 * level: the lowest bit of the code that names the leaf */
    uint32_t code;  /* the Morton code of the leaf, mirrored, with ones below its level */
    uint32_t nodes; /* inner nodes read so far */
    oct9_map_t map;
    const oct9_image_t *tile;        /* the image that its nodes are in */
    uint32_t generation;             /* the map's when the walk began */
    oct9_opened_t path[OCT9_LEVELS]; /* path[l - 1]: the inner node of level l */
} oct9_walk_t;

#endif
