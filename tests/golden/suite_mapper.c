/* SPDX-License-Identifier: MIT */
/* The mapper's calls, one by one, and a robot with six beams that goes through a room. */
#include "oct9/mapper.h"

#include "oct9/visit.h"
#include "tests/golden/query.h"
#include "tests/golden/suites.h"
#include "tests/test.h"

enum { BEAMS = 6, WORDS = 64, CELL_MM = 40, DARK = 32767 };

static oct9_mapper_t mapper;
static oct9_beam_t beams[BEAMS];
static uint32_t table[WORDS];
static oct9_mapper_policy_t policy;
static const oct9_mapper_policy_t good_policy = OCT9_MAPPER_POLICY;
static const oct9_run_t run = { 77, 1 };

static oct9_mapper_memory_t memory_of(uint32_t blocks)
{
    const oct9_mapper_memory_t memory = { world_pool, blocks, beams, BEAMS, table, WORDS };
    return memory;
}

static oct9_status_t init_with(const oct9_run_t *with)
{
    const oct9_mapper_memory_t memory = memory_of(WORLD_BLOCKS);
    return oct9_mapper_init(&mapper, &memory, &oct9_sensor_multiranger, &policy, with);
}

static void begin(void)
{
    policy = good_policy;
    policy.repeats = 0;
    CHECK_EQ(init_with(&run), OCT9_OK);
}

/* The map's digest; that no write is in progress and the tree is whole. */
static uint32_t digest(void)
{
    static oct9_visit_t visit;
    const oct9_map_t map = oct9_map_of_tree(&mapper.occupancy.tree);
    uint32_t sum = DIGEST_BEGIN;
    oct9_leaf_t leaf;
    CHECK_EQ(mapper.occupancy.tree.generation % 2, 0);
    CHECK_EQ(oct9_tree_check(&mapper.occupancy.tree, world_seen), OCT9_OK);
    CHECK_EQ(oct9_visit_begin(&visit, &map, NULL, OCT9_STATES_ALL), OCT9_OK);
    while (oct9_visit_next(&visit, UINT32_MAX, &leaf) > 0)
        sum = digest_add(query_add_leaf(sum, &leaf), leaf.payload);
    return sum;
}

static oct9_mapper_pose_t pose_at(int32_t x, int32_t y, int32_t z)
{
    const oct9_mapper_pose_t pose = { { x, y, z }, OCT9_ROTATION_NONE };
    return pose;
}

/* Readings of front, back, left, right, up and down. */
static oct9_status_t see(const oct9_mapper_pose_t *pose, const int16_t mm[BEAMS])
{
    const oct9_sensor_frame_t frame = { 0, mm, NULL, BEAMS, 0, 0 };
    return oct9_mapper_see(&mapper, &frame, pose);
}

static oct9_status_t see_front(const oct9_mapper_pose_t *pose, int16_t mm, unsigned times)
{
    const int16_t distances[BEAMS] = { mm, DARK, DARK, DARK, DARK, DARK };
    oct9_status_t status = OCT9_OK;
    for (unsigned i = 0; i < times; i++)
        status = see(pose, distances);
    return status;
}

/* The cell of the cube that holds a coordinate of the world. */
static uint16_t cell_at(int32_t mm, int32_t window)
{
    return (uint16_t)((mm - (window - 256) * CELL_MM) / CELL_MM);
}

/* The state at a place of the world. */
static oct9_state_t state_at(int32_t x, int32_t y, int32_t z)
{
    const oct9_offset_t *const window = &mapper.occupancy.window;
    const oct9_map_t map = oct9_map_of_tree(&mapper.occupancy.tree);
    const oct9_cell_t cell = { cell_at(x, window->x), cell_at(y, window->y),
                               cell_at(z, window->z) };
    oct9_leaf_t leaf;
    CHECK_EQ(oct9_map_locate(&map, cell, &leaf), OCT9_OK);
    return leaf.state;
}

static oct9_mapper_found_t check_along(const oct9_mapper_pose_t *pose, int16_t vx, int16_t vy)
{
    const int16_t velocity[3] = { vx, vy, 0 };
    oct9_mapper_found_t found = { false, 1, 1 };
    CHECK_EQ(oct9_mapper_check(&mapper, pose, velocity, &found), OCT9_OK);
    return found;
}

static bool is_blocked(const oct9_mapper_found_t *found)
{
    return found->alarm && found->clear_mm == 0 && found->clearance_mm == 0;
}

