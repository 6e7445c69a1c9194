/* SPDX-License-Identifier: MIT */
/* Internal: what all changes of an occupancy map are made of. */
#ifndef OCT9_SRC_OCCUPANCY_H
#define OCT9_SRC_OCCUPANCY_H

#include "oct9/occupancy.h"
#include "src/map/tree.h"
#include "src/number/morton.h"

/* A payload is (log-odds + OCT9_NEUTRAL) * OCT9_AGES + age, or 0 for log-odds 0. */
enum { OCT9_AGES = OCT9_AGE_MAX + 1, OCT9_NEUTRAL = 128 };

/* The payload of a leaf that was hit, or seen through. */
uint16_t oct9_payload_seen(const oct9_model_t *model, uint16_t payload, bool hit);

/* The payload of a leaf that stands for both: never below either's log-odds. */
uint16_t oct9_payload_join(uint16_t a, uint16_t b);

static inline unsigned oct9_occupancy_free(const oct9_occupancy_t *occupancy)
{
    OCT9_ASSERT(occupancy->tree.used <= occupancy->tree.capacity);
    return (unsigned)(occupancy->tree.capacity - occupancy->tree.used);
}

/* Loses the set of changes if a call changed the tree that notes nothing (tree.h, a load). */
static inline void oct9_occupancy_heed(oct9_occupancy_t *occupancy)
{
    if (occupancy->changes && occupancy->noted != occupancy->tree.generation) {
        occupancy->changes->lost = true;
        occupancy->noted = occupancy->tree.generation;
    }
}

/* All changes of the tree up to now are noted, if anybody asks for them. */
static inline void oct9_occupancy_noted(oct9_occupancy_t *occupancy)
{
    if (occupancy->changes)
        occupancy->noted = occupancy->tree.generation;
}

/* Around every change of slots that is noted, as oct9_tree_touch around every other. */
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

/* A cell of the cube as a cell of the world, modulo the cube, so that what is noted of it outlives
 * a move of the window; and back. */
void oct9_cell_to_world(const oct9_occupancy_t *occupancy, oct9_cell_t *cell);
void oct9_cell_to_window(const oct9_occupancy_t *occupancy, oct9_cell_t *cell);

/* The largest level, at most `level`, whose nodes may lie at that place of the world. */
unsigned oct9_aligned_level(const oct9_offset_t *at, unsigned level);

/* Gives a node of level 0..2, or the cube, one payload, as oct9_tree_set_node does. Where the pool
 * is full and the model coarsens, it makes room, and if there is none a larger leaf takes the
 * payload in. OCT9_OK or OCT9_ERR_POOL_FULL. */
oct9_status_t oct9_occupancy_put(oct9_occupancy_t *occupancy, uint32_t corner, unsigned level,
                                 uint16_t payload);

/* Whoever asks for changes is told if a node's state changes with its payload. */
void oct9_occupancy_note(oct9_occupancy_t *occupancy, uint32_t corner, unsigned level,
                         uint16_t before, uint16_t after);

/* The leaves of a node, or its part of a larger one, whose state differs from that of the leaf
 * that takes their place. */
void oct9_occupancy_note_node(oct9_occupancy_t *occupancy, uint32_t corner, unsigned level,
                              uint16_t after);

/* The children, all leaves, of a node of `level`, at a corner, whose state differs from that of
 * the leaf that takes their place. */
void oct9_occupancy_note_children(oct9_occupancy_t *occupancy, uint32_t corner, unsigned level,
                                  const oct9_block_t *block, uint16_t after);

#endif
