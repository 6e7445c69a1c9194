/* SPDX-License-Identifier: MIT */
/* The map that calls are measured on: 6 x 6 x 2.8 m out of geb079's middle, in cells of 0.08 m, in
 * flash; and places in it, from calls_random. */
#ifndef BENCH_CALLS_PART_H
#define BENCH_CALLS_PART_H

#include "oct9/map.h"

enum { /* of the part, in sub-cells */
       PART_150_MM = 120,
       PART_500_MM = 400,
       PART_1_M = 800,
       PART_2_M = 1600,
       PART_5_M = 4000
};

extern const unsigned char oct9_map_geb079_part[];
extern const uint32_t oct9_map_geb079_part_size;

/* The part, opened once; NULL if it cannot be. */
const oct9_map_t *part_map(void);

/* A random free cell, and a point in one. */
oct9_cell_t part_cell(void);
oct9_point_t part_free(void);

/* A point about `length_q6` away, in any direction. */
oct9_point_t part_away(const oct9_point_t *from, uint16_t length_q6);

#endif
