/* SPDX-License-Identifier: MIT */
#include "examples/tof_mapper/zones.h"

/* 1 forward, (3.5 - column) / 4 * tan(22.5 degrees) left, the same of the row up. */
#define ZONE(left, up)         \
    {                          \
        OCT9_ONE_Q14, left, up \
    }
#define ROW(up)                                                                    \
    ZONE(5938, up), ZONE(4242, up), ZONE(2545, up), ZONE(848, up), ZONE(-848, up), \
        ZONE(-2545, up), ZONE(-4242, up), ZONE(-5938, up)

const oct9_direction_t tof_zones[TOF_ZONES] = { ROW(5938), ROW(4242),  ROW(2545),  ROW(848),
                                                ROW(-848), ROW(-2545), ROW(-4242), ROW(-5938) };
