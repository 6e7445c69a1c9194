/* SPDX-License-Identifier: MIT */
/* Paths: the sweep of a sphere along each segment in turn. */
#include "oct9/sweep.h"
#include "port/oct9_port.h"
#include "src/number/axes.h"
#include "src/query/rules.h"
#include "src/query/sweep.h"

static oct9_status_t begin_segment(oct9_path_t *path, const oct9_map_t *map)
{
    const oct9_point_t *from = &path->input->points[path->segment];
    oct9_point_copy(&path->motion.from, from);
    oct9_point_copy(&path->motion.to, path->input->count > 1 ? from + 1 : from);
    return oct9_sweep_start(&path->sweep, map, &path->motion, &path->rules,
                            path->input->any_contact);
}

oct9_status_t oct9_sweep_path_begin(oct9_path_t *path, const oct9_map_t *map,
                                    const oct9_path_input_t *input)
{
    OCT9_ASSERT(path && map && input && (input->points || input->count == 0));
    if (input->count == 0)
        return OCT9_REFUSE();
    path->input = input;
    path->segment = 0;
    path->clear_q6 = path->leaves = path->nodes = 0;
    path->motion.radius_q6 = input->radius_q6;
    oct9_rules_copy(&path->rules, &input->rules);
    return begin_segment(path, map);
}

/* The distance between two points, rounded down. The sum of squares is below 2^34, so the root is
 * taken of a quarter of it; each square's quarter is rounded down. */
static uint32_t length(const oct9_point_t *from, const oct9_point_t *to)
{
    uint32_t sum = 0;
    for (unsigned a = 0; a < 3; a++) {
        /* The square removes the sign. */
        const uint32_t delta = (uint32_t)(oct9_point_axis(to, a) - oct9_point_axis(from, a));
        sum += delta * delta / 4u;
    }
    return 2u * (uint32_t)oct9_point_isqrt(sum); /* at most 113,509; an AVR's int has 16 bits */
}

/* Goes from a clear segment to the next one. It was checked with the first, so that its beginning
 * cannot fail. If the map was written to within this slice, the next slice still returns
 * OCT9_ERR_STALE. */
static void next_segment(oct9_path_t *path, const oct9_path_output_t *output)
{
    const uint32_t generation = path->sweep.search.generation;
    path->clear_q6 = output->clear_q6;
    path->leaves = output->leaves;
    path->nodes = output->nodes;
    path->segment++;
    if (path->rules.start_inside == OCT9_PASSES)
        path->rules.start_inside = OCT9_BLOCKS;
    (void)begin_segment(path, &path->sweep.search.map);
    path->sweep.search.generation = generation;
}

/* The clear distance so far, plus the clear part of the segment: at most UINT32_MAX. */
static inline uint32_t clear_distance(const oct9_path_t *path, const oct9_point_t *at)
{
    const uint32_t more = length(&path->motion.from, at);
    return more > UINT32_MAX - path->clear_q6 ? UINT32_MAX : path->clear_q6 + more;
}

oct9_status_t oct9_sweep_path_run(oct9_path_t *path, uint32_t budget, oct9_path_output_t *output)
{
    OCT9_ASSERT(path && output);
    if (budget == 0)
        return OCT9_REFUSE();
    if (oct9_search_stale(&path->sweep.search))
        return OCT9_ERR_STALE;
    for (;;) {
        const oct9_status_t status = oct9_sweep_go(&path->sweep, &budget, &output->sweep);
        output->leaves = path->leaves + output->sweep.leaves;
        output->nodes = path->nodes + output->sweep.nodes;
        if (status != OCT9_OK)
            return status;
        output->segment = path->segment;
        output->clear_q6 = clear_distance(path, &output->sweep.at);
        if (output->sweep.hit != OCT9_HIT_NONE || path->segment + 2u >= path->input->count)
            return OCT9_OK;
        next_segment(path, output);
        /* Each segment takes one from the budget for itself, so that a path outside the map is also
         * cut into slices. */
        if (budget < 2)
            return OCT9_AGAIN;
        budget--;
    }
}

oct9_status_t oct9_sweep_path(const oct9_map_t *map, const oct9_path_input_t *input,
                              oct9_path_output_t *output)
{
    oct9_path_t path;
    oct9_status_t status = oct9_sweep_path_begin(&path, map, input);
    if (status == OCT9_OK)
        do
            status = oct9_sweep_path_run(&path, UINT32_MAX, output);
        while (status == OCT9_AGAIN);
    return status;
}
