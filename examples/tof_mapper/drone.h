/* SPDX-License-Identifier: MIT */
/* What the drone does with each frame of its sensor: a mapper with 64 KB of pool, that is fed only
 * in the air. */
#ifndef TOF_MAPPER_DRONE_H
#define TOF_MAPPER_DRONE_H

#include "oct9/mapper.h"

/* The packets' run. The line keeps the order and READY comes before all else, where whoever listens
 * begins anew, so that one start does. Over a radio count the starts: see oct9/packet.h. */
#define DRONE_RUN \
    {             \
        1, 1      \
    }

enum {
    DRONE_ZONES = 64,    /* of a VL53L5CX, which looks forward */
    DRONE_BLOCKS = 4096, /* 64 KB of pool */
    DRONE_WORDS = 2048,  /* of the table of changes */
    DRONE_CELL_UM = 40000,
    DRONE_NEAREST_MM = 50,
    DRONE_FARTHEST_MM = 2000,
    DRONE_SLOW_MM = 200,         /* in a second: what is measured and slower is noise */
    DRONE_LEAST_HEIGHT_MM = 200, /* below it the drone stands, takes off or lands, and its estimate
                                    of where it is is worth nothing */
    DRONE_HIT = 5,               /* the sensor's status of a target, and of none */
    DRONE_NO_TARGET = 255
};

/* A frame of the sensor, the drone's estimates of its pose and speed, and what it wants. */
typedef struct {
    uint32_t time_ms;
    oct9_mapper_pose_t pose;
    int16_t velocity_mm[3]; /* mm/s, in the world's axes */
    int16_t command_mm[3];  /* the same, as the autopilot is commanded; all 0: it shall hover */
    int16_t distance_mm[DRONE_ZONES];
    uint8_t status[DRONE_ZONES];
} sensor_frame_t;

/* Nothing is ahead; nothing is known, as something failed: then the path is not clear. */
#define DRONE_NOTHING                                                  \
    {                                                                  \
        false, 0, OCT9_MAPPER_FAR, OCT9_MAPPER_FAR, OCT9_MAPPER_FAR, 0 \
    }
#define DRONE_FAILED                                 \
    {                                                \
        true, OCT9_MAPPER_ERROR, 0, 0, 0, UINT16_MAX \
    }

typedef struct {
    oct9_mapper_t mapper;
    oct9_block_t pool[DRONE_BLOCKS];
    oct9_beam_t beams[DRONE_ZONES];
    oct9_mapper_look_t looks[DRONE_ZONES];
    uint32_t table[DRONE_WORDS];
} drone_t;

oct9_status_t drone_init(drone_t *drone);

/* Whether a frame is worth mapping: the drone is in the air. */
bool drone_flies(const sensor_frame_t *frame);

/* Moves the window and maps a frame. One that is not later than the last one is no error: it is not
 * mapped, and the check knows how old the last one is. */
oct9_status_t drone_see(drone_t *drone, const sensor_frame_t *frame);

/* Checks the path ahead. */
oct9_status_t drone_check(const drone_t *drone, const sensor_frame_t *frame,
                          oct9_mapper_found_t *found);

/* A CRC-32 of all leaves: two maps of the same frames have the same. */
uint32_t drone_digest(const drone_t *drone);

#endif
