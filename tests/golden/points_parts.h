/* SPDX-License-Identifier: MIT */
/* What the parts of the suite of points share. */
#ifndef TESTS_GOLDEN_POINTS_PARTS_H
#define TESTS_GOLDEN_POINTS_PARTS_H

#include "oct9/points.h"
#include "tests/golden/query.h"

enum {
    BLOCKS = 192,
    BUCKETS = 192,
    ENTRIES = 640,
    MOST = 200,
    STEPS = 800,
    QUESTIONS = 200,
    NEAR = 5
};

extern oct9_bucket_t points_buckets[BUCKETS];
extern oct9_entry_t points_entries[ENTRIES];
extern uint8_t points_seen[BUCKETS / 8];
extern oct9_points_t points_set;

/* The same points, in any order. */
extern oct9_entry_t points_list[MOST];
extern unsigned points_listed;
extern oct9_entry_t points_found[MOST];

typedef union {
    oct9_points_find_t find;
    oct9_points_nearest_t nearest;
} points_scratch_t;
extern points_scratch_t points_scratch;

oct9_points_config_t points_config_of(unsigned bucket_size, unsigned least_level);

void points_reset(unsigned bucket_size, unsigned least_level);

oct9_status_t points_insert(int x, int y, int z, unsigned id);

oct9_status_t points_take_out(int x, int y, int z, unsigned id);

void points_holds(uint32_t count, unsigned used_blocks, unsigned used_buckets);

oct9_entry_t points_random_entry(random_t *random);

void points_fill(random_t *random, unsigned count);

void points_queries(void);

#endif
