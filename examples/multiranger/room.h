/* SPDX-License-Identifier: MIT */
/* A stand-in for a drone with a deck of five beams, in a room: where it is, and what its beams
 * measure. On a drone the estimator and the deck's driver have that. */
#ifndef MULTIRANGER_ROOM_H
#define MULTIRANGER_ROOM_H

#include "oct9/mapper.h"

enum { ROOM_BEAMS = 5, ROOM_HZ = 20 };

typedef struct {
    oct9_mapper_pose_t pose;
    int16_t velocity_mm[3];
    int16_t distance_mm[ROOM_BEAMS]; /* front, back, left, right, up; 32767: nothing */
    uint32_t heading;                /* in 64ths of a turn */
    uint32_t noise;
    int32_t nearest_mm; /* that it ever was to a wall */
} room_t;

void room_begin(room_t *room);

/* A tick later: the drone has flown on, or has turned where it is. */
void room_fly(room_t *room, bool turn);

#endif
