/* SPDX-License-Identifier: MIT */
/* From sources to the plan of a world: what they hold, and which tiles they touch. */
#ifndef OCT9_TOOLS_WORLD_SURVEY_H
#define OCT9_TOOLS_WORLD_SURVEY_H

#include "tools/world/plan.h"

/* Append a source without options; each source that a list names. False: an error was printed. */
bool survey_add(world_plan_t *plan, const char *path);
bool survey_add_list(world_plan_t *plan, const char *list);

/* Reads the sources, one after the other, and finds the parts. What the plan in the folder, if one
 * is there, says of a source that has not changed is taken from it. False: an error was printed. */
bool survey(world_plan_t *plan, const folder_path_t *folder);

/* Reads a source of the plan as its options take it. `source` is all zero, except for `take`:
 * points that this gets are as in the file. False: an error was printed. */
bool survey_read(source_t *source, const world_plan_source_t *of, const world_frame_t *frame);

#endif
