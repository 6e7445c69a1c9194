/* SPDX-License-Identifier: MIT */
#include "tests/loop/loop.h"

#include <math.h>
#include <string.h>

enum { RAYS = 17 };

loop_t loop;
OCT9_MAPPER_MEMORY(static, memory, LOOP_BLOCKS, LOOP_ZONES, 64);
static const oct9_mapper_policy_t usual = OCT9_MAPPER_POLICY;

oct9_sensor_t loop_rays(const oct9_sensor_t *sensor)
{
    oct9_sensor_t rays = *sensor;
    rays.spread_q14 = 0;
    return rays;
}

void loop_begin(const oct9_sensor_t *sensor)
{
    memset(&loop, 0, sizeof loop);
    loop.policy = usual;
    loop.sensor = sensor;
    loop.blocks = LOOP_BLOCKS;
    loop.began = 1000;
    loop.round_ms = 50;
    loop.brakes = 3000;
    loop.reacts = 200;
    loop.random.state = 39;
    loop_put(20, 20, 20);
    loop_init();
}

void loop_init(void)
{
    oct9_mapper_memory_t some = memory;
    some.blocks = loop.blocks;
    CHECK_EQ(oct9_mapper_init(&loop.mapper, &some, loop.sensor, &loop.policy, NULL), OCT9_OK);
}

void loop_world(const loop_box_t *boxes, unsigned count)
{
    loop.boxes = boxes;
    loop.count = count;
}

void loop_put(double x, double y, double z)
{
    loop.place[0] = x;
    loop.place[1] = y;
    loop.place[2] = z;
}

/* --- the world -------------------------------------------------------------------------------- */

/* Where a ray enters a box; 1e9: it does not. */
static double enter(const loop_box_t *box, const double from[3], const double direction[3])
{
    double first = 0, last = 1e9;
    for (unsigned i = 0; i < 3; i++) {
        if (fabs(direction[i]) < 1e-12) {
            if (from[i] < box->lo[i] || from[i] > box->hi[i])
                return 1e9;
            continue;
        }
        const double a = (box->lo[i] - from[i]) / direction[i],
                     b = (box->hi[i] - from[i]) / direction[i];
        first = fmax(first, fmin(a, b));
        last = fmin(last, fmax(a, b));
    }
    return first <= last ? first : 1e9;
}

double loop_cast(const double from[3], const double direction[3])
{
    const loop_box_t *nearest = NULL;
    double distance = 1e9;
    for (unsigned i = 0; i < loop.count; i++) {
        const double to = enter(&loop.boxes[i], from, direction);
        if (to < distance) {
            distance = to;
            nearest = &loop.boxes[i];
        }
    }
    return nearest && nearest->black ? 1e9 : distance;
}

double loop_depth(double radius)
{
    double deepest = -1e9;
    for (unsigned i = 0; i < loop.count; i++) {
        double square = 0;
        for (unsigned k = 0; k < 3; k++) {
            const double apart = fmax(
                fmax(loop.boxes[i].lo[k] - loop.place[k], loop.place[k] - loop.boxes[i].hi[k]), 0);
            square += apart * apart;
        }
        deepest = fmax(deepest, radius - sqrt(square));
    }
    return deepest;
}

/* --- readings --------------------------------------------------------------------------------- */

/* A direction of the sensor, in the world. */
static void turn(const double by[3], double to[3])
{
    const double c = cos(loop.yaw), s = sin(loop.yaw);
    to[0] = c * by[0] - s * by[1];
    to[1] = s * by[0] + c * by[1];
    to[2] = by[2];
}

/* The distance of what a zone sees, along its direction: the nearest in its cone, by its middle and
 * two rings of rays. */
