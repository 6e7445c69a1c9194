/* SPDX-License-Identifier: MIT */
/* The mapper's answers beside a separate judge, in long doubles and by brute force over all
 * leaves of random maps: blocked, near, known and clear are said where they must be, and nowhere
 * else, up to the rounding that the headers state. SEED=7 ROUNDS=5000 before it draws other cases.
 */
#include "oct9/visit.h"
#include "tests/loop/loop.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { LEAVES = 40000 };

typedef long double real_t;

typedef struct {
    real_t lo[3], hi[3]; /* mm */
    oct9_state_t state;
} leaf_t;

/* A motion of a ball: from `from` along `d`, of length 1. */
typedef struct {
    real_t from[3], d[3], length;
} motion_t;

static leaf_t leaves[LEAVES];
static unsigned count;
static real_t cell_mm;

/* --- the judge -------------------------------------------------------------------------------- */

/* The distance of the point at `t` to a leaf, and its slope. */
static real_t distance(const motion_t *motion, const leaf_t *leaf, real_t t, real_t *slope)
{
    real_t square = 0, along = 0;
    for (unsigned i = 0; i < 3; i++) {
        const real_t x = motion->from[i] + t * motion->d[i];
        const real_t apart = x < leaf->lo[i] ? x - leaf->lo[i]
                           : x > leaf->hi[i] ? x - leaf->hi[i]
                                             : 0;
        square += apart * apart;
        along += apart * motion->d[i];
    }
    const real_t far = sqrtl(square);
    *slope = far > 0 ? along / far : -1; /* what contains it blocks */
    return far;
}

/* Where a ball first touches a leaf that its motion comes nearer to at its start; 1e30: nowhere. By
 * convexity it is the first t at which the distance, which falls there, is the radius. */
static real_t touches(const motion_t *motion, const leaf_t *leaf, real_t radius, real_t slope_limit)
{
    real_t slope, low = 0, high = motion->length;
    const real_t start = distance(motion, leaf, 0, &slope);
    if (slope >= slope_limit || start > radius + motion->length)
        return 1e30L;
    if (start <= radius)
        return 0;
    for (unsigned i = 0; i < 80; i++) { /* where it is nearest */
        const real_t middle = (low + high) / 2;
        (void)distance(motion, leaf, middle, &slope);
        if (slope < 0)
            low = middle;
        else
            high = middle;
    }
    const real_t nearest = high;
    if (distance(motion, leaf, nearest, &slope) > radius)
        return 1e30L;
    low = 0;
    high = nearest;
    for (unsigned i = 0; i < 80; i++) {
        const real_t middle = (low + high) / 2;
        if (distance(motion, leaf, middle, &slope) > radius)
            low = middle;
        else
            high = middle;
    }
    return high;
}

/* The first touch with leaves of these states. */
static real_t first_touch(const motion_t *motion, bool unknown, real_t radius, real_t slope_limit)
{
    real_t first = 1e30L;
    for (unsigned i = 0; i < count; i++)
        if (leaves[i].state == OCT9_OCCUPIED || unknown)
            first = fminl(first, touches(motion, &leaves[i], radius, slope_limit));
    return first;
}

static real_t clearance(const motion_t *motion, bool unknown)
{
    real_t nearest = 1e30L, slope;
    for (unsigned i = 0; i < count; i++)
        if (leaves[i].state == OCT9_OCCUPIED || unknown)
            nearest = fminl(nearest, distance(motion, &leaves[i], 0, &slope));
    return nearest;
}

/* What is nearer than least_mm, and that the motion comes nearer to. */
static bool comes_near(const motion_t *motion, bool unknown, real_t least, real_t slope_limit)
{
    real_t slope;
    for (unsigned i = 0; i < count; i++)
        if ((leaves[i].state == OCT9_OCCUPIED || unknown) &&
            distance(motion, &leaves[i], 0, &slope) < least && slope < slope_limit)
            return true;
    return false;
}

