/* SPDX-License-Identifier: MIT */
/* Small pools: what a robot does when its map is full. In 0.10 a window that could not follow said
 * so to nobody, and the robot met the wall behind its rim. */
#include "tests/loop/loop.h"

#include <string.h>

enum { RADIUS = 60, FEW = 73, LONG = 12000 };

/* A corridor with a floor, a ceiling, and boxes at its sides. */
static loop_box_t corridor[200];

static void make_corridor(double wall_x, bool black)
{
    static const loop_box_t sides[] = { { { -900, 700, -900 }, { 90000, 800, 2900 }, false },
                                        { { -900, -800, -900 }, { 90000, -700, 2900 }, false },
                                        { { -900, -900, -500 }, { 90000, 900, -400 }, false },
                                        { { -900, -900, 700 }, { 90000, 900, 800 }, false } };
    memcpy(corridor, sides, sizeof sides);
    corridor[4] = (loop_box_t){ { wall_x, -900, -900 }, { wall_x + 90, 900, 2900 }, black };
    loop_world(corridor, 5);
}

/* Flies until it stands or gives up. */
static void fly(double speed, unsigned rounds)
{
    for (unsigned i = 0; i < rounds && (i == 0 || loop.velocity[0] > 0); i++)
        loop_round(speed, 0);
}

/* The first of the two of pools: OCT9_REFUSE with fade 0 and a small pool, cells of 12 mm. A
 * straight flight to a wall that lies behind the first window, in both modes. */
static void a_window_that_cannot_follow(void)
{
    static const uint32_t blocks[] = { FEW, 100, 181, 400 };
    for (unsigned full = 0; full < 2; full++)
        for (unsigned i = 0; i < 4; i++) {
            const oct9_sensor_t rays = loop_rays(&oct9_sensor_multiranger);
            loop_begin(&rays);
            loop.blocks = blocks[i];
            loop.policy.cell_um = 12000;
            loop.policy.fastest_mm = 500;
            loop.policy.look_mm = 500;
            loop.policy.farthest_mm = 1500;
            loop.policy.near_mm = 400;
            loop.policy.model.fade = 0;
            loop.policy.model.full = full ? OCT9_COARSEN : OCT9_REFUSE;
            loop_init();
            make_corridor(LONG, false);
            loop.noise = 3;
            fly(500, 600);
            CHECK_EQ((int)loop.velocity[0], 0);
            CHECK(loop.alarm_at != 0 && loop_depth(RADIUS) < 0);
        }
}

/* Fills the pool with rows of four nodes of the window's step, and cells in them: after a move of
 * one to three steps they need more blocks. All lie beside the robot. */
static void fill_the_pool(void)
{
    const oct9_box_t all = { { 0, 0, 0 }, { 512, 512, 512 } };
    oct9_tree_t *const tree = &loop.mapper.occupancy.tree;
    CHECK_EQ(oct9_occupancy_clear_box(&loop.mapper.occupancy, &all), OCT9_OK);
    for (unsigned i = 0; i < 100000 && tree->used < tree->capacity; i++)
        for (unsigned step = 0; step < 4; step++) {
            const unsigned in = i < 8 ? 0 : 1u << random_below(&loop.random, 6);
            const oct9_node_t node = { { (uint16_t)(256 + 64 * step + in), (uint16_t)(64 * (i % 2)),
                                         (uint16_t)(64 * (i / 2 % 2)) },
                                       0 };
            (void)oct9_tree_set_node(tree, &node, oct9_occupancy_payload(51, 0));
        }
    CHECK_EQ(tree->used, tree->capacity);
}

/* While a move is owed what lies outside blocks, and is an obstacle for the clearance. The error is
 * in time: the robot is 192 cells from the rim then. */
