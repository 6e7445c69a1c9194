/* SPDX-License-Identifier: MIT */
/* A rounding: corner by corner, each by a quadratic Bezier curve B with the control points T1, V
 * and T2, where V is the corner. A leg is T1 - V or T2 - V.
 *
 * Let p = T1 - V, q = T2 - V, c = p + q. B(t) = V + (1 - t)^2 p + t^2 q has the second derivative
 * 2 c, so that between the times t0 and t1 it is c (t - t0) (t - t1) away from its chord: at most
 * |c| / (4 n^2) for n chords. Both ends of a chord are rounded to the nearest point, and each moves
 * by at most the root of 3/4, 0.8661; so does a place on the curve that is rounded. The sphere
 * there is thus contained in one at the same time of the rounded chord, whose radius is larger by
 * |c| / (4 n^2) + 2 * 0.8661. With 25 n^2 >= 2 |c| that is at most 3.125 + 1.733 < GROWTH: where
 * the larger sphere is clear along all chords, the sphere is clear along the curve.
 *
 * From the sides B is at most |c| / 4 away: up to t = 1/2 it is t^2 c away from the point
 * V + ((1 - t)^2 - t^2) p, after it likewise.
 *
 * Its curvature is |p x q| / (2 |d|^3), with d on the segment from -p to q, whose displacement is
 * c: |d| is at least the distance |p x q| / |c| of the line. So the radius of curvature is at least
 * 2 |p x q|^2 / |c|^3, and just that where the foot of the distance is on the segment, as with
 * equal legs.
 *
 * Source: Farin 2002, "Curves and surfaces for CAGD". */
#include "oct9/route.h"

#include "port/oct9_port.h"
#include "src/map/map.h"
#include "src/number/axes.h"
#include "src/query/reach.h"
#include "src/route/edge.h"

#define GROWTH 5u       /* in sub-cells: see above */
#define LEG_MIN 32u     /* in sub-cells */
#define LEG_MAX 16000u  /* so that a leg, which may be 31 longer, is shorter than 2^14 */
#define STRAIGHT_MIN 30 /* a straight piece that would be shorter is left out */

enum { FROM_LAST, TO_NEXT, OLD_FROM, OLD_TO, PARTS }; /* the straight parts, after the chords */

/* The legs of a curve. */
typedef struct {
    int32_t p[3], q[3]; /* within 2^14 */
    uint32_t bulge;     /* |c|, rounded up: at most 2^15 */
} legs_t;

static const oct9_point_t *curve_corner(const oct9_route_curve_t *curve)
{
    return &curve->input->points[curve->at];
}

/* num / den, to the nearest number: den is positive, and |num| + den is below 2^31. */
static int32_t to_nearest(int32_t num, int32_t den)
{
    return num < 0 ? -((den / 2 - num) / den) : (num + den / 2) / den;
}

/* --- pieces ----------------------------------------------------------------------------------- */

/* Writes a piece from where the last one ends. One that leads nowhere is left out. */
static void write_piece(oct9_route_curve_t *curve, const oct9_point_t *control,
                        const oct9_point_t *to, uint16_t bend_q6, bool corner)
{
    oct9_route_piece_t *piece = &curve->input->pieces[curve->pieces];
    if (oct9_point_same(&curve->from, to))
        return;
    oct9_point_copy(&piece->from, &curve->from);
    oct9_point_copy(&piece->control, control);
    oct9_point_copy(&piece->to, to);
    piece->bend_q6 = bend_q6;
    piece->corner = corner;
    oct9_point_copy(&curve->from, to);
    curve->pieces++;
}

static void write_straight(oct9_route_curve_t *curve, const oct9_point_t *to, bool corner)
{
    write_piece(curve, &curve->from, to, UINT16_MAX, corner);
}

/* --- the legs --------------------------------------------------------------------------------- */

/* The end of the leg toward another point of the polyline: the leg is at most half of that side.
 * The product is at most 65535 * 16000 < 2^30, the length at most 113509. */
