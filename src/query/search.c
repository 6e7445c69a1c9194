/* SPDX-License-Identifier: MIT */
/* Depth-first search. Each level has a byte of the children that are still to be visited.
 *
 * When a node is opened, its children are selected at once: eight bits for those that overlap the
 * span, and in an image eight bits for those whose states can matter. */
#include "port/oct9_hot.h"

#include "src/query/search.h"

/* A search has one entry for each of the levels 8 to 0, and one for the node at which it starts. */
OCT9_STATIC_ASSERT(sizeof((oct9_search_t *)0)->at / sizeof((oct9_search_t *)0)->at[0] ==
                       OCT9_LEVELS + 1,
                   "one place for each level");

void oct9_search_anew(oct9_search_t *search)
{
    search->low = 0;
    search->high = (OCT9_CELLS - 1u) * OCT9_EACH;
    search->level = 1;
}

void oct9_search_begin(oct9_search_t *search, const oct9_map_t *map, unsigned states)
{
    search->map.tree = map->tree;
    search->map.image = search->tile = map->image;
    search->generation = oct9_map_generation(map);
    search->leaves = search->nodes = 0;
    search->filter_mask = search->filter_value = 0;
    search->states = (uint8_t)states;
    oct9_search_anew(search);
}

void oct9_search_blocking(oct9_search_t *search, const oct9_map_t *map, const oct9_rules_t *rules)
{
    oct9_search_begin(search, map,
                      rules->unknown == OCT9_BLOCKS ? OCT9_STATES_OCCUPIED | OCT9_STATES_UNKNOWN
                                                    : OCT9_STATES_OCCUPIED);
    search->filter_mask = rules->filter_mask;
    search->filter_value = rules->filter_value;
}

extern inline void oct9_search_span(oct9_search_t *search, unsigned axis, int32_t lo, int32_t hi);

/* The level of the smallest node that contains the whole span. */
static unsigned span_level(const oct9_search_t *search)
{
    uint32_t differ = search->low ^ search->high;
    differ = (differ | differ >> 10 | differ >> 20) & 511u;
    return differ ? oct9_port_top_bit(differ) + 1u : 0;
}

/* Descends from a node that contains the span, of level `from` and no pair, to the node of `level`
 * that does, or to a leaf. `level` then becomes the leaf's level. */
static OCT9_INLINE uint32_t descend_to_span(const oct9_search_t *search, uint32_t ref,
                                            unsigned from, unsigned *level, bool tree)
{
    while (from > *level && ref < OCT9_REF_LEAF) {
        from--;
        ref = oct9_map_child(&search->map, search->tile, ref, from,
                             oct9_search_child_at(search->low, from), tree);
    }
    *level = from;
    return ref;
}

/* Of each axis some bits, ten places after those of the axis before: one place after them. */
static inline uint32_t side_by_side(uint32_t bits)
{
    return bits | bits >> 9 | bits >> 18;
}

/* The number of the directory's entry for the span's low corner cell. */
static inline uint32_t low_entry(const oct9_search_t *search)
{
    uint32_t bits = 0;
    OCT9_UNROLL
    for (unsigned level = OCT9_LEVELS; level-- > OCT9_IMAGE_START;)
        bits = bits << 3 | (search->low >> level & OCT9_EACH);
    return side_by_side(bits) % OCT9_IMAGE_ENTRIES;
}

/* What oct9_search_level_t keeps of a span: the children of `level` with its corners. */
static inline unsigned span_at(uint32_t low, uint32_t high, unsigned level)
{
    return side_by_side((low >> level & OCT9_EACH) | (~high >> level & OCT9_EACH) << 3) % 64u;
}

/* Where a node of `level`, from 1 on, is kept if it is a pair. */
static inline oct9_opened_t *kept(oct9_search_t *search, unsigned level)
{
    return &search->at[level - 1u].opened;
}

/* The span's low corner as a Morton code. In a world's cube, which is all that is a pair there, the
 * bits that name an entry of a directory suffice. */
