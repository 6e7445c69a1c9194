/* SPDX-License-Identifier: MIT */
/* Scans: cells worked out by hand, slices against the whole, refusal, and some scans at random.
 * Places are in halves of cells here: 17 is the middle of cell 8. */
#include "tests/golden/query.h"
#include "tests/golden/robot.h"
#include "tests/golden/suites.h"
#include "tests/test.h"

enum { ROUNDS = 40 };

/* --- by hand ---------------------------------------------------------------------------------- */

static oct9_point_t at(int x, int y, int z)
{
    return world_at(32 * x, 32 * y, 32 * z);
}

static oct9_beam_t hit(int x, int y, int z)
{
    return robot_beam(32 * x, 32 * y, 32 * z, OCT9_BEAM_HIT);
}

static oct9_beam_t clear(int x, int y, int z)
{
    return robot_beam(32 * x, 32 * y, 32 * z, OCT9_BEAM_CLEAR);
}

/* A scan of the first beams from the middle of cell 8, 8, 8. */
static void scan(uint32_t count)
{
    const oct9_point_t origin = at(17, 17, 17);
    CHECK_EQ(robot_scan(&robot_map, &origin, count, UINT32_MAX), OCT9_OK);
    robot_check(&robot_map);
}

static void scan_of(oct9_beam_t beam)
{
    robot_beams[0] = beam;
    scan(1);
}

static int value(unsigned x, unsigned y, unsigned z)
{
    return robot_log_odds(&robot_map, x, y, z);
}

static void reset(void)
{
    robot_reset(&robot_map, ROBOT_BLOCKS, OCT9_COARSEN);
}

static void along_an_axis(void)
{
    reset();
    scan_of(hit(25, 17, 17));
    for (unsigned x = 8; x < 12; x++)
        CHECK_EQ(value(x, 8, 8), -4);
    CHECK_EQ(value(12, 8, 8), 10);
    CHECK_EQ(value(7, 8, 8), 0);
    CHECK_EQ(value(13, 8, 8), 0);
    CHECK_EQ(value(10, 9, 8), 0);
    CHECK_EQ(robot_leaf(&robot_map, 10, 8, 8).state, OCT9_FREE);
    CHECK_EQ(robot_leaf(&robot_map, 12, 8, 8).state, OCT9_OCCUPIED);
    CHECK_EQ(robot_leaf(&robot_map, 13, 8, 8).state, OCT9_UNKNOWN);
    CHECK_EQ(robot_last.tiles, 1);
    CHECK_EQ(robot_last.changed, 5);
    CHECK_EQ(robot_map.robot.x, 8);
    CHECK_EQ(robot_map.robot.z, 8);
    reset();
    scan_of(hit(17, 17, 9)); /* downwards, into the tile below */
    CHECK_EQ(value(8, 8, 4), 10);
    for (unsigned z = 5; z < 9; z++)
        CHECK_EQ(value(8, 8, z), -4);
    CHECK_EQ(robot_last.tiles, 2);
}

/* Sixty-four beams, one along each row of a tile, see all of it: it stays one leaf. What lies
 * before it is as free as can be, and stays so. */
static void a_whole_tile(void)
{
    const oct9_point_t origin = at(120, 8, 8);
    const oct9_box_t before = { { 8, 0, 0 }, { 64, 8, 8 } };
    reset();
    robot_fill(&robot_map, &before, -20);
    const uint32_t used = robot_map.tree.used, digest = robot_digest(&robot_map);
    for (int i = 0; i < 64; i++) { /* from x = 120 by 119.5 halves, where the middle is at 112 */
        const int y = 2 * (i % 8) - 7, z = 2 * (i / 8) - 7;
        robot_beams[i] = robot_beam(16, 256 + y * 32 * 239 / 224, 256 + z * 32 * 239 / 224,
                                    OCT9_BEAM_CLEAR);
    }
    CHECK_EQ(robot_scan(&robot_map, &origin, 64, UINT32_MAX), OCT9_OK);
    CHECK_EQ(robot_last.changed, 1);
    CHECK_EQ(robot_map.tree.used, used);
    CHECK_EQ(value(7, 7, 7), -4);
    CHECK_EQ(robot_leaf(&robot_map, 7, 0, 7).level, 3);
    robot_fill(&robot_map, &(const oct9_box_t){ { 0, 0, 0 }, { 8, 8, 8 } }, 0);
    CHECK_EQ(robot_digest(&robot_map), digest);
    robot_check(&robot_map);
}

