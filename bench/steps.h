/* SPDX-License-Identifier: MIT */
/* What a walk costs on a board: to begin, for each leaf step, and as a whole cast; over the rays
 * that peers are measured with. */
#ifndef BENCH_STEPS_H
#define BENCH_STEPS_H

#include "oct9/map.h"

/* The building, 0.08 m. */
extern const unsigned char oct9_map_geb079_80[];
extern const uint32_t oct9_map_geb079_80_size;

/* Measures the rays whose ends lie below `end_x` cells and prints: cost NAME RAYS BEGIN STEP TENTH
 * CAST WORST LEAVES*10, where a step takes STEP.TENTH. */
void steps_measure(const char *name, const oct9_map_t *map, uint32_t end_x);

#endif
