/* SPDX-License-Identifier: MIT */
#include "examples/route/robot.h"

#include "boards/board.h"
#include "examples/arm/sine.h"

enum {
    STEP_MS = 10,
    OBEYS_MS = 40,   /* after a command, less than a tick */
    BRAKE_MM = 3500, /* a second, each second: it speeds up and brakes so */
    TURN = 8 * 360,  /* eighths of a degree */
    TURN_STEP = 10,  /* in a step: 125 degrees a second */
    ALONG = 8 * 6,   /* a robot that rolls goes on if it looks where it shall go, to 6 degrees */
    A_RADIAN = 458,  /* in eighths of a degree */
    WALL_MM = 20,    /* a wall stands somewhere in its cells, not on their faces */
    NOISE_MM = 4,
    ZONES = 64,
    L5_HIT = 5,
    L5_NO_TARGET = 255
};

typedef struct {
    oct9_mm_t to, face;
    int32_t speed;
} command_t;

static struct {
    robot_judge_t judge;
    robot_tick_t tick;
    command_t obeyed, next;
    int32_t place_um[3], velocity[3]; /* mm a second */
    int32_t yaw, off; /* eighths of a degree; how far it looks beside where it goes */
    uint32_t noise;
    oct9_mm_t ends[WORLD_RAYS];
    uint16_t clear[WORLD_RAYS];
    uint8_t thing[WORLD_RAYS], status[WORLD_RAYS];
    int16_t distance[WORLD_RAYS];
} robot;

static int32_t cosine(int32_t eighths)
{
    return sine_q14((eighths + SINE_RIGHT_ANGLE) % TURN);
}

static oct9_mm_t place_now(void)
{
    const oct9_mm_t place = { robot.place_um[0] / 1000, robot.place_um[1] / 1000,
                              robot.place_um[2] / 1000 };
    return place;
}

/* --- motion ----------------------------------------------------------------------------------- */

/* Of a vector whose parts are below 30,000. */
static int32_t length(const int32_t by[3])
{
    return oct9_point_isqrt((uint32_t)(by[0] * by[0]) + (uint32_t)(by[1] * by[1]) +
                            (uint32_t)(by[2] * by[2]));
}

/* Turns toward a place as fast as it can. */
static void turn(const oct9_mm_t *place, const oct9_mm_t *face)
{
    const int32_t x = face->x - place->x, y = face->y - place->y;
    const int32_t c = cosine(robot.yaw), s = sine_q14(robot.yaw);
    const int32_t ahead = (c * x + s * y) / OCT9_ONE_Q14, left = (c * y - s * x) / OCT9_ONE_Q14;
    robot.off = ahead > 0 ? left * A_RADIAN / ahead : left < 0 ? -TURN / 4 : TURN / 4;
    if (x * x + y * y < 10 * 10)
        robot.off = 0;
    const int32_t by = robot.off > TURN_STEP  ? TURN_STEP
                     : robot.off < -TURN_STEP ? -TURN_STEP
                                              : robot.off / 2 * 2;
    robot.yaw = (robot.yaw + by + TURN) % TURN;
}

/* The velocity that it has to have. One that rolls goes where it looks. */
static void want(const oct9_mm_t *place, int32_t velocity[3])
{
    const command_t *const command = &robot.obeyed;
    const bool rolls = robot.judge.task->rolls;
    const int32_t by[3] = { command->to.x - place->x, command->to.y - place->y,
                            command->to.z - place->z };
    const int32_t far = length(by), off = robot.off < 0 ? -robot.off : robot.off;
    const int32_t speed = far < 2 || (rolls && off > ALONG) ? 0 : command->speed;
    for (unsigned i = 0; i < 3; i++)
        velocity[i] = far < 2 ? 0 : by[i] * speed / far;
    if (rolls) {
        velocity[0] = cosine(robot.yaw) * speed / OCT9_ONE_Q14;
        velocity[1] = sine_q14(robot.yaw) * speed / OCT9_ONE_Q14;
        velocity[2] = 0;
    }
}

/* Goes on for a step, and is judged. */
static void move(void)
{
    enum { MOST = BRAKE_MM * STEP_MS / 1000 };
    const oct9_mm_t before = place_now();
    int32_t change[3];
    turn(&before, &robot.obeyed.face);
    want(&before, change);
    for (unsigned i = 0; i < 3; i++)
        change[i] -= robot.velocity[i];
    const int32_t asked = length(change);
    for (unsigned i = 0; i < 3; i++) {
        robot.velocity[i] += asked > MOST ? change[i] * MOST / asked : change[i];
        robot.place_um[i] += robot.velocity[i] * STEP_MS;
    }
    const oct9_mm_t after = place_now();
    robot.judge.flown_um += length(robot.velocity) * STEP_MS;
    robot.judge.touches += world_touches(&robot.judge.world, &before, &after, ROBOT_RADIUS_MM);
    world_walk(&robot.judge.world, &after, STEP_MS);
}

/* --- sensors ---------------------------------------------------------------------------------- */

