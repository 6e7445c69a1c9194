/* SPDX-License-Identifier: MIT */
/* From a source to a map image. */
#ifndef OCT9_TOOLS_BAKE_SOURCE_H
#define OCT9_TOOLS_BAKE_SOURCE_H

#include "tools/source/placement.h"
#include "tools/source/source.h"

#include <stddef.h>

/* Makes the image of what lies inside the placement's extent, *size bytes at *bytes, to be freed by
 * the caller. `two_state`: unknown space is taken for free. *occupied: how many cells are
 * occupied, unless it is NULL. False: an error was printed; `path` is
 * named there. */
bool bake_source(const placement_t *placement, const char *path, const source_t *source,
                 bool two_state, unsigned long *occupied, unsigned char **bytes, size_t *size);

#endif
