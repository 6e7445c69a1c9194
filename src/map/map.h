/* SPDX-License-Identifier: MIT */
/* Internal: how nodes are read, from a tree's blocks or from an image. The one place where the
 * two structures differ to a query.
 *
 * A reference is as in src/map/image.h; in a tree it names an inner node by its block.
 *
 * Functions are `inline` without `static`: a compiler that does not inline one calls its copy
 * in src/map/map.c. */
#ifndef OCT9_SRC_MAP_H
#define OCT9_SRC_MAP_H

#include "oct9/map.h"
#include "port/oct9_port.h"
#include "src/map/image.h"
#include "src/map/tree.h"

/* Extends the slot's sign, that is its leaf bit: one load on most processors. The conversion to
 * int16_t is modulo 2^16, as every compiler for these parts defines it. */
inline uint32_t oct9_tree_ref(uint16_t slot)
{
    return (uint32_t)(int32_t)(int16_t)slot;
}

/* The payload of a leaf's reference. */
inline uint16_t oct9_ref_payload(uint32_t ref)
{
    return (uint16_t)(ref % (OCT9_PAYLOAD_MAX + 1u));
}

inline uint32_t oct9_tree_child(const oct9_tree_t *tree, uint32_t block, unsigned child)
{
    return oct9_tree_ref(oct9_port_slot(tree->pool[block].slot[child], tree->capacity));
}

inline uint32_t oct9_map_root(const oct9_map_t *map)
{
    if (map->tree)
        return oct9_tree_ref(oct9_port_slot(map->tree->root, map->tree->capacity));
    return map->image->root == OCT9_IMAGE_INNER ? 0 : OCT9_REF_LEAF + map->image->root;
}

/* The child, of `level`, of an inner node. */
static inline uint32_t oct9_map_child(const oct9_map_t *map, uint32_t ref, unsigned level,
                                      unsigned child, bool tree)
{
    if (tree)
        return oct9_tree_child(map->tree, ref, child);
    if (level == 0)
        return oct9_leaf_ref(oct9_image_brick(map->image, ref), child);
    const oct9_inner_t node = oct9_image_read(map->image, ref);
    return oct9_image_child(node.first, node.states, child);
}

/* The state that a leaf's payload means. */
inline oct9_state_t oct9_map_state(const oct9_map_t *map, uint16_t payload)
{
    return map->tree ? oct9_tree_state(map->tree, payload) : (oct9_state_t)payload;
}

/* A map's generation, as a query keeps it when it begins: its tree's; 0 of an image, which does not
 * change. While a write is under way it is that of the map before, which is stale. */
inline uint32_t oct9_map_generation(const oct9_map_t *map)
{
    return map->tree ? oct9_port_generation(&map->tree->generation) & ~(uint32_t)1 : 0;
}

/* The map was written to since its generation was `seen`, or is being written to: each slice of a
 * query asks before it reads. */
inline bool oct9_map_stale(const oct9_map_t *map, uint32_t seen)
{
    return map->tree && oct9_port_generation(&map->tree->generation) != seen;
}

/* Fills a leaf, whose corner is set, from its level and its reference. */
void oct9_map_leaf(const oct9_map_t *map, unsigned level, uint32_t ref, oct9_leaf_t *leaf);

#endif
