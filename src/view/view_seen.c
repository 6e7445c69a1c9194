/* SPDX-License-Identifier: MIT */
/* The list of what a view has seen: the table's entries and, with each, the leaves between it and
 * another entry on the three axes. The leaves across a face come in the order of the Morton codes
 * of their cells at that face: the next one begins behind the last one's part of the face. */
#include "src/view/view_seen.h"

#include "oct9/view.h"
#include "port/oct9_port.h"
#include "src/map/map.h"
#include "src/number/axes.h"
#include "src/number/hash.h"
#include "src/number/morton.h"
#include "src/view/view_ends.h"

/* In place of an axis: the entry itself is next, not a leaf across one of its faces. */
enum { THE_ENTRY = 3 };

void oct9_view_seen_begin(oct9_view_seen_t *list, const oct9_view_t *view)
{
    OCT9_ASSERT(list && view);
    list->view = view;
    list->generation = view->frame == 0 ? 0 : oct9_map_generation(&view->map);
    list->changes = view->changes;
    list->next = 0;
    list->part = 0;
    list->axis = THE_ENTRY;
}

/* --- leaves between --------------------------------------------------------------------------- */

static unsigned place_on_axis(const oct9_node_t *node, unsigned axis)
{
    return axis == 0 ? node->corner.x : axis == 1 ? node->corner.y : node->corner.z;
}

/* Sets the cell across a node's face at (u, v) of it, on the other axes in their order. False if
 * the face is one of the cube's. */
static bool cell_across(const oct9_node_t *node, unsigned axis, bool upper, unsigned u, unsigned v,
                        oct9_cell_t *cell)
{
    const unsigned at = place_on_axis(node, axis),
                   beyond = upper ? at + (1u << node->level) : at - 1u;
    unsigned c[3];
    OCT9_ASSERT(axis < 3 && node->level <= OCT9_LEVELS);
    if (beyond >= OCT9_CELLS)
        return false; /* 0 - 1 is large */
    for (unsigned a = 0; a < 3; a++)
        c[a] = place_on_axis(node, a) + (a == axis ? 0 : a == (axis == 0 ? 1u : 0u) ? u : v);
    c[axis] = beyond;
    cell->x = (uint16_t)c[0];
    cell->y = (uint16_t)c[1];
    cell->z = (uint16_t)c[2];
    return true;
}

/* Sets the cell across the middle of a face. */
static bool across_middle(const oct9_node_t *node, unsigned axis, bool upper, oct9_cell_t *cell)
{
    const unsigned half = (1u << node->level) / 2u;
    return cell_across(node, axis, upper, half, half, cell);
}

/* Sets the leaf of the map as it is now that holds a cell. */
static void leaf_at(const oct9_view_t *view, const oct9_cell_t *cell, oct9_leaf_t *leaf)
{
    (void)oct9_map_locate(&view->map, *cell, leaf);
}

static bool leaf_seen(const oct9_view_t *view, const oct9_leaf_t *leaf)
{
    return oct9_view_has(view, oct9_view_code(&leaf->corner, leaf->level));
}

/* True if both neighbours on the axis are seen. */
static bool both_seen(const oct9_view_t *view, const oct9_node_t *node, unsigned axis)
{
    for (unsigned upper = 0; upper < 2; upper++) {
        oct9_cell_t cell;
        oct9_leaf_t leaf;
        if (!across_middle(node, axis, upper != 0, &cell))
            return false;
        leaf_at(view, &cell, &leaf);
        if (!leaf_seen(view, &leaf))
            return false;
    }
    return true;
}

/* True if a leaf that no ray touched is to be listed at a seen node below it on an axis. The first
 * axis on which it is between two seen leaves lists it, at its neighbour there, so that it is
 * listed once. */
static bool listed_here(const oct9_view_t *view, const oct9_node_t *node, const oct9_node_t *seen,
                        unsigned axis)
{
    oct9_cell_t cell;
    oct9_leaf_t below;
    if (!across_middle(node, axis, false, &cell))
        return false;
    leaf_at(view, &cell, &below);
    if (oct9_view_code(&below.corner, below.level) != oct9_view_code(&seen->corner, seen->level) ||
        !both_seen(view, node, axis))
        return false;
    for (unsigned a = 0; a < axis; a++)
        if (both_seen(view, node, a))
            return false;
    return true;
}

/* The part of a face of `level` behind that of a leaf; 0 at the end of the face. */
static uint32_t next_face_part(uint32_t part, unsigned leaf_level, unsigned level)
{
    const uint32_t next = ((part >> 2u * leaf_level) + 1u) << 2u * leaf_level;
    return next >> 2u * level != 0 ? 0 : next;
}

