/* SPDX-License-Identifier: MIT */
/* Frames: the factors against their definition, the macro against the call, and the conversions of
 * positions and lengths against 128 bits, where a quotient is about to change. SEED comes from the
 * environment; CASES, how many. */
#include "tests/shared/random.hpp"
extern "C" {
#include "tests/test.h"
}

#include "oct9/mm.h"

#include <cinttypes>
#include <cstdio>
#include <cstring>
#include <initializer_list>

using oracle::Random;
using oracle::setting;
__extension__ typedef __int128 Wide;

static uint64_t seed, cases;

static Wide floor_of(Wide a, Wide b)
{
    return a / b - (a % b < 0 ? 1 : 0);
}

static uint32_t cell_of(Random &random)
{
    static const uint32_t few[] = { 1,   2,     3,     125,   249,   250,     251,
                                    252, 63999, 64000, 64001, 80000, 1u << 25 };
    if (random.chance(30))
        return few[random.below(13)];
    if (random.chance(30))
        return (2u << random.below(25)) - 1 + random.below(3);
    if (random.chance(20))
        return OCT9_CELL_UM_MAX - random.below(3);
    if (random.chance(30))
        return 1000 * (random.chance(30) ? 385 + random.below(8) : 1 + random.below(400));
    return 1 + random.below(OCT9_CELL_UM_MAX >> random.below(26));
}

static int32_t origin_of(Random &random)
{
    if (random.chance(30))
        return random.chance(50) ? INT32_MIN + static_cast<int32_t>(random.below(1000))
                                 : INT32_MAX - static_cast<int32_t>(random.below(1000));
    return static_cast<int32_t>(random.u32()) >> random.below(31);
}

static void macro_and_call_agree(void)
{
    static constexpr oct9_frame_t constant = OCT9_FRAME(-1, 2, -3, 80000);
    Random random(seed);
    oct9_frame_t made;
    CHECK_EQ(oct9_mm_frame(&made, &constant.origin_mm, 80000), OCT9_OK);
    CHECK(std::memcmp(&made, &constant, sizeof made) == 0);
    for (uint64_t i = 0; i < cases; i++) {
        const uint32_t cell = i < 70000         ? static_cast<uint32_t>(i)
                            : random.chance(10) ? random.u32()
                                                : cell_of(random);
        const oct9_mm_t at = { origin_of(random), 5, 6 };
        const oct9_frame_t written = OCT9_FRAME(at.x, at.y, at.z, cell);
        const bool good = cell >= 1 && cell <= OCT9_CELL_UM_MAX;
        oct9_point_t point;
        CHECK_EQ(oct9_mm_frame(&made, &at, cell), good ? OCT9_OK : OCT9_ERR_ARGUMENT);
        CHECK(std::memcmp(&made, &written, sizeof made) == 0);
        const int shift = cell > 64000 ? 0 : cell > 250 ? 8 : 16;
        CHECK(made.q6_a_mm == (good ? (Wide{ 64000 } << (32 - shift)) / cell + 1 : 0));
        CHECK(made.mm_a_q6 == (good ? ((Wide{ cell } << 17) + 63999) / 64000 : 0));
        CHECK((made.seal & 1u << 26) ==
              (good && cell % 1000 == 0 && cell <= 1558000 ? 1u << 26 : 0));
        CHECK_EQ(oct9_mm_floor(&made, &at, &point), good ? OCT9_OK : OCT9_ERR_ARGUMENT);
        CHECK(!good || (point.x == OCT9_LOW_Q6 && point.y == OCT9_LOW_Q6));
    }
}

static oct9_status_t all_calls(const oct9_frame_t &frame)
{
    const oct9_mm_t mm = { 1, 2, 3 };
    oct9_point_t point = { 7, 7, 7 };
    oct9_mm_t back = { 7, 7, 7 };
    uint16_t length = 7;
    int32_t length_mm = 7;
    const oct9_status_t status = oct9_mm_floor(&frame, &mm, &point);
    CHECK_EQ(oct9_mm_of_point(&frame, &point, &back), status);
    CHECK_EQ(oct9_mm_length(&frame, 0, &length), status);
    CHECK_EQ(oct9_mm_of_length(&frame, 1, &length_mm), status);
    CHECK_EQ(oct9_mm_of_distance(&frame, 1, &length_mm), status);
    CHECK_EQ(oct9_mm_place(&frame, &mm, &point), status);
    CHECK(status == OCT9_OK || (point.x == 7 && back.x == 7 && length == 7 && length_mm == 7));
    return status;
}

static void frames_without_their_factors_are_refused(void)
{
    Random random(seed + 1);
    for (uint64_t i = 0; i < cases / 10; i++) {
        const uint32_t cell = 4000 + cell_of(random) % 1000000, other = random.u32();
        const oct9_frame_t by_hand = { { 0, 0, 0 }, random.chance(10) ? 0 : random.u32(), 0, 0, 0 };
        oct9_frame_t changed = OCT9_FRAME(0, 0, 0, cell);
        CHECK_EQ(all_calls(by_hand), OCT9_ERR_ARGUMENT);
        CHECK_EQ(all_calls(changed), OCT9_OK);
        changed.cell_um = random.chance(20) ? cell * (2 + random.below(5))
                        : random.chance(30) ? cell + (1 + random.below(63)) * (1u << 26)
                        : random.chance(30) ? cell ^ 1u << random.below(32)
                                            : other;
        CHECK_EQ(all_calls(changed), changed.cell_um == cell ? OCT9_OK : OCT9_ERR_ARGUMENT);
    }
}

