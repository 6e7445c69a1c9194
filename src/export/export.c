/* SPDX-License-Identifier: MIT */
/* A map as OctoMap's .bt.
 *
 * The stream has, depth-first, for each of OctoMap's inner nodes two bits for each child: 1 free, 2
 * occupied, 3 an inner node, 0 unknown. These are the states of oct9, with 3 for a child of two
 * states. OctoMap's nodes are aligned to its zero, the map's to the cube's corner: so each of
 * OctoMap's nodes has a search through the part of the map that it covers. A node of the map is
 * opened while it overlaps a child of which less than two states were found.
 *
 * Source: liboctomap's OccupancyOcTreeBase::readBinaryNode and AbstractOccupancyOcTree::readBinary
 * are what this must satisfy. */
#include "oct9/export.h"

#include "port/oct9_port.h"
#include "src/number/axes.h"
#include "src/number/frame.h"
#include "src/number/magnitude.h"
#include "src/query/search.h"

#define KEYS_ZERO 32768u /* the key of the cell at the world's zero */
#define KEYS_LEVELS 16u

enum { COUNTS_NODES, WRITES_NODES, EXPORT_ENDED };

/* The header; numbers are written over it, from their last digit to the left. */
static const char bt_text[] = "# Octomap OcTree binary file\nid OcTree\n"
                              "size          0\nres  0.000000\ndata\n";
enum { BT_COUNT_END = 54, BT_CELL_END = 68 }; /* behind these digits */

OCT9_STATIC_ASSERT(sizeof bt_text - 1u == OCT9_EXPORT_BT_HEADER, "the header is that long");
OCT9_STATIC_ASSERT(sizeof(oct9_export_bt_t) <= 512, "what a robot has to spare");

/* --- the place -------------------------------------------------------------------------------- */

/* Finds the key of the cell whose low face is nearest to the cube's on an axis, half up, and how
 * far it is above that. False if not all of the cube has keys. */
static bool find_key(uint32_t cell_um, int32_t origin_mm, uint16_t *key, int32_t *shift_um)
{
    const bool below = origin_mm < 0;
    const uint32_t mm = oct9_magnitude(origin_mm);
    uint32_t cells = mm / cell_um, rest = mm % cell_um;
    for (unsigned i = 0; i < 3 && cells <= KEYS_ZERO; i++) { /* micrometres, by digits */
        rest *= 10u;                                         /* below 10 * 2^26 */
        cells = cells * 10u + rest / cell_um;
        rest %= cell_um;
    }
    const uint32_t more = cell_um - rest; /* to the next cell away from zero */
    const bool farther = below ? rest > more : rest >= more;
    cells += farther ? 1u : 0u;
    if (cells > (below ? KEYS_ZERO : KEYS_ZERO - OCT9_CELLS))
        return false;
    *key = (uint16_t)(below ? KEYS_ZERO - cells : KEYS_ZERO + cells);
    const int32_t shift = (int32_t)(farther ? more : rest);
    *shift_um = farther == below ? -shift : shift;
    return true;
}

/* --- a node ----------------------------------------------------------------------------------- */

/* The children of a node in its lower half on an axis; in the upper half are the others. */
static inline unsigned lower_children(unsigned axis)
{
    return axis == 0 ? 0x55u : axis == 1 ? 0x33u : 0x0Fu;
}

static inline unsigned children_in(bool lower, bool upper, unsigned axis)
{
    const unsigned children = lower_children(axis);
    return (lower ? children : 0u) | (upper ? 0xFFu - children : 0u);
}

/* The middle of the node on an axis, in cells from the cube's corner. */
static inline int32_t node_middle(const oct9_export_bt_t *bt, unsigned axis)
{
    return (int32_t)bt->node[axis] - bt->cube[axis] + ((int32_t)1 << bt->level);
}

