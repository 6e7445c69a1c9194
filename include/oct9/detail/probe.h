/* SPDX-License-Identifier: MIT */
/* A question what is below a node: the caller owns it, its fields are the library's. See
 * oct9/probe.h. */
#ifndef OCT9_DETAIL_PROBE_H
#define OCT9_DETAIL_PROBE_H

#include "oct9/detail/search.h"

/* A question that is cut into slices. */
typedef struct {
    uint8_t found;
    uint16_t mask, value;
    oct9_search_t search;
} oct9_probe_node_t;

#endif