static inline uint32_t low_code(const oct9_search_t *search)
{
    if (!oct9_image_layered(search->map.image))
        return low_entry(search) << 3u * OCT9_IMAGE_START;
    const oct9_cell_t low = { (uint16_t)(search->low % OCT9_CELLS),
                              (uint16_t)((search->low >> 10) % OCT9_CELLS),
                              (uint16_t)(search->low >> 20) };
    return oct9_morton_encode(&low);
}

/* Descends from the cube through pairs as far as to `level`, which becomes the node's level. */
static OCT9_COLD uint32_t descend_pairs(oct9_search_t *search, unsigned *level)
{
    oct9_opened_t pair;
    const uint32_t ref = oct9_descend_pairs(search->map.image, low_code(search), level, &pair,
                                            &search->tile);
    if (ref == OCT9_REF_PAIR) {
        kept(search, *level)->first = pair.first;
        kept(search, *level)->states = pair.states;
    }
    return ref;
}

static OCT9_NOT_INLINE uint32_t go_down(oct9_search_t *search, unsigned *level)
{
    const oct9_map_t *map = &search->map;
    unsigned from = OCT9_LEVELS;
    uint32_t ref;
    if (oct9_map_paired(map)) {
        from = *level;
        ref = descend_pairs(search, &from);
    } else if (!map->tree && *level <= OCT9_IMAGE_START) {
        ref = oct9_image_start(map->image, low_entry(search), &from);
    } else {
        ref = oct9_map_root(map);
    }
    return OCT9_BY_KIND(descend_to_span, map->tree != NULL, search, ref, from, level);
}

void oct9_search_start(oct9_search_t *search)
{
    unsigned level = span_level(search);
    search->ref = go_down(search, &level);
    OCT9_ASSERT(level <= OCT9_LEVELS && search->level <= 1);
    search->at[level].pending = search->level;
    search->top = search->level = (uint8_t)level;
    search->corner = search->low & ~oct9_search_edge(level);
    search->cut = 63;
    const uint32_t low = search->low, high = search->high;
    for (unsigned below = 0; below < level; below++)
        search->at[below].span = (uint8_t)span_at(low, high, below);
}

/* For searches by rules the payloads that do not matter are `count` from `first` on, and an inner
 * node's slot less `first` wraps to above them. */
unsigned oct9_step_open_tree(const oct9_search_t *search, unsigned bits)
{
    const oct9_tree_t *const tree = search->map.tree;
    const uint16_t *const slot = tree->pool[search->ref].slot;
    unsigned first = OCT9_SLOT_LEAF, count = tree->thresholds.occupied_from;
    if (search->states == (1u << OCT9_OCCUPIED | 1u << OCT9_UNKNOWN)) {
        first++;
        count = tree->thresholds.free_below - 1u;
    } else if (search->states != 1u << OCT9_OCCUPIED) {
        return bits;
    }
    OCT9_UNROLL_8
    for (unsigned i = 0; i < 8; i++)
        if ((uint16_t)(slot[i] - first) < count)
            bits &= ~(1u << i);
    return bits;
}

/* Opens the current node, which is a child of a pair: see oct9_pair_child. */
void oct9_step_open_pair(oct9_search_t *search, unsigned level)
{
    search->ref = oct9_pair_child(search->map.image, &search->at[level].opened, kept(search, level),
                                  oct9_pair_number(level, (unsigned)(search->ref % 8u)),
                                  &search->tile);
}

static OCT9_INLINE void open_current(oct9_search_t *search, unsigned mirror, bool tree)
{
    const unsigned level = search->level - 1u;
    oct9_search_level_t *children = &search->at[level];
    OCT9_ASSERT(search->level != 0 && search->level <= search->top && mirror < 8);
    children->cut = search->cut;
    unsigned bits = oct9_span_meets(children->cut, children->span);
    if (tree) {
        children->opened.first = search->ref;
        bits = oct9_step_open_tree(search, bits);
    } else {
        bits &= oct9_step_open_image(search, children, level, search->ref == OCT9_REF_PAIR);
    }
    children->pending = (uint8_t)(oct9_children_reorder(bits, mirror) & 0xFFu);
    children->order = (uint8_t)mirror;
    search->level = (uint8_t)level;
}