/* --- init ------------------------------------------------------------------------------------- */

/* Each number of the policy beyond its range, one at a time. */
static void policies_are_checked(void)
{
    enum { LIMITS = 16 };
    for (unsigned i = 0; i < LIMITS; i++) {
        policy = good_policy;
        uint16_t *const lengths[] = { &policy.nearest_mm, &policy.farthest_mm, &policy.radius_mm,
                                      &policy.look_mm, &policy.near_mm };
        if (i < 5)
            *lengths[i] = 7681; /* 192 cells and 1 mm */
        else if (i == 5)
            policy.nearest_mm = 0;
        else if (i == 6)
            policy.nearest_mm = (uint16_t)(policy.farthest_mm + 1u);
        else if (i == 7)
            policy.look_mm = 0;
        else if (i == 8)
            policy.round = 0;
        else if (i == 9)
            policy.cell_um = 3875;
        else if (i == 10)
            policy.cell_um = 40001;
        else if (i == 11)
            policy.cell_um = (uint32_t)1 << 31;
        else if (i == 12)
            policy.unknown = (oct9_policy_t)2;
        else if (i == 13)
            policy.model.free_at = 0;
        else if (i == 14)
            policy.look_mm = (uint16_t)(policy.farthest_mm - policy.radius_mm - 79u);
        else
            policy.least_mm = (uint16_t)(policy.near_mm + 1u);
        CHECK_EQ(init_with(&run), OCT9_ERR_ARGUMENT);
    }
    policy = good_policy;
    policy.farthest_mm = policy.near_mm = 7680;
    policy.look_mm = (uint16_t)(4000u - 80u - policy.radius_mm); /* 4000: the sensor measures */
    CHECK_EQ(init_with(&run), OCT9_OK);
    policy.look_mm++;
    CHECK_EQ(init_with(&run), OCT9_ERR_ARGUMENT);
    policy.look_mm--;
    policy.nearest_mm = 4001; /* beyond what the sensor measures */
    CHECK_EQ(init_with(&run), OCT9_ERR_ARGUMENT);
}

static void memory_is_checked(void)
{
    static const oct9_run_t no_run = { 77, 0 };
    oct9_mapper_memory_t memory = memory_of(63);
    const oct9_sensor_t *const sensor = &oct9_sensor_multiranger;
    CHECK_EQ(oct9_mapper_init(&mapper, &memory, sensor, &good_policy, NULL), OCT9_ERR_ARGUMENT);
    memory = memory_of(64);
    CHECK_EQ(oct9_mapper_init(&mapper, &memory, sensor, &good_policy, NULL), OCT9_OK);
    memory.zones = BEAMS - 1;
    CHECK_EQ(oct9_mapper_init(&mapper, &memory, sensor, &good_policy, NULL), OCT9_ERR_ARGUMENT);
    memory = memory_of(64);
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
    const oct9_mapper_memory_t memory = memory_of(64);
    const oct9_direction_t ahead = { OCT9_ONE_Q14, 0, 0 };
    const oct9_sensor_t bad[] = { { &ahead, 0, 20, 4000, 1, 0, -1, 0, 0, 0, NULL },
                                  { &ahead, 1, 0, 4000, 1, 0, -1, 0, 0, 0, NULL },
                                  { &ahead, 1, 20, 19, 1, 0, -1, 0, 0, 0, NULL },
                                  { &ahead, 1, 20, 4000, 3, 2, -1, 0, 0, 0, NULL } };
    for (unsigned i = 0; i < 4; i++)
        CHECK_EQ(oct9_mapper_init(&mapper, &memory, &bad[i], &good_policy, NULL),
                 OCT9_ERR_ARGUMENT);
}

/* --- follow ----------------------------------------------------------------------------------- */

static void window_follows(void)
{
    oct9_mapper_pose_t pose = pose_at(20, 20, 20);
    const oct9_offset_t *const window = &mapper.occupancy.window;
    begin();
    CHECK_EQ(see_front(&pose, 1000, 1), OCT9_OK);
    const oct9_mm_t near = { 63 * CELL_MM, -63 * CELL_MM, 0 };
    CHECK_EQ(oct9_mapper_follow(&mapper, &near), OCT9_OK);
    CHECK_EQ(window->x | window->y | window->z, 0);
    const oct9_mm_t beside = { 64 * CELL_MM, -65 * CELL_MM, 130 * CELL_MM };
    CHECK_EQ(oct9_mapper_follow(&mapper, &beside), OCT9_OK);
    CHECK_EQ(window->x, 64);
    CHECK_EQ(window->y, -64);
    CHECK_EQ(window->z, 128);
    CHECK_EQ(state_at(1020, 20, 20), OCT9_OCCUPIED);   /* it is in the window still */
    const oct9_mm_t far = { 100000020, -99999980, 7 }; /* 100 km */
    CHECK_EQ(oct9_mapper_follow(&mapper, &far), OCT9_OK);
    pose.place_mm = far;
    CHECK_EQ(see_front(&pose, 1000, 1), OCT9_OK);
    CHECK_EQ(state_at(100001020, -99999980, 7), OCT9_OCCUPIED);
    (void)digest();
}