/* Within a few mm of where the sub-cell q begins, or anywhere. */
static int32_t mm_near(Random &random, const oct9_frame_t &frame, int32_t origin)
{
    if (random.chance(10))
        return origin_of(random);
    const Wide q = random.chance(20) ? (random.chance(50) ? -16384 : 49152)
                                     : random.between(-17000, 50000);
    const Wide mm = origin + floor_of(q * frame.cell_um, 64000) + random.between(-2, 2);
    return mm < INT32_MIN ? INT32_MIN : mm > INT32_MAX ? INT32_MAX : static_cast<int32_t>(mm);
}

static void positions_are_exact(void)
{
    Random random(seed + 2);
    uint64_t fitting = 0, sharp = 0;
    for (uint64_t i = 0; i < cases; i++) {
        const uint32_t cell = cell_of(random);
        const oct9_mm_t o = { origin_of(random), origin_of(random), origin_of(random) };
        const oct9_frame_t frame = OCT9_FRAME(o.x, o.y, o.z, cell);
        const oct9_mm_t mm = { mm_near(random, frame, o.x), mm_near(random, frame, o.y),
                               mm_near(random, frame, o.z) };
        const Wide d[3] = { Wide{ mm.x } - o.x, Wide{ mm.y } - o.y, Wide{ mm.z } - o.z };
        oct9_point_t point = { 1, 2, 3 };
        bool fits = true;
        Wide should[3];
        for (int a = 0; a < 3; a++) {
            should[a] = floor_of(d[a] * 64000, cell) - 16384;
            fits = fits && should[a] >= INT16_MIN && should[a] <= INT16_MAX;
            const Wide rest = d[a] * 64000 - (should[a] + 16384) * cell;
            sharp += rest == 0 || rest == cell - 1;
        }
        CHECK_EQ(oct9_mm_floor(&frame, &mm, &point), fits ? OCT9_OK : OCT9_ERR_RANGE);
        fitting += fits;
        CHECK(fits ? point.x == should[0] && point.y == should[1] && point.z == should[2]
                   : point.x == 1 && point.y == 2 && point.z == 3);
    }
    std::printf("positions: %" PRIu64 " fit, %" PRIu64 " at a first or last rest\n", fitting,
                sharp);
    CHECK(fitting > cases / 20 && sharp > cases / 20);
}

static void points_are_exact(void)
{
    Random random(seed + 3);
    uint64_t beyond = 0;
    for (uint64_t i = 0; i < cases; i++) {
        const uint32_t cell = cell_of(random);
        const oct9_mm_t o = { origin_of(random), origin_of(random), origin_of(random) };
        const oct9_frame_t frame = OCT9_FRAME(o.x, o.y, o.z, cell);
        const int16_t q[3] = { static_cast<int16_t>(random.u32()),
                               static_cast<int16_t>(random.chance(50) ? INT16_MIN : INT16_MAX),
                               static_cast<int16_t>(random.between(-500, 500) * 64) };
        const oct9_point_t point = { q[0], q[1], q[2] };
        const Wide at[3] = { o.x + floor_of(Wide{ q[0] + 16384 } * cell, 64000),
                             o.y + floor_of(Wide{ q[1] + 16384 } * cell, 64000),
                             o.z + floor_of(Wide{ q[2] + 16384 } * cell, 64000) };
        bool fits = true;
        for (const Wide &x : at)
            fits = fits && x >= INT32_MIN && x <= INT32_MAX;
        oct9_mm_t mm = { 1, 2, 3 };
        CHECK_EQ(oct9_mm_of_point(&frame, &point, &mm), fits ? OCT9_OK : OCT9_ERR_RANGE);
        beyond += !fits;
        CHECK(fits ? mm.x == at[0] && mm.y == at[1] && mm.z == at[2] : mm.x == 1 && mm.z == 3);
    }
    CHECK(beyond > cases / 100);
}

static void lengths_are_exact(void)
{
    Random random(seed + 4);
    for (uint64_t i = 0; i < cases; i++) {
        const uint32_t cell = cell_of(random);
        const oct9_frame_t frame = OCT9_FRAME(0, 0, 0, cell);
        const auto near = static_cast<int32_t>(Wide{ random.below(33000) } * cell / 64000) +
                          random.between(-1, 2);
        const int32_t mm = random.chance(10) ? static_cast<int32_t>(random.u32() >> 1)
                         : near < 0          ? 0
                                             : near;
        const Wide up = -floor_of(Wide{ mm } * -64000, cell);
        uint16_t length = 7;
        CHECK_EQ(oct9_mm_length(&frame, mm, &length), up <= INT16_MAX ? OCT9_OK : OCT9_ERR_RANGE);
        CHECK(length == (up <= INT16_MAX ? up : 7));
        const auto q6 = static_cast<uint16_t>(random.u32());
        int32_t back;
        CHECK_EQ(oct9_mm_of_length(&frame, q6, &back), OCT9_OK);
        CHECK(back == -floor_of(Wide{ q6 } * -Wide{ cell }, 64000));
        const uint32_t distance = random.below(113510);
        CHECK_EQ(oct9_mm_of_distance(&frame, distance, &back), OCT9_OK);
        CHECK(back == Wide{ distance == 0 ? 0 : distance - 1 } * cell / 64000);
    }
}

int main(void)
{
    seed = setting("SEED", 1);
    cases = setting("CASES", 300000);
    printf("seed %" PRIu64 "\n", seed);
    RUN(macro_and_call_agree);
    RUN(frames_without_their_factors_are_refused);
    RUN(positions_are_exact);
    RUN(points_are_exact);
    RUN(lengths_are_exact);
    return test_end();
}
