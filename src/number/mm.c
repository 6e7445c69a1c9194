/* SPDX-License-Identifier: MIT */
/* Frames: millimetres to Q9.6 and back, exactly, in 32-bit integers. A sub-cell is cell_um / 64
 * micrometres, so sub-cells = mm * 64000 / cell_um. The frame carries reciprocals, so that each
 * quotient is one product, which is exact or one too large, and in frames that are not exact one
 * correction. */
#include "oct9/mm.h"
#include "port/oct9_port.h"
#include "src/number/axes.h"
#include "src/number/frame.h"

/* -32768 sub-cells, above the place from which heights are taken. */
#define LOWEST (OCT9_FRAME_SCALE - (uint32_t)(OCT9_LOW_Q6 - INT16_MIN))

/* --- frames ----------------------------------------------------------------------------------- */

/* OCT9_FRAME_Q6 in a loop, which is smaller: digits of four bits. A rest is below cell_um < 2^26.
 */
static uint32_t q6_a_mm(uint32_t cell_um, uint32_t shift)
{
    uint32_t quotient = OCT9_FRAME_WHOLE / cell_um, rest = OCT9_FRAME_WHOLE % cell_um;
    for (; shift < 16u; shift += 4u) {
        rest *= 16u;
        quotient = quotient * 16u + rest / cell_um;
        rest %= cell_um;
    }
    return quotient + 1u;
}

bool oct9_frame_set_cell(oct9_frame_t *frame, uint32_t cell_um)
{
    frame->cell_um = cell_um;
    frame->seal = 0;
    if (cell_um - 1u >= OCT9_CELL_UM_MAX) { /* 0 wraps */
        frame->q6_a_mm = frame->mm_a_q6 = 0;
        return false;
    }
    const uint32_t shift = OCT9_FRAME_SHIFT(cell_um);
    frame->q6_a_mm = q6_a_mm(cell_um, shift);
    frame->mm_a_q6 = OCT9_FRAME_MM(cell_um); /* 6 * 2^26 < 2^32 */
    frame->seal = cell_um + (shift << 27);
    /* As OCT9_FRAME_EXACT has it: 8 divides cell_um, and 125 does, as mm_a_q6 is exact. */
    if (cell_um <= OCT9_FRAME_EXACT_MAX && cell_um % 8u == 0 &&
        frame->mm_a_q6 * 125u == cell_um * 256u)
        frame->seal += OCT9_CELL_UM_MAX + 1u;
    return true;
}

oct9_status_t oct9_mm_frame(oct9_frame_t *frame, const oct9_mm_t *origin_mm, uint32_t cell_um)
{
    OCT9_ASSERT(frame && origin_mm);
    frame->origin_mm.x = origin_mm->x;
    frame->origin_mm.y = origin_mm->y;
    frame->origin_mm.z = origin_mm->z;
    return oct9_frame_set_cell(frame, cell_um) ? OCT9_OK : OCT9_REFUSE();
}

/* --- positions -------------------------------------------------------------------------------- */

/* Negative if a coordinate of the origin is below -2^30 or from 2^30 on. */
static inline int32_t far_bit(const oct9_mm_t *origin)
{
    const uint32_t x = (uint32_t)origin->x, y = (uint32_t)origin->y, z = (uint32_t)origin->z;
    return (int32_t)((x ^ x << 1) | (y ^ y << 1) | (z ^ z << 1));
}

/* True if on some axis the origin is such a coordinate, and `mm` has the other sign: they are then
 * more than 2^30 mm apart, which never fits. */
static OCT9_APART bool too_far_apart(const oct9_mm_t *origin, const oct9_mm_t *mm)
{
    uint32_t bits = 0;
    OCT9_UNROLL
    for (unsigned a = 0; a < 3; a++) {
        const uint32_t from = (uint32_t)oct9_mm_axis(origin, a);
        bits |= (from ^ from << 1) & (from ^ (uint32_t)oct9_mm_axis(mm, a));
    }
    return bits >> 31 != 0;
}

/* above * 64000 / cell_um, rounded down, for a height in mm below 2^(32 - shift).
 *
 * The estimate is (above << shift) * q6_a_mm / 2^32, rounded down. q6_a_mm is above its quotient by
 * at most 1, so what is rounded is above the true quotient by at most above / 2^(32 - shift), which
 * is less than 1, and the estimate is exact or one too large. The rest is then in -cell_um..cell_um
 * - 1, so that it is exact modulo 2^32, and negative iff the estimate is too large.
 *
 * Exact frames do without: of a cell of n whole mm the quotient is 64 * above / n, and its fraction
 * is at most 1 - 1 / n. Heights that fit are below 1768 n. The estimate is exact where above /
 * 2^(32 - shift) < 1 / n: 1768 * 64^2 < 2^24 up to 64 mm, 1768 * 1558^2 < 2^32 up to 1558 mm. It is
 * never below the quotient, so that a larger height does not fit either.
 *
 * Of a height from 2^(32 - shift) on the result is any number. */
