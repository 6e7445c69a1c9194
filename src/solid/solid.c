/* SPDX-License-Identifier: MIT */
/* Solids against points, boxes, planes and motions. */
#include "src/solid/solid.h"

#include "port/oct9_port.h"
#include "src/number/axes.h"
#include "src/number/fraction.h"
#include "src/solid/core_point.h"
#include "src/solid/wide.h"

void oct9_solid_of_primitive(const oct9_primitive_t *primitive, oct9_solid_t *solid)
{
    const bool round = primitive->kind == OCT9_PRIMITIVE_SPHERE ||
                       primitive->kind == OCT9_PRIMITIVE_CAPSULE;
    solid->kind = (uint8_t)primitive->kind;
    solid->radius_q6 = round ? primitive->radius_q6 : 0;
    OCT9_UNROLL
    for (unsigned a = 0; a < 3; a++) {
        solid->corner[0][a] = oct9_point_axis(&primitive->a, a);
        solid->corner[1][a] = oct9_point_axis(&primitive->b, a);
        solid->corner[2][a] = oct9_point_axis(&primitive->c, a);
    }
}

bool oct9_primitive_near(const oct9_primitive_t *primitive, const oct9_motion_t *motion)
{
    const oct9_outline_t outline = oct9_outline_of(primitive);
    const int32_t radius = motion->radius_q6 + outline.radius;
    for (unsigned a = 0; a < 3; a++) {
        const int32_t from = oct9_point_axis(&motion->from, a);
        const int32_t to = oct9_point_axis(&motion->to, a);
        const int32_t low = (from < to ? from : to) - radius,
                      high = (from < to ? to : from) + radius;
        const int32_t p = oct9_point_axis(outline.first, a);
        const int32_t q = oct9_point_axis(outline.second, a);
        const int32_t r = oct9_point_axis(outline.third, a);
        if ((p < low && q < low && r < low) || (p > high && q > high && r > high))
            return false;
    }
    return true;
}

void oct9_solid_bounds(const oct9_solid_t *solid, int32_t low[3], int32_t high[3])
{
    OCT9_ASSERT(solid->kind <= OCT9_PRIMITIVE_TRIANGLE);
    const unsigned corners = oct9_solid_corners(solid);
    for (unsigned a = 0; a < 3; a++)
        oct9_solid_span(solid, corners, a, &low[a], &high[a]);
}

void oct9_solid_capsule(oct9_capsule_t *capsule, const int32_t from[3], const int32_t delta[3],
                        const int32_t low[3], const int32_t high[3])
{
    for (unsigned a = 0; a < 3; a++) {
        OCT9_ASSERT(low[a] <= high[a] && delta[a] >= -65535 && delta[a] <= 65535);
        const bool mirrored = delta[a] < 0;
        oct9_capsule_axis_t *axis = &capsule->axis[a];
        axis->low = mirrored ? high[a] - from[a] : from[a] - low[a];
        axis->high = mirrored ? low[a] - from[a] : from[a] - high[a];
        axis->length = (uint16_t)(mirrored ? -delta[a] : delta[a]);
    }
}

/* The gaps that are summed are below 2^15. */
bool oct9_solid_within(const oct9_solid_t *solid, const oct9_point_t *point, uint16_t range_q6)
{
    OCT9_ASSERT(range_q6 <= INT16_MAX);
    const unsigned corners = oct9_solid_corners(solid);
    uint32_t sum = 0;
    for (unsigned a = 0; a < 3; a++) {
        int32_t low, high;
        oct9_solid_span(solid, corners, a, &low, &high);
        const int32_t at = oct9_point_axis(point, a);
        const int32_t gap = at < low ? low - at : at > high ? at - high : 0;
        if (gap > range_q6)
            return false;
        sum += (uint32_t)gap * (uint32_t)gap;
    }
    return sum <= (uint32_t)range_q6 * range_q6;
}

