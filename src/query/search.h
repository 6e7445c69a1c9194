/* SPDX-License-Identifier: MIT */
/* Internal: depth-first search through the nodes that can matter. All checks except the walk use
 * this one loop.
 *
 *   oct9_search_begin(search, map, states);
 *   oct9_search_span(search, axis, lo, hi);      for each axis
 *   oct9_search_start(search);
 *   while ((found = oct9_search_next(search, &budget)) > 0)
 *     if (the node of search->corner and level may meet the shape)
 *       if (found == OCT9_FOUND_INNER) oct9_search_open(search, mirror);
 *       else ...                  a leaf of one of the states
 */
#ifndef OCT9_SRC_SEARCH_H
#define OCT9_SRC_SEARCH_H

#include "oct9/detail/search.h"
#include "oct9/rules.h"
#include "port/oct9_port.h"
#include "src/map/map.h"
#include "src/number/axes.h"
#include "src/number/morton.h"

/* A search stores a cell as x, y and z with ten bits each, not as a Morton code, because it needs
 * the faces of nodes on each axis. OCT9_EACH times a number has the number on each axis. */
#define OCT9_EACH 0x100401u

static inline uint32_t oct9_search_cell(const oct9_cell_t *cell)
{
    return cell->x | (uint32_t)cell->y << 10 | (uint32_t)cell->z << 20;
}

/* The offset from a node's low corner to its last cell. */
static inline uint32_t oct9_search_edge(unsigned level)
{
    return ((1u << level) - 1u) * OCT9_EACH;
}

enum { OCT9_FOUND_NONE = 0, OCT9_FOUND_LEAF = 1, OCT9_FOUND_INNER = 2 };

/* Begins with the whole cube, for leaves of the states whose bits are set in `states`. */
void oct9_search_begin(oct9_search_t *search, const oct9_map_t *map, unsigned states);

/* Begins with the whole cube, for leaves that block by the rules. */
void oct9_search_blocking(oct9_search_t *search, const oct9_map_t *map, const oct9_rules_t *rules);

/* Begins with the whole cube again, for the same leaves of the same map. The counts go on. */
void oct9_search_anew(oct9_search_t *search);

/* Leaves out all that has no sub-cell from lo to hi, both included, on that axis. lo is at most
 * hi. */
inline void oct9_search_span(oct9_search_t *search, unsigned axis, int32_t lo, int32_t hi)
{
    OCT9_ASSERT(axis < 3 && lo <= hi);
    if (hi < OCT9_LOW_Q6 || lo >= OCT9_HIGH_Q6) {
        search->level = 0;
        return;
    }
    const uint32_t first = lo < OCT9_LOW_Q6 ? 0 : (uint32_t)(lo - OCT9_LOW_Q6) / OCT9_CELL_Q6;
    const uint32_t last = hi >= OCT9_HIGH_Q6 ? OCT9_CELLS - 1u
                                             : (uint32_t)(hi - OCT9_LOW_Q6) / OCT9_CELL_Q6;
    search->low |= first << 10u * axis;
    search->high ^= (last ^ (OCT9_CELLS - 1u)) << 10u * axis;
}

/* Leaves out all that is not below the node of `level` at a corner, in cells. */
static inline void oct9_search_below(oct9_search_t *search, uint32_t corner, unsigned level)
{
    search->low = corner;
    search->high = corner + oct9_search_edge(level);
}

/* Ends the beginning: goes to the smallest node that contains the span, or to a leaf that does. The
 * levels passed, at most 9, do not count as visited. */
void oct9_search_start(oct9_search_t *search);

/* The next node. Returns OCT9_FOUND_LEAF, OCT9_FOUND_INNER, OCT9_FOUND_NONE at the end, or
 * OCT9_AGAIN when the budget is 0. Each node takes one from `budget`. */
int oct9_search_next(oct9_search_t *search, uint32_t *budget);

/* The next leaf, for callers that open each inner node with mirror 0. Returns OCT9_FOUND_LEAF,
 * OCT9_FOUND_NONE or OCT9_AGAIN. */
int oct9_search_next_leaf(oct9_search_t *search, uint32_t *budget);

/* Opens the current inner node; its children come in the order of their numbers XOR `mirror`.
 * Without this call all below the node is left out. */
void oct9_search_open(oct9_search_t *search, unsigned mirror);

/* Leaves out the children of the node that was opened last whose bits are not set. The bit of a
 * child is its number XOR `mirror`. */
void oct9_search_keep(oct9_search_t *search, unsigned children, unsigned mirror);

/* The number, as a child, of the node of `level` that contains a cell. The product shifts the
 * cell's bits 0, 10 and 20 to 29, 30 and 31. */
static inline unsigned oct9_search_child_at(uint32_t cell, unsigned level)
{
    return (unsigned)((cell >> level & OCT9_EACH) *
                          ((uint32_t)1 << 29 | (uint32_t)1 << 20 | 1u << 11) >>
                      29);
}

/* The number of the current node as a child. */
static inline unsigned oct9_search_child(const oct9_search_t *search)
{
    return oct9_search_child_at(search->corner, search->level);
}

/* True if the map was written to since the search began. */
bool oct9_search_stale(const oct9_search_t *search);

/* Fills in the current leaf. */
void oct9_search_leaf(const oct9_search_t *search, oct9_leaf_t *leaf);

/* The low face of the current node on an axis, in sub-cells. */
static inline int32_t oct9_search_low(const oct9_search_t *search, unsigned axis)
{
    return oct9_cell_low((search->corner >> 10u * axis) % OCT9_CELLS);
}

/* The current node's edge: 64..32768. */
static inline int32_t oct9_search_size(const oct9_search_t *search)
{
    return (int32_t)OCT9_CELL_Q6 << search->level;
}

/* --- steps, which visits use directly --------------------------------------------------------- */

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
    const uint32_t lower = planes, upper = planes >> 8;
    if (states == 1u << OCT9_OCCUPIED)
        return upper & 0xFFu; /* the same as the lines below */
    uint32_t bits = lower & upper;
    if (states & 1u << OCT9_UNKNOWN)
        bits |= ~(lower | upper);
    if (states & 1u << OCT9_FREE)
        bits |= lower & ~upper;
    if (states & 1u << OCT9_OCCUPIED)
        bits |= upper & ~lower;
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
        states = oct9_image_brick(search->tile, search->ref);
        children->opened.states = states;
    } else {
        const oct9_inner_t node = oct9_image_read(search->tile, search->ref);
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