/* Cells are half-open, so a point where cells meet lies in the upper one: a beam up a diagonal and
 * one down it see the same cells, and so does one across. */
static void through_corners(void)
{
    reset();
    scan_of(clear(21, 21, 21));
    CHECK_EQ(robot_last.changed, 3);
    CHECK_EQ(value(8, 8, 8), -4);
    CHECK_EQ(value(9, 9, 9), -4);
    CHECK_EQ(value(10, 10, 10), -4);
    reset();
    scan_of(clear(13, 13, 13));
    CHECK_EQ(robot_last.changed, 3);
    CHECK_EQ(value(7, 7, 7), -4);
    CHECK_EQ(value(6, 6, 6), -4);
    reset();
    scan_of(clear(19, 15, 17)); /* x up, y down: by the point (9, 8) */
    CHECK_EQ(robot_last.changed, 3);
    CHECK_EQ(value(9, 8, 8), -4);
    CHECK_EQ(value(9, 7, 8), -4);
    CHECK_EQ(value(8, 7, 8), 0);
    reset();
    scan_of(clear(15, 19, 15)); /* down, up, down: by (8, 9, 8) */
    CHECK_EQ(robot_last.changed, 3);
    CHECK_EQ(value(8, 9, 8), -4);
    CHECK_EQ(value(7, 9, 7), -4);
}

/* An end on a plane lies in the upper cell. */
static void ends_on_planes(void)
{
    reset();
    scan_of(hit(20, 17, 17));
    CHECK_EQ(value(10, 8, 8), 10);
    CHECK_EQ(value(9, 8, 8), -4);
    reset();
    scan_of(hit(14, 17, 17));
    CHECK_EQ(value(7, 8, 8), 10);
    CHECK_EQ(value(6, 8, 8), 0);
}

static void hit_wins(void)
{
    for (unsigned order = 0; order < 2; order++) {
        reset();
        robot_beams[order] = hit(21, 17, 17);
        robot_beams[1 - order] = hit(25, 17, 17);
        scan(2);
        CHECK_EQ(value(9, 8, 8), -4); /* passed by both, counted once */
        CHECK_EQ(value(10, 8, 8), 10);
        CHECK_EQ(value(11, 8, 8), -4);
        CHECK_EQ(value(12, 8, 8), 10);
        CHECK_EQ(robot_last.changed, 5);
    }
    reset();
    robot_beams[0] = hit(21, 17, 17);
    robot_beams[1] = clear(21, 17, 17);
    robot_beams[2] = hit(20, 16, 17);
    scan(3);
    CHECK_EQ(value(10, 8, 8), 10); /* hit twice, counted once */
    scan(3);
    CHECK_EQ(value(10, 8, 8), 20);
}

/* A node all of whose cells are hit stays a leaf. */
static void all_of_a_node_hit(void)
{
    reset();
    for (unsigned i = 0; i < 8; i++)
        robot_beams[i] = hit(21 + 2 * (int)(i & 1), 21 + (int)(i & 2), 21 + (int)(i >> 2) * 2);
    scan(8);
    for (unsigned i = 0; i < 8; i++)
        CHECK_EQ(value(10 + (i & 1), 10 + (i >> 1 & 1), 10 + (i >> 2)), 10);
    CHECK_EQ(robot_leaf(&robot_map, 10, 10, 10).level, 1);
    CHECK_EQ(value(9, 9, 9), -4);
    CHECK_EQ(value(12, 11, 11), 0);
}

