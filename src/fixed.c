/* SPDX-License-Identifier: MIT */
/* Frames: millimetres to Q9.6 and back, exactly, in 32-bit integers.
 *
 * A sub-cell is cell_um / 64 micrometres, so that sub-cells = mm * 64000 / cell_um
 * = mm * 125 * 512 / cell_um. */
#include "oct9/fixed.h"

#include "port/oct9_port.h"

/* An enum need not hold more than an int. */
#define HALF_RANGE ((uint32_t)32768)
#define UM_PER_SUBCELL_X64 ((uint32_t)64000)

typedef struct {
    uint32_t quotient, remainder;
} division_t;

/* a * b / c by doubling, for a < 2^17, 0 < c < 2^27, and a quotient below 2^32. The remainder
 * stays below c, so that its double plus the summand stays below 3 c < 2^29. */
static division_t multiply_divide(uint32_t a, uint32_t b, uint32_t c)
{
    const division_t once = { b / c, b % c };
    division_t sum = { 0, 0 };
    for (uint32_t bit = (uint32_t)1 << 16; bit != 0; bit >>= 1) {
        sum.quotient *= 2u;
        sum.remainder *= 2u;
        if (a & bit) {
            sum.quotient += once.quotient;
            sum.remainder += once.remainder;
        }
        while (sum.remainder >= c) {          /* at most twice */
            sum.remainder -= c;
            sum.quotient++;
        }
    }
    return sum;
}

oct9_status_t oct9_frame_check(const oct9_frame_t *frame)
{
    OCT9_ASSERT(frame);
    return frame->cell_um - 1u < OCT9_CELL_UM_MAX ? OCT9_OK : OCT9_ERR_FRAME;   /* 0 wraps */
}

/* Sub-cells in `mm` millimetres, up or down; 2^16 or more stands for all that is longer. */
static uint32_t subcells(uint32_t mm, uint32_t cell_um, uint32_t round_up)
{

    /* mm * 125 below 2^32, and a quotient below 128 for fewer than 128 * 512 = 2^16 sub-cells. */
    if (mm >= UINT32_MAX / 125u || mm * 125u / cell_um >= 128u)
        return (uint32_t)1 << 16;
    const division_t q = multiply_divide(512, mm * 125u, cell_um);
    return q.quotient + (round_up && q.remainder != 0);
}

/* One coordinate, floor. Fails iff it is outside -32768..32767. */
static oct9_status_t coordinate_from_mm(int32_t mm, int32_t origin, uint32_t cell_um, int16_t *q)
{
    const uint32_t away = mm < origin ? (uint32_t)origin - (uint32_t)mm
                                      : (uint32_t)mm - (uint32_t)origin;
    /* Floor below the origin is the way back rounded up. */
    const uint32_t n = subcells(away, cell_um, mm < origin);
    if (mm < origin ? n > HALF_RANGE : n >= HALF_RANGE)
        return OCT9_ERR_RANGE;
    *q = (int16_t)(mm < origin ? -(int32_t)n : (int32_t)n);
    return OCT9_OK;
}

oct9_status_t oct9_point_from_mm(const oct9_frame_t *frame, const oct9_mm_t *mm,
                                 oct9_point_t *point)
{
    OCT9_ASSERT(mm && point);
    oct9_point_t p;
    oct9_status_t status = oct9_frame_check(frame);
    if (status == OCT9_OK)
        status = coordinate_from_mm(mm->x, frame->origin_mm.x, frame->cell_um, &p.x);
    if (status == OCT9_OK)
        status = coordinate_from_mm(mm->y, frame->origin_mm.y, frame->cell_um, &p.y);
    if (status == OCT9_OK)
        status = coordinate_from_mm(mm->z, frame->origin_mm.z, frame->cell_um, &p.z);
    if (status != OCT9_OK)
        return status;
    point->x = p.x;
    point->y = p.y;
    point->z = p.z;
    return OCT9_OK;
}

/* One coordinate, floor. Fails iff the sum leaves int32_t. */
static oct9_status_t coordinate_to_mm(int16_t q, int32_t origin, uint32_t cell_um, int32_t *mm)
{
    /* |q| <= 2^15 and cell_um < 2^26, so the way is at most 2^41 / 64000 < 2^26. */
    const uint32_t steps = q < 0 ? (uint32_t)-(int32_t)q : (uint32_t)q;
    const division_t d = multiply_divide(steps, cell_um, UM_PER_SUBCELL_X64);
    const int32_t way = (int32_t)(d.quotient + (q < 0 && d.remainder != 0));
    if (q < 0 ? origin < INT32_MIN + way : origin > INT32_MAX - way)
        return OCT9_ERR_RANGE;
    *mm = q < 0 ? origin - way : origin + way;
    return OCT9_OK;
}

oct9_status_t oct9_point_to_mm(const oct9_frame_t *frame, const oct9_point_t *point,
                               oct9_mm_t *mm)
{
    OCT9_ASSERT(point && mm);
    oct9_mm_t p;
    oct9_status_t status = oct9_frame_check(frame);
    if (status == OCT9_OK)
        status = coordinate_to_mm(point->x, frame->origin_mm.x, frame->cell_um, &p.x);
    if (status == OCT9_OK)
        status = coordinate_to_mm(point->y, frame->origin_mm.y, frame->cell_um, &p.y);
    if (status == OCT9_OK)
        status = coordinate_to_mm(point->z, frame->origin_mm.z, frame->cell_um, &p.z);
    if (status != OCT9_OK)
        return status;
    mm->x = p.x;
    mm->y = p.y;
    mm->z = p.z;
    return OCT9_OK;
}

oct9_status_t oct9_length_from_mm(const oct9_frame_t *frame, int32_t mm, uint16_t *length_q6)
{
    OCT9_ASSERT(length_q6);
    const oct9_status_t status = oct9_frame_check(frame);
    if (status != OCT9_OK)
        return status;
    if (mm < 0)
        return OCT9_ERR_NEGATIVE;
    const uint32_t n = subcells((uint32_t)mm, frame->cell_um, 1);
    if (n >= HALF_RANGE)
        return OCT9_ERR_RANGE;
    *length_q6 = (uint16_t)n;
    return OCT9_OK;
}

oct9_status_t oct9_length_to_mm(const oct9_frame_t *frame, uint16_t length_q6, int32_t *mm)
{
    OCT9_ASSERT(mm);
    const oct9_status_t status = oct9_frame_check(frame);
    if (status != OCT9_OK)
        return status;
    const division_t d = multiply_divide(length_q6, frame->cell_um, UM_PER_SUBCELL_X64);
    *mm = (int32_t)(d.quotient + (d.remainder != 0));
    return OCT9_OK;
}
