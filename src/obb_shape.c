/* SPDX-License-Identifier: MIT */
/* Two boxes are apart iff they are so along a face's normal of either or along the product of an
 * edge of each: 15 directions. All are integers, as the matrix is the rotation times `scale`: the
 * product of a map's axis and a box's axis has the components of one column, and its part along
 * another column is, divided by scale, an element of the third.
 *
 * Bounds, in 1/16 sub-cells: places within 2^19 and so distances within 2^20; half edges below
 * 2^21; elements within 2^28 + 2^22. A sum of three products is within 2^51.
 *
 * Source: Gottschalk, Lin, Manocha, "OBBTree", 1996. */
#include "src/obb_shape.h"

#include "port/oct9_port.h"
#include "src/search.h"

enum { CUBE_FINE = OCT9_CUBE_Q6 * OCT9_OBB_FINE };

static OCT9_APART int64_t product(int32_t a, int32_t b)
{
    return (int64_t)a * b;
}

static OCT9_APART int64_t size(int64_t x)
{
    return x < 0 ? -x : x;
}

/* An element without its sign. */
static OCT9_APART int32_t part(const oct9_obb_shape_t *shape, unsigned row, unsigned column)
{
    const int32_t m = shape->axes.m[row][column];
    return m < 0 ? -m : m;
}

/* How far the box reaches from its place along an axis of the map, times scale. */
static int64_t reach(const oct9_obb_shape_t *shape, unsigned row)
{
    return product(shape->half[0], part(shape, row, 0)) +
           product(shape->half[1], part(shape, row, 1)) +
           product(shape->half[2], part(shape, row, 2));
}

/* A node as seen from the box: the distance of the centres, and half the node's edge. */
typedef struct {
    int32_t apart[3];
    int32_t half;
} seen_t;

/* Along `axis` the two are apart, or touch; `box_reach` is the box's own half of its shadow. The
 * product of parallel edges is zero and says nothing. */
static OCT9_APART bool separates(const seen_t *seen, const int32_t axis[3], int64_t box_reach)
{
    int64_t apart = 0, parts = 0;
    OCT9_UNROLL
    for (unsigned a = 0; a < 3; a++) {
        apart += product(seen->apart[a], axis[a]);
        parts += axis[a] < 0 ? -axis[a] : axis[a];
    }
    return parts != 0 && size(apart) >= seen->half * parts + box_reach;
}

/* The face's normal of the map, and of the box, of that number. */
static bool apart_on_faces(const oct9_obb_shape_t *shape, const seen_t *seen, unsigned number)
{
    int32_t map_axis[3] = { 0, 0, 0 };
    map_axis[number] = shape->axes.scale;
    const int32_t box_axis[3] = { shape->axes.m[0][number], shape->axes.m[1][number],
                                  shape->axes.m[2][number] };
    return separates(seen, box_axis, product(shape->half[number], shape->axes.scale)) ||
           separates(seen, map_axis, reach(shape, number));
}

/* The product of an axis of the map and one of the box. */
static bool apart_on_edges(const oct9_obb_shape_t *shape, const seen_t *seen, unsigned row,
                           unsigned column)
{
    static const uint8_t next[3] = { 1, 2, 0 };
    const unsigned b = next[row], c = next[b], j = next[column], k = next[j];
    int32_t axis[3];
    axis[row] = 0;
    axis[b] = -shape->axes.m[c][column];
    axis[c] = shape->axes.m[b][column];
    return separates(seen, axis, product(shape->half[j], part(shape, row, k)) +
                                     product(shape->half[k], part(shape, row, j)));
}

bool oct9_obb_shape_meets(const oct9_obb_shape_t *shape, const oct9_search_t *search)
{
    seen_t seen;
    seen.half = oct9_search_size(search) * OCT9_OBB_FINE / 2;
    for (unsigned a = 0; a < 3; a++)
        seen.apart[a] = oct9_search_low(search, a) * OCT9_OBB_FINE + seen.half - shape->place[a];
    OCT9_UNROLL
    for (unsigned a = 0; a < 3; a++)
        if (apart_on_faces(shape, &seen, a))
            return false;
    OCT9_UNROLL
    for (unsigned row = 0; row < 3; row++)
        OCT9_UNROLL
        for (unsigned column = 0; column < 3; column++)
            if (apart_on_edges(shape, &seen, row, column))
                return false;
    return true;
}

bool oct9_obb_shape_leaves_cube(const oct9_obb_shape_t *shape)
{
    for (unsigned a = 0; a < 3; a++) {
        const int32_t up = CUBE_FINE - shape->place[a];
        const int32_t inside = up < shape->place[a] ? up : shape->place[a];
        if (product(inside, shape->axes.scale) < reach(shape, a))
            return true;
    }
    return false;
}

/* Sub-cells of a place that need only be right within the cube. */
static int32_t sub_cell(int32_t fine)
{
    return fine < 0 ? -1 : fine / OCT9_OBB_FINE;
}

void oct9_obb_shape_span(const oct9_obb_shape_t *shape, oct9_search_t *search)
{
    for (unsigned a = 0; a < 3; a++) {
        /* scale is at least 63/64 of 2^28; x + x/32 is more than 64/63 x. */
        const int32_t x = (int32_t)(reach(shape, a) >> 28) + 1;
        const int32_t bound = x + x / 32 + 1;
        oct9_search_span(search, a, sub_cell(shape->place[a] - bound),
                         sub_cell(shape->place[a] + bound));
    }
}
