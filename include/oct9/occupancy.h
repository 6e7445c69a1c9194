/* SPDX-License-Identifier: MIT */
/* Occupancy: a map that the robot makes from its sensors, as log-odds in the payloads of a tree.
 *
 * The payload of a leaf holds its log-odds, in units that the model chooses, and its age. The
 * tree's thresholds turn payloads into states, so every query works on `tree` as on any other tree.
 * A leaf of log-odds 0 is unknown. No state is final: new observations can change each cell.
 *
 * Example, with (oct9_occupancy_t *occupancy, oct9_block_t pool[1024], oct9_cell_t cell,
 *                void (*plan)(const oct9_map_t *)):
 *
 *     const oct9_model_t model = OCT9_MODEL_DEFAULT;
 *     if (oct9_occupancy_init(occupancy, pool, 1024, &model, NULL) != OCT9_OK)
 *         return;
 *     (void)oct9_occupancy_observe(occupancy, cell, true);
 *     const oct9_map_t map = oct9_map_of_tree(&occupancy->tree);
 *     plan(&map);
 *
 * The model decides what happens when the pool is full. OCT9_REFUSE: the call fails and changes
 * nothing. OCT9_COARSEN: blocks far from the robot that were not seen for long are merged into
 * larger leaves, which take the highest log-odds of their children. If that frees too few blocks,
 * cells that were seen through keep their log-odds. A hit without room updates the larger leaf
 * around it instead, once for each tile of 8 x 8 x 8 cells with a hit. So the log-odds of a cell
 * are never below those in a map with unlimited memory: an obstacle may grow but is never lost.
 * (Forgetting may treat a larger leaf up to one round before or after it would treat a cell in it.)
 *
 * One writer. Other tasks and interrupts ask by an oct9_reader_t, which also takes the window
 * (reader.h).
 *
 * Source: Moravec and Elfes 1985, "High resolution maps from wide angle sonar"; clamping and
 * pruning as in Hornung et al. 2013, "OctoMap: an efficient probabilistic 3D mapping framework
 * based on octrees". */
#ifndef OCT9_OCCUPANCY_H
#define OCT9_OCCUPANCY_H

#include "oct9/leaf.h"
#include "oct9/tree.h"

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/* --- Changes: the leaves of an occupancy map whose state changed since they were last read.
 *
 * A set of limited size, in a table of the caller. One word holds the eight cells of a node of
 * level 1; a larger leaf takes one word too. A change must find its word or a free one among 16
 * words of the table. Where there is none the set is lost, and that is always reported: then every
 * leaf may have changed. A large table may lose the set when only a third of its words are used:
 * make it four times as large as the words that the changes between two reads take.
 *
 * A cell that changed and changed back is still in the set. */

/* The set. The caller owns it and the table. Read `used` and `lost`. */
typedef struct {
    uint32_t *table;
    uint32_t size;   /* words in the table, a power of two */
    uint32_t used;   /* words that hold changes */
    uint32_t next;   /* the word where reading continues */
    uint8_t largest; /* level of the largest node in the set */
    bool lost;       /* a change found no word: every leaf may have changed */
    uint8_t deepest; /* the most places after its first one at which a change was put */
} oct9_changes_t;

/* One change. In a node of level 1, bit i of `cells` is set iff child i changed; in a larger node
 * all cells changed. */
typedef struct {
    oct9_node_t node; /* level 1..9 */
    uint8_t cells;    /* 1..255 */
} oct9_change_t;

/* Makes the set empty. `table` is kept and must outlive the set. It writes each word.
 * Fails with OCT9_ERR_ARGUMENT iff size is not a power of two from 16 to 2^24.
 * Stack: M0 16 bytes. One writer. */
oct9_status_t oct9_occupancy_changes_init(oct9_changes_t *changes, uint32_t *table, uint32_t size);

#define OCT9_LOG_ODDS_MAX 127
#define OCT9_AGE_MAX 3 /* rounds of forgetting, see "Forgetting" */

/* What happens when the pool is full. */
typedef enum { OCT9_REFUSE = 0, OCT9_COARSEN = 1 } oct9_full_t;

