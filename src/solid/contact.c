/* SPDX-License-Identifier: MIT */
/* A motion against a solid: whether it touches the solid, and when.
 *
 * Let f(t) be the squared distance from the moving point to the core; f is convex in t. Let R be
 * the sum of both radii. The motion touches not later than `end` iff the least f up to `end` is at
 * most R^2. If f falls at 0, rises at `end` and is above R^2 at both, then f is least in between,
 * and it is above R^2 on the rest of the motion's line. So the test may use the whole line. Where f
 * is least, the line is nearest to a corner or to an edge, or it goes through the triangle. The
 * signs of determinants decide each of these.
 *
 * If the motion touches, it still approaches at a time iff f is above R^2 and falls at that time.
 * So bisection finds the contact. src/query/capsule.c decides whether a line passes a box.
 *
 * Bounds: W = A - corner within 2^16 on each axis, D within 2^16, edges within 2^15; R < 2^16. */
#include "port/oct9_port.h"
#include "src/number/fraction.h"
#include "src/number/magnitude.h"
#include "src/query/leaving.h"
#include "src/solid/core_point.h"
#include "src/solid/parting.h"
#include "src/solid/solid.h"
#include "src/solid/wide.h"

/* --- whether the line comes near enough ------------------------------------------------------- */

/* The line and an edge. */
typedef struct {
    int32_t edge[3], gap[3]; /* E, W from the edge's first corner */
    int64_t normal[3];       /* D x E: within 2^32 */
    int64_t volume;          /* W . (D x E): within 3 * 2^48 */
} edge_t;

/* Sets the edge from a corner to the next one. */
static void set_edge(const oct9_solid_t *solid, const oct9_line_t *line, unsigned corner,
                     edge_t *edge)
{
    const int32_t *const from = solid->corner[corner];
    oct9_vector_between(from, solid->corner[corner == 2 ? 0 : corner + 1u], edge->edge);
    oct9_vector_between(from, line->from, edge->gap);
    oct9_cross(line->delta, edge->edge, edge->normal);
    edge->volume = oct9_dot_long(edge->gap, edge->normal);
}

/* v|^2 times radius^2, for v within 2^33. */
static void radius_square(oct9_wide_t *sum, const int64_t v[3], uint16_t radius)
{
    oct9_wide_t square;
    oct9_wide_product(sum, v[0] * radius, v[0] * radius);
    for (unsigned a = 1; a < 3; a++) {
        oct9_wide_product(&square, v[a] * radius, v[a] * radius);
        oct9_wide_add(sum, &square);
    }
}

/* True if the point of the edge's line that is nearest to the motion's line is between the edge's
 * ends. The ends themselves are tested as corners. This is Cramer's rule without its division. The
 * products are within 3 * 2^32, so the determinants fit. For parallel lines both are 0. */
static bool nearest_on_edge(const edge_t *edge, const int32_t delta[3])
{
    const int64_t a = oct9_dot(delta, delta), b = oct9_dot(delta, edge->edge);
    oct9_wide_t all, part;
    oct9_wide_determinant(&all, a, oct9_dot(edge->edge, edge->edge), b, b);
    oct9_wide_determinant(&part, a, oct9_dot(edge->edge, edge->gap), b, oct9_dot(delta, edge->gap));
    return oct9_wide_sign(&part) == 1 && oct9_wide_compare(&part, &all) == -1;
}

/* True if |W . (D x E)| <= R |D x E|: the lines are within the radius of each other. */
static bool lines_near(const edge_t *edge, uint16_t radius)
{
    oct9_wide_t distance2, reach2;
    oct9_wide_product(&distance2, edge->volume, edge->volume);
    radius_square(&reach2, edge->normal, radius);
    return oct9_wide_compare(&distance2, &reach2) <= 0;
}

static OCT9_APART bool passes_edge(const oct9_solid_t *solid, const oct9_line_t *line,
                                   uint16_t radius)
{
    const unsigned edges = solid->kind == OCT9_PRIMITIVE_TRIANGLE ? 3 : 1;
    edge_t edge;
    for (unsigned i = 0; i < edges; i++) {
        set_edge(solid, line, i, &edge);
        if (lines_near(&edge, radius) && nearest_on_edge(&edge, line->delta))
            return true;
    }
    return false;
}

/* True if |W x D| <= R |D|. */
static bool passes_corner(const int32_t corner[3], const oct9_line_t *line, uint16_t radius)
{
    int32_t gap[3];
    int64_t vector[3];
    oct9_wide_t distance2, reach2; /* both times |D|^2 */
    oct9_vector_between(line->from, corner, gap);
    oct9_cross(gap, line->delta, vector); /* within 2^33 */
    radius_square(&distance2, vector, 1);
    for (unsigned a = 0; a < 3; a++)
        vector[a] = line->delta[a];
    radius_square(&reach2, vector, radius);
    return oct9_wide_compare(&distance2, &reach2) <= 0;
}