/* Finds the core's nearest point, if the solid is within the radius of the place. */
static bool find_within(const oct9_solid_t *solid, const oct9_point_t *place, uint16_t radius_q6,
                        oct9_core_point_t *nearest)
{
    oct9_line_t line;
    oct9_point_get(place, line.from);
    line.delta[0] = line.delta[1] = line.delta[2] = 0;
    oct9_core_point(solid, &line, 0, 1, nearest);
    return oct9_core_point_beyond(nearest, (uint16_t)(radius_q6 + solid->radius_q6)) <= 0;
}

bool oct9_solid_meets_sphere(const oct9_solid_t *solid, const oct9_point_t *centre,
                             uint16_t radius_q6)
{
    oct9_core_point_t nearest;
    return find_within(solid, centre, radius_q6, &nearest);
}

bool oct9_solid_distance(const oct9_solid_t *solid, const oct9_point_t *point, uint16_t range_q6,
                         uint32_t *distance)
{
    oct9_core_point_t nearest;
    if (*distance == 0 || !find_within(solid, point, range_q6, &nearest))
        return false;
    const uint32_t radius = (uint32_t)solid->radius_q6 << 8, end = *distance + radius;
    const uint32_t from_core = oct9_core_point_distance(&nearest, end);
    *distance = from_core > radius ? from_core - radius : 0;
    return from_core < end;
}

int64_t oct9_solid_reach(const oct9_solid_t *solid, const int16_t normal[3])
{
    const unsigned corners = oct9_solid_corners(solid);
    int64_t most = 0;
    if (solid->kind == OCT9_PRIMITIVE_BOX) {
        for (unsigned a = 0; a < 3; a++)
            most += (int64_t)normal[a] * solid->corner[normal[a] > 0][a];
        return most;
    }
    for (unsigned c = 0; c < corners; c++) {
        int64_t reach = 0;
        for (unsigned a = 0; a < 3; a++)
            reach += (int64_t)normal[a] * solid->corner[c][a];
        most = c == 0 || reach > most ? reach : most;
    }
    return most;
}

/* The radius adds radius |normal|, below 2^31, so the comparison is one of squares. */
static bool meets_plane(const oct9_solid_t *solid, const oct9_plane_t *plane)
{
    const int64_t short_by = plane->offset - oct9_solid_reach(solid, plane->normal);
    uint64_t normal2 = 0;
    if (short_by <= 0 || short_by >= (int64_t)1 << 31)
        return short_by <= 0;
    for (unsigned a = 0; a < 3; a++)
        normal2 += (uint64_t)((int64_t)plane->normal[a] * plane->normal[a]);
    OCT9_ASSERT(normal2 <= 3u * ((uint64_t)1 << 28));
    return (uint64_t)(short_by * short_by) <=
           (uint64_t)solid->radius_q6 * solid->radius_q6 * normal2; /* below 2^30 * 2^30 */
}

bool oct9_solid_meets_frustum(const oct9_solid_t *solid, const oct9_frustum_t *frustum,
                              unsigned open)
{
    for (; open != 0; open &= open - 1u)
        if (!meets_plane(solid, &frustum->plane[oct9_port_low_bit(open)]))
            return false;
    return true;
}

/* A solid against a closed box at rest.
 *
 * The separating axis test: a triangle and a box are apart iff they are apart along one of 13 axes:
 * the box's three, the triangle's normal, and the nine cross products of their edges. This also
 * holds for flat and thin triangles and boxes and for single points. If both are in one plane, the
 * cross products separate them as they would their shadows on an axis plane.
 *
 * Source: Akenine-Moller 2001, "Fast 3D triangle-box overlap testing"; here in integers. */

/* The triangle's corners relative to the box's low corner, and the box's extent: within 2^16. */
typedef struct {
    int32_t corner[3][3];
    int32_t extent[3];
} pair_t;

/* True if the triangle's three numbers are all below the box's interval from `low` to `high`, or
 * all above it. */
static bool numbers_apart(const int64_t at[3], int64_t low, int64_t high)
{
    return (at[0] < low && at[1] < low && at[2] < low) ||
           (at[0] > high && at[1] > high && at[2] > high);
}

/* True if the triangle's normal separates them. The normal is within 2^31 on each axis, so sums are
 * below 3 * 2^47. */