/* The sensor model: log-odds in units that the caller chooses. */
typedef struct {
    uint8_t hit, miss;           /* added or subtracted at each observation: 1..127 */
    int8_t lowest, highest;      /* the limits of log-odds: -127 <= lowest <= free_at */
    int8_t free_at, occupied_at; /* free if log-odds <= free_at < 0; occupied if log-odds >=
                                    occupied_at, 1..highest */
    uint8_t keep;                /* rounds in which an unseen leaf keeps its log-odds: 0..3 */
    uint8_t fade;                /* log-odds that it loses in each later round: 0..127; 0: none */
    oct9_full_t full;
} oct9_model_t;

/* OctoMap's numbers (0.85, -0.4, -2, 3.5), times 20. */
#define OCT9_MODEL_DEFAULT                        \
    {                                             \
        17, 8, -40, 70, -1, 1, 3, 0, OCT9_COARSEN \
    }

/* An occupancy map. Read the counters and `window`, set `near_cells`; only the library uses the
 * other fields. */
typedef struct {
    oct9_tree_t tree;
    oct9_model_t model;
    oct9_changes_t *changes; /* NULL: changes are not noted */
    uint32_t noted;          /* `changes` is complete up to this generation of the tree */
    oct9_offset_t window;    /* the cell of the world that is the cube's cell 0 */
    uint32_t merged;         /* blocks merged to make room, so far */
    uint32_t grown;          /* larger leaves updated as a whole because the pool was full */
    uint32_t skipped;        /* tiles where only hits counted because the pool was full */
    uint32_t forgot;         /* occupied leaves that forgetting made unoccupied, so far */
    uint16_t near_cells;     /* occupied leaves nearer to the robot than this on every axis are not
                                forgotten; 0: all are. See "Forgetting" */
    oct9_cell_t robot;       /* the origin of the last scan, at first the middle of the cube;
                                distances for merging and forgetting are measured from here */
    uint8_t reach;           /* the least worth of a block that may be merged */
    uint32_t hand;           /* the Morton code where the search for blocks continues */
    uint32_t forget_at;      /* the Morton code where forgetting continues */
    uint32_t spare_at;       /* the Morton code where forgetting free space continues */
    uint16_t worth[OCT9_LEVELS + 1]; /* blocks that this round of the search found, by worth: the
                                        binary logarithm of a block's distance in units of its
                                        size, more if it is old or holds no obstacle; 9: its
                                        leaves have one state */
} oct9_occupancy_t;

/* Makes the whole cube unknown and sets the corner of the window to 0. `pool` is kept and must
 * outlive the map, and so is `changes`, which may be NULL. If it is not NULL, it was initialized by
 * oct9_occupancy_changes_init, and its set is lost now, as every leaf may have changed.
 * Fails with OCT9_ERR_ARGUMENT iff blocks is 0 or above OCT9_BLOCKS_MAX, or a number of the model
 * is out of its range.
 * It writes each slot of the pool. oct9_tree_init says what to observe about `generation` and about
 * readers.
 * Stack: M0 64 bytes. One writer. */
oct9_status_t oct9_occupancy_init(oct9_occupancy_t *occupancy, oct9_block_t *pool, uint32_t blocks,
                                  const oct9_model_t *model, oct9_changes_t *changes);

/* Returns the log-odds in a payload, -127..127.
 * Stack: M0 0 bytes. Reentrant. */
int oct9_occupancy_log_odds(uint16_t payload);

/* Returns the age in a payload, 0..OCT9_AGE_MAX rounds of forgetting.
 * Stack: M0 0 bytes. Reentrant. */
unsigned oct9_occupancy_age(uint16_t payload);

/* Returns the payload of log-odds, -127..127, and an age, 0..OCT9_AGE_MAX; 0 if the log-odds are 0.
 * Stack: M0 0 bytes. Reentrant. */
uint16_t oct9_occupancy_payload(int log_odds, unsigned age);

/* Updates one cell that was hit or seen through: adds `hit` or subtracts `miss` of the model.
 * Fails with OCT9_ERR_OUTSIDE iff a coordinate is above 511, OCT9_ERR_POOL_FULL iff the model
 * refuses and more blocks are needed than are free (at most 9; counted in `tree.failed`).
 * Its cost is 9 levels. Where it must make room it also visits at most OCT9_ROOM_STEPS blocks.
 * Stack: M0 512 bytes. One writer. */
oct9_status_t oct9_occupancy_observe(oct9_occupancy_t *occupancy, oct9_cell_t cell, bool hit);

