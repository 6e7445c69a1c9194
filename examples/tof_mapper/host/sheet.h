/* SPDX-License-Identifier: MIT */
/* A picture of a flight: the received map from above and from the side, with the drone's path and
 * the places where it raised an alarm. */
#ifndef TOF_MAPPER_HOST_SHEET_H
#define TOF_MAPPER_HOST_SHEET_H

#include "examples/tof_mapper/host/session.h"

/* False: an error was printed. */
bool sheet_draw(const session_t *session, const char *title, const char *path);

#endif
