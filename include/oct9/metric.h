/* SPDX-License-Identifier: MIT */
/* Floats: metres, quaternions and roll-pitch-yaw in, metres out, never rounded toward "clear".
 *
 * This header is optional: oct9.h does not include it, and the library has no float. Each call is
 * inline. It stands on mm.h, which it needs linked, and needs no libm.
 *
 * Example, with (const oct9_map_t *map, const oct9_frame_t *frame, const float a_m[3],
 *                const float b_m[3], void (*drive)(float metres)):
 *
 *     oct9_sphere_input_t ball = { 0 };
 *     oct9_sweep_output_t hit;
 *     float metres = 0;
 *     if (oct9_metric_sphere(frame, a_m, b_m, 0.15f, &ball.motion) == OCT9_OK &&
 *         oct9_sweep_sphere(map, &ball, &hit) == OCT9_OK &&
 *         oct9_metric_of_drive(a_m, b_m, hit.fraction.num, hit.fraction.den, &metres) == OCT9_OK)
 *         drive(metres);
 *
 * In: a float counts as the exact number that it holds. It becomes whole millimetres, and mm.h
 * makes sub-cells of these. Positions are rounded to the nearest mm, half up, so that a position
 * moves by at most 0.5 mm on each axis, 0.87 mm in all. Shapes grow by that, and then by what mm.h
 * says: the rounded shape contains the whole true shape at each moment of its motion.
 *
 * Out: distances are rounded down. They are shorter by what the positions may have moved.
 *
 * What comes in is read by its bits and computed in integers. The results are the same on all
 * machines, with each rounding mode and with -ffast-math.
 *
 * Refused: OCT9_ERR_RANGE iff a float is NaN or infinite, or if the result does not fit. It is not
 * OCT9_ERR_ARGUMENT, as such a float comes from a filter at run time, not from the programmer. A
 * call that fails changes nothing. An error is not "clear".
 *
 * The four cases of mm.h need the same care. Positions are arrays { x, y, z } in metres. A pointer
 * may be given for both ends of a motion at rest. */
#ifndef OCT9_METRIC_H
#define OCT9_METRIC_H

#include "oct9/detail/as.h"
#include "oct9/detail/metric.h"
#include "oct9/mm.h"
#include "oct9/pose.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Converts metres to mm, rounded to nearest, half up. For a coordinate; a length needs
 * oct9_metric_length.
 * Fails with OCT9_ERR_RANGE iff metres is NaN or infinite, or the result does not fit int32_t.
 * The result is exact: within 0.5 mm of the number that the float holds. Denormals become 0.
 * Inline. Reentrant. */
static inline oct9_status_t oct9_metric_mm(float metres, int32_t *mm)
{
    const uint32_t half = OCT9_METRIC_REST_ONE / 2u;
    const bool negative = oct9_metric_negative(metres);
    uint32_t whole, rest;
    if (!oct9_metric_split(metres, &whole, &rest))
        return OCT9_ERR_RANGE;
    if (negative ? rest > half : rest >= half)
        whole++;
    if (whole > OCT9_AS(uint32_t, INT32_MAX) + (negative ? 1u : 0u))
        return OCT9_ERR_RANGE;
    *mm = OCT9_AS(int32_t, negative ? 0u - whole : whole);
    return OCT9_OK;
}

/* Converts a position in metres to mm, each coordinate as oct9_metric_mm does.
 * Fails with OCT9_ERR_RANGE iff a coordinate is NaN or infinite, or does not fit int32_t in mm.
 * The position moves by at most 0.5 mm on each axis, 0.87 mm in all.
 * Inline. Reentrant. */
static inline oct9_status_t oct9_metric_place(const float place_m[3], oct9_mm_t *place_mm)
{
    oct9_mm_t mm;
    if (oct9_metric_mm(place_m[0], &mm.x) != OCT9_OK ||
        oct9_metric_mm(place_m[1], &mm.y) != OCT9_OK ||
        oct9_metric_mm(place_m[2], &mm.z) != OCT9_OK)
        return OCT9_ERR_RANGE;
    *place_mm = mm;
    return OCT9_OK;
}