/* Begins a search through what the node covers of the cube. What it covers outside is unknown. */
static void look_at_bt_node(oct9_export_bt_t *bt)
{
    const int32_t half = (int32_t)1 << bt->level;
    oct9_search_t *const search = &bt->search;
    unsigned outside = 0;
    oct9_search_anew(search);
    search->low = search->high = 0;
    for (unsigned a = 0; a < 3; a++) {
        const int32_t middle = node_middle(bt, a), lo = middle - half, hi = middle + half;
        OCT9_ASSERT(lo < OCT9_CELLS && hi > 0);
        outside |= children_in(lo < 0 || middle > OCT9_CELLS, middle < 0 || hi > OCT9_CELLS, a);
        search->low |= (uint32_t)(lo < 0 ? 0 : lo) << 10u * a;
        search->high |= (uint32_t)((hi > OCT9_CELLS ? OCT9_CELLS : hi) - 1) << 10u * a;
    }
    bt->found[OCT9_UNKNOWN] = (uint8_t)outside;
    bt->found[OCT9_FREE] = bt->found[OCT9_OCCUPIED] = 0;
    oct9_search_start(search);
}

/* The children that the search's node overlaps. */
static unsigned bt_children_met(const oct9_export_bt_t *bt)
{
    const oct9_search_t *const search = &bt->search;
    unsigned children = 0xFFu;
    for (unsigned a = 0; a < 3; a++) {
        const int32_t low = (int32_t)(search->corner >> 10u * a) % OCT9_CELLS;
        const int32_t end = low + ((int32_t)1 << search->level), middle = node_middle(bt, a);
        const bool lower = low < middle;
        const bool upper = end > middle;
        children &= children_in(lower, upper, a);
    }
    return children;
}

/* The children of two states. */
static unsigned mixed_children(const oct9_export_bt_t *bt)
{
    const unsigned unknown = bt->found[OCT9_UNKNOWN], empty = bt->found[OCT9_FREE];
    return (unknown & empty) | ((unknown | empty) & bt->found[OCT9_OCCUPIED]);
}

/* Takes what the search found. */
static void take_found(oct9_export_bt_t *bt, bool leaf)
{
    oct9_search_t *const search = &bt->search;
    const unsigned children = bt_children_met(bt);
    if (leaf) {
        uint8_t *const found =
            &bt->found[oct9_map_state(&search->map, oct9_ref_payload(search->ref))];
        *found = (uint8_t)(*found | children);
    } else if ((children & ~mixed_children(bt)) != 0) {
        oct9_search_open(search, 0);
    }
}

/* --- the stream ------------------------------------------------------------------------------- */

/* Every second bit of the result, from the lowest on, is the next one of the children. */
static uint16_t spread_children(unsigned children)
{
    unsigned bits = (children | children << 4) & 0x0F0Fu;
    bits = (bits | bits << 2) & 0x3333u;
    return (uint16_t)((bits | bits << 1) & 0x5555u);
}

/* Counts the node's children, or writes what they are. */
static void put_bt_node(oct9_export_bt_t *bt)
{
    const unsigned mixed = mixed_children(bt);
    const unsigned empty = bt->found[OCT9_FREE], occupied = bt->found[OCT9_OCCUPIED];
    OCT9_ASSERT(bt->level != 0 || mixed == 0);
    bt->pending[bt->level] = (uint8_t)mixed;
    if (bt->stage == COUNTS_NODES) {
        for (unsigned known = empty | occupied; known != 0; known &= known - 1u)
            bt->count++;
        return;
    }
    const unsigned bits = spread_children(empty | mixed) | spread_children(occupied | mixed) * 2u;
    bt->bytes[0] = (uint8_t)(bits % 256u);
    bt->bytes[1] = (uint8_t)(bits / 256u);
    bt->from = 0;
    bt->to = 2;
}

/* Begins with the root. */
static void begin_bt_pass(oct9_export_bt_t *bt, uint8_t stage)
{
    bt->stage = stage;
    bt->level = KEYS_LEVELS - 1u;
    bt->node[0] = bt->node[1] = bt->node[2] = 0;
    look_at_bt_node(bt);
}

/* Writes a number over the zeros before `end`, and around a point. */
static void put_number(uint8_t *end, uint32_t number)
{
    for (; number != 0; number /= 10u) {
        end--;
        if (*end == (uint8_t)'.')
            end--;
        *end = (uint8_t)((unsigned)'0' + number % 10u);
    }
}

