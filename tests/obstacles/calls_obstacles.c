/* SPDX-License-Identifier: MIT */
/* Obstacles: the part, 12 primitives and 12 objects; rays of 5 m, spheres of 0.15 m that go 1 m. */
#include "bench/calls.h"
#include "bench/calls_part.h"
#include "oct9/obstacles.h"

enum { THINGS = 12, BLOCKS = 32, LISTS = 64, INDICES = 240, NODES = 30 };

static const oct9_map_t *map;
static oct9_primitive_t primitive[THINGS];
static oct9_block_t blocks[BLOCKS];
static uint32_t lists[LISTS];
static uint16_t indices[INDICES];
static oct9_scene_t scene;
static oct9_object_t object[THINGS];
static oct9_object_node_t node[NODES];
static oct9_objects_t objects;
static oct9_obstacles_t all;
static oct9_obstacles_cast_t scratch;

static int16_t off(int16_t from)
{
    return (int16_t)(from + (int32_t)calls_below(300));
}

static oct9_point_t beside(const oct9_point_t *from)
{
    oct9_point_t to;
    to.x = off(from->x);
    to.y = off(from->y);
    to.z = off(from->z);
    return to;
}

static void furnish(void)
{
    const oct9_scene_config_t scene_config = { .primitives = primitive,
                                               .primitive_count = THINGS,
                                               .blocks = blocks,
                                               .block_count = BLOCKS,
                                               .lists = lists,
                                               .list_count = LISTS,
                                               .indices = indices,
                                               .index_count = INDICES,
                                               .few = 2,
                                               .least_level = 4 };
    const oct9_objects_config_t config = { object, node, THINGS, NODES, OCT9_LOOSE, 4, 0 };
    oct9_handle_t handle;
    map = part_map();
    (void)oct9_objects_init(&objects, &config);
    for (uint16_t i = 0; i < THINGS; i++) {
        oct9_objects_add_input_t one = { .category = 1 };
        primitive[i].a = part_free();
        primitive[i].b = beside(&primitive[i].a);
        primitive[i].c = beside(&primitive[i].a);
        primitive[i].kind = i % 2u ? OCT9_PRIMITIVE_TRIANGLE : OCT9_PRIMITIVE_BOX;
        one.bounds.centre = part_free();
        one.bounds.kind = i % 2u ? OCT9_BOUND_BOX : OCT9_BOUND_SPHERE;
        for (unsigned a = 0; a < 3; a++)
            one.bounds.half_q6[a] = (uint16_t)(32u + calls_below(200));
        (void)oct9_objects_add(&objects, &one, &handle);
    }
    (void)oct9_objects_update(&objects, UINT32_MAX);
    calls_answer((uint32_t)oct9_scene_build(&scene, &scene_config));
    all.map = map;
    all.scene = &scene;
    all.objects = &objects;
}

/* A ray of 5 m, or a sphere of 0.15 m that goes 1 m. */
static oct9_obstacles_input_t question(bool ray)
{
    oct9_obstacles_input_t input = { .rules = { .unknown = OCT9_PASSES, .outside = OCT9_FREE } };
    input.motion.from = part_free();
    input.motion.to = part_away(&input.motion.from, ray ? PART_5_M : PART_1_M);
    input.motion.radius_q6 = ray ? 0 : PART_150_MM;
    return input;
}

static void answer(oct9_status_t status, const oct9_obstacles_output_t *output)
{
    calls_answer((uint32_t)status);
    calls_answer((uint32_t)output->kind);
    calls_answer(output->contact.num);
    calls_answer((uint32_t)output->contact.normal[0]);
}

static void obstacles_ray(void)
{
    furnish();
    for (unsigned i = 0; i < CALLS_CASES; i++) {
        const oct9_obstacles_input_t input = question(true);
        oct9_obstacles_output_t output;
        oct9_status_t status;
        CALL(status = oct9_obstacles_ray(&all, &input, &output));
        answer(status, &output);
    }
}