/* Converts a length alone to mm: rounded up, the least that holds it. The radius of a shape needs
 * more, as rounding also moves its centre: use oct9_metric_radius.
 * Fails with OCT9_ERR_RANGE iff metres is NaN, infinite or below 0, or the result does not fit
 * int32_t.
 * The result is exact. Note that 0.15f is a little more than 0.15: it becomes 151 mm.
 * Inline. Reentrant. */
static inline oct9_status_t oct9_metric_length(float metres, int32_t *mm)
{
    uint32_t whole, rest;
    if (!oct9_metric_split(metres, &whole, &rest))
        return OCT9_ERR_RANGE;
    if (oct9_metric_negative(metres) && (whole | rest) != 0)
        return OCT9_ERR_RANGE;
    if (rest != 0)
        whole++;
    if (whole > OCT9_AS(uint32_t, INT32_MAX))
        return OCT9_ERR_RANGE;
    *mm = OCT9_AS(int32_t, whole);
    return OCT9_OK;
}

/* Converts a radius to mm, grown by what oct9_metric_place moves a centre: for oct9_mm_path and
 * other calls of mm.h whose positions oct9_metric_place made.
 * Fails as oct9_metric_length does.
 * The result is the true radius and at least 0.87 mm, at most 1.88 mm.
 * Inline. Reentrant. */
static inline oct9_status_t oct9_metric_radius(float metres, int32_t *mm)
{
    uint32_t whole, rest;
    if (!oct9_metric_split(metres, &whole, &rest))
        return OCT9_ERR_RANGE;
    if (oct9_metric_negative(metres) && (whole | rest) != 0)
        return OCT9_ERR_RANGE;
    whole += rest > OCT9_METRIC_REST_ONE / 8u ? 2u : 1u; /* the rest and 0.87 */
    if (whole > OCT9_AS(uint32_t, INT32_MAX))
        return OCT9_ERR_RANGE;
    *mm = OCT9_AS(int32_t, whole);
    return OCT9_OK;
}

/* Finds the point nearest to a position in metres: oct9_mm_place of the nearest mm. For the place
 * of an oct9_pose_t, the pose of a sensor. A ray between two such points needs the care that
 * oct9_mm_place says, and 0.87 mm more.
 * Fails with OCT9_ERR_RANGE iff a coordinate is NaN or infinite, or as oct9_mm_place does.
 * The point is within half a sub-cell and 0.5 mm of the position on each axis.
 * Inline. Reentrant. */
static inline oct9_status_t oct9_metric_point(const oct9_frame_t *frame, const float place_m[3],
                                              oct9_point_t *point)
{
    oct9_mm_t mm;
    const oct9_status_t status = oct9_metric_place(place_m, &mm);
    return status != OCT9_OK ? status : oct9_mm_place(frame, &mm, point);
}

/* Makes a sphere whose centre moves from `from_m` to `to_m`: oct9_mm_sphere with oct9_metric_place
 * and oct9_metric_radius. With a range as its radius it makes the point and range of a search.
 * Fails with OCT9_ERR_RANGE iff a float is NaN or infinite or the radius is below 0, or as
 * oct9_mm_sphere does.
 * The rounded sphere contains the true one at each moment. Each of its points is less than 2.74
 * sub-cells and 2.75 mm outside the true one.
 * Inline. Reentrant. */
static inline oct9_status_t oct9_metric_sphere(const oct9_frame_t *frame, const float from_m[3],
                                               const float to_m[3], float radius_m,
                                               oct9_motion_t *motion)
{
    oct9_mm_t from_mm, to_mm;
    int32_t radius_mm;
    if (oct9_metric_place(from_m, &from_mm) != OCT9_OK ||
        oct9_metric_place(to_m, &to_mm) != OCT9_OK ||
        oct9_metric_radius(radius_m, &radius_mm) != OCT9_OK)
        return OCT9_ERR_RANGE;
    return oct9_mm_sphere(frame, &from_mm, &to_mm, radius_mm, motion);
}

