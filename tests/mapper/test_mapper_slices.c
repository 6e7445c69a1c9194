/* SPDX-License-Identifier: MIT */
/* The mapper's frames in slices: the same map as in one call and as made by hand, and no check in
 * between is clear. */
#include "oct9/mapper.h"
#include "oct9/mm.h"
#include "oct9/window.h"
#include "src/number/axes.h"
#include "tests/test.h"

#include <string.h>

enum { BLOCKS = 96, BEAMS = 6, FRAMES = 200, DARK = 32767 };

static oct9_block_t pool[3][BLOCKS];
static oct9_beam_t beams[2][BEAMS];
static oct9_mapper_look_t looks[2][BEAMS];
static uint32_t now_ms;
static const oct9_sensor_t *sensor;
static oct9_mapper_t mapper[2];
static oct9_mapper_policy_t policy = OCT9_MAPPER_POLICY;
static const oct9_mapper_pose_t home = { { 20, 20, 20 }, OCT9_ROTATION_NONE };
static uint32_t seed;

static uint32_t below(uint32_t n)
{
    seed = seed * 1664525u + 1013904223u;
    return (seed >> 16) % n;
}

static void begin(unsigned which, oct9_full_t full)
{
    const oct9_mapper_memory_t memory = { pool[which], BLOCKS, beams[which], looks[which], BEAMS,
                                          NULL,        0 };
    policy.model.full = full;
    CHECK_EQ(oct9_mapper_init(&mapper[which], &memory, sensor, &policy, NULL), OCT9_OK);
}

static oct9_status_t check_along(unsigned which, const int16_t velocity_mm[3],
                                 oct9_mapper_found_t *found)
{
    oct9_mapper_motion_t motion = { .now_ms = now_ms, .place_mm = home.place_mm };
    memcpy(motion.command_mm, velocity_mm, sizeof motion.command_mm);
    memset(found, 0, sizeof *found);
    const oct9_status_t status = oct9_mapper_check(&mapper[which], &motion, found);
    CHECK(status == OCT9_OK || (found->alarm && found->clear_mm == 0 && found->known_mm == 0 &&
                                found->clearance_mm == 0 && found->why == OCT9_MAPPER_ERROR));
    CHECK_EQ(found->alarm, found->why != 0);
    return status;
}

static oct9_status_t check(unsigned which)
{
    static const int16_t velocity_mm[3] = { 1000, 0, 0 };
    oct9_mapper_found_t found;
    return check_along(which, velocity_mm, &found);
}

static oct9_sensor_frame_t frame_of(int16_t mm[BEAMS], int16_t front_mm)
{
    now_ms += 50;
    const oct9_sensor_frame_t frame = { now_ms, mm, NULL, BEAMS, 0, 0 };
    for (unsigned i = 0; i < BEAMS; i++)
        mm[i] = front_mm;
    return frame;
}

static oct9_status_t begin_frame(int16_t front_mm)
{
    int16_t mm[BEAMS];
    const oct9_sensor_frame_t frame = frame_of(mm, front_mm);
    return oct9_mapper_see_begin(&mapper[0], &frame, &home);
}

/* Returns the number of slices. */
static unsigned see_in_slices(const oct9_sensor_frame_t *frame, const oct9_mapper_pose_t *pose,
                              oct9_status_t *status)
{
    unsigned slices = 0;
    *status = oct9_mapper_see_begin(&mapper[0], frame, pose);
    if (*status != OCT9_OK)
        return 0;
    do {
        if (mapper[0].beams_count != 0)
            CHECK_EQ(check(0), OCT9_ERR_STALE);
        *status = oct9_mapper_see_run(&mapper[0], 1 + below(3));
        slices++;
    } while (*status == OCT9_AGAIN);
    return slices;
}

/* --- the same by hand ------------------------------------------------------------------------- */

static oct9_occupancy_t by_hand;
static uint32_t waited_ms;
static bool first;

/* As the header of the mapper says: as much as the time is of a round; free space if half of the
 * pool is used; and obstacles sooner if that is not enough. A frame each 50 ms; what is left of
 * the time waits until it is a leaf's. */
