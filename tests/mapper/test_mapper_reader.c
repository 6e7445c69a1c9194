/* SPDX-License-Identifier: MIT */
/* The mapper's check in the middle of a write, and writes in the middle of the check. */
#define _DEFAULT_SOURCE

#include "oct9/mapper.h"
#include "tests/shared/interrupted.h"

enum { BLOCKS = 1024, BEAMS = 6, DARK = 32767 };

static _Alignas(PAGE) oct9_block_t pool[BLOCKS];
static oct9_beam_t beams[BEAMS];
static oct9_mapper_look_t looks[BEAMS];
static oct9_mapper_t mapper;
static uint32_t now_ms;
static const oct9_mapper_policy_t policy = OCT9_MAPPER_POLICY;
static const oct9_mapper_pose_t pose = { { 20, 20, 20 }, OCT9_ROTATION_NONE };

static void see(const oct9_mapper_pose_t *from, int16_t front_mm)
{
    now_ms += 50;
    const int16_t side_mm = (int16_t)(1500 + now_ms / 50 % 3); /* no beam repeats itself */
    const int16_t mm[BEAMS] = { front_mm, side_mm, side_mm, side_mm, side_mm, side_mm };
    const oct9_sensor_frame_t frame = { now_ms, mm, NULL, BEAMS, 0, 0 };
    CHECK_EQ(oct9_mapper_see(&mapper, &frame, from), OCT9_OK);
}

/* A map with space about the robot, seen from some places, so that it lies on several pages. */
static void begin(void)
{
    const oct9_mapper_memory_t memory = { pool, BLOCKS, beams, looks, BEAMS, NULL, 0 };
    CHECK_EQ(oct9_mapper_init(&mapper, &memory, &oct9_sensor_multiranger, &policy, NULL), OCT9_OK);
    for (int32_t i = 0; i < 12; i++) {
        const oct9_mapper_pose_t from = { { 20 - 50 * i, 20 + 80 * i, 20 - 40 * i },
                                          OCT9_ROTATION_NONE };
        see(&from, (int16_t)(1888 + i));
    }
    now_ms += 2000; /* in which it comes back */
}

/* Of 1 m a second along x, or the question whether the robot may go 1 m there. */
static oct9_status_t check(bool asks, oct9_mapper_found_t *found)
{
    const oct9_mapper_found_t nothing = { false, 0xFF, 1, 1, 1, 1 };
    const oct9_mapper_motion_t motion = { now_ms, { 20, 20, 20 }, { 0, 0, 0 }, { 1000, 0, 0 } };
    const oct9_mm_t to = { 1020, 20, 20 };
    *found = nothing;
    return asks ? oct9_mapper_ask(&mapper, &motion, &to, found)
                : oct9_mapper_check(&mapper, &motion, found);
}

static void is_error(const oct9_mapper_found_t *found)
{
    CHECK(found->alarm && found->why == OCT9_MAPPER_ERROR);
    CHECK(found->clear_mm == 0 && found->known_mm == 0 && found->clearance_mm == 0);
}

/* --- the check comes between ------------------------------------------------------------------ */

static void check_in_a_write(void)
{
    oct9_mapper_found_t found;
    CHECK_EQ(mapper.occupancy.tree.generation % 2, 1);
    for (unsigned asks = 0; asks < 2; asks++) {
        CHECK_EQ(check(asks, &found), OCT9_ERR_STALE);
        is_error(&found);
    }
}

static void a_check_in_a_write_alarms(void)
{
    oct9_mapper_found_t found;
    begin();
    see(&pose, 1900);
    CHECK_EQ(check(false, &found), OCT9_OK);
    CHECK_EQ(found.why, 0);
    guard(pool, sizeof pool, PROT_READ, check_in_a_write, true);
    see(&pose, 1900);
    const oct9_mm_t place = { 3000, 20, 20 };
    CHECK_EQ(oct9_mapper_follow(&mapper, &place), OCT9_OK);
    unguard();
    CHECK(interrupts > 1);
    CHECK_EQ(mapper.occupancy.window.x, 64);
}

/* --- the writer comes between ----------------------------------------------------------------- */

static int16_t next_mm;

static void see_next(void)
{
    see(&pose, next_mm);
}

/* The second try meets the wall: an answer about the map before would be "clear". And one that is
 * too near is no "clear" either: it is mapped as near as anything is. */
static void a_write_in_a_check_is_seen(void)
{
    static const int16_t comes[4] = { 500, 30, 45, 20 };
    oct9_mapper_found_t found;
    for (unsigned i = 0; i < 8; i++) {
        begin();
        see(&pose, 1900);
        next_mm = comes[i / 2];
        guard(pool, sizeof pool, PROT_NONE, see_next, false);
        const oct9_status_t status = check(i % 2 != 0, &found);
        unguard();
        CHECK_EQ(interrupts, 1);
        CHECK_EQ(status, OCT9_OK);
        CHECK_EQ(found.why, i < 2 ? OCT9_MAPPER_BLOCKED | OCT9_MAPPER_UNKNOWN
                                  : OCT9_MAPPER_TOO_NEAR | OCT9_MAPPER_BLOCKED | OCT9_MAPPER_NEAR);
        CHECK(i < 2 ? found.clear_mm > 300 && found.clear_mm < 500 : found.clear_mm == 0);
    }
}

