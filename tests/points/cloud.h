/* SPDX-License-Identifier: MIT */
/* What the suites of points share: a set in small pools, and a list of the same points. */
#ifndef TESTS_POINTS_CLOUD_H
#define TESTS_POINTS_CLOUD_H

#include "oct9/points.h"
#include "tests/golden/world.h"

enum { CLOUD_BLOCKS = 192, CLOUD_BUCKETS = 192, CLOUD_ENTRIES = 640, CLOUD_MOST = 200 };

extern oct9_block_t cloud_blocks[CLOUD_BLOCKS];
extern oct9_bucket_t cloud_buckets[CLOUD_BUCKETS];
extern oct9_entry_t cloud_entries[CLOUD_ENTRIES];
extern uint8_t cloud_seen[CLOUD_BUCKETS / 8];
extern oct9_points_t cloud_set;

/* The same points, in any order. */
extern oct9_entry_t cloud_list[CLOUD_MOST];
extern unsigned cloud_listed;
extern oct9_entry_t cloud_found[CLOUD_MOST];

extern oct9_points_find_t cloud_find;

oct9_points_config_t cloud_config(unsigned bucket_size, unsigned least_level);

/* Empties the set and the list. */
void cloud_reset(unsigned bucket_size, unsigned least_level);

/* Of a point in sub-cells from the cube's low corner. Each checks the set, too. */
oct9_status_t cloud_insert(int32_t x, int32_t y, int32_t z, unsigned id);
oct9_status_t cloud_take_out(int32_t x, int32_t y, int32_t z, unsigned id);

/* Random points of clouds from a point's width up to the whole cube, so that they often share cells
 * or are equal: one; takes one out or puts one in; puts in so many. */
oct9_entry_t cloud_random_entry(random_t *random);
void cloud_change(random_t *random);
void cloud_fill(random_t *random, unsigned count);

void cloud_holds(uint32_t count, unsigned used_blocks, unsigned used_buckets);

#endif
