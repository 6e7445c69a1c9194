/* SPDX-License-Identifier: MIT */
/* Following with a mapper: its check must agree, and each alarm of it is a stop. The world and the
 * sensor are those of tests/loop. */
#include "oct9/mm.h"
#include "tests/follow/follow_world.h"
#include "tests/loop/loop.h"

#include <math.h>
#include <string.h>

static const loop_box_t room[] = {
    { { 3000, -9000, -9000 }, { 3100, 9000, 9000 }, false },
    { { -9000, 3000, -9000 }, { 9000, 3100, 9000 }, false },
    { { -1300, -9000, -9000 }, { -1200, 9000, 9000 }, false },
    { { -9000, -1300, -9000 }, { 9000, -1200, 9000 }, false },
};
static oct9_block_t known_pool[64];
static oct9_tree_t known; /* a map that says that all is free */

/* The route is in the mapper's own map, or in one that knows of no obstacle. */
static void begin_in(bool own_map, unsigned count, const oct9_mm_t *places)
{
    const oct9_thresholds_t thresholds = OCT9_THRESHOLDS_DEFAULT;
    const oct9_node_t all = { { 0, 0, 0 }, OCT9_LEVELS };
    loop_begin(&oct9_sensor_multiranger);
    loop.policy.farthest_mm = 3500;
    loop_init();
    world_begin();
    CHECK_EQ(oct9_tree_init(&known, known_pool, 64, &thresholds), OCT9_OK);
    CHECK_EQ(oct9_tree_set_node(&known, &all, 1), OCT9_OK);
    world.map = oct9_map_of_tree(own_map ? &loop.mapper.occupancy.tree : &known);
    world.input.occupancy = own_map ? &loop.mapper.occupancy : NULL;
    world.input.base = &loop.mapper.base;
    world.input.mapper = &loop.mapper;
    world.input.map_alone = false;
    world.policy.rules.unknown = OCT9_PASSES;
    world.input.count = (uint16_t)count;
    for (unsigned i = 0; i < count; i++)
        CHECK_EQ(oct9_mm_place(&loop.mapper.base, &places[i], &world.points[i]), OCT9_OK);
    loop_world(room, 4);
    loop.noise = 3;
    CHECK_EQ(world_start(), OCT9_OK);
}

static const oct9_mm_t straight[] = { { 20, 20, 20 }, { 2500, 20, 20 } };

/* A frame and a step, at the time and place of the loop. Returns the status. */
static oct9_status_t ask(void)
{
    world.tick.now_ms = world.tick.pose_ms = loop.began + loop.now;
    world.tick.place_mm = (oct9_mm_t){ (int32_t)lround(loop.place[0]),
                                       (int32_t)lround(loop.place[1]),
                                       (int32_t)lround(loop.place[2]) };
    for (unsigned i = 0; i < 3; i++)
        world.tick.velocity_mm[i] = (int16_t)lround(loop.velocity[i]);
    return world_ask();
}

static void see(void)
{
    loop.now += 50;
    loop_measure();
    CHECK_EQ(loop_see(), OCT9_OK);
}

static unsigned see_and_ask(void)
{
    see();
    CHECK_EQ(ask(), OCT9_OK);
    return world.now.why;
}

/* --- it agrees -------------------------------------------------------------------------------- */

static void it_agrees(void)
{
    for (unsigned own = 0; own < 2; own++) {
        begin_in(own != 0, 2, straight);
        CHECK_EQ(see_and_ask(), 0);
        CHECK_EQ(world.now.state, OCT9_FOLLOW_GO);
        CHECK_EQ(world.now.mapper_why, 0);
        CHECK(world.now.speed_mm > 900);
    }
}

