/* SPDX-License-Identifier: MIT */
#include "src/view_table.h"

#include "port/oct9_port.h"
#include "src/morton.h"
#include "src/table.h"

enum { PROBES = 32 };                      /* a table of 16 is gone round twice */

uint32_t oct9_view_code(const oct9_cell_t *corner, unsigned level)
{
    return (oct9_morton(corner) | OCT9_MORTON_END) >> 3u * level;
}

void oct9_view_node(uint32_t code, oct9_node_t *node)
{
    const unsigned level = OCT9_LEVELS - oct9_port_top_bit(code) / 3u;
    node->level = (uint8_t)level;
    oct9_morton_cell(code << 3u * level ^ OCT9_MORTON_END, &node->corner);
}

/* The entry of a leaf, or NULL. The probes pass entries that no longer count, as the leaf may lie
 * behind them. */
static oct9_view_entry_t *find(const oct9_view_t *view, uint32_t code)
{
    uint32_t place = oct9_table_place(code, view->size);
    for (unsigned i = 0; i < PROBES; i++, place++) {
        oct9_view_entry_t *const entry = &view->seen[place & (view->size - 1u)];
        if (entry->leaf >> OCT9_VIEW_CODE_SHIFT == code)
            return entry;
        if (entry->leaf == 0)
            return NULL;
    }
    return NULL;
}

/* The first entry that could take a leaf that has none, or NULL. */
static oct9_view_entry_t *find_room(const oct9_view_t *view, uint32_t code)
{
    uint32_t place = oct9_table_place(code, view->size);
    for (unsigned i = 0; i < PROBES; i++, place++) {
        oct9_view_entry_t *const entry = &view->seen[place & (view->size - 1u)];
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