static void put_text(oct9_export_bt_t *bt)
{
    for (unsigned i = 0; i < OCT9_EXPORT_BT_HEADER; i++)
        bt->bytes[i] = (uint8_t)bt_text[i];
    put_number(bt->bytes + BT_COUNT_END, bt->count != 0 ? bt->count + 1u : 0u);
    put_number(bt->bytes + BT_CELL_END, bt->cell_um);
    bt->from = 0;
    bt->to = OCT9_EXPORT_BT_HEADER;
}

/* Goes to the next of the nodes that are still to be opened. False if there is none. */
static bool go_to_pending_node(oct9_export_bt_t *bt)
{
    unsigned level = bt->level;
    while (bt->pending[level] == 0)
        if (++level == KEYS_LEVELS)
            return false;
    OCT9_ASSERT(level != 0);
    const unsigned pending = bt->pending[level], child = oct9_port_low_bit(pending);
    bt->pending[level] = (uint8_t)(pending & (pending - 1u));
    for (unsigned a = 0; a < 3; a++)
        bt->node[a] = (uint16_t)(((uint32_t)bt->node[a] >> level >> 1 << 1 | (child >> a & 1u))
                                 << level);
    bt->level = (uint8_t)(level - 1u);
    return true;
}

/* Ends a node, and goes to the next; after the last one to the next stage. A map of which nothing
 * is known has no node, not even the root. */
static void end_bt_node(oct9_export_bt_t *bt)
{
    put_bt_node(bt);
    if (go_to_pending_node(bt)) {
        look_at_bt_node(bt);
        return;
    }
    const bool counted = bt->stage == COUNTS_NODES;
    bt->stage = EXPORT_ENDED;
    if (!counted)
        return;
    put_text(bt);
    if (bt->count != 0)
        begin_bt_pass(bt, WRITES_NODES);
}

/* --- the calls -------------------------------------------------------------------------------- */

oct9_status_t oct9_export_bt_begin(oct9_export_bt_t *bt, const oct9_map_t *map,
                                   const oct9_frame_t *frame, int32_t shift_um[3])
{
    OCT9_ASSERT(bt && map && shift_um);
    int32_t shift[3];
    if (!oct9_frame_good(frame))
        return OCT9_REFUSE();
    for (unsigned a = 0; a < 3; a++)
        if (!find_key(frame->cell_um, oct9_mm_axis(&frame->origin_mm, a), &bt->cube[a], &shift[a]))
            return OCT9_ERR_RANGE;
    for (unsigned a = 0; a < 3; a++)
        shift_um[a] = shift[a];
    bt->cell_um = frame->cell_um;
    bt->count = 0;
    bt->from = bt->to = 0;
    for (unsigned level = 0; level < KEYS_LEVELS; level++)
        bt->pending[level] = 0;
    oct9_search_begin(&bt->search, map, OCT9_STATES_ALL);
    begin_bt_pass(bt, COUNTS_NODES);
    return OCT9_OK;
}

/* Takes a step of the search. Returns OCT9_AGAIN if the budget is used up. */
static oct9_status_t step_bt_search(oct9_export_bt_t *bt, uint32_t *budget)
{
    const int found = oct9_search_next(&bt->search, budget);
    if (found < 0)
        return OCT9_AGAIN;
    if (found == OCT9_FOUND_NONE)
        end_bt_node(bt);
    else
        take_found(bt, found == OCT9_FOUND_LEAF);
    return OCT9_OK;
}

oct9_status_t oct9_export_bt_run(oct9_export_bt_t *bt, uint32_t budget, uint8_t *bytes, size_t size,
                                 size_t *written)
{
    OCT9_ASSERT(bt && bytes && written);
    if (budget == 0)
        return OCT9_REFUSE();
    if (size == 0)
        return OCT9_REFUSE();
    if (oct9_search_stale(&bt->search))
        return OCT9_ERR_STALE;
    size_t count = 0;
    oct9_status_t status = OCT9_OK;
    while (status == OCT9_OK) {
        for (; bt->from < bt->to && count < size; count++)
            bytes[count] = bt->bytes[bt->from++];
        if (bt->stage == EXPORT_ENDED && bt->from == bt->to)
            break;
        status = count == size ? OCT9_AGAIN : step_bt_search(bt, &budget);
    }
    *written = count;
    return status;
}
