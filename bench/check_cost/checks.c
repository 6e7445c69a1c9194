/* SPDX-License-Identifier: MIT */
/* Each check makes its input, and counts the call alone. */
#include "bench/check_cost/checks.h"

#include "boards/board.h"
#include "oct9/cast.h"
#include "oct9/mm.h"
#include "oct9/nearest.h"
#include "oct9/obb.h"
#include "oct9/probe.h"
#include "oct9/spheres.h"
#include "oct9/sweep.h"

static const oct9_rules_t rules = { .unknown = OCT9_PASSES, .outside = OCT9_FREE };

enum { ARM = 32, ARM_LINK = ARM / BENCH_SEGMENTS };

static oct9_visit_t visit;

static uint16_t length(const oct9_map_t *map, int32_t mm)
{
    uint16_t q6 = 0;
    (void)oct9_mm_length(&map->image->frame, mm, &q6);
    return q6;
}

static int16_t moved(int16_t coordinate, int32_t by)
{
    const int32_t to = coordinate + by;
    return (int16_t)(to < INT16_MIN ? INT16_MIN : to > INT16_MAX ? INT16_MAX : to);
}

static oct9_point_t moved_point(const oct9_point_t *point, int32_t by)
{
    const oct9_point_t to = { moved(point->x, by), moved(point->y, by), moved(point->z, by) };
    return to;
}

static void point(const oct9_map_t *map, uint32_t i, check_cost_t *cost)
{
    const oct9_probe_point_input_t input = { .point = bench_place[i].at, .rules = rules };
    oct9_probe_point_output_t output;
    board_counter_begin();
    (void)oct9_probe_point(map, &input, &output);
    cost->instructions = board_counter_end();
    cost->visited = output.leaves + output.nodes;
    cost->stopped = output.hit != OCT9_HIT_NONE;
}

/* A cube about `at` that goes as far as from `at` to `to`. */
static void cube(const oct9_map_t *map, const oct9_point_t *at, const oct9_point_t *to,
                 int32_t edge, check_cost_t *cost)
{
    const oct9_box_input_t input = { .lo = moved_point(at, -edge / 2),
                                     .hi = moved_point(at, edge / 2),
                                     .to = moved_point(to, -edge / 2),
                                     .rules = rules };
    oct9_sweep_output_t output;
    board_counter_begin();
    (void)oct9_sweep_box(map, &input, &output);
    cost->instructions = board_counter_end();
    cost->visited = output.leaves + output.nodes;
    cost->stopped = output.hit != OCT9_HIT_NONE;
}

static void box_3(const oct9_map_t *map, uint32_t i, check_cost_t *cost)
{
    cube(map, &bench_place[i].at, &bench_place[i].at, 3 * OCT9_CELL_Q6, cost);
}

static void box_11(const oct9_map_t *map, uint32_t i, check_cost_t *cost)
{
    cube(map, &bench_place[i].at, &bench_place[i].at, 11 * OCT9_CELL_Q6, cost);
}

static void box_21(const oct9_map_t *map, uint32_t i, check_cost_t *cost)
{
    cube(map, &bench_place[i].at, &bench_place[i].at, 21 * OCT9_CELL_Q6, cost);
}

static void box_swept(const oct9_map_t *map, uint32_t i, check_cost_t *cost)
{
    cube(map, &bench_place[i].at, &bench_place[i].to, length(map, 300), cost);
}

static void sphere(const oct9_map_t *map, const oct9_point_t *from, const oct9_point_t *to,
                   bool any_contact, check_cost_t *cost)
{
    const oct9_sphere_input_t input = {
        .motion = { .from = *from, .to = *to, .radius_q6 = length(map, 150) },
        .rules = rules,
        .any_contact = any_contact
    };
    oct9_sweep_output_t output;
    board_counter_begin();
    (void)oct9_sweep_sphere(map, &input, &output);
    cost->instructions = board_counter_end();
    cost->visited = output.leaves + output.nodes;
    cost->stopped = output.hit != OCT9_HIT_NONE;
}

static void sphere_rest(const oct9_map_t *map, uint32_t i, check_cost_t *cost)
{
    sphere(map, &bench_place[i].at, &bench_place[i].at, false, cost);
}

static void spheres(const oct9_map_t *map, const oct9_sphere_t *many, uint16_t count,
                    check_cost_t *cost)
{
    const oct9_spheres_input_t input = { .spheres = many, .count = count, .rules = rules };
    oct9_spheres_output_t output;
    board_counter_begin();
    (void)oct9_spheres_check(map, &input, &output);
    cost->instructions = board_counter_end();
    cost->visited = output.leaves + output.nodes;
    cost->stopped = output.hit != OCT9_HIT_NONE;
}

static void sphere_yes_no(const oct9_map_t *map, uint32_t i, check_cost_t *cost)
{
    const oct9_sphere_t one = { bench_place[i].at, length(map, 150) };
    spheres(map, &one, 1, cost);
}

