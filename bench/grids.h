/* SPDX-License-Identifier: MIT */
/* Peers that an engineer writes for one map and one job, exact as oct9: a bit for each cell of the
 * map's extent, and bricks of 8 x 8 x 8 bits under a dense table of bricks. They take no filter, no
 * other start than one in the extent, and no map that changes. */
#ifndef BENCH_GRIDS_H
#define BENCH_GRIDS_H

#include "bench/rays.h"

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Two planes of bits: what is occupied, and what is not free. The second serves casts that unknown
 * space stops. Around the extent lies a guard, one cell or brick wide, all set, so that no step
 * looks whether it leaves. The guard may lie outside the cube. */
enum { GRID_OCCUPIED, GRID_CLOSED, GRID_PLANES };

/* The extent with its guard, in cells or bricks of the cube. */
typedef struct {
    int16_t low[3];
    uint16_t size[3];
} grid_extent_t;

/* Bit x + size[0] * (y + size[1] * z) is the cell's; 4 bytes of 0 behind the last one. */
typedef struct {
    grid_extent_t extent; /* in cells */
    const uint8_t *bits[GRID_PLANES];
} dense_t;

/* A brick's byte y + 8 * z has its row of x. Brick 0 is all set. */
typedef uint8_t brick_t[64];

typedef struct {
    grid_extent_t extent;               /* in bricks */
    const uint16_t *table[GRID_PLANES]; /* 0: nothing is set; else the brick's number, plus 1 */
    const brick_t *brick;
} bricks_t;

/* As a cast's output; the cell is that of the leaf in which the ray enters it. */
typedef struct {
    bool hit;
    uint8_t state;
    uint16_t cell[3];
    oct9_fraction_t fraction; /* 1/1 if nothing was hit */
    oct9_point_t point;
} grid_hit_t;

/* The first cell that blocks; the space outside the cube is free. The ray starts in the extent. */
void dense_cast(const dense_t *dense, const bench_ray_t *ray, bool unknown_passes, grid_hit_t *hit);
void bricks_cast(const bricks_t *bricks, const bench_ray_t *ray, bool unknown_passes,
                 grid_hit_t *hit);

enum { GRID_RADIUS_MAX = 8 * OCT9_CELL_Q6 };

/* Whether a sphere at rest meets an occupied cell, touching included. Its radius in sub-cells is at
 * most GRID_RADIUS_MAX, its centre lies in the extent. */
bool dense_sphere(const dense_t *dense, const oct9_point_t *centre, uint32_t radius);
bool bricks_sphere(const bricks_t *bricks, const oct9_point_t *centre, uint32_t radius);

/* Those of geb079 at 0.08 m and what they are asked with, written by make_grids. */
enum { GRID_RANGES = 2, GRID_RAYS = 2000 };
extern const dense_t grid_dense;
extern const bricks_t grid_bricks;
extern const uint32_t grid_dense_bytes[GRID_PLANES], grid_bricks_bytes[GRID_PLANES];
extern const uint8_t grid_range_m[GRID_RANGES];
extern const bench_ray_t grid_ray[GRID_RANGES][GRID_RAYS];

#ifdef __cplusplus
}
#endif
#endif
