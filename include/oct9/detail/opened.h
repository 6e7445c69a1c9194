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
typedef struct oct9_layers oct9_layers_t;
struct oct9_layers {
    /* As oct9_pair_child (src/map/image.h), for the node level * 8 + child. */
    uint32_t (*child)(const oct9_layers_t *layers, const oct9_opened_t *at, oct9_opened_t *below,
                      unsigned number);
    /* As oct9_descend_pairs there. */
    uint32_t (*descend)(const oct9_layers_t *layers, uint32_t code, unsigned *level,
                        oct9_opened_t *pair);
    const oct9_tree_t *upper;
    const oct9_tree_t *lower;     /* NULL: an image */
    volatile uint32_t generation; /* of the pose: odd while it is being set */
};

#ifdef __cplusplus
}
#endif
#endif
