/* SPDX-License-Identifier: MIT */
/* What point sets are compared with, on the host and on a board: brute force over an array, and a
 * uniform grid. All in integers; results are the indices of points in the array. */
#ifndef BENCH_POINT_PEERS_H
#define BENCH_POINT_PEERS_H

#include "oct9/point.h"

/* An array of points in the cube. */
typedef struct {
    const oct9_point_t *point;
    uint32_t count;
} point_list_t;

/* 2^bits cells on each axis. The points of a cell lie side by side, cells in the order of x, then
 * y, then z. */
typedef struct {
    unsigned bits;
    uint32_t *first;     /* [cells + 1]: of each cell, the place of its first point */
    oct9_point_t *point; /* by place */
    uint32_t *index;     /* by place */
} point_grid_t;

/* So many that an even cell has 1/2 to 4 points. */
unsigned point_grid_bits(uint32_t count);

/* Fills the grid's arrays. */
void point_grid_build(point_grid_t *grid, const point_list_t *list);

/* Both corners and the surface included. Return how many they wrote into `found`. */
uint32_t point_list_box(const point_list_t *list, const oct9_point_t *at, uint16_t half,
                        uint32_t *found);
uint32_t point_grid_box(const point_grid_t *grid, const oct9_point_t *at, uint16_t half,
                        uint32_t *found);
uint32_t point_list_ball(const point_list_t *list, const oct9_point_t *at, uint16_t radius,
                         uint32_t *found);
uint32_t point_grid_ball(const point_grid_t *grid, const oct9_point_t *at, uint16_t radius,
                         uint32_t *found);

/* The nearest point to one in the cube. The set is not empty. */
uint32_t point_list_nearest(const point_list_t *list, const oct9_point_t *at);
uint32_t point_grid_nearest(const point_grid_t *grid, const oct9_point_t *at);

#endif
