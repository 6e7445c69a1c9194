/* SPDX-License-Identifier: MIT */
/* Random places for workloads, the same on each board: one number drawn after the other, as an
 * initializer's parts come in no order that C says. */
#ifndef BENCH_CALLS_PLACE_H
#define BENCH_CALLS_PLACE_H

#include "oct9/pose.h"

/* A cell with coordinates from low to low + edge - 1. */
oct9_cell_t place_cell(uint16_t low, uint16_t edge);

/* A point so, in sub-cells from the cube's low corner. */
oct9_point_t place_point(uint16_t low, uint16_t edge);

/* A turn about one of the axes x, y, z by any angle up to half a turn. */
oct9_rotation_t place_rotation(void);

#endif
