/* SPDX-License-Identifier: MIT */
/* Part of test_slices.c: a query, which tests/THING/slices.h has for each call that goes on with
 * one, by its name. */
#ifndef TESTS_CALLS_SLICES_QUERIES_H
#define TESTS_CALLS_SLICES_QUERIES_H

#include "tests/calls/slices_edits.h"

/* Of a slice: the least there is, but where several parts of a query must lie in one. */
static uint32_t budget = 1;

/* A query: `begin` makes what is asked anew, too; `slice` goes on with the least budget and returns
 * below 0 while the query has not ended, or OCT9_OK. */
typedef struct {
    const edit_t *edits;
    void (*begin)(void);
    int (*slice)(void);
} query_t;

#define QUERY(call, EDITS) static const query_t query_##call = { EDITS, begin_##call, slice_##call }

/* What an iterator returns: on to the next while there is one. */
static int go_on(int found)
{
    return found > 0 ? OCT9_AGAIN : found;
}

static const oct9_point_t from = POINT_FROM_LOW(6390, 6395, 6398),
                          to = POINT_FROM_LOW(7000, 6990, 6980);

static const oct9_rules_t all_pass = { .unknown = OCT9_PASSES,
                                       .filter_mask = 32767,
                                       .filter_value = 32767 };

static const oct9_region_t ball_around = { .kind = OCT9_REGION_SPHERE,
                                           .centre = POINT_FROM_LOW(7000, 6990, 6980),
                                           .radius_q6 = 9000 };

/* Of what does not change: an image's bytes, or a build, which reads no map. */
static void begin_constant(void) {}
static int slice_constant(void)
{
    return OCT9_OK;
}
static const query_t constant = { no_edits, begin_constant, slice_constant };

#endif
