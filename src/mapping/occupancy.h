/* SPDX-License-Identifier: MIT */
/* Internal: the steps of which all changes of an occupancy map consist. */
#ifndef OCT9_SRC_OCCUPANCY_H
#define OCT9_SRC_OCCUPANCY_H

#include "oct9/occupancy.h"
#include "src/map/tree.h"
#include "src/number/morton.h"

/* A payload is (log-odds + OCT9_NEUTRAL) * OCT9_AGES + age, or 0 for log-odds 0. */
enum { OCT9_AGES = OCT9_AGE_MAX + 1, OCT9_NEUTRAL = 128 };

/* The payload of a leaf that was hit, or that a beam passed. Its log-odds are -127..127, then 127
 * more or less, and within the model's bounds. */
static inline uint16_t oct9_payload_seen(const oct9_model_t *model, uint16_t payload, bool hit)
{
    int log_odds = payload == 0 ? 0 : (int)(payload / OCT9_AGES) - OCT9_NEUTRAL;
    if (hit) {
        log_odds += model->hit;
        if (log_odds > model->highest)
            log_odds = model->highest;
    } else {
        log_odds -= model->miss;
        if (log_odds < model->lowest)
            log_odds = model->lowest;
    }
    return log_odds == 0 ? 0 : (uint16_t)((unsigned)(log_odds + OCT9_NEUTRAL) * OCT9_AGES);
}

/* The payload of a leaf that stands for both. Its log-odds are never below either's. */
uint16_t oct9_payload_join(uint16_t a, uint16_t b);

static inline unsigned oct9_occupancy_free(const oct9_occupancy_t *occupancy)
{
    OCT9_ASSERT(occupancy->tree.used <= occupancy->tree.capacity);
    return (unsigned)(occupancy->tree.capacity - occupancy->tree.used);
}

/* Marks the set of changes as lost if a call that notes no changes (tree.h, a load) has changed the
 * tree. */
static inline void oct9_occupancy_heed(oct9_occupancy_t *occupancy)
{
    if (occupancy->changes && occupancy->noted != occupancy->tree.generation) {
        occupancy->changes->lost = true;
        occupancy->noted = occupancy->tree.generation;
    }
}

/* Records that all changes of the tree up to now are noted, if the map has a set of changes. */
static inline void oct9_occupancy_noted(oct9_occupancy_t *occupancy)
{
    if (occupancy->changes)
        occupancy->noted = occupancy->tree.generation;
}

/* Called before every change of slots that is noted, as oct9_tree_touch is called for all others;
 * oct9_occupancy_end is called after it. */
static inline void oct9_occupancy_begin(oct9_occupancy_t *occupancy)
{
    oct9_occupancy_heed(occupancy);
    oct9_tree_touch(&occupancy->tree);
    OCT9_ASSERT(occupancy->tree.generation % 2u != 0);
}

static inline void oct9_occupancy_end(oct9_occupancy_t *occupancy)
{
    OCT9_ASSERT(occupancy->tree.generation % 2u != 0);
    oct9_tree_touch(&occupancy->tree);
    oct9_occupancy_noted(occupancy);
}

/* Converts a cell of the cube to a cell of the world, modulo the cube, as Morton codes; and back,
 * as cells. In cells of the world a note stays valid when the window moves. */
uint32_t oct9_code_to_world(const oct9_occupancy_t *occupancy, uint32_t code);
void oct9_cell_to_window(const oct9_occupancy_t *occupancy, oct9_cell_t *cell);

/* The largest level, at most `level`, to whose size that offset is aligned. */
unsigned oct9_aligned_level(const oct9_offset_t *at, unsigned level);

/* Gives a node of level 0..9 one payload, as oct9_tree_set_node does. If the pool is
 * full and the model coarsens, it makes room; if there is no room, a larger leaf takes the payload
 * in. Returns OCT9_OK or OCT9_ERR_POOL_FULL. Called between oct9_occupancy_begin and
 * oct9_occupancy_end. */
oct9_status_t oct9_occupancy_put(oct9_occupancy_t *occupancy, uint32_t corner, unsigned level,
                                 uint16_t payload);

/* Notes a change if the map has a set of changes and the node's state changes with its payload. */
void oct9_occupancy_note(oct9_occupancy_t *occupancy, uint32_t corner, unsigned level,
                         uint16_t before, uint16_t after);

/* Notes cells of the node of level 1 at a corner whose state has changed, as bits, if the map has a
 * set of changes. */
void oct9_occupancy_note_cells(oct9_occupancy_t *occupancy, uint32_t corner, unsigned cells);

/* Notes the leaves of a node, or its part of a larger leaf, whose state differs from that of the
 * leaf that replaces them. */
void oct9_occupancy_note_node(oct9_occupancy_t *occupancy, uint32_t corner, unsigned level,
                              uint16_t after);

/* Notes the children of a node of `level` at a corner whose state differs from that of the leaf
 * that replaces them. All children must be leaves. */
void oct9_occupancy_note_children(oct9_occupancy_t *occupancy, uint32_t corner, unsigned level,
                                  const oct9_block_t *block, uint16_t after);

#endif
