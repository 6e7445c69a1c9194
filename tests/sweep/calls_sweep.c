/* SPDX-License-Identifier: MIT */
/* Probes and sweeps: spheres of 0.15 m and boxes of 3 cells that go 1 m, paths of 2 x 0.5 m. */
#include "bench/calls.h"
#include "bench/calls_part.h"
#include "oct9/sweep.h"
#include "oct9/probe.h"
#include "oct9/spheres.h"

enum { BOX_Q6 = 3 * OCT9_CELL_Q6, PATH_POINTS = 3, SPHERES = 32 };

static const oct9_rules_t rules = { .unknown = OCT9_PASSES, .outside = OCT9_FREE };
static const oct9_map_t *map;
static oct9_probe_node_t below;
static oct9_sweep_t sweep;
static oct9_path_t path;
static oct9_spheres_t spheres;
static oct9_sphere_t arm[SPHERES];

static void answer(oct9_status_t status, const oct9_sweep_output_t *output)
{
    calls_answer((uint32_t)status);
    calls_answer((uint32_t)output->hit);
    calls_answer(output->fraction.num);
    calls_answer(output->fraction.den);
    calls_answer(output->leaves);
}

static void point_check(void)
{
    for (unsigned i = 0; i < CALLS_CASES; i++) {
        const oct9_probe_point_input_t input = { .point = part_free(), .rules = rules };
        oct9_probe_point_output_t output;
        CALL((void)oct9_probe_point(map, &input, &output));
        calls_answer((uint32_t)output.hit);
        calls_answer(output.nodes);
    }
}

/* The node of that level that holds a free cell. */
static oct9_probe_node_input_t node(uint8_t level)
{
    const oct9_cell_t cell = part_cell();
    const uint16_t mask = (uint16_t)(0u - (1u << level));
    const oct9_probe_node_input_t input = {
        .node = { { cell.x & mask, cell.y & mask, cell.z & mask }, level }
    };
    return input;
}

static void below_whole(void)
{
    for (unsigned i = 0; i < CALLS_CASES; i++) {
        const oct9_probe_node_input_t input = node((uint8_t)(i % 6u));
        oct9_probe_node_output_t output;
        CALL((void)oct9_probe_node(map, &input, &output));
        calls_answer(output.states);
        calls_answer(output.nodes);
    }
}

static void below_begin(void)
{
    for (unsigned i = 0; i < CALLS_CASES; i++) {
        const oct9_probe_node_input_t input = node((uint8_t)(i % 6u));
        oct9_status_t status;
        CALL(status = oct9_probe_node_begin(&below, map, &input));
        calls_answer((uint32_t)status);
    }
}

static void below_run(void)
{
    for (unsigned i = 0; i < CALLS_CASES; i++) {
        const oct9_probe_node_input_t input = node((uint8_t)(i % 6u));
        oct9_probe_node_output_t output;
        (void)oct9_probe_node_begin(&below, map, &input);
        CALL((void)oct9_probe_node_run(&below, UINT32_MAX, &output));
        calls_answer(output.states);
        calls_answer(output.nodes);
    }
}

static oct9_sphere_input_t ball(void)
{
    oct9_sphere_input_t input = { .motion.radius_q6 = PART_150_MM, .rules = rules };
    input.motion.from = part_free();
    input.motion.to = part_away(&input.motion.from, PART_1_M);
    return input;
}

static oct9_box_input_t box(void)
{
    oct9_box_input_t input = { .rules = rules };
    input.lo = part_free();
    input.hi.x = (int16_t)(input.lo.x + BOX_Q6);
    input.hi.y = (int16_t)(input.lo.y + BOX_Q6);
    input.hi.z = (int16_t)(input.lo.z + BOX_Q6);
    input.to = part_away(&input.lo, PART_1_M);
    return input;
}

static void sphere(void)
{
    for (unsigned i = 0; i < CALLS_CASES; i++) {
        const oct9_sphere_input_t input = ball();
        oct9_sweep_output_t output;
        oct9_status_t status;
        CALL(status = oct9_sweep_sphere(map, &input, &output));
        answer(status, &output);
    }
}

static void sphere_begin(void)
{
    for (unsigned i = 0; i < CALLS_CASES; i++) {
        const oct9_sphere_input_t input = ball();
        oct9_status_t status;
        CALL(status = oct9_sweep_sphere_begin(&sweep, map, &input));
        calls_answer((uint32_t)status);
    }
}

static void sweep_run(void)
{
    for (unsigned i = 0; i < CALLS_CASES; i++) {
        const oct9_sphere_input_t input = ball();
        oct9_sweep_output_t output;
        oct9_status_t status = oct9_sweep_sphere_begin(&sweep, map, &input);
        CALL(status = oct9_sweep_run(&sweep, UINT32_MAX, &output));
        answer(status, &output);
    }
}

