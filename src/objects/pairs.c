/* SPDX-License-Identifier: MIT */
/* Pairs of objects that overlap. A walk through the tree, below, finds the pairs in it. Objects
 * outside the tree ask one by one instead: each searches with the box around it. So do the moved
 * objects, if only these count and few have moved, and the objects that are not static, if these
 * are few. */
#include "port/oct9_port.h"
#include "src/objects/bounds.h"
#include "src/objects/objects.h"

/* Which objects ask one by one. */
enum { OUTSIDE_ASK, MOVED_ASK, DYNAMIC_ASK, NOBODY_ASKS };

/* The cost of a search in places of the walk, as measured. */
enum { SEARCH_COSTS = 8 };

static inline bool has_moved(const oct9_pairs_t *pairs, const oct9_object_t *object)
{
    return oct9_object_moved(pairs->objects, object);
}

/* True if two objects whose boxes overlap are one of the wanted pairs. */
static inline bool is_pair(const oct9_pairs_t *pairs, const oct9_object_t *a,
                           const oct9_object_t *b)
{
    return (!a->is_static || !b->is_static) &&
           (pairs->ignored == 0 || (oct9_category_counts(a->category, pairs->ignored) &&
                                    oct9_category_counts(b->category, pairs->ignored))) &&
           (pairs->of == OCT9_PAIRS_ALL || has_moved(pairs, a) || has_moved(pairs, b)) &&
           ((a->ignored | b->ignored) == 0 || (oct9_category_counts(a->category, b->ignored) &&
                                               oct9_category_counts(b->category, a->ignored))) &&
           oct9_bounds_meet(&a->bounds, &b->bounds);
}

/* Appends a pair, the lower index first. Returns true if the array is full then. */
static inline bool append_pair(oct9_pairs_t *pairs, const oct9_object_t *a, const oct9_object_t *b)
{
    const oct9_object_t *const object = pairs->objects->object;
    oct9_object_pair_t *const pair = pairs->found++;
    if (a > b) {
        const oct9_object_t *const higher = a;
        a = b;
        b = higher;
    }
    pair->a.index = (uint16_t)(a - object);
    pair->a.generation = a->generation;
    pair->b.index = (uint16_t)(b - object);
    pair->b.generation = b->generation;
    return --pairs->room == 0;
}

/* --- objects that ask ------------------------------------------------------------------------- */

static bool asks(const oct9_pairs_t *pairs, const oct9_object_t *object)
{
    if (pairs->asks == OUTSIDE_ASK)
        return object->node == OCT9_IN_OUTSIDE;
    return object->node != OCT9_IN_NONE &&
           (pairs->asks == MOVED_ASK ? has_moved(pairs, object) : !object->is_static);
}

static void begin_partners(oct9_pairs_t *pairs, uint16_t index)
{
    const oct9_bounds_t *bounds = &pairs->objects->object[index].bounds;
    oct9_objects_search_t *search = &pairs->search;
    oct9_objects_search_begin(search, pairs->objects, 0);
    oct9_objects_search_box(search, &bounds->centre, &bounds->centre, 0);
    for (unsigned a = 0; a < 3; a++) {
        search->low[a] -= bounds->half_q6[a];
        search->high[a] += bounds->half_q6[a];
    }
    pairs->first = index;
}

/* True if the object that the search found is a partner that does not report the pair itself. */
static bool is_partner(const oct9_pairs_t *pairs, uint16_t index)
{
    const oct9_object_t *object = pairs->objects->object;
    return index != pairs->first && (index > pairs->first || !asks(pairs, &object[index])) &&
           is_pair(pairs, &object[pairs->first], &object[index]);
}

/* Finds the next partner of the object that asks. */
static int search_partner(oct9_pairs_t *pairs, uint32_t *budget)
{
    int met;
    while ((met = oct9_objects_search_next(&pairs->search, budget)) > 0)
        if (met == OCT9_MET_NODE)
            oct9_objects_search_open(&pairs->search, 0);
        else if (is_partner(pairs, pairs->search.object))
            break;
    return met;
}

