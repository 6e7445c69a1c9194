/* SPDX-License-Identifier: MIT */
/* Millimetres: shapes in, answers out, never rounded toward "clear".
 *
 *     oct9_sphere_input_t input = { 0 };
 *     status = oct9_mm_sphere(&frame, &from, &to, 150, &input.from, &input.to,
 *                                  &input.radius_q6);
 *     ... oct9_sweep_sphere(&map, &input, &output) ...
 *     status = oct9_mm_of_drive(&from, &to, output.fraction.num, output.fraction.den, &mm);
 *
 * In: the rounded shape holds the whole true shape, at each moment of its motion. Points go to the
 * nearest sub-cell, and lengths grow by at least what the points moved; a box goes outward. So if
 * the rounded shape is clear, the true one is. Each call says how much larger it is at most.
 *
 * But start_inside = OCT9_PASSES leaves out what the rounded shape meets at the start, and the true
 * one may not: up to 2.74 sub-cells from it. Such an obstacle is never seen on the way.
 *
 * What was put in as points was moved by up to 0.87 sub-cells too, and has no radius to hold that:
 * landmarks (oct9_mm_place), and the triangles of `oct9 scene`. Against these ask with
 * radius_q6 + 1, or a range one more, and take one more off a distance: oct9_mm_of_distance of
 * distance_q6 - 1, or of 0.
 *
 * Out: a distance to an obstacle and a distance to drive round down, a place where to stop rounds
 * toward the start.
 *
 * These shapes are for questions. What sets space free must not grow: give oct9_tree_fill_sphere
 * and oct9_occupancy_clear_sphere radius_q6 - 3, and to boxes the cells between lo + 1 and hi - 1.
 * These lie within the true shape.
 *
 * A rotation is the caller's: its four parts rounded to Q1.14 turn a box by up to 1/8192, which
 * moves a corner by its distance from the centre / 8192: the caller's to add. On the way between
 * two poses that are half a turn apart it is up to 1/5792. A turn within 1/50 degree of 180 may
 * become one the other way round once it is rounded: ask for it in two.
 *
 * All calls that take a frame fail with OCT9_ERR_ARGUMENT if it is bad: cell_um is not in
 * 1..OCT9_CELL_UM_MAX. Those that make sub-cells fail with OCT9_ERR_RANGE iff a place or a length
 * does not fit once it is rounded: a coordinate -32768..32767, a length up to 32767 (a place below
 * -32768 sub-cells never does). Each says what else it fails with; then nothing is changed. At rest
 * `from` and `to` may be one pointer, in and out. Reentrant. Stack: docs/footprint.md. */
#ifndef OCT9_MM_H
#define OCT9_MM_H

#include "oct9/point.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The sub-cell that a place in mm lies in: floor, exactly. It tells in which cell a place is.
 *
 * It is not for shapes: it moves a place by up to a sub-cell toward low coordinates on each axis,
 * away from what is above, so that a sphere or a box made of such points may be "clear" where the
 * true one touches. Shapes, sensors' poses and the way back have calls of their own, below.
 *
 * Fails with OCT9_ERR_ARGUMENT iff the frame is bad, with OCT9_ERR_RANGE iff a coordinate would
 * be below -32768 or above 32767 sub-cells. Cost: 78 doublings, and no division. */
oct9_status_t oct9_mm_floor(const oct9_frame_t *frame, const oct9_mm_t *mm, oct9_point_t *point);

/* The place of a sub-cell's low corner in mm: floor, exactly. For people and pictures: where to
 * stop oct9_mm_of_stop tells. Going there and back (oct9_mm_floor of the answer) gives on each axis
 * the same or one sub-cell less wherever a sub-cell is at least 1 mm long; where one less than
 * -32768 would come out, OCT9_ERR_RANGE.
 * Fails with OCT9_ERR_ARGUMENT iff the frame is bad, with OCT9_ERR_RANGE iff a coordinate does
 * not fit int32_t. */
oct9_status_t oct9_mm_of_point(const oct9_frame_t *frame, const oct9_point_t *point, oct9_mm_t *mm);

/* A length alone in sub-cells, 0..32767: rounded up, the least that holds it. A shape's radius or
 * half edge needs more, as rounding moves its place too: oct9_mm_sphere, oct9_mm_obb.
 * Fails with OCT9_ERR_ARGUMENT iff the frame is bad or mm < 0,
 * OCT9_ERR_RANGE iff the answer would be above 32767. */
oct9_status_t oct9_mm_length(const oct9_frame_t *frame, int32_t mm, uint16_t *length_q6);

/* A length of 0..65535 sub-cells in mm, rounded up: the room that something takes, such as a leaf.
 * Not for a distance to an obstacle, which must round down: oct9_mm_of_distance.
 * Fails with OCT9_ERR_ARGUMENT iff the frame is bad. The answer fits int32_t always: at most
 * 65535 * OCT9_CELL_UM_MAX / 64000 < 2^27. */
oct9_status_t oct9_mm_of_length(const oct9_frame_t *frame, uint16_t length_q6, int32_t *mm);

/* The point nearest to a place, half up: for the pose of a sensor. It is within half a sub-cell of
 * the place on each axis, 0.87 in all. scan.h says what a mapper adds for it. A ray has nothing
 * that could grow: a cast between such points is of a ray that is up to 0.87 sub-cells beside the
 * true one. Where it must be clear, ask a sphere of radius 0. */