static void list_leaves(void)
{
    static oct9_visit_t visit;
    const oct9_map_t map = oct9_map_of_tree(&loop.mapper.occupancy.tree);
    const oct9_offset_t *const window = &loop.mapper.occupancy.window;
    oct9_leaf_t leaf;
    count = 0;
    CHECK_EQ(oct9_visit_begin(&visit, &map, NULL, OCT9_STATES_OCCUPIED | OCT9_STATES_UNKNOWN),
             OCT9_OK);
    while (count < LEAVES && oct9_visit_next(&visit, UINT32_MAX, &leaf) > 0) {
        const uint16_t corner[3] = { leaf.corner.x, leaf.corner.y, leaf.corner.z };
        const int32_t origin[3] = { window->x, window->y, window->z };
        for (unsigned i = 0; i < 3; i++) {
            leaves[count].lo[i] = cell_mm * (corner[i] + origin[i] - 256);
            leaves[count].hi[i] = leaves[count].lo[i] + cell_mm * (1 << leaf.level);
        }
        leaves[count++].state = leaf.state;
    }
    CHECK(count < LEAVES);
}

/* --- cases ------------------------------------------------------------------------------------ */

static double any(double low, double high)
{
    return low + (high - low) * random_below(&loop.random, 1000001) / 1e6;
}

/* Any policy that a robot may have. */
static void any_policy(void)
{
    static const uint32_t cells_um[] = { 20000, 40000, 40000, 62500, 80000 };
    loop.policy.cell_um = cells_um[random_below(&loop.random, 5)];
    cell_mm = loop.policy.cell_um / 1000.0L;
    loop.policy.radius_mm = (uint16_t)any(20, 250);
    loop.policy.look_mm = (uint16_t)any(100, 1200);
    loop.policy.near_mm = (uint16_t)any(300, 700);
    loop.policy.least_mm = (uint16_t)any(0, 300);
    loop.policy.slow_mm = (uint16_t)any(0, 300);
    loop.policy.farthest_mm = (uint16_t)fmin(3500, 192 * (double)cell_mm);
    loop.policy.fastest_mm = 1000;
    loop.policy.unknown = (oct9_policy_t)random_below(&loop.random, 2);
    loop.policy.blind_ms = OCT9_MAPPER_FOREVER;
    loop.policy.jump_mm = 3000;
}

/* Free space about the robot, with obstacles and unknown cells in it. */
static void any_map(void)
{
    const double cell = (double)cell_mm;
    for (int i = -2; i < 2; i++)
        for (int k = -2; k < 2; k++)
            for (int n = -2; n < 2; n++)
                loop_mark(32 * cell * i, 32 * cell * k, 32 * cell * n, 5, OCT9_FREE);
    const unsigned things = random_below(&loop.random, 40);
    for (unsigned i = 0; i < things; i++) {
        const unsigned level = random_below(&loop.random, 4);
        const double reach = any(3, 50) * cell;
        double at[3];
        for (unsigned k = 0; k < 3; k++)
            at[k] = floor(any(-reach, reach) / cell / (1 << level)) * (1 << level) * cell +
                    cell / 2;
        loop_mark(at[0], at[1], at[2], level,
                  random_below(&loop.random, 3) == 0 ? OCT9_UNKNOWN : OCT9_OCCUPIED);
    }
}

/* The robot somewhere in it, and a velocity: along an axis, nearly so, or any. */
static void any_motion(int16_t velocity[3])
{
    const double speed = exp(any(log(1.5), log(1200)));
    double v[3], square = 0;
    for (unsigned i = 0; i < 3; i++) {
        loop.place[i] = round(any(-20, 20) * (double)cell_mm);
        v[i] = any(-1, 1);
        if (random_below(&loop.random, 3) == 0)
            v[i] = 0;
        square += v[i] * v[i];
    }
    for (unsigned i = 0; i < 3; i++)
        velocity[i] = (int16_t)lround(speed * v[i] / sqrt(square + 1e-9));
    if (velocity[0] == 0 && velocity[1] == 0 && velocity[2] == 0)
        velocity[0] = 1;
    for (unsigned i = 0; i < 3; i++) /* nearly along what is left */
        if (velocity[i] == 0 && random_below(&loop.random, 4) == 0)
            velocity[i] = (int16_t)(random_below(&loop.random, 3) - 1);
}