/* Removes and returns one change, in cells of the cube where it lies now, in unspecified order.
 * Returns 1, or 0 if no change is left. A node may come twice, where changes were noted between the
 * reads. The map must note changes: `changes` is not NULL.
 * Fails with OCT9_ERR_CHANGES_LOST, once, iff the set was lost: a change found no word, a call of
 * tree.h or a load from a store changed the tree (these note nothing), the map was initialized, or
 * oct9_window_move lost the set. The set is empty then and can be used again.
 * All calls together that empty the set read the table once, but a single call may read all of it.
 * A call that returns OCT9_ERR_CHANGES_LOST writes each word of the table.
 * Stack: M0 96 bytes. One writer. */
int oct9_occupancy_changed(oct9_occupancy_t *occupancy, oct9_change_t *change);

/* The most blocks that are visited to make room before a tile of 8 x 8 x 8 cells is updated. */
#define OCT9_ROOM_STEPS 256

/* Makes the cells of a box unknown.
 * Fails as oct9_tree_fill_box does. A model that coarsens looks for room first, so the map may be
 * coarser after OCT9_ERR_POOL_FULL.
 * Stack: M0 400 bytes. One writer. */
oct9_status_t oct9_occupancy_clear_box(oct9_occupancy_t *occupancy, const oct9_box_t *box);

/* Makes the cells unknown that lie completely in a sphere, its surface included.
 * Fails with OCT9_ERR_ARGUMENT iff radius_q6 is above 32767, OCT9_ERR_POOL_FULL as
 * oct9_occupancy_clear_box does.
 * The result is exact.
 * Stack: M0 392 bytes. One writer. */
oct9_status_t oct9_occupancy_clear_sphere(oct9_occupancy_t *occupancy, const oct9_point_t *centre,
                                          uint16_t radius_q6);

/* --- Forgetting: leaves that are not seen for a time fade to unknown.
 *
 * A round visits the whole map, a few leaves at each call, and treats all leaves alike. It adds one
 * to the age of each leaf, up to OCT9_AGE_MAX. A leaf that has reached the age of the model's
 * `keep` rounds loses `fade` of its log-odds, free or occupied, until it is unknown. An observation
 * makes a leaf young again. A leaf may merge with leaves that the round has treated already: an
 * obstacle then waits for the next round, free space is treated again. A round follows the places
 * in the cube: leaves that a move of the window shifts may be treated twice or not at all in that
 * round. The caller chooses how long a round takes: call at any pace, and wait between rounds.
 *
 * An obstacle that the robot can reach should end by looking, not by time: a robot that turns in
 * place, or whose sensor no longer sees what it stands before, forgets it else. Set `near_cells`:
 * an occupied leaf that is nearer to the cell of the last scan's origin than so many cells on every
 * axis keeps its log-odds and its age, until beams have seen through it. A leaf beside that cell is
 * 1 cell away, one that holds it 0. Nothing else ends an obstacle near the robot: where the pool is
 * full, blocks that merge take the highest log-odds of their children, and a larger leaf is only
 * ever seen through as a whole. Only a move of the window, a call that clears, or what a packet
 * says can. */

/* Continues the round by at most `budget` leaves. Returns OCT9_OK when this call has ended a round,
 * else OCT9_AGAIN. It needs no blocks, and gives back the blocks of leaves that merge. The map may
 * change between two calls.
 * Fails with OCT9_ERR_ARGUMENT iff budget is 0.
 * Its cost is 9 levels down and up for each leaf. Where the map notes changes, a larger leaf that
 * becomes unknown is noted as nodes that are aligned in the world: 8 times as many for each level
 * by which the window is not aligned to the leaf's size (up to 8^6 for 512 cells), until the set
 * is lost.
 * Stack: M0 200 bytes. One writer. */
oct9_status_t oct9_occupancy_forget(oct9_occupancy_t *occupancy, uint32_t budget);

/* Makes free leaves unknown, of any age, and continues where the last call ended, by at most
 * `budget` leaves: for room in a pool where free space is worth less than obstacles. Returns
 * OCT9_OK when this call has come to the end of the map, else OCT9_AGAIN. Obstacles and the rounds
 * of oct9_occupancy_forget stay as they are.
 * Fails as oct9_occupancy_forget does, and its cost is the same.
 * Stack: M0 200 bytes. One writer. */
oct9_status_t oct9_occupancy_forget_free(oct9_occupancy_t *occupancy, uint32_t budget);

#ifdef __cplusplus
}
#endif
#endif
