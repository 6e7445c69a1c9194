/* SPDX-License-Identifier: MIT */
/* The list of what a view has seen: the table's entries and, with each, the leaves between it and
 * another entry on the three axes. */
#include "src/view/view_seen.h"

#include "oct9/view.h"
#include "port/oct9_port.h"
#include "src/map/map.h"
#include "src/number/axes.h"
#include "src/number/hash.h"
#include "src/number/morton.h"

enum { ITSELF = 3 };

void oct9_view_seen_begin(oct9_view_seen_t *list, const oct9_view_t *view)
{
    OCT9_ASSERT(list && view);
    list->view = view;
    list->generation = view->frame == 0 ? 0 : oct9_map_generation(&view->map);
    list->changes = view->changes;
    list->next = 0;
    list->axis = ITSELF;
}

static void move(oct9_node_t *node, unsigned axis, int32_t by)
{
    uint16_t *const at = axis == 0 ? &node->corner.x
                       : axis == 1 ? &node->corner.y
                                   : &node->corner.z;
    *at = (uint16_t)(*at + by);
}

static unsigned place(const oct9_node_t *node, unsigned axis)
{
    return axis == 0 ? node->corner.x : axis == 1 ? node->corner.y : node->corner.z;
}

/* True if both neighbours on the axis are seen. */
static bool both_seen(const oct9_view_t *view, const oct9_node_t *node, unsigned axis)
{
    OCT9_ASSERT(axis < 3 && node->level <= OCT9_LEVELS);
    const int32_t size = (int32_t)1 << node->level;
    const unsigned at = place(node, axis);
    oct9_node_t side = { { node->corner.x, node->corner.y, node->corner.z }, node->level };
    if (at == 0 || at + (unsigned)size == OCT9_CELLS)
        return false;
    move(&side, axis, -size);
    if (!oct9_view_has(view, &side))
        return false;
    move(&side, axis, 2 * size);
    return oct9_view_has(view, &side);
}

/* True if the node is an occupied leaf of the map that no ray has touched. */
static bool hidden(const oct9_view_t *view, const oct9_node_t *node)
{
    oct9_leaf_t leaf;
    (void)oct9_map_locate(&view->map, node->corner, &leaf);
    return leaf.level == node->level && leaf.state == OCT9_OCCUPIED && !oct9_view_has(view, node);
}

/* Moves a seen node to its neighbour above on an axis. Returns true if that neighbour is between
 * two seen leaves and is to be listed here: the first axis on which it is between two lists it, so
 * that it is listed once. The test that fails most often comes first. */
static bool between(const oct9_view_t *view, oct9_node_t *node, unsigned axis)
{
    if (place(node, axis) + (1u << node->level) == OCT9_CELLS)
        return false;
    move(node, axis, (int32_t)1 << node->level);
    if (!hidden(view, node) || !both_seen(view, node, axis))
        return false;
    for (unsigned a = 0; a < axis; a++)
        if (both_seen(view, node, a))
            return false;
    return true;
}

static void set_leaf(const oct9_node_t *node, uint32_t how, bool is_between, oct9_view_leaf_t *leaf)
{
    oct9_cell_copy(&leaf->node.corner, &node->corner);
    leaf->node.level = node->level;
    leaf->state = how & (OCT9_VIEW_STOPPED - 1u);
    leaf->stopped = (how & OCT9_VIEW_STOPPED) != 0;
    leaf->between = is_between;
}

/* Handles an entry that counts: the entry itself, or one of the three leaves that may be above
 * it. */
static bool look_at(const oct9_view_t *view, uint32_t entry, unsigned axis, oct9_view_leaf_t *leaf)
{
    oct9_node_t node;
    oct9_view_node(entry >> OCT9_VIEW_CODE_SHIFT, &node);
    if (axis == ITSELF)
        set_leaf(&node, entry, false, leaf);
    else if (between(view, &node, axis))
        set_leaf(&node, OCT9_OCCUPIED, true, leaf);
    else
        return false;
    return true;
}

/* Goes to the next thing to be tested. */
static void advance(oct9_view_seen_t *list, bool around)
{
    list->axis = (uint8_t)(list->axis == ITSELF ? 0 : list->axis + 1u);
    if (!around || list->axis == ITSELF) {
        list->axis = ITSELF;
        list->next++;
    }
}

int oct9_view_seen_next(oct9_view_seen_t *list, uint32_t budget, oct9_view_leaf_t *leaf)
{
    OCT9_ASSERT(list && leaf);
    const oct9_view_t *view = list->view;
    if (budget == 0)
        return OCT9_REFUSE();
    if (list->changes != view->changes || oct9_view_stale(view, list->generation))
        return OCT9_ERR_STALE;
    for (; list->next < view->size; budget--) {
        if (budget == 0)
            return OCT9_AGAIN;
        const oct9_view_entry_t *entry = &view->seen[list->next];
        const unsigned axis = list->axis;
        const bool counts = oct9_view_counts(view, entry);
        advance(list, counts && view->sensor->fill_in);
        if (counts && look_at(view, entry->leaf, axis, leaf))
            return 1;
    }
    return view->incomplete == 0 ? 0 : OCT9_ERR_SEEN_FULL;
}

enum { PROBES = 32 }; /* more than a table of 16 has: it is probed twice */

uint32_t oct9_view_code(const oct9_cell_t *corner, unsigned level)
{
    return (oct9_morton_encode(corner) | OCT9_MORTON_END) >> 3u * level;
}

void oct9_view_node(uint32_t code, oct9_node_t *node)
{
    OCT9_ASSERT(code != 0 && code < OCT9_MORTON_END << 1);
    const unsigned level = OCT9_LEVELS - oct9_port_top_bit(code) / 3u;
    node->level = (uint8_t)level;
    oct9_morton_decode(code << 3u * level ^ OCT9_MORTON_END, &node->corner);
}

/* The entry of a leaf, or NULL. Probes continue after entries that no longer count, because the
 * leaf may be after them. */
static oct9_view_entry_t *find(const oct9_view_t *view, uint32_t code)
{
    uint32_t at = oct9_table_place(code, view->size);
    for (unsigned i = 0; i < PROBES; i++, at++) {
        oct9_view_entry_t *const entry = &view->seen[at & (view->size - 1u)];
        if (entry->leaf >> OCT9_VIEW_CODE_SHIFT == code)
            return entry;
        if (entry->leaf == 0)
            return NULL;
    }
    return NULL;
}

/* The first entry that can take a new leaf, or NULL. */
static oct9_view_entry_t *find_room(const oct9_view_t *view, uint32_t code)
{
    uint32_t at = oct9_table_place(code, view->size);
    for (unsigned i = 0; i < PROBES; i++, at++) {
        oct9_view_entry_t *const entry = &view->seen[at & (view->size - 1u)];
        if (!oct9_view_counts(view, entry))
            return entry;
    }
    return NULL;
}

oct9_view_entry_t *oct9_view_touch(oct9_view_t *view, uint32_t code, unsigned state)
{
    oct9_view_entry_t *entry = find(view, code);
    if (entry && entry->frame == view->frame)
        return entry;
    if (!entry)
        entry = find_room(view, code);
    if (entry) {
        entry->leaf = code << OCT9_VIEW_CODE_SHIFT | state;
        entry->frame = view->frame;
    }
    return entry;
}

bool oct9_view_has(const oct9_view_t *view, const oct9_node_t *node)
{
    const oct9_view_entry_t *entry = find(view, oct9_view_code(&node->corner, node->level));
    return entry && oct9_view_counts(view, entry);
}
