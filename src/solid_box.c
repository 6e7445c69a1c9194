/* SPDX-License-Identifier: MIT */
/* A solid against a closed box that stands still.
 *
 * A triangle and a box are apart iff one of 13 axes says so: the box's three, the triangle's
 * normal, and the nine cross products of their edges. This holds for flat, thin and single-point
 * ones of both as well: what lies in one plane is told apart by the cross products as its shadow
 * on an axis plane is.
 *
 * Source: Akenine-Moller 2001, in integers. */
#include "src/solid.h"

#include "port/oct9_port.h"
#include "src/vector.h"

/* The triangle's corners from the box's low corner, and the box's extent: within 2^16. */
typedef struct {
    int32_t corner[3][3];
    int32_t extent[3];
} pair_t;

/* The three numbers of the triangle are all below those of the box, which go from `low` to `high`,
 * or all above. */
static bool apart(const int64_t at[3], int64_t low, int64_t high)
{
    return (at[0] < low && at[1] < low && at[2] < low) ||
           (at[0] > high && at[1] > high && at[2] > high);
}

/* The triangle's normal parts them: it is within 2^31 on each axis, so that sums are below 3 *
 * 2^47. */
static bool parted_by_normal(const pair_t *pair, const int32_t ab[3],
                                        const int32_t ac[3])
{
    int64_t normal[3], at[3], low = 0, high = 0;
    oct9_cross(ab, ac, normal);
    for (unsigned a = 0; a < 3; a++) {
        const int64_t reach = normal[a] * pair->extent[a];
        low += reach < 0 ? reach : 0;
        high += reach > 0 ? reach : 0;
    }
    for (unsigned c = 0; c < 3; c++)
        at[c] = oct9_dot_long(pair->corner[c], normal);
    return apart(at, low, high);
}

/* The cross product of an edge and axis a parts them: (0, -e_c, e_b) by a, b, c. Below 2^32. */
static bool parted_by_edge(const pair_t *pair, const int32_t edge[3], unsigned a)
{
    const unsigned b = a == 2 ? 0 : a + 1u, c = 3u - a - b;
    const int64_t by_b = -(int64_t)edge[c] * pair->extent[b];
    const int64_t by_c = (int64_t)edge[b] * pair->extent[c];
    int64_t at[3];
    for (unsigned i = 0; i < 3; i++)
        at[i] = (int64_t)edge[b] * pair->corner[i][c] - (int64_t)edge[c] * pair->corner[i][b];
    return apart(at, (by_b < 0 ? by_b : 0) + (by_c < 0 ? by_c : 0),
                 (by_b > 0 ? by_b : 0) + (by_c > 0 ? by_c : 0));
}

static OCT9_APART bool triangle_meets(const oct9_solid_t *triangle, const int32_t low[3],
                                      const int32_t high[3])
{
    pair_t pair;
    int32_t edge[3][3];
    oct9_vector_between(low, high, pair.extent);
    for (unsigned c = 0; c < 3; c++) {
        oct9_vector_between(low, triangle->corner[c], pair.corner[c]); /* audit D30 */
        oct9_vector_between(triangle->corner[c], triangle->corner[c == 2 ? 0 : c + 1u], edge[c]);
    }
    if (parted_by_normal(&pair, edge[0], edge[1]))
        return false;
    for (unsigned e = 0; e < 3; e++)
        for (unsigned a = 0; a < 3; a++)
            if (parted_by_edge(&pair, edge[e], a))
                return false;
    return true;
}

/* A sphere or capsule: its own axis is a way, and the box is what it must not meet. */
static OCT9_APART bool rounded_meets(const oct9_solid_t *solid, const int32_t low[3],
                                     const int32_t high[3])
{
    const bool point = solid->kind == OCT9_PRIMITIVE_SPHERE;
    oct9_capsule_t capsule;
    int32_t way[3];
    for (unsigned a = 0; a < 3; a++)
        way[a] = point ? 0 : solid->corner[1][a] - solid->corner[0][a];
    oct9_solid_capsule(&capsule, solid->corner[0], way, low, high);
    capsule.radius_q6 = solid->radius_q6;
    return oct9_capsule_meets(&capsule) != OCT9_CAPSULE_APART;
}

bool oct9_solid_meets_box(const oct9_solid_t *solid, const int32_t low[3], const int32_t high[3])
{
    int32_t first[3], last[3];
    oct9_solid_bounds(solid, first, last);
    for (unsigned a = 0; a < 3; a++)
        if (first[a] > high[a] || last[a] < low[a])
            return false;
    switch (solid->kind) {
    case OCT9_PRIMITIVE_BOX: return true;
    case OCT9_PRIMITIVE_TRIANGLE: return triangle_meets(solid, low, high);
    default: return rounded_meets(solid, low, high);
    }
}
