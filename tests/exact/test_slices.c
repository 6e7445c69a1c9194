/* SPDX-License-Identifier: MIT */
/* Edits between two slices of a query, and within one: each call that goes on with one must fail with
 * OCT9_ERR_STALE then, or it would answer from a map that is no more.
 *
 * Which calls there are is read from the public headers: build/generated/slices.h has a line
 * SLICE(name) for each whose name ends in _run or _next. One that has no entry here does not
 * compile. */
#define _DEFAULT_SOURCE                   /* mmap's MAP_ANONYMOUS */
#include "oct9.h"
#include "tests/test.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

enum {
    BLOCKS = 1024, CELLS = 40, SEEN = 64, TABLE = 256, OBJECTS = 32, NODES = 256,
    BUCKETS = 64, CAPACITY = 8, POINTS = 200, BEAMS = 9, FLASH = 1 << 16, RECORD = 256,
    MOST_SLICES = 40, PAGE = 4096
};

/* --- what is asked, and changed ---------------------------------------------------------------- */

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
static uint8_t flash[FLASH], work[RECORD], store_seen[OCT9_STORE_SEEN(BLOCKS)];
static uint16_t store_table[OCT9_STORE_PAGES(BLOCKS, RECORD)];
static oct9_store_t store;

static const oct9_model_t model = { 17, 8, -40, 70, -1, 1, 0, 8, OCT9_COARSEN };
static const oct9_rotation_t ahead = OCT9_ROTATION_NONE;

static bool flash_read(void *context, uint32_t address, uint8_t *bytes, uint32_t size)
{
    (void)context;
    memcpy(bytes, flash + address, size);
    return true;
}

static bool flash_program(void *context, uint32_t address, const uint8_t *bytes, uint32_t size)
{
    (void)context;
    memcpy(flash + address, bytes, size);
    return true;
}

static bool flash_erase(void *context, uint32_t address)
{
    (void)context;
    memset(flash + address, 0xFF, 4096);
    return true;
}

static const oct9_store_config_t store_config = {
    .read = flash_read, .program = flash_program, .erase = flash_erase, .block_size = 4096,
    .block_count = FLASH / 4096, .program_size = 4, .record_size = RECORD, .slots = 2,
    .blocks = BLOCKS, .work = work, .table = store_table, .seen = store_seen
};

/* A number below n, the same for the same i. */
static uint16_t some(uint32_t i, uint32_t n)
{
    return (uint16_t)((i * 2654435761u >> 8) % n);
}

static oct9_cell_t cell_number(uint32_t i)
{
    const oct9_cell_t cell = { (uint16_t)(100 + some(3 * i, 9)), (uint16_t)(100 + some(3 * i + 1, 9)),
                               (uint16_t)(100 + some(3 * i + 2, 9)) };
    return cell;
}

static oct9_point_t point_number(uint32_t i)
{
    const oct9_point_t point = { (int16_t)(6400 + some(3 * i, 999)),
                                 (int16_t)(6400 + some(3 * i + 1, 999)),
                                 (int16_t)(6400 + some(3 * i + 2, 999)) };
    return point;
}

static oct9_bounds_t ball_number(uint32_t i)
{
    const oct9_bounds_t ball = { point_number(i), { (uint16_t)(20 + some(i, 90)), 0, 0 },
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
    const oct9_objects_config_t config = { object_array, node_array, OBJECTS, NODES, OCT9_LOOSE };
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
                                          CAPACITY, 0 };
    CHECK_EQ(oct9_points_init(&points, &config), OCT9_OK);
    for (uint32_t i = 0; i < POINTS; i++) {
        const oct9_point_t point = point_number(i);
        CHECK_EQ(oct9_points_insert(&points, &point, (uint16_t)i), OCT9_OK);
    }
}

/* --- edits -------------------------------------------------------------------------------------- */

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
    const oct9_point_t centre = { 6600, 6600, 6600 };
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

