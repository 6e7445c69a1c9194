/* SPDX-License-Identifier: MIT */
/* What autopilots are sent of random sectors, byte by byte, and the poses of what they send. */
#include "oct9/autopilot.h"

#include "tests/autopilot/pose_frame.h"
#include "tests/golden/query.h"
#include "tests/golden/suites.h"
#include "tests/test.h"

enum { DIRECTIONS = 72, TABLE = 8, LAYERS = 5, RANGE = 5000, CASES = 40 };

static const int16_t borders[LAYERS + 1] = { -16384, -8192, -2731, 2731, 8192, 16384 };
static const oct9_frame_t frame = OCT9_FRAME(0, 0, 0, 79999);
static uint16_t obstacle_q6[DIRECTIONS], free_q6[DIRECTIONS];
static uint32_t ranges[DIRECTIONS];
static oct9_mavlink_message_t message;
static uint8_t bytes[OCT9_MAVLINK_BYTES];

static oct9_sectors_input_t random_sectors(random_t *random, uint16_t ring, uint16_t layers)
{
    const oct9_sectors_input_t sectors = { .range_q6 = RANGE,
                                           .from = (uint16_t)random_u32(random),
                                           .sectors = ring,
                                           .layers = layers,
                                           .kind = OCT9_SECTORS_PITCH,
                                           .borders = borders,
                                           .obstacle_q6 = obstacle_q6,
                                           .free_q6 = free_q6 };
    for (unsigned i = 0; i < DIRECTIONS; i++) {
        const uint32_t obstacle = random_below(random, RANGE * 3 / 2);
        const uint32_t open = random_below(random, RANGE * 3);
        obstacle_q6[i] = (uint16_t)(obstacle <= RANGE ? obstacle : OCT9_SECTORS_NONE);
        free_q6[i] = (uint16_t)(open <= RANGE ? open : OCT9_SECTORS_NONE);
        if (obstacle_q6[i] < free_q6[i])
            free_q6[i] = obstacle_q6[i];
    }
    return sectors;
}

static oct9_autopilot_input_t random_input(random_t *random, const oct9_sectors_input_t *sectors)
{
    const uint32_t time_ms = random_u32(random);
    const oct9_autopilot_input_t input = { .sectors = sectors,
                                           .frame = &frame,
                                           .time_ms = time_ms,
                                           .now_ms = time_ms + random_below(random, 330),
                                           .oldest_ms = 300,
                                           .ahead = (uint16_t)random_u32(random),
                                           .unknown = random_below(random, 3) == 0 ? OCT9_PASSES
                                                                                   : OCT9_BLOCKS };
    return input;
}

static uint32_t add_message(uint32_t digest, oct9_mavlink_sender_t *sender)
{
    const int32_t size = oct9_autopilot_write(sender, &message, bytes, sizeof bytes);
    CHECK(size > 12);
    for (int32_t i = 0; i < size; i++)
        digest = digest_add(digest, bytes[i]);
    return digest;
}

static void rings(void)
{
    random_t random = { 330 };
    oct9_mavlink_sender_t sender = { 1, 195, 0 };
    uint32_t digest = 0;
    for (unsigned n = 0; n < CASES; n++) {
        const uint16_t ring = (uint16_t)(n % 2u ? DIRECTIONS : 1u + random_below(&random, 72));
        const oct9_sectors_input_t sectors = random_sectors(&random, ring, 1);
        oct9_autopilot_input_t input = random_input(&random, &sectors);
        oct9_autopilot_scan_t scan;
        input.north = n % 5u == 0;
        CHECK_EQ(oct9_autopilot_ring(&input, &message), OCT9_OK);
        digest = add_message(digest, &sender);
        CHECK_EQ(oct9_autopilot_scan(&input, ranges, &scan), OCT9_OK);
        for (unsigned i = 0; i < ring; i++)
            digest = digest_add(digest, ranges[i]);
        digest = digest_add(digest_add(digest, scan.first), scan.most);
    }
    TEST_DIGEST("autopilot rings", digest);
}

static void directions(void)
{
    random_t random = { 11037 };
    oct9_mavlink_sender_t sender = { 1, 195, 0 };
    uint32_t digest = 0;
    for (unsigned n = 0; n < CASES / 4; n++) {
        const oct9_sectors_input_t sectors = random_sectors(&random, TABLE, LAYERS);
        oct9_autopilot_input_t input = random_input(&random, &sectors);
        input.ahead = (uint16_t)(sectors.from + 4096u);
        for (uint16_t i = 0; i < TABLE * LAYERS; i++)
            if (oct9_autopilot_point(&input, OCT9_MAVLINK_OBSTACLE_DISTANCE_3D, i, &message) ==
                OCT9_OK)
                digest = add_message(digest, &sender);
        for (uint16_t i = 0; i <= TABLE; i++)
            if (oct9_autopilot_point(&input, OCT9_MAVLINK_DISTANCE_SENSOR,
                                     (uint16_t)(i < TABLE ? i : OCT9_MAVLINK_UP),
                                     &message) == OCT9_OK)
                digest = add_message(digest, &sender);
    }
    TEST_DIGEST("autopilot directions", digest);
}

/* Floats of 2^-4 to 2^12, and a quaternion of four fixed lengths in any order. */
static unsigned random_frame(random_t *random, bool attitude, uint32_t time_ms)
{
    static const uint32_t parts[4] = { 0x3F333333u, 0x3F000000u, 0x3EF5C28Fu, 0x3E3851ECu };
    const unsigned turn = (unsigned)random_below(random, 4);
    uint32_t numbers[POSE_FRAME_NUMBERS];
    for (unsigned i = 0; i < POSE_FRAME_NUMBERS; i++) {
        const uint32_t sign = (uint32_t)(random_u32(random) & 0x80000000u);
        const uint32_t exponent = 123u + random_below(random, i < 3 ? 16 : 7);
        numbers[i] = attitude && i < 4 ? sign | parts[(i + turn) % 4u]
                                       : sign | exponent << 23 | random_u32(random) >> 9;
    }
    return pose_frame(bytes, attitude, time_ms, numbers);
}

static void poses(void)
{
    static oct9_mavlink_receiver_t receiver;
    random_t random = { 31 };
    uint32_t digest = 0;
    for (uint32_t n = 0; n < CASES; n++) {
        oct9_autopilot_pose_t robot;
        for (unsigned kind = 0; kind < 2; kind++) {
            const unsigned size = random_frame(&random, kind != 0, 10u * n);
            oct9_status_t status = OCT9_AGAIN;
            for (unsigned i = 0; i < size; i++)
                status = oct9_autopilot_read(&receiver, bytes[i], n);
            CHECK_EQ(status, OCT9_OK);
        }
        CHECK_EQ(oct9_autopilot_pose(&receiver, n, 100, NULL, &robot), OCT9_OK);
        CHECK_EQ(oct9_pose_check(&robot.pose.rotation), OCT9_OK);
        digest = digest_add(digest, (uint32_t)robot.pose.place_mm.x);
        digest = digest_add(digest, (uint32_t)robot.pose.place_mm.y);
        digest = digest_add(digest, (uint32_t)robot.pose.place_mm.z);
        digest = digest_add(digest, (uint16_t)robot.pose.rotation.w);
        digest = digest_add(digest, (uint16_t)robot.pose.rotation.z);
        digest = digest_add(digest, (uint16_t)robot.motion.velocity_mm[0]);
        digest = digest_add(digest, robot.heading);
    }
    TEST_DIGEST("autopilot poses", digest);
}

GOLDEN_SUITE(autopilot)
{
    RUN(rings);
    RUN(directions);
    RUN(poses);
}
