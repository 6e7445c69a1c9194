/* SPDX-License-Identifier: MIT */
/* An image's directory: images of large leaves, from 16 cells to 256, some without an obstacle,
 * answer as the trees do that hold the same. A tree has no directory: its queries start at the
 * cube. Ends of rays lie inside and outside the cube, often on nodes' faces, and as often on the
 * middle of cells. Counts of nodes differ, and of leaves where nothing occupied is below a node. */
#include "oct9/cast.h"
#include "oct9/sweep.h"
#include "tests/random.h"
#include "tests/test.h"
#include "tools/format/bake.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { MAPS = 12, QUESTIONS = 4000, BLOCKS = 8192 };

static random_t random_numbers;
static oct9_block_t pool[BLOCKS];
static oct9_tree_t tree;
static oct9_image_t image;

/* A node of free or unknown cells, or, at times and where the map has some, of occupied ones. */
static oct9_state_t random_state(bool occupied)
{
    const uint32_t kind = random_below(&random_numbers, 16);
    return kind == 0 && occupied ? OCT9_OCCUPIED : kind < 6 ? OCT9_UNKNOWN : OCT9_FREE;
}

static void fill_grid(grid_t *grid, const oct9_node_t *node, oct9_state_t state)
{
    const unsigned bricks = (1u << node->level) / 2u;
    const uint16_t brick = state == OCT9_FREE ? 0x00FFu : state == OCT9_OCCUPIED ? 0xFF00u : 0;
    for (unsigned z = 0; z < bricks; z++)
        for (unsigned y = 0; y < bricks; y++)
            for (unsigned x = 0; x < bricks; x++)
                grid->bricks[((node->corner.z / 2u + z) * GRID_BRICKS + node->corner.y / 2u + y) *
                                 GRID_BRICKS +
                             node->corner.x / 2u + x] = brick;
}

/* Fills a node, or its children, down to `least`, at random. */
static void fill(grid_t *grid, const oct9_node_t *node, unsigned least, bool occupied)
{
    const unsigned half = (1u << node->level) / 2u;
    if (node->level == least ||
        (node->level < OCT9_LEVELS && random_below(&random_numbers, 3) == 0)) {
        const oct9_state_t state = random_state(occupied);
        fill_grid(grid, node, state);
        CHECK_EQ(oct9_tree_set_node(&tree, node, (uint16_t)state), OCT9_OK);
        return;
    }
    for (unsigned c = 0; c < 8; c++) {
        const oct9_node_t child = { { (uint16_t)(node->corner.x + (c & 1u) * half),
                                      (uint16_t)(node->corner.y + (c >> 1 & 1u) * half),
                                      (uint16_t)(node->corner.z + (c >> 2) * half) },
                                    (uint8_t)(node->level - 1u) };
        fill(grid, &child, least, occupied);
    }
}

static unsigned char *make(unsigned least, bool occupied)
{
    static const oct9_frame_t frame = OCT9_FRAME(0, 0, 0, 100000);
    static const uint16_t extent[6] = { 0, 0, 0, OCT9_CELLS, OCT9_CELLS, OCT9_CELLS };
    const oct9_node_t cube = { { 0, 0, 0 }, OCT9_LEVELS };
    grid_t grid = grid_new();
    unsigned char *bytes = NULL;
    size_t size = 0;
    CHECK_EQ(oct9_tree_init(&tree, pool, BLOCKS, NULL), OCT9_OK);
    fill(&grid, &cube, least, occupied);
    CHECK(bake_image(&grid, &frame, extent, &bytes, &size));
    CHECK_EQ(oct9_image_open(&image, bytes, size), OCT9_OK);
    grid_free(&grid);
    return bytes;
}

static int16_t random_coordinate(void)
{
    const int32_t at = (int32_t)random_below(&random_numbers, 40000) - 20000;
    return (int16_t)(random_below(&random_numbers, 2) ? at / 1024 * 1024 : at | 32);
}

