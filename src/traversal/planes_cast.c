/* SPDX-License-Identifier: MIT */
/* Casts by splitting planes: the traversal until a leaf blocks. Rules, times and faces are those of
 * every cast. */
#include "oct9/planes.h"
#include "port/oct9_port.h"
#include "src/map/map.h"
#include "src/number/fraction.h"
#include "src/query/cast.h"

oct9_status_t oct9_planes_cast_begin(oct9_planes_cast_t *cast, const oct9_map_t *map,
                                     const oct9_cast_input_t *input)
{
    OCT9_ASSERT(cast && map && input);
    const oct9_status_t status = oct9_rules_check(&input->rules, map);
    if (status != OCT9_OK)
        return status;
    cast->input = input;
    cast->leaves = 0;
    cast->hit = false;
    cast->inside = oct9_planes_begin(&cast->planes, map, &input->from, &input->to) &&
                   oct9_cast_enters(input);
    return OCT9_OK;
}

/* Visits leaves until one blocks, or the segment or the budget ends. */
static oct9_status_t visit(oct9_planes_cast_t *cast, uint32_t budget)
{
    const oct9_planes_t *planes = &cast->planes;
    while (cast->inside && !cast->hit) {
        if (budget-- == 0)
            return OCT9_AGAIN;
        cast->leaves++;
        if (oct9_cast_blocks(cast->input, oct9_map_state(&planes->map, planes->payload),
                             planes->payload, cast->leaves))
            break;
        const int next = oct9_planes_next(&cast->planes);
        if (next < 0)
            return OCT9_ERR_STALE;
        cast->inside = next > 0;
    }
    return OCT9_OK;
}

/* Sets the result at the end of a cast. If cast->inside is true, a leaf blocks. */
static void conclude(const oct9_planes_cast_t *cast, oct9_cast_output_t *output)
{
    const oct9_cast_input_t *in = cast->input;
    if (cast->inside) {
        output->hit = OCT9_HIT_LEAF;
        output->face = oct9_planes_entry(&cast->planes, &output->fraction);
        oct9_planes_leaf(&cast->planes, &output->leaf);
    } else {
        oct9_cast_miss(in, output);
    }
    oct9_fraction_point(&output->fraction, &in->from, &in->to, &output->point);
}

oct9_status_t oct9_planes_cast_run(oct9_planes_cast_t *cast, uint32_t budget,
                                   oct9_cast_output_t *output)
{
    OCT9_ASSERT(cast && output);
    if (budget == 0)
        return OCT9_REFUSE();
    if (oct9_map_stale(&cast->planes.map, cast->planes.generation))
        return OCT9_ERR_STALE;
    const oct9_status_t status = visit(cast, budget);
    if (status == OCT9_ERR_STALE)
        return status;
    output->leaves = cast->leaves;
    output->nodes = 0;
    if (status == OCT9_OK) {
        cast->hit = cast->inside;
        conclude(cast, output);
    }
    return status;
}

oct9_status_t oct9_planes_cast_ray(const oct9_map_t *map, const oct9_cast_input_t *input,
                                   oct9_cast_output_t *output)
{
    oct9_planes_cast_t cast;
    const oct9_status_t status = oct9_planes_cast_begin(&cast, map, input);
    return status == OCT9_OK ? oct9_planes_cast_run(&cast, UINT32_MAX, output) : status;
}