static void edit_forget(void) { (void)oct9_occupancy_forget(&occupancy, 100000); }

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
    const oct9_point_t origin = { 20000, 20000, 20000 };
    beam.end = (oct9_point_t){ 20100, 20000, 20000 };
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

static void edit_remove(void) { (void)oct9_objects_remove(&objects, handles[2]); }
static void edit_update(void) { (void)oct9_objects_update(&objects, UINT32_MAX); }
static void edit_objects_init(void) { make_objects(); }

static void edit_insert(void)
{
    const oct9_point_t point = { 1, 2, 3 };
    (void)oct9_points_insert(&points, &point, 5);
}

static void edit_take_out(void)
{
    const oct9_point_t point = point_number(7);
    (void)oct9_points_remove(&points, &point, 7);
}

static void edit_build(void)
{
    const oct9_entry_t entry = { { 5, 5, 5 }, 1 };
    make_points();
    while (points.count != 0) {
        const oct9_point_t point = point_number(points.count - 1);
        (void)oct9_points_remove(&points, &point, (uint16_t)(points.count - 1));
    }
    (void)oct9_points_build(&points, &entry, 1);
}

static void edit_points_init(void) { make_points(); }

typedef struct {
    const char *name;
    void (*edit)(void);
} edit_t;

#define EDIT(name) { #name, edit_##name }

static const edit_t map_edits[] = {
    EDIT(cell), EDIT(box), EDIT(sphere), EDIT(tree_init), EDIT(smaller_init), EDIT(observe),
    EDIT(clear), EDIT(forget), EDIT(window), EDIT(empty_window), EDIT(scan), { NULL, NULL }
};
static const edit_t object_edits[] = {
    EDIT(add), EDIT(move), EDIT(remove), EDIT(update), EDIT(objects_init), { NULL, NULL }
};
static const edit_t point_edits[] = {
    EDIT(insert), EDIT(take_out), EDIT(build), EDIT(points_init), { NULL, NULL }
};
static const edit_t no_edits[] = { { NULL, NULL } };

/* --- queries ------------------------------------------------------------------------------------ */

/* Of a slice: the least there is, but where several parts of a query must lie in one. */
static uint32_t budget = 1;

/* A query: `begin` makes what is asked anew, too; `slice` goes on with the least budget and returns
 * below 0 while the query has not ended, or OCT9_OK. */
typedef struct {
    const edit_t *edits;
    void (*begin)(void);
    int (*slice)(void);
} query_t;

#define QUERY(call, EDITS)                                                \
    static const query_t query_##call = { EDITS, begin_##call, slice_##call }

/* What an iterator returns: on to the next while there is one. */
static int go_on(int found) { return found > 0 ? OCT9_AGAIN : found; }

static const oct9_point_t from = { 6390, 6395, 6398 }, to = { 7000, 6990, 6980 };

static oct9_walk_t walk;
static void begin_oct9_walk_next(void)
{
    make_map();
    CHECK(oct9_walk_begin(&walk, &map, &from, &to));
}
static int slice_oct9_walk_next(void) { return go_on(oct9_walk_next(&walk)); }
QUERY(oct9_walk_next, map_edits);

static oct9_planes_t planes;
static void begin_oct9_planes_next(void)
{
    make_map();
    CHECK(oct9_planes_begin(&planes, &map, &from, &to));
}
static int slice_oct9_planes_next(void) { return go_on(oct9_planes_next(&planes)); }
QUERY(oct9_planes_next, map_edits);

static const oct9_rules_t all_pass = { .unknown = OCT9_PASSES, .filter_mask = 32767,
                                       .filter_value = 32767 };

static const oct9_cast_input_t cast_input = { .from = from, .to = to, .rules = all_pass };
static oct9_cast_t cast;
static oct9_cast_output_t cast_output;
static void begin_oct9_cast_run(void)
{
    make_map();
    CHECK_EQ(oct9_cast_begin(&cast, &map, &cast_input), OCT9_OK);
}
static int slice_oct9_cast_run(void)
{
    const int status = oct9_cast_run(&cast, 1, &cast_output);
    return status;
}
QUERY(oct9_cast_run, map_edits);

