/* SPDX-License-Identifier: MIT */
/* Angles by two tables, of the arc tangent and of the sine. */
#include "src/number/bearing.h"

#include "oct9/rom.h"
#include "port/oct9_port.h"
#include "src/number/magnitude.h"

#include <stdbool.h>

#define QUARTER 16384u /* of a turn, in 65536ths */

/* The arc tangent of i / 32, in 262144ths of a turn; the last one has no part. */
static OCT9_IN_ROM const uint32_t arc_table[34] = {
    0u,     1303u,  2604u,  3900u,  5188u,  6467u,  7733u,  8985u,  10221u, 11439u, 12637u, 13814u,
    14968u, 16100u, 17206u, 18288u, 19344u, 20374u, 21378u, 22355u, 23306u, 24230u, 25128u, 26001u,
    26848u, 27670u, 28467u, 29241u, 29991u, 30718u, 31423u, 32106u, 32768u, 32768u
};

/* An eighth of a turn at most: b is at most a. From 1.4 of a 65536th below the true angle to 0.9
 * above it, and never less where that is greater; exact at both ends. */
static uint32_t eighth(uint32_t a, uint32_t b)
{
    const uint32_t ratio = (b << 15) / a, i = ratio >> 10;
    const uint32_t from = oct9_port_entry(OCT9_ROM(arc_table), (unsigned)i);
    const uint32_t to = oct9_port_entry(OCT9_ROM(arc_table), (unsigned)i + 1u);
    return (from + ((to - from) * (ratio % 1024u) >> 10) + 3u) / 4u;
}

uint16_t oct9_bearing(int32_t x, int32_t y)
{
    const uint32_t a = oct9_magnitude(x), b = oct9_magnitude(y);
    OCT9_ASSERT(a <= 65535u && b <= 65535u && (a | b) != 0);
    const bool steep = b > a;
    uint32_t angle = eighth(steep ? b : a, steep ? a : b);
    if (steep)
        angle = QUARTER - angle;
    if (x < 0)
        angle = 2u * QUARTER - angle;
    if (y < 0)
        angle = 0u - angle;
    return (uint16_t)(angle & 0xFFFFu);
}

/* The sine of i 256ths of a turn, in 2^30ths. */
static OCT9_IN_ROM const uint32_t sine_table[65] = {
    0u,          26350943u,   52686014u,   78989349u,   105245103u,  131437462u,  157550647u,
    183568930u,  209476638u,  235258165u,  260897982u,  286380643u,  311690799u,  336813204u,
    361732726u,  386434353u,  410903207u,  435124548u,  459083786u,  482766489u,  506158392u,
    529245404u,  552013618u,  574449320u,  596538995u,  618269338u,  639627258u,  660599890u,
    681174602u,  701339000u,  721080937u,  740388522u,  759250125u,  777654384u,  795590213u,
    813046808u,  830013654u,  846480531u,  862437520u,  877875009u,  892783698u,  907154608u,
    920979082u,  934248793u,  946955747u,  959092290u,  970651112u,  981625251u,  992008094u,
    1001793390u, 1010975242u, 1019548121u, 1027506862u, 1034846671u, 1041563127u, 1047652185u,
    1053110176u, 1057933813u, 1062120190u, 1065666786u, 1068571464u, 1070832474u, 1072448455u,
    1073418433u, 1073741824u
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
    const int32_t cosine_i = (int32_t)oct9_port_entry(OCT9_ROM(sine_table), 64u - (unsigned)i);
    const int32_t sine_i = (int32_t)oct9_port_entry(OCT9_ROM(sine_table), (unsigned)i);
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

/* length * 2^30 / part, rounded down, or more if that is above 32767, and where the part is not
 * above 0. Of the part 16 bits are left, rounded up: the quotient is up to 2^-15 of itself less. A
 * length that does not fit 16 bits before the division has one above 32767. */
static uint32_t over(uint32_t length, int32_t part)
{
    if (part <= 0)
        return UINT32_MAX;
    const unsigned shift = 30u - oct9_port_top_bit((uint32_t)part);
    return length > UINT32_C(65535) >> shift
             ? UINT32_MAX
             : (length << shift << 16) / (((uint32_t)part << shift >> 14) + 1u);
}

uint32_t oct9_bearing_distance(uint32_t angle, int32_t x, int32_t y)
{
    int32_t cosine, sine;
    oct9_bearing_unit(angle, &cosine, &sine);
    const uint32_t by_x = x == 0 ? 0 : over(oct9_magnitude(x), x < 0 ? -cosine : cosine);
    const uint32_t by_y = y == 0 ? 0 : over(oct9_magnitude(y), y < 0 ? -sine : sine);
    return by_x > by_y ? by_x : by_y;
}
