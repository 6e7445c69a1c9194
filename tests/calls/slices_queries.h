/* SPDX-License-Identifier: MIT */
/* Part of test_slices.c: every call that goes on with a query, by its name. */
#ifndef TESTS_CALLS_SLICES_QUERIES_H
#define TESTS_CALLS_SLICES_QUERIES_H

#include "tests/calls/slices_edits.h"

/* Of a slice: the least there is, but where several parts of a query must lie in one. */
static uint32_t budget = 1;

/* A query: `begin` makes what is asked anew, too; `slice` goes on with the least budget and returns
 * below 0 while the query has not ended, or OCT9_OK. */
typedef struct {
    const edit_t *edits;
    void (*begin)(void);
    int (*slice)(void);
} query_t;

#define QUERY(call, EDITS) static const query_t query_##call = { EDITS, begin_##call, slice_##call }

/* What an iterator returns: on to the next while there is one. */
static int go_on(int found)
{
    return found > 0 ? OCT9_AGAIN : found;
}

static const oct9_point_t from = POINT_FROM_LOW(6390, 6395, 6398),
                          to = POINT_FROM_LOW(7000, 6990, 6980);

static oct9_walk_t walk;
static void begin_oct9_walk_next(void)
{
    make_map();
    CHECK(oct9_walk_begin(&walk, &map, &from, &to));
}
static int slice_oct9_walk_next(void)
{
    return go_on(oct9_walk_next(&walk));
}
QUERY(oct9_walk_next, map_edits);

static oct9_planes_t planes;
static void begin_oct9_planes_next(void)
{
    make_map();
    CHECK(oct9_planes_begin(&planes, &map, &from, &to));
}
static int slice_oct9_planes_next(void)
{
    return go_on(oct9_planes_next(&planes));
}
QUERY(oct9_planes_next, map_edits);

