/* SPDX-License-Identifier: MIT */
/* A robot in a closed loop, on the host: it flies as it is said along routes through maps of random
 * boxes, reacts late, brakes as hard as the policy says and no harder, knows its place with an
 * error, late. It never comes nearer to an obstacle than its radius, and nearly always it arrives.
 *
 * SEED=7 FLIGHTS=50 before it changes the flights. */
#include "oct9/mm.h"
#include "oct9/sweep.h"
#include "oct9/window.h"
#include "tests/follow/follow_world.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BOXES = 110, ROOM = 5000, RADIUS = 100, ROUTE = 8, OLD = 8, PLACES = WORLD_POINTS };

static random_t r;

typedef struct {
    double lo[3], hi[3];
} box_t;

/* What flies, and what it was said. */
typedef struct {
    double place[3], velocity[3];
    double old_place[OLD][3], old_velocity[OLD][3]; /* of the last rounds */
    double steer[3], speed;                         /* that it obeys, */
    double next_steer[3], next_speed;               /* and will obey after obeys_ms */
    unsigned obeys_ms, lag;                         /* lag: rounds by which the pose is late */
    double error;                                   /* of its place, on each axis */
    double nearest;                                 /* to an obstacle, ever */
} robot_t;

static box_t boxes[BOXES];
static unsigned box_count;
static robot_t robot;
static oct9_mm_t places[PLACES];
static unsigned arrived, replanned, flights, steps;
static double nearest_ever = 1e9;

static unsigned setting(const char *name, unsigned usual)
{
    const char *const given = getenv(name);
    return given ? (unsigned)strtoul(given, NULL, 10) : usual;
}

static int between(int lo, int hi)
{
    return lo + (int)random_below(&r, (uint32_t)(hi - lo + 1));
}

static double jitter(double most)
{
    return most * (random_below(&r, 20001) / 10000.0 - 1.0);
}

/* --- the world -------------------------------------------------------------------------------- */

static double distance_to(const box_t *box, const double at[3])
{
    double square = 0;
    for (unsigned i = 0; i < 3; i++) {
        const double by = fmax(fmax(box->lo[i] - at[i], at[i] - box->hi[i]), 0);
        square += by * by;
    }
    return sqrt(square);
}

static double nearest_box(const double at[3])
{
    double least = 1e9;
    for (unsigned i = 0; i < box_count; i++)
        least = fmin(least, distance_to(&boxes[i], at));
    return least;
}

static void put(const box_t *box)
{
    world_box((int)box->lo[0], (int)box->lo[1], (int)box->lo[2], (int)box->hi[0], (int)box->hi[1],
              (int)box->hi[2], OCT9_OCCUPIED);
}

static void fill(void)
{
    const int far = 512 * WORLD_CELL;
    world_box(-far, -far, -far, 2 * far, 2 * far, 2 * far, OCT9_FREE);
    for (unsigned i = 0; i < box_count; i++)
        put(&boxes[i]);
}

/* Most lie where the routes do. */
static void random_box(box_t *box)
{
    for (unsigned i = 0; i < 3; i++) {
        const int most = i == 2 ? 1600 : ROOM;
        box->lo[i] = WORLD_CELL * between((WORLD_MIDDLE - most) / WORLD_CELL,
                                          (WORLD_MIDDLE + most) / WORLD_CELL);
        box->hi[i] = box->lo[i] + WORLD_CELL * between(1, 20);
    }
}

static bool segment_clear(const oct9_mm_t *a, const oct9_mm_t *b)
{
    oct9_sphere_input_t in = { .rules = world.policy.rules };
    oct9_sweep_output_t out;
    in.rules.start_inside = OCT9_BLOCKS;
    return oct9_mm_sphere(&world.base, a, b, world.policy.radius_mm + 20, &in.motion) == OCT9_OK &&
           oct9_sweep_sphere(&world.map, &in, &out) == OCT9_OK && out.hit == OCT9_HIT_NONE;
}