static void box_whole(void)
{
    for (unsigned i = 0; i < CALLS_CASES; i++) {
        const oct9_box_input_t input = box();
        oct9_sweep_output_t output;
        oct9_status_t status;
        CALL(status = oct9_sweep_box(map, &input, &output));
        answer(status, &output);
    }
}

static void box_begin(void)
{
    for (unsigned i = 0; i < CALLS_CASES; i++) {
        const oct9_box_input_t input = box();
        oct9_status_t status;
        CALL(status = oct9_sweep_box_begin(&sweep, map, &input));
        calls_answer((uint32_t)status);
    }
}

static oct9_point_t points[PATH_POINTS];

static oct9_path_input_t polyline(void)
{
    const oct9_path_input_t input = {
        .points = points, .count = PATH_POINTS, .radius_q6 = PART_150_MM, .rules = rules
    };
    points[0] = part_free();
    for (unsigned i = 1; i < PATH_POINTS; i++)
        points[i] = part_away(&points[i - 1], PART_500_MM);
    return input;
}

static void path_whole(void)
{
    for (unsigned i = 0; i < CALLS_CASES; i++) {
        const oct9_path_input_t input = polyline();
        oct9_path_output_t output;
        oct9_status_t status;
        CALL(status = oct9_sweep_path(map, &input, &output));
        answer(status, &output.sweep);
        calls_answer(output.clear_q6);
    }
}

static void path_begin(void)
{
    for (unsigned i = 0; i < CALLS_CASES; i++) {
        const oct9_path_input_t input = polyline();
        oct9_status_t status;
        CALL(status = oct9_sweep_path_begin(&path, map, &input));
        calls_answer((uint32_t)status);
    }
}

static void path_run(void)
{
    for (unsigned i = 0; i < CALLS_CASES; i++) {
        const oct9_path_input_t input = polyline();
        oct9_path_output_t output;
        oct9_status_t status = oct9_sweep_path_begin(&path, map, &input);
        CALL(status = oct9_sweep_path_run(&path, UINT32_MAX, &output));
        answer(status, &output.sweep);
        calls_answer(output.clear_q6);
    }
}

/* 32 spheres along 1 m. */
static oct9_spheres_input_t arm_input(void)
{
    const oct9_spheres_input_t input = { .spheres = arm, .count = SPHERES, .rules = rules };
    const oct9_point_t from = part_free(), to = part_away(&from, PART_1_M);
    for (int32_t i = 0; i < SPHERES; i++) {
        arm[i].centre.x = (int16_t)(from.x + (to.x - from.x) * i / SPHERES);
        arm[i].centre.y = (int16_t)(from.y + (to.y - from.y) * i / SPHERES);
        arm[i].centre.z = (int16_t)(from.z + (to.z - from.z) * i / SPHERES);
        arm[i].radius_q6 = PART_150_MM / 3;
    }
    return input;
}

static void answer_spheres(oct9_status_t status, const oct9_spheres_output_t *output)
{
    calls_answer((uint32_t)status);
    calls_answer((uint32_t)output->hit);
    calls_answer(output->leaves);
    calls_answer(output->nodes);
}

static void spheres_whole(void)
{
    for (unsigned i = 0; i < CALLS_CASES; i++) {
        const oct9_spheres_input_t input = arm_input();
        oct9_spheres_output_t output;
        oct9_status_t status;
        CALL(status = oct9_spheres_check(map, &input, &output));
        answer_spheres(status, &output);
    }
}

static void spheres_begin(void)
{
    for (unsigned i = 0; i < CALLS_CASES; i++) {
        const oct9_spheres_input_t input = arm_input();
        oct9_status_t status;
        CALL(status = oct9_spheres_begin(&spheres, map, &input));
        calls_answer((uint32_t)status);
    }
}

static void spheres_run(void)
{
    for (unsigned i = 0; i < CALLS_CASES; i++) {
        const oct9_spheres_input_t input = arm_input();
        oct9_spheres_output_t output;
        oct9_status_t status = oct9_spheres_begin(&spheres, map, &input);
        CALL(status = oct9_spheres_run(&spheres, UINT32_MAX, &output));
        answer_spheres(status, &output);
    }
}

static const call_t call[] = {
    { "probe_point", point_check },      { "probe_node", below_whole },
    { "probe_node_begin", below_begin }, { "probe_node_run", below_run },
    { "sweep_sphere", sphere },          { "sweep_sphere_begin", sphere_begin },
    { "sweep_box", box_whole },          { "sweep_box_begin", box_begin },
    { "sweep_run", sweep_run },          { "sweep_path", path_whole },
    { "sweep_path_begin", path_begin },  { "sweep_path_run", path_run },
    { "spheres_check", spheres_whole },  { "spheres_begin", spheres_begin },
    { "spheres_run", spheres_run }
};

int main(void)
{
    map = part_map();
    return map != NULL ? calls_run(call, sizeof call / sizeof call[0]) : 1;
}