static inline uint32_t sub_cells(const oct9_frame_t *frame, uint32_t above)
{
    const uint32_t shifted = oct9_port_left_bytes(above, oct9_frame_shift(frame));
    const uint32_t q6 = oct9_port_high(shifted, frame->q6_a_mm);
    if (oct9_frame_exact(frame))
        return q6;
    const uint32_t rest = above * OCT9_FRAME_SCALE - q6 * frame->cell_um;
    return q6 - (rest >> 31);
}

/* Why no point is returned. */
static OCT9_COLD oct9_status_t not_fitting(const oct9_frame_t *frame)
{
    return oct9_frame_good(frame) ? OCT9_ERR_RANGE : OCT9_REFUSE();
}

/* Heights are taken from cell_um mm below the origin, which is 64000 sub-cells below it, so that
 * each position that fits has one from 0.74 to 1.77 cell_um. Three of these, or-ed, are below
 * 4 cell_um, which is at most 2^(32 - shift). If no axis is `too_far_apart`, the origin and the
 * position are less than 2^31 + 2^30 mm from each other. So a height below 0 is one from 2^30 on
 * modulo 2^32, and too large, too. A frame whose factors are 0 gives 0 or -1 sub-cells, which never
 * fit. */
oct9_status_t oct9_mm_floor(const oct9_frame_t *frame, const oct9_mm_t *mm, oct9_point_t *point)
{
    OCT9_ASSERT(frame && mm && point);
    if (!oct9_frame_sealed(frame))
        return OCT9_REFUSE();
    const oct9_mm_t *const origin = &frame->origin_mm;
    if (far_bit(origin) < 0 && too_far_apart(origin, mm))
        return not_fitting(frame);
    const uint32_t x = (uint32_t)mm->x - (uint32_t)origin->x + frame->cell_um;
    const uint32_t y = (uint32_t)mm->y - (uint32_t)origin->y + frame->cell_um;
    const uint32_t z = (uint32_t)mm->z - (uint32_t)origin->z + frame->cell_um;
    /* From -32768 sub-cells: what does not fit is from 2^16 on, or wraps. */
    const uint32_t qx = sub_cells(frame, x) - LOWEST;
    const uint32_t qy = sub_cells(frame, y) - LOWEST;
    const uint32_t qz = sub_cells(frame, z) - LOWEST;
    if ((x | y | z) >= frame->cell_um * 4u || (qx | qy | qz) >> 16 != 0)
        return not_fitting(frame);
    point->x = (int16_t)((int32_t)qx + INT16_MIN);
    point->y = (int16_t)((int32_t)qy + INT16_MIN);
    point->z = (int16_t)((int32_t)qz + INT16_MIN);
    return OCT9_OK;
}

/* Mm from the origin, rounded down, modulo 2^32: of -cell_um mm and a length from there, 47616 to
 * 113151 sub-cells. */
static inline uint32_t offset(const oct9_frame_t *frame, int16_t q)
{
    const uint32_t length = (uint32_t)((int32_t)q - INT16_MIN) + LOWEST;
    return oct9_frame_mm(frame, length) - frame->cell_um;
}

/* A coordinate is less than 2^26 mm from its origin. So it left int32_t iff they are
 * `too_far_apart`. */
oct9_status_t oct9_mm_of_point(const oct9_frame_t *frame, const oct9_point_t *point, oct9_mm_t *mm)
{
    OCT9_ASSERT(point && mm);
    if (!oct9_frame_good(frame))
        return OCT9_REFUSE();
    const oct9_mm_t *const origin = &frame->origin_mm;
    const oct9_mm_t at = { (int32_t)((uint32_t)origin->x + offset(frame, point->x)),
                           (int32_t)((uint32_t)origin->y + offset(frame, point->y)),
                           (int32_t)((uint32_t)origin->z + offset(frame, point->z)) };
    if (far_bit(origin) < 0 && too_far_apart(origin, &at))
        return OCT9_ERR_RANGE;
    mm->x = at.x;
    mm->y = at.y;
    mm->z = at.z;
    return OCT9_OK;
}

/* --- lengths ---------------------------------------------------------------------------------- */

/* Rounding a length up is rounding down its negative: the height of the place that is so far below
 * the origin. More than a cell's mm are more than 64000 sub-cells. */
oct9_status_t oct9_mm_length(const oct9_frame_t *frame, int32_t mm, uint16_t *length_q6)
{
    OCT9_ASSERT(length_q6);
    if (!oct9_frame_good(frame))
        return OCT9_REFUSE();
    if (mm < 0)
        return OCT9_REFUSE();
    if ((uint32_t)mm > frame->cell_um)
        return OCT9_ERR_RANGE;
    const uint32_t length = OCT9_FRAME_SCALE - sub_cells(frame, frame->cell_um - (uint32_t)mm);
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
    /* As in oct9_frame_mm, rounded down or one more. It is to grow iff the rest is above 0. */
    const uint32_t about = oct9_port_high(oct9_port_left15(length_q6), frame->mm_a_q6);
    const uint32_t rest = length_q6 * frame->cell_um - about * OCT9_FRAME_SCALE;
    *mm = (int32_t)(about + ((int32_t)rest > 0 ? 1u : 0u));
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
