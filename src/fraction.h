/* SPDX-License-Identifier: MIT */
/* Internal: fractions of a way. */
#ifndef OCT9_FRACTION_H
#define OCT9_FRACTION_H

#include "oct9/rules.h"

#define OCT9_WAY_MAX 65535u               /* what is not exact is told in parts of this */

/* from + fraction * (to - from), rounded toward `from` on each axis. */
void oct9_fraction_point(const oct9_fraction_t *fraction, const oct9_point_t *from,
                         const oct9_point_t *to, oct9_point_t *at);

/* a < b. Both at most 65536 / 65535, so that the products fit. */
static inline bool oct9_fraction_below(const oct9_fraction_t *a, const oct9_fraction_t *b)
{
    return a->num * b->den < b->num * a->den;
}

#endif
