/* SPDX-License-Identifier: MIT */
/* Part of test_extremes.c: numbers from the ends of their types, which inputs are bad by the
 * headers, and which outputs are possible at all. */
#ifndef TESTS_CALLS_EXTREME_NUMBERS_H
#define TESTS_CALLS_EXTREME_NUMBERS_H

#include "oct9/pose.h"
#include "oct9/rules.h"
#include "tests/golden/query.h"
#include "tests/shared/from_low.h"
#include "tests/test.h"

enum { SEED = 141, CALLS = 200000, POINTS = 4, FOUND = 4, LEAVES = 50 };

static random_t r = { SEED };

/* --- numbers --------------------------------------------------------------------------------- */

#define COUNT(array) (sizeof(array) / sizeof(array)[0])
#define PICK(array) ((array)[random_below(&r, COUNT(array))])

static bool one_in(uint32_t n)
{
    return random_below(&r, n) == 0;
}

static int16_t coordinate(void)
{
    static const int16_t ends[] = {
        INT16_MIN,         INT16_MIN + 1,     OCT9_LOW_Q6 - 1,  OCT9_LOW_Q6,  OCT9_LOW_Q6 + 1,
        OCT9_LOW_Q6 + 63,  OCT9_LOW_Q6 + 64,  OCT9_LOW_Q6 + 65, -1,           0,
        OCT9_HIGH_Q6 - 65, OCT9_HIGH_Q6 - 64, OCT9_HIGH_Q6 - 1, OCT9_HIGH_Q6, OCT9_HIGH_Q6 + 1,
        INT16_MAX - 1,     INT16_MAX
    };
    return one_in(4) ? (int16_t)random_u32(&r) : PICK(ends);
}

static oct9_point_t point(void)
{
    oct9_point_t p;
    p.x = coordinate();
    p.y = coordinate();
    p.z = coordinate();
    return p;
}

static uint16_t length(void)
{
    static const uint16_t ends[] = { 0, 1, 63, 64, 65, 32766, 32767, 32768, 65534, 65535 };
    return one_in(4) ? (uint16_t)random_below(&r, 32768) : PICK(ends);
}

static uint16_t half_edge(void)
{
    static const uint16_t ends[] = { 1, 63, 64, 65, 4095, 4096 };
    return one_in(16) ? length() : one_in(3) ? (uint16_t)random_below(&r, 4097) : PICK(ends);
}

static int32_t offset(void)
{
    static const int32_t ends[] = { INT32_MIN, INT32_MIN + 1, -1,       0, 1, 63, 64,
                                    65,        INT32_MAX - 1, INT32_MAX };
    return one_in(2) ? (int32_t)random_u32(&r) : PICK(ends);
}

static oct9_rotation_t rotation(void)
{
    static const int16_t units[][4] = { { 16384, 0, 0, 0 },         { 16511, 0, 0, 0 },
                                        { 16256, 0, 0, 0 },         { 11585, 11585, 0, 0 },
                                        { 8192, 8192, 8192, 8192 }, { 15137, 6270, 0, 0 },
                                        { 16383, 1, 1, 1 },         { 9459, 9459, 9459, 1 } };
    const int16_t *unit = PICK(units);
    int16_t q[4];
    const uint32_t turn = random_below(&r, 4), signs = random_u32(&r);
    for (unsigned i = 0; i < 4; i++) {
        const int16_t size = unit[(i + turn) % 4];
        q[i] = one_in(64) ? coordinate() : (int16_t)(signs >> i & 1u ? -size : size);
    }
    return (oct9_rotation_t){ q[0], q[1], q[2], q[3] };
}

static oct9_pose_t pose(void)
{
    oct9_pose_t p;
    p.place = point();
    p.rotation = rotation();
    return p;
}

static oct9_rules_t rules(void)
{
    static const unsigned enums[] = { 0, 1, 2, 3, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF };
    oct9_rules_t out = query_rules(&r);
    if (one_in(32))
        out.unknown = (oct9_policy_t)PICK(enums);
    if (one_in(32))
        out.outside = (oct9_state_t)PICK(enums);
    if (one_in(32))
        out.start_inside = (oct9_policy_t)PICK(enums);
    if (one_in(16))
        out.filter_mask = length();
    if (one_in(32))
        out.filter_value = length();
    return out;
}

/* --- statuses -------------------------------------------------------------------------------- */

/* A set of statuses. */
static uint64_t when(bool bad, oct9_status_t status)
{
    return bad ? 1ull << -(int)status : 0;
}

/* No payload that an obstacle of the map may have matches. */
static uint64_t bad_filter(const oct9_map_t *map, uint16_t mask, uint16_t value)
{
    unsigned payload = map->tree ? map->tree->thresholds.occupied_from : 2;
    const unsigned last = map->tree ? 32767 : 2;
    while (payload <= last && (payload & mask) != value)
        payload++;
    return when(payload > last, OCT9_ERR_ARGUMENT);
}

