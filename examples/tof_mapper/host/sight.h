/* SPDX-License-Identifier: MIT */
/* Whether the map says what was seen: every two seconds the cells are looked at on which several
 * frames since then agree. Which cells the beams cross is found by short steps in floating
 * point, by nothing of the library. */
#ifndef TOF_MAPPER_HOST_SIGHT_H
#define TOF_MAPPER_HOST_SIGHT_H

#include "examples/tof_mapper/host/session.h"

/* What the frames of the last while say of a cell. */
typedef struct {
    uint16_t last; /* the last frame that saw it, from 1 on */
    uint8_t hits, passes;
} tally_t;

typedef struct {
    size_t solid, solid_occupied;       /* cells hit in several frames, and never seen through */
    size_t air, air_free, air_occupied; /* the reverse: seen through, never hit */
    tally_t *tally;                     /* of each cell of the cube */
    uint32_t *seen;                     /* the cells that have one */
    size_t count;
    unsigned frames;      /* that they are of */
    oct9_offset_t window; /* where the cube was then */
} sight_t;

/* False: there is not enough memory. */
bool sight_begin(sight_t *sight);
void sight_end(sight_t *sight);

/* After each frame. */
void sight_watch(sight_t *sight, const session_t *session, size_t frame);

#endif
