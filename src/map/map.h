/* SPDX-License-Identifier: MIT */
/* Internal: how nodes are read, from a tree's blocks or from an image. Only here do the two
 * structures differ for a query.
 *
 * A reference is as in src/map/image.h. In a tree the reference of an inner node is its block's
 * index.
 *
 * Functions are `inline` without `static`: a compiler that does not inline one calls its copy in
 * src/map/map.c. */
#ifndef OCT9_SRC_MAP_H
#define OCT9_SRC_MAP_H

#include "oct9/map.h"
#include "port/oct9_port.h"
#include "src/map/image.h"
#include "src/map/tree.h"

/* Extends the slot's sign bit, which is its leaf bit: one load on most processors. The conversion
 * to int16_t is modulo 2^16 on every compiler for these processors. */
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

/* The cube of a map that is no pair. */
inline uint32_t oct9_map_root(const oct9_map_t *map)
{
    if (map->tree)
        return oct9_tree_ref(oct9_port_slot(map->tree->root, map->tree->capacity));
    return map->image->root == OCT9_IMAGE_INNER ? 0 : OCT9_REF_LEAF + map->image->root;
}

/* True if the cube is a pair: a layered map, or a world's cube. */
static inline bool oct9_map_paired(const oct9_map_t *map)
{
    return !map->tree && map->image->layers;
}

/* True if pairs may be anywhere below the cube. */
static inline bool oct9_image_layered(const oct9_image_t *image)
{
    return image->layers && image->layers->upper;
}

/* The cube of any map. If it is a pair, `below` becomes it. */
static inline uint32_t oct9_map_cube(const oct9_map_t *map, oct9_opened_t *below,
                                     const oct9_image_t **tile)
{
    return oct9_map_paired(map)
             ? oct9_pair_child(map->image, below, below, oct9_pair_number(OCT9_LEVELS, 0), tile)
             : oct9_map_root(map);
}

/* The child, which has `level`, of an inner node of a tree or of the image `tile`. */
static inline uint32_t oct9_map_child(const oct9_map_t *map, const oct9_image_t *tile, uint32_t ref,
                                      unsigned level, unsigned child, bool tree)
{
    return tree ? oct9_tree_child(map->tree, ref, child)
                : oct9_image_below(tile, ref, level, child);
}

/* The state of a leaf with this payload. */
inline oct9_state_t oct9_map_state(const oct9_map_t *map, uint16_t payload)
{
    return map->tree ? oct9_tree_state(map->tree, payload) : (oct9_state_t)payload;
}

/* Begin and end a write to the pose of a layered map, or to a world's cube, as src/map/tree.h does
 * for a tree. */
static inline void oct9_layers_write(oct9_layers_t *layers)
{
    OCT9_ORDERED;
    layers->generation = layers->generation | 1u;
    OCT9_ORDERED;
}

static inline void oct9_layers_written(oct9_layers_t *layers, uint32_t step)
{
    OCT9_ORDERED;
    layers->generation = layers->generation + step;
    OCT9_ORDERED;
}

/* The generation of a layered map or of a world's cube: odd while a write to one of its trees, to
 * its pose or to the cube is in progress, and different after it. */
uint32_t oct9_image_generation(const oct9_image_t *image);

/* The generation of a map. An image alone never changes. */
inline uint32_t oct9_map_written(const oct9_map_t *map)
{
    if (map->tree)
        return oct9_port_generation(&map->tree->generation);
    return map->image->layers ? oct9_image_generation(map->image) : 0;
}

/* Counts the changes of what coordinates mean: the moves of a world's cube, and the poses of a
 * layered map. */
static inline uint32_t oct9_map_moves(const oct9_map_t *map)
{
    return oct9_map_paired(map) ? oct9_port_generation(&map->image->layers->moves) : 0;
}

/* True if the map is a world's cube. */
static inline bool oct9_map_of_tiles(const oct9_map_t *map)
{
    return oct9_map_paired(map) && !map->image->layers->upper;
}

/* The generation that a query keeps when it begins. While a write is in progress it is one before
 * that write, so that the query is stale. */
inline uint32_t oct9_map_generation(const oct9_map_t *map)
{
    return oct9_map_written(map) & ~(uint32_t)1;
}

/* True if the map was written to since its generation was `seen`, or a write is in progress. Each
 * slice of a query asks this before it reads. */
inline bool oct9_map_stale(const oct9_map_t *map, uint32_t seen)
{
    if (map->tree)
        return oct9_port_generation(&map->tree->generation) != seen;
    return map->image->layers && oct9_image_generation(map->image) != seen;
}

/* Fills in the leaf that contains a cell of the cube: its corner before the call. */
void oct9_map_find(const oct9_map_t *map, oct9_leaf_t *leaf);

/* Fills in a leaf, whose corner is set, from its level and its reference. */
void oct9_map_leaf(const oct9_map_t *map, unsigned level, uint32_t ref, oct9_leaf_t *leaf);

#endif
