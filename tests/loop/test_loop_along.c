/* SPDX-License-Identifier: MIT */
/* Which beams count for a motion: those along it, and on its sides. */
#include "tests/loop/loop.h"
#include "tests/shared/sensors.h"

#include <math.h>

/* A black wall before one half of the robot's path and 2 cm more, left or right, and a bright one 2
 * m behind it: the zones that look past its edge say nothing of that half, wherever the sensor is
 * turned. In 0.10 the robot flew into it. Where the edge is 25 cm beside the path it passes. */
static void past_a_black_edge(int side, double apart, double yaw)
{
    const double edge = 20 + side * apart, end = edge + side * 2000;
    const bool hides = apart < 0;
    const loop_box_t boxes[] = {
        { { 1200, fmin(edge, end), -3000 }, { 1300, fmax(edge, end), 3000 }, true },
        { { 3200, -3000, -3000 }, { 3300, 3000, 3000 }, false },
    };
    loop_begin(&oct9_sensor_vl53l5cx_8x8);
    loop_world(boxes, 2);
    loop.noise = 3;
    loop.yaw = yaw;
    for (unsigned i = 0; i < 80 && loop.alarm_at == 0; i++)
        loop_round(300, 0);
    CHECK_EQ(loop.alarm_at != 0, hides);
    CHECK_EQ(loop.place[0] < 1200 - 120, hides);
    CHECK_EQ(loop.found.why, hides ? OCT9_MAPPER_UNKNOWN : 0);
}

static void a_black_edge_alarms(void)
{
    for (int side = -1; side <= 1; side += 2) {
        past_a_black_edge(side, 250, 0);
        for (int degrees = -15; degrees <= 15; degrees += 3)
            past_a_black_edge(side, -20, degrees / 57.3);
    }
}

/* The robot goes 2 s toward a wall that is 3 m away, and nothing alarms. */
static void goes_ahead(const oct9_sensor_t *sensor, double yaw)
{
    static const loop_box_t wall = { { 3000, -3000, -3000 }, { 3100, 3000, 3000 }, false };
    loop_begin(sensor);
    loop_world(&wall, 1);
    loop.noise = 3;
    loop.yaw = yaw;
    for (unsigned i = 0; i < 40; i++)
        loop_round(300, 0);
    CHECK_EQ(loop.alarm_at, 0);
    CHECK(loop.place[0] > 600);
}

/* A sensor that looks ahead between its zones still sees its path: toward a wall, to the distance
 * in which the robot stops. */
static void each_table_sees_straight_ahead(void)
{
    for (unsigned s = 0; s < LASER; s++) {
        goes_ahead(sensors[s], 0);
        for (unsigned i = 0; i < 160 && loop.alarm_at == 0; i++)
            loop_round(300, 0);
        CHECK(loop.alarm_at != 0 && (loop.found.why & OCT9_MAPPER_UNKNOWN) == 0);
        CHECK(loop.place[0] < 3000 - 120);
    }
}

/* Zones that look at the robot itself are not missed beside a motion. */
static void own_zones_are_not_wanted(void)
{
    static const uint8_t column[8] = { 0x10, 0x10, 0x10, 0x10, 0x10, 0x10, 0x10, 0x10 };
    oct9_sensor_t sensor = oct9_sensor_vl53l5cx_8x8;
    sensor.own = column;
    for (int degrees = -1; degrees <= 1; degrees++)
        goes_ahead(&sensor, degrees / 57.3);
}

int main(void)
{
    RUN(a_black_edge_alarms);
    RUN(each_table_sees_straight_ahead);
    RUN(own_zones_are_not_wanted);
    return test_end();
}
