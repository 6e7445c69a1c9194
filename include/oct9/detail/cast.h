/* SPDX-License-Identifier: MIT */
/* A cast: the caller owns it, its fields are the library's. See oct9/cast.h. */
#ifndef OCT9_DETAIL_CAST_H
#define OCT9_DETAIL_CAST_H

#include "oct9/detail/walk.h"

#include <stdbool.h>

/* A cast that is cut into slices. */
typedef struct {
    bool inside;   /* the walk is in a leaf, yet to be visited or a hit */
    bool hit;      /* a run has ended at that leaf */
    uint8_t stops; /* the states that block, by their bits */
    uint32_t leaves;
    const struct oct9_cast_input *input;
    oct9_walk_t walk;
} oct9_cast_t;

#endif