/* At the ends of int32_t the window does not fit, and nothing changes. */
static void window_has_ends(void)
{
    begin();
    const oct9_mm_t last = { INT32_MAX - 10000, 0, 0 }, first = { INT32_MIN, 0, 0 };
    CHECK_EQ(oct9_mapper_follow(&mapper, &last), OCT9_OK);
    const int32_t window = mapper.occupancy.window.x;
    CHECK_EQ(oct9_mapper_follow(&mapper, &first), OCT9_ERR_RANGE);
    CHECK_EQ(mapper.occupancy.window.x, window);
    const oct9_mapper_pose_t pose = pose_at(0, 0, 0);
    CHECK_EQ(see_front(&pose, 1000, 1), OCT9_ERR_RANGE);
    oct9_mapper_found_t found = { false, 1, 1 };
    const int16_t velocity[3] = { 0, 0, 0 };
    CHECK_EQ(oct9_mapper_check(&mapper, &pose, velocity, &found), OCT9_ERR_RANGE);
    CHECK(is_blocked(&found));
}

/* --- see -------------------------------------------------------------------------------------- */

static void readings_are_mapped(void)
{
    const oct9_mapper_pose_t pose = pose_at(20, 20, 20);
    const int16_t mm[BEAMS] = { 1000, 600, 3000, DARK, 30, 0 };
    begin();
    CHECK_EQ(see(&pose, mm), OCT9_OK);
    CHECK_EQ(state_at(1020, 20, 20), OCT9_OCCUPIED);
    CHECK_EQ(state_at(980, 20, 20), OCT9_FREE);
    CHECK_EQ(state_at(-580, 20, 20), OCT9_OCCUPIED);
    CHECK_EQ(state_at(20, 1900, 20), OCT9_FREE); /* beyond farthest_mm it only clears */
    CHECK_EQ(state_at(20, 1980, 20), OCT9_UNKNOWN);
    CHECK_EQ(state_at(20, -100, 20), OCT9_UNKNOWN); /* no reading says nothing */
    CHECK_EQ(mapper.refused, 0);                    /* 30 mm are below what the sensor measures */
    const int16_t near[BEAMS] = { 45, DARK, DARK, DARK, DARK, DARK };
    CHECK_EQ(see(&pose, near), OCT9_OK);
    CHECK_EQ(mapper.refused, 1);
}

/* A wall that turns dark stays: as nothing is known, nothing is cleared. */
static void dark_walls_stay(void)
{
    const oct9_mapper_pose_t pose = pose_at(20, 20, 20);
    begin();
    CHECK_EQ(see_front(&pose, 1000, 3), OCT9_OK);
    const uint32_t before = digest(), generation = mapper.occupancy.tree.generation;
    CHECK_EQ(see_front(&pose, DARK, 500), OCT9_OK);
    CHECK_EQ(state_at(1020, 20, 20), OCT9_OCCUPIED);
    CHECK_EQ(digest(), before); /* it has not grown older, either */
    CHECK_EQ(mapper.occupancy.tree.generation, generation);
    CHECK_EQ(see_front(&pose, 1900, 8), OCT9_OK); /* seen through, it goes */
    CHECK_EQ(state_at(1020, 20, 20), OCT9_FREE);
}

static void statuses_count(void)
{
    const oct9_mapper_pose_t pose = pose_at(20, 20, 20);
    const int16_t mm[BEAMS] = { 1000, 1000, 1000, 1000, 1000, 1000 };
    const uint8_t status[BEAMS] = { 0, 1, 2, 4, 7, 255 };
    const oct9_sensor_frame_t frame = { 0, mm, status, BEAMS, 0, 0 };
    begin();
    CHECK_EQ(oct9_mapper_see(&mapper, &frame, &pose), OCT9_OK);
    CHECK_EQ(state_at(1020, 20, 20), OCT9_OCCUPIED);
    CHECK_EQ(state_at(-980, 20, 20), OCT9_UNKNOWN);
    CHECK_EQ(state_at(20, 1020, 20), OCT9_UNKNOWN);
    CHECK_EQ(state_at(20, 20, -980), OCT9_UNKNOWN);
}

