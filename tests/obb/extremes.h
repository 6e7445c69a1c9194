/* SPDX-License-Identifier: MIT */
/* Part of tests/calls/test_extremes.c: the numbers' limits at these calls. */
#ifndef TESTS_OBB_EXTREMES_H
#define TESTS_OBB_EXTREMES_H

#include "oct9/obb.h"
#include "tests/calls/extreme_numbers.h"

static void try_obb(const oct9_map_t *map)
{
    oct9_obb_input_t in = { .from = pose() };
    oct9_obb_output_t out;
    bool bad_half = false;
    in.to = one_in(2) ? in.from : pose();
    for (unsigned a = 0; a < 3; a++) {
        in.half_q6[a] = half_edge();
        bad_half = bad_half || in.half_q6[a] == 0 || in.half_q6[a] > OCT9_OBB_HALF_MAX;
    }
    in.rules = rules();
    query_paint(&out, sizeof out);
    if (!good(oct9_obb_sweep(map, &in, &out),
              bad_rules(map, &in.rules) | when(bad_half, OCT9_ERR_ARGUMENT) |
                  bad_rotation(&in.from.rotation) | bad_rotation(&in.to.rotation),
              &out, sizeof out))
        return;
    check_hit(map, &in.rules, out.hit, &out.leaf);
    CHECK(out.fraction.num <= out.fraction.den && out.fraction.den <= 65535);
    CHECK(out.fraction.den == (out.hit == OCT9_HIT_NONE ? 1 : 65535));
    CHECK(out.hit != OCT9_HIT_NONE || out.fraction.num == 1);
}

#endif
