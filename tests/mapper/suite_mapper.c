/* SPDX-License-Identifier: MIT */
/* The mapper's calls, one by one, and a robot with six beams that goes through a room. */
#include "oct9/mapper.h"

#include "oct9/visit.h"
#include "tests/golden/query.h"
#include "tests/golden/suites.h"
#include "tests/test.h"

enum { BEAMS = 6, WORDS = 64, CELL_MM = 40, DARK = 32767, FRAME_MS = 50 };

static oct9_mapper_t mapper;
static oct9_beam_t beams[BEAMS];
static oct9_mapper_look_t looks[OCT9_SENSOR_SECTORS];
static uint32_t table[WORDS], now_ms;
static oct9_sensor_t rays;
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
    rays = oct9_sensor_multiranger;
    rays.spread_q14 = 0;
    return oct9_mapper_init(&mapper, &memory, &rays, &policy, with);
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
    now_ms += FRAME_MS;
    const oct9_sensor_frame_t frame = { now_ms, mm, NULL, BEAMS, 0, 0 };
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

static oct9_status_t ask_along(const oct9_mapper_pose_t *pose, int16_t vx, int16_t vy,
                               oct9_mapper_found_t *found)
{
    const oct9_mapper_motion_t motion = { now_ms, pose->place_mm, { 0, 0, 0 }, { vx, vy, 0 } };
    const oct9_mapper_found_t nothing = { false, 0, 1, 1, 1, 1 };
    *found = nothing;
    const oct9_status_t status = oct9_mapper_check(&mapper, &motion, found);
    CHECK_EQ(found->alarm, found->why != 0);
    return status;
}

static oct9_mapper_found_t check_along(const oct9_mapper_pose_t *pose, int16_t vx, int16_t vy)
{
    oct9_mapper_found_t found;
    CHECK_EQ(ask_along(pose, vx, vy, &found), OCT9_OK);
    return found;
}

static bool is_error(const oct9_mapper_found_t *found)
{
    return found->alarm && found->why == OCT9_MAPPER_ERROR && found->clear_mm == 0 &&
           found->known_mm == 0 && found->clearance_mm == 0;
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
    CHECK_EQ(oct9_mapper_follow(&mapper, &beside), OCT9_OK); /* so far at once: for once not */
    CHECK_EQ(window->x | window->y | window->z, 0);
    CHECK_EQ(oct9_mapper_follow(&mapper, &beside), OCT9_OK);
    CHECK_EQ(window->x, 64);
    CHECK_EQ(window->y, -64);
    CHECK_EQ(window->z, 128);
    CHECK_EQ(state_at(1020, 20, 20), OCT9_OCCUPIED);   /* it is in the window still */
    const oct9_mm_t far = { 100000020, -99999980, 7 }; /* 100 km */
    CHECK_EQ(oct9_mapper_follow(&mapper, &far), OCT9_OK);
    CHECK_EQ(window->x, 64);
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
    CHECK_EQ(oct9_mapper_follow(&mapper, &first), OCT9_OK);
    CHECK_EQ(oct9_mapper_follow(&mapper, &first), OCT9_ERR_RANGE);
    CHECK_EQ(mapper.occupancy.window.x, window);
    const oct9_mapper_pose_t pose = pose_at(0, 0, 0);
    CHECK_EQ(see_front(&pose, 1000, 1), OCT9_ERR_RANGE);
    oct9_mapper_found_t found;
    CHECK_EQ(ask_along(&pose, 0, 0, &found), OCT9_ERR_RANGE);
    CHECK(is_error(&found));
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
    CHECK_EQ(state_at(20, 20, 70), OCT9_OCCUPIED);  /* what is too near is 50 mm away */
    CHECK_EQ(state_at(20, 20, -30), OCT9_OCCUPIED);
    CHECK_EQ(state_at(20, 20, 100), OCT9_UNKNOWN);
}

/* A wall that turns dark stays: as nothing is known, nothing is cleared. */
static void dark_walls_stay(void)
{
    const oct9_mapper_pose_t pose = pose_at(20, 20, 20);
    begin();
    CHECK_EQ(see_front(&pose, 1000, 3), OCT9_OK);
    CHECK_EQ(state_at(500, 20, 20), OCT9_FREE);
    (void)digest();
    CHECK_EQ(see_front(&pose, DARK, 500), OCT9_OK);
    CHECK_EQ(state_at(1020, 20, 20), OCT9_OCCUPIED);
    CHECK_EQ(state_at(500, 20, 20), OCT9_UNKNOWN); /* what is free grows older */
    (void)digest();
    CHECK_EQ(see_front(&pose, 1900, 8), OCT9_OK); /* seen through, it goes */
    CHECK_EQ(state_at(1020, 20, 20), OCT9_FREE);
}