static oct9_fan_t fan;
static oct9_fan_hit_t fan_hits[3];
static oct9_fan_output_t fan_output;
static const oct9_point_t fan_to[3] = { to, from, { 6400, 7000, 6700 } };
/* From outside the cube each ray begins anew. */
static const oct9_point_t fan_from = { -20, 6395, 6398 };
static const oct9_fan_input_t fan_input = { .from = from, .to = fan_to, .count = 3,
                                            .rules = all_pass, .hits = fan_hits };
static void begin_oct9_cast_fan_run(void)
{
    make_map();
    CHECK_EQ(oct9_cast_fan_begin(&fan, &map, &fan_input), OCT9_OK);
}
static const oct9_fan_input_t fan_outside = { .from = fan_from, .to = fan_to, .count = 3,
                                              .rules = all_pass, .hits = fan_hits };
static int slice_oct9_cast_fan_run(void)
{
    const oct9_fan_output_t before = fan_output;
    const int status = oct9_cast_fan_run(&fan, budget, &fan_output);
    if (status == OCT9_ERR_STALE)
        CHECK(memcmp(&before, &fan_output, sizeof before) == 0);
    return status;
}
QUERY(oct9_cast_fan_run, map_edits);

static void begin_fan_outside(void)
{
    make_map();
    CHECK_EQ(oct9_cast_fan_begin(&fan, &map, &fan_outside), OCT9_OK);
}
static const query_t query_fan_outside = { map_edits, begin_fan_outside, slice_oct9_cast_fan_run };

static oct9_sweep_t sweep;
static oct9_sweep_output_t sweep_output;
static const oct9_sphere_input_t sphere_input = { .from = from, .to = to, .radius_q6 = 30,
                                                  .rules = all_pass };
static void begin_oct9_sweep_run(void)
{
    make_map();
    CHECK_EQ(oct9_sweep_sphere_begin(&sweep, &map, &sphere_input), OCT9_OK);
}
static int slice_oct9_sweep_run(void) { return oct9_sweep_run(&sweep, 1, &sweep_output); }
QUERY(oct9_sweep_run, map_edits);

static oct9_path_t path;
static oct9_path_output_t path_output;
static const oct9_path_input_t path_input = { .points = fan_to, .count = 3, .radius_q6 = 30,
                                              .rules = all_pass };
static void begin_oct9_sweep_path_run(void)
{
    make_map();
    CHECK_EQ(oct9_sweep_path_begin(&path, &map, &path_input), OCT9_OK);
}
static int slice_oct9_sweep_path_run(void) { return oct9_sweep_path_run(&path, budget, &path_output); }
QUERY(oct9_sweep_path_run, map_edits);

static oct9_obb_t obb;
static oct9_obb_output_t obb_output;
static const oct9_obb_input_t obb_input = {
    .from = { from, OCT9_ROTATION_NONE }, .to = { to, { 16383, 181, 0, 0 } },
    .half_q6 = { 60, 50, 40 }, .rules = all_pass
};
static void begin_oct9_obb_run(void)
{
    make_map();
    CHECK_EQ(oct9_obb_begin(&obb, &map, &obb_input), OCT9_OK);
}
static int slice_oct9_obb_run(void) { return oct9_obb_run(&obb, 1, &obb_output); }
QUERY(oct9_obb_run, map_edits);

static oct9_nearest_t nearest;
static oct9_near_t near[4];
static oct9_nearest_output_t nearest_output;
static const oct9_nearest_input_t nearest_input = { .point = from, .range_q6 = 3000, .capacity = 4,
                                                    .found = near,
                                                    .rules = { .unknown = OCT9_PASSES } };
static void begin_oct9_nearest_run(void)
{
    make_map();
    CHECK_EQ(oct9_nearest_begin(&nearest, &map, &nearest_input), OCT9_OK);
}
static int slice_oct9_nearest_run(void) { return oct9_nearest_run(&nearest, 1, &nearest_output); }
QUERY(oct9_nearest_run, map_edits);

