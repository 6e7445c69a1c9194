/* SPDX-License-Identifier: MIT */
/* Part of test_slices.c: what is asked, and the edits of it. */
#ifndef TESTS_CALLS_SLICES_EDITS_H
#define TESTS_CALLS_SLICES_EDITS_H

#include "oct9.h"
#include "tests/shared/from_low.h"
#include "tests/test.h"

#include <string.h>

enum {
    BLOCKS = 1024,
    CELLS = 40,
    SEEN = 64,
    TABLE = 256,
    OBJECTS = 32,
    NODES = 256,
    BUCKETS = 64,
    CAPACITY = 8,
    POINTS = 200,
    BALLS = 40,
    LISTS = 600,
    INDICES = 20000,
    BEAMS = 9,
    FLASH = 1 << 16,
    FLASH_BLOCK = 4096,
    RECORD = 256,
    MOST_SLICES = 40,
    PAGE = 4096
};

/* --- what is asked, and changed -------------------------------------------------------------- */

static _Alignas(PAGE) oct9_block_t pool[BLOCKS];
static oct9_block_t point_pool[BLOCKS];
static oct9_occupancy_t occupancy;
static oct9_map_t map;
static oct9_objects_t objects;
static oct9_object_t object_array[OBJECTS];
static oct9_object_node_t node_array[NODES];
static oct9_handle_t handles[OBJECTS];
static oct9_points_t points;
static oct9_bucket_t bucket_array[BUCKETS];
static oct9_entry_t entry_array[BUCKETS * CAPACITY];
static oct9_scene_t scene;
static oct9_primitive_t balls[BALLS];
static oct9_block_t scene_pool[BLOCKS];
static uint32_t scene_lists[LISTS];
static uint16_t scene_indices[INDICES];
#include "tests/ram_flash.h" /* with the sizes above */

static uint8_t work[RECORD], store_seen[OCT9_STORE_SEEN(BLOCKS)];
static uint16_t store_table[OCT9_STORE_PAGES(BLOCKS, RECORD)];
static oct9_store_t store;

static const oct9_model_t model = { 17, 8, -40, 70, -1, 1, 0, 8, OCT9_COARSEN };
static const oct9_rotation_t ahead = OCT9_ROTATION_NONE;

static const oct9_store_config_t store_config = { .read = flash_read,
                                                  .program = flash_program,
                                                  .erase = flash_erase,
                                                  .block_size = FLASH_BLOCK,
                                                  .block_count = FLASH / FLASH_BLOCK,
                                                  .program_size = 4,
                                                  .record_size = RECORD,
                                                  .slots = 2,
                                                  .blocks = BLOCKS,
                                                  .work = work,
                                                  .table = store_table,
                                                  .seen = store_seen };

/* A number below n, the same for the same i. */
static uint16_t some(uint32_t i, uint32_t n)
{
    return (uint16_t)((i * 2654435761u >> 8) % n);
}

static oct9_cell_t cell_number(uint32_t i)
{
    const oct9_cell_t cell = { (uint16_t)(100 + some(3 * i, 9)),
                               (uint16_t)(100 + some(3 * i + 1, 9)),
                               (uint16_t)(100 + some(3 * i + 2, 9)) };
    return cell;
}

static oct9_point_t point_number(uint32_t i)
{
    return point_from_low(6400 + (int)some(3 * i, 999), 6400 + (int)some(3 * i + 1, 999),
                          6400 + (int)some(3 * i + 2, 999));
}

static oct9_bounds_t ball_number(uint32_t i)
{
    const oct9_bounds_t ball = { point_number(i),
                                 { (uint16_t)(20 + some(i, 90)), 0, 0 },
                                 OCT9_BOUND_SPHERE };
    return ball;
}

static void make_map(void)
{
    CHECK_EQ(oct9_occupancy_init(&occupancy, pool, BLOCKS, &model, NULL), OCT9_OK);
    for (uint32_t i = 0; i < CELLS; i++)
        CHECK_EQ(oct9_occupancy_observe(&occupancy, cell_number(i), i % 3 == 0), OCT9_OK);
    map = oct9_map_of_tree(&occupancy.tree);
}

