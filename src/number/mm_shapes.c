/* SPDX-License-Identifier: MIT */
/* Shapes in millimetres as sub-cells that contain them.
 *
 * Remainders of the rounding ("rests") are in units of which a sub-cell has cell_um and a
 * millimetre 64000. A difference here is below 2^27 units, so it is exact modulo 2^32, even where
 * its terms are not. */
#include "oct9/mm.h"
#include "port/oct9_port.h"
#include "src/number/axes.h"
#include "src/number/frame.h"

#define RESTS_A_MM ((uint32_t)64000)

/* The height of `mm` above q sub-cells, both from the origin, as a rest. */
static inline uint32_t rest_of(uint32_t mm, int32_t q, uint32_t cell_um)
{
    return mm * RESTS_A_MM - (uint32_t)q * cell_um;
}

/* The height of a place above the sub-cell that contains it, 0..cell_um - 1. */
static uint32_t rest_on(const oct9_frame_t *frame, const oct9_mm_t *mm, const oct9_point_t *point,
                        unsigned axis)
{
    const uint32_t offset = (uint32_t)oct9_mm_axis(mm, axis) -
                            (uint32_t)oct9_mm_axis(&frame->origin_mm, axis);
    return rest_of(offset, oct9_point_axis(point, axis) - OCT9_LOW_Q6, frame->cell_um);
}

/* The point nearest to a place. *moved2 becomes the square of the distance by which rounding moved
 * the place, as a rest, if that is larger than *moved2. It has 64 bits because it can be three
 * times 2^50. */
static oct9_status_t round_place(const oct9_frame_t *frame, const oct9_mm_t *mm,
                                 oct9_point_t *point, uint64_t *moved2)
{
    const oct9_status_t status = oct9_mm_floor(frame, mm, point);
    uint64_t sum = 0;
    if (status != OCT9_OK)
        return status;
    for (unsigned a = 0; a < 3; a++) {
        uint32_t rest = rest_on(frame, mm, point, a);
        if (2u * rest >= frame->cell_um) {
            const int32_t up = oct9_point_axis(point, a) + 1;
            if (up > INT16_MAX)
                return OCT9_ERR_RANGE;
            oct9_point_set_axis(point, a, up);
            rest = frame->cell_um - rest;
        }
        sum += (uint64_t)rest * rest;
    }
    if (*moved2 < sum)
        *moved2 = sum;
    return OCT9_OK;
}

/* The least length in sub-cells that contains `mm` and the move of rounding. The move is below 0.87
 * sub-cells, so one more than the length rounded up is always enough. */
static oct9_status_t grown_length(const oct9_frame_t *frame, int32_t mm, uint64_t moved2,
                                  uint16_t *length_q6)
{
    uint16_t length;
    const oct9_status_t status = oct9_mm_length(frame, mm, &length);
    if (status != OCT9_OK)
        return status;
    const uint32_t room = 0u - rest_of((uint32_t)mm, length, frame->cell_um); /* below cell_um */
    if ((uint64_t)room * room < moved2)
        length++;
    if (length > INT16_MAX)
        return OCT9_ERR_RANGE;
    *length_q6 = length;
    return OCT9_OK;
}

/* Rounds both ends of a motion. */
static oct9_status_t round_ends(const oct9_frame_t *frame, const oct9_mm_t *from_mm,
                                const oct9_mm_t *to_mm, oct9_point_t ends[2], uint64_t *moved2)
{
    *moved2 = 0;
    const oct9_status_t status = round_place(frame, from_mm, &ends[0], moved2);
    return status != OCT9_OK ? status : round_place(frame, to_mm, &ends[1], moved2);
}

oct9_status_t oct9_mm_place(const oct9_frame_t *frame, const oct9_mm_t *mm, oct9_point_t *point)
{
    OCT9_ASSERT(frame && mm && point);
    oct9_point_t rounded;
    uint64_t moved2 = 0;
    const oct9_status_t status = round_place(frame, mm, &rounded, &moved2);
    if (status == OCT9_OK)
        oct9_point_copy(point, &rounded);
    return status;
}

oct9_status_t oct9_mm_sphere(const oct9_frame_t *frame, const oct9_mm_t *from_mm,
                             const oct9_mm_t *to_mm, int32_t radius_mm, oct9_motion_t *motion)
{
    OCT9_ASSERT(frame && from_mm && to_mm && motion);
    oct9_point_t ends[2];
    uint64_t moved2;
    oct9_status_t status = round_ends(frame, from_mm, to_mm, ends, &moved2);
    if (status == OCT9_OK)
        status = grown_length(frame, radius_mm, moved2, &motion->radius_q6);
    if (status != OCT9_OK)
        return status;
    oct9_point_copy(&motion->from, &ends[0]);
    oct9_point_copy(&motion->to, &ends[1]);
    return OCT9_OK;
}