static void forget_by_hand(uint32_t since_ms)
{
    const uint32_t half = BLOCKS / 2, leaves = 7u * by_hand.tree.used + 1u;
    waited_ms += since_ms;
    const uint32_t now = leaves * waited_ms / policy.round_ms;
    if (now != 0)
        (void)oct9_occupancy_forget(&by_hand, now);
    waited_ms -= now * policy.round_ms / leaves;
    for (uint32_t left = leaves; by_hand.tree.used > half && left >= 32; left -= 32)
        (void)oct9_occupancy_forget_free(&by_hand, 32);
    if (by_hand.tree.used > half)
        (void)oct9_occupancy_forget(&by_hand, leaves / 16u + 1u);
}

static void see_by_hand(const oct9_sensor_frame_t *frame, const oct9_mapper_pose_t *pose)
{
    static oct9_beam_t own[BEAMS];
    static oct9_scan_t scan;
    oct9_pose_t at = { .rotation = pose->rotation };
    oct9_beams_t list;
    CHECK_EQ(oct9_mm_place(&mapper[0].base, &pose->place_mm, &at.place), OCT9_OK);
    CHECK_EQ(oct9_scan_beams_begin(&list, &mapper[0].base, &at, &mapper[0].range, own, BEAMS),
             OCT9_OK);
    for (unsigned i = 0; i < BEAMS; i++) {
        uint8_t zone = (uint8_t)oct9_sensor_zone(&oct9_sensor_multiranger, frame->distance_mm[i],
                                                 0);
        int16_t distance_mm = frame->distance_mm[i];
        if (zone == OCT9_ZONE_NEAR) { /* it is as near as anything is */
            zone = OCT9_ZONE_HIT;
            distance_mm = mapper[0].range.min_mm;
        }
        (void)oct9_scan_beams_zones(&list, &oct9_sensor_multiranger.directions[i], &distance_mm,
                                    &zone, 1);
    }
    oct9_point_cell(&list.origin, &by_hand.robot);
    forget_by_hand(first ? 0 : 50);
    first = false;
    if (list.count == 0)
        return;
    CHECK_EQ(oct9_scan_begin(&scan, &by_hand, &list.origin, own, list.count), OCT9_OK);
    (void)oct9_scan_run(&scan, UINT32_MAX);
}

static void check_same(void)
{
    const oct9_tree_t *const a = &mapper[0].occupancy.tree, *const b = &mapper[1].occupancy.tree;
    const int16_t velocity_mm[3] = { (int16_t)(below(2001) - 1000), (int16_t)(below(2001) - 1000),
                                     (int16_t)(below(401) - 200) };
    oct9_mapper_found_t found[2];
    CHECK_EQ(check(0), check(1));
    CHECK_EQ(check_along(0, velocity_mm, &found[0]), check_along(1, velocity_mm, &found[1]));
    CHECK(memcmp(&found[0], &found[1], sizeof found[0]) == 0);
    CHECK_EQ(memcmp(looks[0], looks[1], sizeof looks[0]), 0);
    CHECK_EQ(a->root, b->root);
    CHECK_EQ(a->used, b->used);
    CHECK_EQ(a->generation, b->generation);
    CHECK(memcmp(pool[0], pool[1], sizeof pool[0]) == 0);
    if (sensor->spread_q14 != 0)
        return;
    CHECK_EQ(by_hand.tree.root, b->root);
    CHECK(memcmp(pool[2], pool[1], sizeof pool[1]) == 0);
}

static void begin_all(oct9_full_t full)
{
    memset(looks, 0, sizeof looks);
    begin(0, full);
    begin(1, full);
    CHECK_EQ(oct9_occupancy_init(&by_hand, pool[2], BLOCKS, &policy.model, NULL), OCT9_OK);
    by_hand.near_cells = mapper[0].occupancy.near_cells;
    waited_ms = 0;
    first = true;
}