/* The more careful number of both policies. */
static void the_more_careful_number(void)
{
    begin_in(false, 2, straight);
    loop.policy.fastest_mm = 700;
    CHECK_EQ(see_and_ask(), 0);
    CHECK_EQ(world.now.speed_mm, 700);
    loop.policy.fastest_mm = 1000;
    world.policy.look_mm = world.policy.ahead_mm = 400;
    CHECK_EQ(world_start(), OCT9_OK);
    CHECK_EQ(see_and_ask(), 0);
    const unsigned usual = world.now.speed_mm;
    loop.policy.brake_mm = 2000;
    CHECK_EQ(see_and_ask(), 0);
    const unsigned soft = world.now.speed_mm;
    CHECK(soft < usual);
    loop.policy.reaction_ms = 400;
    CHECK_EQ(see_and_ask(), 0);
    CHECK(world.now.speed_mm < soft);
    loop.policy.stale_ms = 100;
    see();
    loop.now += 101;
    CHECK_EQ(ask(), OCT9_OK);
    CHECK_EQ(world.now.why & OCT9_FOLLOW_MAPPER, OCT9_FOLLOW_MAPPER);
    see();
    CHECK_EQ(ask(), OCT9_OK);
    CHECK_EQ(world.now.why, 0);
    world.tick.now_ms += 101;
    CHECK_EQ(world_ask(), OCT9_OK);
    CHECK_EQ(world.now.why, OCT9_FOLLOW_POSE);
    begin_in(false, 2, straight);
    const oct9_cell_t beside = { 256 + 12, 256 + 5, 256 };
    CHECK_EQ(oct9_tree_set_cell(&known, beside, 2), OCT9_OK);
    CHECK_EQ(see_and_ask(), 0);
    loop.policy.radius_mm = 250;
    CHECK_EQ(see_and_ask() & OCT9_FOLLOW_BLOCKED, OCT9_FOLLOW_BLOCKED);
}

/* The mapper's own tree has the mapper's window. */
static void the_mappers_own_tree(void)
{
    begin_in(true, 2, straight);
    world.input.occupancy = NULL;
    CHECK_EQ(world_start(), OCT9_ERR_ARGUMENT);
    world.input.occupancy = &world.occupancy;
    CHECK_EQ(world_start(), OCT9_ERR_ARGUMENT);
    world.input.occupancy = &loop.mapper.occupancy;
    CHECK_EQ(world_start(), OCT9_OK);
}

/* As fast as a number can say, and with no beam: a wall that only the mapper knows. */
static void as_fast_as_can_be_said(int32_t to_x, const loop_box_t *wall)
{
    const oct9_mm_t beyond[] = { { 20, 20, 20 }, { to_x, 20, 20 } };
    begin_in(false, 2, beyond);
    loop_world(wall, 1);
    world.policy.fastest_mm = loop.policy.fastest_mm = INT16_MAX;
    world.policy.brake_mm = loop.policy.brake_mm = UINT16_MAX;
    world.policy.reaction_ms = loop.policy.reaction_ms = 1;
    world.policy.look_mm = 12000;
    CHECK_EQ(world_start(), OCT9_OK);
    loop.policy.blind_ms = OCT9_MAPPER_FOREVER;
    (void)see_and_ask();
    CHECK(world.now.speed_mm < 20000); /* at most 3 m to stop in */
}

static void as_fast_to_both_sides(void)
{
    as_fast_as_can_be_said(10000, &room[0]);
    as_fast_as_can_be_said(-9960, &room[2]);
}

/* --- it alarms -------------------------------------------------------------------------------- */

static void before_it_begins(void)
{
    begin_in(false, 2, straight);
    CHECK_EQ(ask(), OCT9_ERR_STALE); /* no frame yet */
    CHECK_EQ(world.now.mapper_why, OCT9_MAPPER_ERROR);
    memset(&loop.mapper, 0, sizeof loop.mapper);
    CHECK_EQ(ask(), OCT9_ERR_STALE);
}

/* An answer that was given before the last frame is not the last word. */
static void an_old_frame(void)
{
    begin_in(false, 2, straight);
    CHECK_EQ(see_and_ask(), 0);
    loop.now += 299;
    CHECK_EQ(ask(), OCT9_OK);
    CHECK_EQ(world.now.why, 0);
    world.tick.now_ms++; /* the frame's age is 300, and that of the pose 1 */
    CHECK_EQ(world_ask(), OCT9_OK);
    CHECK_EQ(world.now.why, OCT9_FOLLOW_MAPPER);
    CHECK_EQ(world.now.mapper_why, OCT9_MAPPER_STALE);
    CHECK_EQ(world.now.state, OCT9_FOLLOW_STOP);
}

/* One of the future is no newer where the pose is old. */
static void a_frame_of_the_future(void)
{
    for (unsigned old = 0; old < 2; old++) {
        begin_in(false, 2, straight);
        see();
        world.tick.place_mm = straight[0];
        world.tick.now_ms = loop.began + loop.now - 200;
        world.tick.pose_ms = world.tick.now_ms - (old ? 101 : 50);
        CHECK_EQ(world_ask(), OCT9_OK);
        CHECK_EQ(world.now.why, old ? OCT9_FOLLOW_MAPPER : 0);
        CHECK_EQ(world.now.mapper_why, old ? OCT9_MAPPER_STALE : 0);
    }
}

