/* SPDX-License-Identifier: MIT */
/* Queries of the map: a ray, a swept sphere, a swept box, a sensor of 64 rays. Each runs in slices
 * of one leaf, the sensor ray by ray, so that the leaves are listed in the order in which the
 * library visits them; the result is that of the whole call. */
#include "oct9/sensor.h"
#include "oct9/cast.h"
#include "oct9/sweep.h"
#include "playground/wasm/page.h"

page_answer_t page_answer;

static page_step_t steps[PAGE_STEPS];
enum { ZONES = 64 };

static oct9_point_t ends[ZONES];
static oct9_fan_hit_t hits[ZONES];

page_answer_t *PAGE(answer_at)(void)
{
    return &page_answer;
}
page_step_t *PAGE(steps_at)(void)
{
    return steps;
}
oct9_point_t *PAGE(ends_at)(void)
{
    return ends;
}
oct9_fan_hit_t *PAGE(hits_at)(void)
{
    return hits;
}
const oct9_direction_t *PAGE(zones_at)(void)
{
    return oct9_sensor_vl53l5cx_8x8.directions;
}

/* As `oct9 cast` has it: nothing blocks outside the cube. */
oct9_rules_t page_rules(uint32_t unknown)
{
    return (oct9_rules_t){ .unknown = (oct9_policy_t)unknown, .outside = OCT9_FREE };
}

oct9_point_t page_point(int32_t x, int32_t y, int32_t z)
{
    return (oct9_point_t){ (int16_t)x, (int16_t)y, (int16_t)z };
}

void page_list(const page_leaf_t *leaf, uint32_t ray, oct9_fraction_t time)
{
    if (page_answer.steps < PAGE_STEPS)
        steps[page_answer.steps++] = (page_step_t){ *leaf, ray, time.num, time.den };
}

static void list(const oct9_leaf_t *leaf, uint32_t ray, oct9_fraction_t time)
{
    const page_leaf_t listed = page_leaf(leaf);
    page_list(&listed, ray, time);
}

/* The leaf that a cast will visit next, if there is one. */
static void list_next(const oct9_cast_t *cast, uint32_t ray)
{
    oct9_leaf_t leaf;
    oct9_fraction_t time;
    if (!cast->more)
        return;
    (void)oct9_walk_entry(&cast->walk, &time);
    oct9_walk_leaf(&cast->walk, &leaf);
    list(&leaf, ray, time);
}

static void take_cost(uint32_t leaves, uint32_t nodes)
{
    page_answer.leaves = leaves;
    page_answer.nodes = nodes;
}

/* What was hit, and where and when the ray or the shape is then. */
static void take_hit(oct9_hit_t hit, const oct9_leaf_t *leaf, const oct9_point_t *point,
                     oct9_fraction_t time)
{
    page_answer.hit = hit;
    if (hit == OCT9_HIT_LEAF)
        page_answer.leaf = page_leaf(leaf);
    page_answer.point[0] = point->x;
    page_answer.point[1] = point->y;
    page_answer.point[2] = point->z;
    page_answer.num = time.num;
    page_answer.den = time.den;
}

/* --- a ray ---------------------------------------------------------------------------------- */

/* Casts a ray in slices of one leaf, and lists its leaves. */
static oct9_status_t cast_and_list(const oct9_cast_input_t *input, uint32_t ray,
                                   oct9_cast_output_t *output)
{
    oct9_cast_t cast;
    oct9_status_t status = oct9_cast_begin(&cast, &page_map, input);
    if (status != OCT9_OK)
        return status;
    do {
        list_next(&cast, ray);
        status = oct9_cast_run(&cast, 1, output);
    } while (status == OCT9_AGAIN);
    return status;
}

int32_t PAGE(ask_ray)(int32_t x0, int32_t y0, int32_t z0, int32_t x1, int32_t y1, int32_t z1,
                      uint32_t unknown)
{
    const oct9_cast_input_t input = { page_point(x0, y0, z0), page_point(x1, y1, z1),
                                      page_rules(unknown) };
    oct9_cast_output_t output;
    page_answer = (page_answer_t){ 0 };
    const oct9_status_t status = cast_and_list(&input, 0, &output);
    if (status != OCT9_OK)
        return status;
    take_hit(output.hit, &output.leaf, &output.point, output.fraction);
    page_answer.face = output.face;
    take_cost(output.leaves, output.nodes);
    return status;
}