static const oct9_rules_t all_pass = { .unknown = OCT9_PASSES,
                                       .filter_mask = 32767,
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

static oct9_sweep_t sweep;
static oct9_sweep_output_t sweep_output;
static const oct9_sphere_input_t sphere_input = {
    .motion = { .from = from, .to = to, .radius_q6 = 30 }, .rules = all_pass
};
static void begin_oct9_sweep_run(void)
{
    make_map();
    CHECK_EQ(oct9_sweep_sphere_begin(&sweep, &map, &sphere_input), OCT9_OK);
}
static int slice_oct9_sweep_run(void)
{
    return oct9_sweep_run(&sweep, 1, &sweep_output);
}
QUERY(oct9_sweep_run, map_edits);

/* Two groups of 32. */
static const oct9_sphere_t rest[64] = { [31] = { from, 90 }, [63] = { to, 90 } };
static const oct9_spheres_input_t spheres_input = { rest, 64, all_pass };
static oct9_spheres_t spheres;
static void begin_oct9_spheres_run(void)
{
    make_map();
    CHECK_EQ(oct9_spheres_begin(&spheres, &map, &spheres_input), OCT9_OK);
}
static int slice_oct9_spheres_run(void)
{
    static oct9_spheres_output_t output;
    return oct9_spheres_run(&spheres, 1, &output);
}
QUERY(oct9_spheres_run, map_edits);

static const oct9_point_t path_points[3] = { to, from, POINT_FROM_LOW(6400, 7000, 6700) };
static oct9_path_t path;
static oct9_path_output_t path_output;
static const oct9_path_input_t path_input = {
    .points = path_points, .count = 3, .radius_q6 = 30, .rules = all_pass
};
static void begin_oct9_sweep_path_run(void)
{
    make_map();
    CHECK_EQ(oct9_sweep_path_begin(&path, &map, &path_input), OCT9_OK);
}
static int slice_oct9_sweep_path_run(void)
{
    return oct9_sweep_path_run(&path, budget, &path_output);
}
QUERY(oct9_sweep_path_run, map_edits);

static oct9_obb_t obb;
static oct9_obb_output_t obb_output;
static const oct9_obb_input_t obb_input = { .from = { from, OCT9_ROTATION_NONE },
                                            .to = { to, { 16383, 181, 0, 0 } },
                                            .half_q6 = { 60, 50, 40 },
                                            .rules = all_pass };
static void begin_oct9_obb_run(void)
{
    make_map();
    CHECK_EQ(oct9_obb_begin(&obb, &map, &obb_input), OCT9_OK);
}
static int slice_oct9_obb_run(void)
{
    return oct9_obb_run(&obb, 1, &obb_output);
}
QUERY(oct9_obb_run, map_edits);

static oct9_nearest_t nearest;
static oct9_near_t near[4];
static oct9_nearest_output_t nearest_output;
static const oct9_nearest_input_t nearest_input = { .point = from,
                                                    .range_q6 = 3000,
                                                    .capacity = 4,
                                                    .found = near,
                                                    .rules = { .unknown = OCT9_PASSES } };
static void begin_oct9_nearest_run(void)
{
    make_map();
    CHECK_EQ(oct9_nearest_begin(&nearest, &map, &nearest_input), OCT9_OK);
}
static int slice_oct9_nearest_run(void)
{
    return oct9_nearest_run(&nearest, 1, &nearest_output);
}
QUERY(oct9_nearest_run, map_edits);

static oct9_probe_node_t below;
static oct9_probe_node_output_t below_output;
static const oct9_probe_node_input_t below_input = { .node = { { 96, 96, 96 }, 5 } };
static void begin_oct9_probe_node_run(void)
{
    make_map();
    CHECK_EQ(oct9_probe_node_begin(&below, &map, &below_input), OCT9_OK);
}
static int slice_oct9_probe_node_run(void)
{
    return oct9_probe_node_run(&below, 1, &below_output);
}
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

static const oct9_view_sensor_t sensor = { .tan_y_q14 = 9000,
                                           .tan_z_q14 = 9000,
                                           .range_q6 = 700,
                                           .differ_q6 = 65535,
                                           .grid = 2,
                                           .frames = 1,
                                           .fill_in = true,
                                           .rules = { .unknown = OCT9_PASSES } };
static oct9_view_t view;
static _Alignas(PAGE) oct9_view_pixel_t pixels[PAGE / sizeof(oct9_view_pixel_t)];
static oct9_view_entry_t view_table[TABLE];
static oct9_view_seen_t seen;

static void begin_frame(void)
{
    const oct9_pose_t pose = { POINT_FROM_LOW(6300, 6700, 6700), ahead };
    CHECK_EQ(oct9_view_begin(&view, &map, &pose), OCT9_OK);
}

static void begin_oct9_view_run(void)
{
    make_map();
    CHECK_EQ(oct9_view_init(&view, &sensor, pixels, view_table, TABLE), OCT9_OK);
    begin_frame();
}
static int slice_oct9_view_run(void)
{
    return oct9_view_run(&view, 1);
}
QUERY(oct9_view_run, map_edits);

static void edit_frame(void)
{
    begin_frame();
}
static void edit_view_run(void)
{
    begin_frame();
    (void)oct9_view_run(&view, 1);
}
static void edit_view_init(void)
{
    (void)oct9_view_init(&view, &sensor, pixels, view_table, TABLE);
}
static const edit_t seen_edits[] = { EDIT(frame),   EDIT(view_run), EDIT(view_init),
                                     EDIT(cell),    EDIT(box),      EDIT(tree_init),
                                     EDIT(observe), EDIT(window),   { NULL, NULL } };

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
    const oct9_point_t origin = POINT_FROM_LOW(6700, 6700, 6700);
    make_map();
    for (uint32_t i = 0; i < BEAMS; i++) {
        beams[i].end = point_from_low(6700 + 900 * (int)some(i, 3),
                                      4700 + 900 * (int)some(i + 20, 5),
                                      4700 + 900 * (int)some(i + 50, 5));
        beams[i].met = OCT9_BEAM_HIT;
    }
    CHECK_EQ(oct9_scan_begin(&scan, &occupancy, &origin, beams, BEAMS), OCT9_OK);
}
static int slice_oct9_scan_run(void)
{
    return oct9_scan_run(&scan, 1);
}
QUERY(oct9_scan_run, map_edits);

static void begin_oct9_store_run(void)
{
    make_map();
    memset(flash, 0xFF, FLASH);
    CHECK_EQ(oct9_store_open(&store, &store_config), OCT9_OK);
    CHECK_EQ(oct9_store_save(&store, &occupancy.tree, NULL), OCT9_OK);
}
static int slice_oct9_store_run(void)
{
    return oct9_store_run(&store, 1);
}
QUERY(oct9_store_run, map_edits);