static void clear_only(void)
{
    reset();
    scan_of(clear(25, 17, 17));
    CHECK_EQ(value(12, 8, 8), -4);
    CHECK_EQ(value(13, 8, 8), 0);
    scan_of(clear(17, 17, 17)); /* no length: the sensor's own cell */
    CHECK_EQ(value(8, 8, 8), -8);
    CHECK_EQ(robot_last.changed, 1);
    scan_of(hit(17, 17, 17));
    CHECK_EQ(value(8, 8, 8), 2);
}

static void ends_outside(void)
{
    reset();
    scan_of(hit(-3, 17, 17));
    for (unsigned x = 0; x <= 8; x++)
        CHECK_EQ(value(x, 8, 8), -4);
    CHECK_EQ(robot_last.changed, 9);
    scan_of(robot_beam(-1, 544, 544, OCT9_BEAM_HIT));
    CHECK_EQ(value(0, 8, 8), -8);
    scan_of(robot_beam(0, 544, 544, OCT9_BEAM_HIT));
    CHECK_EQ(value(0, 8, 8), 2);
    reset();
    scan_of(robot_beam(32767, 544, 544, OCT9_BEAM_HIT));
    CHECK_EQ(value(511, 8, 8), 10);
    CHECK_EQ(value(510, 8, 8), -4);
    CHECK_EQ(robot_last.changed, 504);
    CHECK_EQ(robot_last.tiles, 63);
    reset();
    scan_of(robot_beam(-16384, -16384, -16384, OCT9_BEAM_HIT));
    CHECK_EQ(robot_last.changed, 9);
    CHECK_EQ(value(0, 0, 0), -4);
    reset();
    scan_of(robot_beam(49151, 544, 544, OCT9_BEAM_HIT));
    CHECK_EQ(value(511, 8, 8), -4);
    CHECK_EQ(robot_last.changed, 504);
}

/* The log-odds of the cell that many cells within a face, in line with world_at_face. */
static int value_within(unsigned face, unsigned cells)
{
    oct9_point_t p = world_at_face(face, (int32_t)cells * 64 + 32);
    return value((unsigned)(p.x - OCT9_LOW_Q6) / 64u, (unsigned)(p.y - OCT9_LOW_Q6) / 64u,
                 (unsigned)(p.z - OCT9_LOW_Q6) / 64u);
}

/* From the ninth cell within each face to `depth`, which is within it or not. */
static void beam_at_face(unsigned face, int32_t depth, bool hits)
{
    const oct9_point_t origin = world_at_face(face, 544);
    reset();
    robot_beams[0].end = world_at_face(face, depth);
    robot_beams[0].met = OCT9_BEAM_HIT;
    CHECK_EQ(robot_scan(&robot_map, &origin, 1, UINT32_MAX), OCT9_OK);
    robot_check(&robot_map);
    CHECK_EQ(robot_last.changed, 9);
    CHECK_EQ(value_within(face, 0), hits ? 10 : -4);
    for (unsigned i = 1; i < 9; i++)
        CHECK_EQ(value_within(face, i), -4);
    CHECK_EQ(value_within(face, 9), 0);
}

/* A low face is inside, a high one is outside. */
static void six_faces(void)
{
    for (unsigned face = 0; face < 6; face++) {
        beam_at_face(face, 1, true);
        beam_at_face(face, 0, (face & 1u) == 0);
        beam_at_face(face, -1, false);
        beam_at_face(face, -100, false);
        beam_at_face(face, -16383, false);
    }
}

