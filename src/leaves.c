/* SPDX-License-Identifier: MIT */
/* Iterating over leaves, all or those of a box, in Morton order. */
#include "src/cursor.h"
#include "src/node.h"

oct9_status_t oct9_leaves_begin(oct9_leaves_t *leaves, const oct9_map_t *map,
                                const oct9_box_t *box)
{
    OCT9_ASSERT(leaves && map);
    static const oct9_box_t cube = { { 0, 0, 0 }, { OCT9_CELLS, OCT9_CELLS, OCT9_CELLS } };
    if (box && !oct9_box_good(box))
        return OCT9_ERR_BOX;
    leaves->map = *map;
    oct9_cell_copy(&leaves->box.lo, box ? &box->lo : &cube.lo);
    oct9_cell_copy(&leaves->box.hi, box ? &box->hi : &cube.hi);
    oct9_cursor_first(&leaves->node);
    leaves->done = false;
    return OCT9_OK;
}

/* To the next node in order that is not below this one. */
static void go_on(oct9_leaves_t *leaves)
{
    while (oct9_cursor_up(&leaves->node)) { }
    leaves->done = leaves->node.level == OCT9_LEVELS;
    if (!leaves->done)
        oct9_cursor_sibling(&leaves->node);
}

static uint32_t ref_here(const oct9_leaves_t *leaves)
{
    const unsigned level = leaves->node.level;
    if (level == OCT9_LEVELS)
        return oct9_map_root(&leaves->map);
    return oct9_map_child(&leaves->map, leaves->path[level + 1u], level + 1u,
                          oct9_child_at(&leaves->node.corner, level));
}

bool oct9_leaves_next(oct9_leaves_t *leaves, oct9_leaf_t *leaf)
{
    OCT9_ASSERT(leaves && leaf);
    while (!leaves->done) {
        if (!oct9_box_meets(&leaves->box, &leaves->node)) {
            go_on(leaves);
            continue;
        }
        const uint32_t ref = ref_here(leaves);
        if (!(ref & OCT9_REF_LEAF) && leaves->node.level > 0) {
            leaves->path[leaves->node.level] = ref;
            oct9_cursor_down(&leaves->node);
            continue;
        }
        oct9_map_leaf(&leaves->map, &leaves->node, ref, leaf);
        go_on(leaves);
        return true;
    }
    return false;
}
