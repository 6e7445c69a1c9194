/* SPDX-License-Identifier: MIT */
/* The mapper with any numbers: policies at their limits, places at the ends of int32_t, rotations
 * that are none, readings and statuses of noise. The sanitizers look on; after each call the tree
 * is whole, and a check that fails alarms. SEED=7 before it draws other numbers. */
#include "oct9/mapper.h"
#include "tests/random.h"
#include "tests/shared/sensors.h"
#include "tests/test.h"

#include <stdio.h>
#include <stdlib.h>

enum { ROUNDS = 300, FRAMES = 40, BLOCKS = 256, ZONES = 64, WORDS = 64 };

OCT9_MAPPER_MEMORY(static, memory, BLOCKS, ZONES, WORDS);
static const oct9_run_t run = { 5, 1 };
static oct9_mapper_t mapper;
static random_t noise;
static uint32_t now_ms;

static int32_t any_i32(void)
{
    static const int32_t limits[] = { INT32_MIN, INT32_MIN + 1, INT32_MAX, 0, 1, -1 };
    const uint32_t kind = random_below(&noise, 8);
    return kind < 6 ? limits[kind] : (int32_t)(random_u32(&noise) >> random_below(&noise, 32));
}

static int16_t any_i16(void)
{
    const uint32_t kind = random_below(&noise, 4);
    return kind == 0 ? INT16_MAX : kind == 1 ? INT16_MIN : (int16_t)random_u32(&noise);
}

/* 1..most, the ends often. */
static uint16_t length_up_to(uint32_t most)
{
    const uint32_t kind = random_below(&noise, 4);
    return (uint16_t)(kind == 0 ? 1 : kind == 1 ? most : 1 + random_below(&noise, most));
}

/* Any distance in which the robot can stop, and what that asks of it. */
static void any_motion(oct9_mapper_policy_t *policy)
{
    policy->fastest_mm = length_up_to(UINT16_MAX);
    policy->brake_mm = length_up_to(UINT16_MAX);
    policy->reaction_ms = length_up_to(UINT16_MAX);
    policy->stale_ms = length_up_to(UINT16_MAX);
    policy->repeat_ms = length_up_to(UINT16_MAX);
    policy->blind_ms = length_up_to(UINT16_MAX);
    policy->round_ms = length_up_to(UINT16_MAX);
    policy->slow_mm = (uint16_t)random_u32(&noise);
    if (random_below(&noise, 4) != 0) { /* else it is mostly too fast */
        policy->fastest_mm = length_up_to(3000);
        policy->reaction_ms = length_up_to(200);
    }
}

static oct9_mapper_policy_t any_policy(void)
{
    static const uint32_t cells_um[] = { 4000, 4125, 40000, 160000, 8000000 };
    oct9_mapper_policy_t policy = OCT9_MAPPER_POLICY;
    policy.cell_um = cells_um[random_below(&noise, 5)];
    const uint32_t cells = policy.cell_um / 1000 * 192, most = cells < 32767 ? cells : 32767;
    policy.farthest_mm = length_up_to(most);
    policy.nearest_mm = length_up_to(random_below(&noise, 2) ? policy.farthest_mm : 30);
    policy.look_mm = length_up_to(policy.farthest_mm);
    policy.radius_mm = length_up_to(policy.farthest_mm / 4u + 1u);
    policy.near_mm = length_up_to(most);
    policy.least_mm = (uint16_t)(length_up_to(policy.near_mm) - random_below(&noise, 2));
    policy.jump_mm = (uint16_t)(length_up_to(most) - 1);
    policy.dark_mm = (uint16_t)(random_below(&noise, 2) ? length_up_to(most) : 0);
    policy.floor_mm = random_below(&noise, 2) ? any_i32() : OCT9_MAPPER_NO_FLOOR;
    any_motion(&policy);
    policy.repeats = (uint8_t)random_below(&noise, 4);
    policy.unknown = (oct9_policy_t)random_below(&noise, 2);
    policy.model.full = (oct9_full_t)random_below(&noise, 2);
    return policy;
}

/* Near the last place, or anywhere; a rotation, or none. */
static void move(oct9_mapper_pose_t *pose)
{
    static const oct9_rotation_t turns[] = { OCT9_ROTATION_NONE,
                                             { 11585, 0, 0, 11585 },
                                             { 0, -OCT9_ONE_Q14, 0, 0 },
                                             { 8192, 8192, -8192, 8192 } };
    const bool jumps = random_below(&noise, 4) == 0;
    oct9_mm_t *const place = &pose->place_mm;
    int32_t *const axes[] = { &place->x, &place->y, &place->z };
    for (unsigned i = 0; i < 3; i++)
        *axes[i] = jumps ? any_i32()
                         : (int32_t)((uint32_t)*axes[i] + random_below(&noise, 2000) - 1000u);
    pose->rotation = turns[random_below(&noise, 4)];
    if (random_below(&noise, 8) == 0)
        pose->rotation.x = any_i16();
}

