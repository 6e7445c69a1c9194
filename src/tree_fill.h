/* SPDX-License-Identifier: MIT */
/* Internal: filling a shape:
 *
 *     status = oct9_fill_box(&fill, box);                      or a sphere
 *     if (status == OCT9_OK)
 *         status = oct9_fill(&fill, tree, payload, true);
 */
#ifndef OCT9_TREE_FILL_H
#define OCT9_TREE_FILL_H

#include "oct9/tree.h"

#include <stdbool.h>

typedef struct oct9_fill oct9_fill_t;

/* How the shape lies to the node where the pass is: no cell of it is in the shape, some are, or
 * all. */
enum { OCT9_APART_FROM, OCT9_CUTS, OCT9_COVERS };
typedef unsigned oct9_fill_lies_t(const oct9_fill_t *fill);

struct oct9_fill {
    oct9_tree_t *tree;
    oct9_fill_lies_t *lies;
    union {
        const oct9_box_t *box;
        struct {
            int32_t centre[3];                /* sub-cells */
            uint32_t radius;                  /* 0..32767 */
        } sphere;
    } shape;
    oct9_node_t node;                         /* where the pass is */
    uint8_t pass;
    uint16_t path[OCT9_LEVELS + 1];           /* in COUNT also a leaf's slot */
    uint16_t leaf;
    int32_t more;                             /* blocks that it takes, less those it frees */
};

/* The cells of a box; of a sphere, those that lie in it altogether. They answer as the public
 * calls do. */
oct9_status_t oct9_fill_box(oct9_fill_t *fill, const oct9_box_t *box);
oct9_status_t oct9_fill_sphere(oct9_fill_t *fill, const oct9_point_t *centre, uint16_t radius_q6);

/* Fills the shape, or only looks whether the pool will do: as the public calls answer. Unless it
 * writes, it changes nothing and counts no failure. */
oct9_status_t oct9_fill(oct9_fill_t *fill, oct9_tree_t *tree, uint16_t payload, bool writes);

#endif
