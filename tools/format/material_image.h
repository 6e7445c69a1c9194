/* SPDX-License-Identifier: MIT */
/* From zones to a table of materials. */
#ifndef OCT9_TOOLS_MATERIAL_IMAGE_H
#define OCT9_TOOLS_MATERIAL_IMAGE_H

#include "oct9/map.h"
#include "oct9/material.h"

#include <stddef.h>

/* The cells [lo, hi) on each axis, none beyond the cube, and their material. */
typedef struct {
    uint16_t lo[3], hi[3];
    uint16_t value;
} material_zone_t;

/* Makes the table of a map image in which a cell has the value of the last zone that holds it, else
 * 0; for cells whose state is in `states`. *size bytes at *bytes, to be freed by the caller. False
 * iff there is not enough memory. */
bool material_image(const oct9_map_t *map, unsigned states, const material_zone_t *zones,
                    size_t count, unsigned char **bytes, size_t *size);

#endif
