/* SPDX-License-Identifier: MIT */
/* Routes: from one place to another, for a sphere, through any map.
 *
 * Example, with (const oct9_map_t *map, oct9_point_t here, oct9_point_t there,
 *                void (*fly)(const oct9_point_t *points, uint16_t count)):
 *
 *     static oct9_route_node_t nodes[1024];
 *     static oct9_point_t points[64];
 *     static oct9_route_t route;
 *     const oct9_route_input_t input = { .from = here, .to = there, .body = { .radius_q6 = 120 },
 *                                        .sweeps = 12, .nodes = nodes, .nodes_count = 1024,
 *                                        .points = points, .points_room = 64 };
 *     oct9_route_output_t found;
 *     oct9_status_t status = oct9_route_begin(&route, map, &input);
 *     while (status == OCT9_OK &&
 *            (status = oct9_route_run(&route, 100, &found)) == OCT9_AGAIN)
 *         status = OCT9_OK;
 *     if (status == OCT9_OK && found.result == OCT9_ROUTE_FOUND)
 *         fly(points, found.count);
 *
 * A route is a polyline. The sphere was swept along each of its segments, so that oct9_sweep_path
 * finds it clear: with the same radius and rules, in the map as it was in the last slice.
 *
 * The search goes from the centre of one node to that of the next: of nodes of 8, 4, 2 and 1 cells.
 * It grows two trees, one from each end, each toward the other end. When one of them can grow no
 * more, the search begins again from that end with cells alone: from a centre it goes to the 26
 * centres around it where the sphere can go straight. It says that there is no route only when it
 * has been at all centres that it can reach so. A gap through which no straight line from centre to
 * centre leads is not found: in a map of cells of 80 mm a sphere may need up to 160 mm more than it
 * is wide. An end joins the centres of the 5 x 5 x 5 cells around it that it can go to straight.
 *
 * Points are those of the map's cube. A mapper's window moves, and the points do not move along:
 * see follow.h. Nor do they when a world's cube moves (world.h): keep them in millimetres.
 *
 * Nothing is random: the same map and input give the same route on each processor, with any budget.
 *
 * Source: A* (Hart, Nilsson and Raphael 1968, "A formal basis for the heuristic determination of
 * minimum cost paths") in two directions (Pohl 1971, "Bi-directional search"), on the nodes of an
 * octree (Kambhampati and Davis 1986, "Multiresolution path planning for mobile robots"), with one
 * successor at a time (Yoshizumi, Miura and Ishida 2000, "A* with partial expansion for large
 * branching factor problems"). */
#ifndef OCT9_ROUTE_H
#define OCT9_ROUTE_H

#include "oct9/detail/rom.h"
#include "oct9/detail/route.h"
#include "oct9/rom.h"
#include "oct9/rules.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The heights at which the centre may be, in sub-cells. For a robot on a floor both are the height
 * of its middle. */
typedef struct oct9_heights {
    int16_t low, high; /* low <= high */
} oct9_heights_t;

/* What moves, and where it may. */
typedef struct oct9_route_body {
    uint16_t radius_q6; /* 0..32767 */
    uint16_t wide_q6;   /* radius_q6..32767; without a price it is not used */
    uint8_t price;      /* a segment costs so many times its length more where a sphere of wide_q6
                           would not be clear, or, with rules.unknown PASSES, meets unknown space;
                           0: nothing */
    oct9_rules_t rules; /* start_inside LEAVES: what the sphere touches at its start does not block
                           a first segment that does not come nearer to it; PASSES is refused */
    const oct9_heights_t *heights; /* NULL: any */
} oct9_route_body_t;

/* Input of a search for a route. Use oct9_mm_sphere to convert `from`, `to` and the radius from
 * millimetres. */
