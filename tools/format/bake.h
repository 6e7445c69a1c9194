/* SPDX-License-Identifier: MIT */
/* From a grid to a map image. */
#ifndef OCT9_TOOLS_BAKE_H
#define OCT9_TOOLS_BAKE_H

#include "oct9/image.h"
#include "tools/format/grid.h"

#include <stdbool.h>
#include <stddef.h>

/* Makes the image of a grid, *size bytes at *bytes, to be freed by the caller. `extent` is what
 * the header says of it: x0 y0 z0 x1 y1 z1 in cells. False iff there is not enough memory. */
bool bake_image(const grid_t *grid, const oct9_frame_t *frame, const uint16_t extent[6],
                unsigned char **bytes, size_t *size);

#endif