static double see_zone(const oct9_direction_t *direction)
{
    const double axis[3] = { direction->x / 16384.0, direction->y / 16384.0,
                             direction->z / 16384.0 };
    const double length = sqrt(axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]);
    const double spread = loop.sensor->spread_q14 / 16384.0 * length;
    /* two directions across */
    const double flat[3] = { fabs(axis[2]) > 0.9 ? 1 : 0, 0, fabs(axis[2]) > 0.9 ? 0 : 1 };
    double a[3] = { axis[1] * flat[2] - axis[2] * flat[1], axis[2] * flat[0] - axis[0] * flat[2],
                    axis[0] * flat[1] - axis[1] * flat[0] };
    const double wide = sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]);
    for (unsigned i = 0; i < 3; i++)
        a[i] /= wide;
    const double b[3] = { (axis[1] * a[2] - axis[2] * a[1]) / length,
                          (axis[2] * a[0] - axis[0] * a[2]) / length,
                          (axis[0] * a[1] - axis[1] * a[0]) / length };
    double least = 1e9;
    for (unsigned ray = 0; ray < (spread > 0 ? RAYS : 1); ray++) {
        const double angle = ray * 0.785398, out = ray == 0 ? 0 : ray < 9 ? spread : spread / 2;
        double by[3], to[3];
        for (unsigned i = 0; i < 3; i++)
            by[i] = axis[i] + out * (cos(angle) * a[i] + sin(angle) * b[i]);
        turn(by, to);
        least = fmin(least, loop_cast(loop.place, to));
    }
    return least;
}

static double noise(void)
{
    return loop.noise * ((double)random_below(&loop.random, 2001) / 1000.0 - 1.0);
}

void loop_measure(void)
{
    const oct9_sensor_t *const sensor = loop.sensor;
    const bool good = sensor->dark_status == 0;
    for (unsigned i = 0; i < sensor->zones; i++) {
        const double distance = see_zone(&sensor->directions[i]) + noise();
        const bool sees = distance <= sensor->most_mm;
        loop.mm[i] = (int16_t)(sees ? lround(fmax(distance, 0)) : good ? LOOP_DARK : 0);
        loop.status[i] = (uint8_t)(good ? 0 : sees ? 5 : sensor->dark_status);
    }
}

void loop_set(int16_t front, int16_t back, int16_t left, int16_t right, int16_t up, int16_t down)
{
    const int16_t all[SIDES] = { front, back, left, right, up, down };
    memcpy(loop.mm, all, sizeof all);
    memset(loop.status, 0, sizeof loop.status);
}

/* --- the loop --------------------------------------------------------------------------------- */

static oct9_mm_t rounded(void)
{
    const oct9_mm_t place = { (int32_t)lround(loop.place[0]), (int32_t)lround(loop.place[1]),
                              (int32_t)lround(loop.place[2]) };
    return place;
}

oct9_status_t loop_see(void)
{
    const oct9_sensor_frame_t frame = { .time_ms = loop.began + loop.now,
                                        .distance_mm = loop.mm,
                                        .status = loop.status,
                                        .count = loop.sensor->zones };
    const oct9_mapper_pose_t pose = { rounded(),
                                      { (int16_t)lround(16384 * cos(loop.yaw / 2)), 0, 0,
                                        (int16_t)lround(16384 * sin(loop.yaw / 2)) } };
    (void)oct9_mapper_follow(&loop.mapper, &pose.place_mm);
    loop.seen = oct9_mapper_see(&loop.mapper, &frame, &pose);
    return loop.seen;
}

/* What each answer has in common. */
static void check_found(oct9_status_t status)
{
    const oct9_mapper_found_t *const found = &loop.found;
    CHECK_EQ(found->alarm, found->why != 0);
    CHECK_EQ((found->why & OCT9_MAPPER_ERROR) != 0, status != OCT9_OK);
    CHECK(found->known_mm <= found->clear_mm);
    if (status != OCT9_OK)
        CHECK(found->why == OCT9_MAPPER_ERROR && found->clear_mm == 0 && found->known_mm == 0 &&
              found->clearance_mm == 0);
    else
        CHECK_EQ((found->why & OCT9_MAPPER_BLOCKED) != 0, found->clear_mm != OCT9_MAPPER_FAR);
}

