/* SPDX-License-Identifier: MIT */
/* What the mapper's init refuses: each number of the policy, the memory and the sensor that is out
 * of its range. */
#include "oct9/mapper.h"

#include "tests/golden/suites.h"
#include "tests/golden/world.h"
#include "tests/test.h"

#include <stddef.h>

enum { BEAMS = 6, WORDS = 64 };

static oct9_mapper_t mapper;
static oct9_beam_t beams[BEAMS];
static oct9_mapper_look_t looks[OCT9_SENSOR_SECTORS];
static uint32_t table[WORDS];
static oct9_mapper_policy_t policy;
static const oct9_mapper_policy_t good_policy = OCT9_MAPPER_POLICY;
static const oct9_run_t run = { 77, 1 };

static oct9_mapper_memory_t memory_of(uint32_t blocks)
{
    const oct9_mapper_memory_t memory = { world_pool, blocks, beams, looks, BEAMS, table, WORDS };
    return memory;
}

static oct9_status_t init_with(const oct9_run_t *with)
{
    const oct9_mapper_memory_t memory = memory_of(WORLD_BLOCKS);
    return oct9_mapper_init(&mapper, &memory, &oct9_sensor_multiranger, &policy, with);
}

/* Where a number of 16 bits lies in the policy, the least and the most that it may be, with all
 * others as in OCT9_MAPPER_POLICY. 192 cells are 7680 mm. */
typedef struct {
    uint16_t at, least, most;
} limit_t;
#define LIMIT(field, least, most)                              \
    {                                                          \
        offsetof(oct9_mapper_policy_t, field), (least), (most) \
    }
static const limit_t limits[] = {
    LIMIT(nearest_mm, 1, 2000),  LIMIT(farthest_mm, 1000 + 120 + 160, 7680),
    LIMIT(radius_mm, 1, 840),    LIMIT(look_mm, 1, 1720),
    LIMIT(near_mm, 150, 7680),   LIMIT(least_mm, 0, 500),
    LIMIT(slow_mm, 0, 65535),    LIMIT(fastest_mm, 1, 2547),
    LIMIT(brake_mm, 341, 65535), LIMIT(reaction_ms, 1, 1552),
    LIMIT(stale_ms, 1, 65535),   LIMIT(repeat_ms, 1, 65535),
    LIMIT(blind_ms, 1, 65535),   LIMIT(jump_mm, 0, 7680),
    LIMIT(dark_mm, 0, 7680),     LIMIT(round_ms, 1, 65535)
};

static oct9_status_t init_limit(const limit_t *limit, uint32_t number)
{
    policy = good_policy;
    *(uint16_t *)(void *)((uint8_t *)&policy + limit->at) = (uint16_t)number;
    return init_with(&run);
}

/* Each number of the policy at the ends of its range and beyond, one at a time. */
static void policies_are_checked(void)
{
    for (unsigned i = 0; i < sizeof limits / sizeof limits[0]; i++) {
        const limit_t *const limit = &limits[i];
        CHECK_EQ(init_limit(limit, limit->least), OCT9_OK);
        CHECK_EQ(init_limit(limit, limit->most), OCT9_OK);
        CHECK(limit->least == 0 || init_limit(limit, limit->least - 1u) == OCT9_ERR_ARGUMENT);
        CHECK(limit->most == 65535 || init_limit(limit, limit->most + 1u) == OCT9_ERR_ARGUMENT);
    }
}

static void kinds_are_checked(void)
{
    static const uint32_t cells_um[] = { 3875, 40001, (uint32_t)1 << 31 };
    for (unsigned i = 0; i < 7; i++) {
        policy = good_policy;
        if (i < 3)
            policy.cell_um = cells_um[i];
        else if (i == 3)
            policy.unknown = OCT9_LEAVES;
        else if (i == 4)
            policy.unknown = (oct9_policy_t)3;
        else if (i == 5)
            policy.model.free_at = 0;
        else
            policy.nearest_mm = 4001; /* beyond what the sensor measures */
        CHECK_EQ(init_with(&run), OCT9_ERR_ARGUMENT);
    }
}