/* As oct9_objects_pairs_next, for the objects that ask. Returns 1 if the array is full. */
static OCT9_NOT_INLINE int ask_for_partners(oct9_pairs_t *pairs, uint32_t *budget)
{
    for (;;) {
        if (pairs->first != OCT9_NO_INDEX) {
            int met;
            while ((met = search_partner(pairs, budget)) > 0)
                if (append_pair(pairs, &pairs->objects->object[pairs->first],
                                oct9_objects_search_object(&pairs->search)))
                    return 1;
            if (met != OCT9_MET_NONE)
                return met;
            pairs->first = OCT9_NO_INDEX;
        }
        if (pairs->asked == pairs->objects->object_count)
            return 0;
        if (*budget == 0)
            return OCT9_AGAIN;
        --*budget;
        const uint16_t index = pairs->asked++;
        if (asks(pairs, &pairs->objects->object[index]))
            begin_partners(pairs, index);
    }
}

/* Pairs of objects in the tree, by one depth-first walk through the nodes.
 *
 * An object is at most as large as its node. So its partners, at its node's level and at each level
 * above, are held by the path's node of that level or by one of its 26 neighbours. The lists of
 * these near nodes are made from those of the level above, a child's from its parent's, like the
 * lists of near boxes in the fast multipole method. Each object visits its own level and those
 * above; at its own level it visits half of the neighbours.
 *
 * Source of the lists: Greengard and Rokhlin 1987, "A fast algorithm for particle simulations". */

enum { ITSELF = 13, FIRST_ABOVE = 18 };

/* Half of the neighbours. The node itself is left out: an object visits those after it in the
 * node's list. */
static const uint32_t AHEAD = 0x07FFC000u;

/* --- near nodes ------------------------------------------------------------------------------- */

/* For a node at that place: its children that may touch the node in the middle. */
static const uint8_t facing[] = { 0x80, 0xC0, 0x40, 0xA0, 0xF0, 0x50, 0x20, 0x30, 0x10,
                                  0x88, 0xCC, 0x44, 0xAA, 0xFF, 0x55, 0x22, 0x33, 0x11,
                                  0x08, 0x0C, 0x04, 0x0A, 0x0F, 0x05, 0x02, 0x03, 0x01 };

/* The places of the nodes that a child of the middle node may touch. */
static const uint32_t about_child[] = { 0x0000361Bu, 0x00006C36u, 0x0001B0D8u, 0x000361B0u,
                                        0x006C3600u, 0x00D86C00u, 0x0361B000u, 0x06C36000u };

/* The amount that a child's number adds to its place among the neighbours of another node. */
static const uint8_t step_of_child[] = { 0, 1, 3, 4, 9, 10, 12, 13 };

/* The places below and above the middle on each axis, as bits. */
static const uint32_t places_below[] = { 0x01249249u, 0x001C0E07u, 0x000001FFu };
static const uint32_t places_above[] = { 0x04924924u, 0x070381C0u, 0x07FC0000u };

/* For a node at that place: its children that are near to the child `octant` of the middle node. A
 * child without children needs only those that hold objects, and only half of them: none that is
 * lower on z. */
static OCT9_INLINE unsigned near_children(const oct9_object_node_t *parent, unsigned place,
                                          unsigned octant, bool last)
{
    const unsigned children = facing[place];
    if (!last)
        return children & parent->live;
    return children & parent->holders & (place < FIRST_ABOVE && octant >= 4 ? 0xF0u : 0xFFu);
}

/* Finds the neighbours of a child from those of its parent. A place has the number 13 + x + 3 y + 9
 * z, each of them -1..1. A child's coordinate is twice its parent's, plus its own bit, minus the
 * octant's bit. */
static OCT9_INLINE void find_children(const oct9_object_node_t *nodes, oct9_pairs_near_t *near,
                                      const oct9_pairs_near_t *parents, unsigned octant, bool last)
{
    uint32_t there = 0, holders = 0;
    uint32_t left = parents->there & about_child[octant] & ~(last ? places_below[2] : 0u);
    for (; left != 0; left &= left - 1u) {
        const unsigned place = oct9_port_low_bit(left);
        const oct9_object_node_t *parent = &nodes[parents->node[place]];
        const unsigned base = 2u * place - ITSELF - step_of_child[octant];
        unsigned children = near_children(parent, place, octant, last);
        for (; children != 0; children &= children - 1u) {
            const unsigned c = oct9_port_low_bit(children), at = base + step_of_child[c];
            near->node[at] = parent->child[c];
            there |= (uint32_t)1 << at;
            holders |= ((uint32_t)parent->holders >> c & 1u) << at;
        }
    }
    OCT9_ASSERT(!last || (there & places_below[2]) == 0);
    near->there = there;
    near->holders = holders;
}