/* --- a sphere, a box ------------------------------------------------------------------------- */

/* The search keeps the corner of the leaf. */
void page_list_visited(const oct9_sweep_t *sweep)
{
    const uint32_t at = sweep->search.corner;
    const oct9_cell_t cell = { at % OCT9_CELLS, (uint16_t)(at >> 10) % OCT9_CELLS,
                               (uint16_t)(at >> 20) % OCT9_CELLS };
    oct9_leaf_t leaf;
    if (oct9_map_locate(&page_map, cell, &leaf) == OCT9_OK)
        list(&leaf, 0, (oct9_fraction_t){ 0, 1 });
}

/* Runs a sweep after its begin. */
static int32_t run_sweep(oct9_sweep_t *sweep)
{
    oct9_sweep_output_t output;
    oct9_status_t status;
    uint32_t leaves = 0;
    do {
        status = oct9_sweep_run(sweep, 1, &output);
        if (output.leaves != leaves)
            page_list_visited(sweep);
        leaves = output.leaves;
    } while (status == OCT9_AGAIN);
    take_hit(output.hit, &output.leaf, &output.at, output.fraction);
    take_cost(output.leaves, output.nodes);
    return status;
}

int32_t PAGE(ask_sphere)(int32_t x0, int32_t y0, int32_t z0, int32_t x1, int32_t y1, int32_t z1,
                         uint32_t radius_q6, uint32_t unknown)
{
    page_answer = (page_answer_t){ .face = OCT9_FACE_NONE };
    if (radius_q6 > INT16_MAX)
        return OCT9_ERR_ARGUMENT;
    const oct9_sphere_input_t input = { .motion = { page_point(x0, y0, z0), page_point(x1, y1, z1),
                                                    (uint16_t)radius_q6 },
                                        .rules = page_rules(unknown) };
    oct9_sweep_t sweep;
    const oct9_status_t status = oct9_sweep_sphere_begin(&sweep, &page_map, &input);
    return status == OCT9_OK ? run_sweep(&sweep) : status;
}

/* The box from (x0, y0, z0) to (x1, y1, z1), whose low corner moves to (x2, y2, z2). */
int32_t PAGE(ask_box)(int32_t x0, int32_t y0, int32_t z0, int32_t x1, int32_t y1, int32_t z1,
                      int32_t x2, int32_t y2, int32_t z2, uint32_t unknown)
{
    const oct9_box_input_t input = { page_point(x0, y0, z0), page_point(x1, y1, z1),
                                     page_point(x2, y2, z2), page_rules(unknown), false };
    page_answer = (page_answer_t){ .face = OCT9_FACE_NONE };
    oct9_sweep_t sweep;
    const oct9_status_t status = oct9_sweep_box_begin(&sweep, &page_map, &input);
    return status == OCT9_OK ? run_sweep(&sweep) : status;
}

/* --- a sensor of 8 x 8 zones ----------------------------------------------------------------- */

/* The ends of its rays lie where ends_at points; the results where hits_at points. */
int32_t PAGE(ask_fan)(int32_t x, int32_t y, int32_t z, uint32_t unknown)
{
    const oct9_fan_input_t input = { .from = page_point(x, y, z),
                                     .to = ends,
                                     .count = ZONES,
                                     .rules = page_rules(unknown),
                                     .hits = hits };
    oct9_fan_output_t output;
    page_answer = (page_answer_t){ .face = OCT9_FACE_NONE };
    const oct9_status_t status = oct9_cast_fan(&page_map, &input, &output);
    if (status != OCT9_OK)
        return status;
    for (uint32_t i = 0; i < ZONES; i++) {
        const oct9_cast_input_t ray = { input.from, ends[i], input.rules };
        oct9_cast_output_t hit;
        (void)cast_and_list(&ray, i, &hit);
    }
    take_cost(output.leaves, output.nodes);
    return status;
}
