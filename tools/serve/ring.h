/* SPDX-License-Identifier: MIT */
/* The ring of obstacles about an autopilot's pose, in a map or a world. */
#ifndef OCT9_TOOLS_RING_H
#define OCT9_TOOLS_RING_H

#include "oct9/autopilot.h"
#include "tools/cmd/asked.h"

enum { RING_OLDEST_MS = 500 }; /* of a pose and of a ring */

typedef struct {
    int32_t origin_mm[3]; /* the autopilot's origin in the map: x, y, z */
    int32_t heights_mm[2];
    uint32_t radius_mm, range_mm;
    oct9_policy_t unknown;
} ring_wanted_t;

typedef struct {
    asked_t *asked;
    ring_wanted_t wanted;
    int64_t reach_mm; /* what a search may look at is so near to the robot */
    bool known;       /* the last search had a pose, and it has ended */
    uint32_t begun_ms;
    oct9_sectors_input_t sectors;
    int16_t borders[2];
    uint16_t obstacle_q6[OCT9_MAVLINK_RING], free_q6[OCT9_MAVLINK_RING];
} ring_t;

/* Returns NULL, or why this map has no such rings. The structs must stay where they are. */
const char *ring_open(ring_t *ring, asked_t *asked, const ring_wanted_t *wanted);

/* Searches about the last pose that the receiver has. */
void ring_find(ring_t *ring, const oct9_mavlink_receiver_t *receiver, uint32_t now_ms);

/* Makes the message. Where there was no pose, or it was old, or beyond the map's numbers, or the
 * search is old by now, each direction has an obstacle that touches the robot. */
oct9_status_t ring_message(const ring_t *ring, uint32_t now_ms, oct9_mavlink_message_t *message);

/* The least distance of a ring in cm; 65535: it has no obstacle. */
uint16_t ring_nearest_cm(const oct9_mavlink_ring_t *ring);

#endif
