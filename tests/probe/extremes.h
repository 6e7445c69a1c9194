/* SPDX-License-Identifier: MIT */
/* Part of tests/calls/test_extremes.c: the numbers' limits at these calls. */
#ifndef TESTS_PROBE_EXTREMES_H
#define TESTS_PROBE_EXTREMES_H

#include "oct9/probe.h"
#include "tests/calls/extreme_numbers.h"

static void try_point(const oct9_map_t *map)
{
    const oct9_point_t p = point();
    const oct9_probe_point_input_t in = { .point = p, .rules = rules() };
    oct9_probe_point_output_t out;
    query_paint(&out, sizeof out);
    if (!good(oct9_probe_point(map, &in, &out), bad_rules(map, &in.rules), &out, sizeof out))
        return;
    check_hit(map, &in.rules, out.hit, &out.leaf);
    CHECK_EQ(out.inside, is_inside(p));
    CHECK(out.hit != OCT9_HIT_LEAF || out.inside);
    CHECK(out.hit != OCT9_HIT_OUTSIDE || !out.inside);
    CHECK(out.nodes <= 9 && out.leaves == out.inside);
    if (out.inside)
        CHECK_EQ(apart2(&p, &out.leaf), 0);
}

static uint16_t cell(void)
{
    static const uint16_t ends[] = { 0, 1, 2, 63, 64, 65, 255, 256, 510, 511, 512 };
    return one_in(16) ? length() : PICK(ends);
}

static void try_below(const oct9_map_t *map)
{
    static const uint8_t levels[] = { 0, 1, 2, 8, 9, 10, 31, 32, 127, 255 };
    oct9_probe_node_input_t in = { .node.level = one_in(4) ? PICK(levels)
                                                           : (uint8_t)random_below(&r, 10) };
    oct9_probe_node_output_t out;
    in.node.corner.x = cell();
    in.node.corner.y = cell();
    in.node.corner.z = cell();
    if (one_in(4)) {
        in.filter_mask = length();
        in.filter_value = length() & in.filter_mask;
    }
    const unsigned level = in.node.level, size = level < 10 ? 1u << level : 1;
    const oct9_cell_t *c = &in.node.corner;
    query_paint(&out, sizeof out);
    if (!good(
            oct9_probe_node(map, &in, &out),
            when(level > 9, OCT9_ERR_ARGUMENT) |
                when(c->x > 511 || c->y > 511 || c->z > 511, OCT9_ERR_OUTSIDE) |
                when(c->x % size != 0 || c->y % size != 0 || c->z % size != 0, OCT9_ERR_ARGUMENT) |
                bad_filter(map, in.filter_mask, in.filter_value),
            &out, sizeof out))
        return;
    CHECK(out.states >= 1 && out.states <= 7);
}

#endif
