/* SPDX-License-Identifier: MIT */
/* Two boxes are apart iff they are so along a face's normal of either or along the product of an
 * edge of each: 15 directions. All are integers, as the matrix is the rotation times `scale`: the
 * product of a map's axis and a box's axis has the components of one row, and its part along
 * another row is, divided by scale, an element of the third. Along the map's axes the box's extent
 * may be rounded up to an integer, as nodes have integers for faces.
 *
 * Bounds, in 1/16 sub-cells: places within 2^19 and so distances within 2^20; half edges below
 * 2^21; elements within 2^28 + 2^22. A sum of three products is within 2^51.
 *
 * Source: Gottschalk, Lin, Manocha, "OBBTree", 1996. */
#include "src/obb_shape.h"

#include "port/oct9_port.h"
#include "src/search.h"

enum { CUBE_FINE = OCT9_CUBE_Q6 * OCT9_OBB_FINE };

static inline int64_t product(int32_t a, int32_t b)
{
    return (int64_t)a * b;
}

static inline int32_t size(int32_t x)
{
    return x < 0 ? -x : x;
}

/* A product, without its sign. */
static inline int64_t part(int32_t half, int32_t element)
{
    return product(half, size(element));
}

/* length / scale, rounded up. A step is left / 2^28, made odd. As 2^28 is within 1/64 of scale, six
 * bits at a time become right; an odd step is never 0, and steps of 1 or -1 end between 0 and
 * scale. */
static inline int32_t quotient(int64_t length, int32_t scale)
{
    int64_t left = length - 1;
    int32_t sum = 1;
    while ((uint64_t)left >= (uint32_t)scale) {
        const int32_t more = (int32_t)((uint32_t)((uint64_t)left / ((uint32_t)1 << 29)) * 2u + 1u);
        sum += more;
        left -= product(more, scale);
    }
    return sum;
}

/* How far the box reaches along an axis of the map. */
static inline int32_t extent(const oct9_obb_shape_t *shape, unsigned axis)
{
    return quotient(part(shape->half[0], shape->axes.m[0][axis]) +
                    part(shape->half[1], shape->axes.m[1][axis]) +
                    part(shape->half[2], shape->axes.m[2][axis]), shape->axes.scale);
}

/* A node as seen from the box: the distance of the centres, and half the node's edge. */
typedef struct {
    int32_t apart[3];
    int32_t half;
} sight_t;

/* Along `axis` the two are apart, or touch; `reach` is the box's own half of its shadow. The
 * product of parallel edges is zero and says nothing. */
static bool separates(const sight_t *seen, const int32_t axis[3], int64_t reach)
{
    int64_t apart = 0;
    int32_t parts = 0;                    /* three times 2^28 + 2^22 */
    OCT9_UNROLL
    for (unsigned a = 0; a < 3; a++) {
        apart += product(seen->apart[a], axis[a]);
        parts += size(axis[a]);
    }
    return parts != 0 && (apart < 0 ? -apart : apart) >= product(seen->half, parts) + reach;
}

/* The box's axis `j`, the normal of a face, and its products with the map's; k and l are the box's
 * other axes. */
static inline bool apart_along(const oct9_obb_shape_t *shape, const sight_t *seen, unsigned j,
                               unsigned k, unsigned l)
{
    const int32_t (*m)[3] = (const int32_t (*)[3])shape->axes.m;
    if (separates(seen, m[j], product(shape->half[j], shape->axes.scale)))
        return true;
    OCT9_UNROLL
    for (unsigned a = 0, b = 1, c = 2; a < 3; b = c, c = a++) {
        int32_t axis[3];
        axis[a] = 0;
        axis[b] = -m[j][c];
        axis[c] = m[j][b];
        if (separates(seen, axis, part(shape->half[k], m[l][a]) + part(shape->half[l], m[k][a])))
            return true;
    }
    return false;
}

bool oct9_obb_shape_meets(const oct9_obb_shape_t *shape, const oct9_search_t *search)
{
    sight_t seen;
    seen.half = oct9_search_size(search) * OCT9_OBB_FINE / 2;
    OCT9_UNROLL
    for (unsigned a = 0; a < 3; a++) {
        seen.apart[a] = oct9_search_low(search, a) * OCT9_OBB_FINE + seen.half - shape->place[a];
        if (size(seen.apart[a]) >= seen.half + shape->extent[a])
            return false;
    }
    OCT9_UNROLL
    for (unsigned j = 0, k = 1, l = 2; j < 3; k = l, l = j++)
        if (apart_along(shape, &seen, j, k, l))
            return false;
    return true;
}

/* Sub-cells of a place that need only be right within the cube. */
static inline int32_t sub_cell(int32_t fine)
{
    return fine < 0 ? -1 : fine / OCT9_OBB_FINE;
}

bool oct9_obb_shape_span(oct9_obb_shape_t *shape, oct9_search_t *search)
{
    bool leaves = false;
    for (unsigned a = 0; a < 3; a++) {
        shape->extent[a] = extent(shape, a);
        const int32_t low = shape->place[a] - shape->extent[a];
        const int32_t high = shape->place[a] + shape->extent[a];
        oct9_search_span(search, a, sub_cell(low), sub_cell(high - 1));
        leaves = leaves || low < 0 || high > (int32_t)CUBE_FINE;
    }
    return leaves;
}