static motion_t judged(const int16_t velocity[3], bool *fast)
{
    motion_t motion = { .length = 0 };
    real_t speed = 0;
    for (unsigned i = 0; i < 3; i++)
        speed += (real_t)velocity[i] * velocity[i];
    speed = sqrtl(speed);
    for (unsigned i = 0; i < 3; i++) {
        motion.from[i] = loop.place[i];
        motion.d[i] = velocity[i] / speed;
    }
    const real_t stop = speed * loop.policy.reaction_ms / 1000 +
                        speed * speed / (2.0L * loop.policy.brake_mm);
    *fast = speed >= loop.policy.slow_mm;
    motion.length = *fast ? fmaxl(stop, loop.policy.look_mm) : stop;
    return motion;
}

/* What the ball touches already and is not known counts, wherever the motion goes. */
static const real_t any_slope = 1e30L;

static unsigned blocked, near_things, passed, left;

/* One check. The rounding: `more` mm of the ball, and a slope within `edge` of 0. */
static void judge(const int16_t velocity[3])
{
    bool fast;
    motion_t motion = judged(velocity, &fast);
    const bool unknown = loop.policy.unknown == OCT9_BLOCKS;
    const real_t radius = loop.policy.radius_mm, sub = cell_mm / 64;
    const real_t more = 3 * sub + 4 + 3, edge = 0.02L;
    const unsigned why = loop_why(velocity[0], velocity[1], velocity[2]);
    const real_t clear = first_touch(&motion, unknown, radius, -edge),
                 known = first_touch(&motion, true, radius, any_slope);
    const bool near = comes_near(&motion, unknown, loop.policy.least_mm, -edge);
    CHECK(clear > 1e29L || (why & OCT9_MAPPER_BLOCKED));
    CHECK(clear > 1e29L || loop.found.clear_mm <= clear);
    CHECK(known > 1e29L || loop.found.known_mm <= known);
    CHECK(!near || (why & OCT9_MAPPER_NEAR));
    /* and no more than that */
    motion.length += more;
    const real_t sooner = first_touch(&motion, unknown, radius + more, edge),
                 known_sooner = first_touch(&motion, true, radius + more, any_slope);
    CHECK(sooner < 1e29L || (why & OCT9_MAPPER_BLOCKED) == 0);
    CHECK(loop.found.clear_mm == OCT9_MAPPER_FAR || loop.found.clear_mm + more >= sooner);
    CHECK(loop.found.known_mm == OCT9_MAPPER_FAR || loop.found.known_mm + more >= known_sooner);
    CHECK(comes_near(&motion, unknown, loop.policy.least_mm + more, edge) ||
          (why & OCT9_MAPPER_NEAR) == 0);
    const real_t far = clearance(&motion, unknown);
    CHECK(loop.found.clearance_mm == OCT9_MAPPER_FAR ? far >= loop.policy.near_mm
                                                     : loop.found.clearance_mm <= far);
    CHECK(loop.found.clearance_mm == OCT9_MAPPER_FAR || loop.found.clearance_mm + more >= far);
    CHECK_EQ(why & ~(unsigned)(OCT9_MAPPER_BLOCKED | OCT9_MAPPER_NEAR), 0);
    blocked += (why & OCT9_MAPPER_BLOCKED) != 0;
    near_things += (why & OCT9_MAPPER_NEAR) != 0;
    passed += why == 0;
    left += why == 0 && far < radius;
}