/* Moves to a child of `level`. The child's parent is the current node or contains it. */
static inline void move_to_child(oct9_search_t *search, const oct9_search_level_t *children,
                                 unsigned level, unsigned child)
{
    search->corner = oct9_step_corner(search->corner, level, child);
    search->cut = (uint8_t)oct9_span_cut(children->cut, children->span, child);
}

/* Takes the first pending node of the level, or the node at which the search starts. */
static OCT9_INLINE void take_pending(oct9_search_t *search, oct9_search_level_t *children,
                                     unsigned level, bool tree)
{
    const unsigned pending = children->pending;
    OCT9_ASSERT(pending != 0 && level <= search->top);
    children->pending = (uint8_t)(pending & (pending - 1u));
    if (level == search->top)
        return;
    const unsigned child = oct9_port_low_bit(pending) ^ children->order;
    search->ref = oct9_step_child_ref(search, children, level, child, tree);
    if (!tree && search->ref - OCT9_REF_PAIRS < OCT9_REF_PAIRS)
        oct9_step_open_pair(search, level);
    move_to_child(search, children, level, child);
}

/* The functions below store one thing each, so that the proofs can say what each of them leaves
 * unchanged. This one continues at a level if the budget is not used up. */
static inline bool go_on_at(oct9_search_t *search, unsigned level, uint32_t *budget)
{
    search->level = (uint8_t)level;
    if (*budget == 0)
        return false;
    --*budget;
    return true;
}

static inline void count_node(oct9_search_t *search)
{
    search->nodes++;
}

static inline void count_leaf(oct9_search_t *search)
{
    search->leaves++;
}

static OCT9_INLINE int next_overlapping(oct9_search_t *search, uint32_t *budget, bool tree)
{
    unsigned level = search->level;
    oct9_search_level_t *children = &search->at[level];
    for (;;) {
        for (; children->pending == 0; children++)
            if (level++ == search->top)
                return OCT9_FOUND_NONE;
        if (!go_on_at(search, level, budget))
            return OCT9_AGAIN;
        take_pending(search, children, level, tree);
        if (search->ref < OCT9_REF_LEAF && level != 0) {
            count_node(search);
            return OCT9_FOUND_INNER;
        }
        count_leaf(search);
        if (oct9_step_leaf_matters(search))
            return OCT9_FOUND_LEAF;
    }
}

void oct9_search_open(oct9_search_t *search, unsigned mirror)
{
    open_current(search, mirror, search->map.tree != NULL);
}

void oct9_search_keep(oct9_search_t *search, unsigned children, unsigned mirror)
{
    oct9_search_level_t *const at = &search->at[search->level];
    const unsigned left = oct9_children_reorder(children, at->order ^ mirror) & at->pending;
    at->pending = (uint8_t)left;
}

int oct9_search_next(oct9_search_t *search, uint32_t *budget)
{
    OCT9_ASSERT(search->level <= search->top && search->top <= OCT9_LEVELS);
    return next_overlapping(search, budget, search->map.tree != NULL);
}

/* A loop of oct9_search_next and oct9_search_open, as one function. */
static OCT9_INLINE int next_leaf(oct9_search_t *search, uint32_t *budget, bool tree)
{
    uint32_t left = *budget; /* in a register */
    int found;
    while ((found = next_overlapping(search, &left, tree)) == OCT9_FOUND_INNER)
        open_current(search, 0, tree);
    *budget = left;
    return found;
}

int oct9_search_next_leaf(oct9_search_t *search, uint32_t *budget)
{
    return OCT9_BY_KIND(next_leaf, search->map.tree != NULL, search, budget);
}

bool oct9_search_stale(const oct9_search_t *search)
{
    return oct9_map_stale(&search->map, search->generation);
}

void oct9_search_leaf(const oct9_search_t *search, oct9_leaf_t *leaf)
{
    oct9_step_leaf(search, leaf);
}