static void bad_frames_change_nothing(void)
{
    oct9_mapper_pose_t pose = pose_at(20, 20, 20);
    const int16_t mm[BEAMS + 1] = { 1000, 1000, 1000, 1000, 1000, 1000, 1000 };
    oct9_sensor_frame_t frame = { 0, mm, NULL, 0, 0, 0 };
    begin();
    CHECK_EQ(see_front(&pose, 1000, 3), OCT9_OK);
    const uint32_t before = digest(), generation = mapper.occupancy.tree.generation;
    CHECK_EQ(oct9_mapper_see(&mapper, &frame, &pose), OCT9_ERR_ARGUMENT);
    frame.count = BEAMS + 1;
    CHECK_EQ(oct9_mapper_see(&mapper, &frame, &pose), OCT9_ERR_ARGUMENT);
    frame.count = BEAMS;
    pose.rotation.w = 100;
    CHECK_EQ(oct9_mapper_see(&mapper, &frame, &pose), OCT9_ERR_ARGUMENT);
    pose = pose_at(256 * CELL_MM, 0, 0);
    CHECK_EQ(oct9_mapper_see(&mapper, &frame, &pose), OCT9_ERR_OUTSIDE);
    pose = pose_at(512 * CELL_MM, 0, 0);
    CHECK_EQ(oct9_mapper_see(&mapper, &frame, &pose), OCT9_ERR_RANGE);
    CHECK_EQ(digest(), before);
    CHECK_EQ(mapper.occupancy.tree.generation, generation);
}

/* What is not seen again goes: free space after 2 rounds, obstacles after 5. */
static void old_things_go(void)
{
    const oct9_mapper_pose_t pose = pose_at(20, 20, 20), away = pose_at(20, 20, 2020);
    begin();
    CHECK_EQ(see_front(&pose, 1000, 3), OCT9_OK);
    CHECK_EQ(see_front(&away, 200, policy.round), OCT9_OK);
    CHECK_EQ(state_at(500, 20, 20), OCT9_FREE);
    CHECK_EQ(see_front(&away, 200, 2u * policy.round), OCT9_OK);
    CHECK_EQ(state_at(500, 20, 20), OCT9_UNKNOWN);
    CHECK_EQ(state_at(1020, 20, 20), OCT9_OCCUPIED);
    CHECK_EQ(see_front(&away, 200, 4u * policy.round), OCT9_OK);
    CHECK_EQ(state_at(1020, 20, 20), OCT9_UNKNOWN);
}

/* A laser's points, a quarter of a turn apart, from x towards y. */
static void lasers_are_mapped(void)
{
    const oct9_mapper_memory_t memory = memory_of(WORLD_BLOCKS);
    oct9_sensor_t sensor = oct9_sensor_ld19;
    const oct9_mapper_pose_t pose = pose_at(20, 20, 20);
    const int16_t mm[4] = { 1000, 910, 0, 800 };
    const uint8_t status[4] = { 0, 0, 0, 3 };
    const oct9_sensor_frame_t frame = { 0, mm, status, 4, 0, (int32_t)1 << 30 };
    sensor.zones = 4;
    sensor.clear = 1u << 3;
    CHECK_EQ(oct9_mapper_init(&mapper, &memory, &sensor, &good_policy, NULL), OCT9_OK);
    CHECK_EQ(oct9_mapper_see(&mapper, &frame, &pose), OCT9_OK);
    CHECK_EQ(state_at(1020, 20, 20), OCT9_OCCUPIED);
    CHECK_EQ(state_at(20, 930, 20), OCT9_OCCUPIED);
    CHECK_EQ(state_at(-500, 20, 20), OCT9_UNKNOWN);
    CHECK_EQ(state_at(20, -1900, 20), OCT9_FREE);
}

/* --- check ------------------------------------------------------------------------------------ */

