/* SPDX-License-Identifier: MIT */
/* What the drone and the mapper say to each other.
 *
 * The mapper says READY once, when it begins, and whoever listens begins with an empty map. Then
 * the drone sends a frame whenever it has one and has got the STATUS of the last, so that a UART
 * without a buffer loses nothing. Before a STATUS come the
 * packets of map changes that there is time for. After END come all that are left, then DONE. A
 * message that arrives damaged is answered by AGAIN, and sent again. On a line that loses bytes the
 * sender would need a time limit besides. */
#ifndef TOF_MAPPER_MESSAGES_H
#define TOF_MAPPER_MESSAGES_H

#include "examples/tof_mapper/link.h"
#include "examples/tof_mapper/drone.h"

typedef enum {
    MESSAGE_FRAME = 'F', /* to the mapper: sensor_frame_t */
    MESSAGE_END = 'E',
    MESSAGE_READY = 'R',  /* from the mapper */
    MESSAGE_PACKET = 'P', /* as oct9/packet.h has it */
    MESSAGE_STATUS = 'S', /* status_t */
    MESSAGE_AGAIN = 'A',
    MESSAGE_DONE = 'D' /* done_t */
} message_kind_t;

/* What a frame took, in instructions. */
typedef struct {
    uint32_t map, check, send;
} cost_t;

/* How a frame went. */
typedef struct {
    uint32_t time_ms;
    int8_t error; /* oct9_status_t of what failed, or OCT9_OK */
    bool mapped;  /* the drone was in the air */
    oct9_mapper_found_t found;
    oct9_offset_t window;
    uint16_t used, peak;    /* blocks */
    uint32_t merged, grown; /* since the start */
    uint32_t forgot;        /* obstacles, since the start */
    cost_t cost;
} status_t;

typedef struct {
    uint32_t stack;  /* bytes, at most */
    uint32_t ram;    /* bytes beside it */
    bool sound;      /* the tree holds its invariants */
    uint32_t digest; /* of the map's leaves: drone_digest */
} done_t;

#define MESSAGE_FRAME_SIZE 172u
#define MESSAGE_STATUS_SIZE 55u
#define MESSAGE_DONE_SIZE 13u

void message_put_frame(uint8_t *bytes, const sensor_frame_t *frame);
void message_take_frame(const uint8_t *bytes, sensor_frame_t *frame);
void message_put_status(uint8_t *bytes, const status_t *status);
void message_take_status(const uint8_t *bytes, status_t *status);
void message_put_done(uint8_t *bytes, const done_t *done);
void message_take_done(const uint8_t *bytes, done_t *done);

#endif