/* Makes a box of its centre and half its edges, turned or not: for oct9_obb_input_t and a bound of
 * kind OCT9_BOUND_BOX, with rotations of oct9_metric_quaternion or oct9_metric_rpy. Each half edge
 * grows by 0.87 mm for the rounding of the place, and by the sum of the three / 4096 for the
 * rounding of the rotations, so that the caller adds nothing. A turn within 1/50 degree of 180
 * degrees is to be checked in two parts all the same: see mm.h.
 * Fails with OCT9_ERR_RANGE iff a float is NaN or infinite or a half edge is below 0, or as
 * oct9_mm_obb does.
 * The rounded box contains the true one at each moment. Each half edge is the true one, what it
 * grows by, and less than 1.01 mm; oct9_mm_obb says what is added to that.
 * Inline. Reentrant. */
static inline oct9_status_t oct9_metric_obb(const oct9_frame_t *frame, const float from_m[3],
                                            const float to_m[3], const float half_m[3],
                                            oct9_point_t *from, oct9_point_t *to,
                                            uint16_t half_q6[3])
{
    oct9_mm_t from_mm, to_mm;
    uint32_t whole[3], rest[3], sum = 0;
    int32_t half_mm[3];
    if (oct9_metric_place(from_m, &from_mm) != OCT9_OK ||
        oct9_metric_place(to_m, &to_mm) != OCT9_OK)
        return OCT9_ERR_RANGE;
    for (unsigned a = 0; a < 3; a++) {
        if (!oct9_metric_split(half_m[a], &whole[a], &rest[a]) || whole[a] >> 26 != 0)
            return OCT9_ERR_RANGE; /* 2^26 mm: above 32767 sub-cells of the largest cell */
        if (oct9_metric_negative(half_m[a]) && (whole[a] | rest[a]) != 0)
            return OCT9_ERR_RANGE;
        sum += whole[a] + (rest[a] != 0 ? 1u : 0u);
    }
    for (unsigned a = 0; a < 3; a++) { /* in 1/4096 mm, each rounded up: 3548 is 0.8661 mm */
        const uint32_t more = (rest[a] >> 19) + (rest[a] != 0 ? 1u : 0u) + 3548u + sum;
        half_mm[a] = OCT9_AS(int32_t, whole[a] + (more + 4095u) / 4096u);
    }
    return oct9_mm_obb(frame, &from_mm, &to_mm, half_mm, from, to, half_q6);
}

/* Makes the rotation of a quaternion w + x i + y j + z k that turns the axes of the body to those
 * of the map. Only its direction counts. It need not be normalised: the square of its length may be
 * from 0.51 to 1.99. Mind the order: w comes first here, and last in many structs.
 * Fails with OCT9_ERR_RANGE iff one of the four is NaN or infinite, or the square of the length is
 * not from 1/2 to 2, checked to one part in 500. So all zeros fail.
 * oct9_pose_check accepts the result. It is within 1/8100 radian of the true rotation.
 * Inline. Reentrant. */