static oct9_mapper_motion_t motion(void)
{
    oct9_mapper_motion_t now = { .now_ms = loop.began + loop.now, .place_mm = rounded() };
    for (unsigned i = 0; i < 3; i++) {
        now.velocity_mm[i] = (int16_t)lround(loop.velocity[i]);
        now.command_mm[i] = loop.command[i];
    }
    return now;
}

oct9_status_t loop_check(void)
{
    const oct9_mapper_motion_t now = motion();
    memset(&loop.found, 0xA5, sizeof loop.found);
    loop.found.alarm = false;
    const oct9_status_t status = oct9_mapper_check(&loop.mapper, &now, &loop.found);
    check_found(status);
    return status;
}

unsigned loop_why(int16_t x, int16_t y, int16_t z)
{
    loop.velocity[0] = loop.velocity[1] = loop.velocity[2] = 0;
    loop.command[0] = x;
    loop.command[1] = y;
    loop.command[2] = z;
    (void)loop_check();
    return loop.found.why;
}

unsigned loop_ask(int32_t x, int32_t y, int32_t z)
{
    const oct9_mapper_motion_t now = motion();
    const oct9_mm_t to = { x, y, z };
    memset(&loop.found, 0xA5, sizeof loop.found);
    loop.found.alarm = false;
    check_found(oct9_mapper_ask(&loop.mapper, &now, &to, &loop.found));
    return loop.found.why;
}

void loop_move(double speed, double turns, uint32_t ms)
{
    for (uint32_t i = 0; i < ms; i++) {
        const bool brakes = loop.alarm_at != 0 && loop.now >= loop.alarm_at + loop.reacts;
        const double slower = fmax(fabs(loop.velocity[0]) - loop.brakes / 1000, 0);
        loop.velocity[0] = brakes ? copysign(slower, loop.velocity[0]) : speed;
        for (unsigned k = 0; k < 3; k++)
            loop.place[k] += loop.velocity[k] / 1000;
        loop.yaw += turns / 1000;
        loop.now++;
    }
}

void loop_round(double speed, double turns)
{
    loop_move(speed, turns, loop.round_ms);
    loop_measure();
    (void)loop_see();
    loop.command[0] = (int16_t)lround(speed);
    loop.command[1] = loop.command[2] = 0;
    (void)loop_check();
    if (loop.found.alarm && loop.alarm_at == 0)
        loop.alarm_at = loop.now;
}

/* --- the map ---------------------------------------------------------------------------------- */

static oct9_cell_t cell_of(double x, double y, double z)
{
    const oct9_offset_t *const window = &loop.mapper.occupancy.window;
    const double cell = loop.policy.cell_um / 1000.0;
    const oct9_cell_t at = { (uint16_t)(floor(x / cell) + 256 - window->x),
                             (uint16_t)(floor(y / cell) + 256 - window->y),
                             (uint16_t)(floor(z / cell) + 256 - window->z) };
    return at;
}

oct9_state_t loop_state(double x, double y, double z)
{
    const oct9_map_t map = oct9_map_of_tree(&loop.mapper.occupancy.tree);
    oct9_leaf_t leaf;
    CHECK_EQ(oct9_map_locate(&map, cell_of(x, y, z), &leaf), OCT9_OK);
    return leaf.state;
}

void loop_mark(double x, double y, double z, unsigned level, oct9_state_t state)
{
    const int odds = state == OCT9_OCCUPIED ? 51 : state == OCT9_FREE ? -16 : 0;
    const oct9_node_t node = { cell_of(x, y, z), (uint8_t)level };
    CHECK_EQ(
        oct9_tree_set_node(&loop.mapper.occupancy.tree, &node, oct9_occupancy_payload(odds, 0)),
        OCT9_OK);
}
