/* SPDX-License-Identifier: MIT */
/* Lengths of parts of segments: whole numbers by hand, and random ones by the inequality that
 * defines them, as far as 64 bits go. */
#include "oct9/cast.h"
#include "tests/golden/query.h"
#include "tests/golden/suites.h"
#include "tests/test.h"

enum { LENGTHS = 400, NEAR = 300, LONGEST = 113509, DEN_MAX = 65535, DEN_CHECKED = 20000 };

static void by_hand(void)
{
    const oct9_point_t low = { INT16_MIN, INT16_MIN, INT16_MIN };
    const oct9_point_t high = { INT16_MAX, INT16_MAX, INT16_MAX };
    const oct9_point_t from = { 10, 20, 30 }, to = { 310, 420, 30 };
    const oct9_point_t beside = { 11, 21, 30 };
    CHECK_EQ(oct9_point_length(&low, &high, 1, 1), LONGEST);
    CHECK_EQ(oct9_point_length(&high, &low, DEN_MAX, DEN_MAX), LONGEST);
    CHECK_EQ(oct9_point_length(&low, &high, 0, DEN_MAX), 0);
    CHECK_EQ(oct9_point_length(&from, &to, 1, 1), 500);
    CHECK_EQ(oct9_point_length(&from, &to, 3, 5), 300);
    CHECK_EQ(oct9_point_length(&from, &to, 1, 500), 1);
    CHECK_EQ(oct9_point_length(&from, &to, 1, 501), 0);
    CHECK_EQ(oct9_point_length(&from, &to, DEN_MAX - 1, DEN_MAX), 499);
    CHECK_EQ(oct9_point_length(&from, &from, 1, 1), 0);
    CHECK_EQ(oct9_point_length(&from, &beside, 5, 7), 1);   /* the root of 50 / 49 */
    CHECK_EQ(oct9_point_length(&from, &beside, 12, 17), 0); /* of 288 / 289 */
}

/* The room's block ends at 1024: a ray of 500 meets it at three quarters. */
static void up_to_a_hit(void)
{
    const oct9_cast_input_t in = { .from = POINT(1024 + 300, 668, 768),
                                   .to = POINT(1024 - 100, 968, 768) };
    oct9_cast_output_t out;
    query_room();
    CHECK_EQ(oct9_cast_ray(&world_map, &in, &out), OCT9_OK);
    CHECK_EQ(out.hit, OCT9_HIT_LEAF);
    CHECK_EQ(oct9_point_length(&in.from, &in.to, out.fraction.num, out.fraction.den), 375);
}

static uint64_t square_of(const oct9_point_t *from, const oct9_point_t *to)
{
    const int64_t x = (int64_t)to->x - from->x, y = (int64_t)to->y - from->y;
    const int64_t z = (int64_t)to->z - from->z;
    return (uint64_t)(x * x + y * y + z * z);
}

/* The numbers fit 64 bits where the segment is short or the fraction's numbers are small. */
static bool is_length(uint64_t square, const oct9_fraction_t *part, uint64_t length)
{
    const uint64_t low = length * part->den, high = (length + 1) * part->den;
    square *= (uint64_t)part->num * part->num;
    return low * low <= square && square < high * high;
}

static void random_lengths(void)
{
    random_t random = { 191 };
    uint32_t digest = DIGEST_BEGIN;
    for (int i = 0; i < LENGTHS; i++) {
        const bool far = i >= NEAR;
        const oct9_point_t from = world_point(&random);
        const oct9_point_t to = far ? world_point(&random) : query_step(&random, &from);
        const uint64_t square = square_of(&from, &to);
        oct9_fraction_t part;
        part.den = 1 + random_below(&random, i % 3 == 0 ? DEN_MAX : DEN_CHECKED);
        part.num = i % 16 == 0 ? part.den : random_below(&random, part.den + 1);
        const uint32_t length = oct9_point_length(&from, &to, part.num, part.den);
        if (part.den <= DEN_CHECKED || square < UINT32_MAX / 2)
            CHECK(is_length(square, &part, length));
        CHECK_EQ(oct9_point_length(&to, &from, part.num, part.den), length);
        digest = digest_add(digest, length);
    }
    TEST_DIGEST("length", digest);
}

GOLDEN_SUITE(length)
{
    RUN(by_hand);
    RUN(up_to_a_hit);
    RUN(random_lengths);
}
