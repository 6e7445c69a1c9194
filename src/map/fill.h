/* SPDX-License-Identifier: MIT */
/* Internal: filling a shape:
 *
 *     oct9_fill_box(&fill, box);                               or a sphere
 *     status = oct9_fill(&fill, tree, payload, true);
 */
#ifndef OCT9_SRC_FILL_H
#define OCT9_SRC_FILL_H

#include "src/map/tree.h"

#include <stdbool.h>

/* A fill in progress. The faces of the shape's box of cells are bits, as in src/number/morton.h.
 * Small fields come first: small processors reach them in one instruction. */
typedef struct {
    uint8_t pass;
    uint8_t top;   /* the level of the node that a pass covers */
    uint8_t level; /* of the shape's node: the smallest that contains its box of cells */
    bool is_sphere;
    uint16_t leaf;
    uint16_t radius_q6; /* 0..32767 */
    oct9_point_t centre;
    oct9_cell_t corner;              /* the path's node's */
    uint8_t span[OCT9_LEVELS + 1];   /* [l]: that box's span of children of level l */
    uint8_t inside[OCT9_LEVELS + 1]; /* [l]: the box's faces that are inside nodes of level l */
    uint8_t cut[OCT9_LEVELS + 2];    /* [l]: the faces that may cut the path's node of level l */
    oct9_tree_t *tree;
    uint32_t takes, frees;  /* blocks */
    oct9_descent_t descent; /* its code leads to the shape's node */
} oct9_fill_t;

/* Sets the cells of a box, which must be good. */
void oct9_fill_box(oct9_fill_t *fill, const oct9_box_t *box);

/* Sets the cells that are completely inside a sphere; radius_q6 is 0..32767. */
void oct9_fill_sphere(oct9_fill_t *fill, const oct9_point_t *centre, uint16_t radius_q6);

/* How many cells of the node at which the descent ends are in the shape: none, some or all. The
 * caller asks for a node after its parent, from the shape's node down. */
enum { OCT9_APART_FROM, OCT9_CUTS, OCT9_COVERS };
unsigned oct9_fill_relation(oct9_fill_t *fill);

/* Fills the shape, or with `writes` false only checks whether the pool is large enough. Returns
 * what the public calls return. With `writes` false it changes nothing and counts no failure. */
oct9_status_t oct9_fill(oct9_fill_t *fill, oct9_tree_t *tree, uint16_t payload, bool writes);

#endif