static void what_is_outside_blocks_while_a_move_is_owed(void)
{
    for (unsigned full = 0; full < 2; full++) {
        const oct9_sensor_t rays = loop_rays(&oct9_sensor_multiranger);
        loop_begin(&rays);
        loop.blocks = FEW;
        loop.policy.model.full = full ? OCT9_COARSEN : OCT9_REFUSE;
        loop.policy.blind_ms = OCT9_MAPPER_FOREVER;
        loop_init();
        loop_set(500, LOOP_DARK, LOOP_DARK, LOOP_DARK, LOOP_DARK, LOOP_DARK);
        CHECK_EQ(loop_see(), OCT9_OK);
        loop.policy.jump_mm = 32767;
        fill_the_pool();
        unsigned owed = 0;
        for (double x = 1000; x < 256 * 40; x += 40) {
            const oct9_mm_t place = { (int32_t)x, 20, 20 };
            const oct9_status_t status = oct9_mapper_follow(&loop.mapper, &place);
            const double rim = 256 * 40 - x;
            loop_put(x, 20, 20);
            const unsigned why = loop_why(500, 0, 0);
            CHECK_EQ(loop.mapper.owed, status != OCT9_OK);
            CHECK(full || status == (x >= 64 * 40 ? OCT9_ERR_POOL_FULL : OCT9_OK));
            if (status == OCT9_OK) { /* where leaves are merged it finds room */
                const int32_t off = (int32_t)x / 40 - loop.mapper.occupancy.window.x;
                CHECK(off >= 0 && off < 64);
                CHECK_EQ(why & OCT9_MAPPER_BLOCKED, 0);
                continue;
            }
            owed++;
            CHECK_EQ((why & OCT9_MAPPER_BLOCKED) != 0, rim <= 1000 + 120 + 4);
            CHECK(rim > 500 || loop.found.clearance_mm <= rim);
            CHECK(rim < 510 || loop.found.clearance_mm == OCT9_MAPPER_FAR);
            CHECK_EQ((why & OCT9_MAPPER_NEAR) != 0, rim < 150);
            CHECK_EQ(loop_why(-500, 0, 0), 0); /* it may go back, and along the rim */
            CHECK_EQ(loop_why(-300, 300, 0), 0);
            CHECK_EQ(loop_why(0, 300, 0) != 0, rim <= 120 + 4); /* too near to it not */
            CHECK_EQ(loop_why(3, 300, 0) != 0, rim <= 120 + 13);
        }
        CHECK_EQ(owed > 100, !full);
        if (owed == 0)
            continue;
        loop_put(256 * 40 + 100, 20, 20); /* outside of it only back */
        CHECK(loop_why(300, 0, 0) & OCT9_MAPPER_BLOCKED);
        CHECK(loop_why(0, 300, 0) & OCT9_MAPPER_BLOCKED);
        CHECK_EQ(loop_why(-300, 0, 0), 0);
        static const struct {
            int32_t from, to;
            bool blocked;
        } asks[] = { { 60, 60, true },     { 60, 50, true },      { 60, 59, true },
                     { 60, 70, true },     { 60, -60, true },     { 60, -110, true },
                     { 60, -130, false },  { -60, -61, true },    { -60, -60, true },
                     { -60, -130, false }, { -200, -200, false }, { -200, -110, true } };
        for (unsigned i = 0; i < 12; i++) { /* of the rim; the other end is 900 mm aside */
            loop_put(256 * 40 + asks[i].from, 20, 20);
            const unsigned why = loop_ask(256 * 40 + asks[i].to, 920, 20);
            CHECK_EQ((why & OCT9_MAPPER_BLOCKED) != 0, asks[i].blocked);
        }
    }
}

/* Without a move that is owed the outside is unknown, as the policy has it. */
static void the_outside_is_unknown_else(void)
{
    loop_begin(&oct9_sensor_multiranger);
    loop_set(1500, 1500, 1500, 1500, 1500, 1500);
    loop.policy.jump_mm = 7000;
    loop.policy.blind_ms = OCT9_MAPPER_FOREVER;
    CHECK_EQ(loop_see(), OCT9_OK);
    loop_put(256 * 40 - 200, 20, 20);
    loop.policy.jump_mm = 32767;
    CHECK_EQ(loop_why(500, 0, 0), 0);
    CHECK(loop.found.known_mm < 1000);
    CHECK_EQ(loop.found.clearance_mm, OCT9_MAPPER_FAR);
}

