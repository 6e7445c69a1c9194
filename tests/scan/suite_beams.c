/* SPDX-License-Identifier: MIT */
/* Beams from readings: worked out by hand to within the two sub-cells that are promised, refused
 * ones counted, and a digest of many poses. In most of the frames here a sub-cell is a millimetre.
 */
#include "oct9/scan.h"
#include "tests/golden/query.h"
#include "tests/golden/robot.h"
#include "tests/golden/suites.h"
#include "tests/test.h"

enum { ONE = OCT9_ONE_Q14, ROUNDS = 100 };

static const oct9_frame_t frame = OCT9_FRAME(0, 0, 0, 64000);
static const oct9_range_t range = { 50, 4000 };
static const oct9_pose_t straight = { { 1000, 2000, 3000 }, OCT9_ROTATION_NONE };
static const oct9_pose_t left = { { 1000, 2000, 3000 }, { 11585, 0, 0, 11585 } }; /* x to y */
static oct9_beams_t list;

static void begin(const oct9_pose_t *pose)
{
    CHECK_EQ(oct9_scan_beams_begin(&list, &frame, pose, &range, robot_beams, ROBOT_BEAMS), OCT9_OK);
    CHECK_EQ(list.count, 0);
    CHECK_EQ(list.refused, 0);
    CHECK(query_point_is(&list.origin, pose->place.x, pose->place.y, pose->place.z));
}

static bool within(int a, int b, int tolerance)
{
    return a - b <= tolerance && b - a <= tolerance;
}

/* Beam i ends there, or within two sub-cells of it. */
static void ends(unsigned i, int x, int y, int z, oct9_met_t met)
{
    CHECK(i < list.count);
    CHECK(within(robot_beams[i].end.x, x, 2));
    CHECK(within(robot_beams[i].end.y, y, 2));
    CHECK(within(robot_beams[i].end.z, z, 2));
    CHECK_EQ(robot_beams[i].met, met);
}

static oct9_status_t point(int x, int y, int z)
{
    const oct9_reading_t reading = { (int16_t)x, (int16_t)y, (int16_t)z };
    return oct9_scan_beams_point(&list, &reading);
}

static void points(void)
{
    begin(&straight);
    CHECK_EQ(point(100, -200, 300), OCT9_OK);
    ends(0, 1100, 1800, 3300, OCT9_BEAM_HIT);
    begin(&left);
    CHECK_EQ(point(100, 0, 0), OCT9_OK);
    CHECK_EQ(point(0, 100, 0), OCT9_OK);
    CHECK_EQ(point(0, 0, 100), OCT9_OK);
    ends(0, 1000, 2100, 3000, OCT9_BEAM_HIT);
    ends(1, 900, 2000, 3000, OCT9_BEAM_HIT);
    ends(2, 1000, 2000, 3100, OCT9_BEAM_HIT);
    CHECK_EQ(list.count, 3);
    CHECK_EQ(list.refused, 0);
}

/* Too near is refused. From 128 mm before the range on the beam only clears, to 128 mm before what
 * was met or before the range. */
static void near_and_far_points(void)
{
    begin(&straight);
    CHECK_EQ(point(0, 0, 0), OCT9_OK);
    CHECK_EQ(point(49, 0, 0), OCT9_OK);
    CHECK_EQ(point(29, 0, -40), OCT9_OK); /* 49.4 away */
    CHECK_EQ(list.count, 0);
    CHECK_EQ(list.refused, 3);
    CHECK_EQ(point(50, 0, 0), OCT9_OK);
    CHECK_EQ(point(0, 30, -40), OCT9_OK); /* 50 away */
    ends(0, 1050, 2000, 3000, OCT9_BEAM_HIT);
    ends(1, 1000, 2030, 2960, OCT9_BEAM_HIT);
    CHECK_EQ(point(3871, 0, 0), OCT9_OK);
    CHECK_EQ(point(4000, 0, 0), OCT9_OK);
    CHECK_EQ(point(3000, 4000, 0), OCT9_OK);
    CHECK_EQ(point(0, 0, INT16_MAX), OCT9_OK);
    ends(2, 4871, 2000, 3000, OCT9_BEAM_HIT);
    ends(3, 4872, 2000, 3000, OCT9_BEAM_CLEAR);
    ends(4, 3323, 5098, 3000, OCT9_BEAM_CLEAR);
    ends(5, 1000, 2000, 6872, OCT9_BEAM_CLEAR);
    CHECK_EQ(point(3872, 0, 0), OCT9_OK);
    CHECK_EQ(point(3999, 0, 0), OCT9_OK);
    CHECK_EQ(point(0, 2400, 3200), OCT9_OK);   /* 4000 away */
    CHECK_EQ(point(0, -2399, -3199), OCT9_OK); /* 3998.6 */
    ends(6, 4744, 2000, 3000, OCT9_BEAM_CLEAR);
    ends(7, 4871, 2000, 3000, OCT9_BEAM_CLEAR);
    ends(8, 1000, 4323, 6098, OCT9_BEAM_CLEAR);
    ends(9, 1000, -322, -96, OCT9_BEAM_CLEAR);
    CHECK_EQ(list.refused, 3);
}

