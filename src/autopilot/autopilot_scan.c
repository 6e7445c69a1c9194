/* SPDX-License-Identifier: MIT */
/* Ranges for sensor_msgs/LaserScan. */
#include "port/oct9_port.h"
#include "src/autopilot/autopilot.h"
#include "src/autopilot/float_bits.h"

enum { NEAREST_MM_OF_SCAN = 10, MM_A_M = 1000 };

static uint32_t range_of(const oct9_shown_t *shown)
{
    if (shown->kind == OCT9_SHOWN_CLEAR)
        return OCT9_FLOAT_INFINITY;
    if (shown->kind == OCT9_SHOWN_UNKNOWN)
        return OCT9_FLOAT_NAN;
    const int32_t mm = shown->mm < NEAREST_MM_OF_SCAN ? NEAREST_MM_OF_SCAN : shown->mm;
    return oct9_float_make(mm, MM_A_M, true);
}

oct9_status_t oct9_autopilot_scan(const oct9_autopilot_input_t *input, uint32_t *ranges,
                                  oct9_autopilot_scan_t *scan)
{
    OCT9_ASSERT(input && input->sectors && input->frame && ranges && scan);
    int32_t most_mm;
    bool touched;
    const oct9_status_t status = oct9_autopilot_open(input, &most_mm, &touched);
    if (status != OCT9_OK)
        return status;
    const oct9_sectors_input_t *const sectors = input->sectors;
    for (uint16_t i = 0; i < sectors->sectors; i++) {
        const oct9_shown_part_t part = { i, 1, 0, sectors->layers };
        oct9_shown_t shown;
        oct9_autopilot_least(input, &part, touched, &shown);
        ranges[i] = range_of(&shown);
    }
    scan->least = oct9_float_make(NEAREST_MM_OF_SCAN, MM_A_M, true);
    scan->most = oct9_float_make(most_mm, MM_A_M, false);
    scan->first = (uint16_t)(sectors->from - input->ahead);
    return OCT9_OK;
}
