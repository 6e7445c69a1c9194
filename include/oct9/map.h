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

/* A RAM tree as a map; it is kept by pointer. */
static inline oct9_map_t oct9_map_of_tree(const oct9_tree_t *tree)
{
    oct9_map_t map = { tree, NULL };
    return map;
}

/* An image as a map; it is kept by pointer. */
static inline oct9_map_t oct9_map_of_image(const oct9_image_t *image)
{
    oct9_map_t map = { NULL, image };
    return map;
}

/* The leaf that a cell lies in.
 * Fails with OCT9_ERR_OUTSIDE iff a coordinate is above 511. Cost: at most 9 levels. Reentrant. */
oct9_status_t oct9_map_locate(const oct9_map_t *map, oct9_cell_t cell, oct9_leaf_t *leaf);

#ifdef __cplusplus
}
#endif
#endif
