/* SPDX-License-Identifier: MIT */
/* Internal: what blocked last. A leaf that stopped the sphere once is asked first the next time:
 * that costs a twentieth of a sweep, and three of four motions of a search are blocked. */
#ifndef OCT9_SRC_WITNESS_H
#define OCT9_SRC_WITNESS_H

#include "oct9/route.h"

#include <stdbool.h>

void oct9_witness_begin(oct9_route_witnesses_t *witnesses);

/* Remembers the leaf that blocked a motion, if it was one. */
void oct9_witness_note(oct9_route_witnesses_t *witnesses, const oct9_sweep_t *sweep);

/* True if one of the leaves blocks the motion of a sphere of that radius. */
bool oct9_witness_blocks(oct9_route_witnesses_t *witnesses, const oct9_point_t *from,
                         const oct9_point_t *to, uint16_t radius_q6);

#endif
