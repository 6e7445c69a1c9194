/* SPDX-License-Identifier: MIT */
/* Two older methods to find a ray's leaves from the root down, for images, exact as all others: a
 * box test for each octant of each node; and the parametric descent of Revelles, Urena and Lastra
 * 2000, "An efficient parametric algorithm for octree traversal". */
#ifndef BENCH_OCTANTS_H
#define BENCH_OCTANTS_H

#include "oct9/map.h"
#include "src/ancestors/course.h"

/* A node on the path. */
typedef struct {
    oct9_opened_t opened;
    uint16_t low[3]; /* in cells, mirrored */
    uint8_t child;   /* of the box test: the next octant; else the octant that the ray is in */
} octants_node_t;

typedef struct {
    oct9_course_t course;
    oct9_map_t map;
    unsigned level; /* of the path's smallest node */
    octants_node_t path[OCT9_LEVELS];
    oct9_leaf_t leaf;
} octants_t;

/* As oct9_walk_begin and oct9_walk_next, for an image whose cube is no leaf. */
bool boxes_begin(octants_t *octants, const oct9_map_t *map, const oct9_point_t *from,
                 const oct9_point_t *to);
bool boxes_next(octants_t *octants);
bool parametric_begin(octants_t *octants, const oct9_map_t *map, const oct9_point_t *from,
                      const oct9_point_t *to);
bool parametric_next(octants_t *octants);

#endif