static void obstacles_sphere(void)
{
    furnish();
    for (unsigned i = 0; i < CALLS_CASES; i++) {
        const oct9_obstacles_input_t input = question(false);
        oct9_obstacles_output_t output;
        oct9_status_t status;
        CALL(status = oct9_obstacles_sphere(&all, &input, &output));
        answer(status, &output);
    }
}

static void obstacles_ray_begin(void)
{
    furnish();
    for (unsigned i = 0; i < CALLS_CASES; i++) {
        const oct9_obstacles_input_t input = question(true);
        oct9_status_t status;
        CALL(status = oct9_obstacles_ray_begin(&scratch, &all, &input));
        calls_answer((uint32_t)status);
    }
}

static void obstacles_sphere_begin(void)
{
    furnish();
    for (unsigned i = 0; i < CALLS_CASES; i++) {
        const oct9_obstacles_input_t input = question(false);
        oct9_status_t status;
        CALL(status = oct9_obstacles_sphere_begin(&scratch, &all, &input));
        calls_answer((uint32_t)status);
    }
}

static void obstacles_run(void)
{
    furnish();
    for (unsigned i = 0; i < CALLS_CASES; i++) {
        const oct9_obstacles_input_t input = question(false);
        oct9_obstacles_output_t output;
        oct9_status_t status = oct9_obstacles_sphere_begin(&scratch, &all, &input);
        CALL(status = oct9_obstacles_run(&scratch, UINT32_MAX, &output));
        answer(status, &output);
    }
}

static oct9_scene_hit_t hit;
static oct9_object_hit_t object_hit;
static oct9_scene_output_t met;
static oct9_objects_output_t object_met;

/* The scene and the objects, each asked for its first hit alone. */
static void ask_both(const oct9_motion_t *motion)
{
    const oct9_scene_cast_input_t in = { .motion = *motion, .capacity = 1, .hits = &hit };
    const oct9_objects_cast_input_t object_in = { .motion = *motion,
                                                  .capacity = 1,
                                                  .hits = &object_hit };
    (void)oct9_scene_cast(&scene, &in, &met);
    (void)oct9_objects_cast(&objects, &object_in, &object_met);
}

static void answer_all(oct9_hit_t of_map)
{
    calls_answer((uint32_t)of_map);
    calls_answer(met.count != 0 ? hit.contact.num : UINT32_MAX);
    calls_answer(object_met.count != 0 ? object_hit.contact.num : UINT32_MAX);
}

static void rays_alone(void)
{
    furnish();
    for (unsigned i = 0; i < CALLS_CASES; i++) {
        const oct9_obstacles_input_t input = question(true);
        const oct9_cast_input_t in = { input.motion.from, input.motion.to, input.rules };
        oct9_cast_output_t output;
        CALL((void)oct9_cast_ray(map, &in, &output); ask_both(&input.motion));
        answer_all(output.hit);
    }
}

static void spheres_alone(void)
{
    furnish();
    for (unsigned i = 0; i < CALLS_CASES; i++) {
        const oct9_obstacles_input_t input = question(false);
        const oct9_sphere_input_t in = { .motion = input.motion, .rules = input.rules };
        oct9_sweep_output_t output;
        CALL((void)oct9_sweep_sphere(map, &in, &output); ask_both(&input.motion));
        answer_all(output.hit);
    }
}

static const call_t call[] = { { "obstacles_ray", obstacles_ray },
                               { "rays_alone", rays_alone },
                               { "obstacles_sphere", obstacles_sphere },
                               { "spheres_alone", spheres_alone },
                               { "obstacles_ray_begin", obstacles_ray_begin },
                               { "obstacles_sphere_begin", obstacles_sphere_begin },
                               { "obstacles_run", obstacles_run } };

int main(void)
{
    return calls_run(call, sizeof call / sizeof call[0]);
}
