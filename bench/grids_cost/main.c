/* SPDX-License-Identifier: MIT */
/* What the peers for one job cost on a board, in instructions, beside oct9's image in the same run.
 * Ends with 1 if an answer differs. Prints: grid QUESTION METRES COUNT HITS, and for dense bits,
 * bricks and oct9 the mean and the most. */
#include "bench/grids.h"
#include "bench/grids_same.h"
#include "bench/places.h"
#include "boards/board.h"
#include "boards/print.h"

extern const unsigned char oct9_map_geb079_80[];
extern const uint32_t oct9_map_geb079_80_size;

enum { DENSE, BRICKS, OCT9, PEERS };

enum { RADIUS_MM = 150 };

static oct9_image_t image;

typedef struct {
    uint64_t sum;
    uint32_t worst;
} cost_t;

static void add(cost_t *cost, uint32_t instructions)
{
    cost->sum += instructions;
    if (cost->worst < instructions)
        cost->worst = instructions;
}

static void print_row(const char *what, uint32_t range_m, uint32_t count, uint32_t hits,
                      const cost_t cost[PEERS])
{
    print_str("grid ");
    print_str(what);
    print_u32(range_m, 4);
    print_u32(count, 8);
    print_u32(hits, 8);
    for (unsigned i = 0; i < PEERS; i++) {
        print_u32((uint32_t)(cost[i].sum / count), 8);
        print_u32(cost[i].worst, 8);
    }
    print_str("\n");
}

/* One ray by all; false if they differ. */
static bool cast(const oct9_map_t *map, const bench_ray_t *ray, bool unknown_passes,
                 cost_t cost[PEERS], uint32_t *hits)
{
    const oct9_cast_input_t input = grids_cast_input(ray, unknown_passes);
    oct9_cast_output_t output;
    grid_hit_t dense, bricks;
    board_counter_begin();
    (void)oct9_cast_ray(map, &input, &output);
    add(&cost[OCT9], board_counter_end());
    board_counter_begin();
    dense_cast(&grid_dense, ray, unknown_passes, &dense);
    add(&cost[DENSE], board_counter_end());
    board_counter_begin();
    bricks_cast(&grid_bricks, ray, unknown_passes, &bricks);
    add(&cost[BRICKS], board_counter_end());
    *hits += dense.hit;
    return grids_same(&output, &dense) && grids_same(&output, &bricks);
}

static bool casts(const oct9_map_t *map, unsigned range, bool unknown_passes)
{
    cost_t cost[PEERS] = { { 0, 0 }, { 0, 0 }, { 0, 0 } };
    uint32_t hits = 0;
    for (uint32_t i = 0; i < GRID_RAYS; i++)
        if (!cast(map, &grid_ray[range][i], unknown_passes, cost, &hits))
            return false;
    print_row(unknown_passes ? "free" : "blocks", grid_range_m[range], GRID_RAYS, hits, cost);
    return true;
}

static bool spheres(const oct9_map_t *map)
{
    cost_t cost[PEERS] = { { 0, 0 }, { 0, 0 }, { 0, 0 } };
    const uint16_t radius = (uint16_t)(RADIUS_MM * 64000u / image.frame.cell_um);
    uint32_t hits = 0;
    for (uint32_t i = 0; i < BENCH_PLACES; i++) {
        const oct9_sphere_t sphere = { bench_place[i].at, radius };
        const oct9_spheres_input_t input = grids_sphere_input(&sphere);
        oct9_spheres_output_t output;
        board_counter_begin();
        (void)oct9_spheres_check(map, &input, &output);
        add(&cost[OCT9], board_counter_end());
        board_counter_begin();
        const bool dense = dense_sphere(&grid_dense, &sphere.centre, radius);
        add(&cost[DENSE], board_counter_end());
        board_counter_begin();
        const bool bricks = bricks_sphere(&grid_bricks, &sphere.centre, radius);
        add(&cost[BRICKS], board_counter_end());
        if (dense != (output.hit != OCT9_HIT_NONE) || dense != bricks)
            return false;
        hits += dense;
    }
    print_row("sphere", 0, BENCH_PLACES, hits, cost);
    return true;
}

int main(void)
{
    if (oct9_image_open(&image, oct9_map_geb079_80, oct9_map_geb079_80_size) != OCT9_OK ||
        board_counter_unit() != BOARD_INSTRUCTIONS)
        return 1;
    const oct9_map_t map = oct9_map_of_image(&image);
    for (unsigned range = 0; range < GRID_RANGES; range++)
        if (!casts(&map, range, true) || !casts(&map, range, false))
            return 1;
    return spheres(&map) ? 0 : 1;
}