/* A window that moves, or may not, is a write to what the check reads, too. */
static void move_far(void)
{
    const oct9_mm_t place = { 40 * 64 * 40, 20, 20 };
    CHECK_EQ(oct9_mapper_follow(&mapper, &place), OCT9_OK);
}

static void a_window_that_moves_in_a_check(void)
{
    oct9_mapper_found_t found;
    begin();
    see(&pose, 1900);
    guard(pool, sizeof pool, PROT_NONE, move_far, false);
    const oct9_status_t status = check(false, &found);
    unguard();
    CHECK_EQ(status, OCT9_ERR_RANGE);
    is_error(&found);
}

/* Where each try is interrupted there is no answer. */
static void writes_in_each_try_alarm(void)
{
    oct9_mapper_found_t found;
    for (unsigned asks = 0; asks < 2; asks++) {
        begin();
        next_mm = 500;
        guard(pool, sizeof pool, PROT_NONE, see_next, true);
        const oct9_status_t status = check(asks, &found);
        unguard();
        CHECK(interrupts > 1);
        CHECK_EQ(status, OCT9_ERR_STALE);
        is_error(&found);
    }
}

/* --- the check comes in an init --------------------------------------------------------------- */

static oct9_mapper_t *placed;

static void check_in_an_init(void)
{
    const oct9_mapper_motion_t motion = { now_ms, { 20, 20, 20 }, { 0, 0, 0 }, { 1000, 0, 0 } };
    oct9_mapper_found_t found;
    CHECK_EQ(placed->seen, OCT9_ERR_STALE);
    CHECK_EQ(oct9_mapper_check(placed, &motion, &found), OCT9_ERR_STALE);
    is_error(&found);
}

/* A second init, with another sensor and policy: before it writes anything a check has no answer.
 * Guarded is what of the mapper lies before `seen`, or what lies behind it. */
static void a_check_in_an_init_alarms(void)
{
    static _Alignas(PAGE) char pages[3 * PAGE];
    static const oct9_mapper_policy_t other = { .cell_um = 0 };
    static oct9_mapper_policy_t finer = OCT9_MAPPER_POLICY;
    const oct9_mapper_memory_t memory = { pool, BLOCKS, beams, looks, BEAMS, NULL, 0 };
    const size_t at = offsetof(oct9_mapper_t, seen);
    const oct9_sensor_t rays = { .directions = oct9_sensor_multiranger.directions,
                                 .zones = BEAMS,
                                 .least_mm = 40,
                                 .most_mm = 4000,
                                 .hit = 1,
                                 .dark_mm = DARK };
    finer.cell_um = 20000;
    finer.look_mm = 600;
    for (unsigned behind = 0; behind < 2; behind++) {
        const size_t edge = behind ? (at + 16) / 16 * 16 : at / 16 * 16;
        placed = (oct9_mapper_t *)(void *)(pages + PAGE - edge);
        CHECK(at < PAGE && sizeof *placed - at < PAGE);
        const int16_t mm[BEAMS] = { 1900, 1900, 1900, 1900, 1900, 1900 };
        const oct9_sensor_frame_t frame = { ++now_ms, mm, NULL, BEAMS, 0, 0 };
        CHECK_EQ(oct9_mapper_init(placed, &memory, &oct9_sensor_multiranger, &policy, NULL),
                 OCT9_OK);
        CHECK_EQ(oct9_mapper_see(placed, &frame, &pose), OCT9_OK);
        CHECK_EQ(placed->seen, OCT9_OK);
        guard(behind ? pages + PAGE : pages, PAGE, PROT_READ, check_in_an_init, false);
        const oct9_status_t status = oct9_mapper_init(placed, &memory, &rays, &finer, NULL);
        unguard();
        CHECK_EQ(status, OCT9_OK);
        CHECK_EQ(interrupts, 1);
        CHECK_EQ(placed->seen, OCT9_ERR_STALE);
        CHECK_EQ(oct9_mapper_see(placed, &frame, &pose), OCT9_OK);
        /* what is refused changes nothing */
        CHECK_EQ(oct9_mapper_init(placed, &memory, &rays, &other, NULL), OCT9_ERR_ARGUMENT);
        CHECK_EQ(placed->seen, OCT9_OK);
    }
}

int main(void)
{
    RUN(a_check_in_an_init_alarms);
    RUN(a_check_in_a_write_alarms);
    RUN(a_write_in_a_check_is_seen);
    RUN(a_window_that_moves_in_a_check);
    RUN(writes_in_each_try_alarm);
    return test_end();
}