static oct9_probe_node_t below;
static oct9_probe_node_output_t below_output;
static const oct9_probe_node_input_t below_input = { .node = { { 96, 96, 96 }, 5 } };
static void begin_oct9_probe_node_run(void)
{
    make_map();
    CHECK_EQ(oct9_probe_node_begin(&below, &map, &below_input), OCT9_OK);
}
static int slice_oct9_probe_node_run(void) { return oct9_probe_node_run(&below, 1, &below_output); }
QUERY(oct9_probe_node_run, map_edits);

static oct9_visit_t visit;
static void begin_oct9_visit_next(void)
{
    make_map();
    CHECK_EQ(oct9_visit_begin(&visit, &map, NULL, OCT9_STATES_OCCUPIED), OCT9_OK);
}
static int slice_oct9_visit_next(void)
{
    oct9_leaf_t leaf;
    return go_on(oct9_visit_next(&visit, 1, &leaf));
}
QUERY(oct9_visit_next, map_edits);

static oct9_frontier_t frontier;
static void begin_oct9_visit_frontier_next(void)
{
    make_map();
    CHECK_EQ(oct9_visit_frontier_begin(&frontier, &map, NULL), OCT9_OK);
}
static int slice_oct9_visit_frontier_next(void)
{
    oct9_leaf_t leaf;
    return go_on(oct9_visit_frontier_next(&frontier, 1, &leaf));
}
QUERY(oct9_visit_frontier_next, map_edits);

static const oct9_view_sensor_t sensor = { .tan_y_q14 = 9000, .tan_z_q14 = 9000, .range_q6 = 700,
                                           .differ_q6 = 65535, .grid = 2, .frames = 1,
                                           .fill_in = true, .rules = { .unknown = OCT9_PASSES } };
static oct9_view_t view;
static _Alignas(PAGE) oct9_view_pixel_t pixels[PAGE / sizeof(oct9_view_pixel_t)];
static oct9_view_entry_t view_table[TABLE];
static oct9_view_seen_t seen;

static void begin_frame(void)
{
    const oct9_pose_t pose = { { 6300, 6700, 6700 }, ahead };
    CHECK_EQ(oct9_view_begin(&view, &map, &pose), OCT9_OK);
}

static void begin_oct9_view_run(void)
{
    make_map();
    CHECK_EQ(oct9_view_init(&view, &sensor, pixels, view_table, TABLE), OCT9_OK);
    begin_frame();
}
static int slice_oct9_view_run(void) { return oct9_view_run(&view, 1); }
QUERY(oct9_view_run, map_edits);

static void edit_frame(void) { begin_frame(); }
static void edit_view_run(void)
{
    begin_frame();
    (void)oct9_view_run(&view, 1);
}
static void edit_view_init(void)
{
    (void)oct9_view_init(&view, &sensor, pixels, view_table, TABLE);
}
static const edit_t seen_edits[] = {
    EDIT(frame), EDIT(view_run), EDIT(view_init),
    EDIT(cell), EDIT(box), EDIT(tree_init), EDIT(observe), EDIT(window), { NULL, NULL }
};

static void begin_oct9_view_seen_next(void)
{
    begin_oct9_view_run();
    CHECK_EQ(oct9_view_run(&view, UINT32_MAX), OCT9_OK);
    oct9_view_seen_begin(&seen, &view);
}
static int slice_oct9_view_seen_next(void)
{
    oct9_view_leaf_t leaf;
    return go_on(oct9_view_seen_next(&seen, 1, &leaf));
}
QUERY(oct9_view_seen_next, seen_edits);