static void make_objects(void)
{
    const oct9_objects_config_t config = { object_array, node_array, OBJECTS, NODES,
                                           OCT9_LOOSE,   1,          0 };
    CHECK_EQ(oct9_objects_init(&objects, &config), OCT9_OK);
    for (uint32_t i = 0; i < OBJECTS - 2; i++) {
        const oct9_objects_add_input_t ball = { .bounds = ball_number(i) };
        CHECK_EQ(oct9_objects_add(&objects, &ball, &handles[i]), 0);
    }
    CHECK_EQ(oct9_objects_update(&objects, UINT32_MAX), OCT9_OK);
}

static void make_points(void)
{
    const oct9_points_config_t config = { point_pool, BLOCKS, bucket_array, entry_array, BUCKETS,
                                          CAPACITY,   0 };
    CHECK_EQ(oct9_points_init(&points, &config), OCT9_OK);
    for (uint32_t i = 0; i < POINTS; i++) {
        const oct9_point_t point = point_number(i);
        CHECK_EQ(oct9_points_insert(&points, &point, (uint16_t)i), OCT9_OK);
    }
}

/* Builds it of the balls from `first` on. */
static oct9_status_t build_scene(uint32_t first, uint32_t index_count)
{
    const oct9_scene_config_t config = { .primitives = &balls[first],
                                         .primitive_count = BALLS - first,
                                         .blocks = scene_pool,
                                         .block_count = BLOCKS,
                                         .lists = scene_lists,
                                         .list_count = LISTS,
                                         .indices = scene_indices,
                                         .index_count = index_count,
                                         .few = 2,
                                         .least_level = 1 };
    return oct9_scene_build(&scene, &config);
}

static void make_scene(void)
{
    for (uint32_t i = 0; i < BALLS; i++) {
        balls[i].kind = OCT9_PRIMITIVE_SPHERE;
        balls[i].a = point_number(i);
        balls[i].radius_q6 = (uint16_t)(20 + some(i, 30));
    }
    CHECK_EQ(build_scene(0, INDICES), OCT9_OK);
}

/* --- edits ----------------------------------------------------------------------------------- */

static void edit_cell(void)
{
    const oct9_cell_t cell = { 300, 1, 2 };
    (void)oct9_tree_set_cell(&occupancy.tree, cell, 9);
}

static void edit_box(void)
{
    const oct9_box_t box = { { 90, 90, 90 }, { 95, 95, 95 } };
    (void)oct9_tree_fill_box(&occupancy.tree, &box, 700);
}

static void edit_sphere(void)
{
    const oct9_point_t centre = POINT_FROM_LOW(6600, 6600, 6600);
    (void)oct9_tree_fill_sphere(&occupancy.tree, &centre, 200, 0);
}

static void edit_tree_init(void)
{
    const oct9_thresholds_t thresholds = occupancy.tree.thresholds;
    (void)oct9_tree_init(&occupancy.tree, pool, BLOCKS, &thresholds);
}

/* A pool that is smaller than what a query may remember of the old one. */
static void edit_smaller_init(void)
{
    (void)oct9_occupancy_init(&occupancy, pool, 1, &model, NULL);
}

static void edit_observe(void)
{
    const oct9_cell_t cell = { 10, 400, 400 };
    (void)oct9_occupancy_observe(&occupancy, cell, true);
}

static void edit_clear(void)
{
    const oct9_box_t box = { { 0, 0, 0 }, { 512, 512, 104 } };
    (void)oct9_occupancy_clear_box(&occupancy, &box);
}

static void edit_forget(void)
{
    (void)oct9_occupancy_forget(&occupancy, 100000);
}

static void edit_window(void)
{
    const oct9_offset_t by = { 1, 0, 0 };
    (void)oct9_window_move(&occupancy, &by, 5);
}

/* An empty window moves too, and what was seen afterwards lies elsewhere. */
static void edit_empty_window(void)
{
    const oct9_box_t all = { { 0, 0, 0 }, { 512, 512, 512 } };
    (void)oct9_occupancy_clear_box(&occupancy, &all);
    edit_window();
}

