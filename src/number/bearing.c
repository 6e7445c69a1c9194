/* SPDX-License-Identifier: MIT */
/* Angles by two tables, of the arc tangent and of the sine. */
#include "src/number/bearing.h"

#include "port/oct9_port.h"
#include "src/number/magnitude.h"

#include <stdbool.h>

#define QUARTER 16384u /* of a turn, in 65536ths */

/* The arc tangent of i / 32, in 262144ths of a turn. */
static const uint16_t arc_table[33] = { 0,     1303,  2604,  3900,  5188,  6467,  7733,
                                        8985,  10221, 11439, 12637, 13814, 14968, 16100,
                                        17206, 18288, 19344, 20374, 21378, 22355, 23306,
                                        24230, 25128, 26001, 26848, 27670, 28467, 29241,
                                        29991, 30718, 31423, 32106, 32768 };
/* An eighth of a turn at most: b is at most a. From 1.4 of a 65536th below the true angle to 0.9
 * above it, and never less where that is greater; exact at both ends. */
static uint32_t eighth(uint32_t a, uint32_t b)
{
    const uint32_t ratio = (b << 15) / a, i = ratio >> 10;
    const uint32_t more = i < 32u
                            ? (uint32_t)(arc_table[i + 1u] - arc_table[i]) * (ratio % 1024u) >> 10
                            : 0;
    return (arc_table[i] + more + 3u) / 4u;
}

uint16_t oct9_bearing(int32_t x, int32_t y)
{
    const uint32_t a = oct9_magnitude(x), b = oct9_magnitude(y);
    OCT9_ASSERT(a <= 65535u && b <= 65535u && (a | b) != 0);
    uint32_t angle = b <= a ? eighth(a, b) : QUARTER - eighth(b, a);
    if (x < 0)
        angle = 2u * QUARTER - angle;
    if (y < 0)
        angle = 0u - angle;
    return (uint16_t)(angle & 0xFFFFu);
}

/* The sine of i 256ths of a turn, in 2^30ths. */
static const int32_t sine_table[65] = {
    0,          26350943,   52686014,   78989349,   105245103,  131437462,  157550647,  183568930,
    209476638,  235258165,  260897982,  286380643,  311690799,  336813204,  361732726,  386434353,
    410903207,  435124548,  459083786,  482766489,  506158392,  529245404,  552013618,  574449320,
    596538995,  618269338,  639627258,  660599890,  681174602,  701339000,  721080937,  740388522,
    759250125,  777654384,  795590213,  813046808,  830013654,  846480531,  862437520,  877875009,
    892783698,  907154608,  920979082,  934248793,  946955747,  959092290,  970651112,  981625251,
    992008094,  1001793390, 1010975242, 1019548121, 1027506862, 1034846671, 1041563127, 1047652185,
    1053110176, 1057933813, 1062120190, 1065666786, 1068571464, 1070832474, 1072448455, 1073418433,
    1073741824
};

/* a * b / 2^shift, rounded down. */
static inline int32_t scaled(int32_t a, int32_t b, unsigned shift)
{
    return (int32_t)((int64_t)a * b >> shift);
}

/* The same of an angle of at most a quarter of a turn: those of the nearest entry, turned by the
 * rest. */
static void quarter_unit(uint32_t angle, int32_t *x, int32_t *y)
{
    const uint32_t i = (angle + 0x800000u) >> 24;
    const int32_t cosine_i = sine_table[64u - i], sine_i = sine_table[i];
    /* In 2^36ths: 2 pi times the rest, the cosine of that less than 1, and its sine. */
    const int32_t rest = scaled((int32_t)(angle - (i << 24)), 0x6487ED51, 24);
    const int32_t square = scaled(rest, rest, 36), less = square / 2;
    const int32_t turn = rest - scaled(rest, square / 6, 36);
    *x = cosine_i - scaled(cosine_i, less, 36) - scaled(sine_i, turn, 36);
    *y = sine_i - scaled(sine_i, less, 36) + scaled(cosine_i, turn, 36);
}

void oct9_bearing_unit(uint32_t angle, int32_t *cosine, int32_t *sine)
{
    int32_t along, up;
    quarter_unit(angle % 0x40000000u, &along, &up);
    const bool odd = (angle & 0x40000000u) != 0, back = (angle & 0x80000000u) != 0;
    *cosine = odd ? -up : along;
    *sine = odd ? along : up;
    if (back) {
        *cosine = -*cosine;
        *sine = -*sine;
    }
}

/* length * 2^30 / part, rounded down. `part` grows by what it may be off, and by up to 2^-15 of
 * itself when 16 bits of it are left. A length that does not fit 16 bits before the division has a
 * quotient above 32767. */
static uint32_t over(uint32_t length, uint32_t part)
{
    if (part == 0)
        return UINT32_MAX;
    const unsigned shift = 30u - oct9_port_top_bit(part);
    return length > UINT32_C(65535) >> shift
             ? UINT32_MAX
             : (length << shift << 16) / ((part << shift >> 14) + 1u);
}

uint32_t oct9_bearing_distance(uint32_t angle, uint32_t x, uint32_t y)
{
    int32_t cosine, sine;
    oct9_bearing_unit(angle, &cosine, &sine);
    const uint32_t across = oct9_magnitude(cosine), up = oct9_magnitude(sine);
    return (uint64_t)x * up >= (uint64_t)y * across ? over(x, across) : over(y, up);
}
