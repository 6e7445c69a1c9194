/* SPDX-License-Identifier: MIT */
/* Depth-first search: for each level a byte of the children that are still to be visited.
 *
 * A node's children are chosen at once when it is opened: by eight bits that overlap the span,
 * and in an image by eight bits whose states can matter. */
#include "src/search.h"

#include "src/node.h"

/* Children of levels 8 to 0, and the node that it starts at, are all that a search can be in at
 * once. */
_Static_assert(sizeof((oct9_search_t *)0)->at / sizeof((oct9_search_t *)0)->at[0] ==
               OCT9_LEVELS + 1, "one place for each level");

void oct9_search_begin(oct9_search_t *search, const oct9_map_t *map, unsigned states,
                       uint16_t filter_mask, uint16_t filter_value)
{
    search->map.tree = map->tree;
    search->map.image = map->image;
    for (unsigned a = 0; a < 3; a++) {
        search->lo[a] = 0;
        search->hi[a] = OCT9_CELLS;
    }
    search->leaves = search->nodes = 0;
    search->filter_mask = filter_mask;
    search->filter_value = filter_value;
    search->states = (uint8_t)states;
    search->depth = OCT9_LEVELS;
    for (unsigned level = 0; level < OCT9_LEVELS; level++)
        search->at[level].pending = 0;
    search->at[OCT9_LEVELS].pending = 1;
}

void oct9_search_blocking(oct9_search_t *search, const oct9_map_t *map, const oct9_rules_t *rules)
{
    const unsigned unknown = rules->unknown == OCT9_BLOCKS ? 1u << OCT9_UNKNOWN : 0;
    oct9_search_begin(search, map, unknown | 1u << OCT9_OCCUPIED, rules->filter_mask,
                      rules->filter_value);
}

void oct9_search_span(oct9_search_t *search, unsigned axis, int32_t lo, int32_t hi)
{
    if (hi < 0 || lo >= OCT9_CUBE_Q6 || lo > hi) {
        search->at[OCT9_LEVELS].pending = 0;
        return;
    }
    if (lo > 0)
        search->lo[axis] = (uint16_t)(lo / OCT9_CELL_Q6);
    if (hi < OCT9_CUBE_Q6)
        search->hi[axis] = (uint16_t)(hi / OCT9_CELL_Q6 + 1);
}

void oct9_search_box(oct9_search_t *search, const oct9_cell_t *lo, const oct9_cell_t *hi)
{
    search->lo[0] = lo->x;
    search->lo[1] = lo->y;
    search->lo[2] = lo->z;
    search->hi[0] = hi->x;
    search->hi[1] = hi->y;
    search->hi[2] = hi->z;
}

/* The level of the smallest node that holds the whole span. */
static unsigned span_level(const oct9_search_t *search)
{
    unsigned differ = 0;
    for (unsigned a = 0; a < 3; a++)
        differ |= search->lo[a] ^ (search->hi[a] - 1u);
    return differ ? oct9_port_top_bit(differ) + 1u : 0;
}

void oct9_search_start(oct9_search_t *search)
{
    const oct9_cell_t cell = { search->lo[0], search->lo[1], search->lo[2] };
    unsigned level = span_level(search);
    search->at[OCT9_LEVELS].first = oct9_map_descend(&search->map, &cell, &level);
    search->level = (uint8_t)level;
    for (unsigned a = 0; a < 3; a++)
        search->corner[a] = (uint16_t)(search->lo[a] >> level << level);
}

/* The eight bits with bit i moved to i XOR order. */
static inline unsigned reorder(unsigned bits, unsigned order)
{
    if (order & 1u)
        bits = (bits & 0x55u) << 1 | (bits >> 1 & 0x55u);
    if (order & 2u)
        bits = (bits & 0x33u) << 2 | (bits >> 2 & 0x33u);
    if (order & 4u)
        bits = (bits & 0x0Fu) << 4 | bits >> 4;
    return bits;
}

/* The children of the node that was found that overlap the span, as the node itself does. Sums
 * stay below 512. */
static inline unsigned overlapping(const oct9_search_t *search)
{
    static const uint8_t upper[3] = { 0xAA, 0xCC, 0xF0 };   /* the upper halves on each axis */
    const unsigned half = 1u << search->level >> 1;
    unsigned bits = 0xFFu;
    OCT9_UNROLL
    for (unsigned a = 0; a < 3; a++) {
        const unsigned middle = search->corner[a] + half;
        if (search->lo[a] >= middle)
            bits &= upper[a];
        if (search->hi[a] <= middle)
            bits &= ~(unsigned)upper[a];
    }
    return bits;
}

/* The children of an image's node, by its two planes of states, that are inner or of a state that
 * matters. */
static inline unsigned mattering(uint32_t planes, unsigned states)
{
    const uint32_t low = planes, high = planes >> 8;
    uint32_t bits = low & high;
    if (states & 1u << OCT9_UNKNOWN)
        bits |= ~(low | high);
    if (states & 1u << OCT9_FREE)
        bits |= low & ~high;
    if (states & 1u << OCT9_OCCUPIED)
        bits |= high & ~low;
    return bits & 0xFFu;
}