static oct9_scan_t scan;
static oct9_beam_t beams[BEAMS];
static void begin_oct9_scan_run(void)
{
    const oct9_point_t origin = { 6700, 6700, 6700 };
    make_map();
    for (uint32_t i = 0; i < BEAMS; i++) {
        const oct9_point_t end = { (int16_t)(6700 + 900 * (int)some(i, 3)),
                                   (int16_t)(4700 + 900 * (int)some(i + 20, 5)),
                                   (int16_t)(4700 + 900 * (int)some(i + 50, 5)) };
        beams[i].end = end;
        beams[i].met = OCT9_BEAM_HIT;
    }
    CHECK_EQ(oct9_scan_begin(&scan, &occupancy, &origin, beams, BEAMS), OCT9_OK);
}
static int slice_oct9_scan_run(void) { return oct9_scan_run(&scan, 1); }
QUERY(oct9_scan_run, map_edits);

static void begin_oct9_store_run(void)
{
    make_map();
    memset(flash, 0xFF, FLASH);
    CHECK_EQ(oct9_store_open(&store, &store_config), OCT9_OK);
    CHECK_EQ(oct9_store_save(&store, &occupancy.tree, NULL), OCT9_OK);
}
static int slice_oct9_store_run(void) { return oct9_store_run(&store, 1); }
QUERY(oct9_store_run, map_edits);

static const oct9_region_t ball_around = { .kind = OCT9_REGION_SPHERE,
                                           .centre = { 7000, 6990, 6980 }, .radius_q6 = 9000 };

static oct9_objects_find_t find;
static void begin_oct9_objects_find_next(void)
{
    make_objects();
    CHECK_EQ(oct9_objects_find_begin(&find, &objects, &ball_around, 0), OCT9_OK);
}
static int slice_oct9_objects_find_next(void)
{
    oct9_handle_t handle;
    return go_on(oct9_objects_find_next(&find, 1, &handle));
}
QUERY(oct9_objects_find_next, object_edits);

static oct9_objects_cast_t objects_cast;
static oct9_object_hit_t object_hits[4];
static oct9_objects_output_t objects_output;
static const oct9_objects_cast_input_t objects_cast_input = {
    .motion = { .from = from, .to = to, .radius_q6 = 90 }, .capacity = 4, .hits = object_hits
};
static void begin_oct9_objects_cast_run(void)
{
    make_objects();
    CHECK_EQ(oct9_objects_cast_begin(&objects_cast, &objects, &objects_cast_input), OCT9_OK);
}
static int slice_oct9_objects_cast_run(void)
{
    return oct9_objects_cast_run(&objects_cast, 1, &objects_output);
}
QUERY(oct9_objects_cast_run, object_edits);

static oct9_objects_nearest_t objects_nearest;
static oct9_object_near_t object_near[4];
static const oct9_objects_nearest_input_t objects_nearest_input = {
    .point = from, .range_q6 = 9000, .capacity = 4, .found = object_near
};
static void begin_oct9_objects_nearest_run(void)
{
    make_objects();
    CHECK_EQ(oct9_objects_nearest_begin(&objects_nearest, &objects, &objects_nearest_input),
             OCT9_OK);
}
static int slice_oct9_objects_nearest_run(void)
{
    return oct9_objects_nearest_run(&objects_nearest, 1, &objects_output);
}
QUERY(oct9_objects_nearest_run, object_edits);

static oct9_pairs_t pairs;
static void begin_oct9_objects_pairs_next(void)
{
    make_objects();
    CHECK_EQ(oct9_objects_pairs_begin(&pairs, &objects, OCT9_PAIRS_ALL), OCT9_OK);
}
static int slice_oct9_objects_pairs_next(void)
{
    oct9_handle_t a, b;
    return go_on(oct9_objects_pairs_next(&pairs, 1, &a, &b));
}
QUERY(oct9_objects_pairs_next, object_edits);

static oct9_points_find_t points_find;
static void begin_oct9_points_find_next(void)
{
    make_points();
    CHECK_EQ(oct9_points_find_begin(&points_find, &points, &ball_around), OCT9_OK);
}
static int slice_oct9_points_find_next(void)
{
    oct9_entry_t found[3];
    return go_on(oct9_points_find_next(&points_find, 1, found, 3));
}
QUERY(oct9_points_find_next, point_edits);

