/* SPDX-License-Identifier: MIT */
/* The map that another drone sends: a second map, which only adds obstacles to what this drone sees
 * itself. What the other has not seen, or what lies more than 10 m from the origin, where this map
 * ends, says nothing.
 *
 * Both drones must have the same axes, as of one system of lighthouses or anchors. With a flow deck
 * alone each begins at its own origin: then listen to nobody. Where the other drone sees this one
 * it sends an obstacle, and this drone may be stopped by its own shadow until the other looks
 * there again. */
#ifndef OCT9_HEAR_H
#define OCT9_HEAR_H

#include "oct9.h"

enum { HEAR_PORT = 9 };

/* The packets of `peer` that were applied: the log variable oct9.heard. */
extern uint16_t heard_packets;

/* Begins to listen. `base` is the frame of all drones' windows, as they lay at first. */
void hear_begin(const oct9_frame_t *base, const oct9_mapper_policy_t *policy);

/* Applies the packets of the drone of that name that have come. 0: of none. Another name than last
 * time empties the map. */
void hear_packets(uint32_t peer);

/* Whether the other's map has an obstacle where the motion leads, before the drone could stop; or
 * could not be asked. age_ms is as in oct9_mapper_found_t. */
bool hear_blocks(const oct9_mapper_motion_t *motion, uint16_t age_ms);

#endif