static void set_alone(oct9_pairs_near_t *near, uint16_t node, bool holds)
{
    near->node[ITSELF] = node;
    near->there = (uint32_t)1 << ITSELF;
    near->holders = (uint32_t)holds << ITSELF;
}

/* Finds the neighbours of a child. In a tree that encloses its objects only the node itself is
 * near. */
static void find_near(oct9_pairs_t *pairs, unsigned level, unsigned octant, uint16_t child)
{
    const oct9_object_node_t *nodes = pairs->objects->node, *node = &nodes[child];
    oct9_pairs_near_t *near = &pairs->near[level];
    if (pairs->objects->placement == OCT9_ENCLOSING)
        set_alone(near, child, node->first != OCT9_NO_INDEX);
    else
        OCT9_BY_KIND(find_children, node->live == 0, nodes, near, &pairs->near[level + 1u], octant);
    const unsigned above_it = pairs->filled & ~((2u << level) - 1u);
    pairs->filled = (uint16_t)(above_it | (unsigned)(near->holders != 0) << level);
}

/* --- the walk --------------------------------------------------------------------------------- */

/* True if the interval of an object, of twice its `own` half from `low` on, overlaps that from
 * centre - half to centre + half: the high end of the latter is at least `low`, and at most twice
 * `half` above the high end of the former. Sums are within 2^18. */
static inline bool meets_axis(int32_t low, uint32_t own, int32_t centre, uint32_t half)
{
    return (uint32_t)(centre + (int32_t)half - low) <= (own + half) * 2u;
}

/* The places on an axis that hold no partners of an object whose node is at ITSELF. What the nodes
 * below ITSELF hold extends by less than the margin into it, and so for those above it. */
static inline uint32_t places_beyond(unsigned axis, int32_t centre, int32_t half, int32_t size,
                                     int32_t margin)
{
    const int32_t corner = ((centre - OCT9_LOW_Q6) & -size) + OCT9_LOW_Q6;
    return (centre - half < corner + margin ? 0u : places_below[axis]) |
           (centre + half >= corner + size - margin ? 0u : places_above[axis]);
}

/* Sets the near nodes of the lowest level that is left: those that hold objects and that the object
 * may reach. */
static inline void set_near(oct9_pairs_t *pairs, const oct9_bounds_t *bounds)
{
    const unsigned level = oct9_port_low_bit(pairs->levels_left);
    const int32_t size = (int32_t)OCT9_CELL_Q6 << level;
    const int32_t margin = oct9_objects_margin(pairs->objects, level, pairs->largest);
    pairs->levels_left = (uint16_t)(pairs->levels_left & (pairs->levels_left - 1u));
    pairs->near_level = (uint8_t)level;
    pairs->near_left = pairs->near[level].holders & (level == pairs->level ? AHEAD : ~(uint32_t)0) &
                       ~(places_beyond(0, bounds->centre.x, bounds->half_q6[0], size, margin) |
                         places_beyond(1, bounds->centre.y, bounds->half_q6[1], size, margin) |
                         places_beyond(2, bounds->centre.z, bounds->half_q6[2], size, margin));
}

/* Begins with an object of the current node, which has so many behind it, or with none. */
static inline void set_first(oct9_pairs_t *pairs, uint16_t first, unsigned behind)
{
    pairs->first = first;
    if (first == OCT9_NO_INDEX)
        return;
    pairs->second = pairs->objects->object[first].next;
    pairs->rest = pairs->behind = (uint16_t)behind;
    pairs->near_left = 0;
    pairs->levels_left = pairs->levels;
}

/* Enters a node whose near nodes are found. Its level counts if there are near nodes ahead. */
static void enter_near(oct9_pairs_t *pairs, uint16_t node, unsigned level)
{
    const oct9_object_node_t *entered = &pairs->objects->node[node];
    pairs->node = node;
    pairs->level = (uint8_t)level;
    if (level > 0)
        pairs->pending[level - 1u] = entered->live;
    const uint32_t ahead = pairs->near[level].holders & AHEAD;
    pairs->levels = (uint16_t)((pairs->filled & ~((2u << level) - 1u)) | (unsigned)(ahead != 0)
                                                                             << level);
    set_first(pairs, entered->first, entered->count - 1u);
}

