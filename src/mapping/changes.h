/* SPDX-License-Identifier: MIT */
/* Internal: the operations of an occupancy map and of the sender of packets on a set of changes. */
#ifndef OCT9_SRC_CHANGES_H
#define OCT9_SRC_CHANGES_H

#include "oct9/occupancy.h"

/* Notes a change of a node of level 0..9: a cell or a larger leaf. The node must be good. Cost: it
 * reads at most 16 words. */
void oct9_changes_note(oct9_changes_t *changes, const oct9_node_t *node);

/* The same of the node of `level` at this corner, a Morton code of the world. */
void oct9_changes_note_code(oct9_changes_t *changes, uint32_t corner, unsigned level);

/* Notes changes of cells of the node of level 1 at this corner. The bits are as in
 * oct9_change_t. */
void oct9_changes_note_cells(oct9_changes_t *changes, uint32_t corner, uint8_t cells);

/* Removes and returns one change, in unspecified order. Returns 1; 0 if none is left;
 * OCT9_ERR_CHANGES_LOST once if changes were dropped (the set is then empty and can be used again);
 * OCT9_AGAIN if the budget is used up: it is the most times that 16 words of the table are read,
 * and is decreased by these.
 * Cost: all calls that empty the set pass through the table once, together. */
int oct9_changes_take(oct9_changes_t *changes, uint32_t *budget, oct9_change_t *change);

/* Empties the set. */
void oct9_changes_empty(oct9_changes_t *changes);

/* Reads a word of the table, in cells of the world. Returns false if the word is empty. */
bool oct9_changes_read(const oct9_changes_t *changes, uint32_t i, oct9_change_t *change);

/* Removes a word that is not empty. */
void oct9_changes_erase(oct9_changes_t *changes, uint32_t i);

/* Removes what is noted for cells of the node of level 1 at this corner, a Morton code. */
void oct9_changes_drop(oct9_changes_t *changes, uint32_t corner);

#endif