/* One hit never makes a state final, and neither do twenty. */
static void clamped_and_never_final(void)
{
    static const int falls[] = { 26, 22, 18, 14, 10, 6, 2, -2, -6, -10, -14, -18, -20, -20 };
    reset();
    for (int i = 1; i <= 20; i++) {
        scan_of(hit(21, 17, 17));
        CHECK_EQ(value(10, 8, 8), i < 3 ? 10 * i : 30);
    }
    CHECK_EQ(robot_last.changed, 0);
    for (unsigned i = 0; i < sizeof falls / sizeof falls[0]; i++) {
        scan_of(clear(21, 17, 17));
        CHECK_EQ(value(10, 8, 8), falls[i]);
    }
    CHECK_EQ(robot_leaf(&robot_map, 10, 8, 8).state, OCT9_FREE);
    scan_of(hit(21, 17, 17));
    CHECK_EQ(value(10, 8, 8), -10);
    scan_of(hit(21, 17, 17));
    CHECK_EQ(robot_leaf(&robot_map, 10, 8, 8).payload, 0); /* unknown again, of any age */
    scan_of(hit(21, 17, 17));
    CHECK_EQ(robot_leaf(&robot_map, 10, 8, 8).state, OCT9_OCCUPIED);
}

/* Eight equal cells are one leaf; a cell that is seen otherwise is apart. */
static void merges(void)
{
    reset();
    for (int i = 0; i < 8; i++)
        robot_beams[i] = clear(17 + 2 * (i & 1), 17 + (i & 2), 17 + (i >> 1 & 2));
    scan(8);
    CHECK_EQ(robot_leaf(&robot_map, 9, 9, 9).level, 1);
    CHECK_EQ(value(9, 9, 9), -4);
    CHECK_EQ(robot_map.tree.used, 8); /* levels 9 to 2 */
    scan(8);
    CHECK_EQ(robot_leaf(&robot_map, 8, 9, 8).level, 1);
    CHECK_EQ(value(8, 9, 8), -8);
    scan(1);
    CHECK_EQ(robot_leaf(&robot_map, 9, 9, 9).level, 0);
    CHECK_EQ(robot_map.tree.used, 9);
    CHECK_EQ(value(8, 8, 8), -12);
}

/* An update makes a cell young, one that stays as it is too. */
static void makes_young(void)
{
    const oct9_node_t old = { { 8, 8, 8 }, 3 };
    reset();
    CHECK_EQ(oct9_tree_set_node(&robot_map.tree, &old, oct9_occupancy_payload(-20, 2)), OCT9_OK);
    scan_of(clear(21, 17, 17));
    CHECK_EQ(robot_leaf(&robot_map, 9, 8, 8).payload, oct9_occupancy_payload(-20, 0));
    CHECK_EQ(robot_leaf(&robot_map, 9, 9, 8).payload, oct9_occupancy_payload(-20, 2));
    CHECK_EQ(robot_last.changed, 3);
}

/* --- the pool, slices, errors ----------------------------------------------------------------- */

/* Beams apart, so that nothing merges: just the blocks that are needed are enough. */
static void refuses_whole(void)
{
    const oct9_point_t origin = at(17, 17, 17);
    robot_reset(&robot_map, ROBOT_BLOCKS, OCT9_REFUSE);
    robot_beams[0] = hit(97, 17, 17);
    robot_beams[1] = hit(17, 97, 17);
    CHECK_EQ(robot_scan(&robot_map, &origin, 2, UINT32_MAX), OCT9_OK);
    const uint32_t need = robot_map.tree.used, whole = robot_digest(&robot_map);
    for (uint32_t blocks = 1; blocks <= need; blocks++)
        for (unsigned i = 0; i < QUERY_BUDGETS; i++) {
            robot_reset(&robot_map, blocks, OCT9_REFUSE);
            const uint32_t empty = robot_digest(&robot_map);
            const oct9_status_t status = robot_scan(&robot_map, &origin, 2, query_budgets[i]);
            CHECK_EQ(status, blocks < need ? OCT9_ERR_POOL_FULL : OCT9_OK);
            CHECK_EQ(robot_digest(&robot_map), blocks < need ? empty : whole);
            CHECK_EQ(robot_map.tree.failed, blocks < need);
            CHECK_EQ(robot_map.tree.used, blocks < need ? 0 : need);
            robot_check(&robot_map);
        }
}

