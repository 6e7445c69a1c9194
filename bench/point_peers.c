/* SPDX-License-Identifier: MIT */
#include "bench/point_peers.h"

#include <stdbool.h>

/* Below 2^32: three squares of at most 32767. */
static inline uint32_t distance2(const oct9_point_t *a, const oct9_point_t *b)
{
    const int32_t x = a->x - b->x, y = a->y - b->y, z = a->z - b->z;
    return (uint32_t)x * (uint32_t)x + (uint32_t)y * (uint32_t)y + (uint32_t)z * (uint32_t)z;
}

static inline bool in_box(const oct9_point_t *p, const oct9_point_t *at, uint32_t half)
{
    const uint32_t edge = 2 * half;
    return (uint32_t)(p->x - at->x) + half <= edge && (uint32_t)(p->y - at->y) + half <= edge &&
           (uint32_t)(p->z - at->z) + half <= edge;
}

/* --- brute force ------------------------------------------------------------------------------ */

uint32_t point_list_box(const point_list_t *list, const oct9_point_t *at, uint16_t half,
                        uint32_t *found)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < list->count; i++)
        if (in_box(&list->point[i], at, half))
            found[count++] = i;
    return count;
}

uint32_t point_list_ball(const point_list_t *list, const oct9_point_t *at, uint16_t radius,
                         uint32_t *found)
{
    const uint32_t most = (uint32_t)radius * radius;
    uint32_t count = 0;
    for (uint32_t i = 0; i < list->count; i++)
        if (distance2(&list->point[i], at) <= most)
            found[count++] = i;
    return count;
}

uint32_t point_list_nearest(const point_list_t *list, const oct9_point_t *at)
{
    uint32_t least = UINT32_MAX, nearest = 0;
    for (uint32_t i = 0; i < list->count; i++) {
        const uint32_t d = distance2(&list->point[i], at);
        if (d < least) {
            least = d;
            nearest = i;
        }
    }
    return nearest;
}

/* --- the grid --------------------------------------------------------------------------------- */

unsigned point_grid_bits(uint32_t count)
{
    unsigned bits = 0;
    while ((uint32_t)4 << 3 * bits < count)
        bits++;
    return bits;
}

static inline int32_t cell_of(const point_grid_t *grid, int32_t c)
{
    const int32_t last = (1 << grid->bits) - 1;
    const int32_t cell = (c - OCT9_LOW_Q6) >> (15u - grid->bits);
    return cell < 0 ? 0 : cell > last ? last : cell;
}

static inline uint32_t place_of(const point_grid_t *grid, int32_t x, int32_t y, int32_t z)
{
    return (uint32_t)(((z << grid->bits) + y) << grid->bits) + (uint32_t)x;
}

static uint32_t cell_of_point(const point_grid_t *grid, const oct9_point_t *p)
{
    return place_of(grid, cell_of(grid, p->x), cell_of(grid, p->y), cell_of(grid, p->z));
}

void point_grid_build(point_grid_t *grid, const point_list_t *list)
{
    const uint32_t cells = (uint32_t)1 << 3 * grid->bits;
    for (uint32_t i = 0; i <= cells; i++)
        grid->first[i] = 0;
    for (uint32_t i = 0; i < list->count; i++)
        grid->first[cell_of_point(grid, &list->point[i])]++;
    for (uint32_t i = 1; i <= cells; i++)
        grid->first[i] += grid->first[i - 1];
    for (uint32_t i = list->count; i-- != 0;) {
        const uint32_t place = --grid->first[cell_of_point(grid, &list->point[i])];
        grid->point[place] = list->point[i];
        grid->index[place] = i;
    }
}

/* The cells that a box overlaps, both ends included. */
typedef struct {
    int32_t low[3], high[3];
} cells_t;

static cells_t cells_about(const point_grid_t *grid, const oct9_point_t *at, int32_t by)
{
    const cells_t cells = {
        { cell_of(grid, at->x - by), cell_of(grid, at->y - by), cell_of(grid, at->z - by) },
        { cell_of(grid, at->x + by), cell_of(grid, at->y + by), cell_of(grid, at->z + by) }
    };
    return cells;
}

