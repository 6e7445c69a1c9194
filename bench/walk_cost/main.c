/* SPDX-License-Identifier: MIT */
/* What a walk costs on a board, in instructions: to begin, for each leaf step, and a whole cast;
 * over geb079's image, and over a tree of as much of it as a pool of 32,768 blocks holds. */
#include "bench/rays.h"
#include "boards/board.h"
#include "boards/print.h"
#include "oct9/cast.h"
#include "oct9/visit.h"

extern const unsigned char oct9_map_geb079_80[];
extern const uint32_t oct9_map_geb079_80_size;

/* The tree's part of the building: the cells below this x. */
enum { TREE_END = 140 };

typedef struct {
    uint32_t rays, steps, begin, next, cast, worst_cast, leaves;
} cost_t;

OCT9_POOL(static, pool, OCT9_BLOCKS_MAX);
static oct9_tree_t tree;
static oct9_image_t image;

static void count_walk(const oct9_map_t *map, const bench_ray_t *ray, cost_t *cost)
{
    oct9_walk_t walk;
    board_instructions_begin();
    bool more = oct9_walk_begin(&walk, map, &ray->from, &ray->to);
    cost->begin += board_instructions_end();
    uint32_t steps = 0;
    board_instructions_begin();
    while (more && walk.payload != OCT9_OCCUPIED) {
        more = oct9_walk_next(&walk);
        steps++;
    }
    cost->next += board_instructions_end();
    cost->steps += steps;
}

static void count_cast(const oct9_map_t *map, const bench_ray_t *ray, cost_t *cost)
{
    static oct9_cast_t cast;
    const oct9_cast_input_t input = {
        .from = ray->from, .to = ray->to, .rules = { .unknown = OCT9_PASSES, .outside = OCT9_FREE }
    };
    oct9_cast_output_t output;
    board_instructions_begin();
    (void)oct9_cast(&cast, map, &input, &output);
    const uint32_t count = board_instructions_end();
    cost->cast += count;
    cost->leaves += output.leaves;
    if (cost->worst_cast < count)
        cost->worst_cast = count;
}

static void print_cost(const char *name, const cost_t *cost)
{
    const uint32_t values[] = {
        cost->rays, cost->begin / cost->rays, cost->next / cost->steps,
        cost->next * 10u / cost->steps % 10u, cost->cast / cost->rays, cost->worst_cast,
        cost->leaves * 10u / cost->rays
    };
    print_str("cost ");
    print_str(name);
    for (unsigned i = 0; i < sizeof values / sizeof values[0]; i++)
        print_u32(values[i], 8);
    print_str("\n");
}

static void measure(const char *name, const oct9_map_t *map, uint32_t end_x)
{
    cost_t cost = { 0, 0, 0, 0, 0, 0, 0 };
    for (uint32_t i = 0; i < bench_ray_count; i++) {
        const bench_ray_t *ray = &bench_ray[i];
        if (ray->from.x >> 6 >= (int32_t)end_x || ray->to.x >> 6 >= (int32_t)end_x)
            continue;
        cost.rays++;
        count_walk(map, ray, &cost);
        count_cast(map, ray, &cost);
    }
    print_cost(name, &cost);
}

static bool fill_tree(void)
{
    const oct9_map_t map = oct9_map_of_image(&image);
    const oct9_box_t part = { { 0, 0, 0 }, { TREE_END, OCT9_CELLS, OCT9_CELLS } };
    oct9_visit_t leaves;
    oct9_leaf_t leaf;
    (void)oct9_tree_init(&tree, pool, OCT9_BLOCKS_MAX, NULL);
    (void)oct9_visit_box(&leaves, &map, &part, OCT9_STATES_ALL);
    while (oct9_visit_next(&leaves, UINT32_MAX, &leaf) > 0) {
        const oct9_node_t node = { leaf.corner, leaf.level };
        if (leaf.state != OCT9_UNKNOWN && oct9_tree_set_node(&tree, &node, leaf.state) != OCT9_OK)
            return false;
    }
    return true;
}

int main(void)
{
    if (oct9_image_open(&image, oct9_map_geb079_80, oct9_map_geb079_80_size) != OCT9_OK ||
        !board_counts_instructions() || !fill_tree())
        return 1;
    const oct9_map_t of_image = oct9_map_of_image(&image), of_tree = oct9_map_of_tree(&tree);
    measure("image", &of_image, OCT9_CELLS);
    measure("image-part", &of_image, TREE_END);
    measure("tree-part", &of_tree, TREE_END);
    return 0;
}