/* A millimetre is 16 sub-cells. A beam that only clears goes 1 mm: its roots are those of 2 and of
 * 3. In a range of two cells each beam is left out. */
static void smallest_range(void)
{
    static const oct9_frame_t fine = OCT9_FRAME(0, 0, 0, 4000);
    static const oct9_range_t one = { 1, 9 }, none = { 1, 8 };
    CHECK_EQ(oct9_scan_beams_begin(&list, &fine, &straight, &one, robot_beams, ROBOT_BEAMS),
             OCT9_OK);
    CHECK_EQ(point(9, 9, 0), OCT9_OK); /* 11.31 on each axis */
    CHECK_EQ(point(9, 9, 9), OCT9_OK); /* 9.24 */
    CHECK(query_point_is(&robot_beams[0].end, 1011, 2011, 3000));
    CHECK(query_point_is(&robot_beams[1].end, 1009, 2009, 3009));
    CHECK_EQ(oct9_scan_beams_begin(&list, &fine, &straight, &none, robot_beams, ROBOT_BEAMS),
             OCT9_OK);
    CHECK_EQ(point(9, 9, 0), OCT9_OK);
    CHECK_EQ(point(1, 0, 0), OCT9_OK);
    CHECK_EQ(point(5, 6, 0), OCT9_OK);
    CHECK_EQ(oct9_scan_beams_laser(&list, 0, 0, (const int16_t[]){ 8, 1 }, 2, false), OCT9_OK);
    CHECK_EQ(list.count, 0);
    CHECK_EQ(list.refused, 0);
}

static void ends_beyond_int16(void)
{
    const oct9_pose_t rim = { { 32000, 16000, -30000 }, OCT9_ROTATION_NONE };
    begin(&rim);
    CHECK_EQ(point(3000, 0, 0), OCT9_OK);
    CHECK_EQ(point(0, 0, -3000), OCT9_OK);
    CHECK_EQ(list.count, 0);
    CHECK_EQ(list.refused, 2);
    CHECK_EQ(point(700, 0, -2700), OCT9_OK);
    ends(0, 32700, 16000, -32700, OCT9_BEAM_HIT);
    CHECK_EQ(point(768, 0, 0), OCT9_OK); /* one too far */
    CHECK_EQ(point(0, 0, -2769), OCT9_OK);
    CHECK_EQ(list.refused, 4);
    CHECK_EQ(point(767, 0, -2768), OCT9_OK);
    CHECK(query_point_is(&robot_beams[1].end, 32767, 16000, -32768));
}

/* A laser's angles are rounded to the nearest 65536th of a turn: 2 in 2^14 to the side. */
static void angles_between(void)
{
    static const oct9_frame_t fine = OCT9_FRAME(0, 0, 0, 4000);
    static const int16_t distances[2] = { 1000, 1000 };
    for (unsigned up = 0; up < 2; up++) {
        CHECK_EQ(oct9_scan_beams_begin(&list, &fine, &straight, &range, robot_beams, ROBOT_BEAMS),
                 OCT9_OK);
        CHECK_EQ(
            oct9_scan_beams_laser(&list, 0, (int32_t)0x7FFF + (int32_t)up, distances, 2, false),
            OCT9_OK);
        CHECK(query_point_is(&robot_beams[0].end, 17000, 2000, 3000));
        CHECK(query_point_is(&robot_beams[1].end, 17000, up ? 2001 : 2000, 3000));
    }
}