static void begin_walk(oct9_pairs_t *pairs)
{
    oct9_pairs_near_t *top = &pairs->near[OCT9_LEVELS];
    set_alone(top, OCT9_NODE_ROOT, pairs->objects->node[OCT9_NODE_ROOT].first != OCT9_NO_INDEX);
    pairs->filled = (uint16_t)((unsigned)(top->holders != 0) << OCT9_LEVELS);
    pairs->asks = NOBODY_ASKS;
    if (pairs->objects->node[OCT9_NODE_ROOT].live != 0) /* else no node has near ones */
        pairs->largest = (uint8_t)oct9_objects_largest(pairs->objects);
    enter_near(pairs, OCT9_NODE_ROOT, OCT9_LEVELS);
}

/* Goes to the next node, depth first. Returns false if there is none. */
static OCT9_NOT_INLINE bool next_node(oct9_pairs_t *pairs)
{
    const oct9_object_node_t *nodes = pairs->objects->node;
    while (pairs->level == 0 || pairs->pending[pairs->level - 1u] == 0) {
        if (pairs->level == OCT9_LEVELS)
            return false;
        pairs->node = nodes[pairs->node].parent;
        pairs->level++;
    }
    const unsigned level = pairs->level - 1u, pending = pairs->pending[level];
    const unsigned octant = oct9_port_low_bit(pending);
    const uint16_t child = nodes[pairs->node].child[octant];
    pairs->pending[level] = (uint8_t)(pending & (pending - 1u));
    find_near(pairs, level, octant, child);
    enter_near(pairs, child, level);
    return true;
}

/* Goes to the list of the next near node, from the object's own level up. Returns false if there is
 * none. */
static OCT9_NOT_INLINE bool next_near(oct9_pairs_t *pairs)
{
    const oct9_bounds_t *bounds = &pairs->objects->object[pairs->first].bounds;
    while (pairs->near_left == 0) {
        if (pairs->levels_left == 0)
            return false;
        set_near(pairs, bounds);
    }
    const oct9_pairs_near_t *near = &pairs->near[pairs->near_level];
    const unsigned place = oct9_port_low_bit(pairs->near_left);
    pairs->near_left &= pairs->near_left - 1u;
    const oct9_object_node_t *node = &pairs->objects->node[near->node[place]];
    pairs->second = node->first;
    pairs->rest = node->count;
    return true;
}

/* True if the high end of an object on x is not below `low`. */
static inline bool ends_behind(const oct9_object_t *object, int32_t low)
{
    return object->low_x + 2 * (int32_t)object->bounds.half_q6[0] >= low;
}

/* Appends the pair of the first object and one whose box meets its box, if it is wanted. Returns
 * true if the array is full then. */
static OCT9_NOT_INLINE bool take_pair(oct9_pairs_t *pairs, const oct9_object_t *one,
                                      const oct9_object_t *other)
{
    return is_pair(pairs, one, other) && append_pair(pairs, one, other);
}

/* Looks for partners of an object from `index` on, in a list that is sorted by the low ends on x,
 * and appends them. `rest` is how many objects come in the list from there on; neither it nor the
 * budget is 0. Stops when no partner is left, which sets `rest` to 0, when the array is full, or
 * when the budget is used up. Returns true if the array is full. */
static inline bool scan_list(oct9_pairs_t *pairs, const oct9_object_t *one, uint16_t *index,
                             unsigned *rest, uint32_t *budget)
{
    const oct9_object_t *const object = pairs->objects->object;
    const int32_t low_x = one->low_x, high_x = low_x + 2 * (int32_t)one->bounds.half_q6[0];
    const uint32_t half_y = one->bounds.half_q6[1], half_z = one->bounds.half_q6[2];
    const int32_t low_y = one->bounds.centre.y - (int32_t)half_y;
    const int32_t low_z = one->bounds.centre.z - (int32_t)half_z;
    const unsigned most = *rest < *budget ? *rest : (unsigned)*budget;
    unsigned left = most;
    bool full = false;
    do {
        const oct9_object_t *const other = &object[*index];
        if (other->low_x > high_x) {
            *budget -= most - left + 1u;
            *rest = 0;
            return false;
        }
        full = meets_axis(low_y, half_y, other->bounds.centre.y, other->bounds.half_q6[1]) &&
               meets_axis(low_z, half_z, other->bounds.centre.z, other->bounds.half_q6[2]) &&
               ends_behind(other, low_x) && take_pair(pairs, one, other);
        *index = other->next;
    } while (--left != 0 && !full);
    *budget -= most - left;
    *rest -= most - left;
    return full;
}

