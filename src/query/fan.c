/* SPDX-License-Identifier: MIT */
#include "oct9/cast.h"
#include "port/oct9_port.h"
#include "src/query/copy.h"
#include "src/walk/walk.h"

static void path_copy(oct9_walk_node_t *to, const oct9_walk_node_t *from, unsigned level)
{
    for (unsigned i = level; i < OCT9_LEVELS; i++) {
        to[i].first = from[i].first;
        to[i].states = from[i].states;
    }
}

/* The first ray's way from the root serves for all, if there is one. */
static oct9_status_t begin_ray(oct9_fan_t *fan, const oct9_map_t *map)
{
    const oct9_fan_input_t *in = fan->input;
    oct9_point_copy(&fan->ray.to, &in->to[fan->count]);
    if (fan->count == 0 || !fan->inside)
        return oct9_cast_begin(&fan->cast, map, &fan->ray);
    oct9_walk_t *walk = &fan->cast.walk;
    fan->cast.leaves = 0;
    fan->cast.hit = false;
    fan->cast.inside = true;
    walk->level = fan->level;
    walk->payload = fan->payload;
    path_copy(walk->path, fan->path, fan->level);
    oct9_walk_turn(walk, fan->code, &fan->ray.from, &fan->ray.to);
    return OCT9_OK;
}

oct9_status_t oct9_cast_fan_begin(oct9_fan_t *fan, const oct9_map_t *map,
                                  const oct9_fan_input_t *input)
{
    OCT9_ASSERT(fan && map && input);
    if (input->count == 0)
        return OCT9_REFUSE();
    OCT9_ASSERT(input->to && input->hits);
    const oct9_point_t *from = &input->from;
    fan->input = input;
    fan->leaves = fan->nodes = 0;
    fan->count = 0;
    fan->inside = oct9_point_inside(from);
    oct9_point_copy(&fan->ray.from, from);
    oct9_rules_copy(&fan->ray.rules, &input->rules);
    const oct9_status_t status = begin_ray(fan, map);
    if (status == OCT9_OK && fan->inside) {
        fan->level = fan->cast.walk.level;
        fan->code = oct9_walk_code(&fan->cast.walk);
        fan->payload = fan->cast.walk.payload;
        path_copy(fan->path, fan->cast.walk.path, fan->level);
    }
    return status;
}

static void note(oct9_fan_hit_t *hit, const oct9_cast_output_t *ray)
{
    hit->num = (uint16_t)ray->fraction.num;
    hit->den = (uint16_t)ray->fraction.den;
    oct9_point_copy(&hit->point, &ray->point);
    hit->hit = (uint8_t)ray->hit;
    hit->face = (uint8_t)ray->face;
    hit->payload = 0;
    hit->level = hit->state = 0;
    if (ray->hit != OCT9_HIT_LEAF)
        return;
    hit->payload = ray->leaf.payload;
    hit->level = ray->leaf.level;
    hit->state = ray->leaf.state;
}

/* On to the next ray, of the map as it was when the fan began: if it was written to within this
 * slice, the ray ends the fan. */
static void next_ray(oct9_fan_t *fan)
{
    const uint32_t generation = fan->cast.walk.generation;
    (void)begin_ray(fan, &fan->cast.walk.map);
    fan->cast.walk.generation = generation;
}

/* Runs rays until all are done or the budget is used up. A ray that visits no leaf takes one of
 * it too. */
static oct9_status_t visit(oct9_fan_t *fan, uint32_t budget)
{
    while (fan->count < fan->input->count) {
        const oct9_cast_output_t *answer = &fan->answer;
        const uint32_t before = fan->cast.leaves;
        const oct9_status_t status = oct9_cast_run(&fan->cast, budget, &fan->answer);
        if (status != OCT9_OK)
            return status;
        budget -= answer->leaves - before;
        fan->leaves += answer->leaves;
        fan->nodes += answer->nodes;
        note(&fan->input->hits[fan->count], answer);
        if (++fan->count == fan->input->count)
            break;
        next_ray(fan);
        if (budget < 2)
            return OCT9_AGAIN;
        budget--;
    }
    return OCT9_OK;
}

oct9_status_t oct9_cast_fan_run(oct9_fan_t *fan, uint32_t budget, oct9_fan_output_t *output)
{
    OCT9_ASSERT(fan && output);
    if (budget == 0)
        return OCT9_REFUSE();
    const oct9_status_t status = visit(fan, budget);
    if (status == OCT9_ERR_STALE)
        return status;
    output->count = fan->count;
    output->leaves = fan->leaves;
    output->nodes = fan->nodes;
    if (status == OCT9_AGAIN) {
        output->leaves += fan->cast.leaves;
        output->nodes += fan->cast.walk.nodes;
    }
    return status;
}

oct9_status_t oct9_cast_fan(const oct9_map_t *map, const oct9_fan_input_t *input,
                            oct9_fan_output_t *output)
{
    oct9_fan_t fan;
    /* 65535 rays of at most 3 * 511 + 1 leaves, and one each. */
    const oct9_status_t status = oct9_cast_fan_begin(&fan, map, input);
    return status == OCT9_OK ? oct9_cast_fan_run(&fan, UINT32_MAX, output) : status;
}