static void end_leg(const oct9_route_curve_t *curve, const oct9_point_t *toward, oct9_point_t *end)
{
    const oct9_point_t *corner = curve_corner(curve);
    const int32_t length = (int32_t)oct9_point_length(corner, toward, 1, 1);
    for (unsigned a = 0; a < 3; a++) {
        const int32_t at = oct9_point_axis(corner, a);
        const int32_t delta = oct9_point_axis(toward, a) - at;
        oct9_point_set_axis(end, a, at + to_nearest(delta * (int32_t)curve->leg, length));
    }
}

/* True if an end of the first leg is so near to the end of the last piece that the curve begins
 * there: where two legs take half of a side each, they meet so. A corner is never so near. */
static bool joins(const oct9_route_curve_t *curve, const oct9_point_t *point)
{
    return oct9_point_length(&curve->from, point, 1, 1) < STRAIGHT_MIN;
}

static void set_legs(oct9_route_curve_t *curve, legs_t *legs)
{
    const oct9_point_t *corner = curve_corner(curve);
    uint32_t square = 0; /* of c: at most 4 * 2^28 */
    end_leg(curve, corner - 1, &curve->ends[0]);
    end_leg(curve, corner + 1, &curve->ends[1]);
    if (joins(curve, &curve->ends[0]))
        oct9_point_copy(&curve->ends[0], &curve->from);
    for (unsigned a = 0; a < 3; a++) {
        const int32_t at = oct9_point_axis(corner, a);
        legs->p[a] = oct9_point_axis(&curve->ends[0], a) - at;
        legs->q[a] = oct9_point_axis(&curve->ends[1], a) - at;
        const int32_t c = legs->p[a] + legs->q[a];
        square += (uint32_t)(c * c);
    }
    const uint32_t root = oct9_point_isqrt(square);
    legs->bulge = root + (root * root != square);
}

/* 2 |p x q|^2 / |c|^3, rounded down, at most 65535. The sum of the squares is at most |p|^2 |q|^2,
 * below 2^56, each product below 2^28; |c|^3 is at most 2^45. */
static uint16_t bend_of(const legs_t *legs)
{
    uint64_t twice = 0;
    uint32_t bend = 0;
    for (unsigned a = 0; a < 3; a++) {
        const unsigned b = a < 2 ? a + 1 : 0, c = 3 - a - b;
        const int64_t cross = legs->p[b] * legs->q[c] - legs->p[c] * legs->q[b];
        twice += 2u * (uint64_t)(cross * cross);
    }
    uint64_t part = (uint64_t)(legs->bulge * legs->bulge) * legs->bulge << 16; /* at most 2^61 */
    for (unsigned bit = 0; bit < 16; bit++) {
        part >>= 1;
        bend <<= 1;
        if (twice >= part) {
            twice -= part;
            bend++;
        }
    }
    return (uint16_t)bend;
}

/* True if a curve with these legs may be there, for all that the map says. */
static bool legs_fit(oct9_route_curve_t *curve, const legs_t *legs)
{
    curve->bend_q6 = bend_of(legs);
    return legs->bulge <= 4u * (uint32_t)curve->input->cut_q6 && curve->bend_q6 != 0 &&
           curve->bend_q6 >= curve->input->bend_q6 &&
           oct9_edge_height(&curve->input->body, &curve->ends[0]) &&
           oct9_edge_height(&curve->input->body, &curve->ends[1]);
}

/* The number n of chords: 25 n^2 >= 2 |c|. At most 52. */
static uint8_t chords_of(const legs_t *legs)
{
    uint32_t chords = 1;
    while (25u * chords * chords < 2u * legs->bulge)
        chords++;
    return (uint8_t)chords;
}

/* --- corners ---------------------------------------------------------------------------------- */