static void statuses_count(void)
{
    const oct9_mapper_pose_t pose = pose_at(20, 20, 20);
    const int16_t mm[BEAMS] = { 1000, 1000, 1000, 1000, 1000, 1000 };
    const uint8_t status[BEAMS] = { 0, 1, 2, 4, 7, 255 };
    begin();
    const oct9_sensor_frame_t frame = { now_ms + FRAME_MS, mm, status, BEAMS, 0, 0 };
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
    begin();
    CHECK_EQ(see_front(&pose, 1000, 3), OCT9_OK);
    oct9_sensor_frame_t frame = { now_ms + FRAME_MS, mm, NULL, 0, 0, 0 };
    const uint32_t before = digest(), generation = mapper.occupancy.tree.generation;
    CHECK_EQ(oct9_mapper_see(&mapper, &frame, &pose), OCT9_ERR_ARGUMENT);
    frame.count = BEAMS + 1;
    CHECK_EQ(oct9_mapper_see(&mapper, &frame, &pose), OCT9_ERR_ARGUMENT);
    frame.count = BEAMS;
    pose.rotation.w = 100;
    CHECK_EQ(oct9_mapper_see(&mapper, &frame, &pose), OCT9_ERR_ARGUMENT);
    frame.time_ms = now_ms; /* late */
    CHECK_EQ(oct9_mapper_see(&mapper, &frame, &pose), OCT9_ERR_STALE);
    frame.time_ms -= policy.stale_ms;
    CHECK_EQ(oct9_mapper_see(&mapper, &frame, &pose), OCT9_ERR_STALE);
    CHECK_EQ(digest(), before);
    CHECK_EQ(mapper.occupancy.tree.generation, generation);
}

/* Out of the window: the pose jumps, so that the map is void, too. */
static void frames_must_be_in_the_window(void)
{
    oct9_mapper_pose_t pose = pose_at(256 * CELL_MM, 0, 0);
    begin();
    CHECK_EQ(see_front(&pose, 1000, 1), OCT9_ERR_OUTSIDE);
    pose = pose_at(512 * CELL_MM, 0, 0);
    CHECK_EQ(see_front(&pose, 1000, 1), OCT9_ERR_RANGE);
    pose = pose_at(256 * CELL_MM - 1, 0, 0);
    CHECK_EQ(see_front(&pose, 1000, 1), OCT9_OK);
}

/* What is not seen again goes: free space after 2 rounds, obstacles out of reach after 5. */
static void old_things_go(void)
{
    const oct9_mapper_pose_t pose = pose_at(20, 20, 20), away = pose_at(20, 20, 2020);
    const uint32_t round = good_policy.round_ms / FRAME_MS;
    begin();
    CHECK_EQ(see_front(&pose, 1000, 3), OCT9_OK);
    policy.jump_mm = 2000;
    CHECK_EQ(see_front(&away, 200, (unsigned)round), OCT9_OK);
    CHECK_EQ(state_at(500, 20, 20), OCT9_FREE);
    CHECK_EQ(see_front(&away, 200, (unsigned)(2u * round)), OCT9_OK);
    CHECK_EQ(state_at(500, 20, 20), OCT9_UNKNOWN);
    CHECK_EQ(state_at(1020, 20, 20), OCT9_OCCUPIED);
    CHECK_EQ(see_front(&away, 200, (unsigned)(4u * round)), OCT9_OK);
    CHECK_EQ(state_at(1020, 20, 20), OCT9_UNKNOWN);
}

/* What the robot may reach stays. */
static void near_things_stay(void)
{
    const oct9_mapper_pose_t pose = pose_at(20, 20, 20), beside = pose_at(20, 20, 620);
    begin();
    policy.jump_mm = 600;
    CHECK_EQ(see_front(&pose, 1000, 3), OCT9_OK);
    CHECK_EQ(see_front(&beside, 200, 4000), OCT9_OK);
    CHECK_EQ(state_at(500, 20, 20), OCT9_UNKNOWN);
    CHECK_EQ(state_at(1020, 20, 20), OCT9_OCCUPIED);
}