/* Reads the image's node that was found; its children that matter. */
static inline unsigned open_image(oct9_search_t *search, unsigned level)
{
    if (level == 1) {
        const uint32_t brick = oct9_image_brick(search->map.image, search->ref);
        search->at[0].states = (uint16_t)brick;
        return mattering(brick, search->states);
    }
    const oct9_inner_t node = oct9_image_read(search->map.image, search->ref);
    if (node.is_void && search->states == 1u << OCT9_OCCUPIED)
        return 0;
    search->at[level - 1u].first = node.first;
    search->at[level - 1u].states = (uint16_t)node.states;
    return mattering(node.states, search->states);
}

static OCT9_INLINE void open(oct9_search_t *search, unsigned mirror, bool tree)
{
    const unsigned level = search->level;
    unsigned children = overlapping(search);
    if (tree)
        search->at[level - 1u].first = search->ref;
    else
        children &= open_image(search, level);
    search->at[level - 1u].pending = (uint8_t)reorder(children, mirror);
    search->at[level - 1u].order = (uint8_t)mirror;
    search->depth = (uint8_t)(level - 1u);
}

static OCT9_INLINE uint32_t child_ref(const oct9_search_t *search, unsigned level,
                                      unsigned child, bool tree)
{
    const uint32_t first = search->at[level].first, states = search->at[level].states;
    if (tree)
        return oct9_tree_child(search->map.tree, first, child);
    return level == 0 ? oct9_leaf_ref(states, child) : oct9_image_child(first, states, child);
}

/* Moves to a child of `level` of the node that holds the one that was found. */
static inline void move(oct9_search_t *search, unsigned level, unsigned child)
{
    const unsigned keep = ~((2u << level) - 1u);
    OCT9_UNROLL
    for (unsigned a = 0; a < 3; a++)
        search->corner[a] = (uint16_t)((search->corner[a] & keep) | (child >> a & 1u) << level);
    search->level = (uint8_t)level;
}

/* Takes the first of the pending nodes of the level, or the one that the search starts at. */
static inline void take_pending(oct9_search_t *search, unsigned level, bool tree)
{
    if (OCT9_RARELY(level == OCT9_LEVELS)) {
        search->at[OCT9_LEVELS].pending = 0;
        search->ref = search->at[OCT9_LEVELS].first;
        return;
    }
    const unsigned pending = search->at[level].pending;
    const unsigned child = oct9_port_low_bit(pending) ^ search->at[level].order;
    search->at[level].pending = (uint8_t)(pending & (pending - 1u));
    search->ref = child_ref(search, level, child, tree);
    move(search, level, child);
}

/* A leaf is of a state and a payload that matter. */
static inline bool leaf_matters(const oct9_search_t *search)
{
    const uint16_t payload = oct9_ref_payload(search->ref);
    return (search->states >> oct9_map_state(&search->map, payload) & 1u) &&
           (payload & search->filter_mask) == search->filter_value;
}

static OCT9_INLINE int next(oct9_search_t *search, uint32_t *budget, bool tree)
{
    unsigned level = search->depth;
    for (;;) {
        while (search->at[level].pending == 0)
            if (level++ == OCT9_LEVELS) {
                search->depth = OCT9_LEVELS;
                return OCT9_FOUND_NONE;
            }
        search->depth = (uint8_t)level;
        if (*budget == 0)
            return OCT9_AGAIN;
        --*budget;
        take_pending(search, level, tree);
        if (!(search->ref & OCT9_REF_LEAF) && search->level != 0) {
            search->nodes++;
            return OCT9_FOUND_INNER;
        }
        search->leaves++;
        if (leaf_matters(search))
            return OCT9_FOUND_LEAF;
    }
}

static OCT9_INLINE int next_leaf(oct9_search_t *search, uint32_t *budget, bool tree)
{
    int found;
    while ((found = next(search, budget, tree)) == OCT9_FOUND_INNER)
        open(search, 0, tree);
    return found;
}

void oct9_search_open(oct9_search_t *search, unsigned mirror)
{
    OCT9_BY_KIND(open, search->map.tree != NULL, search, mirror);
}

int oct9_search_next(oct9_search_t *search, uint32_t *budget)
{
    return OCT9_BY_KIND(next, search->map.tree != NULL, search, budget);
}

int oct9_search_next_leaf(oct9_search_t *search, uint32_t *budget)
{
    return OCT9_BY_KIND(next_leaf, search->map.tree != NULL, search, budget);
}

void oct9_search_leaf(const oct9_search_t *search, oct9_leaf_t *leaf)
{
    leaf->corner.x = search->corner[0];
    leaf->corner.y = search->corner[1];
    leaf->corner.z = search->corner[2];
    leaf->level = search->level;
    leaf->payload = oct9_ref_payload(search->ref);
    leaf->state = (uint8_t)oct9_map_state(&search->map, leaf->payload);
}