/* The same of a path of any length. */
static void judge_ask(void)
{
    motion_t motion = { .length = 0 };
    int32_t to[3];
    const bool unknown = loop.policy.unknown == OCT9_BLOCKS;
    const real_t radius = loop.policy.radius_mm, more = 3 * cell_mm / 64 + 2, edge = 0.02L;
    real_t square = 0;
    for (unsigned i = 0; i < 3; i++) {
        to[i] = (int32_t)lround(any(-60, 60) * (double)cell_mm);
        motion.from[i] = loop.place[i];
        motion.d[i] = to[i] - motion.from[i];
        square += motion.d[i] * motion.d[i];
    }
    motion.length = sqrtl(square);
    if (motion.length < 100)
        return;
    for (unsigned i = 0; i < 3; i++)
        motion.d[i] /= motion.length;
    const unsigned why = loop_ask(to[0], to[1], to[2]);
    const real_t clear = first_touch(&motion, unknown, radius, -edge),
                 sooner = first_touch(&motion, unknown, radius + more, edge),
                 known = first_touch(&motion, true, radius, any_slope),
                 known_sooner = first_touch(&motion, true, radius + more, any_slope);
    CHECK(loop.found.known_mm == OCT9_MAPPER_FAR || loop.found.known_mm + more >= known_sooner);
    CHECK(clear > 1e29L || ((why & OCT9_MAPPER_BLOCKED) && loop.found.clear_mm <= clear));
    CHECK(sooner < 1e29L || (why & OCT9_MAPPER_BLOCKED) == 0);
    CHECK(known > 1e29L || loop.found.known_mm <= known);
}

static void answers_are_as_judged(void)
{
    const char *const wanted = getenv("ROUNDS"), *const seed = getenv("SEED");
    const unsigned rounds = wanted ? (unsigned)strtoul(wanted, NULL, 10) : 250;
    const uint64_t first = seed ? strtoull(seed, NULL, 10) : 39;
    printf("seed %llu\n", (unsigned long long)first);
    random_t random = { first };
    for (unsigned round = 0; round < rounds; round++) {
        loop_begin(&oct9_sensor_multiranger);
        loop.random = random;
        any_policy();
        loop_init();
        loop_put(0, 0, 0);
        loop_set(LOOP_DARK, LOOP_DARK, LOOP_DARK, LOOP_DARK, 3990, LOOP_DARK);
        CHECK_EQ(loop_see(), OCT9_OK);
        any_map();
        list_leaves();
        for (unsigned i = 0; i < 20; i++) {
            int16_t velocity[3];
            any_motion(velocity);
            judge(velocity);
            judge_ask();
        }
        random = loop.random;
    }
    printf("blocked %u, near %u, passed %u, of them left what they touched %u\n", blocked,
           near_things, passed, left);
    CHECK(blocked > rounds && near_things > rounds && passed > rounds && left > rounds / 20);
}

/* A judge of few words for the reasons together: each is said beside the others. */
static void reasons_come_together(void)
{
    for (unsigned wants = 0; wants < 64; wants++) {
        loop_begin(&oct9_sensor_multiranger);
        loop.policy.least_mm = 400;
        loop_init();
        const bool near = wants & 1u, blocked_ahead = wants & 2u, stale = wants & 4u,
                   frozen = wants & 8u, too_near = wants & 16u, blind = wants & 32u;
        for (int i = 0; i < 12; i++, loop.now += 50) { /* it flies along x, 10 mm in each frame */
            loop_put(20 + 10 * i, 20, 20);
            loop_set(blind ? LOOP_DARK : (int16_t)(1800 - 10 * i), 1500, LOOP_DARK, 1500,
                     (int16_t)(1500 + i % 3), 1500);
            if (frozen)
                loop.mm[FRONT] = 1700;
            if (too_near && i == 11)
                loop.mm[FRONT] = 45;
            CHECK_EQ(loop_see(), OCT9_OK);
        }
        if (near)
            loop_mark(200, 360, 20, 0, OCT9_OCCUPIED);
        if (blocked_ahead)
            loop_mark(800, 20, 20, 0, OCT9_OCCUPIED);
        loop.now = stale ? loop.now + 260 : loop.now - 40;
        const unsigned why = loop_why(500, 0, 50);
        /* what is too near is mapped */
        CHECK_EQ((why & OCT9_MAPPER_NEAR) != 0, near || too_near);
        CHECK_EQ((why & OCT9_MAPPER_BLOCKED) != 0, blocked_ahead || too_near);
        CHECK_EQ((why & OCT9_MAPPER_STALE) != 0, stale);
        CHECK_EQ((why & OCT9_MAPPER_FROZEN) != 0, frozen);
        CHECK_EQ((why & OCT9_MAPPER_TOO_NEAR) != 0, too_near);
        /* what it saw before it repeated itself is 460 ms old, and 760 in a stale frame */
        CHECK_EQ((why & OCT9_MAPPER_UNKNOWN) != 0, frozen ? stale : blind);
        CHECK_EQ(loop.found.alarm, wants != 0);
    }
}

