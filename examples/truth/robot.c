/* SPDX-License-Identifier: MIT */
#include "examples/truth/robot.h"

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
    world_ray_t rays[ROBOT_RAYS];
    uint8_t status[ROBOT_RAYS];
    int16_t distance[ROBOT_RAYS];
} robot;

static int32_t cosine(int32_t eighths)
{
    return sine_q14((eighths + SINE_RIGHT_ANGLE) % TURN);
}

static bool rolls(void)
{
    return !robot.judge.task->sensor->directions;
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
    const int32_t by[3] = { command->to.x - place->x, command->to.y - place->y,
                            command->to.z - place->z };
    const int32_t far = length(by), off = robot.off < 0 ? -robot.off : robot.off;
    const int32_t speed = far < 2 || (rolls() && off > ALONG) ? 0 : command->speed;
    for (unsigned i = 0; i < 3; i++)
        velocity[i] = far < 2 ? 0 : by[i] * speed / far;
    if (rolls()) {
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
    world_come(&robot.judge.world, &after);
    robot.judge.touches += world_touches(&robot.judge.world, &before, &after,
                                         robot.judge.task->radius_mm);
    world_walk(&robot.judge.world, &after, STEP_MS);
}

/* --- sensors ---------------------------------------------------------------------------------- */

/* Where a ray would end, from the robot on: a zone's, or a laser's. */
static void aim(unsigned ray, oct9_mm_t *end)
{
    const oct9_sensor_t *const sensor = robot.judge.task->sensor;
    const oct9_direction_t level = { OCT9_ONE_Q14, 0, 0 };
    const oct9_direction_t *const by = rolls() ? &level : &sensor->directions[ray];
    const int32_t more = rolls() ? (int32_t)ray * (TURN / sensor->zones) : 0;
    const int32_t angle = (robot.yaw + more) % TURN, most = sensor->most_mm;
    const int32_t c = cosine(angle), s = sine_q14(angle);
    end->x = (c - s * by->y / OCT9_ONE_Q14) * most / OCT9_ONE_Q14;
    end->y = (s + c * by->y / OCT9_ONE_Q14) * most / OCT9_ONE_Q14;
    end->z = by->z * most / OCT9_ONE_Q14;
}

static void see(const oct9_mm_t *place)
{
    const oct9_sensor_t *const sensor = robot.judge.task->sensor;
    const unsigned things = robot.judge.task->world->count;
    bool blind = true;
    for (unsigned i = 0; i < sensor->zones; i++)
        aim(i, &robot.rays[i].end);
    world_cast(&robot.judge.world, place, robot.rays, sensor->zones);
    for (unsigned i = 0; i < sensor->zones; i++) {
        const bool wall = robot.rays[i].thing == things;
        const int32_t mm = sensor->most_mm * robot.rays[i].clear / WORLD_FAR + (wall ? WALL_MM : 0);
        const bool sees = mm < sensor->most_mm;
        robot.noise = robot.noise * 1664525u + 1013904223u;
        robot.distance[i] =
            (int16_t)(sees ? mm + (int32_t)(robot.noise >> 16) % (2 * NOISE_MM + 1) - NOISE_MM : 0);
        robot.status[i] = rolls() ? 0 : sees ? L5_HIT : L5_NO_TARGET;
        blind = blind && !sees;
    }
    robot.tick.frame.count = (uint16_t)(blind ? 0 : sensor->zones);
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
    robot.tick.frame.step_q32 = (int32_t)(UINT32_MAX / robot.judge.task->sensor->zones) + 1;
    robot.tick.sensor.place_mm = place;
    robot.tick.sensor.rotation.w = (int16_t)cosine(robot.yaw / 2);
    robot.tick.sensor.rotation.z = sine_q14(robot.yaw / 2);
}

/* True if it touches nothing when it goes on as it moves now, and brakes from the next tick on. */
static bool can_stop(void)
{
    enum { PARTS = 8 };
    const int32_t speed = length(robot.velocity);
    const int32_t most = speed * (ROBOT_TICK_MS + OBEYS_MS) / 1000 + speed * speed / (2 * BRAKE_MM);
    const oct9_mm_t place = place_now();
    oct9_mm_t from = place;
    for (int32_t i = 1; i <= PARTS && speed != 0; i++) {
        const int32_t mm = most * i / PARTS;
        const oct9_mm_t to = { place.x + robot.velocity[0] * mm / speed,
                               place.y + robot.velocity[1] * mm / speed,
                               place.z + robot.velocity[2] * mm / speed };
        if (world_touches(&robot.judge.world, &from, &to, robot.judge.task->radius_mm))
            return false;
        from = to;
    }
    return true;
}

/* --- the client's calls ----------------------------------------------------------------------- */

void robot_begin(const robot_task_t *task)
{
    robot.judge = (robot_judge_t){ .task = task, .place = task->from };
    world_begin(&robot.judge.world, task->world);
    world_come(&robot.judge.world, &task->from);
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
    if (robot.judge.ticks++ >= robot.judge.task->ticks)
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
    if (speed != 0 && !can_stop())
        robot.judge.missed++;
    robot.judge.cost += cost;
    robot.judge.worst = cost > robot.judge.worst ? cost : robot.judge.worst;
    robot.next = (command_t){ *to, *face, speed };
}

const robot_judge_t *robot_judge(void)
{
    return &robot.judge;
}

bool robot_met(unsigned ray, oct9_mm_t *place)
{
    const world_ray_t *const met = &robot.rays[ray];
    const oct9_mm_t *const from = &robot.judge.place;
    const int32_t part = met->clear;
    place->x = from->x + met->end.x * part / WORLD_FAR;
    place->y = from->y + met->end.y * part / WORLD_FAR;
    place->z = from->z + met->end.z * part / WORLD_FAR;
    return ray < robot.tick.frame.count && met->thing < robot.judge.task->world->count;
}
