/* SPDX-License-Identifier: MIT */
#include "src/fraction.h"

#include "port/oct9_port.h"
#include "src/copy.h"

void oct9_fraction_point(const oct9_fraction_t *fraction, const oct9_point_t *from,
                         const oct9_point_t *to, oct9_point_t *at)
{
    int32_t begin[3], end[3];
    oct9_point_get(from, begin);
    oct9_point_get(to, end);
    OCT9_UNROLL
    for (unsigned a = 0; a < 3; a++) {
        const bool down = end[a] < begin[a];
        const uint32_t length = (uint32_t)(down ? begin[a] - end[a] : end[a] - begin[a]);
        /* num and length are at most 65535: the product is below 2^32, the way at most length. */
        const int32_t way = (int32_t)(fraction->num * length / fraction->den);
        begin[a] += down ? -way : way;
    }
    oct9_point_set(at, begin);
}
