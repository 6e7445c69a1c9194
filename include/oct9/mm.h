/* SPDX-License-Identifier: MIT */
/* Millimetres: shapes in, results out, never rounded toward "clear".
 *
 * Example, with (const oct9_map_t *map, const oct9_frame_t *frame, const oct9_mm_t *a,
 *                const oct9_mm_t *b, void (*drive)(int32_t mm)):
 *
 *     oct9_sphere_input_t ball = { 0 };
 *     oct9_sweep_output_t hit;
 *     int32_t mm;
 *     if (oct9_mm_sphere(frame, a, b, 150, &ball.motion) == OCT9_OK &&
 *         oct9_sweep_sphere(map, &ball, &hit) == OCT9_OK &&
 *         oct9_mm_of_drive(a, b, hit.fraction.num, hit.fraction.den, &mm) == OCT9_OK)
 *         drive(mm);
 *
 * In: the rounded shape contains the whole true shape at each moment of its motion. Points are
 * rounded to the nearest sub-cell, and lengths grow by at least what the points moved; a box is
 * rounded outward. So if the rounded shape is clear, the true one is. Each call says by how much
 * the rounded shape is larger.
 *
 * Out: a distance to an obstacle and a distance to drive are rounded down. A position to stop at is
 * rounded toward the start.
 *
 * Four cases need care:
 * - start_inside = OCT9_PASSES ignores what the rounded shape meets at the start. That may be an
 *   obstacle that the true shape does not meet, up to 2.74 sub-cells from it, and no later part of
 *   the motion reports it. OCT9_LEAVES, too, ignores what the rounded shape meets, by the direction
 *   of the rounded motion: the true one may come nearer by as much as it is rounded.
 * - What was stored as points was rounded, too, by up to 0.87 sub-cells, and has no radius that
 *   grew: landmarks (oct9_mm_place) and the triangles of `oct9 scene`. For these use radius_q6 + 1,
 *   or a range that is larger by one, and subtract one more from a distance: oct9_mm_of_distance of
 *   distance_q6 - 1, or of 0.
 * - A shape that sets space free must not grow. Pass radius_q6 - 3 to oct9_tree_fill_sphere and
 *   oct9_occupancy_clear_sphere, and to the calls with a box the cells between lo + 1 and hi - 1.
 *   These are inside the true shape.
 * - The caller rounds a rotation. Rounding its four parts to Q1.14 turns a box by up to 1/8192
 *   radian. That moves a corner by its distance from the centre / 8192, which the caller adds to
 *   the box. Between two poses that are half a turn apart the error is up to 1/5792 radian. A turn
 *   within 1/50 degree of 180 degrees may change its direction when it is rounded: check it in two
 *   parts.
 *
 * A frame is bad iff cell_um is not in 1..OCT9_CELL_UM_MAX or its factors are not those of cell_um:
 * make frames with OCT9_FRAME (point.h) or oct9_mm_frame. A position fits if each coordinate,
 * once it is rounded, is in -32768..32767 sub-cells; one below -32768 sub-cells never fits. A
 * length fits if it is at most 32767, once it is rounded. At rest from_mm and to_mm may be one
 * pointer, and so may `from` and `to`. */
#ifndef OCT9_MM_H
#define OCT9_MM_H

#include "oct9/point.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Makes a frame of its cube's low corner and its cells' edge. origin_mm may be the frame's own.
 * Fails with OCT9_ERR_ARGUMENT iff cell_um is not in 1..OCT9_CELL_UM_MAX; the frame is then bad.
 * The frame has the same bits as one of OCT9_FRAME.
 * Stack: M0 56 bytes. Reentrant. */
oct9_status_t oct9_mm_frame(oct9_frame_t *frame, const oct9_mm_t *origin_mm, uint32_t cell_um);

/* Finds the sub-cell that a position in mm is in: rounded down, exactly. It says in which cell a
 * position is.
 *
 * Do not use it for shapes. It moves a position by up to one sub-cell toward low coordinates on
 * each axis, so that a sphere or box made of such points may be "clear" where the true one touches.
 * Shapes, the poses of sensors and the conversion back have the other calls of this header.
 *
 * Fails with OCT9_ERR_ARGUMENT iff the frame is bad, OCT9_ERR_RANGE iff a coordinate would be below
 * -32768 or above 32767 sub-cells.
 * It takes no division.
 * Stack: M0 72 bytes. Reentrant. */