static inline oct9_status_t oct9_metric_quaternion(float w, float x, float y, float z,
                                                   oct9_rotation_t *rotation)
{
    uint32_t part_q26[4], square_q24 = 0;
    if (!oct9_metric_part(w, &part_q26[0]) || !oct9_metric_part(x, &part_q26[1]) ||
        !oct9_metric_part(y, &part_q26[2]) || !oct9_metric_part(z, &part_q26[3]))
        return OCT9_ERR_RANGE;
    for (unsigned i = 0; i < 4; i++) {
        const uint32_t part_q12 = (part_q26[i] + (UINT32_C(1) << 13)) >> 14; /* at most 2^13 */
        square_q24 += part_q12 * part_q12;
    }
    if (square_q24 < UINT32_C(1) << 23 || square_q24 > UINT32_C(1) << 25)
        return OCT9_ERR_RANGE;
    const uint32_t length_q12 = oct9_point_isqrt(square_q24);
    rotation->w = oct9_metric_component(w, part_q26[0], length_q12);
    rotation->x = oct9_metric_component(x, part_q26[1], length_q12);
    rotation->y = oct9_metric_component(y, part_q26[2], length_q12);
    rotation->z = oct9_metric_component(z, part_q26[3], length_q12);
    return OCT9_OK;
}

/* Makes the rotation of three angles in radians, by the right-hand rule: first yaw about z, then
 * pitch about the new y, then roll about the new x (intrinsic Z-Y-X, Tait-Bryan angles). As a
 * matrix: Rz(yaw) Ry(pitch) Rx(roll). With x forward, y to the left and z up, positive yaw turns
 * left, positive pitch lowers the nose, and positive roll lowers the right side. Where your
 * firmware has degrees or the opposite pitch, convert first; a quaternion leaves no doubt.
 * Fails with OCT9_ERR_RANGE iff an angle is NaN, infinite, or not in -1024..1024.
 * oct9_pose_check accepts the result. It is within 1/8100 radian of the true rotation. It needs no
 * sinf: sine and cosine are polynomials in integers, with an error below 2^-24.
 * Inline. Reentrant. */
static inline oct9_status_t oct9_metric_rpy(float roll, float pitch, float yaw,
                                            oct9_rotation_t *rotation)
{
    uint32_t roll_turn, pitch_turn, yaw_turn;
    int32_t sr, cr, sp, cp, sy, cy; /* the sines and cosines of half the angles */
    if (!oct9_metric_turn(roll, &roll_turn) || !oct9_metric_turn(pitch, &pitch_turn) ||
        !oct9_metric_turn(yaw, &yaw_turn))
        return OCT9_ERR_RANGE;
    oct9_metric_sine(roll_turn, &sr, &cr);
    oct9_metric_sine(pitch_turn, &sp, &cp);
    oct9_metric_sine(yaw_turn, &sy, &cy);
    const int32_t cc = oct9_metric_product(cp, cy), ss = oct9_metric_product(sp, sy);
    const int32_t cs = oct9_metric_product(cp, sy), sc = oct9_metric_product(sp, cy);
    rotation->w = oct9_metric_narrow(oct9_metric_product(cr, cc) + oct9_metric_product(sr, ss));
    rotation->x = oct9_metric_narrow(oct9_metric_product(sr, cc) - oct9_metric_product(cr, ss));
    rotation->y = oct9_metric_narrow(oct9_metric_product(cr, sc) + oct9_metric_product(sr, cs));
    rotation->z = oct9_metric_narrow(oct9_metric_product(cr, cs) - oct9_metric_product(sr, sc));
    return OCT9_OK;
}

/* Converts a coordinate in mm to metres, to within one part in 2^22. Not for a distance that must
 * not grow.
 * Up to 16 km it is the float nearest to mm / 1000, except with -ffast-math or in another rounding
 * mode.
 * Up to 2 km oct9_metric_mm of the result is mm again.
 * Inline. Reentrant. */
static inline float oct9_metric_of_mm(int32_t mm)
{
    return OCT9_AS(float, mm) / 1000.0f;
}

/* Converts the low corner of a sub-cell to metres: oct9_mm_of_point, then oct9_metric_of_mm. For
 * people and pictures, and for the `nearest` of a contact; for the position to stop at use
 * oct9_metric_of_stop.
 * Fails as oct9_mm_of_point does.
 * Each coordinate is at most 1 mm below the corner, and rounded to a float.
 * Inline. Reentrant. */