static void zones(void)
{
    static const oct9_direction_t directions[8] = {
        { ONE, 0, 0 }, { ONE, 0, 0 }, { 0, ONE, 0 }, { 0, 0, -ONE }, { ONE, ONE / 2, -ONE / 4 },
        { ONE, 0, 0 }, { ONE, 0, 0 }, { ONE, 0, 0 }
    };
    static const int16_t distances[8] = { 100, 100, 1000, 4000, 800, 49, 0, -5 };
    static const uint8_t said[8] = {
        OCT9_ZONE_HIT, OCT9_ZONE_NONE, OCT9_ZONE_CLEAR, OCT9_ZONE_HIT,
        OCT9_ZONE_HIT, OCT9_ZONE_HIT,  OCT9_ZONE_HIT,   OCT9_ZONE_HIT
    };
    begin(&straight);
    CHECK_EQ(oct9_scan_beams_zones(&list, directions, distances, said, 8), OCT9_OK);
    CHECK_EQ(list.count, 4);
    CHECK_EQ(list.refused, 3);
    ends(0, 1100, 2000, 3000, OCT9_BEAM_HIT);
    ends(1, 1000, 5872, 3000, OCT9_BEAM_CLEAR);
    ends(2, 1000, 2000, -872, OCT9_BEAM_CLEAR);
    ends(3, 1800, 2400, 2800, OCT9_BEAM_HIT); /* a distance along the sensor's axis */
    static const uint8_t unheard[5] = { OCT9_ZONE_NEAR, OCT9_ZONE_DARK, 5, 255, OCT9_ZONE_NONE };
    CHECK_EQ(oct9_scan_beams_zones(&list, directions, distances, unheard, 5), OCT9_OK);
    CHECK_EQ(list.count, 4);
    CHECK_EQ(list.refused, 3);
}

static void laser(void)
{
    static const int16_t distances[5] = { 100, 200, 4000, 300, 3999 };
    static const int16_t zeros[2] = { 0, -1 };
    const int32_t quarter = 16384 * 65536;
    begin(&straight);
    CHECK_EQ(oct9_scan_beams_laser(&list, 0, quarter, distances, 4, false), OCT9_OK);
    ends(0, 1100, 2000, 3000, OCT9_BEAM_HIT);
    ends(1, 1000, 2200, 3000, OCT9_BEAM_HIT);
    ends(2, -2872, 2000, 3000, OCT9_BEAM_CLEAR);
    ends(3, 1000, 1700, 3000, OCT9_BEAM_HIT);
    begin(&straight);
    CHECK_EQ(oct9_scan_beams_laser(&list, 16384, -quarter, distances, 2, false), OCT9_OK);
    ends(0, 1000, 2100, 3000, OCT9_BEAM_HIT);
    ends(1, 1200, 2000, 3000, OCT9_BEAM_HIT);
    begin(&straight);
    CHECK_EQ(oct9_scan_beams_laser(&list, 0, quarter, zeros, 2, false), OCT9_OK);
    CHECK_EQ(list.count, 0);
    CHECK_EQ(list.refused, 2);
    CHECK_EQ(oct9_scan_beams_laser(&list, 0, quarter, zeros, 2, true), OCT9_OK);
    ends(0, 4872, 2000, 3000, OCT9_BEAM_CLEAR);
    CHECK_EQ(list.refused, 3);
    begin(&left);
    CHECK_EQ(oct9_scan_beams_laser(&list, 8192, 0, &distances[3], 1, false), OCT9_OK);
    ends(0, 1000 - 212, 2000 + 212, 3000, OCT9_BEAM_HIT); /* 300 at 45 degrees, then 90 */
    CHECK_EQ(oct9_scan_beams_laser(&list, 0, 0, &distances[4], 1, false), OCT9_OK);
    ends(1, 1000, 5871, 3000, OCT9_BEAM_CLEAR);
}

/* A laser of 360 readings of one distance: all as far away. 1/8192 of 2000 is less than one more
 * sub-cell, and three axes may each be off by 3. */
static void laser_is_round(void)
{
    static int16_t distances[ROBOT_BEAMS];
    for (unsigned i = 0; i < ROBOT_BEAMS; i++)
        distances[i] = 2000;
    for (uint32_t first = 0; first < 65536; first += 4096 + 7) {
        begin(&left);
        CHECK_EQ(oct9_scan_beams_laser(&list, (uint16_t)first, 182 * 65536 + 2912, distances,
                                       ROBOT_BEAMS, false),
                 OCT9_OK);
        CHECK_EQ(list.count, ROBOT_BEAMS);
        for (unsigned i = 0; i < ROBOT_BEAMS; i++) {
            const int32_t x = robot_beams[i].end.x - 1000, y = robot_beams[i].end.y - 2000;
            CHECK(within(robot_beams[i].end.z, 3000, 2));
            CHECK(x * x + y * y >= (int32_t)1994 * 1994);
            CHECK(x * x + y * y <= (int32_t)2006 * 2006);
        }
    }
}

