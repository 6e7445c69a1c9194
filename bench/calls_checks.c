/* SPDX-License-Identifier: MIT */
#include "bench/calls_checks.h"

#include "bench/calls.h"
#include "bench/calls_part.h"
#include "bench/calls_place.h"
#include "oct9/cast.h"
#include "oct9/nearest.h"
#include "oct9/obb.h"
#include "oct9/probe.h"
#include "oct9/sweep.h"

enum { FEW_CASES = 16, ZONES = 8, RAYS = ZONES * ZONES, RANGE_Q6 = 4 * PART_1_M, PATH_POINTS = 3 };
enum { BOX_Q6 = 3 * OCT9_CELL_Q6 };

static const oct9_rules_t rules = { .unknown = OCT9_PASSES, .outside = OCT9_FREE };
static const oct9_map_t *map; /* the one that is asked */

static void answer(oct9_status_t status, uint32_t first, uint32_t second)
{
    calls_answer((uint32_t)status);
    calls_answer(first);
    calls_answer(second);
}

static void point(void)
{
    for (unsigned i = 0; i < CALLS_CASES; i++) {
        const oct9_probe_point_input_t input = { .point = part_free(), .rules = rules };
        oct9_probe_point_output_t output;
        oct9_status_t status;
        CALL(status = oct9_probe_point(map, &input, &output));
        answer(status, (uint32_t)output.hit, output.nodes);
    }
}

static void cast(void)
{
    for (unsigned i = 0; i < CALLS_CASES; i++) {
        oct9_cast_input_t input = { .from = part_free(), .rules = rules };
        oct9_cast_output_t output;
        oct9_status_t status;
        input.to = part_away(&input.from, PART_5_M);
        CALL(status = oct9_cast_ray(map, &input, &output));
        answer(status, (uint32_t)output.hit, output.fraction.num);
    }
}

/* Tangents, in 4096ths, of where a sensor's zones look: 45 degrees in 8 parts. */
static int32_t zone_tangent(unsigned zone)
{
    static const int16_t tangents[ZONES / 2] = { 201, 608, 1026, 1466 };
    return zone < ZONES / 2 ? -tangents[ZONES / 2 - 1 - zone] : tangents[zone - ZONES / 2];
}

/* 4 m through a zone of a sensor that looks along x or y, to either side. Products below 2^25. */
static oct9_point_t zone_end(const oct9_point_t *from, unsigned zone, unsigned side)
{
    const int32_t ahead = side & 1u ? 4096 : -4096;
    const int32_t across = zone_tangent(zone % ZONES), up = zone_tangent(zone / ZONES);
    const int32_t length = oct9_point_isqrt((uint32_t)(ahead * ahead + across * across + up * up));
    const int32_t x = side & 2u ? ahead : across, y = side & 2u ? across : ahead;
    const oct9_point_t to = { (int16_t)(from->x + x * RANGE_Q6 / length),
                              (int16_t)(from->y + y * RANGE_Q6 / length),
                              (int16_t)(from->z + up * RANGE_Q6 / length) };
    return to;
}

static void fan(void)
{
    static oct9_point_t ends[RAYS];
    static oct9_fan_hit_t hits[RAYS];
    for (unsigned i = 0; i < FEW_CASES; i++) {
        const oct9_fan_input_t input = {
            .from = part_free(), .to = ends, .count = RAYS, .rules = rules, .hits = hits
        };
        oct9_fan_output_t output;
        oct9_status_t status;
        for (unsigned zone = 0; zone < RAYS; zone++)
            ends[zone] = zone_end(&input.from, zone, i);
        CALL(status = oct9_cast_fan(map, &input, &output));
        answer(status, output.leaves, hits[i].num);
    }
}

/* A ball that moves by `length` sub-cells, or rests. */
static void ball(uint16_t length)
{
    for (unsigned i = 0; i < CALLS_CASES; i++) {
        oct9_sphere_input_t input = { .motion.from = part_free(),
                                      .motion.radius_q6 = PART_150_MM,
                                      .rules = rules };
        oct9_sweep_output_t output;
        oct9_status_t status;
        input.motion.to = length ? part_away(&input.motion.from, length) : input.motion.from;
        CALL(status = oct9_sweep_sphere(map, &input, &output));
        answer(status, (uint32_t)output.hit, output.fraction.num);
    }
}

static void sphere(void)
{
    ball(0);
}

static void swept_sphere(void)
{
    ball(PART_1_M);
}

static void cube(uint16_t length)
{
    for (unsigned i = 0; i < CALLS_CASES; i++) {
        oct9_box_input_t input = { .lo = part_free(), .rules = rules };
        oct9_sweep_output_t output;
        oct9_status_t status;
        input.hi.x = (int16_t)(input.lo.x + BOX_Q6);
        input.hi.y = (int16_t)(input.lo.y + BOX_Q6);
        input.hi.z = (int16_t)(input.lo.z + BOX_Q6);
        input.to = length ? part_away(&input.lo, length) : input.lo;
        CALL(status = oct9_sweep_box(map, &input, &output));
        answer(status, (uint32_t)output.hit, output.fraction.num);
    }
}

static void box(void)
{
    cube(0);
}

static void swept_box(void)
{
    cube(PART_1_M);
}

static void path(void)
{
    static oct9_point_t points[PATH_POINTS];
    for (unsigned i = 0; i < CALLS_CASES; i++) {
        const oct9_path_input_t input = {
            .points = points, .count = PATH_POINTS, .radius_q6 = PART_150_MM, .rules = rules
        };
        oct9_path_output_t output;
        oct9_status_t status;
        points[0] = part_free();
        for (unsigned p = 1; p < PATH_POINTS; p++)
            points[p] = part_away(&points[p - 1], PART_500_MM);
        CALL(status = oct9_sweep_path(map, &input, &output));
        answer(status, (uint32_t)output.sweep.hit, output.clear_q6);
    }
}

static void obb(void)
{
    for (unsigned i = 0; i < FEW_CASES; i++) {
        oct9_obb_input_t input = { .half_q6 = { 240, 160, 120 }, .rules = rules };
        oct9_obb_output_t output;
        oct9_status_t status;
        input.from.place = part_free();
        input.from.rotation = place_rotation();
        input.to = input.from;
        CALL(status = oct9_obb_sweep(map, &input, &output));
        answer(status, (uint32_t)output.hit, output.leaves);
    }
}

static void clearance(void)
{
    static oct9_near_t found;
    for (unsigned i = 0; i < CALLS_CASES; i++) {
        const oct9_nearest_input_t input = { .point = part_free(),
                                             .range_q6 = PART_2_M,
                                             .capacity = 1,
                                             .found = &found,
                                             .rules = rules };
        oct9_nearest_output_t output;
        oct9_status_t status;
        CALL(status = oct9_nearest_find(map, &input, &output));
        answer(status, output.count, output.count ? found.distance2_q12 : 0);
    }
}

static const call_t call[] = { { "point", point },
                               { "cast", cast },
                               { "fan", fan },
                               { "sphere", sphere },
                               { "swept_sphere", swept_sphere },
                               { "path", path },
                               { "box", box },
                               { "swept_box", swept_box },
                               { "obb", obb },
                               { "clearance", clearance } };

int checks_run(const oct9_map_t *asked)
{
    map = asked;
    return map ? calls_run(call, sizeof call / sizeof call[0]) : 1;
}
