/* SPDX-License-Identifier: MIT */
/* What Assimp is given of an .obj. */
#ifndef OCT9_TOOLS_OBJ_SCAN_H
#define OCT9_TOOLS_OBJ_SCAN_H

#include "tools/bytes.h"

/* Whether each line of an .obj is one, and each corner that a face names is there. False: an error
 * was printed. The bytes become what Assimp needs of them: no more than they were, but for the end
 * of the last line. *pieces: how many triangles, lines and points the faces are. */
bool obj_scan(bytes_t *bytes, const char *path, size_t *pieces);

#endif
