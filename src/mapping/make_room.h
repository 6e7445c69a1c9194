/* SPDX-License-Identifier: MIT */
/* Internal: room in a full pool. */
#ifndef OCT9_SRC_MAKE_ROOM_H
#define OCT9_SRC_MAKE_ROOM_H

#include "src/mapping/occupancy.h"

/* Merges blocks until `need` are free. Returns true if they are. It visits at most OCT9_ROOM_STEPS
 * blocks. The caller must have begun a write of the tree. */
bool oct9_room_make(oct9_occupancy_t *occupancy, uint32_t need);

/* The largest of the distances on the three axes, in cells, from the robot's cell to a node: 0 if
 * it lies in the node, 1 if it lies beside it. */
unsigned oct9_room_distance(const oct9_occupancy_t *occupancy, uint32_t corner, unsigned level);

/* Must be called after a change that may have made room where there was none. */
void oct9_room_refresh(oct9_occupancy_t *occupancy);

#endif
