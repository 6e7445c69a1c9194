/* SPDX-License-Identifier: MIT */
/* The mapper's frames in slices: the same map as in one call and as made by hand, and no check in
 * between is clear. */
#include "oct9/mapper.h"
#include "oct9/mm.h"
#include "tests/test.h"

#include <string.h>

enum { BLOCKS = 96, BEAMS = 6, FRAMES = 200, NOTHING = -1 };

static oct9_block_t pool[3][BLOCKS];
static oct9_beam_t beams[2][BEAMS];
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
    const oct9_mapper_memory_t memory = { pool[which], BLOCKS, beams[which], BEAMS, NULL, 0 };
    policy.model.full = full;
    CHECK_EQ(oct9_mapper_init(&mapper[which], &memory, &oct9_sensor_multiranger, &policy, NULL),
             OCT9_OK);
}

static oct9_status_t check(unsigned which)
{
    static const int16_t velocity_mm[3] = { 1000, 0, 0 };
    oct9_mapper_found_t found = { false, 1, 1 };
    const oct9_status_t status = oct9_mapper_check(&mapper[which], &home, velocity_mm, &found);
    CHECK(status == OCT9_OK || (found.alarm && found.clear_mm == 0 && found.clearance_mm == 0));
    return status;
}

static oct9_sensor_frame_t frame_of(int16_t mm[BEAMS], int16_t front_mm)
{
    const oct9_sensor_frame_t frame = { 0, mm, NULL, BEAMS, 0, 0 };
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

/* As the header of the mapper says: all that is old; free space if half of the pool is used; and
 * obstacles sooner if that is not enough. */
static void forget_by_hand(void)
{
    const uint32_t half = BLOCKS / 2, leaves = 7u * by_hand.tree.used + 1u;
    (void)oct9_occupancy_forget(&by_hand, leaves / policy.round + 1u);
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
        const uint8_t zone = (uint8_t)oct9_sensor_zone(&oct9_sensor_multiranger,
                                                       frame->distance_mm[i], 0);
        (void)oct9_scan_beams_zones(&list, &oct9_sensor_multiranger.directions[i],
                                    &frame->distance_mm[i], &zone, 1);
    }
    if (list.count == 0)
        return;
    forget_by_hand();
    CHECK_EQ(oct9_scan_begin(&scan, &by_hand, &list.origin, own, list.count), OCT9_OK);
    (void)oct9_scan_run(&scan, UINT32_MAX);
}

static void check_same(void)
{
    const oct9_tree_t *const a = &mapper[0].occupancy.tree, *const b = &mapper[1].occupancy.tree;
    CHECK_EQ(check(0), check(1));
    CHECK_EQ(a->root, b->root);
    CHECK_EQ(a->used, b->used);
    CHECK_EQ(a->generation, b->generation);
    CHECK(memcmp(pool[0], pool[1], sizeof pool[0]) == 0);
    CHECK_EQ(by_hand.tree.root, b->root);
    CHECK(memcmp(pool[2], pool[1], sizeof pool[1]) == 0);
}

static void fly(oct9_full_t full)
{
    unsigned most = 0, refused = 0;
    begin(0, full);
    begin(1, full);
    CHECK_EQ(oct9_occupancy_init(&by_hand, pool[2], BLOCKS, &policy.model, NULL), OCT9_OK);
    for (unsigned i = 0; i < FRAMES; i++) {
        int16_t mm[BEAMS];
        oct9_mapper_pose_t pose = home;
        oct9_status_t status;
        const oct9_sensor_frame_t frame = frame_of(mm, 0);
        pose.place_mm.x += (int32_t)below(2000) - 1000;
        pose.place_mm.y += (int32_t)below(2000) - 1000;
        for (unsigned k = 0; k < BEAMS && below(10) != 0; k++)
            mm[k] = (int16_t)(200 + below(1800));
        const unsigned slices = see_in_slices(&frame, &pose, &status);
        CHECK_EQ(oct9_mapper_see(&mapper[1], &frame, &pose), status);
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
    seed = 1;
    fly(OCT9_COARSEN);
    fly(OCT9_REFUSE);
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
        CHECK_EQ(begin_frame(NOTHING), OCT9_OK);
        CHECK_EQ(oct9_mapper_see_run(&mapper[0], 1), OCT9_OK);
        CHECK_EQ(check(0), OCT9_ERR_STALE);
        CHECK_EQ(begin_frame(1500), OCT9_OK);
        CHECK_EQ(oct9_mapper_see_run(&mapper[0], UINT32_MAX), OCT9_OK);
        CHECK_EQ(check(0), OCT9_OK);
    }
}

static void what_has_not_begun_does_not_run(void)
{
    begin(0, OCT9_COARSEN);
    CHECK_EQ(oct9_mapper_see_run(&mapper[0], 0), OCT9_ERR_ARGUMENT);
    CHECK_EQ(oct9_mapper_see_run(&mapper[0], 1), OCT9_ERR_STALE);
    CHECK_EQ(check(0), OCT9_ERR_STALE);
    CHECK_EQ(begin_frame(NOTHING), OCT9_OK);
    CHECK_EQ(oct9_mapper_see_run(&mapper[0], 0), OCT9_ERR_ARGUMENT);
    CHECK_EQ(oct9_mapper_see_run(&mapper[0], 1), OCT9_OK);
    CHECK_EQ(check(0), OCT9_OK);
    CHECK_EQ(oct9_mapper_see_run(&mapper[0], 1), OCT9_ERR_STALE);
    CHECK_EQ(check(0), OCT9_OK);
}

int main(void)
{
    RUN(slices_map_the_same);
    RUN(a_frame_given_up_blocks);
    RUN(what_has_not_begun_does_not_run);
    return test_end();
}
