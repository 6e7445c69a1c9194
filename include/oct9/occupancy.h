/* SPDX-License-Identifier: MIT */
/* Occupancy: a map that the robot makes itself, as log-odds in the payloads of a RAM tree.
 *
 * Each leaf's payload is its log-odds, in units that the model's numbers choose, and its age; the
 * tree's thresholds make them states, so that every query works on `map.tree` as on any tree:
 *
 *     oct9_map_t map = oct9_map_of_tree(&occupancy.tree);
 *
 * A leaf of log-odds 0 is unknown. Nothing is ever final: a cell that is seen otherwise changes.
 *
 * When the pool is full, the model decides. OCT9_REFUSE: the call fails and changes nothing.
 * OCT9_COARSEN: blocks far from the robot and long unseen are merged into larger leaves, which
 * take the highest log-odds of their children. Where that makes too little room, what was seen
 * through stays as it was; where a hit finds none, the larger leaf that it lies in is hit, once for
 * each tile of 8 x 8 x 8 cells in which something was. So the log-odds of a place are never below
 * those that an unbounded map would hold: an obstacle may grow, it is never lost. (Forgetting,
 * leaf by leaf, may reach a larger leaf up to a round before or after a cell in it.)
 *
 * One writer; `tree.generation` tells readers in an interrupt that they met a write (tree.h).
 *
 * Source: Moravec and Elfes 1985; clamping and pruning as in OctoMap (Hornung et al. 2013). */
#ifndef OCT9_OCCUPANCY_H
#define OCT9_OCCUPANCY_H

#include "oct9/leaf.h"
#include "oct9/tree.h"

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/* --- Changes: which leaves of an occupancy map changed their state since they were last asked for.
 *
 * A set of bounded size, in a table of the caller's. A cell is noted with the seven beside it in
 * one word; a larger leaf is a word too. When the table is full the set is lost, which is
 * reported and never passed over in silence: then everything may have changed.
 *
 * A cell that changed and changed back is still noted. */

/* The set; the caller owns it and the table. Read `used` and `lost`. */
typedef struct {
    uint32_t *table;
    uint32_t size;   /* words in the table, a power of two */
    uint32_t used;   /* words with changes */
    uint32_t next;   /* where taking goes on */
    uint8_t largest; /* level of the largest node noted */
    bool lost;       /* there was no room: everything may have changed */
} oct9_changes_t;

/* One change: `cells` are the bits of the children, by their numbers, of a node of level 1 that
 * changed; of a larger node all did. */
typedef struct {
    oct9_node_t node; /* level 1..9 */
    uint8_t cells;    /* 1..255 */
} oct9_change_t;

/* Makes the set empty.
 * Fails with OCT9_ERR_ARGUMENT iff size is no power of two from 16 to 2^24. Cost: a write for
 * each word. */
oct9_status_t oct9_occupancy_changes_init(oct9_changes_t *changes, uint32_t *table, uint32_t size);

#define OCT9_LOG_ODDS_MAX 127
#define OCT9_AGE_MAX 3 /* rounds of forgetting, see below */

/* What to do when the pool is full. */
typedef enum { OCT9_REFUSE = 0, OCT9_COARSEN = 1 } oct9_full_t;

/* The sensor's model: log-odds in units of one's own. */
typedef struct {
    uint8_t hit, miss;           /* added and taken for each scan: 1..127 */
    int8_t lowest, highest;      /* they stay within: lowest <= free_at < 0 */
    int8_t free_at, occupied_at; /* free from here down, occupied from here up: at least
                                    1 and at most `highest` */
    uint8_t keep;                /* rounds that an unseen leaf keeps all: 0..3 */
    uint8_t fade;                /* log-odds lost in each round after: 0..127; 0: none */
    oct9_full_t full;
} oct9_model_t;

/* OctoMap's numbers (0.85, -0.4, -2, 3.5), times 20. */
#define OCT9_MODEL_DEFAULT                        \
    {                                             \
        17, 8, -40, 70, -1, 1, 3, 0, OCT9_COARSEN \
    }

/* Cells of the world, which has no bounds but those of int32_t. */
typedef struct {
    int32_t x, y, z;
} oct9_offset_t;