/* True if the polyline goes straight through the corner. The displacements are within 2^16. */
static bool goes_straight(const oct9_point_t *corner)
{
    int64_t dot = 0;
    for (unsigned a = 0; a < 3; a++) {
        const unsigned b = a < 2 ? a + 1 : 0;
        const int64_t in = oct9_point_axis(corner, a) - oct9_point_axis(corner - 1, a);
        const int64_t out = oct9_point_axis(corner + 1, a) - oct9_point_axis(corner, a);
        const int32_t in_b = oct9_point_axis(corner, b) - oct9_point_axis(corner - 1, b);
        const int32_t out_b = oct9_point_axis(corner + 1, b) - oct9_point_axis(corner, b);
        if (in * out_b != out * in_b)
            return false;
        dot += in * out;
    }
    return dot > 0;
}

/* The longest leg that each side of the corner has room for; then as much of it as the distance
 * from the polyline allows: |c| grows with the leg. Rounded ends make it up to 1.74 longer. */
static void begin_corner(oct9_route_curve_t *curve)
{
    const oct9_route_body_t *body = &curve->input->body;
    const oct9_point_t *corner = curve_corner(curve);
    const uint32_t most = 4u * (uint32_t)curve->input->cut_q6;
    legs_t legs;
    curve->chords = 0;
    curve->leg = 0;
    if (curve->at + 1u >= curve->input->count || goes_straight(corner) ||
        (body->price != 0 ? body->wide_q6 : body->radius_q6) > OCT9_RADIUS_MAX - GROWTH)
        return;
    const uint32_t before = oct9_point_length(corner - 1, corner, 1, 1) / 2u;
    const uint32_t after = oct9_point_length(corner, corner + 1, 1, 1) / 2u;
    uint32_t leg = before < after ? before : after;
    leg = leg < LEG_MAX ? leg : LEG_MAX;
    curve->leg = (uint16_t)leg;
    if (leg < LEG_MIN)
        return;
    set_legs(curve, &legs);
    if (legs.bulge > most) /* then the product is below 2^29 */
        curve->leg = (uint16_t)(most > 2u ? leg * (most - 2u) / legs.bulge : 0);
}

static void next_corner(oct9_route_curve_t *curve)
{
    curve->at++;
    begin_corner(curve);
}

static void keep_corner(oct9_route_curve_t *curve)
{
    const oct9_point_t *corner = curve_corner(curve);
    const bool turns = !goes_straight(corner);
    curve->corners = (uint16_t)(curve->corners + turns);
    write_straight(curve, corner, turns);
    next_corner(curve);
}

/* Finds the longest legs that fit, or keeps the corner. */
static void find_legs(oct9_route_curve_t *curve)
{
    legs_t legs;
    for (; curve->leg >= LEG_MIN; curve->leg /= 2u) {
        set_legs(curve, &legs);
        if (!legs_fit(curve, &legs))
            continue;
        curve->chords = chords_of(&legs);
        curve->part = 0;
        curve->dear = false;
        return;
    }
    keep_corner(curve);
}

/* --- parts ------------------------------------------------------------------------------------ */

/* The point of the curve at the time number / chords, rounded. The weighted legs are below
 * 2 * 52^2 * 2^14 < 2^27. */
static void point_of(const oct9_route_curve_t *curve, unsigned number, oct9_point_t *point)
{
    const oct9_point_t *corner = curve_corner(curve);
    const int32_t all = curve->chords, after = (int32_t)number, before = all - after;
    for (unsigned a = 0; a < 3; a++) {
        const int32_t at = oct9_point_axis(corner, a);
        const int32_t p = oct9_point_axis(&curve->ends[0], a) - at;
        const int32_t q = oct9_point_axis(&curve->ends[1], a) - at;
        const int32_t sum = before * before * p + after * after * q;
        oct9_point_set_axis(point, a, at + to_nearest(sum, all * all));
    }
}

/* Begins the sweep of a part. The first chord is the middle one, which is the farthest from the
 * polyline. */
