/* SPDX-License-Identifier: MIT */
/* Planes that part a motion from a solid.
 *
 * Times are k / 65535. In place of a division, k / 65535 is taken as at most (k + 1) / 65536, which
 * holds for k <= 65535.
 *
 * Bounds: the path is within 2^15, D within 2^16, corners within 2^16; normals u within 2^13. So
 * |u| is below 14189, and all products with u are within 3 * 2^29. */
#include "src/solid/parting.h"

#include "port/oct9_port.h"
#include "src/number/fraction.h"
#include "src/number/magnitude.h"
#include "src/solid/wide.h"

/* LONGEST: not less than |u|. */
enum { NORMAL_BITS = 13, LONGEST = 14189, STEPS = 6, NEARER_STEPS = 3, ROOT_STEPS = 4 };

/* About 65536 a / b, not more than it, for 0 <= a <= b < 2^48 and b > 0. */
static uint32_t part_of(uint64_t a, uint64_t b)
{
    while (b >> 32 != 0) {
        a >>= 16;
        b = (b >> 16) + 1u;
    }
    uint32_t part = (uint32_t)a, whole = (uint32_t)b;
    if (whole >> 16 != 0) {
        const unsigned shift = oct9_port_top_bit(whole) - 15u;
        part >>= shift;
        whole = (whole >> shift) + 1u;
    }
    return part * 65536u / whole;
}

/* The time at which the path is nearest to a place, 0..65535 and rounded. The products are below 3
 * * 2^33. */
static OCT9_APART uint32_t time_near(const oct9_line_t *line, const int32_t place[3])
{
    int32_t gap[3];
    oct9_vector_between(line->from, place, gap);
    const int64_t forward = oct9_dot(gap, line->delta), all = oct9_dot(line->delta, line->delta);
    if (forward <= 0)
        return 0;
    return forward >= all ? OCT9_WAY_MAX : part_of((uint64_t)forward, (uint64_t)all);
}

/* --- the normal -------------------------------------------------------------------------------
 *
 * G is the vector from the core's nearest point to a place. Vectors parallel to it are rounded, and
 * so are the products that say where the nearest point lies. */

static void gap_to_corner(const int32_t place[3], const int32_t corner[3], int64_t gap[3])
{
    for (unsigned a = 0; a < 3; a++)
        gap[a] = place[a] - corner[a];
}

/* The gap to an edge's line, times `whole`: the edge's square and its product with the vector from
 * the corner are whole and along, both times the same. Within 2^17 * 2^28 and 2^15 * 2^30. */
static void gap_to_edge(const int32_t place[3], const int32_t corner[3], const int32_t edge[3],
                        int32_t along, int32_t whole, int64_t gap[3])
{
    for (unsigned a = 0; a < 3; a++)
        gap[a] = (int64_t)(place[a] - corner[a]) * whole - (int64_t)edge[a] * along;
}

static void gap_to_box(const int32_t place[3], const oct9_solid_t *box, int64_t gap[3])
{
    for (unsigned a = 0; a < 3; a++) {
        const int32_t low = box->corner[0][a], high = box->corner[1][a];
        gap[a] = place[a] < low ? place[a] - low : place[a] > high ? place[a] - high : 0;
    }
}

/* 1/16 of a dot product, which is within 3 * 2^31. */
static int32_t coarse_dot(const int32_t a[3], const int32_t b[3])
{
    const int64_t dot = (int64_t)a[0] * b[0] + (int64_t)a[1] * b[1] + (int64_t)a[2] * b[2];
    return (int32_t)oct9_shift_down(dot, 4);
}

static void gap_to_segment(const int32_t place[3], const oct9_solid_t *capsule, int64_t gap[3])
{
    int32_t edge[3], from[3];
    oct9_vector_between(capsule->corner[0], capsule->corner[1], edge);
    oct9_vector_between(capsule->corner[0], place, from);
    const int32_t forward = coarse_dot(edge, from), whole = coarse_dot(edge, edge);
    if (forward <= 0)
        gap_to_corner(place, capsule->corner[0], gap);
    else if (forward >= whole)
        gap_to_corner(place, capsule->corner[1], gap);
    else
        gap_to_edge(place, capsule->corner[0], edge, forward, whole, gap);
}

