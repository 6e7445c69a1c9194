/* SPDX-License-Identifier: MIT */
/* The state of a walk through a linked image: the caller owns it, its fields belong to the library.
 * See oct9/linked.h. */
#ifndef OCT9_DETAIL_LINKED_H
#define OCT9_DETAIL_LINKED_H

#include "oct9/detail/course.h"

#include <stdbool.h>

/* A page's leaves and quads, which references number from 0 on. */
typedef struct {
    const struct oct9_linked_record *leaves;
    const struct oct9_linked_quad *quads;
    uint16_t leaf_count, quad_count;
} oct9_linked_run_t;

/* A walk through a linked image. */
typedef struct {
    oct9_course_t course;
    const struct oct9_linked *linked;
    oct9_linked_run_t page; /* that the walk is in */
    uint32_t flip;          /* the bits of `dimensions` that are mirrored */
    uint16_t leaf;          /* the number of the leaf that the walk is in */
} oct9_linked_walk_t;

#endif