static oct9_points_nearest_t points_nearest;
static oct9_near_point_t near_points[4];
static oct9_points_nearest_output_t points_nearest_output;
static const oct9_points_nearest_input_t points_nearest_input = {
    .point = to, .range_q6 = 9000, .capacity = 4, .found = near_points
};
static void begin_oct9_points_nearest_run(void)
{
    make_points();
    CHECK_EQ(oct9_points_nearest_begin(&points_nearest, &points, &points_nearest_input), OCT9_OK);
}
static int slice_oct9_points_nearest_run(void)
{
    return oct9_points_nearest_run(&points_nearest, 1, &points_nearest_output);
}
QUERY(oct9_points_nearest_run, point_edits);

/* Of bytes that do not change: an image of linked leaves, or a scene. */
static void begin_constant(void) {}
static int slice_constant(void) { return OCT9_OK; }
static const query_t constant = { no_edits, begin_constant, slice_constant };
#define query_oct9_linked_next constant
#define query_oct9_scene_cast_run constant
#define query_oct9_scene_find_next constant
#define query_oct9_scene_nearest_run constant
#define query_oct9_view_scene_run constant

typedef struct {
    const char *name;
    const query_t *query;
} entry_t;

static const entry_t entries[] = {
#define SLICE(call) { #call, &query_##call },
#include "build/generated/slices.h"
};

/* --- the test ----------------------------------------------------------------------------------- */

static unsigned edits_made;

static bool is_under_way(int status) { return status == OCT9_AGAIN; }

/* So many slices, an edit, and a slice: false if the query ended before. */
static bool edit_after(const entry_t *entry, const edit_t *edit, unsigned slices)
{
    const query_t *query = entry->query;
    query->begin();
    for (unsigned i = 0; i < slices; i++)
        if (!is_under_way(query->slice()))
            return false;
    edit->edit();
    const int status = query->slice();
    CHECK_EQ(status, OCT9_ERR_STALE);
    if (status != OCT9_ERR_STALE)
        printf("%s, %s after %u slices\n", entry->name, edit->name, slices);
    CHECK_EQ(query->slice(), OCT9_ERR_STALE);         /* and it stays so */
    edits_made++;
    return true;
}

/* Undisturbed it ends. */
static void ends(const query_t *query)
{
    unsigned left = 1000000;
    query->begin();
    int status;
    do
        status = query->slice();
    while (is_under_way(status) && --left != 0);
    CHECK_EQ(status, OCT9_OK);
    CHECK_EQ(query->slice(), OCT9_OK);                /* and answers so again */
}

static void every_edit_after_every_slice(void)
{
    for (unsigned i = 0; i < sizeof entries / sizeof entries[0]; i++) {
        const entry_t *entry = &entries[i];
        ends(entry->query);
        for (const edit_t *edit = entry->query->edits; edit->name; edit++) {
            CHECK(edit_after(entry, edit, 0));
            CHECK(edit_after(entry, edit, 1));
            for (unsigned slices = 2; slices < MOST_SLICES; slices++)
                if (!edit_after(entry, edit, slices))
                    break;
        }
    }
}

/* A ray is let through a hit after the map was changed: nothing is read, and the next run says so. */
static void pass_after_an_edit(void)
{
    make_map();
    const oct9_cast_input_t input = { .from = from, .to = to };
    CHECK_EQ(oct9_cast_begin(&cast, &map, &input), OCT9_OK);
    CHECK_EQ(oct9_cast_run(&cast, UINT32_MAX, &cast_output), OCT9_OK);
    CHECK_EQ(cast_output.hit, OCT9_HIT_LEAF);
    edit_smaller_init();
    oct9_cast_pass(&cast);
    CHECK_EQ(oct9_cast_run(&cast, UINT32_MAX, &cast_output), OCT9_ERR_STALE);
}

