/* SPDX-License-Identifier: MIT */
/* A stand-in for a drone with a deck of five beams, in a room: where it is, and what its beams
 * measure. On a drone the estimator and the deck's driver have that. A beam is a cone of 27
 * degrees, as that of a VL53L1X: its reading is the distance of the nearest thing in it, give or
 * take a few millimetres. */
#ifndef MULTIRANGER_ROOM_H
#define MULTIRANGER_ROOM_H

#include "oct9/mapper.h"

enum { ROOM_BEAMS = 5, ROOM_HZ = 20 };

typedef struct {
    uint32_t time_ms;
    oct9_mapper_pose_t pose;
    int16_t velocity_mm[3];          /* in a second: as it flies, 0 where it turns */
    int16_t command_mm[3];           /* as it wants to fly on, ahead */
    int16_t distance_mm[ROOM_BEAMS]; /* front, back, left, right, up; 32767: nothing */
    uint32_t heading;                /* in 64ths of a turn */
    uint32_t noise;
    int32_t nearest_mm; /* that it ever was to a wall */
} room_t;

void room_begin(room_t *room);

/* A tick later: the drone has flown on, or has turned where it is. */
void room_fly(room_t *room, bool turn);

#endif
