/* SPDX-License-Identifier: MIT */
/* What every query asks of a map: the way down to a node, and a leaf. */
#include "port/oct9_hot.h"

#include "src/map/map.h"

/* The child, of `level`, of an inner node. */
static OCT9_INLINE uint32_t child_of(const oct9_map_t *map, uint32_t ref, unsigned level,
                                     unsigned child, bool tree)
{
    if (tree)
        return oct9_tree_child(map->tree, ref, child);
    if (level == 0)
        return oct9_leaf_ref(oct9_image_brick(map->image, ref), child);
    const oct9_inner_t node = oct9_image_read(map->image, ref);
    return oct9_image_child(node.first, node.states, child);
}

void oct9_map_leaf(const oct9_map_t *map, uint32_t corner, unsigned level, uint32_t ref,
                   oct9_leaf_t *leaf)
{
    leaf->corner.x = (uint16_t)(corner & 511u);
    leaf->corner.y = (uint16_t)(corner >> 10 & 511u);
    leaf->corner.z = (uint16_t)(corner >> 20 & 511u);
    leaf->level = (uint8_t)level;
    leaf->payload = oct9_ref_payload(ref);
    leaf->state = (uint8_t)oct9_map_state(map, leaf->payload);
}

static OCT9_INLINE uint32_t descend(const oct9_map_t *map, uint32_t cell, unsigned *level,
                                    bool tree)
{
    uint32_t ref = oct9_map_root(map);
    unsigned at = OCT9_LEVELS;
    while (at > *level && ref < OCT9_REF_LEAF) {
        at--;
        ref = child_of(map, ref, at, oct9_packed_child(cell, at), tree);
    }
    *level = at;
    return ref;
}

uint32_t oct9_map_descend(const oct9_map_t *map, uint32_t cell, unsigned *level)
{
    return OCT9_BY_KIND(descend, map->tree != NULL, map, cell, level);
}

oct9_status_t oct9_map_locate(const oct9_map_t *map, oct9_cell_t cell, oct9_leaf_t *leaf)
{
    OCT9_ASSERT(map && leaf);
    if (((unsigned)cell.x | cell.y | cell.z) >= OCT9_CELLS)
        return OCT9_ERR_OUTSIDE;
    const uint32_t packed = oct9_packed(&cell);
    unsigned level = 0;
    const uint32_t ref = oct9_map_descend(map, packed, &level);
    oct9_map_leaf(map, oct9_packed_corner(packed, level), level, ref, leaf);
    return OCT9_OK;
}

/* The copies that a build calls which does not inline them. */

extern inline uint32_t oct9_tree_ref(uint16_t slot);
extern inline uint16_t oct9_ref_payload(uint32_t ref);
extern inline uint32_t oct9_tree_child(const oct9_tree_t *tree, uint32_t block, unsigned child);
extern inline uint32_t oct9_map_root(const oct9_map_t *map);
extern inline oct9_state_t oct9_map_state(const oct9_map_t *map, uint16_t payload);
extern inline uint32_t oct9_map_generation(const oct9_map_t *map);
extern inline bool oct9_map_stale(const oct9_map_t *map, uint32_t seen);
