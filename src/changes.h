/* SPDX-License-Identifier: MIT */
/* Internal: what the sender of packets does to a set of changes. */
#ifndef OCT9_SRC_CHANGES_H
#define OCT9_SRC_CHANGES_H

#include "oct9/changes.h"

/* Takes out what is noted of cells of a node of level 1. */
void oct9_changes_drop(oct9_changes_t *changes, oct9_cell_t corner);

#endif
