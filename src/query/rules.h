/* SPDX-License-Identifier: MIT */
/* Internal: the part of the rules that queries without policies have too. */
#ifndef OCT9_SRC_RULES_H
#define OCT9_SRC_RULES_H

#include "oct9/rules.h"

/* Some occupied leaf of such a map can match. */
bool oct9_filter_good(const oct9_map_t *map, uint16_t mask, uint16_t value);

#endif
