/* SPDX-License-Identifier: MIT */
/* The mapper: six wide beams of up to 1.2 m into 80 blocks; packets of 60 bytes; bytes of a laser,
 * half of which could begin a packet. */
#include "bench/calls.h"
#include "oct9/mapper.h"

#include <stddef.h>

enum {
    BLOCKS = 80,
    WORDS = 32,
    BEAMS = 6,
    BYTES = 60,
    STEPS = 100,
    LASER_BYTES = 512,
    FRAME_MS = 67
};

OCT9_MAPPER_MEMORY(static, memory, BLOCKS, BEAMS, WORDS);
static oct9_mapper_policy_t policy = OCT9_MAPPER_POLICY;
static const oct9_run_t run = { 7, 1 };
static oct9_mapper_t mapper;
static oct9_mapper_pose_t pose;
static int16_t distance_mm[BEAMS];
static oct9_sensor_frame_t frame = { 0, distance_mm, NULL, BEAMS, 0, 0 };

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
    policy.jump_mm = 4000; /* the place moves at random, and by 3 m */
    (void)oct9_mapper_init(&mapper, &memory, &oct9_sensor_multiranger, &policy, &run);
}

/* A frame later: beams of new lengths, from a place within half a metre. */
static void move(void)
{
    frame.time_ms += FRAME_MS;
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

/* At up to 1 m/s on two axes. */
static void set_velocity(int16_t velocity_mm[3])
{
    velocity_mm[0] = (int16_t)(calls_below(2000) - 1000u);
    velocity_mm[1] = (int16_t)(calls_below(2000) - 1000u);
    velocity_mm[2] = 0;
}

/* A motion after a frame: three times of four the robot flies as it is commanded. */
static void set_motion(oct9_mapper_motion_t *motion, bool turns)
{
    move();
    (void)oct9_mapper_see(&mapper, &frame, &pose);
    motion->now_ms = frame.time_ms + FRAME_MS / 2;
    motion->place_mm = pose.place_mm;
    set_velocity(motion->velocity_mm);
    for (unsigned i = 0; i < 3; i++)
        motion->command_mm[i] = motion->velocity_mm[i];
    if (turns)
        set_velocity(motion->command_mm);
}

static void answer_found(const oct9_mapper_found_t *found)
{
    calls_answer(found->why);
    calls_answer(found->clear_mm);
    calls_answer(found->known_mm);
    calls_answer(found->clearance_mm);
}

static void check(void)
{
    empty();
    for (unsigned i = 0; i < 16; i++) {
        oct9_mapper_motion_t motion;
        oct9_mapper_found_t found;
        set_motion(&motion, i % 4u == 3);
        oct9_status_t status;
        CALL(status = oct9_mapper_check(&mapper, &motion, &found));
        answer(status);
        answer_found(&found);
    }
}

static void ask(void)
{
    empty();
    for (unsigned i = 0; i < 16; i++) {
        oct9_mapper_motion_t motion;
        oct9_mapper_found_t found;
        set_motion(&motion, false);
        oct9_mm_t to = motion.place_mm;
        to.x += motion.velocity_mm[0];
        to.y += motion.velocity_mm[1];
        oct9_status_t status;
        CALL(status = oct9_mapper_ask(&mapper, &motion, &to, &found));
        answer(status);
        answer_found(&found);
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
                               { "mapper_ask", ask },         { "mapper_share", share },
                               { "sensor_ld19_read", laser } };

int main(void)
{
    return calls_run(call, sizeof call / sizeof call[0]);
}
