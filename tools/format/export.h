/* SPDX-License-Identifier: MIT */
/* A map as OctoMap's file. */
#ifndef OCT9_TOOLS_EXPORT_H
#define OCT9_TOOLS_EXPORT_H

#include "oct9/map.h"

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Where the cube is in OctoMap's grid, and the grid. */
typedef struct {
    unsigned lo[3]; /* cell 0 0 0's key; lo + 512 is at most 65536 */
    double cell_m;
} export_grid_t;

/* Writes the map's free and occupied space as a .bt, to `path`; false: an error was printed. */
bool export_octomap(const oct9_map_t *map, const export_grid_t *grid, const char *path);

#ifdef __cplusplus
}
#endif
#endif