/* Where the rays would end, from the robot on. */
static unsigned aim(void)
{
    const bool rolls = robot.judge.task->rolls;
    const unsigned count = rolls ? ROBOT_LASER_BEAMS : ZONES;
    const int32_t most = rolls ? ROBOT_LASER_MOST_MM : oct9_sensor_vl53l5cx_8x8.most_mm;
    const int32_t c = cosine(robot.yaw), s = sine_q14(robot.yaw);
    for (unsigned i = 0; i < count; i++) {
        const int32_t angle = (robot.yaw + (int32_t)i * (TURN / ROBOT_LASER_BEAMS)) % TURN;
        const oct9_direction_t *const zone = &oct9_sensor_vl53l5cx_8x8.directions[i % ZONES];
        const oct9_mm_t laser = { cosine(angle), sine_q14(angle), 0 };
        const oct9_mm_t ahead = { c - s * zone->y / OCT9_ONE_Q14, s + c * zone->y / OCT9_ONE_Q14,
                                  zone->z };
        const oct9_mm_t *const by = rolls ? &laser : &ahead;
        robot.ends[i].x = by->x * most / OCT9_ONE_Q14;
        robot.ends[i].y = by->y * most / OCT9_ONE_Q14;
        robot.ends[i].z = by->z * most / OCT9_ONE_Q14;
    }
    return count;
}

static void see(const oct9_mm_t *place)
{
    const bool rolls = robot.judge.task->rolls;
    const int32_t most = rolls ? ROBOT_LASER_MOST_MM : oct9_sensor_vl53l5cx_8x8.most_mm;
    const unsigned count = aim();
    bool blind = true;
    world_cast(&robot.judge.world, place, robot.ends, count, robot.clear, robot.thing);
    for (unsigned i = 0; i < count; i++) {
        const bool wall = robot.thing[i] == WORLD_THINGS;
        const int32_t mm = most * robot.clear[i] / WORLD_FAR + (wall ? WALL_MM : 0);
        const bool sees = mm < most;
        robot.noise = robot.noise * 1664525u + 1013904223u;
        robot.distance[i] =
            (int16_t)(sees ? mm + (int32_t)(robot.noise >> 16) % (2 * NOISE_MM + 1) - NOISE_MM : 0);
        robot.status[i] = rolls ? 0 : sees ? L5_HIT : L5_NO_TARGET;
        blind = blind && !sees;
    }
    robot.tick.frame.count = (uint16_t)(blind ? 0 : count);
}

static void measure(void)
{
    const oct9_mm_t place = place_now();
    oct9_follow_tick_t *const tick = &robot.tick.now;
    see(&place);
    tick->now_ms = tick->pose_ms = tick->map_ms = robot.judge.ticks * ROBOT_TICK_MS;
    tick->place_mm = place;
    for (unsigned i = 0; i < 3; i++)
        tick->velocity_mm[i] = (int16_t)robot.velocity[i];
    robot.tick.frame.time_ms = tick->now_ms;
    robot.tick.frame.distance_mm = robot.distance;
    robot.tick.frame.status = robot.status;
    robot.tick.frame.step_q32 = (int32_t)(UINT32_MAX / ROBOT_LASER_BEAMS) + 1;
    robot.tick.sensor.place_mm = place;
    robot.tick.sensor.rotation.w = (int16_t)cosine(robot.yaw / 2);
    robot.tick.sensor.rotation.z = sine_q14(robot.yaw / 2);
}

/* --- the client's calls ----------------------------------------------------------------------- */

void robot_begin(const robot_task_t *task)
{
    robot.judge = (robot_judge_t){ .task = task, .place = task->from };
    world_begin(&robot.judge.world, task->building, task->things);
    robot.judge.nearest_mm = world_nearest(&robot.judge.world, &task->from);
    robot.obeyed = robot.next = (command_t){ task->from, task->from, 0 };
    robot.place_um[0] = task->from.x * 1000;
    robot.place_um[1] = task->from.y * 1000;
    robot.place_um[2] = task->from.z * 1000;
    for (unsigned i = 0; i < 3; i++)
        robot.velocity[i] = 0;
    robot.yaw = robot.off = 0;
    robot.noise = 1;
}

const robot_tick_t *robot_wait(void)
{
    if (robot.judge.ticks++ >= ROBOT_TICKS)
        return NULL;
    for (unsigned ms = 0; ms < ROBOT_TICK_MS; ms += STEP_MS) {
        if (ms == OBEYS_MS) {
            robot.obeyed = robot.next;
            robot.next.speed = 0;
        }
        move();
    }
    measure();
    robot.judge.place = robot.tick.now.place_mm;
    const int32_t near = world_nearest(&robot.judge.world, &robot.judge.place);
    robot.judge.nearest_mm = near < robot.judge.nearest_mm ? near : robot.judge.nearest_mm;
    board_counter_begin();
    return &robot.tick;
}

void robot_go(const oct9_mm_t *to, uint16_t speed, const oct9_mm_t *face)
{
    const uint32_t cost = board_counter_end();
    robot.judge.cost += cost;
    robot.judge.worst = cost > robot.judge.worst ? cost : robot.judge.worst;
    robot.next = (command_t){ *to, *face, speed };
}

const robot_judge_t *robot_judge(void)
{
    return &robot.judge;
}

unsigned robot_met(unsigned ray, oct9_mm_t *place)
{
    if (ray >= robot.tick.frame.count)
        return WORLD_THINGS;
    const oct9_mm_t *const end = &robot.ends[ray], *const from = &robot.judge.place;
    const int32_t part = robot.clear[ray];
    place->x = from->x + end->x * part / WORLD_FAR;
    place->y = from->y + end->y * part / WORLD_FAR;
    place->z = from->z + end->z * part / WORLD_FAR;
    return robot.thing[ray];
}
