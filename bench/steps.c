/* SPDX-License-Identifier: MIT */
#include "bench/steps.h"

#include "bench/rays.h"
#include "boards/board.h"
#include "boards/print.h"
#include "oct9/cast.h"

typedef struct {
    uint32_t rays, steps, begin, next, cast, worst_cast, leaves;
} cost_t;

static void count_walk(const oct9_map_t *map, const bench_ray_t *ray, cost_t *cost)
{
    oct9_walk_t walk;
    board_counter_begin();
    bool more = oct9_walk_begin(&walk, map, &ray->from, &ray->to);
    cost->begin += board_counter_end();
    uint32_t steps = 0;
    board_counter_begin();
    while (more && walk.payload != OCT9_OCCUPIED) {
        more = oct9_walk_next(&walk) > 0;
        steps++;
    }
    cost->next += board_counter_end();
    cost->steps += steps;
}

static void count_cast(const oct9_map_t *map, const bench_ray_t *ray, cost_t *cost)
{
    const oct9_cast_input_t input = { .from = ray->from,
                                      .to = ray->to,
                                      .rules = { .unknown = OCT9_PASSES, .outside = OCT9_FREE } };
    oct9_cast_output_t output;
    board_counter_begin();
    (void)oct9_cast_ray(map, &input, &output);
    const uint32_t count = board_counter_end();
    cost->cast += count;
    cost->leaves += output.leaves;
    if (cost->worst_cast < count)
        cost->worst_cast = count;
}

static void print_row(const char *name, const cost_t *cost)
{
    const uint32_t values[] = { cost->rays,
                                cost->begin / cost->rays,
                                cost->next / cost->steps,
                                cost->next * 10u / cost->steps % 10u,
                                cost->cast / cost->rays,
                                cost->worst_cast,
                                cost->leaves * 10u / cost->rays };
    print_str("cost ");
    print_str(name);
    for (unsigned i = 0; i < sizeof values / sizeof values[0]; i++)
        print_u32(values[i], 8);
    print_str("\n");
}

static int32_t cell_of(int16_t q6)
{
    return (q6 - OCT9_LOW_Q6) / OCT9_CELL_Q6;
}

void steps_measure(const char *name, const oct9_map_t *map, uint32_t end_x)
{
    cost_t cost = { 0, 0, 0, 0, 0, 0, 0 };
    for (uint32_t i = 0; i < bench_ray_count; i++) {
        const bench_ray_t *ray = &bench_ray[i];
        if (cell_of(ray->from.x) >= (int32_t)end_x || cell_of(ray->to.x) >= (int32_t)end_x)
            continue;
        cost.rays++;
        count_walk(map, ray, &cost);
        count_cast(map, ray, &cost);
    }
    print_row(name, &cost);
}