/* An arm of 32 spheres, 0.06 m in radius, along the place's path of 4 x 0.5 m. */
static void set_arm(const oct9_map_t *map, uint32_t i, oct9_sphere_t arm[ARM])
{
    for (int32_t s = 0; s < ARM; s++) {
        const oct9_point_t *from = &bench_place[i].path[s / ARM_LINK], *to = from + 1;
        const int32_t along = s % ARM_LINK;
        arm[s].radius_q6 = length(map, 60);
        arm[s].centre.x = moved(from->x, (to->x - from->x) * along / ARM_LINK);
        arm[s].centre.y = moved(from->y, (to->y - from->y) * along / ARM_LINK);
        arm[s].centre.z = moved(from->z, (to->z - from->z) * along / ARM_LINK);
    }
}

static void arm_together(const oct9_map_t *map, uint32_t i, check_cost_t *cost)
{
    oct9_sphere_t arm[ARM];
    set_arm(map, i, arm);
    spheres(map, arm, ARM, cost);
}

/* One by one, to the first that is blocked. */
static void arm_singly(const oct9_map_t *map, uint32_t i, check_cost_t *cost)
{
    check_cost_t sum = { 0, 0, 0 };
    oct9_sphere_t arm[ARM];
    set_arm(map, i, arm);
    for (unsigned s = 0; s < ARM && !sum.stopped; s++) {
        const oct9_sphere_input_t input = {
            .motion = { .from = arm[s].centre, .to = arm[s].centre, .radius_q6 = arm[s].radius_q6 },
            .rules = rules
        };
        oct9_sweep_output_t output;
        board_counter_begin();
        (void)oct9_sweep_sphere(map, &input, &output);
        sum.instructions += board_counter_end();
        sum.visited += output.leaves + output.nodes;
        sum.stopped = output.hit != OCT9_HIT_NONE;
    }
    *cost = sum;
}

static void sphere_swept(const oct9_map_t *map, uint32_t i, check_cost_t *cost)
{
    sphere(map, &bench_place[i].at, &bench_place[i].to, false, cost);
}

static void sphere_swept_any(const oct9_map_t *map, uint32_t i, check_cost_t *cost)
{
    sphere(map, &bench_place[i].at, &bench_place[i].to, true, cost);
}

static void obb(const oct9_map_t *map, const oct9_pose_t *from, const oct9_pose_t *to,
                bool any_contact, check_cost_t *cost)
{
    const oct9_obb_input_t input = { .from = *from,
                                     .to = *to,
                                     .rules = rules,
                                     .half_q6 = { length(map, 300), length(map, 200),
                                                  length(map, 150) },
                                     .any_contact = any_contact };
    oct9_obb_output_t output;
    board_counter_begin();
    (void)oct9_obb_sweep(map, &input, &output);
    cost->instructions = board_counter_end();
    cost->visited = output.leaves + output.nodes;
    cost->stopped = output.hit != OCT9_HIT_NONE;
}

static void obb_rest(const oct9_map_t *map, uint32_t i, check_cost_t *cost)
{
    const oct9_pose_t pose = { bench_place[i].at, bench_place[i].rotation };
    obb(map, &pose, &pose, false, cost);
}

static void obb_turning(const oct9_map_t *map, uint32_t i, bool any_contact, check_cost_t *cost)
{
    const oct9_pose_t from = { bench_place[i].at, bench_place[i].rotation };
    const oct9_pose_t to = { bench_place[i].path[1], bench_place[i].turned };
    obb(map, &from, &to, any_contact, cost);
}

static void obb_moving(const oct9_map_t *map, uint32_t i, check_cost_t *cost)
{
    obb_turning(map, i, false, cost);
}

static void obb_any(const oct9_map_t *map, uint32_t i, check_cost_t *cost)
{
    obb_turning(map, i, true, cost);
}

static void along_path(const oct9_map_t *map, uint32_t i, bool any_contact, check_cost_t *cost)
{
    const oct9_path_input_t input = { .points = bench_place[i].path,
                                      .count = BENCH_SEGMENTS + 1,
                                      .radius_q6 = length(map, 150),
                                      .rules = rules,
                                      .any_contact = any_contact };
    oct9_path_output_t output;
    board_counter_begin();
    (void)oct9_sweep_path(map, &input, &output);
    cost->instructions = board_counter_end();
    cost->visited = output.leaves + output.nodes;
    cost->stopped = output.sweep.hit != OCT9_HIT_NONE;
}

static void path(const oct9_map_t *map, uint32_t i, check_cost_t *cost)
{
    along_path(map, i, false, cost);
}

static void path_any(const oct9_map_t *map, uint32_t i, check_cost_t *cost)
{
    along_path(map, i, true, cost);
}

