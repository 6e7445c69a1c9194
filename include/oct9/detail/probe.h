/* SPDX-License-Identifier: MIT */
/* The state of a node probe: the caller owns it, only the library uses its fields. See
 * oct9/probe.h. */
#ifndef OCT9_DETAIL_PROBE_H
#define OCT9_DETAIL_PROBE_H

#include "oct9/detail/search.h"

/* A node probe that runs in slices. */
typedef struct {
    uint8_t found; /* the states found so far, as bits 1 << state */
    uint16_t mask, value;
    oct9_search_t search;
} oct9_probe_node_t;

#endif