typedef struct oct9_route_input {
    oct9_route_body_t body;
    oct9_point_t from, to;
    uint16_t near_q6; /* a place at most so far from `to` will do, also `from`; 0: only `to`. Where
                         `to` is blocked, centres of cells up to 8 cells beside it are tried */
    uint16_t sweeps;  /* to shorten the route: about so many; 0: it is not shortened */
    uint16_t guide_count;
    const oct9_point_t *guide; /* a polyline that the route follows where it is clear: what is left
                                  of the last route. Points at which the sphere cannot be are left
                                  out; where a segment is blocked, the search goes around. A guide
                                  that leads nowhere is not used */
    const struct oct9_road *road; /* NULL, or a road map (road.h) of the map or of its lower one,
                                     not of a world: the search follows it as a guide, if it fits
                                     the body (same radius, same `unknown`, no heights), its
                                     vertices and two more fit the nodes, and there is no other
                                     guide */
    oct9_route_node_t *nodes;     /* the search's memory */
    uint16_t nodes_count;         /* 16..65535, of 16 bytes */
    oct9_point_t *points;         /* where the route is written */
    uint16_t points_room;         /* at least 2 */
} oct9_route_input_t;

/* What a search came to. Zero is the careful value. */
typedef enum {
    OCT9_ROUTE_NONE = 0,  /* there is no route, through centres of cells */
    OCT9_ROUTE_FOUND = 1, /* `points` lead to the end */
    OCT9_ROUTE_FULL = 2,  /* the memory is full: `points` lead as near to the end as the search
                             came, and it is not known whether there is a route */
    OCT9_ROUTE_FROM_BLOCKED = 3, /* the sphere cannot be at `from` */
    OCT9_ROUTE_TO_BLOCKED = 4    /* nor can it be at `to`, or at `clear` near enough to it */
} oct9_route_result_t;

/* Output of a search for a route. */
typedef struct {
    oct9_route_result_t result;
    uint16_t count;         /* of points: 0 if the result is not FOUND or FULL */
    uint16_t nodes_used;    /* the most at a time */
    bool clear_set;         /* for a blocked end: `clear` is set */
    oct9_point_t clear;     /* of the centres of cells up to 8 cells beside the blocked end, the
                               nearest at which the sphere can be */
    uint32_t sweeps;        /* that were made */
    uint32_t leaves, nodes; /* visited in the map */
} oct9_route_output_t;

/* Begins a search for a route. Keeps the input by pointer, and uses its arrays until it ends; the
 * guide must not overlap `points`.
 * Fails with OCT9_ERR_ARGUMENT iff the radius or wide_q6 is out of its range, start_inside is
 * PASSES, heights->low is above heights->high, `from` or `to` is not within the heights,
 * nodes_count is below 16, points_room is below 2, guide_count is 65535, or as oct9_rules_check
 * does.
 * Stack: M0 64 bytes. Reentrant. */
oct9_status_t oct9_route_begin(oct9_route_t *route, const oct9_map_t *map,
                               const oct9_route_input_t *input);

/* Continues a search for a route: visits at most `budget` nodes and leaves of the map, and makes at
 * most as many steps: a step tries one direction of a node. Returns OCT9_OK when `output` is
 * filled; OCT9_AGAIN when the budget is used up, and while a write is in progress: then only the
 * counts of `output` are set, call again. To cancel a search, do not call it again.
 * Where the map is written to meanwhile the search goes on, and what it found, a route or a blocked
 * end, is swept once more, from its begin where another write comes: all of that has to fit a slice
 * if writes come between all of them.
 * Fails with OCT9_ERR_ARGUMENT iff budget is 0; with OCT9_ERR_STALE iff the map was written to, and
 * the result is NONE, or not so any more, or two more writes came while that was swept, or twice
 * within the same sweep; or iff a world's cube has moved (world.h), or a layered map was placed,
 * since the search began. After a write what is said of places beside a blocked end, `near_q6`
 * included, is from when each was tried, except that `clear` is clear now. Where the window moves
 * (window.h), begin again.
 * The cost of a slice grows with the budget; a few times in a search, and in the slice after a
 * write, with the nodes of the memory: some 35,000 instructions for 4,096 of them.
 * Stack: M0 456 bytes. Reentrant. */
