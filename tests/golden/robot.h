/* SPDX-License-Identifier: MIT */
/* What the suites of the occupancy layer share: two maps, beams, and what is
 * asked of them again and again. */
#ifndef TESTS_GOLDEN_ROBOT_H
#define TESTS_GOLDEN_ROBOT_H

#include "oct9/scan.h"
#include "tests/golden/world.h"

enum { ROBOT_BEAMS = 64, ROBOT_BLOCKS = 144 };

/* `robot_map` lies in the world's pool, so the world's tree is gone; `robot_other` in a separate
 * one. */
extern oct9_occupancy_t robot_map, robot_other;
extern oct9_beam_t robot_beams[ROBOT_BEAMS];

/* Numbers that are easily added up by hand: hit 10, miss 4, from -20 to 30; free from -1 down,
 * occupied from 1 up; forgets nothing. */
extern const oct9_model_t robot_model;

/* Makes a map unknown: with the model of above, that policy and a pool of `blocks`. */
void robot_reset(oct9_occupancy_t *map, uint32_t blocks, oct9_full_t full);

/* The leaf that a cell lies in, and its log-odds. */
oct9_leaf_t robot_leaf(const oct9_occupancy_t *map, unsigned x, unsigned y, unsigned z);
int robot_log_odds(const oct9_occupancy_t *map, unsigned x, unsigned y, unsigned z);

/* Makes cells have these log-odds, age 0. */
void robot_fill(oct9_occupancy_t *map, const oct9_box_t *box, int log_odds);

/* A beam to a point in sub-cells from the cube's low corner. */
oct9_beam_t robot_beam(int32_t x, int32_t y, int32_t z, oct9_met_t met);

/* The first `count` of robot_beams as a scan, at most `budget` tiles a call: the status that is
 * not OCT9_AGAIN. The scan itself is left in robot_last. */
oct9_status_t robot_scan(oct9_occupancy_t *map, const oct9_point_t *origin, uint32_t count,
                         uint32_t budget);
extern oct9_scan_t robot_last;

/* A random cell of those below `edge` on each axis. */
oct9_cell_t robot_random_cell(random_t *random, uint32_t edge);

/* Makes robot_beams a random scan of short beams, and its origin, within 64 cells around the
 * cube's middle; the number of beams. */
uint32_t robot_random_scan(random_t *random, oct9_point_t *origin);

/* Of all leaves with their payloads; and of their states alone. */
uint32_t robot_digest(const oct9_occupancy_t *map);
uint32_t robot_states_digest(const oct9_occupancy_t *map);

/* The tree's invariants hold and no write is in progress. */
void robot_check(const oct9_occupancy_t *map);

#endif
