/* SPDX-License-Identifier: MIT */
/* Internal: the table of leaves that a view has seen.
 *
 * It is a hash table with open addressing. A leaf's number is its Morton code without the bits
 * below its level, with a one above it: 28 bits that give corner and level. An entry has this
 * number above three bits: whether the leaf stopped a ray, and its state. Entries are never
 * removed; one that no longer counts as seen gives its place to another leaf. */
#ifndef OCT9_SRC_VIEW_SEEN_H
#define OCT9_SRC_VIEW_SEEN_H

#include "oct9/view.h"
#include "src/map/map.h"

#define OCT9_VIEW_STOPPED 4u /* the state is below this bit */
#define OCT9_VIEW_CODE_SHIFT 3u

/* The number of a node, 1 to 2^28 - 1, and the node of a number. */
uint32_t oct9_view_code(const oct9_cell_t *corner, unsigned level);
void oct9_view_node(uint32_t code, oct9_node_t *node);

/* True if an entry holds a leaf that was touched within the frames that count. */
static inline bool oct9_view_counts(const oct9_view_t *view, const oct9_view_entry_t *entry)
{
    return entry->leaf != 0 && view->frame - entry->frame < view->sensor->frames;
}

/* Notes that a ray is in a leaf in this frame. Returns its entry, or NULL if there is no room. */
oct9_view_entry_t *oct9_view_touch(oct9_view_t *view, uint32_t code, unsigned state);

/* Notes that a ray is in the leaf of view->cast.walk. Returns as oct9_view_touch does, counts a
 * leaf that is lost, and sets `code` to its number. */
static inline oct9_view_entry_t *oct9_view_enter(oct9_view_t *view, uint32_t *code)
{
    oct9_leaf_t leaf;
    oct9_walk_leaf(&view->cast.walk, &leaf);
    *code = oct9_view_code(&leaf.corner, leaf.level);
    oct9_view_entry_t *const entry = oct9_view_touch(view, *code, leaf.state);
    if (!entry) {
        view->lost++;
        view->incomplete = view->sensor->frames;
    }
    return entry;
}

/* True if the leaf of that number counts as seen. */
bool oct9_view_has(const oct9_view_t *view, uint32_t code);

/* True if the map of the last frame was written to since its generation was `seen`. Before the
 * first frame there is no map. */
static inline bool oct9_view_stale(const oct9_view_t *view, uint32_t seen)
{
    return view->frame != 0 && oct9_map_stale(&view->map, seen);
}

#endif
