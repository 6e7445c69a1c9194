/* SPDX-License-Identifier: MIT */
/* Internal: the search for a far ray's first leaf. */
#ifndef OCT9_SRC_FAR_H
#define OCT9_SRC_FAR_H

#include "oct9/far.h"

/* Begins to search the cube for the piece. `corner` is the cube's. */
void oct9_far_ray_search(oct9_far_t *far, const int32_t corner[3]);

/* Goes on. Returns OCT9_FOUND_LEAF, OCT9_FOUND_NONE or OCT9_AGAIN. */
int oct9_far_ray_next(oct9_far_t *far, const int32_t corner[3], uint32_t budget);

/* Sets the part of the ray that is clear, for the leaf that was found. */
void oct9_far_ray_entry(const oct9_far_t *far, const int32_t corner[3], oct9_far_output_t *output);

#endif
