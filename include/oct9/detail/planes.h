/* SPDX-License-Identifier: MIT */
/* The state of a traversal by splitting planes: the caller owns it, only the library uses its
 * fields. See oct9/planes.h. */
#ifndef OCT9_DETAIL_PLANES_H
#define OCT9_DETAIL_PLANES_H

#include "oct9/detail/course.h"
#include "oct9/map.h"

#include <stdbool.h>

/* An inner node on the path down to a leaf. */
typedef struct {
    oct9_opened_t opened;
    uint8_t ahead; /* the axes whose mid planes are still ahead, as bits */
} oct9_planes_node_t;

/* A traversal. */
typedef struct {
    uint8_t level;    /* of the leaf */
    uint16_t payload; /* of the leaf: the tree's payload or the image's state */
    uint32_t far[3];  /* from A to the leaf's far planes, mirrored */
    oct9_course_t course;
    oct9_map_t map;
    const oct9_image_t *tile;             /* the image that its nodes are in */
    uint32_t generation;                  /* of the map when the traversal began */
    oct9_planes_node_t path[OCT9_LEVELS]; /* path[l - 1]: the inner node of level l */
} oct9_planes_t;

#endif