static void paths_are_checked(void)
{
    oct9_mapper_pose_t pose = pose_at(20, 20, 20);
    begin();
    CHECK_EQ(see_front(&pose, 1000, 1), OCT9_OK); /* the cell from 1000 to 1040 */
    oct9_mapper_found_t found = check_along(&pose, 0, 0);
    CHECK(found.alarm);
    CHECK(found.clear_mm <= 860 && found.clear_mm > 850); /* 980 less a radius of 120 */
    CHECK_EQ(found.clearance_mm, OCT9_MAPPER_FAR);
    found = check_along(&pose, -1000, 0);
    CHECK(!found.alarm);
    CHECK_EQ(found.clear_mm, OCT9_MAPPER_FAR);
    found = check_along(&pose, 32767, 0);
    CHECK(found.alarm);
    found = check_along(&pose, 0, -32768);
    CHECK(!found.alarm);
    found = check_along(&pose, -199, 0); /* slow: it looks where it points */
    CHECK(found.alarm);
    pose.rotation.w = pose.rotation.z = 11585; /* to the left */
    found = check_along(&pose, -199, 0);
    CHECK(!found.alarm);
    pose = pose_at(620, 20, 20);
    found = check_along(&pose, -1000, 0);
    CHECK(!found.alarm);
    CHECK(found.clearance_mm <= 380 && found.clearance_mm > 376);
    pose = pose_at(860, 20, 20);
    found = check_along(&pose, -1000, 0);
    CHECK(found.alarm); /* nearer than 150 on a side */
    CHECK_EQ(found.clear_mm, OCT9_MAPPER_FAR);
}

static void unknown_may_block(void)
{
    const oct9_mapper_pose_t pose = pose_at(20, 20, 20);
    begin();
    policy.unknown = OCT9_BLOCKS;
    CHECK_EQ(see_front(&pose, DARK, 1), OCT9_OK);
    const oct9_mapper_found_t found = check_along(&pose, 1000, 0);
    CHECK(is_blocked(&found));
}

/* Before the first frame and after one that was not mapped the map says nothing of what is ahead.
 */
static void without_a_frame_it_is_blocked(void)
{
    const oct9_mapper_pose_t pose = pose_at(20, 20, 20), outside = pose_at(30000, 20, 20);
    const int16_t velocity[3] = { 1000, 0, 0 };
    oct9_mapper_found_t found = { false, 1, 1 };
    begin();
    CHECK_EQ(oct9_mapper_check(&mapper, &pose, velocity, &found), OCT9_ERR_STALE);
    CHECK(is_blocked(&found));
    CHECK_EQ(see_front(&pose, DARK, 1), OCT9_OK);
    CHECK(!check_along(&pose, 1000, 0).alarm);
    CHECK(see_front(&outside, 1000, 1) < 0);
    CHECK_EQ(see_front(&pose, DARK, 1), OCT9_OK); /* nothing is mapped */
    CHECK(oct9_mapper_check(&mapper, &pose, velocity, &found) < 0);
    CHECK(is_blocked(&found));
    CHECK_EQ(see_front(&pose, 1900, 1), OCT9_OK);
    CHECK(!check_along(&pose, 1000, 0).alarm);
}

/* It has preempted the writer: blocked, at once. And with no pose: blocked. */
static void a_preempted_writer_blocks(void)
{
    oct9_mapper_pose_t pose = pose_at(20, 20, 20);
    const int16_t velocity[3] = { 1000, 0, 0 };
    oct9_mapper_found_t found = { false, 1, 1 };
    begin();
    CHECK_EQ(see_front(&pose, DARK, 1), OCT9_OK);
    mapper.occupancy.tree.generation++;
    CHECK_EQ(oct9_mapper_check(&mapper, &pose, velocity, &found), OCT9_ERR_STALE);
    CHECK(is_blocked(&found));
    mapper.occupancy.tree.generation++;
    CHECK_EQ(oct9_mapper_check(&mapper, &pose, velocity, &found), OCT9_OK);
    CHECK(!found.alarm);
    pose.rotation.w = 0;
    CHECK_EQ(oct9_mapper_check(&mapper, &pose, velocity, &found), OCT9_ERR_ARGUMENT);
    CHECK(is_blocked(&found));
}

/* --- share ------------------------------------------------------------------------------------ */

static void changes_are_shared(void)
{
    uint8_t bytes[OCT9_PACKET_SIZE(60)];
    const oct9_mapper_pose_t pose = pose_at(20, 20, 20);
    begin();
    CHECK_EQ(see_front(&pose, 1000, 1), OCT9_OK);
    unsigned packets = 0;
    while (oct9_mapper_share(&mapper, bytes, sizeof bytes, 1000) > 0 && packets < 100)
        packets++;
    CHECK(packets > 0 && packets < 100);
    CHECK_EQ(oct9_mapper_share(&mapper, bytes, 29, 1000), OCT9_ERR_ARGUMENT);
    CHECK_EQ(init_with(NULL), OCT9_OK);
    CHECK_EQ(oct9_mapper_share(&mapper, bytes, sizeof bytes, 1000), OCT9_ERR_ARGUMENT);
}