/* A laser's points, a quarter of a turn apart, from x towards y. */
static void lasers_are_mapped(void)
{
    oct9_mapper_memory_t memory = memory_of(WORLD_BLOCKS);
    oct9_sensor_t sensor = oct9_sensor_ld19;
    const oct9_mapper_pose_t pose = pose_at(20, 20, 20);
    const int16_t mm[4] = { 1000, 910, 0, 800 };
    const uint8_t status[4] = { 0, 0, 0, 3 };
    const oct9_sensor_frame_t frame = { 0, mm, status, 4, 0, (int32_t)1 << 30 };
    sensor.zones = 4;
    sensor.clear = 1u << 3;
    memory.zones = OCT9_SENSOR_SECTORS;
    policy = good_policy;
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
    const int16_t mm[BEAMS] = { 1000, 1900, 1900, 1900, 1900, 1900 };
    oct9_mapper_pose_t pose = pose_at(20, 20, 20);
    begin();
    CHECK_EQ(see(&pose, mm), OCT9_OK); /* the cell from 1000 to 1040 */
    oct9_mapper_found_t found = check_along(&pose, 0, 0);
    CHECK_EQ(found.why, 0);
    found = check_along(&pose, 500, 0);
    CHECK_EQ(found.why, OCT9_MAPPER_BLOCKED);
    CHECK(found.clear_mm <= 860 && found.clear_mm > 850); /* 980 less a radius of 120 */
    CHECK_EQ(found.clearance_mm, OCT9_MAPPER_FAR);
    found = check_along(&pose, -1000, 0);
    CHECK_EQ(found.why, 0);
    CHECK_EQ(found.clear_mm, OCT9_MAPPER_FAR);
    CHECK(check_along(&pose, 2000, 0).why & OCT9_MAPPER_BLOCKED);
    CHECK_EQ(check_along(&pose, 0, -500).why, 0);
    CHECK_EQ(check_along(&pose, 199, 0).why, 0); /* slow: no farther than it stops in */
    CHECK_EQ(check_along(&pose, 200, 0).why, OCT9_MAPPER_BLOCKED);
    pose = pose_at(620, 20, 20);
    CHECK_EQ(see_front(&pose, 400, 1), OCT9_OK);
    found = check_along(&pose, -300, 0);
    CHECK_EQ(found.clear_mm, OCT9_MAPPER_FAR);
    CHECK(found.clearance_mm <= 380 && found.clearance_mm > 376);
    pose = pose_at(860, 20, 20);
    CHECK_EQ(see_front(&pose, 160, 1), OCT9_OK);
    CHECK_EQ(check_along(&pose, -300, 0).why & OCT9_MAPPER_NEAR, 0); /* it leaves */
    CHECK(check_along(&pose, 50, 0).why & OCT9_MAPPER_NEAR);
    CHECK_EQ(check_along(&pose, 0, 0).why, 0);
}

/* A question about a path, of any velocity. */
static void paths_are_asked_for(void)
{
    const int16_t mm[BEAMS] = { 1000, 1900, 1900, 1900, 1900, 1900 };
    const oct9_mapper_pose_t pose = pose_at(20, 20, 20);
    const oct9_mapper_motion_t motion = { now_ms + FRAME_MS, pose.place_mm, { 9, 9, 9 }, { 0 } };
    const oct9_mm_t to[5] = {
        { 860, 20, 20 }, { 900, 20, 20 }, { -1700, 20, 20 }, { 20, 2000, 20 }, { 1000, 1000, 20 }
    };
    const uint8_t both = OCT9_MAPPER_BLOCKED | OCT9_MAPPER_UNKNOWN;
    const uint8_t why[5] = { 0, both, 0, both, OCT9_MAPPER_UNKNOWN };
    begin();
    CHECK_EQ(see(&pose, mm), OCT9_OK);
    for (unsigned i = 0; i < 5; i++) {
        oct9_mapper_found_t found;
        CHECK_EQ(oct9_mapper_ask(&mapper, &motion, &to[i], &found), OCT9_OK);
        CHECK_EQ(found.why, why[i]);
        CHECK_EQ(found.alarm, why[i] != 0);
    }
}

static void unknown_may_block(void)
{
    const oct9_mapper_pose_t pose = pose_at(20, 20, 20);
    begin();
    policy.unknown = OCT9_BLOCKS;
    CHECK_EQ(see_front(&pose, 1900, 1), OCT9_OK);
    const oct9_mapper_found_t found = check_along(&pose, 1000, 0);
    CHECK(found.why & OCT9_MAPPER_BLOCKED);
    CHECK(found.clear_mm == 0 && found.known_mm == 0 && found.clearance_mm <= 20);
}

/* Before the first frame and after one that was not mapped the map says nothing of what is ahead.
 */