/* Other sizes of cell: a sub-cell of 1/16 mm, of 1.5625 mm, and one so large that hardly a range
 * has two. In the largest cells no range has. */
static void frames(void)
{
    static const oct9_range_t far = { 50, INT16_MAX };
    static const struct {
        uint32_t cell_um;
        int mm, q6;
    } cases[] = { { 4000, 1000, 16000 },
                  { 100000, 1000, 640 },
                  { 40000, 3999, 6398 },
                  { 16000000, 766, 3 },
                  { OCT9_CELL_UM_MAX, 3999, 0 } };
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const oct9_frame_t f = OCT9_FRAME(-5, 70000, 3, cases[i].cell_um);
        CHECK_EQ(oct9_scan_beams_begin(&list, &f, &straight, &far, robot_beams, 9), OCT9_OK);
        CHECK_EQ(point(cases[i].mm, 0, 0), OCT9_OK);
        CHECK_EQ(list.count, cases[i].q6 != 0);
        if (list.count != 0)
            ends(0, 1000 + cases[i].q6, 2000, 3000, OCT9_BEAM_HIT);
    }
}

/* --- at random -------------------------------------------------------------------------------- */

static oct9_rotation_t random_rotation(random_t *random)
{
    oct9_rotation_t r;
    do {
        int32_t v[4];
        uint32_t square = 0;
        for (unsigned i = 0; i < 4; i++) {
            v[i] = (int32_t)random_below(random, 255) - 127;
            square += (uint32_t)(v[i] * v[i]);
        }
        const int32_t length = (int32_t)oct9_point_isqrt(square << 15);
        r.w = (int16_t)(length ? v[0] * 2965821 / length : 0); /* 2^14 root 2^15 */
        r.x = (int16_t)(length ? v[1] * 2965821 / length : 0);
        r.y = (int16_t)(length ? v[2] * 2965821 / length : 0);
        r.z = (int16_t)(length ? v[3] * 2965821 / length : 0);
    } while (oct9_pose_check(&r) != OCT9_OK);
    return r;
}

static int16_t reading(random_t *random)
{
    static const int16_t special[] = { 0, 1, 49, 50, 3999, 4000, 4001, INT16_MAX, INT16_MIN, -1 };
    if (random_below(random, 4) == 0)
        return special[random_below(random, sizeof special / sizeof special[0])];
    return (int16_t)random_below(random, 5000);
}

static uint32_t add_list(uint32_t digest)
{
    digest = digest_add(digest, (uint32_t)list.count << 16 | list.refused);
    for (unsigned i = 0; i < list.count; i++)
        digest = digest_add(query_add_point(digest, &robot_beams[i].end), robot_beams[i].met);
    return digest;
}

static void random_lists(void)
{
    random_t random = { 211 };
    uint32_t digest = DIGEST_BEGIN;
    for (int i = 0; i < ROUNDS; i++) {
        oct9_direction_t directions[16];
        int16_t distances[16];
        uint8_t said[16];
        const oct9_point_t place = world_point(&random);
        const oct9_pose_t pose = { place, random_rotation(&random) };
        const uint32_t cell_um = 4000u + random_below(&random, 200000);
        const oct9_frame_t f = OCT9_FRAME(0, 0, 0, cell_um);
        CHECK_EQ(oct9_scan_beams_begin(&list, &f, &pose, &range, robot_beams, ROBOT_BEAMS),
                 OCT9_OK);
        for (unsigned k = 0; k < 16; k++) {
            directions[k].x = (int16_t)random_u32(&random);
            directions[k].y = (int16_t)random_u32(&random);
            directions[k].z = (int16_t)random_u32(&random);
            distances[k] = reading(&random);
            said[k] = (uint8_t)random_below(&random, 4);
            const int16_t x = reading(&random), y = reading(&random), z = reading(&random);
            CHECK_EQ(point(x, y, z), OCT9_OK);
        }
        const uint16_t first = (uint16_t)random_u32(&random);
        const int32_t step = (int32_t)random_u32(&random);
        const bool zero_clears = random_below(&random, 2) == 1;
        CHECK_EQ(oct9_scan_beams_zones(&list, directions, distances, said, 16), OCT9_OK);
        CHECK_EQ(oct9_scan_beams_laser(&list, first, step, distances, 16, zero_clears), OCT9_OK);
        digest = add_list(digest);
    }
    TEST_DIGEST("beams", digest);
}

