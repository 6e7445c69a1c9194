/* SPDX-License-Identifier: MIT */
/* Setting a node: straight down to it, in a quarter of the instructions of filling a box. */
#include "src/packed.h"
#include "src/tree_pool.h"

static oct9_status_t set(oct9_tree_t *tree, uint32_t corner, unsigned level, uint16_t payload)
{
    const uint16_t leaf = oct9_leaf_slot(payload);
    uint16_t *way[OCT9_LEVELS + 1];
    unsigned l = OCT9_LEVELS;
    way[l] = &tree->root;
    while (l > level && *way[l] < OCT9_SLOT_LEAF) {
        uint16_t *const children = tree->pool[*way[l]].slot;
        l--;
        way[l] = &children[oct9_packed_child(corner, l)];
    }
    if (*way[l] == leaf)
        return OCT9_OK;
    /* l > level only where a larger leaf ended the way: each level down is one split. */
    if (l - level > (unsigned)(tree->capacity - tree->used)) {
        tree->failed++;
        return OCT9_ERR_POOL_FULL;
    }
    oct9_tree_touch(tree);
    while (l > level) {
        uint16_t *const children = oct9_tree_split(tree, way[l]);
        l--;
        way[l] = &children[oct9_packed_child(corner, l)];
    }
    oct9_tree_set_slot(tree, way[l], level, leaf);
    while (l < OCT9_LEVELS && oct9_tree_merge(tree, way[l + 1u]))
        l++;
    oct9_tree_touch(tree);
    return OCT9_OK;
}

oct9_status_t oct9_tree_set_node(oct9_tree_t *tree, const oct9_node_t *node, uint16_t payload)
{
    OCT9_ASSERT(tree && node);
    const oct9_status_t status = oct9_node_check(node);
    if (status != OCT9_OK)
        return status;
    if (payload > OCT9_PAYLOAD_MAX)
        return OCT9_ERR_PAYLOAD;
    return set(tree, oct9_packed(&node->corner), node->level, payload);
}
