/* SPDX-License-Identifier: MIT */
/* A map to be asked: a RAM tree or a flash image, alike to every query. */
#ifndef OCT9_MAP_H
#define OCT9_MAP_H

#include "oct9/image.h"
#include "oct9/tree.h"

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Exactly one of the two is set; what it points to must outlive the queries. */
typedef struct {
    const oct9_tree_t *tree;
    const oct9_image_t *image;
} oct9_map_t;

static inline oct9_map_t oct9_map_of_tree(const oct9_tree_t *tree)
{
    oct9_map_t map = { tree, NULL };
    return map;
}

static inline oct9_map_t oct9_map_of_image(const oct9_image_t *image)
{
    oct9_map_t map = { NULL, image };
    return map;
}

/* The leaf that a cell lies in.
 * Fails with OCT9_ERR_CELL iff a coordinate is above 511. Cost: at most 9 levels. Reentrant. */
oct9_status_t oct9_locate(const oct9_map_t *map, oct9_cell_t cell, oct9_leaf_t *leaf);

/* An iteration over leaves; the caller owns it, its fields are the library's. */
typedef struct {
    oct9_map_t map;
    oct9_box_t box;
    uint32_t path[OCT9_LEVELS + 1];       /* path[l]: the inner node of level l on the way down */
    oct9_node_t node;                     /* to be visited next */
    bool done;
} oct9_leaves_t;

/* Begins an iteration over all leaves that overlap `box`, or over all where box is NULL, in
 * the order of their Morton codes (z above y above x). The map must not change meanwhile.
 * Fails with OCT9_ERR_BOX iff the box is empty, inside out, or leaves the cube. */
oct9_status_t oct9_leaves_begin(oct9_leaves_t *leaves, const oct9_map_t *map,
                                const oct9_box_t *box);

/* The next leaf: true, or false when there is none.
 * Cost: 9 levels at most, and the siblings on the way that do not overlap the box. */
bool oct9_leaves_next(oct9_leaves_t *leaves, oct9_leaf_t *leaf);

#ifdef __cplusplus
}
#endif
#endif