uint32_t point_grid_box(const point_grid_t *grid, const oct9_point_t *at, uint16_t half,
                        uint32_t *found)
{
    const cells_t cells = cells_about(grid, at, half);
    uint32_t count = 0;
    for (int32_t z = cells.low[2]; z <= cells.high[2]; z++)
        for (int32_t y = cells.low[1]; y <= cells.high[1]; y++) {
            const uint32_t end = grid->first[place_of(grid, cells.high[0], y, z) + 1];
            uint32_t i = grid->first[place_of(grid, cells.low[0], y, z)];
            for (; i < end; i++)
                if (in_box(&grid->point[i], at, half))
                    found[count++] = grid->index[i];
        }
    return count;
}

uint32_t point_grid_ball(const point_grid_t *grid, const oct9_point_t *at, uint16_t radius,
                         uint32_t *found)
{
    const cells_t cells = cells_about(grid, at, radius);
    const uint32_t most = (uint32_t)radius * radius;
    uint32_t count = 0;
    for (int32_t z = cells.low[2]; z <= cells.high[2]; z++)
        for (int32_t y = cells.low[1]; y <= cells.high[1]; y++) {
            const uint32_t end = grid->first[place_of(grid, cells.high[0], y, z) + 1];
            uint32_t i = grid->first[place_of(grid, cells.low[0], y, z)];
            for (; i < end; i++)
                if (distance2(&grid->point[i], at) <= most)
                    found[count++] = grid->index[i];
        }
    return count;
}

typedef struct {
    uint32_t distance2, place;
} near_t;

static inline void scan_row(const point_grid_t *grid, const oct9_point_t *at, uint32_t from,
                            uint32_t to, near_t *near)
{
    for (uint32_t i = grid->first[from], end = grid->first[to + 1]; i < end; i++) {
        const uint32_t d = distance2(&grid->point[i], at);
        if (d < near->distance2) {
            near->distance2 = d;
            near->place = i;
        }
    }
}

/* The cells that are `ring` cells away on the farthest axis: whole rows where y or z is, else their
 * two ends. */
static void scan_ring(const point_grid_t *grid, const oct9_point_t *at, const int32_t *cell,
                      int32_t ring, near_t *near)
{
    const int32_t last = (1 << grid->bits) - 1, left = cell[0] - ring, right = cell[0] + ring;
    for (int32_t z = cell[2] - ring; z <= cell[2] + ring; z++)
        for (int32_t y = cell[1] - ring; y <= cell[1] + ring; y++) {
            if (z < 0 || z > last || y < 0 || y > last)
                continue;
            const uint32_t row = place_of(grid, 0, y, z);
            if (z == cell[2] - ring || z == cell[2] + ring || y == cell[1] - ring ||
                y == cell[1] + ring) {
                scan_row(grid, at, row + (uint32_t)(left < 0 ? 0 : left),
                         row + (uint32_t)(right > last ? last : right), near);
                continue;
            }
            if (left >= 0)
                scan_row(grid, at, row + (uint32_t)left, row + (uint32_t)left, near);
            if (right <= last)
                scan_row(grid, at, row + (uint32_t)right, row + (uint32_t)right, near);
        }
}

/* The distance from the point to what is beyond its cell. */
static int32_t to_border(const point_grid_t *grid, const oct9_point_t *at)
{
    const int32_t edge = 1 << (15u - grid->bits), mask = edge - 1;
    const int32_t from[3] = { (at->x - OCT9_LOW_Q6) & mask, (at->y - OCT9_LOW_Q6) & mask,
                              (at->z - OCT9_LOW_Q6) & mask };
    int32_t least = edge;
    for (unsigned a = 0; a < 3; a++) {
        const int32_t low = from[a] + 1, high = edge - from[a];
        least = low < least ? low : least;
        least = high < least ? high : least;
    }
    return least;
}

uint32_t point_grid_nearest(const point_grid_t *grid, const oct9_point_t *at)
{
    const int32_t cell[3] = { cell_of(grid, at->x), cell_of(grid, at->y), cell_of(grid, at->z) };
    near_t near = { UINT32_MAX, 0 };
    uint32_t reach = (uint32_t)to_border(grid, at);
    for (int32_t ring = 0; ring < 1 << grid->bits; ring++, reach += 1u << (15u - grid->bits)) {
        scan_ring(grid, at, cell, ring, &near);
        if (near.distance2 < reach * reach) /* reach is below 2^16 */
            break;
    }
    return grid->index[near.place];
}
