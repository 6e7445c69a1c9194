/* SPDX-License-Identifier: MIT */
/* What a world's file holds, in words. */
#ifndef OCT9_TOOLS_WORLD_INFO_H
#define OCT9_TOOLS_WORLD_INFO_H

#include <stdbool.h>

/* Prints the world's frame, tiles, extent and bytes, as one JSON object or as lines. False: an
 * error was printed. */
bool world_info(const char *path, bool json);

#endif