/* A map that is full already takes what needs no block, and refuses the rest as it is. */
static void refuses_later(void)
{
    random_t random = { 201 };
    uint32_t refused = 0, taken = 0;
    robot_reset(&robot_map, 150, OCT9_REFUSE);
    for (int i = 0; i < 40; i++) {
        oct9_point_t origin;
        const uint32_t count = robot_random_scan(&random, &origin);
        const uint32_t before = robot_digest(&robot_map), used = robot_map.tree.used;
        const oct9_status_t status = robot_scan(&robot_map, &origin, count, UINT32_MAX);
        if (status == OCT9_OK) {
            taken++;
        } else {
            refused++;
            CHECK_EQ(status, OCT9_ERR_POOL_FULL);
            CHECK_EQ(robot_digest(&robot_map), before);
            CHECK_EQ(robot_map.tree.used, used);
        }
        CHECK_EQ(robot_map.tree.failed, refused);
        robot_check(&robot_map);
    }
    CHECK(refused > 4 && taken > 2);
    TEST_DIGEST("scans refused", digest_add(robot_digest(&robot_map), refused));
}

/* Slices of a scan against the whole, on two maps; each slice visits what it may. */
static void slices(oct9_full_t full)
{
    random_t random = { 202 + full };
    for (unsigned i = 0; i < 24; i++) {
        oct9_point_t origin;
        oct9_status_t status;
        const uint32_t budget = query_budgets[i % QUERY_BUDGETS];
        if (i % 8 == 0) {
            robot_reset(&robot_map, ROBOT_BLOCKS, full);
            robot_reset(&robot_other, ROBOT_BLOCKS, full);
        }
        const uint32_t count = robot_random_scan(&random, &origin);
        const oct9_status_t whole = robot_scan(&robot_map, &origin, count, UINT32_MAX);
        const uint32_t tiles = robot_last.tiles, changed = robot_last.changed;
        CHECK_EQ(oct9_scan_begin(&robot_last, &robot_other, &origin, robot_beams, count), OCT9_OK);
        for (uint32_t calls = 1;; calls++) {
            status = oct9_scan_run(&robot_last, budget);
            CHECK(robot_last.tiles <= calls * budget);
            CHECK_EQ(robot_other.tree.generation % 2, 0);
            if (status != OCT9_AGAIN)
                break;
        }
        CHECK_EQ(status, whole);
        CHECK_EQ(robot_last.tiles, tiles);
        CHECK_EQ(robot_last.changed, changed);
        CHECK_EQ(robot_digest(&robot_other), robot_digest(&robot_map));
        robot_check(&robot_other);
    }
}

static void slices_make_no_difference(void)
{
    slices(OCT9_COARSEN);
    slices(OCT9_REFUSE);
}

/* Maps of the same content are equal leaf by leaf, in any order of the beams. */
static void order_makes_no_difference(void)
{
    random_t random = { 203 };
    for (int i = 0; i < 12; i++) {
        oct9_point_t origin;
        robot_reset(&robot_map, ROBOT_BLOCKS, OCT9_COARSEN);
        const uint32_t count = robot_random_scan(&random, &origin);
        CHECK_EQ(robot_scan(&robot_map, &origin, count, UINT32_MAX), OCT9_OK);
        const uint32_t digest = robot_digest(&robot_map);
        for (uint32_t k = count - 1; k > 0; k--) {
            const uint32_t with = random_below(&random, k + 1);
            const oct9_beam_t beam = robot_beams[k];
            robot_beams[k] = robot_beams[with];
            robot_beams[with] = beam;
        }
        robot_reset(&robot_map, ROBOT_BLOCKS, OCT9_COARSEN);
        CHECK_EQ(robot_scan(&robot_map, &origin, count, UINT32_MAX), OCT9_OK);
        CHECK_EQ(robot_digest(&robot_map), digest);
    }
}

