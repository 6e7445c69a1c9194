/* SPDX-License-Identifier: MIT */
/* Changes: which leaves of an occupancy map changed their state since they were last asked for.
 *
 * A set of bounded size, in a table of the caller's. A cell is noted with the seven beside it in
 * one word; a larger leaf is a word too. When the table is full the set is lost, which is
 * reported and never passed over in silence: then everything may have changed.
 *
 * A cell that changed and changed back is still noted. */
#ifndef OCT9_CHANGES_H
#define OCT9_CHANGES_H

#include "oct9/leaf.h"

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The set; the caller owns it and the table. Read `used` and `lost`. */
typedef struct {
    uint32_t *table;
    uint32_t size;                        /* words in the table, a power of two */
    uint32_t used;                        /* words with changes */
    uint32_t next;                        /* where taking goes on */
    uint8_t largest;                      /* level of the largest node noted */
    bool lost;                            /* there was no room: everything may have changed */
} oct9_changes_t;

/* One change: `cells` are the bits of the children, by their numbers, of a node of level 1 that
 * changed; of a larger node all did. */
typedef struct {
    oct9_node_t node;                     /* level 1..9 */
    uint8_t cells;                        /* 1..255 */
} oct9_change_t;

/* Makes the set empty.
 * Fails with OCT9_ERR_CHANGES_SIZE iff size is no power of two from 16 to 2^24. Cost: a write for each
 * word. */
oct9_status_t oct9_changes_init(oct9_changes_t *changes, uint32_t *table, uint32_t size);

/* Notes a change of a node of level 0..9: a cell, or a larger leaf. The node must be good.
 * Cost: at most 16 words are looked at. */
void oct9_changes_note(oct9_changes_t *changes, const oct9_node_t *node);

/* The same for cells of a node of level 1, bits as in oct9_change_t. */
void oct9_changes_note_cells(oct9_changes_t *changes, oct9_cell_t corner, uint8_t cells);

/* Takes one out: 1, or 0 when there is none left, or OCT9_ERR_CHANGES_LOST, once, if some could not
 * be noted; the set is empty then and goes on from there. In no order that means anything.
 * Cost: over all calls that empty the set, once through the table. */
int oct9_changes_take(oct9_changes_t *changes, oct9_change_t *change);

#ifdef __cplusplus
}
#endif
#endif
