/* SPDX-License-Identifier: MIT */
/* Internal: a world's tiles. */
#ifndef OCT9_SRC_WORLD_H
#define OCT9_SRC_WORLD_H

#include "oct9/world.h"
#include "port/oct9_port.h"
#include "src/map/image.h"

/* Where one word names a node and its tile, tile number t has its nodes from t times this on. A
 * tile with as many nodes or bricks is not opened. */
#define OCT9_TILE_NODES 0x800000u

/* A word of the header. */
#define OCT9_WORLD_WORD(bytes, field) \
    oct9_port_word(oct9_rom_words(bytes), offsetof(oct9_world_header_t, field) / 4u)

/* A tile that the world does not have, as a leaf; or `missing`, if it has it, or that is not known.
 */
static inline uint32_t oct9_tiles_leaf(const oct9_tiles_t *tiles, unsigned number, uint32_t missing)
{
    return ((unsigned)tiles->lacking >> number & 1u) != 0 ? OCT9_REF_LEAF + tiles->absent : missing;
}

/* Sub-cells along half a tile. */
#define OCT9_HALF_Q6 UINT32_C(16384)

/* Where the cube should be. */
typedef struct {
    int16_t first[3]; /* the place of tile 0 */
    unsigned nearest; /* the number of the tile with the place that was asked for */
    int32_t half[3];  /* its corner, in halves of a tile */
    int32_t origin_mm[3];
} oct9_cube_t;

/* Makes the eight tiles those of a cube: those that are in slots are there at once, the others are
 * wanted. */
void oct9_world_meet(oct9_world_t *world, const oct9_cube_t *cube);

/* As oct9_world_at, in sub-cells from the corner of tile (0, 0, 0), and without a margin: all
 * within `reach`, at most OCT9_HALF_Q6 / 2, of `middle` on each axis will be in the cube. */
oct9_status_t oct9_world_hold(oct9_world_t *world, const int32_t middle[3], uint32_t reach);

/* Makes a sphere at a place in mm, in such sub-cells: as oct9_mm_sphere. Fails as that does, and
 * with OCT9_ERR_RANGE iff the place is too far away, or less than a tile above the lowest mm: then
 * oct9_world_hold does not fail for what lies between two such places. */
oct9_status_t oct9_world_point(const oct9_world_t *world, const oct9_mm_t *mm, int32_t radius_mm,
                               int32_t at[3], uint16_t *radius_q6);

/* What oct9_world_at returns where the cube is in its place. */
oct9_status_t oct9_world_status(const oct9_world_t *world);

#endif