static void random_scans(void)
{
    random_t random = { 204 };
    uint32_t digest = DIGEST_BEGIN;
    robot_reset(&robot_map, ROBOT_BLOCKS, OCT9_COARSEN);
    for (int i = 0; i < ROUNDS; i++) {
        oct9_point_t origin;
        const uint32_t count = robot_random_scan(&random, &origin);
        if (i % 10 == 0)
            robot_reset(&robot_map, ROBOT_BLOCKS, OCT9_COARSEN);
        CHECK_EQ(robot_scan(&robot_map, &origin, count, UINT32_MAX), OCT9_OK);
        digest = digest_add(digest, robot_digest(&robot_map));
        digest = digest_add(digest, robot_last.tiles << 16 | robot_last.changed);
        digest = digest_add(digest, (uint32_t)robot_map.tree.used << 16 | robot_map.tree.peak);
        robot_check(&robot_map);
    }
    TEST_DIGEST("scans", digest);
}

/* --- errors ----------------------------------------------------------------------------------- */

static void errors(void)
{
    static const oct9_point_t inside = POINT(544, 544, 544);
    oct9_scan_t s;
    reset();
    const uint32_t written = robot_map.tree.generation;
    robot_beams[0] = hit(25, 17, 17);
    robot_beams[1] = clear(25, 17, 17);
    for (unsigned face = 0; face < 6; face++) {
        const oct9_point_t rim = world_at_face(face, face & 1u ? 0 : -1);
        const oct9_point_t far = world_at_face(face, -16383);
        CHECK_EQ(oct9_scan_begin(&s, &robot_map, &rim, robot_beams, 2), OCT9_ERR_OUTSIDE);
        CHECK_EQ(oct9_scan_begin(&s, &robot_map, &far, robot_beams, 2), OCT9_ERR_OUTSIDE);
    }
    CHECK_EQ(oct9_scan_begin(&s, &robot_map, &inside, robot_beams, 0), OCT9_ERR_ARGUMENT);
    CHECK_EQ(oct9_scan_begin(&s, &robot_map, &inside, robot_beams, OCT9_BEAMS_MAX + 1),
             OCT9_ERR_ARGUMENT);
    robot_beams[1].met = 2;
    CHECK_EQ(oct9_scan_begin(&s, &robot_map, &inside, robot_beams, 2), OCT9_ERR_ARGUMENT);
    robot_beams[1].met = 255;
    CHECK_EQ(oct9_scan_begin(&s, &robot_map, &inside, robot_beams, 2), OCT9_ERR_ARGUMENT);
    CHECK_EQ(oct9_scan_begin(&s, &robot_map, &inside, robot_beams, 1), OCT9_OK);
    CHECK_EQ(oct9_scan_run(&s, 0), OCT9_ERR_ARGUMENT);
    CHECK_EQ(robot_map.tree.used, 0);
    CHECK_EQ(robot_map.tree.generation, written);
    CHECK_EQ(oct9_scan_run(&s, 1), OCT9_AGAIN);
    CHECK_EQ(oct9_scan_run(&s, 1), OCT9_OK);
    CHECK_EQ(value(12, 8, 8), 10);
}

GOLDEN_SUITE(scan)
{
    RUN(along_an_axis);
    RUN(a_whole_tile);
    RUN(through_corners);
    RUN(ends_on_planes);
    RUN(hit_wins);
    RUN(all_of_a_node_hit);
    RUN(clear_only);
    RUN(ends_outside);
    RUN(six_faces);
    RUN(clamped_and_never_final);
    RUN(merges);
    RUN(makes_young);
    RUN(refuses_whole);
    RUN(refuses_later);
    RUN(slices_make_no_difference);
    RUN(order_makes_no_difference);
    RUN(random_scans);
    RUN(errors);
}