/* --- ask() ------------------------------------------------------------------------------------ */

static void a_path_may_be_asked_for(void)
{
    loop_begin(&oct9_sensor_multiranger);
    loop_set(1800, 1500, LOOP_DARK, 1500, 1500, 1500);
    CHECK_EQ(loop_see(), OCT9_OK);
    loop.velocity[0] = loop.velocity[1] = 3000; /* which it does not ask */
    CHECK_EQ(loop_ask(1620, 20, 20), 0);        /* looked at: 1,600 and 120 of 1,800 */
    CHECK_EQ(loop_ask(1720, 20, 20), OCT9_MAPPER_UNKNOWN | OCT9_MAPPER_BLOCKED);
    CHECK_EQ(loop_ask(20, 620, 20), OCT9_MAPPER_UNKNOWN); /* not looked at */
    CHECK_EQ(loop_ask(20, 20, 20), 0);
    CHECK_EQ(loop_ask(20, 1000, 20), OCT9_MAPPER_UNKNOWN);
    CHECK(loop.found.known_mm == 0 && loop.found.clear_mm == OCT9_MAPPER_FAR);
    CHECK_EQ(loop_ask(15000, 20, 20), OCT9_MAPPER_UNKNOWN | OCT9_MAPPER_BLOCKED); /* outside */
    CHECK_EQ(loop_ask(20, 15000, 20), OCT9_MAPPER_UNKNOWN);
    CHECK_EQ(loop_ask(20, 25000, 20), OCT9_MAPPER_ERROR); /* and too far outside */
    CHECK_EQ(loop_ask(INT32_MAX, INT32_MIN, 20), OCT9_MAPPER_ERROR);
    loop.now += 301;
    CHECK_EQ(loop_ask(520, 20, 20), OCT9_MAPPER_STALE);
    CHECK_EQ(loop_ask(20, 20, 20), OCT9_MAPPER_STALE);
}

/* The ball reaches into unknown space below, in one large leaf, all along a path that comes no
 * nearer to it: nothing of it is known, and with BLOCKS only a motion that leaves it is clear. */