/* The heights of the line's ends above a triangle's plane, times |N|. They are within 3 * 2^46,
 * because |N| is below 3^(1/2) 2^30. */
typedef struct {
    int64_t from, to;
} heights_t;

static void find_heights(const oct9_solid_t *triangle, const oct9_line_t *line, heights_t *heights)
{
    int32_t ab[3], ac[3], gap[3];
    int64_t normal[3];
    oct9_vector_between(triangle->corner[0], triangle->corner[1], ab);
    oct9_vector_between(triangle->corner[0], triangle->corner[2], ac);
    oct9_vector_between(triangle->corner[0], line->from, gap);
    oct9_cross(ab, ac, normal); /* within 2^31 */
    heights->from = oct9_dot_long(gap, normal);
    heights->to = heights->from + oct9_dot_long(line->delta, normal);
}

/* An end in the plane may count as a crossing or not: the end is not in the triangle. */
static bool crosses_plane(const heights_t *heights)
{
    return (heights->from < 0) != (heights->to < 0);
}

/* True if a line that crosses the plane goes through the triangle: it does not have one edge on its
 * left and another on its right. */
static bool within_edges(const oct9_solid_t *triangle, const oct9_line_t *line)
{
    bool left = false, right = false;
    edge_t edge;
    for (unsigned i = 0; i < 3; i++) {
        set_edge(triangle, line, i, &edge);
        left = left || edge.volume < 0;
        right = right || edge.volume > 0;
        if (left && right)
            return false;
    }
    return true;
}

static bool passes_face(const oct9_solid_t *triangle, const oct9_line_t *line)
{
    heights_t heights;
    find_heights(triangle, line, &heights);
    return crosses_plane(&heights) && within_edges(triangle, line);
}

static OCT9_APART bool passes_box(const oct9_solid_t *box, const oct9_line_t *line, uint16_t radius)
{
    oct9_capsule_t capsule;
    oct9_solid_capsule(&capsule, line->from, line->delta, box->corner[0], box->corner[1]);
    capsule.radius_q6 = radius;
    return oct9_capsule_meets(&capsule) != OCT9_CAPSULE_APART;
}

/* For a line that is nearest to the core between its ends, and is beyond the radius at both
 * ends. */
static OCT9_APART bool passes(const oct9_solid_t *solid, const oct9_line_t *line, uint16_t radius)
{
    if (solid->kind == OCT9_PRIMITIVE_BOX)
        return passes_box(solid, line, radius);
    if (solid->kind == OCT9_PRIMITIVE_TRIANGLE && passes_face(solid, line))
        return true;
    if (solid->kind != OCT9_PRIMITIVE_SPHERE && passes_edge(solid, line, radius))
        return true;
    for (unsigned c = 0; c < oct9_solid_corners(solid); c++)
        if (passes_corner(solid->corner[c], line, radius))
            return true;
    return false;
}

/* --- when the motion touches ------------------------------------------------------------------ */

/* What the motion does at a time, relative to the solid. */
typedef enum { COMES_NEARER, GOES_AWAY, TOUCHES } stand_t;

enum { FIRST_STEP = 4 }; /* 65535ths */

static stand_t stand_at(const oct9_meeting_t *in, uint32_t num)
{
    oct9_core_point_t nearest;
    oct9_core_point(in->solid, in->line, (uint16_t)num, num == 0 ? 1 : OCT9_WAY_MAX, &nearest);
    if (oct9_core_point_beyond(&nearest, in->radius) <= 0)
        return TOUCHES;
    return oct9_core_point_slope(&nearest, in->line) == -1 ? COMES_NEARER : GOES_AWAY;
}

/* The times between which a motion touches first; both are 0 if it does at its start. */
typedef struct {
    uint32_t from, to;
} bracket_t;

/* The motion does not touch up to `from`, if that is not 0. Most contacts are just after it, so
 * the times tried grow by factors. Where it touches at one, it came nearer before. */
static bool bracket_contact(const oct9_meeting_t *in, bracket_t *bracket)
{
    uint32_t from = bracket->from, to = from, step = FIRST_STEP;
    stand_t stand = from == 0 ? stand_at(in, 0) : COMES_NEARER;
    bracket->to = 0;
    if (stand != COMES_NEARER)
        return stand == TOUCHES;
    do {
        if (to == in->end)
            return false;
        from = to;
        to = in->end - from > step ? from + step : in->end;
        step *= FIRST_STEP;
        stand = stand_at(in, to);
    } while (stand == COMES_NEARER);
    bracket->from = from;
    bracket->to = to;
    return stand == TOUCHES ||
           (stand_at(in, from) == COMES_NEARER && passes(in->solid, in->line, in->radius));
}

static uint16_t round_contact(const oct9_meeting_t *in, const bracket_t *bracket)
{
    uint32_t from = bracket->from, to = bracket->to;
    while (to > from + 1u) {
        const uint32_t middle = (from + to) / 2;
        if (stand_at(in, middle) == COMES_NEARER)
            from = middle;
        else
            to = middle;
    }
    return (uint16_t)from;
}

