/* SPDX-License-Identifier: MIT */
/* The program of docs/guide/obstacles.md of 0.10. */
#include "oct9.h"
#include <stdio.h>

OCT9_POOL(static, pool, 64);
static const oct9_primitive_t table = { /* in mm: cells of 64 mm make sub-cells of 1 mm */
                                        .a = { 3000, 0, 0 },
                                        .b = { 4000, 2000, 800 },
                                        .kind = OCT9_PRIMITIVE_BOX
};
static oct9_block_t blocks[16];
static uint32_t lists[16];
static uint16_t indices[64];
static oct9_object_t object[1];
static oct9_object_node_t node[10];
static oct9_tree_t tree;
static oct9_scene_t scene;
static oct9_objects_t objects;

static void ask(const oct9_obstacles_t *all, int16_t z)
{
    static const char *const name[] = { "nothing", "a leaf", "the outside", "a primitive",
                                        "an object" };
    const oct9_obstacles_input_t input = {
        /* a ball of 300 mm along x */
        .motion = { .from = { 0, 1000, z }, .to = { 8000, 1000, z }, .radius_q6 = 300 },
        .rules = { .unknown = OCT9_PASSES }
    };
    oct9_obstacles_output_t met;
    if (oct9_obstacles_sphere(all, &input, &met) == OCT9_OK)
        printf("meets %s at x = %d mm, stands at x = %d mm\n", name[met.kind], met.contact.point.x,
               met.contact.at.x);
}

int main(void)
{
    const oct9_box_t wall = { { 352, 256, 256 }, { 360, 288, 288 } }; /* from x = 6144 mm on */
    const oct9_scene_config_t scene_config = { &table,  1,  blocks, 16, lists, 16,
                                               indices, 64, 2,      4,  NULL };
    const oct9_objects_config_t config = { object, node, 1, 10, OCT9_LOOSE, 0, 0 };
    oct9_objects_add_input_t person = { .bounds = {
                                            { 2000, 1000, 900 }, { 300 }, OCT9_BOUND_SPHERE } };
    oct9_handle_t handle;
    if (oct9_tree_init(&tree, pool, 64, NULL) != OCT9_OK ||
        oct9_tree_fill_box(&tree, &wall, OCT9_OCCUPIED) != OCT9_OK ||
        oct9_scene_build(&scene, &scene_config) != OCT9_OK ||
        oct9_objects_init(&objects, &config) != OCT9_OK ||
        oct9_objects_add(&objects, &person, &handle) < 0)
        return 1;
    const oct9_map_t map = oct9_map_of_tree(&tree);
    const oct9_obstacles_t all = { &map, &scene, &objects };
    ask(&all, 900);
    person.bounds.centre.y = 4000; /* the person has gone */
    if (oct9_objects_move(&objects, handle, &person.bounds) < 0)
        return 1;
    ask(&all, 900);
    ask(&all, 1500); /* above the table */
}
