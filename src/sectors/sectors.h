/* SPDX-License-Identifier: MIT */
/* Internal: the parts of a search by sectors. */
#ifndef OCT9_SRC_SECTORS_H
#define OCT9_SRC_SECTORS_H

#include "oct9/sectors.h"

/* Checks the input, and `map` unless it is NULL, and empties the arrays; after an error they hold
 * 0, if their size is good. */
oct9_status_t oct9_sectors_prepare(const oct9_sectors_input_t *input, const oct9_map_t *map);

/* Begins with a map. */
void oct9_sectors_start(oct9_sectors_t *sectors, const oct9_map_t *map,
                        const oct9_sectors_input_t *input);

/* Visits squares and nodes of the map, each for one of the budget. Returns OCT9_OK, OCT9_AGAIN or
 * OCT9_ERR_STALE; the caller calls oct9_sectors_end. */
oct9_status_t oct9_sectors_search(oct9_sectors_t *sectors, uint32_t *budget);

#endif
