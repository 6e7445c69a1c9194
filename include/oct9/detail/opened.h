/* SPDX-License-Identifier: MIT */
/* What a query keeps of an inner node, and what the nodes of a layered map or of a world's cube
 * come from; only the library uses the fields. */
#ifndef OCT9_DETAIL_OPENED_H
#define OCT9_DETAIL_OPENED_H

#include "oct9/tree.h"

#ifdef __cplusplus
extern "C" {
#endif

/* An inner node that was opened: a tree's block; or an image's first inner child, with the states
 * of the children in the low 16 bits; or a pair of a layered map (src/layered/layered.c). The cube
 * of a world (src/world/world.c) counts as a pair, too. */
typedef struct {
    uint32_t first, states;
} oct9_opened_t;

/* See oct9/image.h. */
struct oct9_image;

/* What the nodes of a layered map or of a world's cube come from. */
typedef struct oct9_layers {
    /* As the functions for pairs in src/map/image.h. */
    uint32_t (*child)(const struct oct9_layers *layers, const oct9_opened_t *at,
                      oct9_opened_t *below, unsigned number, const struct oct9_image **tile);
    uint32_t (*descend)(const struct oct9_layers *layers, uint32_t code, unsigned *level,
                        oct9_opened_t *pair, const struct oct9_image **tile);
    const oct9_tree_t *upper;          /* NULL: a world's cube */
    const oct9_tree_t *lower;          /* NULL: an image, or a world */
    const struct oct9_layers *beneath; /* the lower map if it is a world, else NULL */
    volatile uint32_t generation;      /* of the pose, or of the cube: odd while it is being set */
    volatile uint32_t moves;           /* counts the changes of what coordinates mean */
} oct9_layers_t;

#ifdef __cplusplus
}
#endif
#endif
