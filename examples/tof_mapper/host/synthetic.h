/* SPDX-License-Identifier: MIT */
/* A flight that never was: a drone in a room rises, flies at a panel, stops, and flies back. */
#ifndef TOF_MAPPER_HOST_SYNTHETIC_H
#define TOF_MAPPER_HOST_SYNTHETIC_H

#include "tools/source/flight.h"

/* False: there is not enough memory, which was said. */
bool synthetic_flight(flight_t *flight);

#endif
