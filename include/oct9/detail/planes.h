/* SPDX-License-Identifier: MIT */
/* A traversal: the caller owns it, its fields are the library's. See oct9/planes.h. */
#ifndef OCT9_DETAIL_PLANES_H
#define OCT9_DETAIL_PLANES_H

#include "oct9/detail/course.h"
#include "oct9/map.h"

/* An inner node on the way down to a leaf. */
typedef struct {
    uint32_t first;    /* a tree's block, or an image's first inner child */
    uint16_t states;   /* an image's child states */
    uint16_t end;      /* the plane by which the segment leaves it, in cells */
    uint8_t end_axis;  /* its axis; 3: the segment ends in the node */
    uint8_t turn_axis; /* whose mid plane is crossed next; 3: none */
    uint8_t ahead;     /* the axes whose mid planes are still ahead, as bits */
} oct9_planes_node_t;

/* A traversal. */
typedef struct {
    uint8_t level;    /* the leaf's */
    uint16_t payload; /* the leaf's: the tree's payload or the image's state */
    uint16_t low[3];  /* its low corner in cells, mirrored */
    oct9_course_t course;
    oct9_map_t map;
    uint32_t generation;                  /* the map's when it began */
    oct9_planes_node_t path[OCT9_LEVELS]; /* path[l - 1]: the inner node of level l */
} oct9_planes_t;

#endif
