/* SPDX-License-Identifier: MIT */
/* The state of a depth-first search, a part of the states of queries; only the library uses its
 * fields.
 *
 * For each level the search keeps, in a byte, which children of the node above are still to be
 * visited. So nothing can overflow, and nothing is skipped. */
#ifndef OCT9_DETAIL_SEARCH_H
#define OCT9_DETAIL_SEARCH_H

#include "oct9/map.h"

/* The children of a node that the search has opened, all of one level. */
typedef struct {
    uint8_t pending;      /* which are still to be visited, the lowest bit first */
    uint8_t order;        /* the bit of a child: its number XOR this */
    uint8_t cut;          /* as the search's, of the node */
    uint8_t span;         /* bits 0..2: the child with the span's low corner; bits 3..5:
                             that with its high corner, inverted */
    oct9_opened_t opened; /* the node */
} oct9_search_level_t;

/* A search. Small fields are first: small processors reach them there in one instruction. */
typedef struct {
    uint8_t states; /* the states that are searched for, as bits 1 << state */
    uint8_t top;    /* the level of the node that it starts at */
    uint8_t level;  /* of the node that was found last, or of its children if it was
                       opened; before the start: 0 if nothing can be found */
    uint8_t cut;    /* which faces of the span may cut it: bits 0..2 the low
                       ones on x, y, z, bits 3..5 the high ones */
    uint16_t filter_mask, filter_value;
    uint32_t corner;        /* of the node, in cells: x, y, z, 10 bits each */
    uint32_t low, high;     /* the span's corner cells, both inside, likewise */
    uint32_t ref;           /* what the node is: see src/map/map.h */
    uint32_t leaves, nodes; /* leaves and inner nodes visited, from where the search
                               starts: the smallest node that holds the span */
    oct9_map_t map;
    const oct9_image_t *tile;                /* the image that its nodes are in */
    uint32_t generation;                     /* the map's when the query began */
    oct9_search_level_t at[OCT9_LEVELS + 1]; /* [l]: of children of level l; [top]: of the node
                                            that it starts at, while that is pending */
} oct9_search_t;

#endif
