/* SPDX-License-Identifier: MIT */
/* The naive traversal: cell by cell, each found from the root. */
#ifndef BENCH_NAIVE_H
#define BENCH_NAIVE_H

#include "oct9/map.h"
#include "src/ancestors/course.h"

typedef struct {
    uint16_t cell[3]; /* mirrored */
    oct9_course_t course;
    oct9_map_t map;
    oct9_leaf_t leaf;
} naive_t;

/* As oct9_walk_begin and oct9_walk_next, for a segment that starts in the cube. */
bool naive_begin(naive_t *naive, const oct9_map_t *map, const oct9_point_t *from,
                 const oct9_point_t *to);
bool naive_next(naive_t *naive);

#endif