/* No zone repeats one of its last two. */
static int16_t any_distance(unsigned zone)
{
    static int16_t last[BEAMS][2];
    int16_t mm;
    do
        mm = (int16_t)(200 + below(1800));
    while (mm == last[zone][0] || mm == last[zone][1]);
    last[zone][1] = last[zone][0];
    last[zone][0] = mm;
    return mm;
}

static void fly(oct9_full_t full)
{
    unsigned most = 0, refused = 0;
    begin_all(full);
    for (unsigned i = 0; i < FRAMES; i++) {
        int16_t mm[BEAMS];
        oct9_mapper_pose_t pose = home;
        oct9_status_t status;
        const oct9_sensor_frame_t frame = frame_of(mm, 0);
        pose.place_mm.x += (int32_t)below(2000) - 1000;
        pose.place_mm.y += (int32_t)below(2000) - 1000;
        const bool dark = below(8) == 0; /* a frame of nothing lets time pass */
        for (unsigned k = 0; k < BEAMS && (dark || below(10) != 0); k++)
            mm[k] = dark ? DARK : any_distance(k);
        const unsigned slices = see_in_slices(&frame, &pose, &status);
        CHECK_EQ(oct9_mapper_see(&mapper[1], &frame, &pose), status);
        if (sensor->spread_q14 == 0)
            see_by_hand(&frame, &pose);
        check_same();
        most = slices > most ? slices : most;
        refused += status == OCT9_ERR_POOL_FULL;
    }
    CHECK(most > 10);
    CHECK(mapper[0].occupancy.tree.peak > BLOCKS / 2);
    CHECK((refused != 0) == (full == OCT9_REFUSE));
}

static void slices_map_the_same(void)
{
    oct9_sensor_t rays = oct9_sensor_multiranger;
    rays.spread_q14 = 0;
    policy.jump_mm = 5000; /* its poses are anywhere */
    for (unsigned wide = 0; wide < 2; wide++) {
        sensor = wide ? &oct9_sensor_multiranger : &rays;
        seed = 1;
        fly(OCT9_COARSEN);
        fly(OCT9_REFUSE);
    }
    policy.jump_mm = 100;
    sensor = &oct9_sensor_multiranger;
}

/* It was mapped in part: what moved is neither where it was nor where it is. */
static void a_frame_given_up_blocks(void)
{
    const oct9_mm_t far = { 3000, 20, 20 }, near = { 20, 20, 20 };
    for (unsigned slices = 0; slices < 3; slices++) {
        begin(0, OCT9_COARSEN);
        CHECK_EQ(begin_frame(1500), OCT9_OK);
        CHECK_EQ(oct9_mapper_see_run(&mapper[0], UINT32_MAX), OCT9_OK);
        CHECK_EQ(check(0), OCT9_OK);
        CHECK_EQ(begin_frame(1500), OCT9_OK);
        for (unsigned i = 0; i < slices; i++)
            CHECK_EQ(oct9_mapper_see_run(&mapper[0], 1), OCT9_AGAIN);
        CHECK_EQ(oct9_mapper_follow(&mapper[0], &far), OCT9_OK);
        CHECK_EQ(oct9_mapper_follow(&mapper[0], &near), OCT9_OK);
        CHECK_EQ(check(0), OCT9_ERR_STALE);
        if (slices != 0) {
            CHECK_EQ(oct9_mapper_see_run(&mapper[0], 1), OCT9_ERR_STALE);
            CHECK_EQ(check(0), OCT9_ERR_STALE);
        }
        CHECK_EQ(begin_frame(DARK), OCT9_OK);
        CHECK_EQ(oct9_mapper_see_run(&mapper[0], UINT32_MAX), OCT9_OK);
        CHECK_EQ(check(0), OCT9_ERR_STALE);
        CHECK_EQ(begin_frame(1500), OCT9_OK);
        CHECK_EQ(oct9_mapper_see_run(&mapper[0], UINT32_MAX), OCT9_OK);
        CHECK_EQ(check(0), OCT9_OK);
    }
}

/* A frame of nothing has slices, too, in which it forgets; a check has its answer in between, and
 * when it is given up. */
