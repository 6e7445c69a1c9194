/* SPDX-License-Identifier: MIT */
#include "world.h"

#include <math.h>
#include <string.h>

enum {
    STEP_MS = 10,
    LATE = 10, /* steps until a command is obeyed */
    DECK_MS = 100,
    RINGS = 4,
    SPOKES = 16,
    NOISE_MM = 4
};

#define FARTHEST_M 4.0
#define BRAKE 3.0         /* m/s in a second */
#define WIDTH 0.12        /* half of the path that the app checks */
#define HALF_ANGLE 0.2356 /* of a beam: 13.5 degrees */

/* --- distances -------------------------------------------------------------------------------- */

static double to_walls(const world_t *world, const double direction[3])
{
    const world_room_t *const room = world->room;
    double nearest = HUGE_VAL;
    for (int a = 0; a < 3; a++) {
        const double to = (direction[a] > 0 ? room->high[a] : room->low[a]) - world->place[a];
        if (direction[a] != 0)
            nearest = fmin(nearest, to / direction[a]);
    }
    return nearest;
}

/* A pole stands upright from the floor to the ceiling. */
static double to_pole(const world_t *world, const double direction[3])
{
    const world_room_t *const room = world->room;
    const double x = room->pole[0] - world->place[0], y = room->pole[1] - world->place[1];
    const double a = direction[0] * direction[0] + direction[1] * direction[1];
    const double b = x * direction[0] + y * direction[1];
    const double c = x * x + y * y - room->pole_radius * room->pole_radius;
    const double root = b * b - a * c;
    if (room->pole_radius == 0 || room->glass || a == 0 || root < 0 || b <= 0)
        return HUGE_VAL;
    return (b - sqrt(root)) / a;
}

static double look(const world_t *world, const double direction[3])
{
    return fmin(to_walls(world, direction), to_pole(world, direction));
}

double world_ahead(const world_t *world, int sign)
{
    const double c = cos(world->yaw), s = sin(world->yaw), direction[3] = { sign * c, sign * s, 0 };
    double nearest = HUGE_VAL;
    for (int i = -4; i <= 4; i++) {
        world_t beside = *world;
        beside.place[0] -= s * i * WIDTH / 4;
        beside.place[1] += c * i * WIDTH / 4;
        nearest = fmin(nearest, look(&beside, direction));
    }
    return nearest;
}

/* The nearest thing in a beam's cone. `side` and `up` are at right angles to it. */
static double look_wide(const world_t *world, const double beam[3], const double side[3],
                        const double up[3])
{
    double nearest = look(world, beam);
    for (int i = 0; i < RINGS * SPOKES; i++) {
        const double angle = HALF_ANGLE * (i / SPOKES + 1) / RINGS;
        const double turn = 2 * 3.14159265358979 * (i % SPOKES) / SPOKES;
        double direction[3];
        for (int a = 0; a < 3; a++)
            direction[a] = cos(angle) * beam[a] +
                           sin(angle) * (cos(turn) * side[a] + sin(turn) * up[a]);
        nearest = fmin(nearest, look(world, direction));
    }
    return nearest;
}

static void watch_contact(world_t *world)
{
    const world_room_t *const room = world->room;
    for (int a = 0; a < 3; a++) {
        world->nearest_m = fmin(world->nearest_m, room->high[a] - world->place[a]);
        if (a < 2) /* it stands on the floor at first */
            world->nearest_m = fmin(world->nearest_m, world->place[a] - room->low[a]);
    }
    if (room->pole_radius != 0)
        world->nearest_m = fmin(world->nearest_m, hypot(room->pole[0] - world->place[0],
                                                        room->pole[1] - world->place[1]) -
                                                      room->pole_radius);
}

/* --- the deck --------------------------------------------------------------------------------- */

/* As the deck gives it: through a float. */
static uint16_t reading(world_t *world, double metres)
{
    world->noise = world->noise * 1664525u + 1013904223u;
    const int error = (int)(world->noise >> 16) % (2 * NOISE_MM + 1) - NOISE_MM;
    const double mm = metres < FARTHEST_M ? round(metres * 1000) + error : WORLD_DARK_MM;
    const float range_m = (float)fmax(mm, 0) / 1000.0f;
    return (uint16_t)(range_m * 1000);
}

static bool stays(const world_t *world, int beam)
{
    const deck_fault_t fault = world->room->fault;
    return world->ms >= world->room->fault_ms &&
           (fault == DECK_FREEZES || (fault == DECK_FRONT_FREEZES && beam == 0));
}

static bool is_dark(const world_t *world, int beam)
{
    const deck_fault_t fault = world->room->fault;
    return world->ms >= world->room->fault_ms &&
           (fault == DECK_IS_DARK || (fault == DECK_FRONT_IS_DARK && beam == 0));
}

static void measure(world_t *world)
{
    const double c = cos(world->yaw), s = sin(world->yaw);
    const double ahead[3] = { c, s, 0 }, left[3] = { -s, c, 0 }, up[3] = { 0, 0, 1 };
    const double back[3] = { -c, -s, 0 }, right[3] = { s, -c, 0 };
    const double metres[WORLD_BEAMS] = { look_wide(world, ahead, left, up),
                                         look_wide(world, back, left, up),
                                         look_wide(world, left, ahead, up),
                                         look_wide(world, right, ahead, up),
                                         look_wide(world, up, ahead, left) };
    for (int i = 0; i < WORLD_BEAMS; i++)
        if (!stays(world, i))
            world->mm[i] = reading(world, is_dark(world, i) ? HUGE_VAL : metres[i]);
}

/* --- the drone -------------------------------------------------------------------------------- */

static double toward(double from, double to)
{
    const double most = BRAKE * STEP_MS / 1000;
    return from + fmin(fmax(to - from, -most), most);
}

/* A command is obeyed late, and no sooner than the drone can brake. */
static void move(world_t *world)
{
    const double *const command = world->obeyed[0];
    const double c = cos(world->yaw), s = sin(world->yaw);
    const double wanted[3] = { c * command[0] - s * command[1], s * command[0] + c * command[1],
                               command[2] };
    for (int a = 0; a < 3; a++) {
        world->velocity[a] = toward(world->velocity[a], wanted[a]);
        world->place[a] += world->velocity[a] * STEP_MS / 1000;
    }
    if (world->place[2] < 0)
        world->place[2] = world->velocity[2] = 0; /* the floor */
    memmove(world->obeyed[0], world->obeyed[1], (LATE - 1) * sizeof world->obeyed[0]);
    memcpy(world->obeyed[LATE - 1], world->command, sizeof world->command);
}

void world_begin(world_t *world, const world_room_t *room)
{
    memset(world, 0, sizeof *world);
    world->room = room;
    world->yaw = room->yaw;
    world->noise = 1;
    world->nearest_m = HUGE_VAL;
    measure(world);
}

void world_step(world_t *world)
{
    world->ms += STEP_MS;
    world->yaw = world->room->yaw + 0.03 * sin(world->ms / 1000.0);
    move(world);
    watch_contact(world);
    if (world->ms % DECK_MS == 30) /* not when the app looks */
        measure(world);
}
