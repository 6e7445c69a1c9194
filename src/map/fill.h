/* SPDX-License-Identifier: MIT */
/* Internal: filling a shape:
 *
 *     oct9_fill_box(&fill, low, high);                         or a sphere
 *     status = oct9_fill(&fill, tree, payload, true);
 */
#ifndef OCT9_SRC_FILL_H
#define OCT9_SRC_FILL_H

#include "src/map/tree.h"

#include <stdbool.h>

typedef struct oct9_fill oct9_fill_t;

/* How the shape lies to the node where the cursor is: no cell of it is in the shape, some are, or
 * all. */
enum { OCT9_APART_FROM, OCT9_CUTS, OCT9_COVERS };
typedef unsigned oct9_fill_lies_t(const oct9_fill_t *fill);

struct oct9_fill {
    oct9_cursor_t cursor;
    uint16_t leaf;
    uint16_t pass;
    oct9_tree_t *tree;
    oct9_fill_lies_t *lies;
    uint32_t takes, frees; /* blocks */
    union {
        struct {
            uint32_t low, high; /* cells, packed; both are in it */
        } box;
        struct {
            int32_t centre[3]; /* sub-cells */
            uint32_t radius;   /* 0..32767 */
        } sphere;
    } shape;
    uint32_t edge;       /* of a node that holds the whole shape; between
                            passes the cursor is in its low corner */
    oct9_block_t within; /* what a leaf would be split into */
};

/* The cells from low to high, packed, both included. */
void oct9_fill_box(oct9_fill_t *fill, uint32_t low, uint32_t high);

/* Those that lie in a sphere altogether; radius_q6 is 0..32767. */
void oct9_fill_sphere(oct9_fill_t *fill, const oct9_point_t *centre, uint16_t radius_q6);

/* Fills the shape, or only looks whether the pool will do: as the public calls answer. Unless it
 * writes, it changes nothing and counts no failure. */
oct9_status_t oct9_fill(oct9_fill_t *fill, oct9_tree_t *tree, uint16_t payload, bool writes);

#endif
