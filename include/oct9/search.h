/* SPDX-License-Identifier: MIT */
/* The state of a depth-first search, as part of the queries below; its fields are the library's.
 *
 * The search holds, for each level, which children of the node above are still to be visited: a
 * byte a level, so that nothing can overflow and nothing is ever skipped. */
#ifndef OCT9_SEARCH_H
#define OCT9_SEARCH_H

#include "oct9/map.h"
#include "oct9/rules.h"

/* Small fields stand first, where small processors reach them in one instruction. */
typedef struct {
    uint8_t states;                       /* those that matter, as bits 1 << state */
    uint8_t depth;                        /* the lowest level that may have pending children */
    uint8_t level;                        /* of the node that was found last */
    uint16_t corner[3];                   /* its, in cells */
    uint16_t lo[3], hi[3];                /* cells: what does not overlap [lo, hi) is left out */
    uint16_t filter_mask, filter_value;
    uint32_t ref;                         /* what the node is: see src/node.h */
    uint32_t leaves, nodes;               /* leaves and inner nodes visited, from where the search
                                             starts: the smallest node that holds the span */
    oct9_map_t map;
    struct {
        uint32_t first;                   /* of the node above: a tree's block, or an image's
                                             first inner child */
        uint16_t states;                  /* of its eight children, in an image */
        uint8_t pending;                  /* which of them are still to be visited, the lowest
                                             bit first */
        uint8_t order;                    /* pending's bit of a child: its number XOR this */
    } at[OCT9_LEVELS + 1];                /* [l]: of children of level l; the last is the node
                                             that the search starts at, itself in `first` */
} oct9_search_t;

#endif
