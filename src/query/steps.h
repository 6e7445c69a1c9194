/* SPDX-License-Identifier: MIT */
/* Internal: the parts of a search of which visits make a loop of their own. */
#ifndef OCT9_SRC_STEPS_H
#define OCT9_SRC_STEPS_H

#include "src/map/map.h"
#include "src/query/search.h"

/* Of a tree's node the children, of those in `bits`, that are inner nodes or may have a state that
 * matters. A leaf of a search for other states than those that block is looked at when it is
 * visited. */
unsigned oct9_step_open_tree(const oct9_search_t *search, unsigned bits);

/* Opens the current node, which is a child of a pair: see oct9_pair_child. */
OCT9_COLD void oct9_step_open_pair(oct9_search_t *search, unsigned level);

/* Of an image's node, given by its two planes of states, the children that are inner nodes or have
 * a state that matters. */
static inline unsigned oct9_step_mattering(uint32_t planes, unsigned states)
{
    const uint32_t low = planes, high = planes >> 8;
    if (states == 1u << OCT9_OCCUPIED)
        return high & 0xFFu; /* the same as the lines below */
    uint32_t bits = low & high;
    if (states & 1u << OCT9_UNKNOWN)
        bits |= ~(low | high);
    if (states & 1u << OCT9_FREE)
        bits |= low & ~high;
    if (states & 1u << OCT9_OCCUPIED)
        bits |= high & ~low;
    return bits & 0xFFu;
}

/* Reads the current node of an image, whose children have `level` and which perhaps is a pair.
 * Returns the children that matter. */
static OCT9_INLINE unsigned oct9_step_open_image(const oct9_search_t *search,
                                                 oct9_search_level_t *children, unsigned level,
                                                 bool pair)
{
    uint32_t states;
    if (pair) {
        states = children->opened.states;
    } else if (level == 0) {
        states = oct9_image_brick(search->map.image, search->ref);
        children->opened.states = states;
    } else {
        const oct9_inner_t node = oct9_image_read(search->map.image, search->ref);
        if (node.is_void && search->states == OCT9_STATES_OCCUPIED)
            return 0;
        states = node.states;
        children->opened.first = node.first;
        children->opened.states = states;
    }
    return oct9_step_mattering(states, search->states);
}

static OCT9_INLINE uint32_t oct9_step_child_ref(const oct9_search_t *search,
                                                const oct9_search_level_t *children, unsigned level,
                                                unsigned child, bool tree)
{
    const oct9_opened_t *at = &children->opened;
    if (tree)
        return oct9_tree_child(search->map.tree, at->first, child);
    /* None of a brick's children is an inner node. */
    return level == 0 ? oct9_leaf_ref(at->states, child)
                      : oct9_image_child(at->first, at->states, child);
}

/* The corner of a child of `level`. Its parent's corner is `corner`, or this is in the parent. */
static inline uint32_t oct9_step_corner(uint32_t corner, unsigned level, unsigned child)
{
    const uint32_t each = OCT9_EACH << level, below = each * 2u - OCT9_EACH;
    return (corner & ~below) | ((uint32_t)child * 0x40201u << level & each);
}

/* True if the leaf has a state and a payload that matter. */
static inline bool oct9_step_leaf_matters(const oct9_search_t *search)
{
    const uint16_t payload = oct9_ref_payload(search->ref);
    const unsigned state = oct9_map_state(&search->map, payload);
    return ((unsigned)search->states >> state & 1u) &&
           (state != OCT9_OCCUPIED || (payload & search->filter_mask) == search->filter_value);
}

/* Fills in the current leaf. */
static inline void oct9_step_leaf(const oct9_search_t *search, oct9_leaf_t *leaf)
{
    leaf->corner.x = (uint16_t)(search->corner & 511u);
    leaf->corner.y = (uint16_t)(search->corner >> 10 & 511u);
    leaf->corner.z = (uint16_t)(search->corner >> 20 & 511u);
    leaf->payload = oct9_ref_payload(search->ref);
    leaf->level = search->level;
    leaf->state = (uint8_t)oct9_map_state(&search->map, leaf->payload);
}

#endif