/* Point 13: with unknown BLOCKS, 130 mm from the rim, all known to be free: near, and said. */
static void near_the_rim_with_unknown_blocks(void)
{
    loop_begin(&oct9_sensor_multiranger);
    loop.policy.unknown = OCT9_BLOCKS;
    loop.policy.least_mm = 400;
    loop.policy.jump_mm = 7680;
    loop_init();
    loop.policy.jump_mm = 32767; /* the robot is where no follow would let it be */
    loop_set(1500, 1500, 1500, 1500, 1500, 1500);
    CHECK_EQ(loop_see(), OCT9_OK);
    for (double x = 0; x < 256 * 40; x += 640)
        for (double y = -1280; y < 1280; y += 640)
            for (double z = -1280; z < 1280; z += 640)
                loop_mark(x, y, z, 4, OCT9_FREE);
    for (int from = 20; from < 600; from += 10) {
        loop_put(256 * 40 - from, 20, 20);
        const unsigned why = loop_why(5, 0, 0);
        if (from != 400) /* rounded down */
            CHECK_EQ((why & OCT9_MAPPER_NEAR) != 0, from < 400);
        CHECK(from > 500 ? loop.found.clearance_mm == OCT9_MAPPER_FAR
                         : loop.found.clearance_mm <= from && loop.found.clearance_mm > from - 4);
        CHECK_EQ(loop_why(0, 0, 0), 0);
        CHECK_EQ(loop_why(-300, 0, 0), 0);
    }
}

/* The second of pools: a corridor whose front wall goes dark once the robot has stopped before it.
 * The alarm stays, however small the pool. */
static void a_dark_front_wall_in_a_corridor(void)
{
    static const uint32_t blocks[] = { 100, 150, 300, 4096 };
    for (unsigned wide = 0; wide < 2; wide++)
        for (unsigned i = 0; i < 4; i++) {
            const oct9_sensor_t rays = loop_rays(&oct9_sensor_multiranger);
            loop_begin(wide ? &oct9_sensor_multiranger : &rays);
            loop.blocks = blocks[i];
            loop_init();
            make_corridor(6000, false);
            loop_put(3000, 20, 20);
            loop.noise = 3;
            fly(500, 400);
            CHECK(loop.found.why & OCT9_MAPPER_BLOCKED);
            CHECK_EQ((int)loop.velocity[0], 0);
            corridor[4].black = true;
            for (unsigned n = 0; n < 3000; n++) { /* 150 s */
                loop_move(0, 0, 50);
                loop_measure();
                CHECK(loop_see() == OCT9_OK);
                CHECK(loop_why(500, 0, 0) & OCT9_MAPPER_BLOCKED);
            }
        }
}

/* A model that refuses, and a pool that is full of what is near: a frame that does not fit is an
 * error, and each check alarms until one does. */
static void a_frame_that_does_not_fit_alarms(void)
{
    const oct9_sensor_t rays = loop_rays(&oct9_sensor_multiranger);
    loop_begin(&rays);
    loop.blocks = FEW;
    loop.policy.model.full = OCT9_REFUSE;
    loop.policy.jump_mm = 7680;
    loop_init();
    loop_set(200, LOOP_DARK, LOOP_DARK, LOOP_DARK, LOOP_DARK, LOOP_DARK);
    CHECK_EQ(loop_see(), OCT9_OK);
    const oct9_tree_t *const tree = &loop.mapper.occupancy.tree;
    for (unsigned i = 0; i < 20000 && tree->used < tree->capacity; i++) {
        const oct9_cell_t cell = { (uint16_t)(240 + random_below(&loop.random, 32)),
                                   (uint16_t)(240 + random_below(&loop.random, 32)),
                                   (uint16_t)(240 + random_below(&loop.random, 32)) };
        if (cell.x == 256 && cell.y == 256)
            continue;
        for (unsigned k = 0; k < 4; k++)
            (void)oct9_occupancy_observe(&loop.mapper.occupancy, cell, true);
    }
    loop.now += 50;
    loop_put(-500, 400, 300);
    loop_set(1000, 900, 800, 700, 600, 500);
    const oct9_status_t status = loop_see();
    CHECK_EQ(status, OCT9_ERR_POOL_FULL);
    CHECK_EQ(loop_check(), status);
    loop.now += 50;
    loop_set(LOOP_DARK, LOOP_DARK, LOOP_DARK, LOOP_DARK, LOOP_DARK, LOOP_DARK);
    CHECK_EQ(loop_see(), OCT9_OK);
    CHECK_EQ(loop_check(), status);
}

int main(void)
{
    RUN(a_window_that_cannot_follow);
    RUN(what_is_outside_blocks_while_a_move_is_owed);
    RUN(the_outside_is_unknown_else);
    RUN(near_the_rim_with_unknown_blocks);
    RUN(a_dark_front_wall_in_a_corridor);
    RUN(a_frame_that_does_not_fit_alarms);
    return test_end();
}