/* A visit that is refused leaves the one that is under way as it was, on its own map. */
static void refused_visit(void)
{
    static const oct9_image_t other;
    const oct9_map_t no_map = oct9_map_of_image(&other);
    const oct9_region_t sphere = { .kind = OCT9_REGION_SPHERE, .radius_q6 = 9 };
    oct9_leaf_t leaf;
    begin_oct9_visit_next();
    CHECK_EQ(oct9_visit_begin(&visit, &no_map, NULL, 0), OCT9_ERR_STATES);
    CHECK_EQ(oct9_visit_begin(&visit, &no_map, &sphere, 8), OCT9_ERR_STATES);
    unsigned count = 0;
    while (oct9_visit_next(&visit, UINT32_MAX, &leaf) > 0)
        count++;
    CHECK(count > 5);
}

/* A query that begins within a write is stale from the beginning. */
static void begun_within_a_write(void)
{
    make_map();
    occupancy.tree.generation++;
    CHECK_EQ(oct9_sweep_sphere(&map, &sphere_input, &sweep_output), OCT9_ERR_STALE);
    CHECK_EQ(oct9_cast_ray(&map, &cast_input, &cast_output), OCT9_ERR_STALE);
    occupancy.tree.generation++;
    CHECK_EQ(oct9_sweep_sphere(&map, &sphere_input, &sweep_output), OCT9_OK);
}

/* --- a writer within a slice -------------------------------------------------------------------- */

/* Some pages cannot be read until a reader has tried to: then a writer comes, as an interrupt does. */
static bool interrupted;
static void *pages;
static size_t pages_size;

static void let_read(int access)
{
    CHECK_EQ(mprotect(pages, pages_size, access), 0);
}

static void interrupt(int signal_number)
{
    (void)signal_number;
    let_read(PROT_READ | PROT_WRITE);
    interrupted = true;
    edit_cell();
}

static void await_a_reader(void *of, size_t size)
{
    interrupted = false;
    pages = of;
    pages_size = size;
    CHECK(signal(SIGSEGV, interrupt) != SIG_ERR);
    let_read(PROT_NONE);
}

static void await_none(void)
{
    let_read(PROT_READ | PROT_WRITE);
    CHECK(signal(SIGSEGV, SIG_DFL) != SIG_ERR);
}

/* A slice with a writer in it: OCT9_OK, or the next slice must tell. */
static void write_within(const query_t *query, unsigned slices)
{
    query->begin();
    for (unsigned i = 0; i < slices; i++)
        if (!is_under_way(query->slice()))
            return;
    await_a_reader(pool, sizeof pool);
    const int status = query->slice();
    await_none();
    if (interrupted && is_under_way(status)) {
        CHECK_EQ(query->slice(), OCT9_ERR_STALE);
        edits_made++;
    }
}

static void a_writer_in_every_slice(void)
{
    for (unsigned i = 0; i < sizeof entries / sizeof entries[0]; i++)
        if (entries[i].query->edits == map_edits && entries[i].query != &query_oct9_scan_run)
            for (unsigned slices = 0; slices < 10 * MOST_SLICES; slices++)
                write_within(entries[i].query, slices);
    for (budget = 2; budget < 12; budget++)
        for (unsigned slices = 0; slices < MOST_SLICES; slices++) {
            write_within(&query_oct9_sweep_path_run, slices);
            write_within(&query_oct9_cast_fan_run, slices);
            write_within(&query_fan_outside, slices);
        }
    budget = 1;
}

/* A ray that is under way when the writer comes does not go on for ever. */
static void a_writer_in_a_view(void)
{
    begin_oct9_view_run();
    while (!view.casting)
        CHECK_EQ(oct9_view_run(&view, 1), OCT9_AGAIN);
    await_a_reader(pool, sizeof pool);
    CHECK_EQ(oct9_view_run(&view, 100000), OCT9_ERR_STALE);
    CHECK(interrupted);
    await_none();
}

/* Nor does the next ray begin with the map as the writer left it: one frame is of one map. */
static void a_writer_between_rays(void)
{
    begin_oct9_view_run();
    do
        CHECK_EQ(oct9_view_run(&view, 1), OCT9_AGAIN);
    while (view.casting || view.rays == 0);
    await_a_reader(pixels, sizeof pixels);
    CHECK_EQ(oct9_view_run(&view, 100000), OCT9_ERR_STALE);
    CHECK(interrupted);
    await_none();
}

