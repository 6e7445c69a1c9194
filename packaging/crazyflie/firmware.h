/* SPDX-License-Identifier: MIT */
/* A stand-in for the firmware, so far as the app uses it: its calls, and a controller for the drone
 * of world.h. A program has one. */
#ifndef CRAZYFLIE_FIRMWARE_H
#define CRAZYFLIE_FIRMWARE_H

#include "controller.h"
#include "radiolink.h"
#include "world.h"

enum { FIRMWARE_SENDER = 0x67E7E7E7, FIRMWARE_STEP_MS = 10 };

#define FIRMWARE_CLOCK 0xFFFFE000u /* at the start; it wraps in flight */

typedef struct {
    world_t world;
    setpoint_t setpoint; /* the pilot's */
    double shift_m;      /* of x in the estimate of the place */
    bool direct;         /* the setpoint does not pass the app's controller */
    bool no_deck;
    uint32_t start; /* in the storage */
} firmware_t;
extern firmware_t firmware;

/* A hover setpoint: m/s in the axes of the drone, and a height in m. */
setpoint_t firmware_hover(double ahead, double left, double height);

/* Goes on by 10 ms. */
void firmware_step(void);

/* What the app logs as oct9.NAME. */
const void *firmware_log(const char *name);

/* Sets the app's parameter oct9.peer. */
void firmware_listen_to(uint32_t peer);

/* A packet comes by radio. */
void firmware_receive(P2PPacket *packet);

/* The program has these: what the pilot does while the app's task sleeps, ten times a second; and
 * what becomes of a packet that the app sends. */
void firmware_pilot(void);
void firmware_sent(const P2PPacket *packet);
void firmware_sent_down(const uint8_t *bytes, uint32_t size);

#endif
