/* SPDX-License-Identifier: MIT */
/* The world that the drone flies in: an orchard of 144 trees, 4 m apart give or take a metre. Its
 * map is old: some trees were planted since, some felled. */
#ifndef LANDMARKS_ORCHARD_H
#define LANDMARKS_ORCHARD_H

#include "oct9/point.h"

#include <stdbool.h>

enum { ORCHARD_TREES = 144, ORCHARD_SEES_MM = 8000, ORCHARD_NOISE_MM = 100 };

/* A tree's top, in millimetres. */
void orchard_tree(uint32_t tree, oct9_mm_t *top);

/* Whether the map knows it; whether it stands. At least one of the two. */
bool orchard_mapped(uint32_t tree);
bool orchard_stands(uint32_t tree);

/* Where the drone is at a step of its flight; false after the last. */
bool orchard_pose(uint32_t step, oct9_mm_t *place);

/* Where its sensor sees trees from there, at most `most` of them. Returns how many. It does not say
 * which trees they are. */
uint32_t orchard_look(uint32_t step, const oct9_mm_t *place, oct9_mm_t *sight, uint32_t most);

/* Whether the flight comes as near as that to a tree's top. */
bool orchard_passes(uint32_t tree, int32_t mm);

#endif