static const oct9_region_t ball_around = { .kind = OCT9_REGION_SPHERE,
                                           .centre = POINT_FROM_LOW(7000, 6990, 6980),
                                           .radius_q6 = 9000 };

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
    CHECK_EQ(oct9_objects_pairs_begin(&pairs, &objects, OCT9_PAIRS_ALL, 0), OCT9_OK);
}
static int slice_oct9_objects_pairs_next(void)
{
    oct9_object_pair_t pair;
    return go_on(oct9_objects_pairs_next(&pairs, 1, &pair, 1));
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

static oct9_scene_cast_t scene_cast;
static oct9_scene_hit_t scene_hits[4];
static oct9_scene_output_t scene_output;
static const oct9_scene_cast_input_t scene_cast_input = {
    .motion = { .from = from, .to = to, .radius_q6 = 90 }, .capacity = 4, .hits = scene_hits
};
static void begin_oct9_scene_cast_run(void)
{
    make_scene();
    CHECK_EQ(oct9_scene_cast_begin(&scene_cast, &scene, &scene_cast_input), OCT9_OK);
}
static int slice_oct9_scene_cast_run(void)
{
    return oct9_scene_cast_run(&scene_cast, 1, &scene_output);
}
QUERY(oct9_scene_cast_run, scene_edits);

static oct9_scene_find_t scene_find;
static uint8_t scene_seen[(BALLS + 7) / 8];
static void begin_oct9_scene_find_next(void)
{
    make_scene();
    CHECK_EQ(oct9_scene_find_begin(&scene_find, &scene, &ball_around, 0, scene_seen), OCT9_OK);
}
static int slice_oct9_scene_find_next(void)
{
    uint16_t index;
    return go_on(oct9_scene_find_next(&scene_find, 1, &index));
}
QUERY(oct9_scene_find_next, scene_edits);

static oct9_scene_nearest_t scene_nearest;
static oct9_scene_near_t scene_near[4];
static const oct9_scene_nearest_input_t scene_nearest_input = {
    .point = from, .range_q6 = 9000, .capacity = 4, .found = scene_near
};
static void begin_oct9_scene_nearest_run(void)
{
    make_scene();
    CHECK_EQ(oct9_scene_nearest_begin(&scene_nearest, &scene, &scene_nearest_input), OCT9_OK);
}
static int slice_oct9_scene_nearest_run(void)
{
    return oct9_scene_nearest_run(&scene_nearest, 1, &scene_output);
}
QUERY(oct9_scene_nearest_run, scene_edits);

static void begin_look(void)
{
    const oct9_pose_t pose = { POINT_FROM_LOW(6300, 6700, 6700), ahead };
    CHECK_EQ(oct9_view_init(&view, &sensor, pixels, view_table, TABLE), OCT9_OK);
    CHECK_EQ(oct9_view_scene_begin(&view, &scene, 0, &pose), OCT9_OK);
}
static void begin_oct9_view_scene_run(void)
{
    make_scene();
    begin_look();
}
static int slice_oct9_view_scene_run(void)
{
    return oct9_view_scene_run(&view, 1);
}
QUERY(oct9_view_scene_run, scene_edits);

static void begin_seen_in_scene(void)
{
    begin_oct9_view_scene_run();
    CHECK_EQ(oct9_view_scene_run(&view, UINT32_MAX), OCT9_OK);
    oct9_view_seen_begin(&seen, &view);
}
static const query_t query_seen_in_scene = { scene_edits, begin_seen_in_scene,
                                             slice_oct9_view_seen_next };

/* A scene is a map to the checks. */
static const oct9_sphere_input_t scene_sphere = {
    .motion = { .from = from, .to = to, .radius_q6 = 30 }, .rules = { .unknown = OCT9_PASSES }
};
static void begin_scene_as_map(void)
{
    make_scene();
    map = oct9_map_of_tree(&scene.tree);
    CHECK_EQ(oct9_sweep_sphere_begin(&sweep, &map, &scene_sphere), OCT9_OK);
}
static const query_t query_scene_as_map = { scene_edits, begin_scene_as_map, slice_oct9_sweep_run };

/* All three at once: an edit of any of them. */
static const oct9_obstacles_t obstacles = { &map, &scene, &objects };
static const oct9_obstacles_input_t obstacles_input = {
    .motion = { .from = from, .to = to, .radius_q6 = 90 }, .rules = all_pass
};
static oct9_obstacles_cast_t obstacles_cast;
static oct9_obstacles_output_t obstacles_output;
static void begin_oct9_obstacles_run(void)
{
    make_map();
    make_scene();
    make_objects();
    CHECK_EQ(oct9_obstacles_sphere_begin(&obstacles_cast, &obstacles, &obstacles_input), OCT9_OK);
}
static int slice_oct9_obstacles_run(void)
{
    return oct9_obstacles_run(&obstacles_cast, 1, &obstacles_output);
}
QUERY(oct9_obstacles_run, map_edits);
static const query_t query_obstacles_scene = { scene_edits, begin_oct9_obstacles_run,
                                               slice_oct9_obstacles_run };
static const query_t query_obstacles_objects = { object_edits, begin_oct9_obstacles_run,
                                                 slice_oct9_obstacles_run };

/* Of an image, whose bytes do not change; and a build, which reads no map. */
static void begin_constant(void) {}
static int slice_constant(void)
{
    return OCT9_OK;
}
static const query_t constant = { no_edits, begin_constant, slice_constant };
#define query_oct9_image_open_run constant
#define query_oct9_scene_build_run constant
#define query_oct9_linked_next constant

typedef struct {
    const char *name;
    const query_t *query;
} entry_t;

static const entry_t entries[] = {
#define SLICE(call) { #call, &query_##call },
#include "build/generated/slices.h"
    { "a scene as a map", &query_scene_as_map },
    { "what a view saw of a scene", &query_seen_in_scene },
    { "a scene of obstacles", &query_obstacles_scene },
    { "objects of obstacles", &query_obstacles_objects }
};
#endif
