/* SPDX-License-Identifier: MIT */
/* The state of a cast: the caller owns it, its fields belong to the library. See oct9/cast.h. */
#ifndef OCT9_DETAIL_CAST_H
#define OCT9_DETAIL_CAST_H

#include "oct9/detail/walk.h"

#include <stdbool.h>

/* A cast that runs in slices. */
typedef struct {
    bool more;       /* the walk is in a leaf that is still to be visited */
    bool hit;        /* the walk is in the leaf that blocks */
    uint8_t stops;   /* the states that block, as bits 1 << state */
    uint32_t leaves; /* visited */
    const struct oct9_cast_input *input;
    oct9_walk_t walk;
} oct9_cast_t;

#endif
