/* SPDX-License-Identifier: MIT */
/* Sectors: 72 within 5 m, of obstacles 0.3 m above and below; in every second case what is known
 * to be free, too; and among 12 primitives and 12 objects. */
#include "bench/calls.h"
#include "bench/calls_part.h"
#include "oct9/sectors.h"

enum { SECTORS = 72, THINGS = 12, BLOCKS = 32, LISTS = 64, INDICES = 240, NODES = 30 };

static const int16_t band[2] = { -PART_150_MM * 2, PART_150_MM * 2 };
static const oct9_map_t *map;
static oct9_sectors_t scratch;
static oct9_sectors_among_t among;
static oct9_primitive_t primitive[THINGS];
static oct9_block_t blocks[BLOCKS];
static uint32_t lists[LISTS];
static uint16_t indices[INDICES];
static uint8_t seen[(THINGS + 7) / 8];
static oct9_scene_t scene;
static oct9_object_t object[THINGS];
static oct9_object_node_t node[NODES];
static oct9_objects_t objects;
static oct9_obstacles_t all;
static uint16_t obstacle_q6[SECTORS], free_q6[SECTORS];

static oct9_sectors_input_t question(unsigned i)
{
    const oct9_sectors_input_t input = { .point = part_free(),
                                         .range_q6 = PART_5_M,
                                         .from = (uint16_t)calls_random(),
                                         .sectors = SECTORS,
                                         .layers = 1,
                                         .borders = band,
                                         .obstacle_q6 = obstacle_q6,
                                         .free_q6 = i % 2u ? free_q6 : NULL };
    return input;
}

static void answer(oct9_status_t status, const oct9_sectors_input_t *input)
{
    calls_answer((uint32_t)status);
    for (unsigned s = 0; s < SECTORS; s++)
        calls_answer((uint32_t)obstacle_q6[s] << 16 | (input->free_q6 ? free_q6[s] : 0u));
}

static void find(void)
{
    for (unsigned i = 0; i < CALLS_CASES; i++) {
        const oct9_sectors_input_t input = question(i);
        oct9_status_t status;
        CALL(status = oct9_sectors_find(map, &input));
        answer(status, &input);
    }
}

static void begin(void)
{
    for (unsigned i = 0; i < CALLS_CASES; i++) {
        const oct9_sectors_input_t input = question(i);
        oct9_status_t status;
        CALL(status = oct9_sectors_begin(&scratch, map, &input));
        calls_answer((uint32_t)status);
    }
}

static void run(void)
{
    for (unsigned i = 0; i < CALLS_CASES; i++) {
        const oct9_sectors_input_t input = question(i);
        oct9_status_t status = oct9_sectors_begin(&scratch, map, &input);
        CALL(status = oct9_sectors_run(&scratch, UINT32_MAX));
        answer(status, &input);
    }
}

/* A primitive and an object in free places: triangles, capsules, spheres and boxes. */
static void add_things(uint16_t i)
{
    oct9_primitive_t *const solid = &primitive[i];
    oct9_objects_add_input_t add = { .bounds = { .centre = part_free() } };
    oct9_handle_t handle;
    solid->a = part_free();
    solid->b = part_away(&solid->a, 300);
    solid->c = part_away(&solid->a, 300);
    solid->kind = i % 2u ? OCT9_PRIMITIVE_TRIANGLE : OCT9_PRIMITIVE_CAPSULE;
    solid->radius_q6 = i % 2u ? 0 : 40;
    add.bounds.kind = i % 2u ? OCT9_BOUND_BOX : OCT9_BOUND_SPHERE;
    for (unsigned a = 0; a < 3; a++)
        add.bounds.half_q6[a] = (uint16_t)(32u + calls_below(200));
    (void)oct9_objects_add(&objects, &add, &handle);
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
    (void)oct9_objects_init(&objects, &config);
    for (uint16_t i = 0; i < THINGS; i++)
        add_things(i);
    (void)oct9_objects_update(&objects, UINT32_MAX);
    calls_answer((uint32_t)oct9_scene_build(&scene, &scene_config));
    all.map = map;
    all.scene = &scene;
    all.objects = &objects;
}

static void among_begin(void)
{
    furnish();
    for (unsigned i = 0; i < CALLS_CASES; i++) {
        const oct9_sectors_input_t input = question(i);
        oct9_status_t status;
        CALL(status = oct9_sectors_among_begin(&among, &all, 0, seen, &input));
        calls_answer((uint32_t)status);
    }
}

static void among_run(void)
{
    furnish();
    for (unsigned i = 0; i < CALLS_CASES; i++) {
        const oct9_sectors_input_t input = question(i);
        oct9_status_t status = oct9_sectors_among_begin(&among, &all, 0, seen, &input);
        CALL(status = oct9_sectors_among_run(&among, UINT32_MAX));
        answer(status, &input);
    }
}

int main(void)
{
    static const call_t call[] = { { "sectors_find", find },
                                   { "sectors_begin", begin },
                                   { "sectors_run", run },
                                   { "sectors_among_begin", among_begin },
                                   { "sectors_among_run", among_run } };
    map = part_map();
    return map != NULL ? calls_run(call, sizeof call / sizeof call[0]) : 1;
}
