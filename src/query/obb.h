/* SPDX-License-Identifier: MIT */
/* Internal: an oriented box at rest against nodes, exactly. */
#ifndef OCT9_SRC_OBB_H
#define OCT9_SRC_OBB_H

#include "oct9/obb.h"

#define OCT9_OBB_FINE 16 /* fine units in a sub-cell */

/* True if the box and the search's current node have a common inner point. For a leaf it is exact.
 * It may be true of an inner node that has none: the node's edges are not compared, and nothing is
 * of a node whose edge is above half the box's size. To open these costs less. */
bool oct9_obb_shape_meets(const oct9_obb_shape_t *shape, const oct9_search_t *search, bool leaf);

#endif