static oct9_mm_t random_place(void)
{
    return (oct9_mm_t){ WORLD_MIDDLE + between(-ROOM, ROOM), WORLD_MIDDLE + between(-ROOM, ROOM),
                        WORLD_MIDDLE + between(-1000, 1000) };
}

/* A polyline that is clear: each point is the first of many that can be reached straight. */
static unsigned random_route(void)
{
    unsigned count = 0;
    for (unsigned tries = 0; tries < 4000 && count < ROUTE; tries++) {
        const oct9_mm_t place = random_place();
        if (segment_clear(count ? &places[count - 1] : &place, &place))
            places[count++] = place;
    }
    return count;
}

/* --- the robot -------------------------------------------------------------------------------- */

static double length3(const double v[3])
{
    return sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

/* One millisecond: the velocity changes by what the robot can. */
static void fly_ms(void)
{
    double by[3], change[3];
    for (unsigned i = 0; i < 3; i++)
        by[i] = robot.steer[i] - robot.place[i];
    const double far = length3(by), speed = far < 2 ? 0 : robot.speed;
    for (unsigned i = 0; i < 3; i++)
        change[i] = (far < 2 ? 0 : by[i] / far * speed) - robot.velocity[i];
    const double most = world.policy.brake_mm / 1000.0, asked = length3(change);
    for (unsigned i = 0; i < 3; i++) {
        robot.velocity[i] += asked > most ? change[i] / asked * most : change[i];
        robot.place[i] += robot.velocity[i] / 1000;
    }
    robot.nearest = fmin(robot.nearest, nearest_box(robot.place));
}

/* A round of 50 ms: what was said is obeyed after obeys_ms. */
static void fly(void)
{
    for (unsigned ms = 0; ms < 50; ms++) {
        if (ms == robot.obeys_ms) {
            memcpy(robot.steer, robot.next_steer, sizeof robot.steer);
            robot.speed = robot.next_speed;
        }
        fly_ms();
    }
    memmove(robot.old_place[1], robot.old_place[0], sizeof robot.old_place[0] * (OLD - 1));
    memmove(robot.old_velocity[1], robot.old_velocity[0], sizeof robot.old_velocity[0] * (OLD - 1));
    memcpy(robot.old_place[0], robot.place, sizeof robot.place);
    memcpy(robot.old_velocity[0], robot.velocity, sizeof robot.velocity);
}

static void put_robot(const oct9_mm_t *at)
{
    memset(&robot, 0, sizeof robot);
    robot.place[0] = at->x;
    robot.place[1] = at->y;
    robot.place[2] = at->z;
    for (unsigned i = 0; i < OLD; i++)
        memcpy(robot.old_place[i], robot.place, sizeof robot.place);
    memcpy(robot.steer, robot.place, sizeof robot.place);
    robot.nearest = 1e9;
}

static void measure(void)
{
    const double *const place = robot.old_place[robot.lag], *const velocity =
                                                                robot.old_velocity[robot.lag];
    int32_t *const to[3] = { &world.tick.place_mm.x, &world.tick.place_mm.y,
                             &world.tick.place_mm.z };
    world.tick.now_ms += 50;
    world.tick.pose_ms = world.tick.now_ms - 50 * robot.lag;
    for (unsigned i = 0; i < 3; i++) {
        *to[i] = (int32_t)lround(place[i] + jitter(robot.error));
        world.tick.velocity_mm[i] = (int16_t)lround(velocity[i]);
    }
}

static void obey(void)
{
    robot.next_steer[0] = world.now.steer_mm.x;
    robot.next_steer[1] = world.now.steer_mm.y;
    robot.next_steer[2] = world.now.steer_mm.z;
    robot.next_speed = world.now.speed_mm;
}

/* --- flights ---------------------------------------------------------------------------------- */

/* A box that the robot has room to stop before, at any speed. */
static void box_appears(void)
{
    box_t *const box = &boxes[box_count];
    if (box_count == BOXES)
        return;
    random_box(box);
    const double v = length3(robot.velocity);
    if (distance_to(box, robot.place) < 500 + v * 0.5 + v * v / world.policy.brake_mm)
        return;
    put(box);
    box_count++;
}

static void window_follows(void)
{
    const oct9_offset_t by = { between(-1, 1), between(-1, 1), between(-1, 1) };
    const oct9_offset_t *const window = &world.occupancy.window;
    if (abs(window->x + 64 * by.x) > 64 || abs(window->y + 64 * by.y) > 64 ||
        abs(window->z + 64 * by.z) > 64)
        return;
    CHECK_EQ(oct9_window_move(&world.occupancy, &by, 6), OCT9_OK);
    fill();
}

static void random_policy(void)
{
    world.policy.radius_mm = RADIUS + 20;
    world.policy.fastest_mm = (uint16_t)between(300, 2500);
    world.policy.brake_mm = (uint16_t)between(1000, 5000);
    world.policy.look_mm = (uint16_t)between(500, 3000);
    world.policy.ahead_mm = (uint16_t)between(100, 500);
    world.policy.corner_mm = (uint16_t)between(20, 100);
    world.policy.progress_ms = 5000;
    world.policy.progress_mm = 30;
    robot.error = between(0, 10);
    robot.lag = random_below(&r, 3);
    robot.obeys_ms = random_below(&r, 50);
    world.policy.reaction_ms = (uint16_t)(50 + robot.obeys_ms);
}

/* Goes on to the end of the route, or until it is to be planned anew and stands. */
static void one_flight(bool changes)
{
    for (unsigned i = 0; i < 3000; i++) {
        measure();
        CHECK_EQ(world_ask(), OCT9_OK);
        steps++;
        obey();
        fly();
        if (changes && random_below(&r, 40) == 0)
            box_appears();
        if (changes && random_below(&r, 60) == 0)
            window_follows();
        if (world.now.speed_mm == 0 && world.now.state >= OCT9_FOLLOW_REPLAN &&
            length3(robot.velocity) == 0)
            break;
    }
    arrived += world.now.state == OCT9_FOLLOW_ARRIVED;
    replanned += world.now.state == OCT9_FOLLOW_REPLAN;
}

static void fly_one(uint32_t seed, bool changes)
{
    r.state = seed;
    world_begin();
    box_count = 0;
    for (unsigned i = 0; i < 90; i++)
        random_box(&boxes[box_count++]);
    fill();
    put_robot(&(oct9_mm_t){ 0, 0, 0 });
    random_policy();
    const robot_t set = robot;
    const unsigned count = random_route();
    if (count < 2)
        return;
    world_route(count, places);
    CHECK_EQ(world_start(), OCT9_OK);
    put_robot(&places[0]);
    robot.error = set.error;
    robot.lag = set.lag;
    robot.obeys_ms = set.obeys_ms;
    flights++;
    one_flight(changes);
    if (robot.nearest <= RADIUS || getenv("VERBOSE"))
        printf("seed %u: state %d why %d, %.1f mm from an obstacle\n", (unsigned)seed,
               world.now.state, world.now.why, robot.nearest);
    CHECK(robot.nearest > RADIUS);
    nearest_ever = fmin(nearest_ever, robot.nearest);
}

static void fly_all(bool changes)
{
    const unsigned count = setting("FLIGHTS", 60), seed = setting("SEED", 1);
    arrived = replanned = flights = steps = 0;
    nearest_ever = 1e9;
    for (unsigned i = 0; i < count; i++)
        fly_one(seed + i, changes);
    printf("seeds %u to %u: %u flights, %u steps, %u arrived, %u to be planned anew, %.1f mm from "
           "an obstacle\n",
           seed, seed + count - 1, flights, steps, arrived, replanned, nearest_ever);
    CHECK(flights * 10 >= count * 9);
    CHECK_EQ(arrived + replanned, flights);
}

static void in_a_map_that_stays(void)
{
    fly_all(false);
    CHECK(arrived * 10 >= flights * 9);
}

static void where_boxes_appear_and_the_window_moves(void)
{
    fly_all(true);
    CHECK(arrived * 2 >= flights);
}

/* How far the robot is off the route. */
static double off_route(unsigned count)
{
    double least = 1e9;
    for (unsigned n = 0; n + 1 < count; n++) {
        const double a[3] = { places[n].x, places[n].y, places[n].z };
        const double by[3] = { places[n + 1].x - a[0], places[n + 1].y - a[1],
                               places[n + 1].z - a[2] };
        double part = 0, to[3];
        for (unsigned i = 0; i < 3; i++)
            part += (robot.place[i] - a[i]) * by[i];
        part = fmax(fmin(part / (by[0] * by[0] + by[1] * by[1] + by[2] * by[2]), 1), 0);
        for (unsigned i = 0; i < 3; i++)
            to[i] = robot.place[i] - a[i] - part * by[i];
        least = fmin(least, length3(to));
    }
    return least;
}

/* 3 m straight, an arc of pieces of about 60 mm, 2 m straight: as a curve of route.h. */
static unsigned arc_route(double radius, double degrees)
{
    const double turn = degrees * 0.017453293;
    const unsigned pieces = (unsigned)(radius * turn / 60) + 1;
    const int y = WORLD_MIDDLE - 1000;
    unsigned count = 0;
    places[count++] = (oct9_mm_t){ WORLD_MIDDLE - 3000, y, WORLD_MIDDLE };
    for (unsigned i = 0; i <= pieces; i++) {
        const double at = turn * i / pieces;
        places[count++] = (oct9_mm_t){ (int32_t)lround(WORLD_MIDDLE + radius * sin(at)),
                                       (int32_t)lround(y + radius * (1 - cos(at))), WORLD_MIDDLE };
    }
    places[count] = places[count - 1];
    places[count].x += (int32_t)lround(2000 * cos(turn));
    places[count].y += (int32_t)lround(2000 * sin(turn));
    return count + 1;
}

/* An arc of many short pieces is a corner, too: it leaves it by about corner_mm at most. */
static void arcs_of_short_pieces(void)
{
    static const int radii[] = { 30, 60, 100, 200, 400, 700, 1000, 1500 };
    for (unsigned i = 0; i < 8; i++)
        for (int degrees = 45; degrees <= 180; degrees += 45)
            for (unsigned lag = 0; lag < 3; lag++) {
                double most = 0, slowest = 1e9;
                world_begin();
                box_count = 0;
                world.policy.fastest_mm = 2500;
                world.policy.look_mm = 3000;
                world.policy.reaction_ms = lag == 0 ? 50 : 250;
                const unsigned count = arc_route(radii[i], degrees);
                world_route(count, places);
                CHECK_EQ(world_start(), OCT9_OK);
                put_robot(&places[0]);
                robot.lag = lag;
                robot.obeys_ms = lag == 0 ? 0 : 49;
                for (unsigned n = 0; n < 3000 && world.now.state != OCT9_FOLLOW_ARRIVED; n++) {
                    measure();
                    CHECK_EQ(world_ask(), OCT9_OK);
                    CHECK_EQ(world.now.why, 0);
                    obey();
                    fly();
                    most = fmax(most, off_route(count));
                    if (robot.place[0] > WORLD_MIDDLE && n > 40 && world.now.speed_mm > 0)
                        slowest = fmin(slowest, world.now.speed_mm);
                }
                CHECK_EQ(world.now.state, OCT9_FOLLOW_ARRIVED);
                if (getenv("VERBOSE"))
                    printf("radius %d, %d degrees, lag %u: %.0f mm off, %.0f mm a second\n",
                           radii[i], degrees, lag, most, slowest);
                CHECK(most < 1.25 * world.policy.corner_mm);
            }
}

int main(void)
{
    RUN(arcs_of_short_pieces);
    RUN(in_a_map_that_stays);
    RUN(where_boxes_appear_and_the_window_moves);
    return test_end();
}
