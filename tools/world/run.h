/* SPDX-License-Identifier: MIT */
/* Tiles side by side: a process each. */
#ifndef OCT9_TOOLS_WORLD_RUN_H
#define OCT9_TOOLS_WORLD_RUN_H

#include "tools/world/plan.h"

/* Lists the plan's tiles that are not there as it has them. False: an error was printed. */
bool run_list(const world_plan_t *plan, const folder_path_t *folder, tiles_t *tiles);

/* Bakes the tiles, `jobs` at a time. False: one failed, an error was printed, and no more were
 * begun. */
bool run_tiles(const world_plan_t *plan, const folder_path_t *folder, const tiles_t *tiles,
               uint32_t jobs);

/* Prints the command of each tile for a shell, a line each. */
void run_print(const folder_path_t *folder, const tiles_t *tiles);

#endif
