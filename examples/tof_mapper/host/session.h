/* SPDX-License-Identifier: MIT */
/* A recorded flight, sent to the mapper frame by frame: each frame's status is kept, and the
 * packets of map changes are applied to a separate map of the host.
 *
 * The same mapper runs on the host beside it; each difference between the two is counted. */
#ifndef TOF_MAPPER_HOST_SESSION_H
#define TOF_MAPPER_HOST_SESSION_H

#include "examples/tof_mapper/host/atlas.h"
#include "examples/tof_mapper/host/device.h"
#include "examples/tof_mapper/messages.h"
#include "tools/source/flight.h"

enum { HOST_BLOCKS = 32768, HOST_TILES = 65536 };

typedef struct {
    const flight_t *flight;
    status_t *status; /* of each frame */
    done_t done;
    uint32_t packets, packet_bytes, damaged;
    uint32_t differ;    /* frames that the two mappers answer differently */
    bool same_map;      /* and their maps are the same at the end */
    drone_t *drone;     /* the host's */
    oct9_frame_t now;   /* of its window */
    oct9_frame_t frame; /* of the received map */
    oct9_occupancy_t received;
    oct9_block_t *pool;
    oct9_receiver_t receiver;
    uint32_t *seen;
    atlas_t atlas; /* all that was received */
} session_t;

/* Called after each frame, when the host's mapper has done it, too. */
typedef void session_watch_t(void *watcher, const session_t *session, size_t frame);

/* Runs a flight through the mapper that `command` starts. False: an error was printed. */
bool session_run(session_t *session, const flight_t *flight, char **command, session_watch_t *watch,
                 void *watcher);
void session_free(session_t *session);

/* The frame as the mapper gets it. */
void session_frame(const flight_frame_t *from, sensor_frame_t *frame);

#endif
