/* SPDX-License-Identifier: MIT */
/* Where a robot was: going back there is granted where no beam looks, going on never is. */
#include "tests/loop/loop.h"

#include <math.h>

enum { STEP = 120 / 3 + 1 };

static int off(int noise)
{
    return noise == 0 ? 0 : (int)random_below(&loop.random, 2u * (unsigned)noise + 1) - noise;
}

static void see_sides(unsigned i, int noise)
{
    const double x = loop.place[0], y = loop.place[1];
    loop_set(LOOP_DARK, LOOP_DARK, (int16_t)(900 + i % 3), (int16_t)(900 + i % 2),
             (int16_t)(1500 + i % 3), LOOP_DARK);
    loop_put(x + off(noise), y + off(noise), 20);
    CHECK_EQ(loop_see(), OCT9_OK);
}

/* --- never on --------------------------------------------------------------------------------- */

/* A black wall ahead: the front beam sees nothing. The pilot wants to go on whenever there is no
 * alarm; the robot rolls on for `coast` ms, then brakes. Its estimate has noise. It comes no
 * farther than a step, what it rolls, and the noise. */
static void creeps(double speed, unsigned coast, int noise, unsigned seconds)
{
    loop_begin(&oct9_sensor_multiranger);
    double x = 20, v = 0, most = 20;
    unsigned since = 1000000;
    bool alarm = false;
    for (unsigned i = 0; i < seconds * 20; i++, loop.now += 50) {
        for (unsigned ms = 0; ms < 50; ms++) {
            since = alarm ? since + 1 : 0;
            v = !alarm ? speed : since <= coast ? v : fmax(v - 3, 0);
            x += v / 1000;
        }
        most = fmax(most, x);
        loop_put(round(x), 20, 20);
        see_sides(i, noise);
        (void)loop_why((int16_t)speed, 0, 0);
        alarm = loop.found.alarm;
    }
    const double rolls = speed * (50 + coast) / 1000 + speed * speed / 6000;
    CHECK(most <= 20 + 2 * STEP + rolls + 2 * noise);
}

static void a_blind_robot_does_not_creep(void)
{
    creeps(10, 0, 0, 1200);
    creeps(10, 200, 0, 600);
    creeps(10, 0, 3, 1200);
    creeps(50, 200, 3, 600);
    creeps(100, 240, 0, 600);
    creeps(100, 200, 3, 1200);
    creeps(100, 100, 5, 600);
    creeps(150, 200, 3, 600);
    creeps(300, 200, 5, 600);
}

/* A correction of the estimate is no path that the robot went. */
static void a_correction_is_no_way(void)
{
    for (int by = 100; by <= 800; by += 50) {
        loop_begin(&oct9_sensor_multiranger);
        loop.policy.jump_mm = 800;
        loop_init();
        for (unsigned i = 0; i < 4; i++, loop.now += 50) {
            loop_put(20, 20, 20);
            loop_set((int16_t)(1500 + i % 3), LOOP_DARK, LOOP_DARK, LOOP_DARK, LOOP_DARK,
                     LOOP_DARK);
            CHECK_EQ(loop_see(), OCT9_OK);
        }
        loop_put(20, 20 + by, 20);
        loop_set(1500, LOOP_DARK, LOOP_DARK, LOOP_DARK, LOOP_DARK, LOOP_DARK);
        CHECK_EQ(loop_see(), OCT9_OK);
        CHECK_EQ(loop_ask(20, 20, 20), by < 160 ? loop.found.why : OCT9_MAPPER_UNKNOWN);
        CHECK(by < 160 || loop_why(0, -300, 0) == OCT9_MAPPER_UNKNOWN);
    }
}

/* --- back ------------------------------------------------------------------------------------- */

/* Flies 900 mm along x, and waits there: it may go back where it came from, as far as it was, for
 * two rounds of forgetting; not to the sides, and not on. */