oct9_status_t oct9_route_run(oct9_route_t *route, uint32_t budget, oct9_route_output_t *output);

/* Input of a shortening: any polyline that is clear for the sphere. */
typedef struct {
    oct9_route_body_t body;
    oct9_point_t *points; /* shortened in place */
    uint16_t count;       /* at least 1 */
    uint16_t room;        /* at least the count: corners that are cut take more points */
    uint16_t sweeps;      /* about so many at most; 65535: as long as it gets shorter */
} oct9_route_shorten_input_t;

/* Output of a shortening. */
typedef struct {
    uint16_t count;         /* of the points that are left */
    uint32_t sweeps;        /* that were made */
    uint32_t leaves, nodes; /* visited in the map */
} oct9_route_shorten_output_t;

/* Begins to shorten a polyline, at any angles: it leaves out points, and cuts corners. The ends
 * stay. Each new segment is swept, and none that has the price takes the place of one that has not.
 * After each slice the points are a polyline that is as clear as they were, with the count of
 * `output`. Keeps the input by pointer.
 * Fails with OCT9_ERR_ARGUMENT iff count is 0, room is below count, a point is not within the
 * heights, or the body is refused by oct9_route_begin.
 * Stack: M0 56 bytes. Reentrant. */
oct9_status_t oct9_route_shorten_begin(oct9_route_shorten_t *shorten, const oct9_map_t *map,
                                       const oct9_route_shorten_input_t *input);

/* Continues to shorten; visits at most `budget` nodes and leaves of the map, and begins at most as
 * many sweeps. Returns OCT9_OK when it is done, OCT9_AGAIN when the budget is used up; `output` is
 * filled in both cases.
 * Fails with OCT9_ERR_ARGUMENT iff budget is 0, OCT9_ERR_STALE iff the map was written to since the
 * shortening began.
 * Stack: M0 312 bytes. Reentrant. */
oct9_status_t oct9_route_shorten_run(oct9_route_shorten_t *shorten, uint32_t budget,
                                     oct9_route_shorten_output_t *output);

/* --- Curves: a polyline without corners.
 *
 * Each corner is rounded by a curve from one of its sides to the other, where one fits that nowhere
 * turns tighter than the robot can, stays near the corner, and is clear. Other corners stay, and
 * `corner` says so.
 *
 * Example, with (const oct9_map_t *map, const oct9_point_t *points, uint16_t count,
 *                void (*fly)(const oct9_route_piece_t *pieces, uint16_t count)):
 *
 *     static oct9_route_piece_t pieces[2 * 64];
 *     static oct9_route_curve_t curve;
 *     const oct9_route_curve_input_t input = { .body = { .radius_q6 = 120 },
 *                                              .points = points, .count = count,
 *                                              .bend_q6 = 300, .cut_q6 = 100,
 *                                              .pieces = pieces, .pieces_room = 2 * 64 };
 *     oct9_route_curve_output_t found;
 *     oct9_status_t status = oct9_route_curve_begin(&curve, map, &input);
 *     while (status == OCT9_OK &&
 *            (status = oct9_route_curve_run(&curve, 100, &found)) == OCT9_AGAIN)
 *         status = OCT9_OK;
 *     if (status == OCT9_OK)
 *         fly(pieces, found.count);
 *
 * The sphere is clear on all of a curve, not on points of it alone: "clear" is never false. It is
 * swept along chords with a radius that is 5 sub-cells larger, which is more than a place on
 * the curve and a chord, all rounded, are apart; so a curve that is less than 9 sub-cells from
 * being blocked may be refused. Shorten the polyline with the radius_q6 of the body plus cut_q6
 * plus 9, and no corner stays because of the map.
 *
 * A piece is a parabola (a quadratic Bezier curve). Its place at the time t of 0..256 is, on each
 * axis, in 32 bits and to the nearest sub-cell, with s = 256 - t,
 *
 *     (s * s * from + 2 * s * t * control + t * t * to + 32768) >> 16
 *
 * which on a straight piece goes with the square of t. Where two pieces meet, the direction changes
 * by less than 5 degrees, and by less the longer they are: only because points are rounded to
 * sub-cells. Not so where the first of them has `corner` set. */

