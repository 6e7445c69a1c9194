/* SPDX-License-Identifier: MIT */
#include "bench/trips.h"

#include "oct9/sweep.h"
#include "tests/random.h"

#include <stdlib.h>

enum { TRIES = 20 };

static oct9_point_t centre(uint32_t cell)
{
    const oct9_point_t at = { (int16_t)((int)(cell & 511u) * 64 - 16352),
                              (int16_t)((int)(cell >> 9 & 511u) * 64 - 16352),
                              (int16_t)((int)(cell >> 18) * 64 - 16352) };
    return at;
}

static bool goes(const oct9_map_t *map, oct9_point_t from, oct9_point_t to, uint16_t radius_q6)
{
    const oct9_sphere_input_t input = { .motion = { from, to, radius_q6 }, .any_contact = true };
    oct9_sweep_output_t output;
    return oct9_sweep_sphere(map, &input, &output) == OCT9_OK && output.hit == OCT9_HIT_NONE;
}

/* Finds the cells; with NULL it only counts them. It steps over leaves that are not free. */
static uint32_t clear_cells(const oct9_map_t *map, uint16_t radius_q6, uint32_t *cells)
{
    uint32_t count = 0, step;
    for (uint32_t cell = 0; cell < 1u << 27; cell += step) {
        const oct9_cell_t at = { (uint16_t)(cell & 511u), (uint16_t)(cell >> 9 & 511u),
                                 (uint16_t)(cell >> 18) };
        oct9_leaf_t leaf;
        (void)oct9_map_locate(map, at, &leaf);
        step = leaf.state == OCT9_FREE
                 ? 1u
                 : oct9_leaf_size(&leaf) - (cell & (oct9_leaf_size(&leaf) - 1u));
        if (leaf.state != OCT9_FREE || !goes(map, centre(cell), centre(cell), radius_q6))
            continue;
        if (cells)
            cells[count] = cell;
        count++;
    }
    return count;
}

static uint32_t root(uint32_t *part, uint32_t i)
{
    while (part[i] != i)
        i = part[i] = part[part[i]];
    return i;
}

static int by_number(const void *a, const void *b)
{
    const uint32_t p = *(const uint32_t *)a, q = *(const uint32_t *)b;
    return p < q ? -1 : p > q;
}

/* Joins a cell with those of the 13 directions that lead to higher cells. */
static void join_above(const oct9_map_t *map, uint16_t radius_q6, trip_cells_t *cells, uint32_t i)
{
    const uint32_t cell = cells->cell[i];
    for (int direction = 14; direction < 27; direction++) {
        const int x = (int)(cell & 511u) + direction % 3 - 1;
        const int y = (int)(cell >> 9 & 511u) + direction / 3 % 3 - 1;
        const int z = (int)(cell >> 18) + direction / 9 - 1;
        if (x < 0 || y < 0 || x > 511 || y > 511 || z > 511)
            continue;
        const uint32_t next = (uint32_t)z << 18 | (uint32_t)y << 9 | (uint32_t)x;
        const uint32_t *found = bsearch(&next, cells->cell, cells->count, sizeof next, by_number);
        if (!found)
            continue;
        const uint32_t a = root(cells->part, i);
        const uint32_t b = root(cells->part, (uint32_t)(found - cells->cell));
        if (a != b && goes(map, centre(cell), centre(next), radius_q6))
            cells->part[a > b ? a : b] = a > b ? b : a;
    }
}

bool trip_cells(const oct9_map_t *map, uint16_t radius_q6, trip_cells_t *cells)
{
    cells->count = clear_cells(map, radius_q6, NULL);
    cells->cell = malloc(cells->count * sizeof *cells->cell + 1);
    cells->part = malloc(cells->count * sizeof *cells->part + 1);
    cells->size = calloc(cells->count + 1u, sizeof *cells->size);
    if (!cells->cell || !cells->part || !cells->size) {
        trip_cells_free(cells);
        return false;
    }
    (void)clear_cells(map, radius_q6, cells->cell);
    for (uint32_t i = 0; i < cells->count; i++)
        cells->part[i] = i;
    for (uint32_t i = 0; i < cells->count; i++)
        join_above(map, radius_q6, cells, i);
    for (uint32_t i = 0; i < cells->count; i++)
        cells->size[cells->part[i] = root(cells->part, i)]++;
    return true;
}

void trip_cells_free(trip_cells_t *cells)
{
    free(cells->cell);
    free(cells->part);
    free(cells->size);
}

/* A place in that cell from which the sphere can go to the centre, or the centre. */
static oct9_point_t beside(const oct9_map_t *map, random_t *random, oct9_point_t at)
{
    for (int i = 0; i < TRIES; i++) {
        const oct9_point_t to = { (int16_t)(at.x - 32 + (int)random_below(random, 64)),
                                  (int16_t)(at.y - 32 + (int)random_below(random, 64)),
                                  (int16_t)(at.z - 32 + (int)random_below(random, 64)) };
        if (goes(map, at, to, TRIP_RADIUS))
            return to;
    }
    return at;
}

void trips_connected(const oct9_map_t *map, const trip_cells_t *cells, uint64_t seed,
                     uint32_t count, trip_t *trips)
{
    random_t random = { seed };
    for (uint32_t i = 0; i < count;) {
        const uint32_t a = random_below(&random, cells->count);
        const uint32_t b = random_below(&random, cells->count);
        if (cells->part[a] != cells->part[b])
            continue;
        trips[i].from = centre(cells->cell[a]);
        trips[i].to = centre(cells->cell[b]);
        if (i % 2 != 0) {
            trips[i].from = beside(map, &random, trips[i].from);
            trips[i].to = beside(map, &random, trips[i].to);
        }
        i++;
    }
}

void trips_apart(const trip_cells_t *cells, uint64_t seed, uint32_t most, uint32_t count,
                 trip_t *trips)
{
    random_t random = { seed };
    for (uint32_t i = 0; i < count;) {
        const uint32_t a = random_below(&random, cells->count);
        const uint32_t b = random_below(&random, cells->count);
        const uint32_t of_a = cells->size[cells->part[a]], of_b = cells->size[cells->part[b]];
        if (cells->part[a] == cells->part[b] || (of_a > most && of_b > most))
            continue;
        trips[i].from = centre(cells->cell[a]);
        trips[i++].to = centre(cells->cell[b]);
    }
}

/* From 4 to 12 cells about one. */
static void spread(random_t *random, uint32_t cell, uint16_t *low, uint16_t *high)
{
    const uint32_t edge = 4 + random_below(random, 9);
    const uint32_t from = cell > edge / 2 ? cell - edge / 2 : 0;
    *low = (uint16_t)from;
    *high = (uint16_t)(from + edge < OCT9_CELLS ? from + edge : OCT9_CELLS);
}

void trips_boxes(const trip_cells_t *cells, uint64_t seed, uint32_t count, oct9_box_t *boxes)
{
    random_t random = { seed };
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t cell = cells->cell[random_below(&random, cells->count)];
        spread(&random, cell & 511u, &boxes[i].lo.x, &boxes[i].hi.x);
        spread(&random, cell >> 9 & 511u, &boxes[i].lo.y, &boxes[i].hi.y);
        spread(&random, cell >> 18, &boxes[i].lo.z, &boxes[i].hi.z);
    }
}