static void without_a_frame_it_is_blocked(void)
{
    const oct9_mapper_pose_t pose = pose_at(20, 20, 20), outside = pose_at(30000, 20, 20);
    oct9_mapper_found_t found;
    begin();
    CHECK_EQ(ask_along(&pose, 1000, 0, &found), OCT9_ERR_STALE);
    CHECK(is_error(&found));
    CHECK_EQ(see_front(&pose, DARK, 1), OCT9_OK); /* nothing is mapped */
    CHECK_EQ(ask_along(&pose, 1000, 0, &found), OCT9_ERR_STALE);
    CHECK_EQ(see_front(&pose, 1900, 1), OCT9_OK);
    CHECK_EQ(check_along(&pose, 1000, 0).why, 0);
    CHECK(see_front(&outside, 1000, 1) < 0);
    CHECK_EQ(see_front(&pose, DARK, 1), OCT9_OK);
    CHECK(ask_along(&pose, 1000, 0, &found) < 0);
    CHECK(is_error(&found));
    CHECK_EQ(see_front(&pose, 1900, 1), OCT9_OK);
    CHECK_EQ(check_along(&pose, 1000, 0).why, 0);
}

/* It has preempted the writer: an alarm, at once. */
static void a_preempted_writer_blocks(void)
{
    const oct9_mapper_pose_t pose = pose_at(20, 20, 20);
    oct9_mapper_found_t found;
    begin();
    CHECK_EQ(see_front(&pose, 1900, 1), OCT9_OK);
    mapper.occupancy.tree.generation++;
    CHECK_EQ(ask_along(&pose, 1000, 0, &found), OCT9_ERR_STALE);
    CHECK(is_error(&found));
    mapper.occupancy.tree.generation++;
    CHECK_EQ(check_along(&pose, 1000, 0).why, 0);
}

/* What no frame renews, and what repeats itself while the robot moves. */
static void old_and_frozen_frames_alarm(void)
{
    oct9_mapper_pose_t pose = pose_at(20, 20, 20);
    begin();
    CHECK_EQ(see_front(&pose, 1900, 1), OCT9_OK);
    now_ms += 300;
    CHECK_EQ(check_along(&pose, 100, 0).why, 0);
    now_ms++;
    CHECK_EQ(check_along(&pose, 100, 0).why, OCT9_MAPPER_STALE);
    for (unsigned i = 0; i < 10; i++) {
        pose.place_mm.x += 10;
        CHECK_EQ(see_front(&pose, 1900, 1), OCT9_OK);
    }
    CHECK_EQ(check_along(&pose, 100, 0).why, OCT9_MAPPER_FROZEN);
    CHECK_EQ(see_front(&pose, 45, 1), OCT9_OK);
    CHECK_EQ(check_along(&pose, 100, 0).why,
             OCT9_MAPPER_FROZEN | OCT9_MAPPER_TOO_NEAR | OCT9_MAPPER_BLOCKED | OCT9_MAPPER_NEAR);
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
        const int16_t velocity = (int16_t)(i % 100 < 50 ? 850 : -850);
        const int16_t mm[BEAMS] = {
            look(&random, at->x, 0, 5010, true),     look(&random, at->x, 0, 5010, false),
            look(&random, at->y, -2010, 2010, true), look(&random, at->y, -2010, 2010, false),
            look(&random, at->z, 0, 2510, true),     look(&random, at->z, 0, 2510, false)
        };
        now_ms += FRAME_MS; /* 10 frames in a second */
        CHECK_EQ(oct9_mapper_follow(&mapper, at), OCT9_OK);
        CHECK_EQ(see(&pose, mm), OCT9_OK);
        const oct9_mapper_found_t found = check_along(&pose, velocity, 0);
        const int32_t size = oct9_mapper_share(&mapper, bytes, sizeof bytes, 100);
        CHECK(size > 0);
        for (int32_t k = 0; k < size; k++)
            sum = digest_add(sum, bytes[k]);
        sum = digest_add(digest_add(sum, found.clear_mm), found.clearance_mm);
        sum = digest_add(digest_add(sum, found.known_mm), found.why);
        alarms += found.alarm;
        CHECK(part < 46 || found.alarm || velocity < 0); /* 600 mm before the wall */
    }
    CHECK(alarms > 15 && alarms < 150);
    CHECK_EQ(mapper.occupancy.grown, 0);
    TEST_DIGEST("mapper", digest_add(sum, digest()));
}

GOLDEN_SUITE(mapper)
{
    RUN(window_follows);
    RUN(window_has_ends);
    RUN(readings_are_mapped);
    RUN(dark_walls_stay);
    RUN(statuses_count);
    RUN(bad_frames_change_nothing);
    RUN(frames_must_be_in_the_window);
    RUN(old_things_go);
    RUN(near_things_stay);
    RUN(lasers_are_mapped);
    RUN(paths_are_checked);
    RUN(paths_are_asked_for);
    RUN(unknown_may_block);
    RUN(without_a_frame_it_is_blocked);
    RUN(a_preempted_writer_blocks);
    RUN(old_and_frozen_frames_alarm);
    RUN(changes_are_shared);
    RUN(maps_are_repeated);
    RUN(goes_through_a_room);
}
