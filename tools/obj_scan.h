/* SPDX-License-Identifier: MIT */
/* The part of an .obj that Assimp is given. */
#ifndef OCT9_TOOLS_OBJ_SCAN_H
#define OCT9_TOOLS_OBJ_SCAN_H

#include "tools/bytes.h"

/* Checks each line of an .obj, and that each corner that a face names is there. False: an error was
 * printed. The bytes become the part that Assimp needs: they never grow, but for the end of the
 * last line. *pieces: how many triangles, lines and points the faces are. */
bool obj_scan(bytes_t *bytes, const char *path, size_t *pieces);

#endif
