/* SPDX-License-Identifier: MIT */
/* Internal: what an occupancy map and the sender of packets do to a set of changes. */
#ifndef OCT9_SRC_CHANGES_H
#define OCT9_SRC_CHANGES_H

#include "oct9/occupancy.h"

/* Notes a change of a node of level 0..9: a cell, or a larger leaf. The node must be good.
 * Cost: at most 16 words are looked at. */
void oct9_changes_note(oct9_changes_t *changes, const oct9_node_t *node);

/* The same for cells of a node of level 1, bits as in oct9_change_t. */
void oct9_changes_note_cells(oct9_changes_t *changes, oct9_cell_t corner, uint8_t cells);

/* Takes one out: 1, or 0 when there is none left, or OCT9_ERR_CHANGES_LOST, once, if some could not
 * be noted; the set is empty then and goes on from there. In no order that means anything.
 * Cost: over all calls that empty the set, once through the table. */
int oct9_changes_take(oct9_changes_t *changes, oct9_change_t *change);

/* Makes the set empty. */
void oct9_changes_empty(oct9_changes_t *changes);

/* Reads a word of the table, in cells of the world; false if there is nothing in it. */
bool oct9_changes_read(const oct9_changes_t *changes, uint32_t i, oct9_change_t *change);

/* Takes out a word that has something. */
void oct9_changes_erase(oct9_changes_t *changes, uint32_t i);

/* Takes out what is noted of cells of a node of level 1. */
void oct9_changes_drop(oct9_changes_t *changes, oct9_cell_t corner);

#endif