/* A load is an edit, too. */
static void load_between(void)
{
    begin_oct9_store_run();
    while (oct9_store_run(&store, 100) == OCT9_AGAIN) {}
    CHECK_EQ(oct9_sweep_sphere_begin(&sweep, &map, &sphere_input), OCT9_OK);
    CHECK_EQ(oct9_sweep_run(&sweep, 1, &sweep_output), OCT9_AGAIN);
    CHECK_EQ(oct9_store_load(&store, &occupancy.tree, NULL), OCT9_OK);
    CHECK_EQ(oct9_sweep_run(&sweep, 1, &sweep_output), OCT9_ERR_STALE);
}

/* --- a begin that fails ---------------------------------------------------------------------------- */

/* No run goes on with a scan whose beams may be other ones by now. */
static void run_of_a_scan_that_did_not_begin(void)
{
    const oct9_point_t outside = { -1, 6395, 6398 };
    begin_oct9_scan_run();
    CHECK_EQ(oct9_scan_run(&scan, 1), OCT9_AGAIN);
    CHECK_EQ(oct9_scan_begin(&scan, &occupancy, &outside, beams, BEAMS), OCT9_ERR_ORIGIN);
    CHECK_EQ(oct9_scan_run(&scan, 1), OCT9_ERR_STALE);
    begin_oct9_scan_run();
    while (oct9_scan_run(&scan, 1) == OCT9_AGAIN) {}
    CHECK_EQ(oct9_scan_run(&scan, 1), OCT9_OK);
    CHECK_EQ(oct9_scan_begin(&scan, &occupancy, &from, beams, 0), OCT9_ERR_BEAMS);
    CHECK_EQ(oct9_scan_run(&scan, 1), OCT9_ERR_STALE);
    memset(&scan, 0, sizeof scan);
    CHECK_EQ(oct9_scan_begin(&scan, &occupancy, &outside, beams, BEAMS), OCT9_ERR_ORIGIN);
    CHECK_EQ(oct9_scan_run(&scan, 1), OCT9_ERR_STALE);
}

/* Nor does one say that a map is saved whose save did not begin. */
static void run_of_a_save_that_did_not_begin(void)
{
    static oct9_block_t large_pool[BLOCKS + 1];
    oct9_tree_t large;
    CHECK_EQ(oct9_tree_init(&large, large_pool, BLOCKS + 1, NULL), OCT9_OK);
    begin_oct9_store_run();
    for (int i = 0; i < 2; i++) {         /* a save under way, and one that is over */
        CHECK_EQ(oct9_store_save(&store, &large, NULL), OCT9_ERR_POOL_SIZE);
        CHECK_EQ(oct9_store_run(&store, 1), OCT9_ERR_POOL_SIZE);
        CHECK_EQ(oct9_store_save(&store, &occupancy.tree, NULL), OCT9_OK);
        while (oct9_store_run(&store, 1) == OCT9_AGAIN) {}
        CHECK_EQ(oct9_store_run(&store, 1), OCT9_OK);
    }
    occupancy.tree.generation++;
    CHECK_EQ(oct9_store_save(&store, &occupancy.tree, NULL), OCT9_ERR_STALE);
    CHECK_EQ(oct9_store_run(&store, 1), OCT9_ERR_STALE);
    occupancy.tree.generation++;
}

int main(void)
{
    RUN(run_of_a_scan_that_did_not_begin);
    RUN(run_of_a_save_that_did_not_begin);
    RUN(every_edit_after_every_slice);
    RUN(pass_after_an_edit);
    RUN(refused_visit);
    RUN(begun_within_a_write);
    RUN(a_writer_in_every_slice);
    RUN(a_writer_in_a_view);
    RUN(a_writer_between_rays);
    RUN(load_between);
    printf("%u edits between slices of %u calls\n", edits_made,
           (unsigned)(sizeof entries / sizeof entries[0]));
    return test_end();
}
