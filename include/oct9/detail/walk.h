/* SPDX-License-Identifier: MIT */
/* A walk: the caller owns it, its fields are the library's. See oct9/walk.h. */
#ifndef OCT9_DETAIL_WALK_H
#define OCT9_DETAIL_WALK_H

#include "oct9/map.h"

/* An inner node on the way down to a leaf: a tree's block; or an image's first inner child, and
 * its child states in the low 16 bits. */
typedef struct {
    uint32_t first, states;
} oct9_walk_node_t;

/* One axis of a walk. */
typedef struct {
    uint32_t way;    /* from A to the leaf's far plane */
    uint32_t start;  /* A, mirrored, modulo 2^32 */
    uint32_t end;    /* the way at which no plane is crossed any more */
    uint16_t length; /* |B - A|, 0..65535 */
    uint8_t late;    /* 1 if mirrored: its planes are crossed late */
} oct9_walk_axis_t;

/* A walk. Small fields stand first, where small processors reach them in one instruction. */
typedef struct {
    uint8_t mirror;                          /* the axes that are mirrored */
    uint8_t x_after_y, x_after_z, y_after_z; /* at the same time */
    uint8_t level;                           /* the leaf's */
    bool skip_void;                          /* cross what holds nothing occupied in one step */
    uint16_t payload; /* the leaf's: the tree's payload or the image's state */
    oct9_walk_axis_t axis[3];
    uint32_t unit;  /* one of the leaf's level in the code */
    uint32_t code;  /* the leaf's Morton code, mirrored, with ones below its level */
    uint32_t nodes; /* inner nodes read so far */
    oct9_map_t map;
    uint32_t generation;                /* the map's when the walk began */
    oct9_walk_node_t path[OCT9_LEVELS]; /* path[l - 1]: the inner node of level l */
} oct9_walk_t;

#endif
