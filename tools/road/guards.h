/* SPDX-License-Identifier: MIT */
/* Guards: vertices that see all places. */
#ifndef OCT9_TOOLS_GUARDS_H
#define OCT9_TOOLS_GUARDS_H

#include "tools/road/sight.h"

/* Adds guards, those that see most first: until each place is seen, or there are `most`. False: an
 * error was printed. */
bool guards_add(sight_t *sight, uint32_t most);

#endif
