/* SPDX-License-Identifier: MIT */
/* Frames: millimetres to Q9.6 and back, exactly, in 32-bit integers. A sub-cell is cell_um / 64
 * micrometres, so sub-cells = mm * 64000 / cell_um. */
#include "oct9/mm.h"
#include "port/oct9_port.h"
#include "src/number/axes.h"
#include "src/number/frame.h"

#define SCALE ((uint32_t)64000)

/* q6 * cell_um / SCALE, rounded down, for q6 from -65535 to 65535. Division by a constant: the
 * compiler multiplies where it can. */
static int32_t millimetres(int32_t q6, uint32_t cell_um)
{
    const uint32_t length = (uint32_t)(q6 < 0 ? -q6 : q6), up = q6 < 0 ? SCALE - 1u : 0;
    const uint32_t whole = cell_um / SCALE;
    const uint32_t parts = length * (cell_um - whole * SCALE) + up; /* below 2^16 64000 */
    const int32_t mm = (int32_t)(length * whole + parts / SCALE);
    return q6 < 0 ? -mm : mm;
}

bool oct9_frame_good(const oct9_frame_t *frame)
{
    OCT9_ASSERT(frame);
    return frame->cell_um - 1u < OCT9_CELL_UM_MAX; /* 0 wraps */
}

/* An offset from the origin in sub-cells, rounded down; -SCALE if it is not from -SCALE to SCALE.
 * That is a long division in three digits, because 64000 = 40 * 40 * 40: each digit divides a
 * number below 2^26 * 40. */
static int32_t offset_from_mm(int32_t mm, int32_t origin, uint32_t cell_um)
{
    uint32_t rest = (uint32_t)mm - (uint32_t)origin, quotient = 0;
    if (mm < origin) {
        rest += cell_um;
        quotient--;
    }
    if (rest >= cell_um)
        return -(int32_t)SCALE;
    OCT9_UNROLL
    for (unsigned digit = 0; digit < 3; digit++) {
        rest *= 40u;
        quotient = quotient * 40u + rest / cell_um;
        rest %= cell_um;
    }
    return (int32_t)quotient;
}

oct9_status_t oct9_mm_floor(const oct9_frame_t *frame, const oct9_mm_t *mm, oct9_point_t *point)
{
    OCT9_ASSERT(mm && point);
    if (!oct9_frame_good(frame))
        return OCT9_REFUSE();
    int32_t q[3];
    for (unsigned a = 0; a < 3; a++) {
        const int32_t origin = oct9_mm_axis(&frame->origin_mm, a);
        q[a] = OCT9_LOW_Q6 + offset_from_mm(oct9_mm_axis(mm, a), origin, frame->cell_um);
        if (q[a] != (int16_t)q[a])
            return OCT9_ERR_RANGE;
    }
    oct9_point_set(point, q);
    return OCT9_OK;
}

/* One coordinate, rounded down, modulo 2^32. `beyond` becomes negative if the coordinate does not
 * fit into int32_t. */
static int32_t coordinate_to_mm(int32_t q, int32_t origin, uint32_t cell_um, int32_t *beyond)
{
    const int32_t offset = millimetres(q - OCT9_LOW_Q6, cell_um);
    const int32_t mm = (int32_t)((uint32_t)origin + (uint32_t)offset);
    *beyond |= (origin ^ mm) & (offset ^ mm);
    return mm;
}

oct9_status_t oct9_mm_of_point(const oct9_frame_t *frame, const oct9_point_t *point, oct9_mm_t *mm)
{
    OCT9_ASSERT(point && mm);
    if (!oct9_frame_good(frame))
        return OCT9_REFUSE();
    int32_t at[3], beyond = 0;
    for (unsigned a = 0; a < 3; a++)
        at[a] = coordinate_to_mm(oct9_point_axis(point, a), oct9_mm_axis(&frame->origin_mm, a),
                                 frame->cell_um, &beyond);
    if (beyond < 0)
        return OCT9_ERR_RANGE;
    mm->x = at[0];
    mm->y = at[1];
    mm->z = at[2];
    return OCT9_OK;
}

oct9_status_t oct9_mm_length(const oct9_frame_t *frame, int32_t mm, uint16_t *length_q6)
{
    OCT9_ASSERT(length_q6);
    if (!oct9_frame_good(frame))
        return OCT9_REFUSE();
    if (mm < 0)
        return OCT9_REFUSE();
    /* Rounding up is rounding down the negated length. */
    const int32_t length = -offset_from_mm(0, mm, frame->cell_um);
    if (length > INT16_MAX)
        return OCT9_ERR_RANGE;
    *length_q6 = (uint16_t)length;
    return OCT9_OK;
}

oct9_status_t oct9_mm_of_length(const oct9_frame_t *frame, uint16_t length_q6, int32_t *mm)
{
    OCT9_ASSERT(mm);
    if (!oct9_frame_good(frame))
        return OCT9_REFUSE();
    *mm = -millimetres(-(int32_t)length_q6, frame->cell_um);
    return OCT9_OK;
}

uint16_t oct9_point_isqrt(uint32_t x)
{
    uint32_t root = 0; /* twice the digits found so far, shifted to the current bit */
    for (uint32_t place = (uint32_t)1 << 30; place != 0; place /= 4u) {
        const uint32_t next = root + place; /* below 2^32: root < 2^31 at its largest */
        root /= 2u;
        if (x >= next) {
            x -= next;
            root += place;
        }
    }
    return (uint16_t)root;
}