static void it_may_go_back(void)
{
    static const uint32_t waits[] = { 0, 1000, 10000, 17000, 24000, 60000 };
    for (unsigned k = 0; k < 6; k++) {
        loop_begin(&oct9_sensor_multiranger);
        unsigned i = 0;
        for (int x = 0; x <= 900; x += 15, i++, loop.now += 50) {
            loop_put(20 + x, 20, 20);
            see_sides(i, 0);
        }
        const uint32_t until = loop.now + waits[k];
        for (; loop.now < until; i++, loop.now += 50)
            see_sides(i, 0);
        loop.now -= 50;
        const bool known = waits[k] < 18000;
        CHECK_EQ(loop_why(-300, 0, 0), known ? 0 : OCT9_MAPPER_UNKNOWN);
        CHECK_EQ(loop_why(-1000, 0, 0), known ? 0 : OCT9_MAPPER_UNKNOWN);
        CHECK_EQ(loop_ask(920 - 700, 20, 20), known ? 0 : OCT9_MAPPER_UNKNOWN);
        CHECK_EQ(loop_ask(920 - 1100, 20, 20), OCT9_MAPPER_UNKNOWN); /* it was not there */
        CHECK_EQ(loop_why(300, 0, 0), OCT9_MAPPER_UNKNOWN);
        CHECK_EQ(loop_why(0, 0, -300), OCT9_MAPPER_UNKNOWN);
        loop.place[0] += 10;
        CHECK_EQ(loop_ask(922, 20, 20), 0); /* where it stays it was just now */
    }
}

/* Back beside the path that it came by, it would come nearer with each trip to what lies there. A
 * step of the hand that steers is granted. */
static void it_may_not_go_back_beside_its_path(void)
{
    loop_begin(&oct9_sensor_multiranger);
    unsigned i = 0;
    for (int x = 0; x <= 900; x += 15, i++, loop.now += 50) {
        loop_put(20 + x, 20, 20);
        see_sides(i, 0);
    }
    loop.now -= 50;
    for (int z = -3 * STEP; z <= 3 * STEP; z += 5) {
        loop_put(920, 20, 20 + z);
        const unsigned why = loop_ask(920 - 400, 20, 20 + z);
        CHECK_EQ(why, z >= -STEP && z <= STEP ? 0 : OCT9_MAPPER_UNKNOWN);
    }
}

/* --- the ends of the world -------------------------------------------------------------------- */

static void at_the_ends_of_the_world(void)
{
    for (unsigned k = 0; k < 6; k++) {
        const int32_t sign = k % 2 ? -1 : 1, end = sign * (INT32_MAX - 11000);
        loop_begin(&oct9_sensor_multiranger);
        for (unsigned i = 0; i < 4; i++, loop.now += 50) {
            loop_put(20, 20, 20);
            loop.place[k / 2] = end;
            loop_set(LOOP_DARK, LOOP_DARK, LOOP_DARK, LOOP_DARK, LOOP_DARK, LOOP_DARK);
            loop.mm[k / 2 * 2 + (sign > 0)] = (int16_t)(1500 + i % 3);
            (void)loop_see();
        }
        loop.now -= 50;
        int16_t v[3] = { 0, 0, 0 };
        v[k / 2] = (int16_t)(sign * 1000);
        CHECK(loop_why(v[0], v[1], v[2]) & (OCT9_MAPPER_UNKNOWN | OCT9_MAPPER_ERROR));
        int32_t to[3] = { 20, 20, 20 };
        to[k / 2] = sign > 0 ? INT32_MAX : INT32_MIN;
        CHECK(loop_ask(to[0], to[1], to[2]) != 0);
    }
}

int main(void)
{
    RUN(a_blind_robot_does_not_creep);
    RUN(a_correction_is_no_way);
    RUN(it_may_go_back);
    RUN(it_may_not_go_back_beside_its_path);
    RUN(at_the_ends_of_the_world);
    return test_end();
}