static void check(const oct9_mapper_pose_t *pose)
{
    oct9_mapper_motion_t motion = { .now_ms = now_ms, .place_mm = pose->place_mm };
    oct9_mapper_found_t found = { false, 0, 1, 1, 1, 1 };
    const oct9_mm_t to = { any_i32(), any_i32(), any_i32() };
    const bool asks = random_below(&noise, 4) == 0;
    for (unsigned i = 0; i < 3; i++) {
        motion.velocity_mm[i] = any_i16();
        motion.command_mm[i] = (int16_t)(random_below(&noise, 2) ? any_i16() : 0);
    }
    if (random_below(&noise, 3) == 0)
        motion.now_ms += (uint32_t)any_i32();
    const oct9_status_t status = asks ? oct9_mapper_ask(&mapper, &motion, &to, &found)
                                      : oct9_mapper_check(&mapper, &motion, &found);
    const uint16_t near = mapper.policy->near_mm;
    CHECK(status == OCT9_OK || status == (oct9_status_t)mapper.seen || status == OCT9_ERR_RANGE);
    CHECK_EQ(found.alarm, found.why != 0);
    CHECK_EQ((found.why & OCT9_MAPPER_ERROR) != 0, status != OCT9_OK);
    CHECK(status == OCT9_OK || (found.why == OCT9_MAPPER_ERROR && found.clear_mm == 0 &&
                                found.known_mm == 0 && found.clearance_mm == 0));
    CHECK(found.known_mm <= found.clear_mm);
    /* the range is rounded up to sub-cells: a sixteenth of a cell and one */
    CHECK(found.clearance_mm <= near + mapper.policy->cell_um / 16000u + 1u ||
          found.clearance_mm == OCT9_MAPPER_FAR);
    CHECK_EQ((found.why & OCT9_MAPPER_BLOCKED) != 0,
             status == OCT9_OK && found.clear_mm != OCT9_MAPPER_FAR);
}

static void frames(const oct9_sensor_t *sensor)
{
    static uint8_t seen[BLOCKS / 8];
    static int16_t mm[ZONES];
    static uint8_t status[ZONES];
    oct9_mapper_pose_t pose = { { 0, 0, 0 }, OCT9_ROTATION_NONE };
    for (unsigned f = 0; f < FRAMES; f++) {
        uint8_t packet[OCT9_PACKET_SIZE(60)];
        const uint32_t sane = random_below(&noise, 2);
        for (unsigned i = 0; i < ZONES; i++) {
            mm[i] = sane ? (int16_t)random_below(&noise, 5000) : any_i16();
            status[i] = (uint8_t)(sane ? sensor->hit == 1 ? 0 : 5 : random_u32(&noise));
        }
        now_ms += random_below(&noise, 8) == 0 ? (uint32_t)any_i32() : random_below(&noise, 200);
        const oct9_sensor_frame_t frame = { now_ms,
                                            mm,
                                            random_below(&noise, 2) ? status : NULL,
                                            (uint16_t)random_below(&noise, ZONES + 2),
                                            (uint16_t)random_u32(&noise),
                                            (int32_t)random_u32(&noise) };
        move(&pose);
        (void)oct9_mapper_follow(&mapper, &pose.place_mm);
        const oct9_status_t result = oct9_mapper_see(&mapper, &frame, &pose);
        CHECK((frame.count != 0 && frame.count <= sensor->zones) || result == OCT9_ERR_ARGUMENT ||
              result == OCT9_ERR_STALE);
        check(&pose);
        CHECK(oct9_mapper_share(&mapper, packet, sizeof packet, 10) >= OCT9_AGAIN);
        CHECK_EQ(oct9_tree_check(&mapper.occupancy.tree, seen), OCT9_OK);
        CHECK_EQ(mapper.occupancy.tree.generation % 2, 0);
    }
}

/* What the header of the mapper says of the policy and the sensor together. */
static bool fits(const oct9_mapper_policy_t *policy, const oct9_sensor_t *sensor)
{
    const double v = policy->fastest_mm, two = (policy->cell_um + 499u) / 500u,
                 least = policy->nearest_mm > sensor->least_mm ? policy->nearest_mm
                                                               : sensor->least_mm,
                 most = policy->farthest_mm < sensor->most_mm ? policy->farthest_mm
                                                              : sensor->most_mm;
    double look = v * policy->reaction_ms / 1000.0 + v * v / (2.0 * policy->brake_mm);
    look = look > policy->look_mm ? look : policy->look_mm;
    return least <= most && look + policy->radius_mm + 2 * two + 2 <= most &&
           policy->least_mm <= policy->near_mm;
}

static void any_numbers(void)
{
    unsigned begun = 0;
    for (unsigned i = 0; i < ROUNDS; i++) {
        static oct9_mapper_policy_t policy;
        static oct9_sensor_t sensor;
        static const uint8_t own[8] = { 0x81, 0, 7 };
        sensor = *sensors[random_below(&noise, SENSORS)];
        policy = any_policy();
        if (random_below(&noise, 2)) {
            sensor.spread_q14 = (uint16_t)random_below(&noise, 8192);
            sensor.noise_mm = (uint16_t)(random_u32(&noise) >> random_below(&noise, 32));
            sensor.clear = (uint32_t)8 << random_below(&noise, 2);
            sensor.own = own;
        }
        const oct9_status_t status = oct9_mapper_init(&mapper, &memory, &sensor, &policy, &run);
        CHECK(status == OCT9_OK || !fits(&policy, &sensor));
        if (status != OCT9_OK)
            continue;
        begun++;
        frames(&sensor);
    }
    CHECK(begun > ROUNDS / 8);
}

int main(void)
{
    const char *const seed = getenv("SEED");
    noise.state = seed ? strtoull(seed, NULL, 10) : 31;
    printf("seed %llu\n", (unsigned long long)noise.state);
    RUN(any_numbers);
    return test_end();
}
