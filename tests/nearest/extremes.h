/* SPDX-License-Identifier: MIT */
/* Part of tests/calls/test_extremes.c: the numbers' limits at these calls. */
#ifndef TESTS_NEAREST_EXTREMES_H
#define TESTS_NEAREST_EXTREMES_H

#include "oct9/nearest.h"
#include "tests/calls/extreme_numbers.h"

static void try_nearest(const oct9_map_t *map)
{
    oct9_near_t found[FOUND];
    oct9_nearest_input_t in = { .point = point(), .found = found };
    oct9_nearest_output_t out;
    in.range_q6 = length();
    in.capacity = (uint16_t)(one_in(16) ? 0 : 1 + random_below(&r, FOUND));
    in.rules = rules();
    query_paint(&out, sizeof out);
    if (!good(oct9_nearest_find(map, &in, &out),
              bad_rules(map, &in.rules) | when(in.range_q6 > 32767, OCT9_ERR_ARGUMENT) |
                  when(in.capacity == 0, OCT9_ERR_ARGUMENT),
              &out, sizeof out))
        return;
    CHECK(out.count <= in.capacity);
    for (unsigned i = 0; i < out.count && i < in.capacity; i++) {
        const oct9_near_t *f = &found[i];
        check_hit(map, &in.rules, OCT9_HIT_LEAF, &f->leaf);
        check_nearest(&f->nearest, &in.point, &f->leaf);
        CHECK_EQ(f->distance2_q12, apart2(&in.point, &f->leaf));
        CHECK(f->distance2_q12 <= (uint32_t)in.range_q6 * in.range_q6);
        CHECK(i == 0 || found[i - 1].distance2_q12 <= f->distance2_q12);
        CHECK(f->distance2_q12 != 0 || in.rules.start_inside != OCT9_PASSES);
    }
}

#endif
