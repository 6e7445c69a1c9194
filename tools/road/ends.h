/* SPDX-License-Identifier: MIT */
/* The ends of routes: an end tries the vertices that are nearest to it, and not all. */
#ifndef OCT9_TOOLS_ENDS_H
#define OCT9_TOOLS_ENDS_H

#include "tools/road/sight.h"

/* Finds the places that vertices see, but none of the 24 that are nearest: *count places at
 * *places, to be freed by the caller. False: an error was printed. */
bool ends_find(const sight_t *sight, uint32_t **places, uint32_t *count);

#endif