static void edit_scan(void)
{
    static oct9_beam_t beam;
    static oct9_scan_t scan;
    const oct9_point_t origin = POINT_FROM_LOW(20000, 20000, 20000);
    beam.end = point_from_low(20100, 20000, 20000);
    beam.met = OCT9_BEAM_HIT;
    (void)oct9_scan_begin(&scan, &occupancy, &origin, &beam, 1);
    (void)oct9_scan_run(&scan, 1000);
}

static void edit_add(void)
{
    const oct9_objects_add_input_t ball = { .bounds = ball_number(99) };
    oct9_handle_t handle;
    (void)oct9_objects_add(&objects, &ball, &handle);
}

static void edit_move(void)
{
    const oct9_bounds_t ball = ball_number(77);
    (void)oct9_objects_move(&objects, handles[1], &ball);
}

static void edit_remove(void)
{
    (void)oct9_objects_remove(&objects, handles[2]);
}
static void edit_set(void)
{
    (void)oct9_objects_set(&objects, handles[1], 1, 0, true);
}
static void edit_update(void)
{
    (void)oct9_objects_update(&objects, UINT32_MAX);
}
static void edit_objects_init(void)
{
    make_objects();
}

static void edit_insert(void)
{
    const oct9_point_t point = POINT_FROM_LOW(1, 2, 3);
    (void)oct9_points_insert(&points, &point, 5);
}

static void edit_take_out(void)
{
    const oct9_point_t point = point_number(7);
    (void)oct9_points_remove(&points, &point, 7);
}

static void edit_build(void)
{
    const oct9_entry_t entry = { POINT_FROM_LOW(5, 5, 5), 1 };
    make_points();
    while (points.count != 0) {
        const oct9_point_t point = point_number(points.count - 1);
        (void)oct9_points_remove(&points, &point, (uint16_t)(points.count - 1));
    }
    (void)oct9_points_build(&points, &entry, 1);
}

static void edit_points_init(void)
{
    make_points();
}

static void edit_scene_build(void)
{
    CHECK_EQ(build_scene(BALLS / 2, INDICES), OCT9_OK);
}

static void edit_scene_fail(void)
{
    CHECK_EQ(build_scene(0, BALLS + 1), OCT9_ERR_INDICES_FULL);
}

/* Opens one without primitives. */
static oct9_status_t open_scene(uint32_t magic)
{
    static oct9_scene_header_t image;
    image = (oct9_scene_header_t){ .magic = magic,
                                   .version = OCT9_SCENE_VERSION,
                                   .bytes = sizeof image,
                                   .cell_um = 1000,
                                   .root = OCT9_SLOT_LEAF };
    image.crc = oct9_rom_crc32(0, oct9_rom_of_ram(&image.version), sizeof image - 8);
    return oct9_scene_open(&scene, &image, sizeof image, NULL);
}

static void edit_scene_open(void)
{
    CHECK_EQ(open_scene(OCT9_SCENE_MAGIC), OCT9_OK);
}

typedef struct {
    const char *name;
    void (*edit)(void);
} edit_t;

/* clang-format off */
#define EDIT(name) { #name, edit_##name }
/* clang-format on */

static const edit_t map_edits[] = { EDIT(cell),         EDIT(box),          EDIT(sphere),
                                    EDIT(tree_init),    EDIT(smaller_init), EDIT(observe),
                                    EDIT(clear),        EDIT(forget),       EDIT(window),
                                    EDIT(empty_window), EDIT(scan),         { NULL, NULL } };
static const edit_t object_edits[] = { EDIT(add), EDIT(move),         EDIT(remove),  EDIT(update),
                                       EDIT(set), EDIT(objects_init), { NULL, NULL } };
static const edit_t point_edits[] = {
    EDIT(insert), EDIT(take_out), EDIT(build), EDIT(points_init), { NULL, NULL }
};
static const edit_t scene_edits[] = {
    EDIT(scene_build), EDIT(scene_fail), EDIT(scene_open), { NULL, NULL }
};
static const edit_t no_edits[] = { { NULL, NULL } };

#endif