oct9_status_t oct9_mm_floor(const oct9_frame_t *frame, const oct9_mm_t *mm, oct9_point_t *point);

/* Converts the low corner of a sub-cell to mm: rounded down, exactly. For people and pictures; for
 * the position to stop at use oct9_mm_of_stop.
 * Fails with OCT9_ERR_ARGUMENT iff the frame is bad, OCT9_ERR_RANGE iff a coordinate does not fit
 * int32_t.
 * Where a sub-cell is at least 1 mm long, oct9_mm_floor of the result gives the same point, or one
 * sub-cell less on an axis; it fails with OCT9_ERR_RANGE where that would be less than -32768.
 * Stack: M0 80 bytes. Reentrant. */
oct9_status_t oct9_mm_of_point(const oct9_frame_t *frame, const oct9_point_t *point, oct9_mm_t *mm);

/* Converts a length alone to sub-cells, 0..32767: rounded up, the least that holds it. The radius
 * or half edge of a shape needs more, as rounding also moves its centre: use oct9_mm_sphere or
 * oct9_mm_obb.
 * Fails with OCT9_ERR_ARGUMENT iff the frame is bad or mm is below 0, OCT9_ERR_RANGE iff the result
 * would be above 32767.
 * Stack: M0 40 bytes. Reentrant. */
oct9_status_t oct9_mm_length(const oct9_frame_t *frame, int32_t mm, uint16_t *length_q6);

/* Converts a length of 0..65535 sub-cells to mm, rounded up: the space that something takes, such
 * as a leaf. Not for a distance to an obstacle, which must be rounded down: use
 * oct9_mm_of_distance.
 * Fails with OCT9_ERR_ARGUMENT iff the frame is bad. The result always fits int32_t: at most
 * 65535 * OCT9_CELL_UM_MAX / 64000 < 2^27.
 * Stack: M0 24 bytes. Reentrant. */
oct9_status_t oct9_mm_of_length(const oct9_frame_t *frame, uint16_t length_q6, int32_t *mm);

/* Finds the point nearest to a position, rounded half up: for the pose of a sensor; scan.h says
 * what a mapper adds for the rounding. A ray has no radius that could grow: a cast between two such
 * points follows a ray that is up to 0.87 sub-cells beside the true one. Where the true ray must be
 * clear, sweep a sphere of radius 0 instead.
 * Fails with OCT9_ERR_ARGUMENT iff the frame is bad, OCT9_ERR_RANGE iff the position does not fit.
 * The point is within half a sub-cell of the position on each axis, within 0.87 in all.
 * Stack: M0 144 bytes. Reentrant. */
oct9_status_t oct9_mm_place(const oct9_frame_t *frame, const oct9_mm_t *mm, oct9_point_t *point);

/* Makes a sphere whose centre moves from `from_mm` to `to_mm`: for every query of a motion, and for
 * a bound of kind OCT9_BOUND_SPHERE. With a range as its radius it makes the
 * point and range of a search (nearest.h, scene.h, objects.h, points.h, visit.h): what such a
 * search does not find is farther from the true position than the range. Landmarks and meshes take
 * one more: see above.
 * Fails with OCT9_ERR_ARGUMENT iff the frame is bad or radius_mm is below 0, OCT9_ERR_RANGE iff a
 * position or the radius does not fit.
 * The centres are rounded to the nearest point, half up. radius_q6 is the least that holds the true
 * radius and the longer of the two moves: at most one more than the true radius, rounded up. Each
 * point of the rounded sphere is less than 2.74 sub-cells (1 + the root of 3) outside the true one.
 * Stack: M0 184 bytes. Reentrant. */
oct9_status_t oct9_mm_sphere(const oct9_frame_t *frame, const oct9_mm_t *from_mm,
                             const oct9_mm_t *to_mm, int32_t radius_mm, oct9_motion_t *motion);

/* Makes a sphere that follows a polyline, for oct9_path_input_t: places_mm[count] become
 * points[count], with one radius that holds the longest of all their moves. A count of 0 is allowed
 * here; oct9_sweep_path refuses it.
 * Fails as oct9_mm_sphere does.
 * The bounds are those of oct9_mm_sphere.
 * Each point is converted twice.
 * Stack: M0 176 bytes. Reentrant. */
oct9_status_t oct9_mm_path(const oct9_frame_t *frame, const oct9_mm_t *places_mm, uint16_t count,
                           int32_t radius_mm, oct9_point_t *points, uint16_t *radius_q6);