static void a_frame_that_failed(void)
{
    const oct9_mapper_pose_t none = { { 20, 20, 20 }, { 1, 2, 3, 4 } };
    begin_in(false, 2, straight);
    CHECK_EQ(see_and_ask(), 0);
    loop.now += 50;
    const oct9_sensor_frame_t frame = { .time_ms = loop.began + loop.now,
                                        .distance_mm = loop.mm,
                                        .count = SIDES };
    CHECK_EQ(oct9_mapper_see(&loop.mapper, &frame, &none), OCT9_ERR_ARGUMENT);
    CHECK_EQ(ask(), OCT9_ERR_ARGUMENT);
    CHECK_EQ(see_and_ask(), 0);
}

/* In the middle of a write to either map. */
static void a_write_to_either(void)
{
    begin_in(false, 2, straight);
    CHECK_EQ(see_and_ask(), 0);
    loop.mapper.occupancy.tree.generation++;
    CHECK_EQ(ask(), OCT9_ERR_STALE);
    loop.mapper.occupancy.tree.generation++;
    CHECK_EQ(ask(), OCT9_OK);
    known.generation++;
    CHECK_EQ(ask(), OCT9_ERR_STALE);
    known.generation++;
    CHECK_EQ(ask(), OCT9_OK);
}

/* Too near, or nothing seen along the motion: it stops, at any speed. */
static void what_no_speed_helps(void)
{
    begin_in(false, 2, straight);
    loop.now += 50;
    loop_set(10, 1500, 1500, 1500, 600, 600);
    CHECK_EQ(loop_see(), OCT9_OK);
    CHECK_EQ(ask(), OCT9_OK);
    CHECK_EQ(world.now.why & OCT9_FOLLOW_MAPPER, OCT9_FOLLOW_MAPPER);
    CHECK(world.now.mapper_why & OCT9_MAPPER_TOO_NEAR);
    CHECK_EQ(world.now.speed_mm, 0);
    begin_in(false, 2, straight);
    loop.now += 50;
    loop_set(LOOP_DARK, 1500, 1500, 1500, 600, 600);
    CHECK_EQ(loop_see(), OCT9_OK);
    CHECK_EQ(ask(), OCT9_OK);
    CHECK_EQ(world.now.why, OCT9_FOLLOW_MAPPER);
    CHECK(world.now.mapper_why & OCT9_MAPPER_UNKNOWN);
    CHECK_EQ(world.now.state, OCT9_FOLLOW_STOP);
}

/* It is asked for the measured velocity, too: toward a wall that the map does not know. */
static void as_it_moves(void)
{
    begin_in(false, 2, straight);
    loop.now += 50;
    loop_set(2500, 1200, 450, 1500, 600, 600);
    CHECK_EQ(loop_see(), OCT9_OK);
    CHECK_EQ(ask(), OCT9_OK);
    CHECK_EQ(world.now.why, 0);
    loop.velocity[1] = 900;
    CHECK_EQ(ask(), OCT9_OK);
    CHECK_EQ(world.now.why & OCT9_FOLLOW_MAPPER, OCT9_FOLLOW_MAPPER);
    CHECK(world.now.mapper_why & OCT9_MAPPER_BLOCKED);
    CHECK_EQ(world.now.speed_mm, 0);
}

/* A box that only the mapper sees: the robot is slower, stops before, and is to be planned anew. */
static void a_box_that_only_the_mapper_sees(void)
{
    static const oct9_mm_t beyond[] = { { 20, 20, 20 }, { 3600, 20, 20 } };
    bool planned = false;
    begin_in(false, 2, beyond);
    for (unsigned i = 0; i < 200; i++) {
        (void)see_and_ask();
        if (world.now.state == OCT9_FOLLOW_REPLAN) {
            CHECK(world.now.why & OCT9_FOLLOW_BLOCKED);
            CHECK(world.now.clear_mm < 800);
            planned = true;
        }
        if (world.tick.place_mm.x > 2600) {
            CHECK(world.now.state != OCT9_FOLLOW_GO);
            CHECK(world.now.clear_mm <= 3000 - 120 - world.tick.place_mm.x + 60);
        }
        const double speed = world.now.speed_mm;
        CHECK(world.now.steer_mm.x <= 3000 - 120);
        loop.velocity[0] = fmax(fmin(speed, loop.velocity[0] + 150), loop.velocity[0] - 150);
        loop.place[0] += loop.velocity[0] * 0.05;
        CHECK(loop.place[0] < 3000 - 120);
    }
    CHECK(planned);
    CHECK(loop.place[0] > 2500);
    CHECK_EQ(world.now.speed_mm, 0);
}

