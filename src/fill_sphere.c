/* SPDX-License-Identifier: MIT */
/* The cells that lie in a sphere altogether. Axes are independent: the best cell of a node is the
 * one nearest to the centre on each. */
#include "port/oct9_port.h"
#include "src/axes.h"
#include "src/packed.h"
#include "src/tree_fill.h"

/* On one axis, the way from a point to the farthest of [low, low + size). At most 65536. */
static uint32_t farthest(int32_t point, int32_t low, int32_t size)
{
    const int32_t below = point - low, above = low + size - point;
    return (uint32_t)(below > above ? below : above);
}

/* The same for the best cell of the node, the one nearest to the point. */
static uint32_t farthest_of_best(int32_t point, int32_t low, int32_t size)
{
    int32_t cell = point & ~(OCT9_CELL_Q6 - 1);
    if (cell < low)
        cell = low;
    if (cell > low + size - OCT9_CELL_Q6)
        cell = low + size - OCT9_CELL_Q6;
    return farthest(point, cell, OCT9_CELL_Q6);
}

/* All of the node, or the best cell of it, lies in the sphere. Axes are independent. */
static bool in_sphere(const oct9_fill_t *fill, bool whole)
{
    const int32_t size = (int32_t)OCT9_CELL_Q6 << fill->cursor.level;
    uint32_t square = 0;
    for (unsigned a = 0; a < 3; a++) {
        const int32_t centre = fill->shape.sphere.centre[a];
        const int32_t low = (int32_t)((fill->cursor.at >> 10u * a) % OCT9_CELLS) * OCT9_CELL_Q6;
        const uint32_t way = whole ? farthest(centre, low, size)
                                   : farthest_of_best(centre, low, size);
        if (way > fill->shape.sphere.radius)
            return false;
        square += way * way;                  /* three below 2^30 */
    }
    return square <= fill->shape.sphere.radius * fill->shape.sphere.radius;
}

static unsigned lies(const oct9_fill_t *fill)
{
    if (in_sphere(fill, true))
        return OCT9_COVERS;
    return in_sphere(fill, false) ? OCT9_CUTS : OCT9_APART_FROM;
}

void oct9_fill_sphere(oct9_fill_t *fill, const oct9_point_t *centre, uint16_t radius_q6)
{
    oct9_point_get(centre, fill->shape.sphere.centre);
    fill->shape.sphere.radius = radius_q6;
    fill->lies = lies;
    fill->cursor.at = 0;
    fill->edge = oct9_packed_edge(OCT9_LEVELS);
}

oct9_status_t oct9_tree_fill_sphere(oct9_tree_t *tree, const oct9_point_t *centre,
                                    uint16_t radius_q6, uint16_t payload)
{
    OCT9_ASSERT(tree && centre);
    oct9_fill_t fill;
    if (radius_q6 > INT16_MAX)
        return OCT9_ERR_RADIUS;
    oct9_fill_sphere(&fill, centre, radius_q6);
    return oct9_fill(&fill, tree, payload, true);
}