oct9_status_t oct9_mm_path(const oct9_frame_t *frame, const oct9_mm_t *places_mm, uint16_t count,
                           int32_t radius_mm, oct9_point_t *points, uint16_t *radius_q6)
{
    OCT9_ASSERT(frame && places_mm && points && radius_q6);
    oct9_status_t status = oct9_frame_good(frame) ? OCT9_OK : OCT9_REFUSE();
    oct9_point_t point = { 0, 0, 0 };
    uint64_t moved2 = 0;
    /* The first pass checks whether all fit, the second writes. */
    for (uint16_t i = 0; i < count && status == OCT9_OK; i++)
        status = round_place(frame, &places_mm[i], &point, &moved2);
    if (status == OCT9_OK)
        status = grown_length(frame, radius_mm, moved2, radius_q6);
    for (uint16_t i = 0; i < count && status == OCT9_OK; i++)
        status = round_place(frame, &places_mm[i], &points[i], &moved2);
    return status;
}

oct9_status_t oct9_mm_obb(const oct9_frame_t *frame, const oct9_mm_t *from_mm,
                          const oct9_mm_t *to_mm, const int32_t half_mm[3], oct9_point_t *from,
                          oct9_point_t *to, uint16_t half_q6[3])
{
    OCT9_ASSERT(frame && from_mm && to_mm && half_mm && from && to && half_q6);
    oct9_point_t ends[2];
    uint16_t half[3];
    uint64_t moved2;
    oct9_status_t status = round_ends(frame, from_mm, to_mm, ends, &moved2);
    for (unsigned a = 0; a < 3 && status == OCT9_OK; a++)
        status = grown_length(frame, half_mm[a], moved2, &half[a]);
    if (status != OCT9_OK)
        return status;
    oct9_point_copy(from, &ends[0]);
    oct9_point_copy(to, &ends[1]);
    for (unsigned a = 0; a < 3; a++)
        half_q6[a] = half[a];
    return OCT9_OK;
}

/* The high side on one axis, rounded up. If rounding moved `to` down by more than `lo`, the box
 * ends lower by that difference, so its high side must be higher by as much. A result above
 * INT16_MAX does not fit. */
static int32_t high_side(const oct9_frame_t *frame, const oct9_mm_t *hi_mm, const oct9_point_t *hi,
                         uint32_t more, unsigned axis)
{
    const uint32_t rest = rest_on(frame, hi_mm, hi, axis) + more; /* below 2 cell_um */
    return oct9_point_axis(hi, axis) + (rest > 0 ? 1 : 0) + (rest > frame->cell_um ? 1 : 0);
}

oct9_status_t oct9_mm_box(const oct9_frame_t *frame, const oct9_mm_t *lo_mm, const oct9_mm_t *hi_mm,
                          const oct9_mm_t *to_mm, oct9_point_t *lo, oct9_point_t *hi,
                          oct9_point_t *to)
{
    OCT9_ASSERT(frame && lo_mm && hi_mm && to_mm && lo && hi && to);
    oct9_point_t low, high, end;
    oct9_status_t status = oct9_mm_floor(frame, lo_mm, &low);
    if (status == OCT9_OK)
        status = oct9_mm_floor(frame, hi_mm, &high);
    if (status == OCT9_OK)
        status = oct9_mm_floor(frame, to_mm, &end);
    for (unsigned a = 0; a < 3 && status == OCT9_OK; a++) {
        const uint32_t at_lo = rest_on(frame, lo_mm, &low, a);
        const uint32_t at_to = rest_on(frame, to_mm, &end, a);
        const int32_t up = high_side(frame, hi_mm, &high, at_to > at_lo ? at_to - at_lo : 0, a);
        if (oct9_mm_axis(hi_mm, a) <= oct9_mm_axis(lo_mm, a))
            status = OCT9_REFUSE();
        else if (up > INT16_MAX)
            status = OCT9_ERR_RANGE;
        else
            oct9_point_set_axis(&high, a, up);
    }
    if (status != OCT9_OK)
        return status;
    oct9_point_copy(lo, &low);
    oct9_point_copy(hi, &high);
    oct9_point_copy(to, &end);
    return OCT9_OK;
}
