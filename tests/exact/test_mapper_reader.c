/* SPDX-License-Identifier: MIT */
/* The mapper's check in the middle of a write, and writes in the middle of the check. */
#define _DEFAULT_SOURCE

#include "oct9/mapper.h"
#include "tests/exact/interrupted.h"

enum { BLOCKS = 1024, BEAMS = 6, DARK = 32767 };

static _Alignas(PAGE) oct9_block_t pool[BLOCKS];
static oct9_beam_t beams[BEAMS];
static oct9_mapper_t mapper;
static const oct9_mapper_policy_t policy = OCT9_MAPPER_POLICY;
static const oct9_mapper_pose_t pose = { { 20, 20, 20 }, OCT9_ROTATION_NONE };
static const int16_t velocity_mm[3] = { 1000, 0, 0 };

static void see(const oct9_mapper_pose_t *from, int16_t front_mm)
{
    const int16_t mm[BEAMS] = { front_mm, 1500, 1500, 1500, 1500, 1500 };
    const oct9_sensor_frame_t frame = { 0, mm, NULL, BEAMS, 0, 0 };
    CHECK_EQ(oct9_mapper_see(&mapper, &frame, from), OCT9_OK);
}

/* A map with space about the robot, seen from some places, so that it lies on several pages. */
static void begin(void)
{
    const oct9_mapper_memory_t memory = { pool, BLOCKS, beams, BEAMS, NULL, 0 };
    CHECK_EQ(oct9_mapper_init(&mapper, &memory, &oct9_sensor_multiranger, &policy, NULL), OCT9_OK);
    for (int32_t i = 0; i < 12; i++) {
        const oct9_mapper_pose_t from = { { 20 - 50 * i, 20 + 80 * i, 20 - 40 * i },
                                          OCT9_ROTATION_NONE };
        see(&from, DARK);
    }
}

/* --- the check comes between ------------------------------------------------------------------ */

static void check_in_a_write(void)
{
    oct9_mapper_found_t found = { false, 1, 1 };
    CHECK_EQ(mapper.occupancy.tree.generation % 2, 1);
    CHECK_EQ(oct9_mapper_check(&mapper, &pose, velocity_mm, &found), OCT9_ERR_STALE);
    CHECK(found.alarm && found.clear_mm == 0 && found.clearance_mm == 0);
}

static void a_check_in_a_write_is_blocked(void)
{
    oct9_mapper_found_t found;
    begin();
    CHECK_EQ(oct9_mapper_check(&mapper, &pose, velocity_mm, &found), OCT9_OK);
    CHECK(!found.alarm);
    guard(pool, sizeof pool, PROT_READ, check_in_a_write, true);
    see(&pose, DARK);
    const oct9_mm_t place = { 3000, 20, 20 };
    CHECK_EQ(oct9_mapper_follow(&mapper, &place), OCT9_OK);
    unguard();
    CHECK(interrupts > 1);
    CHECK_EQ(mapper.occupancy.window.x, 64);
}

/* --- the writer comes between ----------------------------------------------------------------- */

static void see_a_wall(void)
{
    see(&pose, 500);
}

/* The second try meets the wall: an answer about the map before would be "clear". */
static void a_write_in_a_check_is_seen(void)
{
    oct9_mapper_found_t found = { false, 1, 1 };
    begin();
    guard(pool, sizeof pool, PROT_NONE, see_a_wall, false);
    const oct9_status_t status = oct9_mapper_check(&mapper, &pose, velocity_mm, &found);
    unguard();
    CHECK_EQ(interrupts, 1);
    CHECK_EQ(status, OCT9_OK);
    CHECK(found.alarm);
    CHECK(found.clear_mm > 300 && found.clear_mm < 500);
}

/* Where each try is interrupted there is no answer: blocked. */
static void writes_in_each_try_block(void)
{
    oct9_mapper_found_t found = { false, 1, 1 };
    begin();
    guard(pool, sizeof pool, PROT_NONE, see_a_wall, true);
    const oct9_status_t status = oct9_mapper_check(&mapper, &pose, velocity_mm, &found);
    unguard();
    CHECK(interrupts > 1);
    CHECK_EQ(status, OCT9_ERR_STALE);
    CHECK(found.alarm && found.clear_mm == 0 && found.clearance_mm == 0);
}

int main(void)
{
    RUN(a_check_in_a_write_is_blocked);
    RUN(a_write_in_a_check_is_seen);
    RUN(writes_in_each_try_block);
    return test_end();
}
