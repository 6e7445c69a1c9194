/* SPDX-License-Identifier: MIT */
/* Casts: the walk until a leaf blocks. */
#include "oct9/cast.h"

#include "port/oct9_port.h"
#include "src/map/map.h"
#include "src/number/axes.h"
#include "src/number/fraction.h"
#include "src/query/rules.h"
#include "src/walk/walk.h"

/* True if leaf number `leaves` of the cast blocks. */
static inline bool leaf_blocks(const oct9_cast_input_t *input, oct9_state_t state, uint16_t payload,
                               uint32_t leaves)
{
    return oct9_rules_block(&input->rules, state, payload) &&
           (input->rules.start_inside != OCT9_PASSES || leaves > 1 ||
            !oct9_point_inside(&input->from));
}

/* True if the outside does not block before the cast is in its first leaf. */
static OCT9_APART bool enters(const oct9_cast_input_t *input)
{
    return !oct9_rules_outside_blocks(&input->rules) || oct9_point_inside(&input->from);
}

oct9_status_t oct9_cast_begin(oct9_cast_t *cast, const oct9_map_t *map,
                              const oct9_cast_input_t *input)
{
    OCT9_ASSERT(cast && map && input);
    const oct9_status_t status = oct9_rules_check(&input->rules, map);
    if (status != OCT9_OK)
        return status;
    const bool passes = input->rules.unknown == OCT9_PASSES;
    cast->input = input;
    cast->stops = passes ? OCT9_STATES_OCCUPIED : OCT9_STATES_OCCUPIED | OCT9_STATES_UNKNOWN;
    cast->leaves = 0;
    cast->hit = false;
    cast->walk.skip_void = passes;
    cast->more = oct9_walk_start(&cast->walk, map, &input->from, &input->to) && enters(input);
    return OCT9_OK;
}

/* The time at which the segment is first outside the cube; 1/1 if it never is. Products are at most
 * 32768 * 65535 < 2^31. */
static void time_outside(const oct9_cast_input_t *in, oct9_fraction_t *fraction)
{
    fraction->num = fraction->den = 1;
    for (unsigned a = 0; a < 3; a++) {
        const int32_t from = oct9_point_axis(&in->from, a), to = oct9_point_axis(&in->to, a);
        oct9_fraction_t exit = { 0, 1 };
        if (oct9_axis_inside(from)) {
            if (oct9_axis_inside(to))
                continue;
            const bool falls = to < from;
            exit.num = (uint32_t)(falls ? from - OCT9_LOW_Q6 : OCT9_HIGH_Q6 - from);
            exit.den = (uint32_t)(falls ? from - to : to - from);
        }
        if (oct9_fraction_below(&exit, fraction)) {
            fraction->num = exit.num;
            fraction->den = exit.den;
        }
    }
}

/* Sets hit, face and fraction for a cast that no leaf has blocked. */
static void miss(const oct9_cast_input_t *input, oct9_cast_output_t *output)
{
    output->hit = OCT9_HIT_NONE;
    output->face = OCT9_FACE_NONE;
    output->fraction.num = output->fraction.den = 1;
    if (oct9_rules_outside_blocks(&input->rules) &&
        (!oct9_point_inside(&input->from) || !oct9_point_inside(&input->to))) {
        output->hit = OCT9_HIT_OUTSIDE;
        time_outside(input, &output->fraction);
    }
}

/* True if the current leaf, which has a state that can block, blocks. */
static OCT9_APART bool blocks_ray(const oct9_cast_t *cast)
{
    const oct9_walk_t *walk = &cast->walk;
    return leaf_blocks(cast->input, oct9_map_state(&walk->map, walk->payload), walk->payload,
                       cast->leaves);
}

/* Sets the result at the end of a cast. */
static inline void conclude_cast(const oct9_cast_t *cast, oct9_cast_output_t *output)
{
    const oct9_cast_input_t *in = cast->input;
    if (cast->hit) {
        output->hit = OCT9_HIT_LEAF;
        output->face = oct9_walk_entry(&cast->walk, &output->fraction);
        oct9_walk_leaf(&cast->walk, &output->leaf);
    } else {
        miss(in, output);
    }
    oct9_fraction_point(&output->fraction, &in->from, &in->to, &output->point);
}

/* Visits leaves until one blocks, or the segment or the budget ends. Fills in the output: the
 * counts always, the result when the cast has ended. */
static oct9_status_t visit_leaves(oct9_cast_t *cast, uint32_t budget, oct9_cast_output_t *output)
{
    while (cast->more) {
        const uint32_t before = budget;
        const oct9_walk_stop_t stop = oct9_walk_until(&cast->walk, cast->stops, &budget);
        cast->leaves += before - budget;
        if (stop == OCT9_WALK_SPENT)
            break;
        cast->hit = stop == OCT9_WALK_STOPPED && blocks_ray(cast);
        cast->more = stop == OCT9_WALK_STOPPED && !cast->hit && oct9_walk_step(&cast->walk);
    }
    output->leaves = cast->leaves;
    output->nodes = cast->walk.nodes;
    if (cast->more)
        return OCT9_AGAIN;
    conclude_cast(cast, output);
    return OCT9_OK;
}

