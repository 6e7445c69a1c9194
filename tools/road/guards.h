/* SPDX-License-Identifier: MIT */
/* Guards: vertices that see all places. */
#ifndef OCT9_TOOLS_GUARDS_H
#define OCT9_TOOLS_GUARDS_H

#include "tools/road/sight.h"

/* A place in order of the room around it. */
typedef struct {
    uint32_t place;
    uint16_t room;
} ranked_t;

/* All places, those with most room first; to be freed by the caller. NULL: an error was printed. */
ranked_t *guards_rank(const field_t *field);

/* Adds guards, those that see most first: until each place is seen, or there are `most`. False: an
 * error was printed. */
bool guards_add(sight_t *sight, uint32_t most);

#endif
