/* SPDX-License-Identifier: MIT */
/* Internal: what blocked last. A leaf that blocked the sphere at one place is asked first at the
 * next: that costs a hundredth of a sweep. */
#ifndef OCT9_SRC_WITNESS_H
#define OCT9_SRC_WITNESS_H

#include "oct9/route.h"

#include <stdbool.h>

void oct9_witness_begin(oct9_route_witnesses_t *witnesses);

/* Remembers the leaf that blocked a sweep, if it blocks a sphere of that radius at a place. Returns
 * whether it does. */
bool oct9_witness_note(oct9_route_witnesses_t *witnesses, const oct9_sweep_t *sweep,
                       const oct9_point_t *at, uint16_t radius_q6);

/* True if one of the leaves blocks a sphere of that radius at a place. */
bool oct9_witness_blocks(oct9_route_witnesses_t *witnesses, const oct9_point_t *at,
                         uint16_t radius_q6);

#endif