/* The normal on the place's side: within 2^31. Its product with `from` is within 3 * 2^47. */
static void gap_to_face(const int32_t ab[3], const int32_t ac[3], const int32_t from[3],
                        int64_t gap[3])
{
    int64_t height = 0;
    oct9_cross(ab, ac, gap);
    for (unsigned a = 0; a < 3; a++)
        height += gap[a] * from[a];
    if (height < 0)
        for (unsigned a = 0; a < 3; a++)
            gap[a] = -gap[a];
}

/* a b <= c d */
static bool not_above(int32_t a, int32_t b, int32_t c, int32_t d)
{
    return (int64_t)a * b <= (int64_t)c * d;
}

/* As in src/solid/core_point.c. Here ab_b is the product of AB with the vector from B to the
 * place, and so on: within 3 * 2^28. */
static void gap_to_triangle(const int32_t place[3], const oct9_solid_t *triangle, int64_t gap[3])
{
    const int32_t(*const corner)[3] = triangle->corner;
    int32_t ab[3], ac[3], from[3];
    oct9_vector_between(corner[0], corner[1], ab);
    oct9_vector_between(corner[0], corner[2], ac);
    oct9_vector_between(corner[0], place, from);
    const int32_t ab_a = coarse_dot(ab, from), ac_a = coarse_dot(ac, from);
    const int32_t ab2 = coarse_dot(ab, ab), ac2 = coarse_dot(ac, ac), both = coarse_dot(ab, ac);
    const int32_t ab_b = ab_a - ab2, ac_b = ac_a - both, ab_c = ab_a - both, ac_c = ac_a - ac2;
    if (ab_a <= 0 && ac_a <= 0) {
        gap_to_corner(place, corner[0], gap);
    } else if (ab_b >= 0 && ac_b <= ab_b) {
        gap_to_corner(place, corner[1], gap);
    } else if (ac_c >= 0 && ab_c <= ac_c) {
        gap_to_corner(place, corner[2], gap);
    } else if (ab_a > 0 && ab_b <= 0 && not_above(ab_a, ac_b, ab_b, ac_a)) {
        gap_to_edge(place, corner[0], ab, ab_a, ab2, gap);
    } else if (ac_a > 0 && ac_c <= 0 && not_above(ab_c, ac_a, ab_a, ac_c)) {
        gap_to_edge(place, corner[0], ac, ac_a, ac2, gap);
    } else if (ac_b > ab_b && ab_c >= ac_c && not_above(ab_b, ac_c, ab_c, ac_b)) {
        oct9_vector_between(corner[1], corner[2], from);
        gap_to_edge(place, corner[1], from, ac_b - ab_b, ac_b - ab_b + ab_c - ac_c, gap);
    } else {
        gap_to_face(ab, ac, from, gap);
    }
}

/* The place on the path at a time, rounded to whole sub-cells. */
static void place_on_path(const oct9_line_t *line, uint32_t num, int32_t place[3])
{
    for (unsigned a = 0; a < 3; a++) {
        const int32_t part = (int32_t)(oct9_magnitude(line->delta[a]) * num / 65536u);
        place[a] = line->from[a] + (line->delta[a] < 0 ? -part : part);
    }
}

/* Sets a normal parallel to G, within 2^13; zero if G is. A number below zero has the bits of its
 * complement, so that all shift alike. */
static OCT9_APART void set_gap_normal(const int64_t gap[3], int16_t normal[3])
{
    uint64_t sizes = 0;
    for (unsigned a = 0; a < 3; a++)
        sizes |= (uint64_t)(gap[a] < 0 ? ~gap[a] : gap[a]);
    const uint32_t high = (uint32_t)(sizes >> 32), low = (uint32_t)sizes;
    const unsigned bits = high != 0 ? 33u + oct9_port_top_bit(high)
                        : low != 0  ? 1u + oct9_port_top_bit(low)
                                    : 0;
    const unsigned shift = bits > NORMAL_BITS ? bits - NORMAL_BITS : 0;
    for (unsigned a = 0; a < 3; a++)
        normal[a] = (int16_t)oct9_shift_down(gap[a], shift);
}

