/* SPDX-License-Identifier: MIT */
/* Part of tests/calls/test_extremes.c: the numbers' limits at these calls. */
#ifndef TESTS_CAST_EXTREMES_H
#define TESTS_CAST_EXTREMES_H

#include "oct9/cast.h"
#include "tests/calls/extreme_numbers.h"

static void try_cast(const oct9_map_t *map)
{
    const oct9_point_t from = point(), to = point();
    const oct9_cast_input_t in = { .from = from, .to = to, .rules = rules() };
    oct9_cast_output_t out;
    query_paint(&out, sizeof out);
    if (!good(oct9_cast_ray(map, &in, &out), bad_rules(map, &in.rules), &out, sizeof out))
        return;
    check_hit(map, &in.rules, out.hit, &out.leaf);
    check_motion(out.fraction.num, out.fraction.den, &out.point, &from, &to, out.hit);
    CHECK(out.leaves <= 3 * 511 + 1);
    if (out.hit == OCT9_HIT_LEAF)
        CHECK(apart2(&out.point, &out.leaf) <= 3 && out.face <= OCT9_FACE_NONE);
}

static void try_fan(const oct9_map_t *map)
{
    oct9_point_t to[POINTS];
    oct9_fan_hit_t hits[POINTS];
    oct9_fan_input_t in = { .from = point(), .to = to, .hits = hits };
    oct9_fan_output_t out;
    for (unsigned i = 0; i < POINTS; i++)
        to[i] = point();
    in.count = (uint16_t)(one_in(16) ? 0 : 1 + random_below(&r, POINTS));
    in.rules = rules();
    query_paint(&out, sizeof out);
    if (!good(oct9_cast_fan(map, &in, &out),
              bad_rules(map, &in.rules) | when(in.count == 0, OCT9_ERR_ARGUMENT), &out, sizeof out))
        return;
    for (unsigned i = 0; i < in.count; i++) {
        const oct9_fan_hit_t *h = &hits[i];
        check_motion(h->num, h->den, &h->point, &in.from, &to[i], (oct9_hit_t)h->hit);
        CHECK(h->hit != OCT9_HIT_OUTSIDE || outside_blocks(&in.rules));
        CHECK(h->hit != OCT9_HIT_LEAF || blocks(&in.rules, h->state, h->payload));
        CHECK(h->level <= 9 && h->face <= OCT9_FACE_NONE);
    }
}

#endif
