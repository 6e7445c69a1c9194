/* SPDX-License-Identifier: MIT */
/* A companion of an autopilot: poses in, rings of obstacles out, until it is stopped. */
#ifndef OCT9_TOOLS_SERVE_H
#define OCT9_TOOLS_SERVE_H

#include "tools/serve/ring.h"
#include "tools/serve/udp.h"

typedef struct {
    udp_address_t listen, to; /* `to` with port 0: to where the poses come from */
    uint8_t system;           /* the autopilot's */
} serve_input_t;

/* Serves until SIGINT or SIGTERM. Prints where it listens, and a line each second. False: it did
 * not begin, and an error was printed. */
bool serve(ring_t *ring, const serve_input_t *input);

#endif