static uint64_t bad_rules(const oct9_map_t *map, const oct9_rules_t *in)
{
    return when((unsigned)in->unknown > 1 || (unsigned)in->start_inside > 2 ||
                    (unsigned)in->outside > 2,
                OCT9_ERR_ARGUMENT) |
           bad_filter(map, in->filter_mask, in->filter_value);
}

static uint64_t bad_rotation(const oct9_rotation_t *q)
{
    const int64_t unit = 1 << 28;
    const int64_t square = (int64_t)q->w * q->w + (int64_t)q->x * q->x + (int64_t)q->y * q->y +
                           (int64_t)q->z * q->z;
    return when(64 * square < 63 * unit || 64 * square > 65 * unit, OCT9_ERR_ARGUMENT);
}

static uint32_t answered, refused;

/* The status is one of `bad`, and then the output is as it was painted; or `bad` is empty. */
static bool good(oct9_status_t status, uint64_t bad, const void *output, size_t size)
{
    if (status == OCT9_OK) {
        answered++;
        CHECK_EQ(bad, 0);
        return bad == 0;
    }
    refused++;
    CHECK(bad >> -(int)status & 1u);
    CHECK(query_painted(output, size));
    return false;
}

/* --- what is possible ------------------------------------------------------------------------ */

static bool is_between(int32_t x, int32_t a, int32_t b)
{
    return a < b ? a <= x && x <= b : b <= x && x <= a;
}

static void check_motion(uint32_t num, uint32_t den, const oct9_point_t *at,
                         const oct9_point_t *from, const oct9_point_t *to, oct9_hit_t hit)
{
    CHECK(num <= den && den >= 1 && den <= 65535);
    CHECK(is_between(at->x, from->x, to->x));
    CHECK(is_between(at->y, from->y, to->y));
    CHECK(is_between(at->z, from->z, to->z));
    if (hit == OCT9_HIT_NONE)
        CHECK(num == 1 && den == 1 && query_point_is(at, to->x, to->y, to->z));
}

static bool blocks(const oct9_rules_t *in, unsigned state, uint16_t payload)
{
    if (state == OCT9_UNKNOWN)
        return in->unknown == OCT9_BLOCKS;
    return state == OCT9_OCCUPIED && (payload & in->filter_mask) == in->filter_value;
}

static bool outside_blocks(const oct9_rules_t *in)
{
    return in->outside == OCT9_OCCUPIED ||
           (in->outside == OCT9_UNKNOWN && in->unknown == OCT9_BLOCKS);
}

static void check_leaf(const oct9_map_t *map, const oct9_leaf_t *leaf)
{
    oct9_leaf_t located;
    CHECK_EQ(oct9_map_locate(map, leaf->corner, &located), OCT9_OK);
    CHECK(query_leaf_is(leaf, &located));
}

static void check_hit(const oct9_map_t *map, const oct9_rules_t *in, oct9_hit_t hit,
                      const oct9_leaf_t *leaf)
{
    CHECK(hit == OCT9_HIT_NONE || hit == OCT9_HIT_LEAF || hit == OCT9_HIT_OUTSIDE);
    CHECK(hit != OCT9_HIT_OUTSIDE || outside_blocks(in));
    if (hit != OCT9_HIT_LEAF)
        return;
    check_leaf(map, leaf);
    CHECK(blocks(in, leaf->state, leaf->payload));
}

/* How far x is from the leaf's faces on an axis. */
static int64_t apart(int32_t x, uint16_t corner, uint8_t level)
{
    const int32_t low = CELL_LOW(corner), high = low + (64 << level);
    return x < low ? low - x : x > high ? x - high : 0;
}

static int64_t apart2(const oct9_point_t *p, const oct9_leaf_t *leaf)
{
    const int64_t x = apart(p->x, leaf->corner.x, leaf->level);
    const int64_t y = apart(p->y, leaf->corner.y, leaf->level);
    const int64_t z = apart(p->z, leaf->corner.z, leaf->level);
    return x * x + y * y + z * z;
}

static int64_t distance2(const oct9_point_t *a, const oct9_point_t *b)
{
    const int64_t x = a->x - b->x, y = a->y - b->y, z = a->z - b->z;
    return x * x + y * y + z * z;
}

/* `nearest` is the leaf's point that is nearest to p. */
static void check_nearest(const oct9_point_t *nearest, const oct9_point_t *p,
                          const oct9_leaf_t *leaf)
{
    CHECK_EQ(apart2(nearest, leaf), 0);
    CHECK_EQ(distance2(nearest, p), apart2(p, leaf));
}

#endif