/* Read the counters and `window`; leave the rest to the functions. */
typedef struct {
    oct9_tree_t tree;
    oct9_model_t model;
    oct9_changes_t *changes;         /* NULL: nobody asks which leaves changed */
    uint32_t noted;                  /* the tree's generation up to which `changes` has all */
    oct9_offset_t window;            /* the cell of the world that is the cube's cell 0 */
    uint32_t merged;                 /* blocks merged to make room, so far */
    uint32_t grown;                  /* larger leaves updated as a whole for want of room */
    uint32_t skipped;                /* tiles where, for want of room, only hits counted */
    oct9_cell_t robot;               /* the last scan's origin, at first the cube's middle:
                                        far is far from here */
    uint8_t reach;                   /* how far, for its size, a block must be to be merged */
    uint32_t hand;                   /* where the next block to merge is looked for */
    uint32_t forget_at;              /* where forgetting goes on */
    uint16_t worth[OCT9_LEVELS + 1]; /* how many blocks the hand met in this round, by worth */
} oct9_occupancy_t;

/* Makes all of the cube unknown. The window's corner is 0. `pool` is kept, and so is `changes`,
 * which may be NULL; else the set is lost, as everything may have changed.
 * Fails with OCT9_ERR_ARGUMENT as oct9_tree_init does, or iff a number of the model is not in its
 * range. Cost: a write for each slot of the pool. */
oct9_status_t oct9_occupancy_init(oct9_occupancy_t *occupancy, oct9_block_t *pool, uint32_t blocks,
                                  const oct9_model_t *model, oct9_changes_t *changes);

/* The log-odds that a payload holds, -127..127, and its age in rounds. */
int oct9_occupancy_log_odds(uint16_t payload);
unsigned oct9_occupancy_age(uint16_t payload);

/* The payload of these log-odds, -127..127, and this age, 0..OCT9_AGE_MAX; 0 if they are 0. */
uint16_t oct9_occupancy_payload(int log_odds, unsigned age);

/* One cell was seen: hit or seen through.
 * Fails with OCT9_ERR_OUTSIDE iff a coordinate is above 511; if the model refuses, with
 * OCT9_ERR_POOL_FULL iff more blocks are needed than are free (at most 9).
 * Cost: 9 levels; where room must be made, at most OCT9_ROOM_STEPS blocks are looked at. */
oct9_status_t oct9_occupancy_observe(oct9_occupancy_t *occupancy, oct9_cell_t cell, bool hit);

/* Takes out one change, in cells of the cube as it lies now and in no order that means anything:
 * 1, or 0 when there is none left, or OCT9_ERR_CHANGES_LOST, once, if some could not be noted, or
 * if a call of tree.h or a load from a store changed the tree, as those note nothing; the set is
 * empty then and goes on from there. The map must note changes.
 * Cost: over all calls that empty the set, once through the table. */
int oct9_occupancy_changed(oct9_occupancy_t *occupancy, oct9_change_t *change);

/* The most blocks that are looked at to make room, before a tile of 8 x 8 x 8 cells is updated. */
#define OCT9_ROOM_STEPS 256

/* Makes the cells of a box unknown.
 * Fails as oct9_tree_fill_box does; where the model coarsens, only after room was looked for, and
 * then the map may be coarser than it was. */
oct9_status_t oct9_occupancy_clear_box(oct9_occupancy_t *occupancy, const oct9_box_t *box);

/* Makes the cells unknown that lie in a sphere altogether, its surface included. Exact.
 * Fails with OCT9_ERR_ARGUMENT iff radius_q6 is above 32767, OCT9_ERR_POOL_FULL as above. */
oct9_status_t oct9_occupancy_clear_sphere(oct9_occupancy_t *occupancy, const oct9_point_t *centre,
                                          uint16_t radius_q6);

/* --- Forgetting: leaves that are not seen for a time fade to unknown.
 *
 * A sweep goes round the whole map, a few leaves at each call, so that all are treated alike. It
 * ages each leaf by a round; one older than the model's `keep` rounds loses `fade` of its
 * log-odds, free or occupied, until it is unknown. An update makes a leaf young again. Of a leaf
 * that merged with some that the round had treated already, an obstacle waits for the next round,
 * and free space is treated again. A round goes by places in the cube: what a move of the window
 * puts elsewhere may be treated twice or not at all in that round. How long a round takes is the
 * caller's: he calls at the pace he likes and waits between rounds. */

/* Goes on by at most `budget` leaves: OCT9_OK when a round has ended with this call, OCT9_AGAIN
 * otherwise. Needs no blocks; gives back what merges. The map may change between two calls.
 * Fails with OCT9_ERR_ARGUMENT iff budget is 0. Cost: 9 levels down and up for each leaf. A larger
 * leaf that becomes unknown is noted, where changes are, by nodes that are aligned in the world: 8
 * times as many for each level that the window lies off its size (up to 8^6 for one of 512 cells),
 * until the table is full. */
oct9_status_t oct9_occupancy_forget(oct9_occupancy_t *occupancy, uint32_t budget);

#ifdef __cplusplus
}
#endif
#endif