oct9_status_t oct9_mm_place(const oct9_frame_t *frame, const oct9_mm_t *mm, oct9_point_t *point);

/* A sphere whose centre goes from `from_mm` to `to_mm`: for oct9_sphere_input_t, oct9_motion_t and
 * a bound of kind OCT9_BOUND_SPHERE. With a range for its radius it makes point and range of a
 * search around a place (nearest.h, scene.h, objects.h, points.h, visit.h): what is not found is
 * farther from the true place than the range. Among landmarks and meshes it takes one more: see
 * above.
 *
 * The centres go to the nearest point, half up; radius_q6 is the least that holds the true radius
 * and the longer of the two moves: at most one above the true radius, rounded up. All points of the
 * rounded sphere are less than 2.74 sub-cells (1 + the root of 3) outside the true one.
 *
 * Fails with OCT9_ERR_ARGUMENT iff radius_mm is below 0. */
oct9_status_t oct9_mm_sphere(const oct9_frame_t *frame, const oct9_mm_t *from_mm,
                             const oct9_mm_t *to_mm, int32_t radius_mm, oct9_point_t *from,
                             oct9_point_t *to, uint16_t *radius_q6);

/* A sphere that follows a polyline, for oct9_path_input_t: places_mm[count] become points[count],
 * with one radius that holds the longest of all their moves. Bounds and errors as above; a path
 * without a point is left to oct9_sweep_path to refuse.
 * Cost: each point twice. */
oct9_status_t oct9_mm_path(const oct9_frame_t *frame, const oct9_mm_t *places_mm, uint16_t count,
                           int32_t radius_mm, oct9_point_t *points, uint16_t *radius_q6);

/* A box by its centre and half its edges, turned or not: for oct9_obb_input_t and a bound of kind
 * OCT9_BOUND_BOX. Centres and half edges as a sphere's centres and radius: no point of the rounded
 * box is 2.74 sub-cells or more beyond a face of the true one. Of an odd edge half is rounded up.
 * Fails with OCT9_ERR_ARGUMENT iff one of half_mm is below 0. */
oct9_status_t oct9_mm_obb(const oct9_frame_t *frame, const oct9_mm_t *from_mm,
                          const oct9_mm_t *to_mm, const int32_t half_mm[3], oct9_point_t *from,
                          oct9_point_t *to, uint16_t half_q6[3]);

/* The box [lo_mm, hi_mm), which goes straight to where its low corner is at `to_mm`: for
 * oct9_box_input_t. At rest to_mm is lo_mm. `lo` and `to` round down, `hi` up, and by what `to` was
 * moved more than `lo`. At each moment each side is less than one sub-cell outside the true one, a
 * high side of a moving box less than two.
 * Fails with OCT9_ERR_ARGUMENT iff hi_mm is not above lo_mm on each axis. */
oct9_status_t oct9_mm_box(const oct9_frame_t *frame, const oct9_mm_t *lo_mm, const oct9_mm_t *hi_mm,
                          const oct9_mm_t *to_mm, oct9_point_t *lo, oct9_point_t *hi,
                          oct9_point_t *to);

/* The distance from a place to what was found near it, rounded down: for a point that
 * oct9_mm_sphere or oct9_mm_place made of the place. It takes off one sub-cell, as the
 * point is up to 0.87 from the place. distance_q6 is the root of distance2_q12, or distance_q14 /
 * 256:
 *
 *     oct9_mm_of_distance(&frame, oct9_point_isqrt(near.distance2_q12), &mm);
 *
 * The true distance is at least *mm; it is above by less than 2.87 sub-cells and 1 mm. To landmarks
 * and meshes it needs one sub-cell more off: see above.
 * Fails with OCT9_ERR_ARGUMENT iff the frame is bad, and never else. */
oct9_status_t oct9_mm_of_distance(const oct9_frame_t *frame, uint16_t distance_q6, int32_t *mm);

/* How far the shape may go along its way before it meets anything: num / den of the length of the
 * straight way, rounded down, less than 2 mm below it. num and den are an output's `fraction`, or a
 * contact's num and 65535. On a path: the sum of 1 / 1 of each segment before the last and of this
 * for the last (clear_q6 is that of the rounded way).
 * Fails with OCT9_ERR_RANGE iff the way is 2^27 mm (134 km) or longer on an axis, num is above den,
 * or den is 0 or above 65535. Two divisions, and a root of 64 bits, as a square takes 56. */
oct9_status_t oct9_mm_of_drive(const oct9_mm_t *from_mm, const oct9_mm_t *to_mm, uint32_t num,
                               uint32_t den, int32_t *mm);

/* The place there, each coordinate rounded toward `from_mm`: less than 1 mm behind the contact on
 * each axis. It is beside the way by as much; a check that begins there is a new question.
 * Fails as oct9_mm_of_drive does. */
oct9_status_t oct9_mm_of_stop(const oct9_mm_t *from_mm, const oct9_mm_t *to_mm, uint32_t num,
                              uint32_t den, oct9_mm_t *stop_mm);

#ifdef __cplusplus
}
#endif
#endif