/* A part of a rounded polyline. */
typedef struct oct9_route_piece {
    oct9_point_t from, control, to; /* straight: control equals from */
    uint16_t bend_q6; /* its least radius of curvature, rounded down; 65535: so much or more, or
                         straight. A robot that may accelerate sideways by a flies it at a speed of
                         at most the root of a times bend_q6, in units that fit */
    bool corner;      /* at `to` the polyline turns at once: stop there, or slow down */
} oct9_route_piece_t;

/* Input of a rounding: any polyline that is clear for the sphere. */
typedef struct oct9_route_curve_input {
    oct9_route_body_t body;
    const oct9_point_t *points;
    uint16_t count;   /* at least 1 */
    uint16_t bend_q6; /* the least radius of curvature that a curve may have anywhere; 0: any */
    uint16_t cut_q6;  /* how far from the polyline a curve may be */
    oct9_route_piece_t *pieces; /* where the result is written */
    uint16_t pieces_room;       /* at least 2 count - 3: each corner may add two */
} oct9_route_curve_input_t;

/* Output of a rounding. */
typedef struct {
    uint16_t count;         /* of the pieces: each begins where the one before it ends. 0 if all
                               points are equal */
    uint16_t corners;       /* that stayed */
    uint32_t sweeps;        /* that were made */
    uint32_t leaves, nodes; /* visited in the map */
} oct9_route_curve_output_t;

/* Begins to round a polyline. The pieces lead from its first point to its last, at most cut_q6
 * beside it. Curves replace corners: straight pieces are the polyline's own, except that they may
 * end beside it by less than a sub-cell, where a curve begins.
 *
 * A curve takes at most half of each of its two sides, at most 250 cells, and at least half a cell;
 * it gets half as long until it fits, or the corner stays. Where less than half a cell would be
 * left between two curves, the second begins where the first ends. What does not fit has a smaller
 * radius of curvature than bend_q6, is farther from the polyline than cut_q6, ends outside of the
 * body's heights, is blocked, or has the body's price where the sides that it replaces have it not.
 * A corner stays, too, if radius_q6 is above 32762, or with a price wide_q6. The map decides about
 * each piece that differs from the polyline; where it does not, it is as clear as the polyline is.
 * start_inside LEAVES applies to the first piece alone.
 *
 * Keeps the input by pointer, and uses its arrays until it ends.
 * Fails with OCT9_ERR_ARGUMENT iff count is 0, pieces_room is below 2 count - 3, or the body is as
 * oct9_route_begin refuses it.
 * Its cost is that of two sweeps for each corner, and of about 1 + the root of a third of cut_q6
 * sweeps along chords for each curve that it tries.
 * Stack: M0 256 bytes. Reentrant. */
oct9_status_t oct9_route_curve_begin(oct9_route_curve_t *curve, const oct9_map_t *map,
                                     const oct9_route_curve_input_t *input);

/* Continues to round; visits at most `budget` nodes and leaves of the map, and begins at most as
 * many sweeps, or with a price twice as many. Returns OCT9_OK when the pieces are complete and
 * `output` is filled; OCT9_AGAIN when the budget is used up: call again. Then the counts of
 * `output` are those so far, and of the pieces so many are final.
 * Fails with OCT9_ERR_ARGUMENT iff budget is 0, OCT9_ERR_STALE iff the map was written to since the
 * rounding began.
 * Stack: M0 328 bytes. Reentrant. */
oct9_status_t oct9_route_curve_run(oct9_route_curve_t *curve, uint32_t budget,
                                   oct9_route_curve_output_t *output);

#ifdef __cplusplus
}
#endif
#endif
