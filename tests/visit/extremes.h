/* SPDX-License-Identifier: MIT */
/* Part of tests/calls/test_extremes.c: the numbers' limits at these calls. */
#ifndef TESTS_VISIT_EXTREMES_H
#define TESTS_VISIT_EXTREMES_H

#include "oct9/visit.h"
#include "tests/calls/extreme_numbers.h"

/* The bits of a leaf's corner interleaved: its place in the order. */
static uint32_t morton(const oct9_leaf_t *leaf)
{
    uint32_t code = 0;
    for (unsigned i = 0; i < 9; i++)
        code |= (leaf->corner.x >> i & 1u) << 3 * i | (leaf->corner.y >> i & 1u) << (3 * i + 1) |
                (leaf->corner.z >> i & 1u) << (3 * i + 2);
    return code;
}

/* The first leaves of a visit are of its states, and in order. */
static void check_visit(oct9_visit_t *visit, const oct9_map_t *map, unsigned states)
{
    oct9_leaf_t leaf;
    int64_t last = -1;
    for (unsigned i = 0; i < LEAVES && oct9_visit_next(visit, UINT32_MAX, &leaf) == 1; i++) {
        check_leaf(map, &leaf);
        CHECK(states >> leaf.state & 1u);
        CHECK(morton(&leaf) > last);
        last = morton(&leaf);
    }
}

static unsigned some_states(void)
{
    static const unsigned ends[] = { 0, 8, 9, 15, 0x80000000, UINT32_MAX };
    return one_in(16) ? PICK(ends) : 1 + random_below(&r, 7);
}

static uint64_t bad_states(unsigned states)
{
    return when(states == 0 || states > 7, OCT9_ERR_ARGUMENT);
}

/* A visit has no output to be left alone. */
static void check_begun(oct9_status_t status, uint64_t bad, oct9_visit_t *visit,
                        const oct9_map_t *map, unsigned states)
{
    if (good(status, bad, NULL, 0))
        check_visit(visit, map, states);
}

static void try_visit_box(const oct9_map_t *map)
{
    oct9_visit_t visit;
    const oct9_region_t box = { .kind = OCT9_REGION_BOX, .lo = point(), .hi = point() };
    const unsigned states = some_states();
    const bool bad = box.lo.x > box.hi.x || box.lo.y > box.hi.y || box.lo.z > box.hi.z;
    check_begun(oct9_visit_begin(&visit, map, &box, states),
                when(bad, OCT9_ERR_ARGUMENT) | bad_states(states), &visit, map, states);
}

static void try_visit_sphere(const oct9_map_t *map)
{
    oct9_visit_t visit;
    const oct9_region_t sphere = { .kind = OCT9_REGION_SPHERE,
                                   .centre = point(),
                                   .radius_q6 = length() };
    const unsigned states = some_states();
    check_begun(oct9_visit_begin(&visit, map, &sphere, states),
                when(sphere.radius_q6 > 32767, OCT9_ERR_ARGUMENT) | bad_states(states), &visit, map,
                states);
}

static int16_t normal(void)
{
    static const int16_t ends[] = { -OCT9_ONE_Q14,    -OCT9_ONE_Q14 + 1, -1, 0, 0, 1,
                                    OCT9_ONE_Q14 - 1, OCT9_ONE_Q14 };
    return one_in(64) ? coordinate() : PICK(ends);
}

static void try_visit_frustum(const oct9_map_t *map)
{
    oct9_visit_t visit;
    oct9_frustum_t frustum;
    const oct9_region_t region = { .kind = OCT9_REGION_FRUSTUM, .frustum = &frustum };
    const unsigned states = some_states();
    bool bad = false;
    for (unsigned i = 0; i < 6; i++) {
        int any = 0;
        for (unsigned a = 0; a < 3; a++) {
            const int16_t n = frustum.plane[i].normal[a] = normal();
            bad = bad || n < -OCT9_ONE_Q14 || n > OCT9_ONE_Q14;
            any = any || n != 0;
        }
        bad = bad || !any;
        frustum.plane[i].offset = one_in(3) ? offset() : INT32_MIN;
    }
    check_begun(oct9_visit_begin(&visit, map, &region, states),
                when(bad, OCT9_ERR_ARGUMENT) | bad_states(states), &visit, map, states);
}

#endif