/* A wall behind the corner: slower than slow_mm the mapper lets the robot come to it. */
static void a_wall_behind_a_corner(void)
{
    static const oct9_mm_t corner[] = { { 20, 20, 20 }, { 2500, 20, 20 }, { 2500, 2500, 20 } };
    unsigned stops = 0;
    for (unsigned own = 0; own < 2; own++) {
        begin_in(own != 0, 3, corner);
        for (unsigned i = 0; i < 1000 && world.now.state != OCT9_FOLLOW_ARRIVED; i++) {
            (void)see_and_ask();
            CHECK(world.now.state != OCT9_FOLLOW_REPLAN);
            stops += world.now.state == OCT9_FOLLOW_STOP;
            double by[3] = { world.now.steer_mm.x - loop.place[0],
                             world.now.steer_mm.y - loop.place[1],
                             world.now.steer_mm.z - loop.place[2] };
            const double far = sqrt(by[0] * by[0] + by[1] * by[1] + by[2] * by[2]);
            for (unsigned k = 0; k < 3; k++) {
                const double to = far < 1 ? 0 : by[k] / far * world.now.speed_mm;
                loop.velocity[k] = fmax(fmin(to, loop.velocity[k] + 100), loop.velocity[k] - 100);
                loop.place[k] += loop.velocity[k] * 0.05;
            }
            CHECK(loop_depth(110) < 0);
        }
        CHECK_EQ(world.now.state, OCT9_FOLLOW_ARRIVED);
    }
    CHECK(stops < 100);
}

/* The lesser of what is clear in the map and by the mapper: here both have the same obstacle, and
 * the larger radius counts in the map. */
static void clear_by_both(void)
{
    unsigned by_map = 0, by_mapper = 0;
    for (unsigned more = 0; more < 12; more++) {
        begin_in(true, 2, straight);
        world.policy.radius_mm = (uint16_t)(loop.policy.radius_mm + more);
        loop.now += 50;
        loop_set(200, 1500, 1500, 1500, 600, 600);
        CHECK_EQ(loop_see(), OCT9_OK);
        CHECK_EQ(ask(), OCT9_OK);
        CHECK_EQ(world.now.state, OCT9_FOLLOW_REPLAN);
        const unsigned clear = world.now.clear_mm;
        world.input.mapper = NULL;
        world.input.map_alone = true;
        CHECK_EQ(world_start(), OCT9_OK);
        CHECK_EQ(ask(), OCT9_OK);
        CHECK(clear <= world.now.clear_mm);
        by_map += clear == world.now.clear_mm;
        by_mapper += clear < world.now.clear_mm;
    }
    CHECK(by_map > 0 && by_mapper > 0);
}

/* A place to steer to that is farther than can be said: what the mapper found is no place there. */
static void a_leg_that_is_too_long(void)
{
    for (unsigned i = 0; i < 2; i++) {
        const int32_t y = i == 0 ? 60020 : 64020; /* legs of 62 and of 66 m */
        const oct9_mm_t far[] = { { 20, y, 20 }, { 40020, y, 20 } };
        begin_in(false, 2, straight);
        loop.policy.cell_um = 200000;
        loop.policy.look_mm = 900;
        loop_init();
        world.policy.beside_mm = 65000;
        world.policy.look_mm = world.policy.ahead_mm = 16000;
        world.policy.rules.outside = OCT9_FREE;
        for (unsigned k = 0; k < 2; k++)
            CHECK_EQ(oct9_mm_place(&loop.mapper.base, &far[k], &world.points[k]), OCT9_OK);
        CHECK_EQ(world_start(), OCT9_OK);
        loop.now += 50;
        loop_set(600, 1500, 700, 1500, 1500, 1500);
        CHECK_EQ(loop_see(), OCT9_OK);
        CHECK_EQ(ask(), OCT9_OK);
        CHECK_EQ(world.now.state, i == 0 ? OCT9_FOLLOW_REPLAN : OCT9_FOLLOW_STOP);
        CHECK(world.now.why & OCT9_FOLLOW_MAPPER);
        CHECK(i == 0 ? world.now.clear_mm < 600 : world.now.clear_mm > 60000);
    }
}

