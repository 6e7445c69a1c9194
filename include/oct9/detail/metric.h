/* SPDX-License-Identifier: MIT */
/* Floats as integers, for oct9/metric.h. It reads the bits of a float: floating-point arithmetic,
 * the rounding mode and -ffast-math play no part. */
#ifndef OCT9_DETAIL_METRIC_H
#define OCT9_DETAIL_METRIC_H

#include "oct9/detail/as.h"
#include "oct9/pose.h"

#include <float.h>
#include <stdbool.h>
#include <string.h>

#if FLT_RADIX != 2 || FLT_MANT_DIG != 24 || FLT_MAX_EXP != 128
#error "oct9/metric.h needs a float of 32 bits, IEEE 754 binary32"
#endif

#ifdef __cplusplus
extern "C" {
#endif

#define OCT9_METRIC_REST_ONE (UINT32_C(1) << 31) /* 1 mm, for what is left of a millimetre */
#define OCT9_METRIC_ONE_Q30 (UINT32_C(1) << 30)

/* The bits of a float: the sign, 8 of the exponent, 23 of the mantissa. */
static inline uint32_t oct9_metric_bits(float number)
{
    uint32_t bits;
    memcpy(&bits, &number, sizeof bits);
    return bits;
}

/* Whether the sign is set: of -0, too. */
static inline bool oct9_metric_negative(float number)
{
    return oct9_metric_bits(number) >> 31 != 0;
}

/* The float without its sign is mantissa * 2^(exponent - 150), mantissa < 2^24. NaN and infinities
 * have the exponent 255. */
static inline uint32_t oct9_metric_parts(float number, uint32_t *exponent)
{
    const uint32_t bits = oct9_metric_bits(number) & ~(UINT32_C(1) << 31);
    const uint32_t fraction = bits & ((UINT32_C(1) << 23) - 1u);
    *exponent = bits >> 23;
    if (*exponent == 0) { /* zero or a denormal */
        *exponent = 1;
        return fraction;
    }
    return fraction | UINT32_C(1) << 23;
}

/* product / 2^shift: the whole part, and the rest in 2^-31, with its lowest bit set if more is left
 * over. product < 2^31, shift >= 0. */
static inline uint32_t oct9_metric_divide(uint32_t product, uint32_t shift, uint32_t *rest)
{
    if (shift <= 31u) {
        *rest = product << (31u - shift) & (OCT9_METRIC_REST_ONE - 1u);
        return product >> shift;
    }
    if (shift <= 62u)
        *rest = product >> (shift - 31u) | (product << (63u - shift) != 0 ? 1u : 0u);
    else
        *rest = product != 0 ? 1u : 0u;
    return 0;
}

/* Splits metres, without the sign, into whole mm and the rest in 2^-31 mm. False: NaN, infinite, or
 * 2^22 m and more. Exact: 1000 is 125 * 2^3, and 125 * 2^24 is below 2^31. */
static inline bool oct9_metric_split(float metres, uint32_t *whole, uint32_t *rest)
{
    uint32_t exponent;
    const uint32_t product = 125u * oct9_metric_parts(metres, &exponent);
    if (exponent > 148u)
        return false;
    if (exponent == 148u) {
        *whole = product << 1;
        *rest = 0;
    } else {
        *whole = oct9_metric_divide(product, 147u - exponent, rest);
    }
    return true;
}

/* A part of a quaternion in Q26, rounded to nearest, without the sign. False: NaN, infinite, or 2
 * and more. */
static inline bool oct9_metric_part(float number, uint32_t *part_q26)
{
    uint32_t exponent, rest;
    const uint32_t mantissa = oct9_metric_parts(number, &exponent);
    if (exponent > 127u)
        return false;
    if (exponent >= 124u) {
        *part_q26 = mantissa << (exponent - 124u);
        return true;
    }
    *part_q26 = oct9_metric_divide(mantissa, 124u - exponent, &rest);
    *part_q26 += rest >> 30;
    return true;
}

/* part / length as Q1.14 with its sign, rounded to nearest; length_q12 <= 2^13. */
static inline int16_t oct9_metric_component(float number, uint32_t part_q26, uint32_t length_q12)
{
    const int32_t size = OCT9_AS(int32_t, (part_q26 + length_q12 / 2u) / length_q12);
    return OCT9_AS(int16_t, oct9_metric_negative(number) ? -size : size);
}

/* a * b in Q30. */
static inline uint32_t oct9_metric_times(uint32_t a, uint32_t b)
{
    return OCT9_AS(uint32_t, OCT9_AS(uint64_t, a) * b >> 30);
}

/* The same with signs, rounded toward 0. */
static inline int32_t oct9_metric_product(int32_t a, int32_t b)
{
    return OCT9_AS(int32_t, OCT9_AS(int64_t, a) * b / OCT9_AS(int64_t, OCT9_METRIC_ONE_Q30));
}

/* Q30 as Q1.14, rounded to nearest. */
static inline int16_t oct9_metric_narrow(int32_t q30)
{
    return OCT9_AS(int16_t, (q30 + (q30 < 0 ? -32768 : 32768)) / 65536);
}

/* Half an angle in 2^-32 of a turn, modulo a turn. False: NaN, infinite, or above 1024 radians. The
 * error is below 2^-26 of a turn: 2734261102 is 2^35 / (4 pi), off by less than half. */
static inline bool oct9_metric_turn(float radians, uint32_t *turn)
{
    uint32_t exponent;
    const uint64_t mantissa = oct9_metric_parts(radians, &exponent);
    if (exponent > 137u || (exponent == 137u && mantissa > UINT32_C(1) << 23))
        return false;
    const uint32_t shift = 153u - exponent; /* 16 and more */
    *turn = shift > 63u ? 0u : OCT9_AS(uint32_t, mantissa * 2734261102u >> shift);
    if (oct9_metric_negative(radians))
        *turn = 0u - *turn;
    return true;
}

/* The sine and cosine, in Q30, of 0 to 2^29 (an eighth of a turn): the series of Taylor to x^9 and
 * x^8. The error is below 2^-24. */
static inline void oct9_metric_octant(uint32_t turn, int32_t *sine, int32_t *cosine)
{
    const uint32_t one = OCT9_METRIC_ONE_Q30;
    const uint32_t x = oct9_metric_times(turn, 1686629713u); /* pi / 2 in Q30 */
    const uint32_t xx = oct9_metric_times(x, x);
    uint32_t s = one / 5040u - oct9_metric_times(xx, one / 362880u);
    uint32_t c = one / 720u - oct9_metric_times(xx, one / 40320u);
    s = one / 120u - oct9_metric_times(xx, s);
    s = one / 6u - oct9_metric_times(xx, s);
    s = one - oct9_metric_times(xx, s);
    c = one / 24u - oct9_metric_times(xx, c);
    c = one / 2u - oct9_metric_times(xx, c);
    *sine = OCT9_AS(int32_t, oct9_metric_times(x, s));
    *cosine = OCT9_AS(int32_t, one - oct9_metric_times(xx, c));
}

/* The sine and cosine of any turn: the nearest quarter, and what is left over. */
static inline void oct9_metric_sine(uint32_t turn, int32_t *sine, int32_t *cosine)
{
    const uint32_t quarter = (turn + (UINT32_C(1) << 29)) >> 30; /* 0..3: the sum wraps */
    const uint32_t off = turn - (quarter << 30);
    int32_t s, c;
    if (off >> 31 == 0) {
        oct9_metric_octant(off, &s, &c);
    } else {
        oct9_metric_octant(0u - off, &s, &c);
        s = -s;
    }
    if (quarter & 2u) {
        s = -s;
        c = -c;
    }
    *sine = quarter & 1u ? c : s;
    *cosine = quarter & 1u ? -s : c;
}

/* mm in metres, rounded down by at most one part in 2^22; mm >= 0. The quotient may be too large by
 * its own rounding, by more with -ffast-math: then a smaller float is taken. */
static inline float oct9_metric_down(int32_t mm)
{
    float metres = OCT9_AS(float, mm) / 1000.0f;
    uint32_t bits = oct9_metric_bits(metres);
    for (;;) {
        uint32_t whole = 0, rest = 0;
        (void)oct9_metric_split(metres, &whole, &rest); /* below 2^22 m */
        if (whole < OCT9_AS(uint32_t, mm) || (whole == OCT9_AS(uint32_t, mm) && rest == 0))
            return metres;
        bits--;
        memcpy(&metres, &bits, sizeof metres);
    }
}

#ifdef __cplusplus
}
#endif
#endif
