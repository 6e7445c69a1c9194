/* SPDX-License-Identifier: MIT */
/* What a query keeps of an inner node, and what a layered map's nodes come from; only the library
 * uses the fields. */
#ifndef OCT9_DETAIL_OPENED_H
#define OCT9_DETAIL_OPENED_H

#include "oct9/tree.h"

#ifdef __cplusplus
extern "C" {
#endif

/* An inner node that was opened: a tree's block; or an image's first inner child, with the states
 * of the children in the low 16 bits; or a pair of a layered map (src/layered/layered.c). */
typedef struct {
    uint32_t first, states;
} oct9_opened_t;

/* What the nodes of a layered map come from. */
typedef struct oct9_layers {
    /* As the function for pairs in src/map/image.h, for the node level * 8 + child. */
    uint32_t (*child)(const struct oct9_layers *layers, const oct9_opened_t *at,
                      oct9_opened_t *below, unsigned number);
    /* As the descent through pairs there. */
    uint32_t (*descend)(const struct oct9_layers *layers, uint32_t code, unsigned *level,
                        oct9_opened_t *pair);
    const oct9_tree_t *upper;
    const oct9_tree_t *lower;     /* NULL: an image */
    volatile uint32_t generation; /* of the pose: odd while it is being set */
} oct9_layers_t;

#ifdef __cplusplus
}
#endif
#endif
