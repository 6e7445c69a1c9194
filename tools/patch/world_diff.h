/* SPDX-License-Identifier: MIT */
/* The patches of a world. */
#ifndef OCT9_TOOLS_WORLD_DIFF_H
#define OCT9_TOOLS_WORLD_DIFF_H

#include <stdbool.h>

/* Writes into the folder `out` a patch for each tile that is new or has changed, X_Y_Z.o9p, that of
 * the header and the table, table.o9p, and the world that they make, world.o9w. `from`: the older
 * world, or NULL. False: an error was printed. */
bool world_diff(const char *path, const char *from, const char *out);

#endif