/* What the robot asks, beams must reach: as the policy and the sensor say. */
static void what_is_asked_must_be_seen(void)
{
    policy = good_policy;
    policy.farthest_mm = policy.near_mm = 7680;
    policy.look_mm = (uint16_t)(4000u - 160u - policy.radius_mm); /* 4000: the sensor measures */
    CHECK_EQ(init_with(&run), OCT9_OK);
    policy.look_mm++;
    CHECK_EQ(init_with(&run), OCT9_ERR_ARGUMENT);
    policy.look_mm = 1; /* 2 m/s: 501 + 667 mm, each rounded up */
    policy.fastest_mm = 2000;
    policy.farthest_mm = 501 + 667 + 120 + 160;
    CHECK_EQ(init_with(&run), OCT9_OK);
    policy.farthest_mm--;
    CHECK_EQ(init_with(&run), OCT9_ERR_ARGUMENT);
}

static void memory_is_checked(void)
{
    static const oct9_run_t no_run = { 77, 0 };
    oct9_mapper_memory_t memory = memory_of(72);
    const oct9_sensor_t *const sensor = &oct9_sensor_multiranger;
    CHECK_EQ(oct9_mapper_init(&mapper, &memory, sensor, &good_policy, NULL), OCT9_ERR_ARGUMENT);
    memory = memory_of(OCT9_BLOCKS_MAX + 1u);
    CHECK_EQ(oct9_mapper_init(&mapper, &memory, sensor, &good_policy, NULL), OCT9_ERR_ARGUMENT);
    memory = memory_of(73);
    CHECK_EQ(oct9_mapper_init(&mapper, &memory, sensor, &good_policy, NULL), OCT9_OK);
    memory.zones = BEAMS - 1;
    CHECK_EQ(oct9_mapper_init(&mapper, &memory, sensor, &good_policy, NULL), OCT9_ERR_ARGUMENT);
    memory = memory_of(73);
    memory.zones = OCT9_SENSOR_SECTORS - 1; /* a laser's, of 12 points */
    CHECK_EQ(oct9_mapper_init(&mapper, &memory, &oct9_sensor_ld19, &good_policy, NULL),
             OCT9_ERR_ARGUMENT);
    memory.zones++;
    CHECK_EQ(oct9_mapper_init(&mapper, &memory, &oct9_sensor_ld19, &good_policy, NULL), OCT9_OK);
    memory = memory_of(73);
    memory.words = 48;
    CHECK_EQ(oct9_mapper_init(&mapper, &memory, sensor, &good_policy, &run), OCT9_ERR_ARGUMENT);
    memory.table = NULL;
    CHECK_EQ(oct9_mapper_init(&mapper, &memory, sensor, &good_policy, &run), OCT9_ERR_ARGUMENT);
    CHECK_EQ(oct9_mapper_init(&mapper, &memory, sensor, &good_policy, NULL), OCT9_OK);
    policy = good_policy;
    CHECK_EQ(init_with(&no_run), OCT9_ERR_PACKET_RUN);
}

static void sensors_are_checked(void)
{
    const oct9_mapper_memory_t memory = memory_of(73);
    const oct9_direction_t none = { 8191, 0, 0 };
    const oct9_direction_t ahead = { OCT9_ONE_Q14, 0, 0 };
    oct9_sensor_t good = { &ahead, 1, 1, 4000, 1, 2, -1, 0, OCT9_ONE_Q14, 0, NULL };
    CHECK_EQ(oct9_mapper_init(&mapper, &memory, &good, &good_policy, NULL), OCT9_OK);
    for (unsigned i = 0; i < 6; i++) {
        oct9_sensor_t bad = good;
        if (i == 0)
            bad.zones = 0;
        else if (i == 1)
            bad.least_mm = 0;
        else if (i == 2)
            bad.least_mm = 4001;
        else if (i == 3)
            bad.clear = 3;
        else if (i == 4)
            bad.spread_q14++;
        else
            bad.directions = &none; /* a direction is at least half as long as 2^14 */
        CHECK_EQ(oct9_mapper_init(&mapper, &memory, &bad, &good_policy, NULL), OCT9_ERR_ARGUMENT);
    }
}

GOLDEN_SUITE(mapper_errors)
{
    RUN(policies_are_checked);
    RUN(kinds_are_checked);
    RUN(what_is_asked_must_be_seen);
    RUN(memory_is_checked);
    RUN(sensors_are_checked);
}
