/* SPDX-License-Identifier: MIT */
/* The leaf of a cell, for every query. */
#include "port/oct9_hot.h"

#include "src/map/map.h"
#include "src/number/axes.h"
#include "src/number/morton.h"

void oct9_map_leaf(const oct9_map_t *map, unsigned level, uint32_t ref, oct9_leaf_t *leaf)
{
    leaf->level = (uint8_t)level;
    leaf->payload = oct9_ref_payload(ref);
    leaf->state = (uint8_t)oct9_map_state(map, leaf->payload);
}

/* Descends from the node at a Morton code that is no pair, to the leaf there, and sets its level.
 */
static OCT9_INLINE uint32_t descend_map(const oct9_map_t *map, const oct9_image_t *tile,
                                        uint32_t ref, uint32_t code, unsigned *level, bool tree)
{
    unsigned at = *level;
    while (at > 0 && ref < OCT9_REF_LEAF) {
        at--;
        ref = oct9_map_child(map, tile, ref, at, oct9_morton_child(code, at), tree);
    }
    *level = at;
    return ref;
}

/* Separate, so that other maps need no stack for it. */
static OCT9_COLD uint32_t locate_pairs(const oct9_image_t **tile, uint32_t code, unsigned *level)
{
    oct9_opened_t pair;
    *level = 0;
    return oct9_descend_pairs(*tile, code, level, &pair, tile);
}

void oct9_map_find(const oct9_map_t *map, oct9_leaf_t *leaf)
{
    const uint32_t code = oct9_morton_encode(&leaf->corner);
    const oct9_image_t *tile = map->image;
    unsigned level = OCT9_LEVELS;
    uint32_t ref = map->tree    ? oct9_map_root(map)
                 : tile->layers ? locate_pairs(&tile, code, &level)
                                : oct9_image_start(tile, oct9_image_entry(code), &level);
    ref = OCT9_BY_KIND(descend_map, map->tree != NULL, map, tile, ref, code, &level);
    const unsigned corner = OCT9_CELLS - (1u << level);
    leaf->corner.x = (uint16_t)(leaf->corner.x & corner);
    leaf->corner.y = (uint16_t)(leaf->corner.y & corner);
    leaf->corner.z = (uint16_t)(leaf->corner.z & corner);
    oct9_map_leaf(map, level, ref, leaf);
}

oct9_status_t oct9_map_locate(const oct9_map_t *map, oct9_cell_t cell, oct9_leaf_t *leaf)
{
    OCT9_ASSERT(map && leaf);
    if (((unsigned)cell.x | cell.y | cell.z) >= OCT9_CELLS)
        return OCT9_ERR_OUTSIDE;
    oct9_cell_copy(&leaf->corner, &cell);
    oct9_map_find(map, leaf);
    return OCT9_OK;
}

OCT9_COLD uint32_t oct9_image_generation(const oct9_image_t *image)
{
    const oct9_layers_t *layers = image->layers, *beneath = layers->beneath;
    const uint32_t upper = layers->upper ? oct9_port_generation(&layers->upper->generation) : 0;
    uint32_t lower = 0;
    if (layers->lower)
        lower = oct9_port_generation(&layers->lower->generation);
    if (beneath)
        lower = oct9_port_generation(&beneath->generation);
    const uint32_t pose = oct9_port_generation(&layers->generation);
    /* Each write raises the sum. With two writes in progress it is even. */
    return (upper + lower + pose) | ((upper | lower | pose) & 1u);
}

/* The calls through pointers: a program without layered maps or worlds does not link what they
 * call. */
OCT9_COLD uint32_t oct9_pair_child(const oct9_image_t *image, const oct9_opened_t *at,
                                   oct9_opened_t *below, unsigned number, const oct9_image_t **tile)
{
    return image->layers->child(image->layers, at, below, number, tile);
}

OCT9_COLD uint32_t oct9_descend_pairs(const oct9_image_t *image, uint32_t code, unsigned *level,
                                      oct9_opened_t *pair, const oct9_image_t **tile)
{
    return image->layers->descend(image->layers, code, level, pair, tile);
}

uint32_t oct9_map_read_begin(const oct9_map_t *map)
{
    OCT9_ASSERT(map);
    const uint32_t seen = oct9_map_written(map);
    OCT9_ORDERED;
    return seen;
}

oct9_status_t oct9_map_read_end(const oct9_map_t *map, uint32_t seen)
{
    OCT9_ASSERT(map);
    OCT9_ORDERED;
    return (seen & 1u) == 0 && oct9_map_written(map) == seen ? OCT9_OK : OCT9_ERR_STALE;
}

/* Copies for builds that do not inline these functions. */

extern inline uint32_t oct9_tree_ref(uint16_t slot);
extern inline uint16_t oct9_ref_payload(uint32_t ref);
extern inline uint32_t oct9_tree_child(const oct9_tree_t *tree, uint32_t block, unsigned child);
extern inline uint32_t oct9_map_root(const oct9_map_t *map);
extern inline oct9_state_t oct9_map_state(const oct9_map_t *map, uint16_t payload);
extern inline uint32_t oct9_map_written(const oct9_map_t *map);
extern inline uint32_t oct9_map_generation(const oct9_map_t *map);
extern inline bool oct9_map_stale(const oct9_map_t *map, uint32_t seen);
