/* SPDX-License-Identifier: MIT */
/* Internal: nodes against a frustum, from a node to its children.
 *
 * Each search that has a frustum and descends from the cube asks for each node that it visits, or
 * for each that it opens. A plane that has a node on its inner side is not compared with anything
 * below the node, so that a node inside of all planes is taken as a whole.
 *
 * Source: Assarsson and Moeller 2000, "Optimized view frustum culling algorithms for bounding
 * boxes": masks. */
#ifndef OCT9_SRC_CULL_H
#define OCT9_SRC_CULL_H

#include "oct9/detail/cull.h"
#include "oct9/detail/search.h"
#include "port/oct9_port.h"

/* Sets of planes, as bits. Outside of one of them is no set. */
#define OCT9_CULL_INSIDE 0u
#define OCT9_CULL_ALL 63u
#define OCT9_CULL_OUTSIDE 64u

/* Begins with all planes open for the cube, whether or not the search asks for it. `frustum` is
 * good. */
void oct9_cull_begin(oct9_cull_t *cull, const oct9_frustum_t *frustum);

/* The planes that cross a closed cube within the current node of level `within`, of those that are
 * open for that node: those that have points of the cube on both sides. OCT9_CULL_INSIDE means that
 * the whole cube is in the frustum; OCT9_CULL_OUTSIDE that one of the planes has no point of the
 * cube on its inner side. A plane belongs to both of its sides.
 * The cube has its low corner at `low` and lies within +-40960, so that sums are within
 * 3 * 2^14 * 40960 < 2^31. Its edge is at most 32768, so that products of it are below that, too.
 */
static OCT9_INLINE unsigned oct9_cull_cube(const oct9_cull_t *cull, unsigned within,
                                           const int32_t low[3], int32_t edge)
{
    unsigned crossed = OCT9_CULL_INSIDE;
    OCT9_ASSERT(within <= OCT9_LEVELS + 1 && edge >= 0 && edge <= OCT9_CUBE_Q6);
    for (unsigned open = cull->open[within]; open != 0; open &= open - 1u) {
        const unsigned i = oct9_port_low_bit(open);
        const oct9_plane_t *plane = &cull->frustum->plane[i];
        const int32_t at = plane->normal[0] * low[0] + plane->normal[1] * low[1] +
                           plane->normal[2] * low[2];
        if (at + cull->inward[i] * edge < plane->offset)
            return OCT9_CULL_OUTSIDE;
        if (at - cull->outward[i] * edge < plane->offset)
            crossed |= 1u << i;
    }
    return crossed;
}

/* Keeps the planes that cross the current node, whose children have `level`, for what is within it.
 * Returns the children, as bits, that no plane has outside. `corner` is the node's, in cells. */
unsigned oct9_cull_children(oct9_cull_t *cull, uint32_t corner, unsigned level);

/* As oct9_cull_cube, for the current node of a search. */
unsigned oct9_cull_node(const oct9_cull_t *cull, const oct9_search_t *search);

/* Keeps what oct9_cull_cube returned for a node of `level`, for what is within it. */
static inline void oct9_cull_keep(oct9_cull_t *cull, unsigned level, unsigned crossed)
{
    cull->open[level] = (uint8_t)crossed;
}

/* True if the current node of `level` is in the frustum because the node above it is. */
static inline bool oct9_cull_inherits(oct9_cull_t *cull, unsigned level)
{
    if (cull->open[level + 1u] != OCT9_CULL_INSIDE)
        return false;
    cull->open[level] = OCT9_CULL_INSIDE;
    return true;
}

#endif