/* Goes on through the list of `second`, and where no near node counts, through those of the first
 * objects that follow. Stops at the end, when the array is full, or when the budget is 0. */
static OCT9_NOT_INLINE void scan_lists(oct9_pairs_t *pairs, uint32_t *budget)
{
    const oct9_object_t *const object = pairs->objects->object, *one = &object[pairs->first];
    uint16_t index = pairs->second;
    unsigned rest = pairs->rest, behind = pairs->behind;
    bool full = false;
    while (rest != 0 && *budget != 0 && !full) {
        full = scan_list(pairs, one, &index, &rest, budget);
        if (rest == 0 && pairs->levels == 0) {
            OCT9_ASSERT(behind != 0);
            one = &object[one->next];
            index = one->next;
            rest = --behind;
        }
    }
    pairs->first = (uint16_t)(one - object);
    pairs->second = index;
    pairs->rest = (uint16_t)rest;
    pairs->behind = (uint16_t)behind;
}

/* Finds the partners of the first object, in its list and then in those of the near nodes. Returns
 * false if the array is full, or the budget is 0 in a list. */
static inline bool find_partners(oct9_pairs_t *pairs, uint32_t *budget)
{
    do {
        scan_lists(pairs, budget);
        if (pairs->room == 0 || pairs->rest != 0)
            return false;
    } while ((pairs->near_left | pairs->levels_left) != 0 && next_near(pairs));
    return true;
}

/* As oct9_objects_pairs_next, for pairs in the tree. Returns 1 if the array is full. */
static inline int walk(oct9_pairs_t *pairs, uint32_t *budget)
{
    for (;;) {
        if (pairs->first != OCT9_NO_INDEX && !find_partners(pairs, budget) && pairs->room == 0)
            return 1;
        if (*budget == 0)
            return OCT9_AGAIN;
        if (pairs->first != OCT9_NO_INDEX)
            set_first(pairs, pairs->objects->object[pairs->first].next, pairs->behind - 1u);
        else if (--*budget, !next_node(pairs))
            return 0;
    }
}

/* --- the calls -------------------------------------------------------------------------------- */

/* True if the objects are so few that each asks for itself. */
static bool are_few(const oct9_objects_t *objects, uint32_t number)
{
    return number * SEARCH_COSTS < objects->used;
}

oct9_status_t oct9_objects_pairs_begin(oct9_pairs_t *pairs, oct9_objects_t *objects,
                                       oct9_pairs_of_t of, uint16_t ignored)
{
    OCT9_ASSERT(pairs && objects);
    uint32_t all = UINT32_MAX;
    if (of != OCT9_PAIRS_ALL && of != OCT9_PAIRS_MOVED)
        return OCT9_REFUSE();
    (void)oct9_objects_flush(objects, &all);
    pairs->objects = objects;
    pairs->changes = objects->changes;
    pairs->of = (uint8_t)of;
    pairs->ignored = ignored;
    pairs->asked = 0;
    pairs->first = OCT9_NO_INDEX;
    if (of == OCT9_PAIRS_MOVED && are_few(objects, objects->moved))
        pairs->asks = MOVED_ASK;
    else if (are_few(objects, objects->dynamic))
        pairs->asks = DYNAMIC_ASK;
    else if (objects->outside != 0)
        pairs->asks = OUTSIDE_ASK;
    else
        begin_walk(pairs);
    return OCT9_OK;
}

int oct9_objects_pairs_next(oct9_pairs_t *pairs, uint32_t budget, oct9_object_pair_t *found,
                            uint16_t capacity)
{
    OCT9_ASSERT(pairs && found);
    int status = 0;
    if (budget == 0 || capacity == 0)
        return OCT9_REFUSE();
    if (pairs->changes != pairs->objects->changes)
        return OCT9_ERR_STALE;
    if (capacity > INT16_MAX)
        capacity = INT16_MAX; /* the most that an int holds on all targets */
    pairs->found = found;
    pairs->room = capacity;
    if (pairs->asks != NOBODY_ASKS) {
        status = ask_for_partners(pairs, &budget);
        if (status == 0 && pairs->asks == OUTSIDE_ASK)
            begin_walk(pairs);
    }
    if (pairs->asks == NOBODY_ASKS)
        status = walk(pairs, &budget);
    const int count = (int)(capacity - pairs->room);
    return count != 0 ? count : status;
}