/* Makes a box of its centre and half its edges, turned or not: for oct9_obb_input_t and a bound of
 * kind OCT9_BOUND_BOX. The caller rounds half of an odd edge up.
 * Fails with OCT9_ERR_ARGUMENT iff the frame is bad or one of half_mm is below 0, OCT9_ERR_RANGE
 * iff a position or a half edge does not fit.
 * Centres and half edges are rounded as the centres and radius of a sphere: each point of the
 * rounded box is less than 2.74 sub-cells beyond a face of the true one.
 * Stack: M0 192 bytes. Reentrant. */
oct9_status_t oct9_mm_obb(const oct9_frame_t *frame, const oct9_mm_t *from_mm,
                          const oct9_mm_t *to_mm, const int32_t half_mm[3], oct9_point_t *from,
                          oct9_point_t *to, uint16_t half_q6[3]);

/* Makes the box [lo_mm, hi_mm) that moves straight until its low corner is at `to_mm`: for
 * oct9_box_input_t. At rest to_mm is lo_mm.
 * Fails with OCT9_ERR_ARGUMENT iff the frame is bad or hi_mm is not above lo_mm on each axis,
 * OCT9_ERR_RANGE iff a position does not fit.
 * `lo` and `to` are rounded down; `hi` is rounded up, and raised by what `to` moved more than `lo`.
 * At each moment each side is less than one sub-cell outside the true one; a high side of a moving
 * box is less than two.
 * Stack: M0 144 bytes. Reentrant. */
oct9_status_t oct9_mm_box(const oct9_frame_t *frame, const oct9_mm_t *lo_mm, const oct9_mm_t *hi_mm,
                          const oct9_mm_t *to_mm, oct9_point_t *lo, oct9_point_t *hi,
                          oct9_point_t *to);

/* Converts the distance from a position to what was found near it to mm, rounded down: for a point
 * that oct9_mm_sphere or oct9_mm_place made of the position. It subtracts one sub-cell, as the
 * point is up to 0.87 from the position. distance_q6 is the root of distance2_q12, or distance_q14
 * divided by 256, or what oct9_point_length returns of the rounded motion and its hit:
 *
 *     oct9_mm_of_distance(&frame, oct9_point_isqrt(near.distance2_q12), &mm);
 *
 * Fails with OCT9_ERR_ARGUMENT iff the frame is bad, OCT9_ERR_RANGE iff distance_q6 is above
 * 113,509, the length of the longest segment.
 * The true distance is at least *mm, and less than 2.87 sub-cells and 1 mm above it. For landmarks
 * and meshes subtract one sub-cell more: see above. To say how far a shape may go, subtract one
 * sub-cell more, too, as both ends of its motion were rounded; or use oct9_mm_of_drive, which takes
 * the ends in mm.
 * Stack: M0 32 bytes. Reentrant. */
oct9_status_t oct9_mm_of_distance(const oct9_frame_t *frame, uint32_t distance_q6, int32_t *mm);

/* Converts the clear part of a straight motion to mm: num / den of its length, as far as the shape
 * may go before it meets anything. num and den are an output's `fraction`, or a contact's num and
 * 65535. On a path, add the results: 1 / 1 for each segment before the last one, and this fraction
 * for the last (clear_q6 is the length of the rounded path).
 * Fails with OCT9_ERR_RANGE iff the motion is 2^27 mm (134 km) or longer on an axis, num is above
 * den, or den is 0 or above 65535.
 * It is rounded down, by less than 2 mm.
 * It takes two divisions and a root of 64 bits, as a square takes 56 bits.
 * Stack: M0 80 bytes. Reentrant. */
oct9_status_t oct9_mm_of_drive(const oct9_mm_t *from_mm, const oct9_mm_t *to_mm, uint32_t num,
                               uint32_t den, int32_t *mm);

/* Finds the position there: num / den of the motion from `from_mm` to `to_mm`. A check that begins
 * at this position is a new query, as the position is also up to 1 mm beside the segment on each
 * axis.
 * Fails as oct9_mm_of_drive does.
 * Each coordinate is rounded toward `from_mm`: less than 1 mm before the contact on each axis.
 * Stack: M0 80 bytes. Reentrant. */
oct9_status_t oct9_mm_of_stop(const oct9_mm_t *from_mm, const oct9_mm_t *to_mm, uint32_t num,
                              uint32_t den, oct9_mm_t *stop_mm);

#ifdef __cplusplus
}
#endif
#endif
