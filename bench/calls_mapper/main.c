/* SPDX-License-Identifier: MIT */
/* The mapper: frames of six beams up to 1.2 m into 64 blocks; packets of 60 bytes; a laser's
 * bytes. */
#include "bench/calls.h"
#include "oct9/mapper.h"

#include <stddef.h>

enum { BLOCKS = 64, WORDS = 32, BEAMS = 6, BYTES = 60, STEPS = 100, LASER_BYTES = 512 };

OCT9_MAPPER_MEMORY(static, memory, BLOCKS, BEAMS, WORDS);
static const oct9_mapper_policy_t policy = OCT9_MAPPER_POLICY;
static const oct9_run_t run = { 7, 1 };
static oct9_mapper_t mapper;
static oct9_mapper_pose_t pose;
static int16_t distance_mm[BEAMS];
static const oct9_sensor_frame_t frame = { 0, distance_mm, NULL, BEAMS, 0, 0 };

static void answer(oct9_status_t status)
{
    calls_answer((uint32_t)status);
    calls_answer(mapper.occupancy.tree.used);
}

static void empty(void)
{
    static const oct9_rotation_t none = OCT9_ROTATION_NONE;
    pose.place_mm.x = pose.place_mm.y = pose.place_mm.z = 0;
    pose.rotation = none;
    (void)oct9_mapper_init(&mapper, &memory, &oct9_sensor_multiranger, &policy, &run);
}

/* Beams of new lengths, from a place within half a metre. */
static void move(void)
{
    pose.place_mm.x = (int32_t)calls_below(1000) - 500;
    pose.place_mm.y = (int32_t)calls_below(1000) - 500;
    for (unsigned i = 0; i < BEAMS; i++)
        distance_mm[i] = (int16_t)(200 + calls_below(1000));
}

static void init(void)
{
    oct9_status_t status;
    CALL(status = oct9_mapper_init(&mapper, &memory, &oct9_sensor_multiranger, &policy, &run));
    answer(status);
}

static void follow(void)
{
    empty();
    for (unsigned i = 0; i < 8; i++) {
        move();
        (void)oct9_mapper_see(&mapper, &frame, &pose);
        const oct9_mm_t place = { i % 2u ? 0 : 3000, 0, 0 };
        oct9_status_t status;
        CALL(status = oct9_mapper_follow(&mapper, &place));
        answer(status);
    }
}

static void see(void)
{
    empty();
    for (unsigned i = 0; i < 16; i++) {
        move();
        oct9_status_t status;
        CALL(status = oct9_mapper_see(&mapper, &frame, &pose));
        answer(status);
    }
}

static void see_begin(void)
{
    empty();
    for (unsigned i = 0; i < 16; i++) {
        move();
        oct9_status_t status;
        CALL(status = oct9_mapper_see_begin(&mapper, &frame, &pose));
        answer(status);
        (void)oct9_mapper_see_run(&mapper, UINT32_MAX);
    }
}

static void see_run(void)
{
    empty();
    for (unsigned i = 0; i < 16; i++) {
        move();
        oct9_status_t status = oct9_mapper_see_begin(&mapper, &frame, &pose);
        do {
            CALL(status = oct9_mapper_see_run(&mapper, 1));
            answer(status);
        } while (status == OCT9_AGAIN);
    }
}

static void check(void)
{
    empty();
    for (unsigned i = 0; i < 16; i++) {
        const int16_t velocity_mm[3] = { (int16_t)(calls_below(2000) - 1000u),
                                         (int16_t)(calls_below(2000) - 1000u), 0 };
        oct9_mapper_found_t found;
        move();
        (void)oct9_mapper_see(&mapper, &frame, &pose);
        oct9_status_t status;
        CALL(status = oct9_mapper_check(&mapper, &pose, velocity_mm, &found));
        answer(status);
        calls_answer(found.clear_mm);
        calls_answer(found.clearance_mm);
    }
}

static void share(void)
{
    static uint8_t packet[BYTES];
    empty();
    for (unsigned i = 0; i < 16; i++) {
        move();
        (void)oct9_mapper_see(&mapper, &frame, &pose);
        int32_t size;
        CALL(size = oct9_mapper_share(&mapper, packet, BYTES, STEPS));
        calls_answer((uint32_t)size);
    }
}

static void laser(void)
{
    static const oct9_ld19_t none = { 0 };
    static oct9_ld19_t reader;
    reader = none;
    for (unsigned i = 0; i < LASER_BYTES; i++) {
        oct9_sensor_frame_t points;
        const uint32_t kind = calls_below(4);
        const uint8_t byte = (uint8_t)(kind == 0 ? 0x54 : kind == 1 ? 0x2C : calls_random());
        oct9_status_t status;
        CALL(status = oct9_sensor_ld19_read(&reader, byte, &points));
        calls_answer((uint32_t)status);
    }
}

static const call_t call[] = { { "mapper_init", init },       { "mapper_follow", follow },
                               { "mapper_see", see },         { "mapper_see_begin", see_begin },
                               { "mapper_see_run", see_run }, { "mapper_check", check },
                               { "mapper_share", share },     { "sensor_ld19_read", laser } };

int main(void)
{
    return calls_run(call, sizeof call / sizeof call[0]);
}