/* With `repeats` there is always a packet; each third is of the round, which has its own place. */
static void maps_are_repeated(void)
{
    uint8_t bytes[OCT9_PACKET_SIZE(60)];
    const oct9_mapper_pose_t pose = pose_at(20, 20, 20);
    uint32_t rounds = 0;
    begin();
    policy.repeats = 3;
    CHECK_EQ(see_front(&pose, 1000, 1), OCT9_OK);
    for (unsigned i = 0; i < 6; i++) {
        const uint32_t at = mapper.sender.at;
        CHECK(oct9_mapper_share(&mapper, bytes, sizeof bytes, 1) > 0 || i == 0);
        rounds += mapper.sender.at != at;
    }
    CHECK(rounds >= 2);
    for (unsigned i = 0; i < 100; i++)
        CHECK(oct9_mapper_share(&mapper, bytes, sizeof bytes, 1000) > 0);
}

/* --- a robot in a room ------------------------------------------------------------------------ */

/* How far a wall of a room of 5 x 4 x 2.5 m is, with a noise of 2 cm. */
static int16_t look(random_t *random, int32_t place, int32_t low, int32_t high, bool up)
{
    const int32_t mm = (up ? high - place : place - low) + (int32_t)random_below(random, 41) - 20;
    return (int16_t)(random_below(random, 5) == 0 ? DARK : mm);
}

static void goes_through_a_room(void)
{
    random_t random = { 312 };
    uint32_t sum = DIGEST_BEGIN, alarms = 0;
    uint8_t bytes[OCT9_PACKET_SIZE(60)];
    begin();
    policy.repeats = 4;
    for (int32_t i = 0; i < 300; i++) {
        const int32_t part = i % 100 < 50 ? i % 100 : 100 - i % 100; /* there and back */
        const oct9_mapper_pose_t pose = pose_at(500 + 85 * part, 300 * (i / 100), 1000);
        const oct9_mm_t *const at = &pose.place_mm;
        const int16_t velocity[3] = { (int16_t)(i % 100 < 50 ? 1000 : -1000), 0, 0 };
        const int16_t mm[BEAMS] = {
            look(&random, at->x, 0, 5010, true),     look(&random, at->x, 0, 5010, false),
            look(&random, at->y, -2010, 2010, true), look(&random, at->y, -2010, 2010, false),
            look(&random, at->z, 0, 2510, true),     look(&random, at->z, 0, 2510, false)
        };
        oct9_mapper_found_t found = { false, 0, 0 };
        CHECK_EQ(oct9_mapper_follow(&mapper, at), OCT9_OK);
        CHECK_EQ(see(&pose, mm), OCT9_OK);
        CHECK_EQ(oct9_mapper_check(&mapper, &pose, velocity, &found), OCT9_OK);
        const int32_t size = oct9_mapper_share(&mapper, bytes, sizeof bytes, 100);
        CHECK(size > 0);
        for (int32_t k = 0; k < size; k++)
            sum = digest_add(sum, bytes[k]);
        sum = digest_add(digest_add(sum, found.clear_mm), found.clearance_mm);
        alarms += found.alarm;
        CHECK(part < 46 || found.alarm || velocity[0] < 0); /* 600 mm before the wall */
    }
    CHECK(alarms > 15 && alarms < 150);
    CHECK_EQ(mapper.occupancy.grown, 0);
    TEST_DIGEST("mapper", digest_add(sum, digest()));
}

void suite_mapper(void)
{
    RUN(policies_are_checked);
    RUN(memory_is_checked);
    RUN(sensors_are_checked);
    RUN(window_follows);
    RUN(window_has_ends);
    RUN(readings_are_mapped);
    RUN(dark_walls_stay);
    RUN(statuses_count);
    RUN(bad_frames_change_nothing);
    RUN(old_things_go);
    RUN(lasers_are_mapped);
    RUN(paths_are_checked);
    RUN(unknown_may_block);
    RUN(without_a_frame_it_is_blocked);
    RUN(a_preempted_writer_blocks);
    RUN(changes_are_shared);
    RUN(maps_are_repeated);
    RUN(goes_through_a_room);
}
