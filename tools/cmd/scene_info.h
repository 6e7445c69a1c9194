/* SPDX-License-Identifier: MIT */
/* What a scene's image holds, in words. */
#ifndef OCT9_TOOLS_SCENE_INFO_H
#define OCT9_TOOLS_SCENE_INFO_H

#include <stdbool.h>
#include <stddef.h>

/* Opens the image in memory and prints its frame, counts and bytes, as one JSON object or as
 * lines. False: an error was printed, `path` is for it. */
bool scene_info(const char *path, const void *bytes, size_t size, bool json);

#endif
