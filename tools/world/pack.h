/* SPDX-License-Identifier: MIT */
/* From the folder of a world to its file. */
#ifndef OCT9_TOOLS_WORLD_PACK_H
#define OCT9_TOOLS_WORLD_PACK_H

#include "tools/world/folder.h"

/* Writes the world that the manifest says, after each tile was checked. False: an error was
 * printed, and nothing was written. */
bool pack(const folder_path_t *folder, const char *out);

#endif