static bool parted_by_normal(const pair_t *pair, const int32_t ab[3], const int32_t ac[3])
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
    return numbers_apart(at, low, high);
}

/* True if the cross product of an edge and axis a separates them. By a, b, c it is (0, -e_c, e_b).
 * All numbers are below 2^32. */
static bool parted_by_edge(const pair_t *pair, const int32_t edge[3], unsigned a)
{
    const unsigned b = a == 2 ? 0 : a + 1u, c = 3u - a - b;
    const int64_t by_b = -(int64_t)edge[c] * pair->extent[b];
    const int64_t by_c = (int64_t)edge[b] * pair->extent[c];
    int64_t at[3];
    for (unsigned i = 0; i < 3; i++)
        at[i] = (int64_t)edge[b] * pair->corner[i][c] - (int64_t)edge[c] * pair->corner[i][b];
    return numbers_apart(at, (by_b < 0 ? by_b : 0) + (by_c < 0 ? by_c : 0),
                         (by_b > 0 ? by_b : 0) + (by_c > 0 ? by_c : 0));
}

static OCT9_APART bool triangle_meets(const oct9_solid_t *triangle, const int32_t low[3],
                                      const int32_t high[3])
{
    pair_t pair;
    int32_t edge[3][3];
    oct9_vector_between(low, high, pair.extent);
    for (unsigned c = 0; c < 3; c++) {
        oct9_vector_between(low, triangle->corner[c], pair.corner[c]);
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

/* A sphere or capsule: its axis is taken as the displacement of a moving sphere, which must not
 * meet the box. */
static OCT9_APART bool rounded_meets(const oct9_solid_t *solid, const int32_t low[3],
                                     const int32_t high[3])
{
    const bool point = solid->kind == OCT9_PRIMITIVE_SPHERE;
    oct9_capsule_t capsule;
    int32_t delta[3];
    for (unsigned a = 0; a < 3; a++)
        delta[a] = point ? 0 : solid->corner[1][a] - solid->corner[0][a];
    oct9_solid_capsule(&capsule, solid->corner[0], delta, low, high);
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

/* The place where a motion touches a solid. */

/* A number in 1 / 65535 sub-cells as a sub-cell, rounded to the nearest: 2^32 / 65535 is 65537 and
 * a little more. |at| is below 2^34. */
static int16_t to_sub_cell(int64_t at)
{
    const int64_t rounded = (at * 65537 + ((int64_t)1 << 31)) >> 32;
    return (int16_t)(rounded < INT16_MIN ? INT16_MIN : rounded > INT16_MAX ? INT16_MAX : rounded);
}

void oct9_solid_place(const oct9_solid_t *solid, const oct9_motion_t *motion,
                      oct9_contact_t *contact)
{
    const oct9_fraction_t fraction = { contact->num, OCT9_WAY_MAX };
    oct9_core_point_t nearest;
    oct9_line_t line;
    int32_t unit[3], point[3];
    oct9_line_of_motion(motion, &line);
    oct9_core_point(solid, &line, contact->num, OCT9_WAY_MAX, &nearest);
    oct9_core_point_direction(&nearest, unit);
    /* G| is the component of `from` along it: the product is below 3^(1/2) 2^33 * 2^28. */
    int64_t gap = 0;
    for (unsigned a = 0; a < 3; a++)
        gap += nearest.from[a] * unit[a];
    const int64_t back = (gap >> 28) - (int64_t)solid->radius_q6 * OCT9_WAY_MAX;
    for (unsigned a = 0; a < 3; a++) {
        const int64_t place = (int64_t)line.from[a] * OCT9_WAY_MAX +
                              (int64_t)line.delta[a] * contact->num;
        point[a] = to_sub_cell(place - ((back * unit[a]) >> 28));
        contact->normal[a] = (int16_t)((unit[a] + (1 << 13)) >> 14);
    }
    oct9_fraction_point(&fraction, &motion->from, &motion->to, &contact->at);
    oct9_point_set(&contact->point, point);
}