/* For a line whose ends are on different sides of a triangle's plane: the same result as by
 * bracket_contact() and round_contact(), at a lower cost. It still approaches at k / 65535 iff k
 * (from + to) < 65535 from, where both are the sizes of the heights. The products are below 3 *
 * 2^62. */
static bool line_contact(const oct9_solid_t *triangle, const oct9_line_t *line,
                         const heights_t *heights, uint32_t end, uint16_t *num)
{
    const uint64_t from = oct9_magnitude_long(heights->from);
    const uint64_t to = oct9_magnitude_long(heights->to);
    uint32_t low = 0;
    if (end * (from + to) < OCT9_WAY_MAX * from || !within_edges(triangle, line))
        return false;
    if (!num)
        return true;
    while (end - low > 1) {
        const uint32_t middle = (low + end) / 2;
        if (middle * (from + to) < OCT9_WAY_MAX * from)
            low = middle;
        else
            end = middle;
    }
    *num = (uint16_t)low;
    return true;
}

/* True if the bounding box of the motion up to `end` is within the radius of that of the solid;
 * `middle` is then in the middle of what both have. The part of the displacement is a product below
 * 2^32, rounded up. */
static OCT9_APART bool boxes_meet(const oct9_solid_t *solid, const oct9_line_t *line,
                                  uint16_t radius, uint32_t end, int32_t middle[3])
{
    const unsigned corners = oct9_solid_corners(solid);
    for (unsigned a = 0; a < 3; a++) {
        int32_t low, high;
        oct9_solid_span(solid, corners, a, &low, &high);
        const int32_t from = line->from[a], delta = line->delta[a];
        const int32_t part = (int32_t)(oct9_magnitude(delta) * (end + 1u) / 65536u) + 1;
        const int32_t first = from - (delta < 0 ? part : 0) - radius;
        const int32_t last = from + (delta > 0 ? part : 0) + radius;
        if (last < low || first > high)
            return false;
        middle[a] = ((first > low ? first : low) + (last < high ? last : high)) / 2;
    }
    return true;
}

/* True if the motion is a line and the solid a triangle. */
static bool is_line(const oct9_meeting_t *in)
{
    return in->solid->kind == OCT9_PRIMITIVE_TRIANGLE && in->radius == 0;
}

/* True if neither boxes nor planes part them. `from` is as in oct9_solid_parted. For a line the
 * exact test costs less than planes. */
static OCT9_APART bool may_touch(const oct9_meeting_t *in, uint16_t motion_radius, uint32_t *from)
{
    int32_t middle[3];
    *from = 0;
    return boxes_meet(in->solid, in->line, motion_radius, in->end, middle) &&
           (is_line(in) || !oct9_solid_parted(in, middle, from));
}

/* True if the test of a line decides: it sets `touches`, and then `num`. */
static OCT9_APART bool line_decides(const oct9_meeting_t *in, bool *touches, uint16_t *num)
{
    heights_t heights;
    find_heights(in->solid, in->line, &heights);
    *touches = false;
    if (heights.from == 0 || heights.to == 0)
        return false;
    *touches = crosses_plane(&heights) && line_contact(in->solid, in->line, &heights, in->end, num);
    return true;
}

bool oct9_solid_contact(const oct9_solid_t *solid, const oct9_motion_t *motion, uint16_t last,
                        oct9_parting_t *parting, uint16_t *num)
{
    bool touches;
    bracket_t bracket;
    oct9_line_t line;
    const oct9_meeting_t meeting = { .solid = solid,
                                     .line = &line,
                                     .radius = (uint16_t)(motion->radius_q6 + solid->radius_q6),
                                     .end = last < OCT9_WAY_MAX ? last + (uint32_t)1 : OCT9_WAY_MAX,
                                     .parting = parting };
    oct9_line_of_motion(motion, &line);
    if (!may_touch(&meeting, motion->radius_q6, &bracket.from))
        return false;
    if (is_line(&meeting) && line_decides(&meeting, &touches, num))
        return touches;
    if (!bracket_contact(&meeting, &bracket))
        return false;
    if (num)
        *num = round_contact(&meeting, &bracket);
    return true;
}

bool oct9_solid_start_blocks(const oct9_solid_t *solid, const oct9_motion_t *motion,
                             oct9_policy_t policy)
{
    oct9_core_point_t nearest;
    oct9_line_t line;
    oct9_line_of_motion(motion, &line);
    oct9_core_point(solid, &line, 0, 1, &nearest);
    if (oct9_core_point_beyond(&nearest, (uint16_t)(motion->radius_q6 + solid->radius_q6)) > 0)
        return true;
    return policy == OCT9_LEAVES &&
           oct9_leaving_blocks(oct9_core_point_beyond(&nearest, solid->radius_q6) <= 0,
                               oct9_core_point_slope(&nearest, &line));
}
