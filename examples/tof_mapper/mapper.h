/* SPDX-License-Identifier: MIT */
/* The mapper: what the drone does with each frame of its sensor. It maps what it sees into a window
 * of 20 m that follows it, forgets what it has not seen for a while, and checks whether the path
 * ahead is clear. */
#ifndef TOF_MAPPER_MAPPER_H
#define TOF_MAPPER_MAPPER_H

#include "examples/tof_mapper/zones.h"
#include "oct9/occupancy.h"
#include "oct9/nearest.h"
#include "oct9/packet.h"
#include "oct9/sweep.h"
#include "oct9/visit.h"
#include "oct9/window.h"

/* The packets' run. The line keeps the order and READY comes before all else, where whoever listens
 * begins anew, so that one start does. Over a radio count the starts: see oct9/packet.h. */
#define MAPPER_RUN \
    {              \
        1, 1       \
    }

enum {
    MAPPER_BLOCKS = 4096, /* 64 KB of pool */
    MAPPER_CHANGES = 2048,
    MAPPER_CELL_UM = 40000,
    MAPPER_NEAREST_MM = 50,       /* what is nearer is a propeller or nonsense */
    MAPPER_LEAST_HEIGHT_MM = 200, /* below it the drone stands, takes off or lands, and its
                                     estimate of where it is is worth nothing */
    MAPPER_RADIUS_MM = 120,       /* the drone, 65, and a margin, which holds
                                     the 3 mm that beams.h asks for */
    MAPPER_LOOK_MM = 1000,        /* how much of the path ahead must be clear */
    MAPPER_NEAR_MM = 500,         /* how far it looks to all sides */
    MAPPER_CLEARANCE_MM = 150,    /* nearer than this nothing may come on any side */
    MAPPER_FAR_MM = 65535         /* nothing was found ahead, or near */
};

/* A frame of the sensor, and the drone's estimates of its pose and speed. */
typedef struct {
    uint32_t time_ms;
    oct9_mm_t place_mm;
    oct9_rotation_t rotation;
    int16_t velocity_mm[3]; /* mm/s, in the world's axes */
    int16_t distance_mm[TOF_ZONES];
    uint8_t zone[TOF_ZONES]; /* oct9_zone_t */
} sensor_frame_t;

/* Whether the drone may go on. */
typedef struct {
    bool alarm;
    uint16_t clear_mm;     /* that it may still go, or MAPPER_FAR_MM */
    uint16_t clearance_mm; /* to the nearest obstacle within MAPPER_NEAR_MM, or
                              MAPPER_FAR_MM */
} findings_t;

/* Nothing is ahead; nothing is known, as something failed: then the path is not clear. */
#define MAPPER_NOTHING                      \
    {                                       \
        false, MAPPER_FAR_MM, MAPPER_FAR_MM \
    }
#define MAPPER_FAILED \
    {                 \
        true, 0, 0    \
    }

typedef struct {
    oct9_block_t pool[MAPPER_BLOCKS];
    uint32_t change_table[MAPPER_CHANGES];
    oct9_changes_t changes;
    oct9_occupancy_t occupancy;
    oct9_frame_t frame; /* of the window as it lies now */
    oct9_pose_t pose;   /* of the last frame that was mapped, in the window */
    uint16_t refused;   /* of its readings */
    oct9_beam_t beams[TOF_ZONES];
    union { /* of one job at a time */
        oct9_scan_t scan;
        oct9_visit_t visit;
    } scratch;
} mapper_t;

oct9_status_t mapper_init(mapper_t *mapper);

/* Whether a frame is worth mapping: the drone is in the air. */
bool mapper_flies(const sensor_frame_t *frame);

/* Moves the window where the drone has come near its rim, and maps a frame. */
oct9_status_t mapper_see(mapper_t *mapper, const sensor_frame_t *frame);

/* Forgets a little. */
oct9_status_t mapper_forget(mapper_t *mapper);

/* Checks the path ahead: where the drone goes to, or points to if it hardly moves. Call it after
 * mapper_see with the same frame. Where it fails *found is MAPPER_FAILED. */
oct9_status_t mapper_check(mapper_t *mapper, const sensor_frame_t *frame, findings_t *found);

/* A CRC-32 of all leaves: two mappers that saw the same have the same. */
uint32_t mapper_digest(mapper_t *mapper);

#endif