/* The normal at the core's point that is nearest to the path at a time. */
static OCT9_APART void find_normal(const oct9_meeting_t *in, uint32_t num, int16_t normal[3])
{
    int32_t place[3];
    int64_t gap[3];
    place_on_path(in->line, num, place);
    switch (in->solid->kind) {
    case OCT9_PRIMITIVE_SPHERE: gap_to_corner(place, in->solid->corner[0], gap); break;
    case OCT9_PRIMITIVE_BOX: gap_to_box(place, in->solid, gap); break;
    case OCT9_PRIMITIVE_CAPSULE: gap_to_segment(place, in->solid, gap); break;
    default: gap_to_triangle(place, in->solid, gap); break;
    }
    set_gap_normal(gap, normal);
}

/* --- what a plane says ------------------------------------------------------------------------ */

/* A plane's view of a motion. */
typedef struct {
    int64_t height;   /* u . A above the core: at most 3 * 2^29, as u . X is for X in the core */
    int32_t reach;    /* of the core along u */
    int32_t fall;     /* of the whole motion, - u . D */
    uint32_t length2; /* u^2: below 3 * 2^26 */
} plane_t;

/* u . v, within 3 * 2^29 */
static int32_t product_along(const int16_t u[3], const int32_t v[3])
{
    return u[0] * v[0] + u[1] * v[1] + u[2] * v[2];
}

static OCT9_APART void set_plane(const oct9_meeting_t *in, const int16_t normal[3], plane_t *plane)
{
    const int32_t u[3] = { normal[0], normal[1], normal[2] };
    plane->reach = (int32_t)oct9_solid_reach(in->solid, normal);
    plane->height = (int64_t)product_along(normal, in->line->from) - plane->reach;
    plane->fall = -product_along(normal, in->line->delta);
    plane->length2 = (uint32_t)product_along(normal, u);
}

/* The height at a time, or a little less. */
static int64_t height_at(const plane_t *plane, uint32_t num)
{
    if (plane->fall <= 0)
        return plane->height + (int64_t)((uint64_t)-plane->fall * num >> 16);
    return plane->height - (int64_t)((uint64_t)plane->fall * (num + 1u) >> 16) - 1;
}

/* True if height > radius |u|, which is below 2^31. */
static OCT9_APART bool above(int64_t height, uint16_t radius, uint32_t length2)
{
    if (height <= 0)
        return false;
    return (uint64_t)(uint32_t)height * (uint32_t)height >
           (uint64_t)((uint32_t)radius * radius) * length2;
}

/* Not less than radius |u|, and little more: below 2^30. Newton's method comes from above, at most
 * twice the root, and stays at least the root rounded down, which is not 0. */
static OCT9_APART int32_t radius_along(uint16_t radius, uint32_t length2)
{
    const uint32_t square = 16u * length2 + 1u; /* below 3 * 2^30 */
    uint32_t length_q2 = (uint32_t)2 << oct9_port_top_bit(square) / 2u;
    for (unsigned step = 0; step < ROOT_STEPS; step++)
        length_q2 = (length_q2 + square / length_q2) / 2u;
    return (int32_t)(((uint64_t)radius * (length_q2 + 1u) + 3u) / 4u);
}

/* A time, from `from` on, up to which the motion does not touch. */
static OCT9_APART uint32_t advanced(const plane_t *plane, const oct9_meeting_t *in, uint32_t from)
{
    const int64_t left = height_at(plane, from) - radius_along(in->radius, plane->length2);
    if (left <= 0)
        return from;
    const uint32_t step = left < plane->fall ? part_of((uint64_t)left, (uint64_t)plane->fall)
                                             : OCT9_WAY_MAX;
    const uint32_t to = step == 0 ? from : from + step - 1u;
    return to < in->end ? to : in->end - 1u;
}

/* A time closer to where the path is nearest to the core, from the plane found at `num`: where the
 * path is nearest to the core's nearest point. That is u height / u^2 away, so the time changes by
 * fall height / (u^2 D^2). Returns `num` where the motion touches or nearly so. The products are
 * below 2^62. */