static void sweep_part(oct9_route_curve_t *curve)
{
    oct9_point_t chord[2];
    const oct9_point_t *corner = curve_corner(curve);
    const oct9_point_t *from = &chord[0], *to = &chord[1];
    const unsigned chords = curve->chords, part = curve->part;
    bool first = false;
    curve->edge.grown_q6 = 0;
    if (part < chords) {
        const unsigned number = (part + chords / 2u) % chords;
        curve->edge.grown_q6 = GROWTH;
        point_of(curve, number, &chord[0]);
        point_of(curve, number + 1u, &chord[1]);
    } else if (part == chords + FROM_LAST) {
        first = curve->at == 1;
        from = &curve->from;
        to = &curve->ends[0];
    } else if (part == chords + TO_NEXT) {
        from = &curve->ends[1];
        to = corner + 1;
    } else {
        from = part == chords + OLD_FROM ? &curve->ends[0] : corner;
        to = part == chords + OLD_FROM ? corner : &curve->ends[1];
    }
    oct9_edge_begin(&curve->edge, &curve->map, &curve->input->body, from, to, first);
    curve->pending = true;
}

static void accept_curve(oct9_route_curve_t *curve)
{
    write_straight(curve, &curve->ends[0], false);
    write_piece(curve, curve_corner(curve), &curve->ends[1], curve->bend_q6, false);
    next_corner(curve);
}

/* What comes after a part. A curve with the price is compared with its legs. */
static void take_part(oct9_route_curve_t *curve, int answer)
{
    const unsigned chords = curve->chords, part = curve->part++;
    const bool old = part >= chords + OLD_FROM;
    if (old ? answer == OCT9_EDGE_CLEAR : answer == OCT9_EDGE_BLOCKED) {
        curve->chords = 0;
        curve->leg /= 2u;
        return;
    }
    curve->dear = curve->dear || (part < chords && answer == OCT9_EDGE_DEAR);
    if (part + 1u == chords + (curve->dear ? PARTS : OLD_FROM))
        accept_curve(curve);
}

/* Begins what is next. Returns false if all pieces are written. */
static bool step_curve(oct9_route_curve_t *curve)
{
    if (curve->at + 1u >= curve->input->count) {
        write_straight(curve, &curve->input->points[curve->input->count - 1u], false);
        return false;
    }
    if (curve->chords == 0)
        find_legs(curve);
    else
        sweep_part(curve);
    return true;
}

static oct9_status_t go_round(oct9_route_curve_t *curve, uint32_t *budget)
{
    while (*budget != 0) {
        if (!curve->pending) {
            --*budget;
            if (!step_curve(curve))
                return OCT9_OK;
            continue;
        }
        const int answer = oct9_edge_go(&curve->edge, &curve->input->body, budget);
        if (answer == OCT9_AGAIN)
            break;
        curve->pending = false;
        take_part(curve, answer);
    }
    return OCT9_AGAIN;
}

oct9_status_t oct9_route_curve_begin(oct9_route_curve_t *curve, const oct9_map_t *map,
                                     const oct9_route_curve_input_t *input)
{
    OCT9_ASSERT(curve && map && input && input->points && (input->pieces || input->count < 2));
    if (input->count == 0 || (uint32_t)input->pieces_room + 3u < 2u * (uint32_t)input->count)
        return OCT9_REFUSE();
    const oct9_status_t status = oct9_edge_check(&input->body, map);
    if (status != OCT9_OK)
        return status;
    curve->input = input;
    curve->map.tree = map->tree;
    curve->map.image = map->image;
    curve->generation = oct9_map_generation(map);
    curve->at = 1;
    curve->pieces = curve->corners = 0;
    curve->pending = false;
    oct9_point_copy(&curve->from, input->points);
    oct9_edge_reset(&curve->edge);
    begin_corner(curve);
    return OCT9_OK;
}

oct9_status_t oct9_route_curve_run(oct9_route_curve_t *curve, uint32_t budget,
                                   oct9_route_curve_output_t *output)
{
    OCT9_ASSERT(curve && output);
    if (budget == 0)
        return OCT9_REFUSE();
    if (oct9_map_stale(&curve->map, curve->generation))
        return OCT9_ERR_STALE;
    const oct9_status_t status = go_round(curve, &budget);
    output->count = curve->pieces;
    output->corners = curve->corners;
    output->sweeps = curve->edge.sweeps;
    output->leaves = curve->edge.leaves_visited;
    output->nodes = curve->edge.nodes_visited;
    return status;
}
