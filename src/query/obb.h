/* SPDX-License-Identifier: MIT */
/* Internal: an oriented box at rest against nodes, exactly. */
#ifndef OCT9_SRC_OBB_H
#define OCT9_SRC_OBB_H

#include "oct9/obb.h"
#include "port/oct9_port.h"
#include "src/number/magnitude.h"

#define OCT9_OBB_FINE 16 /* fine units in a sub-cell */

static OCT9_APART int64_t oct9_obb_product(int32_t a, int32_t b)
{
    return (int64_t)a * b;
}

/* `half` times the absolute value of an element. */
static inline int64_t oct9_obb_part(int32_t half, int32_t element)
{
    return oct9_obb_product(half, (int32_t)oct9_magnitude(element));
}

static inline unsigned oct9_obb_next_axis(unsigned axis)
{
    return axis == 2 ? 0 : axis + 1u;
}

/* True if the box and the search's current node have a common inner point. For a leaf it is exact.
 * It may be true of an inner node that has none: the node's edges are not compared, and nothing is
 * of a node whose edge is above half the box's size. To open these costs less. */
bool oct9_obb_shape_meets(const oct9_obb_shape_t *shape, const oct9_search_t *search, bool leaf);

#endif
