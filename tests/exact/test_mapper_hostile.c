/* SPDX-License-Identifier: MIT */
/* The mapper with any numbers: policies at their limits, places at the ends of int32_t, rotations
 * that are none, readings and statuses of noise. The sanitizers look on; after each call the tree
 * is whole, and a check that fails is blocked. SEED=7 before it draws other numbers. */
#include "oct9/mapper.h"
#include "tests/random.h"
#include "tests/test.h"

#include <stdio.h>
#include <stdlib.h>

enum { ROUNDS = 150, FRAMES = 40, BLOCKS = 256, ZONES = 64, WORDS = 64 };

OCT9_MAPPER_MEMORY(static, memory, BLOCKS, ZONES, WORDS);
static const oct9_run_t run = { 5, 1 };
static oct9_mapper_t mapper;
static random_t noise;

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

static oct9_mapper_policy_t any_policy(void)
{
    static const uint32_t cells_um[] = { 4000, 4125, 40000, 160000, 8000000 };
    oct9_mapper_policy_t policy = OCT9_MAPPER_POLICY;
    policy.cell_um = cells_um[random_below(&noise, 5)];
    const uint32_t cells = policy.cell_um / 1000 * 192, most = cells < 32767 ? cells : 32767;
    const uint32_t two_cells = (policy.cell_um + 499u) / 500u;
    const uint16_t asked = length_up_to(most - two_cells);
    policy.farthest_mm = (uint16_t)(asked + two_cells);
    policy.nearest_mm = length_up_to(policy.farthest_mm);
    policy.look_mm = length_up_to(asked);
    policy.radius_mm = (uint16_t)(asked - policy.look_mm);
    policy.near_mm = length_up_to(most);
    policy.least_mm = length_up_to(policy.near_mm);
    policy.slow_mm = (uint16_t)random_u32(&noise);
    policy.round = length_up_to(UINT16_MAX);
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
    const int16_t velocity_mm[3] = { any_i16(), any_i16(), any_i16() };
    oct9_mapper_found_t found = { false, 1, 1 };
    const oct9_status_t status = oct9_mapper_check(&mapper, pose, velocity_mm, &found);
    const uint16_t look = mapper.policy->look_mm, near = mapper.policy->near_mm;
    CHECK(status == OCT9_OK || status == (oct9_status_t)mapper.seen || status == OCT9_ERR_RANGE ||
          status == OCT9_ERR_ARGUMENT);
    CHECK(status == OCT9_OK || (found.alarm && found.clear_mm == 0 && found.clearance_mm == 0));
    CHECK(found.clear_mm <= look || found.clear_mm == OCT9_MAPPER_FAR);
    /* the range is rounded up to sub-cells: a sixteenth of a cell and one */
    CHECK(found.clearance_mm <= near + mapper.policy->cell_um / 16000u + 1u ||
          found.clearance_mm == OCT9_MAPPER_FAR);
    CHECK(found.alarm || found.clear_mm == OCT9_MAPPER_FAR);
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
            status[i] = (uint8_t)(sane ? 5 : random_u32(&noise));
        }
        const oct9_sensor_frame_t frame = { 0,
                                            mm,
                                            random_below(&noise, 2) ? status : NULL,
                                            (uint16_t)random_below(&noise, ZONES + 2),
                                            (uint16_t)random_u32(&noise),
                                            (int32_t)random_u32(&noise) };
        move(&pose);
        (void)oct9_mapper_follow(&mapper, &pose.place_mm);
        const oct9_status_t result = oct9_mapper_see(&mapper, &frame, &pose);
        CHECK(frame.count != 0 && frame.count <= sensor->zones ? true
                                                               : result == OCT9_ERR_ARGUMENT);
        check(&pose);
        CHECK(oct9_mapper_share(&mapper, packet, sizeof packet, 10) >= OCT9_AGAIN);
        CHECK_EQ(oct9_tree_check(&mapper.occupancy.tree, seen), OCT9_OK);
        CHECK_EQ(mapper.occupancy.tree.generation % 2, 0);
    }
}

static void any_numbers(void)
{
    static const oct9_sensor_t *const sensors[] = { &oct9_sensor_vl53l5cx_8x8,
                                                    &oct9_sensor_vl53l5cx_4x4,
                                                    &oct9_sensor_multiranger, &oct9_sensor_ld19 };
    unsigned begun = 0;
    for (unsigned i = 0; i < ROUNDS; i++) {
        static oct9_mapper_policy_t policy;
        const oct9_sensor_t *const sensor = sensors[random_below(&noise, 4)];
        policy = any_policy();
        const oct9_status_t status = oct9_mapper_init(&mapper, &memory, sensor, &policy, &run);
        /* the robot may want what the sensor does not measure */
        const uint32_t asked = policy.look_mm + policy.radius_mm + (policy.cell_um + 499u) / 500u;
        CHECK(status == OCT9_OK || policy.farthest_mm < sensor->least_mm ||
              policy.nearest_mm > sensor->most_mm || asked > policy.farthest_mm ||
              asked > (uint32_t)sensor->most_mm);
        if (status != OCT9_OK)
            continue;
        begun++;
        frames(sensor);
    }
    CHECK(begun > ROUNDS / 4);
}

int main(void)
{
    const char *const seed = getenv("SEED");
    noise.state = seed ? strtoull(seed, NULL, 10) : 31;
    printf("seed %llu\n", (unsigned long long)noise.state);
    RUN(any_numbers);
    return test_end();
}