static void nearest(const oct9_map_t *map, uint32_t i, uint16_t capacity, check_cost_t *cost)
{
    static oct9_near_t found[8];
    const oct9_nearest_input_t input = { .point = bench_place[i].at,
                                         .range_q6 = length(map, 2000),
                                         .capacity = capacity,
                                         .found = found,
                                         .rules = rules };
    oct9_nearest_output_t output;
    board_counter_begin();
    (void)oct9_nearest_find(map, &input, &output);
    cost->instructions = board_counter_end();
    cost->visited = output.leaves + output.nodes;
    cost->stopped = output.count > 0;
}

static void nearest_1(const oct9_map_t *map, uint32_t i, check_cost_t *cost)
{
    nearest(map, i, 1, cost);
}

static void nearest_8(const oct9_map_t *map, uint32_t i, check_cost_t *cost)
{
    nearest(map, i, 8, cost);
}

/* The end of a visit, which has been begun and is being counted. */
static void visit_all(check_cost_t *cost)
{
    oct9_leaf_t leaf;
    uint32_t found = 0;
    while (oct9_visit_next(&visit, UINT32_MAX, &leaf) > 0)
        found++;
    cost->instructions = board_counter_end();
    cost->visited = visit.search.leaves + visit.search.nodes;
    cost->stopped = found > 0;
}

static void visit_sphere(const oct9_map_t *map, uint32_t i, check_cost_t *cost)
{
    const oct9_region_t region = { .kind = OCT9_REGION_SPHERE,
                                   .centre = bench_place[i].at,
                                   .radius_q6 = length(map, 500) };
    board_counter_begin();
    (void)oct9_visit_begin(&visit, map, &region, OCT9_STATES_OCCUPIED);
    visit_all(cost);
}

static void visit_frustum(const oct9_map_t *map, uint32_t i, check_cost_t *cost)
{
    const oct9_region_t region = { .kind = OCT9_REGION_FRUSTUM, .frustum = &bench_frame[i].view };
    board_counter_begin();
    (void)oct9_visit_begin(&visit, map, &region, OCT9_STATES_OCCUPIED);
    visit_all(cost);
}

static void casts(const oct9_map_t *map, uint32_t i, check_cost_t *cost)
{
    cost->instructions = cost->visited = 0;
    cost->stopped = false;
    for (unsigned zone = 0; zone < BENCH_ZONES; zone++) {
        const oct9_cast_input_t input = { .from = bench_frame[i].from,
                                          .to = bench_frame[i].to[zone],
                                          .rules = rules };
        oct9_cast_output_t output;
        board_counter_begin();
        (void)oct9_cast_ray(map, &input, &output);
        cost->instructions += board_counter_end();
        cost->visited += output.leaves + output.nodes;
        cost->stopped = cost->stopped || output.hit != OCT9_HIT_NONE;
    }
}

static void fan(const oct9_map_t *map, uint32_t i, check_cost_t *cost)
{
    static oct9_fan_hit_t hits[BENCH_ZONES];
    const oct9_fan_input_t input = { .from = bench_frame[i].from,
                                     .to = bench_frame[i].to,
                                     .count = BENCH_ZONES,
                                     .rules = rules,
                                     .hits = hits };
    oct9_fan_output_t output;
    board_counter_begin();
    (void)oct9_cast_fan(map, &input, &output);
    cost->instructions = board_counter_end();
    cost->visited = output.leaves + output.nodes;
    cost->stopped = false;
    for (unsigned zone = 0; zone < BENCH_ZONES; zone++)
        cost->stopped = cost->stopped || hits[zone].hit != OCT9_HIT_NONE;
}

const check_t check[] = { { "point", BENCH_PLACES, point },
                          { "box-3", BENCH_PLACES, box_3 },
                          { "box-11", BENCH_PLACES, box_11 },
                          { "box-21", BENCH_PLACES, box_21 },
                          { "box-swept", BENCH_PLACES, box_swept },
                          { "sphere", BENCH_PLACES, sphere_rest },
                          { "sphere-yes-no", BENCH_PLACES, sphere_yes_no },
                          { "arm", BENCH_PLACES / 10, arm_together },
                          { "arm-singly", BENCH_PLACES / 10, arm_singly },
                          { "sphere-swept", BENCH_PLACES, sphere_swept },
                          { "swept-any", BENCH_PLACES, sphere_swept_any },
                          { "path", BENCH_PLACES, path },
                          { "path-any", BENCH_PLACES, path_any },
                          { "obb", BENCH_PLACES, obb_rest },
                          { "obb-moving", BENCH_PLACES, obb_moving },
                          { "obb-any", BENCH_PLACES, obb_any },
                          { "clearance", BENCH_PLACES, nearest_1 },
                          { "nearest-8", BENCH_PLACES, nearest_8 },
                          { "visit-sphere", BENCH_PLACES, visit_sphere },
                          { "visit-frustum", BENCH_FRAMES, visit_frustum },
                          { "casts", BENCH_FRAMES, casts },
                          { "fan", BENCH_FRAMES, fan } };
const unsigned check_count = sizeof check / sizeof check[0];