static void a_frame_of_nothing_runs(void)
{
    const oct9_mm_t places[2] = { { 400, 20, 20 }, { 20, 20, 20 } };
    begin(0, OCT9_COARSEN);
    CHECK_EQ(begin_frame(1500), OCT9_OK);
    CHECK_EQ(oct9_mapper_see_run(&mapper[0], UINT32_MAX), OCT9_OK);
    unsigned again = 0;
    for (unsigned i = 0; i < 20; i++) {
        now_ms += 200;
        CHECK_EQ(begin_frame(DARK), OCT9_OK);
        oct9_status_t status;
        do {
            CHECK_EQ(check(0), OCT9_OK);
            status = oct9_mapper_see_run(&mapper[0], 1);
            again += status == OCT9_AGAIN;
        } while (status == OCT9_AGAIN);
        CHECK_EQ(status, OCT9_OK);
        CHECK_EQ(oct9_mapper_see_run(&mapper[0], 1), OCT9_ERR_STALE);
        CHECK_EQ(check(0), OCT9_OK);
    }
    CHECK(again > 10);
    CHECK_EQ(begin_frame(DARK), OCT9_OK);
    const oct9_offset_t step = { 1, 0, 0 };
    CHECK_EQ(oct9_mapper_follow(&mapper[0], &places[0]), OCT9_OK);
    CHECK_EQ(oct9_window_move(&mapper[0].occupancy, &step, 6), OCT9_OK);
    CHECK_EQ(oct9_mapper_see_run(&mapper[0], 1), OCT9_ERR_STALE);
    CHECK_EQ(check(0), OCT9_OK);
}

static void what_has_not_begun_does_not_run(void)
{
    begin(0, OCT9_COARSEN);
    CHECK_EQ(oct9_mapper_see_run(&mapper[0], 0), OCT9_ERR_ARGUMENT);
    CHECK_EQ(oct9_mapper_see_run(&mapper[0], 1), OCT9_ERR_STALE);
    CHECK_EQ(check(0), OCT9_ERR_STALE);
    CHECK_EQ(begin_frame(DARK), OCT9_OK);
    CHECK_EQ(oct9_mapper_see_run(&mapper[0], 0), OCT9_ERR_ARGUMENT);
    CHECK_EQ(oct9_mapper_see_run(&mapper[0], 1), OCT9_OK);
    CHECK_EQ(check(0), OCT9_ERR_STALE); /* it held nothing */
    CHECK_EQ(begin_frame(1500), OCT9_OK);
    CHECK_EQ(oct9_mapper_see_run(&mapper[0], UINT32_MAX), OCT9_OK);
    CHECK_EQ(check(0), OCT9_OK);
    CHECK_EQ(oct9_mapper_see_run(&mapper[0], 1), OCT9_ERR_STALE);
    CHECK_EQ(check(0), OCT9_OK);
}

/* A late frame does not end the one that is being mapped. */
static void a_late_frame_leaves_the_slices(void)
{
    int16_t mm[BEAMS];
    begin(0, OCT9_COARSEN);
    CHECK_EQ(begin_frame(1500), OCT9_OK);
    CHECK_EQ(oct9_mapper_see_run(&mapper[0], 1), OCT9_AGAIN);
    oct9_sensor_frame_t frame = frame_of(mm, 400);
    now_ms -= 50;
    frame.time_ms = now_ms;
    CHECK_EQ(oct9_mapper_see_begin(&mapper[0], &frame, &home), OCT9_ERR_STALE);
    CHECK_EQ(check(0), OCT9_ERR_STALE);
    CHECK_EQ(oct9_mapper_see_run(&mapper[0], UINT32_MAX), OCT9_OK);
    CHECK_EQ(check(0), OCT9_OK);
}

int main(void)
{
    RUN(slices_map_the_same);
    RUN(a_frame_given_up_blocks);
    RUN(a_frame_of_nothing_runs);
    RUN(what_has_not_begun_does_not_run);
    RUN(a_late_frame_leaves_the_slices);
    return test_end();
}
