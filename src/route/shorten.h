/* SPDX-License-Identifier: MIT */
/* Internal: the rounds of a shortening, for a caller that has a map, an edge and points already. */
#ifndef OCT9_SRC_SHORTEN_H
#define OCT9_SRC_SHORTEN_H

#include "oct9/route.h"

/* Begins with so many points. The caller has set body, map, edge, points, room and left. */
void oct9_rounds_begin(oct9_route_rounds_t *rounds, uint16_t count);

/* Goes on. Returns OCT9_OK when it is done, OCT9_AGAIN when the budget is used up. */
oct9_status_t oct9_rounds_go(oct9_route_rounds_t *rounds, uint32_t *budget);

#endif
