/* SPDX-License-Identifier: MIT */
/* From sources to the plan of a world: what they hold, and which tiles they touch. */
#ifndef OCT9_TOOLS_WORLD_SURVEY_H
#define OCT9_TOOLS_WORLD_SURVEY_H

#include "tools/world/plan.h"

/* Append a source without options; each source that a list names. False: an error was printed. */
bool survey_add(world_plan_t *plan, const char *path);
bool survey_add_list(world_plan_t *plan, const char *list);

/* Reads the sources, one after the other, and spreads them to the tiles. What the plan in the
 * folder, if one is there, says of a source that has not changed is taken from it. False: an error
 * was printed. */
bool survey(world_plan_t *plan, const folder_path_t *folder);

#endif
