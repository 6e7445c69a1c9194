/* SPDX-License-Identifier: MIT */
/* The tables of all flights, in Markdown. */
#ifndef TOF_MAPPER_HOST_TABLE_H
#define TOF_MAPPER_HOST_TABLE_H

#include "examples/tof_mapper/host/approach.h"
#include "examples/tof_mapper/host/effort.h"
#include "examples/tof_mapper/host/sight.h"

typedef struct {
    const char *name;
    effort_t effort;
    approach_t approach;
    sight_t sight;
    status_t last; /* of the last frame */
    done_t done;
    uint32_t packets, packet_bytes, damaged, differ;
    bool same_map;
} table_row_t;

/* All but `name`, `approach` and `sight`. */
void table_fill(table_row_t *row, const session_t *session);

/* Prints the tables. False: a flight missed what is promised, which was said. */
bool table_print(const table_row_t *rows, int count);

#endif
