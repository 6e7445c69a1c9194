/* SPDX-License-Identifier: MIT */
#include "examples/tof_mapper/host/effort.h"

#include <math.h>
#include <string.h>

static uint32_t larger(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

void effort_measure(const session_t *session, effort_t *effort)
{
    memset(effort, 0, sizeof *effort);
    effort->frames = session->flight->count;
    for (size_t i = 0; i < effort->frames; i++) {
        const status_t *status = &session->status[i];
        const cost_t *cost = &status->cost;
        effort->errors += status->error != OCT9_OK;
        effort->alarms += status->found.alarm;
        effort->blocked += (status->found.why & OCT9_MAPPER_BLOCKED) != 0;
        effort->unknown += (status->found.why & OCT9_MAPPER_UNKNOWN) != 0;
        effort->mapped += status->mapped;
        if (!status->mapped)
            continue;
        effort->worst = larger(effort->worst, cost->map + cost->check + cost->send);
        effort->worst_map = larger(effort->worst_map, cost->map);
        effort->worst_send = larger(effort->worst_send, cost->send);
        effort->mean_map += cost->map;
        effort->mean_check += cost->check;
        effort->mean_send += cost->send;
    }
    const double mapped = fmax((double)effort->mapped, 1.0);
    effort->mean_map /= mapped;
    effort->mean_check /= mapped;
    effort->mean_send /= mapped;
    effort->mean = effort->mean_map + effort->mean_check + effort->mean_send;
}
