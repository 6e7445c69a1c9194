/* SPDX-License-Identifier: MIT */
/* Places of a road map: in sub-cells from the corner of its tile (0, 0, 0), in millimetres, and as
 * points of a map. */
#include "src/route/road.h"

#include "oct9/mm.h"
#include "port/oct9_port.h"
#include "src/number/axes.h"
#include "src/number/magnitude.h"

#define CUBE_Q6 ((uint32_t)OCT9_CUBE_Q6)
#define TILES_MOST ((uint32_t)32766)

/* The tile of a vertex: the last one that does not begin behind it. */
static uint32_t tile_of_vertex(const oct9_road_t *road, uint32_t vertex)
{
    uint32_t low = 0, high = road->tile_count;
    while (high - low > 1u) {
        const uint32_t middle = (low + high) / 2u;
        if (oct9_road_first(road, middle) > vertex)
            high = middle;
        else
            low = middle;
    }
    return low;
}

/* On one axis of a vertex's word: its cell, whose tile is that one. */
static uint32_t cell_of(uint32_t word, unsigned axis)
{
    return word >> 9u * axis & 511u;
}

void oct9_road_at(const oct9_route_graph_t *search, uint16_t node, int32_t at[3])
{
    const oct9_road_t *road = search->road;
    if (node < 2) {
        for (unsigned a = 0; a < 3; a++)
            at[a] = search->end[node][a];
        return;
    }
    const uint32_t word = oct9_road_vertex(road, node - 2u), tile = tile_of_vertex(road, node - 2u);
    for (unsigned a = 0; a < 3; a++)
        at[a] = oct9_road_tile(road, tile, a) * (int32_t)CUBE_Q6 +
                (int32_t)(cell_of(word, a) * OCT9_CELL_Q6 + OCT9_CELL_Q6 / 2u);
}

/* --- points ----------------------------------------------------------------------------------- */

static int16_t point_axis(const int32_t at[3], const int32_t corner[3], unsigned axis)
{
    return (int16_t)((uint32_t)at[axis] - (uint32_t)corner[axis] + (uint32_t)OCT9_LOW_Q6);
}

bool oct9_road_to_point(const int32_t at[3], const int32_t corner[3], oct9_point_t *point)
{
    bool inside = true;
    for (unsigned a = 0; a < 3; a++)
        inside = inside && (uint32_t)at[a] - (uint32_t)corner[a] < CUBE_Q6;
    point->x = point_axis(at, corner, 0);
    point->y = point_axis(at, corner, 1);
    point->z = point_axis(at, corner, 2);
    return inside;
}

void oct9_road_of_point(const oct9_point_t *point, const int32_t corner[3], int32_t at[3])
{
    for (unsigned a = 0; a < 3; a++)
        at[a] = oct9_point_axis(point, a) - OCT9_LOW_Q6 + corner[a];
}

/* --- millimetres ------------------------------------------------------------------------------ */

/* Of a tile; 512 cells of a multiple of 125 um are whole mm. */
static uint32_t tile_mm(const oct9_road_t *road)
{
    return road->cell_um / 125u * 64u;
}

/* mm from the corner on, in sub-cells: the quotient by a tile, which is below 2^26 mm, and 15 bits
 * behind it, 5 at a time. */
static bool axis_of_mm(uint32_t tile, int32_t origin, int32_t mm, int32_t *at)
{
    const bool below = mm < origin;
    const uint32_t far = oct9_magnitude_between(origin, mm);
    uint32_t size = far / tile, rest = far % tile;
    if (size > TILES_MOST)
        return false;
    for (unsigned i = 0; i < 3; i++) {
        size = size * 32u + rest * 32u / tile;
        rest = rest * 32u % tile;
    }
    *at = below ? -(int32_t)size : (int32_t)size;
    return true;
}

bool oct9_road_of_mm(const oct9_road_t *road, const oct9_mm_t *mm, int32_t at[3])
{
    for (unsigned a = 0; a < 3; a++)
        if (!axis_of_mm(tile_mm(road), road->origin_mm[a], oct9_mm_axis(mm, a), &at[a]))
            return false;
    return true;
}

/* To the nearest mm. Modulo 2^32, as hostile bytes may have any tiles. */
static int32_t axis_mm(const oct9_road_t *road, uint32_t tile, uint32_t word, unsigned axis)
{
    const uint32_t cells = ((2u * cell_of(word, axis) + 1u) * (road->cell_um / 125u) + 8u) / 16u;
    return (int32_t)((uint32_t)road->origin_mm[axis] +
                     (uint32_t)oct9_road_tile(road, tile, axis) * tile_mm(road) + cells);
}

void oct9_road_mm(const oct9_road_t *road, uint32_t vertex, oct9_mm_t *mm)
{
    const uint32_t word = oct9_road_vertex(road, vertex), tile = tile_of_vertex(road, vertex);
    mm->x = axis_mm(road, tile, word, 0);
    mm->y = axis_mm(road, tile, word, 1);
    mm->z = axis_mm(road, tile, word, 2);
}
