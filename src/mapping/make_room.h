/* SPDX-License-Identifier: MIT */
/* Internal: room in a full pool. */
#ifndef OCT9_SRC_MAKE_ROOM_H
#define OCT9_SRC_MAKE_ROOM_H

#include "src/mapping/occupancy.h"

/* Merges blocks until `need` are free: true if they are. Looks at OCT9_ROOM_STEPS blocks at most.
 * A write of the tree must be under way. */
bool oct9_room_make(oct9_occupancy_t *occupancy, uint32_t need);

/* Something has changed: room may be found where there was none. */
void oct9_room_refresh(oct9_occupancy_t *occupancy);

#endif
