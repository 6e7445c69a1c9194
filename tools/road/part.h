/* SPDX-License-Identifier: MIT */
/* A part of a world's road map: of the middle of a cube, cells 128 to 383 on each axis. The middles
 * of the cubes whose corners are multiples of 256 cells fill the world.
 *
 * Parts are joined at seams. A seam is the last layer of a part's cells before the next part; or,
 * where that is beside it by an edge or a corner alone, its last line or cell. Both parts have the
 * places of the seam, and by these alone each chooses its guards: portals, which are the same
 * vertices in both. A step from a place to one of another part is in the part that has the greater
 * cell on each axis, with the seams on its low sides. So parts lead to each other where places do.
 */
#ifndef OCT9_TOOLS_PART_H
#define OCT9_TOOLS_PART_H

#include "tools/road/web.h"

enum { PART_LOW = 128, PART_HIGH = 384, PART_STEP = 256 };

/* What is baked of a part. */
typedef struct {
    const char *path; /* named in errors */
    const oct9_map_t *map;
    uint16_t radius_q6;
    uint16_t heights[2]; /* cells on z: from the first to before the second */
    int32_t corner[3];   /* of the cube, in cells from that of tile 0 0 0 on */
} part_t;

/* Whether a sphere is so small that what decides at a seam lies in both cubes. */
bool part_holds(uint16_t radius_q6);

/* Bakes a part to an empty web. False: an error was printed. */
bool part_bake(web_t *web, const part_t *part);

#endif