/* Looks across the upper face of a seen node, at list->part of it, and goes on to the next part.
 * Returns true and sets `node` if the leaf there is to be listed. The test that fails most often
 * comes first. */
static bool look_across(oct9_view_seen_t *list, const oct9_node_t *seen, oct9_node_t *node)
{
    const oct9_view_t *const view = list->view;
    const unsigned part = (unsigned)list->part, axis = list->axis;
    oct9_cell_t cell;
    oct9_leaf_t leaf;
    const bool inside = cell_across(seen, axis, true, oct9_view_gather(part),
                                    oct9_view_gather(part >> 1), &cell);
    if (inside)
        leaf_at(view, &cell, &leaf);
    list->part = inside ? next_face_part(list->part, leaf.level, seen->level) : 0;
    if (!inside || leaf.state != OCT9_OCCUPIED || leaf_seen(view, &leaf))
        return false;
    oct9_cell_copy(&node->corner, &leaf.corner);
    node->level = leaf.level;
    return listed_here(view, node, seen, axis);
}

/* --- the list --------------------------------------------------------------------------------- */

/* Sets the list of a scene's leaf, if the scene has that leaf. */
static void set_primitives(const oct9_view_t *view, oct9_view_leaf_t *leaf)
{
    oct9_leaf_t now;
    leaf->count = 0;
    leaf->primitives = NULL;
    if (!view->scene)
        return;
    leaf_at(view, &leaf->node.corner, &now);
    if (now.level != leaf->node.level || now.payload == 0)
        return;
    const uint32_t packed = view->scene->lists[now.payload - 1u];
    leaf->primitives = &view->scene->indices[packed >> 8];
    leaf->count = (uint8_t)packed;
}

static void set_seen_leaf(const oct9_view_t *view, const oct9_node_t *node, uint32_t how,
                          bool is_between, oct9_view_leaf_t *leaf)
{
    oct9_cell_copy(&leaf->node.corner, &node->corner);
    leaf->node.level = node->level;
    leaf->state = how & (OCT9_VIEW_STOPPED - 1u);
    leaf->stopped = (how & OCT9_VIEW_STOPPED) != 0;
    leaf->between = is_between;
    set_primitives(view, leaf);
}

/* Goes to the next entry. */
static void next_entry(oct9_view_seen_t *list)
{
    list->axis = THE_ENTRY;
    list->next++;
}

/* Looks once: at an entry, or across one of its upper faces. Returns true if it found a leaf. */
static bool look_once(oct9_view_seen_t *list, oct9_view_leaf_t *leaf)
{
    const oct9_view_t *const view = list->view;
    const oct9_view_entry_t *const entry = &view->seen[list->next];
    oct9_node_t seen, node;
    if (!oct9_view_counts(view, entry)) {
        next_entry(list);
        return false;
    }
    oct9_view_node(entry->leaf >> OCT9_VIEW_CODE_SHIFT, &seen);
    if (list->axis == THE_ENTRY) {
        set_seen_leaf(view, &seen, entry->leaf, false, leaf);
        list->axis = 0;
        list->part = 0;
        if (!view->sensor->fill_in)
            next_entry(list);
        return true;
    }
    const bool found = look_across(list, &seen, &node);
    if (found)
        set_seen_leaf(view, &node, OCT9_OCCUPIED, true, leaf);
    if (list->part == 0) {
        list->axis++;
        if (list->axis == THE_ENTRY)
            next_entry(list);
    }
    return found;
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
        if (look_once(list, leaf))
            return 1;
    }
    return view->incomplete == 0 ? 0 : OCT9_ERR_SEEN_FULL;
}

/* --- the table -------------------------------------------------------------------------------- */

enum { LEAF_PROBES = 32 }; /* more than a table of 16 has: it is probed twice */

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
static oct9_view_entry_t *find_seen(const oct9_view_t *view, uint32_t code)
{
    uint32_t at = oct9_table_place(code, view->size);
    for (unsigned i = 0; i < LEAF_PROBES; i++, at++) {
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
    for (unsigned i = 0; i < LEAF_PROBES; i++, at++) {
        oct9_view_entry_t *const entry = &view->seen[at & (view->size - 1u)];
        if (!oct9_view_counts(view, entry))
            return entry;
    }
    return NULL;
}

oct9_view_entry_t *oct9_view_touch(oct9_view_t *view, uint32_t code, unsigned state)
{
    oct9_view_entry_t *entry = find_seen(view, code);
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

bool oct9_view_has(const oct9_view_t *view, uint32_t code)
{
    const oct9_view_entry_t *entry = find_seen(view, code);
    return entry && oct9_view_counts(view, entry);
}
