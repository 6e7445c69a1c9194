/* SPDX-License-Identifier: MIT */
/* An oriented box against a node, by the separating axis test. Two boxes are apart iff they are
 * apart along a face's normal of one of them or along the cross product of an edge of each: 15
 * directions. All numbers are integers, because the matrix is the rotation times `scale`. The cross
 * product of a map's axis and a box's axis has the components of one row; its component along
 * another row is, divided by scale, an element of the third row. Along the map's axes the box's
 * extent may be rounded up to an integer, because a node's faces are integers.
 *
 * Bounds, in 1/16 sub-cells: places within 2^19, so distances within 2^20; half edges below 2^21;
 * elements within 2^28 + 2^22. A sum of three products is within 2^51.
 *
 * Source: Gottschalk, Lin and Manocha 1996, "OBBTree: a hierarchical structure for rapid
 * interference detection". */

#include "port/oct9_hot.h"

#include "src/query/obb.h"

#include "port/oct9_port.h"
#include "src/number/magnitude.h"
#include "src/query/search.h"

/* A node relative to the box: the displacement between the centres, and half the node's edge. */
typedef struct {
    int32_t apart[3];
    int32_t half;
} sight_t;

/* True if the node and the box are apart, or touch, along an axis. `apart` is the distance of the
 * centres along the axis, `parts` the sum of the absolute values of the axis's elements, `reach`
 * half the length of the box's projection. The cross product of parallel edges is zero and never
 * separates. */
static inline bool separates(const sight_t *seen, int64_t apart, int32_t parts, int64_t reach)
{
    return parts != 0 &&
           (int64_t)oct9_magnitude_long(apart) >= oct9_obb_product(seen->half, parts) + reach;
}

/* Tests the box's axis `j`, the normal of a face. */
static OCT9_LONG_INLINE bool face_separates(const oct9_obb_shape_t *shape, const sight_t *seen,
                                            unsigned j)
{
    int64_t apart = 0;
    int32_t parts = 0; /* the sum of three, each at most 2^28 + 2^22 */
    OCT9_UNROLL
    for (unsigned a = 0; a < 3; a++) {
        apart += oct9_obb_product(seen->apart[a], shape->axes.m[j][a]);
        parts += (int32_t)oct9_magnitude(shape->axes.m[j][a]);
    }
    return separates(seen, apart, parts, oct9_obb_product(shape->half[j], shape->axes.scale));
}

/* Tests the cross product of the box's axis `j` and the map's axis `a`. Its element along `a` is
 * zero. */
static OCT9_LONG_INLINE bool edges_separate(const oct9_obb_shape_t *shape, const sight_t *seen,
                                            unsigned j, unsigned a)
{
    const int32_t(*m)[3] = (const int32_t(*)[3])shape->axes.m;
    const unsigned k = oct9_obb_next_axis(j), l = oct9_obb_next_axis(k), b = oct9_obb_next_axis(a),
                   c = oct9_obb_next_axis(b);
    return separates(
        seen, oct9_obb_product(seen->apart[c], m[j][b]) - oct9_obb_product(seen->apart[b], m[j][c]),
        (int32_t)(oct9_magnitude(m[j][b]) + oct9_magnitude(m[j][c])),
        oct9_obb_part(shape->half[k], m[l][a]) + oct9_obb_part(shape->half[l], m[k][a]));
}

static inline bool any_face_separates(const oct9_obb_shape_t *shape, const sight_t *seen)
{
    OCT9_UNROLL
    for (unsigned j = 0; j < 3; j++)
        if (face_separates(shape, seen, j))
            return true;
    return false;
}

static inline bool any_edge_separates(const oct9_obb_shape_t *shape, const sight_t *seen,
                                      unsigned j)
{
    OCT9_UNROLL
    for (unsigned a = 0; a < 3; a++)
        if (edges_separate(shape, seen, j, a))
            return true;
    return false;
}

bool oct9_obb_shape_meets(const oct9_obb_shape_t *shape, const oct9_search_t *search, bool leaf)
{
    sight_t seen;
    seen.half = oct9_search_size(search) * OCT9_OBB_FINE / 2;
    if (!leaf && 2 * seen.half > shape->extent[0]) /* it would seldom be apart */
        return true;
    OCT9_UNROLL
    for (unsigned a = 0; a < 3; a++) {
        seen.apart[a] = oct9_search_low(search, a) * OCT9_OBB_FINE + seen.half - shape->place[a];
        if ((int32_t)oct9_magnitude(seen.apart[a]) >= seen.half + shape->extent[a])
            return false;
    }
    if (any_face_separates(shape, &seen))
        return false;
    for (unsigned j = 0; j < 3 && leaf; j++)
        if (any_edge_separates(shape, &seen, j))
            return false;
    return true;
}