static void unknown_space_that_the_ball_touches(void)
{
    for (unsigned blocks = 0; blocks < 2; blocks++)
        for (int z = 1; z < 300; z += z < 100 || z > 130 ? 9 : 1) {
            loop_begin(&oct9_sensor_multiranger);
            loop.policy.unknown = blocks ? OCT9_BLOCKS : OCT9_PASSES;
            loop.policy.least_mm = 0;
            loop_init();
            loop_put(20, 20, z);
            loop_set(LOOP_DARK, 300, LOOP_DARK, LOOP_DARK, LOOP_DARK, LOOP_DARK);
            CHECK_EQ(loop_see(), OCT9_OK);
            for (double x = -640; x < 1920; x += 640)
                for (double y = -640; y < 640; y += 640)
                    for (double up = 0; up < 1920; up += 640)
                        loop_mark(x, y, up, 4, OCT9_FREE);
            const unsigned why = loop_why(500, 0, 0);
            if (z <= 120) {
                CHECK(why & OCT9_MAPPER_UNKNOWN);
                CHECK_EQ(loop.found.known_mm, 0);
            }
            if (z > 124) {
                CHECK_EQ(why, 0);
                CHECK_EQ(loop.found.known_mm, OCT9_MAPPER_FAR);
            }
            (void)loop_why(500, 0, -50);
            CHECK(!blocks || z > 120 || (loop.found.why & OCT9_MAPPER_BLOCKED));
            (void)loop_why(0, 0, 300);
            CHECK_EQ(loop.found.why & OCT9_MAPPER_BLOCKED, 0);
            CHECK(z > 120 || loop.found.known_mm == 0);
        }
}

/* All of it known to be free: no beam has to have looked. */
static void a_path_that_is_known(void)
{
    loop_begin(&oct9_sensor_multiranger);
    loop_set(LOOP_DARK, 1500, LOOP_DARK, 1500, 1500, 1500);
    CHECK_EQ(loop_see(), OCT9_OK);
    for (double x = -640; x < 5000; x += 640)
        for (double y = -640; y < 640; y += 640)
            for (double z = -640; z < 640; z += 640)
                loop_mark(x, y, z, 4, OCT9_FREE);
    CHECK_EQ(loop_ask(4900, 20, 20), 0);
    CHECK_EQ(loop.found.known_mm, OCT9_MAPPER_FAR);
    CHECK_EQ(loop_ask(5200, 20, 20), OCT9_MAPPER_UNKNOWN);
    CHECK(loop.found.known_mm <= 4980 && loop.found.known_mm > 4970); /* to 5120, less 120 and 20 */
}

/* Cells of 400 mm: an obstacle 70 m away is found, and so is what is not known. A path of more than
 * 32,766 mm is unknown, even if all of it is known. */
static void a_path_of_a_hundred_metres(void)
{
    loop_begin(&oct9_sensor_multiranger);
    loop.policy.cell_um = 400000;
    loop.policy.farthest_mm = 4000;
    loop_init();
    loop_set(LOOP_DARK, 1500, LOOP_DARK, 1500, 1500, 1500);
    CHECK_EQ(loop_see(), OCT9_OK);
    for (double x = -6400; x < 102000; x += 6400)
        for (double y = -6400; y < 6400; y += 6400)
            for (double z = -6400; z < 6400; z += 6400)
                loop_mark(x, y, z, 4, OCT9_FREE);
    CHECK_EQ(loop_ask(20 + 32765, 20, 20), 0);
    CHECK_EQ(loop_ask(20 + 32766, 20, 20), OCT9_MAPPER_UNKNOWN);
    CHECK_EQ(loop_ask(20 + 32800, 20, 20), OCT9_MAPPER_UNKNOWN);
    CHECK_EQ(loop_ask(100000, 200, 200), OCT9_MAPPER_UNKNOWN);
    CHECK_EQ(loop.found.known_mm, OCT9_MAPPER_FAR);
    loop_mark(70000, 0, 0, 0, OCT9_UNKNOWN);
    CHECK_EQ(loop_ask(100000, 200, 200), OCT9_MAPPER_UNKNOWN);
    CHECK_EQ(loop.found.known_mm, 65534);
    loop_mark(70000, 0, 0, 0, OCT9_OCCUPIED);
    CHECK(loop_ask(100000, 200, 200) & OCT9_MAPPER_BLOCKED);
    CHECK_EQ(loop.found.clear_mm, 65534);
}

int main(void)
{
    RUN(answers_are_as_judged);
    RUN(reasons_come_together);
    RUN(a_path_may_be_asked_for);
    RUN(unknown_space_that_the_ball_touches);
    RUN(a_path_that_is_known);
    RUN(a_path_of_a_hundred_metres);
    return test_end();
}
