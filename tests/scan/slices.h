/* SPDX-License-Identifier: MIT */
/* Part of tests/calls/test_slices.c: the calls that go on, each with its query. */
#ifndef TESTS_SCAN_SLICES_H
#define TESTS_SCAN_SLICES_H

#include "tests/calls/slices_queries.h"

static oct9_scan_t scan;
static oct9_beam_t beams[BEAMS];
static void begin_oct9_scan_run(void)
{
    const oct9_point_t origin = POINT_FROM_LOW(6700, 6700, 6700);
    make_map();
    for (uint32_t i = 0; i < BEAMS; i++) {
        beams[i].end = point_from_low(6700 + 900 * (int)some(i, 3),
                                      4700 + 900 * (int)some(i + 20, 5),
                                      4700 + 900 * (int)some(i + 50, 5));
        beams[i].met = OCT9_BEAM_HIT;
    }
    CHECK_EQ(oct9_scan_begin(&scan, &occupancy, &origin, beams, BEAMS), OCT9_OK);
}
static int slice_oct9_scan_run(void)
{
    return oct9_scan_run(&scan, 1);
}
QUERY(oct9_scan_run, map_edits);

#endif