static OCT9_APART uint32_t nearer(const plane_t *plane, const oct9_meeting_t *in, uint32_t num)
{
    const int64_t height = height_at(plane, num);
    const int32_t *const delta = in->line->delta;
    if (!above(height, in->radius, plane->length2))
        return num;
    const uint64_t a = oct9_magnitude_long(plane->fall) * (uint64_t)(uint32_t)height >> 16;
    const uint64_t b = ((uint64_t)oct9_dot(delta, delta) * plane->length2 >> 16) + 1u;
    const uint32_t step = a < b ? part_of(a, b) : OCT9_WAY_MAX;
    if (plane->fall < 0)
        return num > step ? num - step : 0;
    return in->end - num > step ? num + step : in->end;
}

/* Stores the plane for the next solid: the least height above the origin, less radius |u|. It is
 * within 2^31, since u . X is within 3 * 2^28 and the radius below 2^16. */
static OCT9_APART void keep(oct9_parting_t *parting, const int16_t normal[3], int64_t least,
                            uint16_t radius)
{
    uint32_t length2 = 0;
    for (unsigned a = 0; a < 3; a++) {
        parting->normal[a] = normal[a];
        length2 += (uint32_t)((int32_t)normal[a] * normal[a]);
    }
    parting->limit = (int32_t)(least - radius_along(radius, length2));
}

/* Tries the plane found at a time `num`, for the rest of the motion after `from`. Returns true if
 * it parts them; otherwise advances `from`. A plane that is kept parts the whole motion. */
static bool try_plane(const oct9_meeting_t *in, uint32_t num, uint32_t *from, plane_t *plane)
{
    int16_t normal[3];
    find_normal(in, num, normal);
    set_plane(in, normal, plane);
    const int64_t least = height_at(plane, plane->fall > 0 ? in->end : *from);
    if (!above(least, in->radius, plane->length2)) {
        *from = advanced(plane, in, *from);
        return false;
    }
    if (in->parting && (plane->fall > 0 || *from == 0))
        keep(in->parting, normal, least + plane->reach, in->radius);
    return true;
}

bool oct9_solid_parted(const oct9_meeting_t *in, const int32_t middle[3], uint32_t *from)
{
    const uint32_t near = time_near(in->line, middle);
    uint32_t num = near < in->end ? near : in->end;
    plane_t plane;
    *from = 0;
    for (unsigned step = 0; step < NEARER_STEPS; step++) {
        const uint32_t before = num;
        if (try_plane(in, num, from, &plane))
            return true;
        num = nearer(&plane, in, num);
        if (num == before)
            break;
    }
    for (unsigned step = 0; step < STEPS; step++) {
        const uint32_t before = *from;
        if (try_plane(in, before, from, &plane))
            return true;
        if (*from <= before + 1u)
            break;
    }
    return false;
}

/* u . X, within 3 * 2^28 */
static int32_t height_of(const oct9_point_t *point, const int16_t u[3])
{
    return (int32_t)u[0] * point->x + (int32_t)u[1] * point->y + (int32_t)u[2] * point->z;
}

/* True if a sphere or capsule is below the limit. Sums are below 3 * 2^28 + 2^15 * 14189. */
static bool rounded_below(const oct9_primitive_t *primitive, const oct9_parting_t *parting)
{
    const int32_t more = (int32_t)primitive->radius_q6 * LONGEST;
    return height_of(&primitive->a, parting->normal) + more < parting->limit &&
           (primitive->kind == OCT9_PRIMITIVE_SPHERE ||
            height_of(&primitive->b, parting->normal) + more < parting->limit);
}

/* A box is below the limit iff its corner that is highest along the normal is. */
bool oct9_primitive_parted_by(const oct9_primitive_t *primitive, const oct9_parting_t *parting)
{
    const int16_t *const u = parting->normal;
    const int32_t limit = parting->limit;
    if (primitive->kind == OCT9_PRIMITIVE_BOX) {
        const oct9_point_t highest = { (int16_t)(u[0] > 0 ? primitive->b.x : primitive->a.x),
                                       (int16_t)(u[1] > 0 ? primitive->b.y : primitive->a.y),
                                       (int16_t)(u[2] > 0 ? primitive->b.z : primitive->a.z) };
        return height_of(&highest, u) < limit;
    }
    if (primitive->kind != OCT9_PRIMITIVE_TRIANGLE)
        return rounded_below(primitive, parting);
    return height_of(&primitive->a, u) < limit && height_of(&primitive->b, u) < limit &&
           height_of(&primitive->c, u) < limit;
}