static oct9_point_t random_place(void)
{
    oct9_point_t place;
    place.x = random_coordinate();
    place.y = random_coordinate();
    place.z = random_coordinate();
    return place;
}

static bool same_leaf(const oct9_leaf_t *a, const oct9_leaf_t *b)
{
    return a->corner.x == b->corner.x && a->corner.y == b->corner.y && a->corner.z == b->corner.z &&
           a->level == b->level && a->state == b->state;
}

static unsigned long casts_agree(const oct9_map_t *of_tree, const oct9_map_t *of_image,
                                 const oct9_cast_input_t *in)
{
    oct9_cast_output_t a, b;
    CHECK_EQ(oct9_cast_ray(of_tree, in, &a), OCT9_OK);
    CHECK_EQ(oct9_cast_ray(of_image, in, &b), OCT9_OK);
    CHECK_EQ(a.hit, b.hit);
    CHECK_EQ(a.face, b.face);
    CHECK((uint64_t)a.fraction.num * b.fraction.den == (uint64_t)b.fraction.num * a.fraction.den);
    CHECK(a.hit != OCT9_HIT_LEAF || same_leaf(&a.leaf, &b.leaf));
    return a.hit == OCT9_HIT_LEAF;
}

static void spheres_agree(const oct9_map_t *of_tree, const oct9_map_t *of_image,
                          const oct9_cast_input_t *ray)
{
    oct9_sphere_input_t in = { .motion = { ray->from, ray->to, 200 }, .rules = ray->rules };
    oct9_sweep_output_t a, b;
    CHECK_EQ(oct9_sweep_sphere(of_tree, &in, &a), OCT9_OK);
    CHECK_EQ(oct9_sweep_sphere(of_image, &in, &b), OCT9_OK);
    CHECK_EQ(a.hit, b.hit);
    CHECK_EQ(a.fraction.num, b.fraction.num);
    CHECK_EQ(a.fraction.den, b.fraction.den);
}

static void leaves_agree(const oct9_map_t *of_tree, const oct9_map_t *of_image)
{
    const oct9_cell_t cell = { (uint16_t)random_below(&random_numbers, OCT9_CELLS),
                               (uint16_t)random_below(&random_numbers, OCT9_CELLS),
                               (uint16_t)random_below(&random_numbers, OCT9_CELLS) };
    oct9_leaf_t a, b;
    CHECK_EQ(oct9_map_locate(of_tree, cell, &a), OCT9_OK);
    CHECK_EQ(oct9_map_locate(of_image, cell, &b), OCT9_OK);
    CHECK(same_leaf(&a, &b));
}

static void images_answer_as_trees(void)
{
    unsigned long hits = 0;
    for (unsigned m = 0; m < MAPS; m++) {
        unsigned char *bytes = make(4 + m % 5, m % 3 != 0);
        const oct9_map_t of_tree = oct9_map_of_tree(&tree), of_image = oct9_map_of_image(&image);
        for (unsigned i = 0; i < QUESTIONS; i++) {
            oct9_cast_input_t ray = { .from = random_place(), .to = random_place() };
            ray.rules.unknown = i % 2 ? OCT9_PASSES : OCT9_BLOCKS;
            ray.rules.outside = OCT9_FREE;
            hits += casts_agree(&of_tree, &of_image, &ray);
            leaves_agree(&of_tree, &of_image);
            if (i % 16 == 0)
                spheres_agree(&of_tree, &of_image, &ray);
        }
        free(bytes);
    }
    CHECK(hits > MAPS * QUESTIONS / 4);
}

int main(void)
{
    const char *seed = getenv("SEED");
    random_numbers.state = seed ? strtoull(seed, NULL, 0) : 1;
    printf("seed %" PRIu64 "\n", random_numbers.state);
    RUN(images_answer_as_trees);
    return test_end();
}
