/* SPDX-License-Identifier: MIT */
/* What moving objects cost on a board, in instructions: a tick of 10 to 1,000 that all move,
 * beside brute force over the same; and queries among 1,000. */
#include "bench/movers.h"
#include "bench/objects_cost/brute.h"
#include "boards/board.h"
#include "boards/print.h"

enum { MOST = 1000, NODES = 4096, TICKS = 16, QUERIES = 1000 };

static mover_t movers[MOST];
static oct9_object_t object[MOST];
static oct9_object_node_t node[NODES];
static oct9_handle_t handle[MOST];
static oct9_objects_t objects;
static union {
    oct9_pairs_t pairs;
    oct9_objects_find_t find;
} scratch;

/* Instructions of parts of a tick, and pairs: sums over all ticks. */
typedef struct {
    uint32_t move, pairs, update, brute, found;
} cost_t;

static movers_range_t begin(uint32_t count)
{
    const oct9_objects_config_t config = { object, node, MOST, NODES, OCT9_LOOSE, 0, 0 };
    const movers_range_t range = movers_make(movers, count);
    (void)oct9_objects_init(&objects, &config);
    for (uint32_t i = 0; i < count; i++) {
        const oct9_objects_add_input_t input = { .bounds = movers[i].bounds };
        (void)oct9_objects_add(&objects, &input, &handle[i]);
    }
    do
        (void)oct9_objects_update(&objects, UINT32_MAX);
    while (objects.crowded != 0);
    return range;
}

static uint32_t move_all(uint32_t count)
{
    board_counter_begin();
    for (uint32_t i = 0; i < count; i++)
        (void)oct9_objects_move(&objects, handle[i], &movers[i].bounds);
    return board_counter_end();
}

static uint32_t find_pairs(uint32_t *found)
{
    static oct9_object_pair_t pair[64];
    int count;
    board_counter_begin();
    (void)oct9_objects_pairs_begin(&scratch.pairs, &objects, OCT9_PAIRS_ALL, 0);
    while ((count = oct9_objects_pairs_next(&scratch.pairs, UINT32_MAX, pair, 64)) > 0)
        *found += (uint32_t)count;
    return board_counter_end();
}

static uint32_t update(void)
{
    board_counter_begin();
    (void)oct9_objects_update(&objects, UINT32_MAX);
    return board_counter_end();
}

static uint32_t by_brute_force(uint32_t count, uint32_t *found)
{
    board_counter_begin();
    *found = brute_pairs(movers, count);
    return board_counter_end();
}

/* False if the pairs differ. */
static bool tick(uint32_t count, movers_range_t range, cost_t *cost)
{
    uint32_t found = 0, expected;
    movers_advance(movers, count, range);
    cost->move += move_all(count);
    cost->pairs += find_pairs(&found);
    cost->update += update();
    cost->brute += by_brute_force(count, &expected);
    cost->found += found;
    return found == expected;
}

static bool measure_ticks(uint32_t count)
{
    cost_t cost = { 0, 0, 0, 0, 0 };
    const movers_range_t range = begin(count);
    bool equal = true;
    for (uint32_t i = 0; i < TICKS; i++)
        equal = tick(count, range, &cost) && equal;
    print_str("tick ");
    print_u32(count, 5);
    print_u32(cost.found / TICKS, 6);
    print_u32(cost.move / TICKS, 10);
    print_u32(cost.pairs / TICKS, 10);
    print_u32(cost.update / TICKS, 10);
    print_u32(cost.brute / TICKS, 10);
    print_str(equal ? "\n" : " differ\n");
    return equal;
}

/* --- queries --------------------------------------------------------------------------------- */

static void ray(random_t *random, movers_range_t range)
{
    oct9_object_hit_t hit;
    oct9_objects_output_t output;
    const oct9_point_t from = movers_point(random, range), to = movers_point(random, range);
    const oct9_objects_cast_input_t input = { .motion = { from, to, 0 },
                                              .capacity = 1,
                                              .hits = &hit };
    board_counter_begin();
    (void)oct9_objects_cast(&objects, &input, &output);
}

static void swept(random_t *random, movers_range_t range)
{
    oct9_object_hit_t hit;
    oct9_objects_output_t output;
    const oct9_point_t from = movers_point(random, range), to = movers_point(random, range);
    const oct9_objects_cast_input_t input = { .motion = { from, to, 128 },
                                              .capacity = 1,
                                              .hits = &hit };
    board_counter_begin();
    (void)oct9_objects_cast(&objects, &input, &output);
}

static void sphere(random_t *random, movers_range_t range)
{
    const oct9_region_t ball = { .kind = OCT9_REGION_SPHERE,
                                 .centre = movers_point(random, range),
                                 .radius_q6 = 8 * OCT9_CELL_Q6 };
    oct9_handle_t found;
    board_counter_begin();
    (void)oct9_objects_find_begin(&scratch.find, &objects, &ball, 0);
    while (oct9_objects_find_next(&scratch.find, UINT32_MAX, &found) > 0)
        continue;
}

static void nearest(random_t *random, movers_range_t range)
{
    oct9_object_near_t near;
    oct9_objects_output_t output;
    const oct9_objects_nearest_input_t input = {
        movers_point(random, range), 64 * OCT9_CELL_Q6, 0, 1, &near, NULL
    };
    board_counter_begin();
    (void)oct9_objects_nearest(&objects, &input, &output);
}

/* `query` begins the count when its input is made. */
static void measure_query(const char *name, void (*query)(random_t *, movers_range_t),
                          movers_range_t range)
{
    random_t random = { 78 };
    uint32_t worst = 0;
    uint64_t sum = 0;
    for (uint32_t i = 0; i < QUERIES; i++) {
        query(&random, range);
        const uint32_t cost = board_counter_end();
        sum += cost;
        worst = worst < cost ? cost : worst;
    }
    print_str("query ");
    print_left(name, 10);
    print_u32((uint32_t)(sum / QUERIES), 10);
    print_u32(worst, 10);
    print_str("\n");
}

int main(void)
{
    static const uint32_t counts[] = { 10, 30, 100, 150, 300, MOST };
    bool equal = board_counter_unit() == BOARD_INSTRUCTIONS;
    for (unsigned i = 0; i < sizeof counts / sizeof counts[0]; i++)
        equal = measure_ticks(counts[i]) && equal;
    const movers_range_t range = begin(MOST);
    measure_query("ray", ray, range);
    measure_query("swept", swept, range);
    measure_query("sphere", sphere, range);
    measure_query("nearest", nearest, range);
    return equal ? 0 : 1;
}
