/* SPDX-License-Identifier: MIT */
/* Points at a fraction of a segment, and quotients without a 64-bit division. */
#include "src/number/fraction.h"

#include "port/oct9_port.h"
#include "src/number/axes.h"

/* One coordinate of the point at `fraction`. */
static inline int32_t coordinate_at(const oct9_fraction_t *fraction, int32_t from, int32_t to)
{
    const bool down = to < from;
    const uint32_t length = oct9_port_pick(down, (uint32_t)(from - to), (uint32_t)(to - from));
    OCT9_ASSERT(length <= OCT9_WAY_MAX);
    OCT9_ASSERT(fraction->den != 0 && fraction->num <= fraction->den &&
                fraction->num <= OCT9_WAY_MAX);
    /* num and length are at most 65535, so their product is below 2^32. The distance is at most
     * length. */
    const uint32_t distance = fraction->num * length / fraction->den;
    return from + (int32_t)distance - (int32_t)oct9_port_pick(down, 2u * distance, 0);
}

void oct9_fraction_point(const oct9_fraction_t *fraction, const oct9_point_t *from,
                         const oct9_point_t *to, oct9_point_t *at)
{
    OCT9_UNROLL
    for (unsigned a = 0; a < 3; a++)
        oct9_point_set_axis(
            at, a, coordinate_at(fraction, oct9_point_axis(from, a), oct9_point_axis(to, a)));
}

uint32_t oct9_ratio_q28(uint32_t a, uint32_t b)
{
    OCT9_ASSERT(b != 0 && a <= b && b < (uint32_t)1 << 30);
    uint32_t quotient = 0;
    for (unsigned i = 0; i <= 28; i++) { /* a stays at most 2 b < 2^31 */
        quotient <<= 1;
        if (a >= b) {
            a -= b;
            quotient++;
        }
        a <<= 1;
    }
    return quotient;
}
