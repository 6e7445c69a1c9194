/* SPDX-License-Identifier: MIT */
/* Lengths of parts of segments, and distances in mm, against their definition in 128 bits. SEED
 * comes from the environment; CASES, how many. */
#include "tests/shared/random.hpp"
extern "C" {
#include "tests/test.h"
}

#include "oct9/cast.h"
#include "oct9/mm.h"

#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <initializer_list>

using oracle::Random;
using oracle::setting;
using Wide = unsigned __int128;

enum { LONGEST = 113509 };

static uint64_t seed, cases;

static int16_t coordinate(Random &random)
{
    static const int few[] = { INT16_MIN, -16384, -1, 0, 1, 16383, INT16_MAX };

    return static_cast<int16_t>(random.chance(30) ? few[random.below(7)]
                                                  : random.between(INT16_MIN, INT16_MAX));
}

static oct9_point_t place(Random &random)
{
    return { coordinate(random), coordinate(random), coordinate(random) };
}

/* Near the first point as often as anywhere. */
static oct9_point_t beside(Random &random, const oct9_point_t &from)
{
    const auto near = [&](int c) {
        return static_cast<int16_t>(
            std::min(INT16_MAX, std::max(INT16_MIN, c + random.between(-9, 9))));
    };

    return random.chance(50) ? place(random)
                             : oct9_point_t{ near(from.x), near(from.y), near(from.z) };
}

static bool is_length(const oct9_point_t &from, const oct9_point_t &to, const oct9_fraction_t &part,
                      uint64_t length)
{
    const int64_t x = to.x - from.x, y = to.y - from.y, z = to.z - from.z;
    const Wide square = static_cast<Wide>(x * x + y * y + z * z) * part.num * part.num;
    const Wide low = static_cast<Wide>(length) * part.den;
    const Wide high = static_cast<Wide>(length + 1) * part.den;

    return low * low <= square && square < high * high;
}

static oct9_fraction_t fraction(Random &random)
{
    oct9_fraction_t part;

    part.den = random.chance(40) ? 65535 : 1 + random.below(random.chance(50) ? 65535 : 20);
    part.num = random.chance(10) ? part.den : random.below(part.den + 1);
    return part;
}

static void lengths_are_exact(void)
{
    Random random(seed);

    for (uint64_t i = 0; i < cases; i++) {
        const oct9_point_t from = place(random), to = beside(random, from);
        const oct9_fraction_t part = fraction(random);
        const uint32_t length = oct9_point_length(&from, &to, part.num, part.den);
        if (!is_length(from, to, part, length))
            printf("%d %d %d to %d %d %d, %" PRIu32 " / %" PRIu32 ": %" PRIu32 "\n", from.x, from.y,
                   from.z, to.x, to.y, to.z, part.num, part.den, length);
        CHECK(is_length(from, to, part, length));
    }
}

static void lengths_by_hand(void)
{
    const oct9_point_t low = { INT16_MIN, INT16_MIN, INT16_MIN };
    const oct9_point_t high = { INT16_MAX, INT16_MAX, INT16_MAX };
    const oct9_point_t from = { 10, 20, 30 }, to = { 310, 420, 30 };

    CHECK_EQ(oct9_point_length(&low, &high, 1, 1), LONGEST);
    CHECK_EQ(oct9_point_length(&low, &high, 65535, 65535), LONGEST);
    CHECK_EQ(oct9_point_length(&high, &low, 0, 1), 0);
    CHECK_EQ(oct9_point_length(&from, &to, 1, 1), 500);
    CHECK_EQ(oct9_point_length(&from, &to, 3, 5), 300);
    CHECK_EQ(oct9_point_length(&from, &to, 65534, 65535), 499);
    CHECK_EQ(oct9_point_length(&from, &from, 1, 1), 0);
}

/* A cast to a leaf's corner in a direction of whole numbers. */
static void a_hit_has_a_length(void)
{
    static oct9_block_t pool[16];
    oct9_tree_t tree;
    oct9_cast_output_t hit;
    const oct9_cell_t cell = { 300, 300, 256 };
    const oct9_cast_input_t input = { { 2516, 2416, 32 }, { 3116, 3216, 32 }, {} };

    CHECK_EQ(oct9_tree_init(&tree, pool, 16, nullptr), OCT9_OK);
    const oct9_box_t all = { { 0, 0, 0 }, { 512, 512, 512 } };
    CHECK_EQ(oct9_tree_fill_box(&tree, &all, OCT9_FREE), OCT9_OK);
    CHECK_EQ(oct9_tree_set_cell(&tree, cell, OCT9_OCCUPIED), OCT9_OK);
    const oct9_map_t map = oct9_map_of_tree(&tree);
    CHECK_EQ(oct9_cast_ray(&map, &input, &hit), OCT9_OK);
    CHECK_EQ(hit.hit, OCT9_HIT_LEAF);
    CHECK_EQ(oct9_point_length(&input.from, &input.to, hit.fraction.num, hit.fraction.den), 500);
}

static void distances_are_exact(void)
{
    Random random(seed + 1);

    for (uint64_t i = 0; i < cases; i++) {
        const uint32_t length = random.chance(20) ? LONGEST - random.below(3)
                                                  : random.below(LONGEST + 1);
        oct9_frame_t frame = {};
        int32_t mm;
        const uint32_t cell_um = random.chance(20) ? OCT9_CELL_UM_MAX - random.below(3)
                                                   : 1 + random.below(OCT9_CELL_UM_MAX);
        CHECK_EQ(oct9_mm_frame(&frame, &frame.origin_mm, cell_um), OCT9_OK);
        CHECK_EQ(oct9_mm_of_distance(&frame, length, &mm), OCT9_OK);
        const uint64_t um_q6 = uint64_t{ length == 0 ? 0 : length - 1 } * frame.cell_um;
        CHECK(mm >= 0 && static_cast<uint64_t>(mm) == um_q6 / 64000);
    }
}

static void what_no_segment_has_is_refused(void)
{
    oct9_frame_t frame = {};
    int32_t mm = 7;

    CHECK_EQ(oct9_mm_of_distance(&frame, 1, &mm), OCT9_ERR_ARGUMENT);
    frame.cell_um = 80000; /* still without factors */
    CHECK_EQ(oct9_mm_of_distance(&frame, 1, &mm), OCT9_ERR_ARGUMENT);
    frame = OCT9_FRAME(0, 0, 0, 80000);
    for (uint32_t length : { LONGEST + 1u, 1u << 17, UINT32_MAX })
        CHECK_EQ(oct9_mm_of_distance(&frame, length, &mm), OCT9_ERR_RANGE);
    CHECK_EQ(mm, 7);
}

int main(void)
{
    seed = setting("SEED", 1);
    cases = setting("CASES", 300000);
    printf("seed %" PRIu64 "\n", seed);
    RUN(lengths_are_exact);
    RUN(lengths_by_hand);
    RUN(a_hit_has_a_length);
    RUN(distances_are_exact);
    RUN(what_no_segment_has_is_refused);
    return test_end();
}