/* The end of the next segment is where the robot is, as it came off the route: it cannot steer. */
static void where_it_is_already(void)
{
    static const oct9_mm_t cusp[] = {
        { -980, 20, 20 }, { 65, 20, 20 }, { 10, 30, 20 }, { -980, 60, 20 }
    };
    static const int y[] = { 20, 24, 27, 30 };
    begin_in(false, 4, cusp);
    world.policy.beside_mm = 20;
    CHECK_EQ(world_start(), OCT9_OK);
    for (unsigned i = 0; i < 4; i++) {
        loop_put(10, y[i], 20);
        CHECK_EQ(see_and_ask(), i < 3 ? 0 : OCT9_FOLLOW_BLOCKED);
        CHECK_EQ(world.now.mapper_why, 0);
    }
    CHECK_EQ(world.now.state, OCT9_FOLLOW_STOP);
}

/* --- at random -------------------------------------------------------------------------------- */

/* The route leads to a random side, the policies and what the robot sees are random. */
static void begin_random(random_t *r)
{
    const int32_t side = random_below(r, 2) ? 2500 : -2500;
    const oct9_mm_t places[] = { { 20, 20, 20 }, { 20 + side, 20, 20 }, { 20 + side, 520, 20 } };
    begin_in(random_below(r, 2) != 0, 3, places);
    loop.policy.slow_mm = (uint16_t)(random_below(r, 3) * 50);
    loop.policy.look_mm = (uint16_t)(random_below(r, 2) ? 300 : 900);
    world.policy.radius_mm = (uint16_t)(random_below(r, 2) ? 120 : 60 + random_below(r, 140));
    loop.now += 50;
    for (unsigned i = 0; i < SIDES; i++)
        loop.mm[i] = random_below(r, 9) == 0 ? LOOP_DARK : (int16_t)(150 + random_below(r, 1500));
    loop_set(loop.mm[0], loop.mm[1], loop.mm[2], loop.mm[3], loop.mm[4], loop.mm[5]);
    CHECK_EQ(loop_see(), OCT9_OK);
    if (random_below(r, 3) == 0)
        for (unsigned i = 0; i < 3; i++)
            loop.velocity[i] = (int)random_below(r, 1200) - 600;
    if (random_below(r, 4) == 0) {
        const oct9_cell_t cell = { (uint16_t)(256 + random_below(r, 20)), 256, 256 };
        CHECK_EQ(oct9_tree_set_cell(&known, cell, 2), OCT9_OK);
    }
}

/* A motion to what the step allows, as a robot would command it, is one that the mapper allows. */
static void check_allowed(void)
{
    const oct9_mm_t *const at = &world.tick.place_mm, *const to = &world.now.steer_mm;
    const double by[3] = { to->x - at->x, to->y - at->y, to->z - at->z };
    const double far = sqrt(by[0] * by[0] + by[1] * by[1] + by[2] * by[2]);
    oct9_mapper_motion_t motion = { .now_ms = world.tick.now_ms, .place_mm = *at };
    oct9_mapper_found_t found;
    for (unsigned i = 0; i < 3; i++) {
        motion.velocity_mm[i] = world.tick.velocity_mm[i];
        motion.command_mm[i] = (int16_t)(by[i] / far * world.now.speed_mm);
    }
    CHECK_EQ(oct9_mapper_check(&loop.mapper, &motion, &found), OCT9_OK);
    CHECK(!found.alarm);
}

static void at_random(void)
{
    random_t r = { 99 };
    unsigned states[4] = { 0 };
    for (unsigned i = 0; i < 2000; i++) {
        begin_random(&r);
        CHECK_EQ(ask(), OCT9_OK);
        states[world.now.state & 3u]++;
        if (world.now.state == OCT9_FOLLOW_GO)
            check_allowed();
    }
    CHECK(states[OCT9_FOLLOW_STOP] > 100 && states[OCT9_FOLLOW_GO] > 100);
    CHECK(states[OCT9_FOLLOW_REPLAN] > 100);
}

int main(void)
{
    RUN(it_agrees);
    RUN(the_more_careful_number);
    RUN(the_mappers_own_tree);
    RUN(as_fast_to_both_sides);
    RUN(before_it_begins);
    RUN(an_old_frame);
    RUN(a_frame_of_the_future);
    RUN(a_frame_that_failed);
    RUN(a_write_to_either);
    RUN(what_no_speed_helps);
    RUN(as_it_moves);
    RUN(a_box_that_only_the_mapper_sees);
    RUN(a_wall_behind_a_corner);
    RUN(clear_by_both);
    RUN(a_leg_that_is_too_long);
    RUN(where_it_is_already);
    RUN(at_random);
    return test_end();
}
