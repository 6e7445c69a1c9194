/* SPDX-License-Identifier: MIT */
/* Internal: what the sender of packets does to a set of changes. */
#ifndef OCT9_SRC_CHANGES_H
#define OCT9_SRC_CHANGES_H

#include "oct9/occupancy.h"

/* Makes the set empty. */
void oct9_changes_empty(oct9_changes_t *changes);

/* Reads a word of the table, in cells of the world; false if there is nothing in it. */
bool oct9_changes_read(const oct9_changes_t *changes, uint32_t i, oct9_change_t *change);

/* Takes out a word that has something. */
void oct9_changes_erase(oct9_changes_t *changes, uint32_t i);

/* Takes out what is noted of cells of a node of level 1. */
void oct9_changes_drop(oct9_changes_t *changes, oct9_cell_t corner);

#endif
