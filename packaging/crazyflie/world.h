/* SPDX-License-Identifier: MIT */
/* A small world for the app: a room, perhaps with a pole; a drone that follows its setpoint late
 * and brakes no harder than it can; and a deck of five beams that measures at 10 Hz. It knows
 * nothing of the library. */
#ifndef CRAZYFLIE_WORLD_H
#define CRAZYFLIE_WORLD_H

#include <stdbool.h>
#include <stdint.h>

enum { WORLD_BEAMS = 5, WORLD_DARK_MM = 32767 };

/* What happens to the deck, from `at_ms` of the flight on. */
typedef enum {
    DECK_WORKS,
    DECK_FREEZES,       /* its task hangs: all readings stay */
    DECK_FRONT_FREEZES, /* one part hangs: its reading stays */
    DECK_IS_DARK,       /* nothing comes back to any beam */
    DECK_FRONT_IS_DARK  /* nor to this one, as from a black wall or one that is too near */
} deck_fault_t;

typedef struct {
    double low[3], high[3]; /* of the room, in m */
    double yaw;             /* of the drone, whose x axis is its course */
    double pole[2];         /* its place; 0, 0: there is none */
    double pole_radius;
    deck_fault_t fault;
    uint32_t fault_ms;
    bool glass; /* the pole: no beam sees it */
} world_room_t;

typedef struct {
    const world_room_t *room;
    uint32_t ms;
    double place[3], velocity[3], yaw;
    double command[3];    /* the velocity that the controller wants, in the axes of the drone */
    double obeyed[10][3]; /* the last tenth of a second of commands */
    uint16_t mm[WORLD_BEAMS];
    uint32_t noise;
    double nearest_m; /* that the drone's middle ever was to anything */
} world_t;

void world_begin(world_t *world, const world_room_t *room);

/* Goes on by 10 ms. */
void world_step(world_t *world);

/* How far the nearest thing in the path along the drone's x axis is, or against it: in m. The path
 * is as wide as what the app checks. */
double world_ahead(const world_t *world, int sign);

#endif