static inline oct9_status_t oct9_metric_of_point(const oct9_frame_t *frame,
                                                 const oct9_point_t *point, float place_m[3])
{
    oct9_mm_t mm;
    const oct9_status_t status = oct9_mm_of_point(frame, point, &mm);
    if (status != OCT9_OK)
        return status;
    place_m[0] = oct9_metric_of_mm(mm.x);
    place_m[1] = oct9_metric_of_mm(mm.y);
    place_m[2] = oct9_metric_of_mm(mm.z);
    return OCT9_OK;
}

/* Converts the distance from a position to what was found near it to metres, rounded down: for a
 * point that oct9_metric_sphere or oct9_metric_point made of the position. It is
 * oct9_mm_of_distance less 1 mm, as the position moved by up to 0.87 mm, and not below 0. Fails as
 * oct9_mm_of_distance does. The true distance is at least *metres, and less than 2.87 sub-cells and
 * 3 mm above it. For landmarks and meshes see mm.h.
 * Inline. Reentrant. */
static inline oct9_status_t oct9_metric_of_distance(const oct9_frame_t *frame, uint32_t distance_q6,
                                                    float *metres)
{
    int32_t mm;
    const oct9_status_t status = oct9_mm_of_distance(frame, distance_q6, &mm);
    if (status != OCT9_OK)
        return status;
    *metres = oct9_metric_down(mm > 1 ? mm - 1 : 0);
    return OCT9_OK;
}

/* Converts the clear part of a straight motion to metres: num / den of its length, as far as the
 * shape may go before it meets anything. See oct9_mm_of_drive. It is shorter by 2 mm, as each end
 * moved by up to 0.87 mm, and not below 0.
 * Fails with OCT9_ERR_RANGE iff a coordinate is NaN or infinite, or as oct9_mm_of_drive does.
 * It is rounded down, by less than 6 mm and one part in 2^22.
 * Inline. Reentrant. */
static inline oct9_status_t oct9_metric_of_drive(const float from_m[3], const float to_m[3],
                                                 uint32_t num, uint32_t den, float *metres)
{
    oct9_mm_t from_mm, to_mm;
    int32_t mm;
    oct9_status_t status = oct9_metric_place(from_m, &from_mm);
    if (status == OCT9_OK)
        status = oct9_metric_place(to_m, &to_mm);
    if (status == OCT9_OK)
        status = oct9_mm_of_drive(&from_mm, &to_mm, num, den, &mm);
    if (status == OCT9_OK)
        *metres = oct9_metric_down(mm > 2 ? mm - 2 : 0);
    return status;
}

/* Finds the position there: num / den of the motion from `from_m` to `to_m`. A check that begins at
 * this position is a new query, as the position is also beside the segment: see oct9_mm_of_stop.
 * `stop_m` may be `from_m` or `to_m`.
 * Fails as oct9_metric_of_drive does.
 * Each coordinate is that of oct9_mm_of_stop between the rounded ends, then rounded to a float:
 * less than 1.5 mm, and a part in 2^22 of the coordinate, from num / den of the motion.
 * Inline. Reentrant. */
static inline oct9_status_t oct9_metric_of_stop(const float from_m[3], const float to_m[3],
                                                uint32_t num, uint32_t den, float stop_m[3])
{
    oct9_mm_t from_mm, to_mm, stop_mm;
    if (oct9_metric_place(from_m, &from_mm) != OCT9_OK ||
        oct9_metric_place(to_m, &to_mm) != OCT9_OK)
        return OCT9_ERR_RANGE;
    const oct9_status_t status = oct9_mm_of_stop(&from_mm, &to_mm, num, den, &stop_mm);
    if (status != OCT9_OK)
        return status;
    stop_m[0] = oct9_metric_of_mm(stop_mm.x);
    stop_m[1] = oct9_metric_of_mm(stop_mm.y);
    stop_m[2] = oct9_metric_of_mm(stop_mm.z);
    return OCT9_OK;
}

#ifdef __cplusplus
}
#endif
#endif
