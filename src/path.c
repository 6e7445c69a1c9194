/* SPDX-License-Identifier: MIT */
#include "oct9/path.h"

#include "port/oct9_port.h"
#include "src/copy.h"
#include "src/sweep.h"

static oct9_status_t begin_segment(oct9_path_t *path, const oct9_map_t *map)
{
    const oct9_path_input_t *in = path->input;
    const oct9_point_t *from = &in->points[path->segment];
    const oct9_point_t *to = in->count > 1 ? from + 1 : from;
    const oct9_status_t status = oct9_sweep_begin_sphere(&path->sweep, map, from, to,
                                                         in->radius_q6, &in->rules);
    if (path->segment != 0)
        path->sweep.start_inside = OCT9_BLOCKS;
    return status;
}

oct9_status_t oct9_path_begin(oct9_path_t *path, const oct9_map_t *map,
                              const oct9_path_input_t *input)
{
    OCT9_ASSERT(path && map && input && (input->points || input->count == 0));
    if (input->count == 0)
        return OCT9_ERR_PATH;
    path->input = input;
    path->segment = 0;
    path->clear_q6 = path->leaves = path->nodes = 0;
    return begin_segment(path, map);
}

/* The length from one point to the other, rounded down: the sum of squares is below 2^34, so that
 * a quarter of it is rooted, each square's own quarter rounded down. */
static uint32_t length(const oct9_point_t *from, const oct9_point_t *to)
{
    int32_t begin[3], end[3];
    uint32_t sum = 0;
    oct9_point_get(from, begin);
    oct9_point_get(to, end);
    for (unsigned a = 0; a < 3; a++) {
        const uint32_t way = (uint32_t)(end[a] - begin[a]);  /* its sign goes with the square */
        sum += way * way / 4u;
    }
    return 2u * oct9_isqrt(sum);
}

/* The way that is clear with what of the segment is: at most UINT32_MAX. */
static OCT9_APART uint32_t clear_way(const oct9_path_t *path, const oct9_sweep_output_t *sweep)
{
    const uint32_t more = length(&path->input->points[path->segment], &sweep->at);
    return more > UINT32_MAX - path->clear_q6 ? UINT32_MAX : path->clear_q6 + more;
}

/* From a clear segment to the next one, which is begun as the first was: it cannot fail. */
static void next_segment(oct9_path_t *path, const oct9_sweep_output_t *sweep)
{
    path->clear_q6 = clear_way(path, sweep);
    path->leaves += sweep->leaves;
    path->nodes += sweep->nodes;
    path->segment++;
    (void)begin_segment(path, &path->sweep.search.map);
}

static uint32_t visited(const oct9_path_t *path)
{
    return path->sweep.search.leaves + path->sweep.search.nodes;
}

/* Runs segments until one blocks, or the path or the budget ends. Each takes one of the budget
 * for itself, so that a path outside the map is cut into slices too. */
static oct9_status_t run(oct9_path_t *path, uint32_t budget, oct9_sweep_output_t *sweep)
{
    for (;;) {
        const uint32_t before = visited(path);
        if (oct9_sweep_run(&path->sweep, budget, sweep) == OCT9_AGAIN)
            return OCT9_AGAIN;
        budget -= visited(path) - before;
        if (sweep->hit != OCT9_HIT_NONE || path->segment + 2u >= path->input->count)
            return OCT9_OK;
        next_segment(path, sweep);
        if (budget < 2)
            return OCT9_AGAIN;
        budget--;
    }
}

oct9_status_t oct9_path_run(oct9_path_t *path, uint32_t budget, oct9_path_output_t *output)
{
    OCT9_ASSERT(path && output);
    if (budget == 0)
        return OCT9_ERR_BUDGET;
    const oct9_status_t status = run(path, budget, &output->sweep);
    output->leaves = path->leaves + path->sweep.search.leaves;
    output->nodes = path->nodes + path->sweep.search.nodes;
    if (status == OCT9_OK) {
        output->segment = path->segment;
        output->clear_q6 = clear_way(path, &output->sweep);
    }
    return status;
}

oct9_status_t oct9_path(oct9_path_t *path, const oct9_map_t *map, const oct9_path_input_t *input,
                        oct9_path_output_t *output)
{
    oct9_status_t status = oct9_path_begin(path, map, input);
    if (status == OCT9_OK)
        do
            status = oct9_path_run(path, UINT32_MAX, output);
        while (status == OCT9_AGAIN);
    return status;
}
