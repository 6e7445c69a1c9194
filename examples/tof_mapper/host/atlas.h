/* SPDX-License-Identifier: MIT */
/* All that was ever received: the mapper forgets, the host need not. */
#ifndef TOF_MAPPER_HOST_ATLAS_H
#define TOF_MAPPER_HOST_ATLAS_H

#include "oct9/tree.h"

#include <stdbool.h>

typedef struct {
    uint8_t *state;   /* of each cell of the cube, x fastest: oct9_state_t */
    int lo[3], hi[3]; /* what is known lies in [lo, hi) */
} atlas_t;

/* False: there is not enough memory. */
bool atlas_begin(atlas_t *atlas);
void atlas_end(atlas_t *atlas);

/* Takes over what a map knows; what it does not know stays as it was. */
void atlas_take(atlas_t *atlas, const oct9_tree_t *tree);

#endif