oct9_status_t oct9_cast_run(oct9_cast_t *cast, uint32_t budget, oct9_cast_output_t *output)
{
    OCT9_ASSERT(cast && output);
    if (budget == 0)
        return OCT9_REFUSE();
    if (oct9_map_stale(&cast->walk.map, cast->walk.generation))
        return OCT9_ERR_STALE;
    return visit_leaves(cast, budget, output);
}

oct9_status_t oct9_cast_ray(const oct9_map_t *map, const oct9_cast_input_t *input,
                            oct9_cast_output_t *output)
{
    oct9_cast_t cast;
    const oct9_status_t status = oct9_cast_begin(&cast, map, input);
    return status == OCT9_OK ? oct9_cast_run(&cast, UINT32_MAX, output) : status;
}

/* --- fans: many rays from one point ----------------------------------------------------------- */

/* The casts of a fan. If the origin is in the cube, the path to its leaf is found once for all. */
typedef struct {
    bool inside;   /* the origin lies in the cube */
    uint8_t level; /* of its leaf */
    uint16_t payload;
    uint32_t code;                   /* of that leaf */
    const oct9_image_t *tile;        /* that it is in */
    oct9_opened_t path[OCT9_LEVELS]; /* to it */
    oct9_cast_input_t ray;
    oct9_cast_output_t answer;
    oct9_cast_t cast;
} fan_t;

/* The nodes above a leaf of `level`, up to those from which a walk starts. */
static void path_copy(oct9_opened_t *to, const oct9_opened_t *from, unsigned level, unsigned start)
{
    for (unsigned i = level; i < start; i++) {
        to[i].first = from[i].first;
        to[i].states = from[i].states;
    }
}

/* Begins the first ray. */
static oct9_status_t begin_fan(fan_t *fan, const oct9_map_t *map, const oct9_fan_input_t *input)
{
    const oct9_walk_t *walk = &fan->cast.walk;
    fan->inside = oct9_point_inside(&input->from);
    oct9_point_copy(&fan->ray.from, &input->from);
    oct9_point_copy(&fan->ray.to, &input->to[0]);
    oct9_rules_copy(&fan->ray.rules, &input->rules);
    const oct9_status_t status = oct9_cast_begin(&fan->cast, map, &fan->ray);
    if (status == OCT9_OK && fan->inside) {
        fan->level = walk->level;
        fan->code = oct9_walk_code(walk);
        fan->payload = walk->payload;
        fan->tile = walk->tile;
        path_copy(fan->path, walk->path, fan->level, oct9_walk_top(walk));
    }
    return status;
}

/* Begins another ray, and keeps the generation of the fan's beginning: if the map was written to
 * within the last ray, this one ends the fan. */
static void next_ray(fan_t *fan, const oct9_point_t *to)
{
    oct9_walk_t *walk = &fan->cast.walk;
    const uint32_t generation = walk->generation;
    oct9_point_copy(&fan->ray.to, to);
    if (!fan->inside) {
        (void)oct9_cast_begin(&fan->cast, &walk->map, &fan->ray);
        walk->generation = generation;
        return;
    }
    fan->cast.leaves = 0;
    fan->cast.hit = false;
    fan->cast.more = true;
    walk->nodes = 0;
    walk->level = fan->level;
    walk->payload = fan->payload;
    walk->tile = fan->tile;
    path_copy(walk->path, fan->path, fan->level, oct9_walk_top(walk));
    oct9_walk_turn(walk, fan->code, &fan->ray.from, &fan->ray.to);
}

static void note_ray(oct9_fan_hit_t *hit, const oct9_cast_output_t *ray)
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

oct9_status_t oct9_cast_fan(const oct9_map_t *map, const oct9_fan_input_t *input,
                            oct9_fan_output_t *output)
{
    fan_t fan;
    uint32_t leaves = 0, nodes = 0;
    OCT9_ASSERT(map && input && output);
    if (input->count == 0)
        return OCT9_REFUSE();
    OCT9_ASSERT(input->to && input->hits);
    const oct9_status_t status = begin_fan(&fan, map, input);
    if (status != OCT9_OK)
        return status;
    for (unsigned i = 0; i < input->count; i++) {
        if (i != 0)
            next_ray(&fan, &input->to[i]);
        if (oct9_map_stale(&fan.cast.walk.map, fan.cast.walk.generation))
            return OCT9_ERR_STALE;
        /* A ray visits at most 3 * 511 + 1 leaves. */
        (void)visit_leaves(&fan.cast, UINT32_MAX, &fan.answer);
        note_ray(&input->hits[i], &fan.answer);
        leaves += fan.answer.leaves;
        nodes += fan.answer.nodes;
    }
    output->leaves = leaves;
    output->nodes = nodes;
    return OCT9_OK;
}
