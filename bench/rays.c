/* SPDX-License-Identifier: MIT */
#include "bench/rays.h"

#include "oct9/visit.h"

#include <math.h>
#include <stdlib.h>

static uint64_t state;

static uint64_t next(void)
{
    uint64_t z = state += 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

static int by_zyx(const void *a, const void *b)
{
    const uint32_t p = *(const uint32_t *)a, q = *(const uint32_t *)b;
    return p < q ? -1 : p > q;
}

/* All free cells as z << 18 | y << 9 | x, in that order. */
static uint32_t *free_cells(const oct9_map_t *map, uint32_t *count)
{
    uint32_t *cells = NULL;
    for (int pass = 0; pass < 2; pass++) {
        oct9_visit_t leaves;
        oct9_leaf_t leaf;
        *count = 0;
        (void)oct9_visit_begin(&leaves, map, NULL, OCT9_STATES_ALL);
        while (oct9_visit_next(&leaves, UINT32_MAX, &leaf) > 0) {
            const uint32_t size = oct9_leaf_size(&leaf);
            if (leaf.state != OCT9_FREE)
                continue;
            for (uint32_t i = 0; i < size * size * size; i++, ++*count)
                if (cells)
                    cells[*count] = (leaf.corner.z + i / size / size) << 18 |
                                    (leaf.corner.y + i / size % size) << 9 |
                                    (leaf.corner.x + i % size);
        }
        if (!cells)
            cells = malloc((*count + 1) * sizeof *cells);
        if (!cells)
            return NULL;
    }
    qsort(cells, *count, sizeof *cells, by_zyx);
    return cells;
}

static int16_t centre(long cell)
{
    const long q = OCT9_LOW_Q6 + cell * OCT9_CELL_Q6 + OCT9_CELL_Q6 / 2;
    return (int16_t)(q < -32768 ? -32768 : q > 32767 ? 32767 : q);
}

static void one_ray(const uint32_t *cells, uint32_t count, double range, bench_ray_t *ray)
{
    const uint32_t cell = cells[(next() >> 32) * count >> 32];
    int64_t v[3], square;
    do {
        square = 0;
        for (int a = 0; a < 3; a++) {
            v[a] = (int64_t)(next() >> 43) - (1 << 20);
            square += v[a] * v[a];
        }
    } while (square == 0 || square > INT64_C(1) << 40);
    const long x = cell & 511, y = cell >> 9 & 511, z = cell >> 18;
    const double scale = range / sqrt((double)square);
    const oct9_point_t from = { centre(x), centre(y), centre(z) };
    const oct9_point_t to = { centre(x + lround((double)v[0] * scale)),
                              centre(y + lround((double)v[1] * scale)),
                              centre(z + lround((double)v[2] * scale)) };
    ray->from = from;
    ray->to = to;
}

uint32_t bench_rays(const oct9_map_t *map, double range_cells, uint32_t count, bench_ray_t *rays)
{
    uint32_t cell_count;
    uint32_t *cells = free_cells(map, &cell_count);
    if (!cells || cell_count == 0) {
        free(cells);
        return 0;
    }
    state = 20240607;
    for (uint32_t i = 0; i < count; i++)
        one_ray(cells, cell_count, range_cells, &rays[i]);
    free(cells);
    return cell_count;
}