/* --- errors ----------------------------------------------------------------------------------- */

static oct9_status_t try_begin(uint32_t cell_um, oct9_rotation_t rotation, oct9_range_t r,
                               uint32_t capacity)
{
    const oct9_frame_t f = OCT9_FRAME(0, 0, 0, cell_um);
    const oct9_pose_t pose = { { 0, 0, 0 }, rotation };
    return oct9_scan_beams_begin(&list, &f, &pose, &r, robot_beams, capacity);
}

static void errors_of_begin(void)
{
    const oct9_rotation_t none = OCT9_ROTATION_NONE, zero = { 0, 0, 0, 0 };
    const oct9_rotation_t far = { 16600, 0, 0, 0 };
    CHECK_EQ(try_begin(4000, none, range, 1), OCT9_OK);
    CHECK_EQ(try_begin(0, none, range, 1), OCT9_ERR_ARGUMENT);
    CHECK_EQ(try_begin(3999, none, range, 1), OCT9_ERR_ARGUMENT);
    CHECK_EQ(try_begin(OCT9_CELL_UM_MAX + 1, none, range, 1), OCT9_ERR_ARGUMENT);
    CHECK_EQ(try_begin(4000, zero, range, 1), OCT9_ERR_ARGUMENT);
    CHECK_EQ(try_begin(4000, far, range, 1), OCT9_ERR_ARGUMENT);
    CHECK_EQ(try_begin(4000, none, (oct9_range_t){ 0, 9 }, 1), OCT9_ERR_RANGE);
    CHECK_EQ(try_begin(4000, none, (oct9_range_t){ -1, 9 }, 1), OCT9_ERR_RANGE);
    CHECK_EQ(try_begin(4000, none, (oct9_range_t){ 10, 9 }, 1), OCT9_ERR_RANGE);
    CHECK_EQ(try_begin(4000, none, (oct9_range_t){ 9, 9 }, 1), OCT9_OK);
    CHECK_EQ(try_begin(4000, none, range, 0), OCT9_ERR_ARGUMENT);
    CHECK_EQ(try_begin(4000, none, range, OCT9_BEAMS_MAX + 1), OCT9_ERR_ARGUMENT);
}

static void full_lists(void)
{
    static const oct9_direction_t directions[3] = { { ONE, 0, 0 }, { ONE, 0, 0 }, { ONE, 0, 0 } };
    static const int16_t distances[3] = { 100, 0, 100 };
    static const uint8_t said[3] = { OCT9_ZONE_HIT, OCT9_ZONE_HIT, OCT9_ZONE_HIT };
    CHECK_EQ(oct9_scan_beams_begin(&list, &frame, &straight, &range, robot_beams, 2), OCT9_OK);
    CHECK_EQ(oct9_scan_beams_zones(&list, directions, distances, said, 3), OCT9_ERR_BEAMS_FULL);
    CHECK_EQ(oct9_scan_beams_laser(&list, 0, 0, distances, 3, false), OCT9_ERR_BEAMS_FULL);
    CHECK_EQ(list.count, 0);
    CHECK_EQ(list.refused, 0);
    CHECK_EQ(oct9_scan_beams_zones(&list, directions, distances, said, 2), OCT9_OK);
    CHECK_EQ(list.count, 1);
    CHECK_EQ(point(100, 0, 0), OCT9_OK);
    CHECK_EQ(point(100, 0, 0), OCT9_ERR_BEAMS_FULL);
    CHECK_EQ(list.count, 2);
    CHECK_EQ(list.refused, 1);
}

GOLDEN_SUITE(beams)
{
    RUN(points);
    RUN(near_and_far_points);
    RUN(smallest_range);
    RUN(ends_beyond_int16);
    RUN(zones);
    RUN(angles_between);
    RUN(laser);
    RUN(laser_is_round);
    RUN(frames);
    RUN(random_lists);
    RUN(errors_of_begin);
    RUN(full_lists);
}
