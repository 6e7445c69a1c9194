/* SPDX-License-Identifier: MIT */
/* Edits between two slices of a query, and within one: each call that goes on with one must then
 * fail with OCT9_ERR_STALE, or it would answer from a map that no longer exists.
 *
 * Which calls there are is read from the public headers: build/generated/slices.h has a line
 * SLICE(name) for each whose name ends in _run or _next. One that has no entry here does not
 * compile: tests/THING/slices.h has them, which build/generated/all_slices.h includes. */
#define _DEFAULT_SOURCE /* mmap's MAP_ANONYMOUS */
#include "build/generated/all_slices.h"
#include "tests/test.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

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
    { "a scene of sectors", &query_sectors_scene },
    { "objects of sectors", &query_sectors_objects },
    { "objects of obstacles", &query_obstacles_objects }
};

/* --- the test -------------------------------------------------------------------------------- */

static unsigned edits_made;

static bool is_in_progress(int status)
{
    return status == OCT9_AGAIN;
}

/* So many slices, an edit, and a slice: false if the query ended before. */
static bool edit_after(const entry_t *entry, const edit_t *edit, unsigned slices)
{
    const query_t *query = entry->query;
    query->begin();
    for (unsigned i = 0; i < slices; i++)
        if (!is_in_progress(query->slice()))
            return false;
    edit->edit();
    const int status = query->slice();
    CHECK_EQ(status, OCT9_ERR_STALE);
    if (status != OCT9_ERR_STALE)
        printf("%s, %s after %u slices\n", entry->name, edit->name, slices);
    CHECK_EQ(query->slice(), OCT9_ERR_STALE); /* and it stays so */
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
    while (is_in_progress(status) && --left != 0);
    CHECK_EQ(status, OCT9_OK);
    CHECK_EQ(query->slice(), OCT9_OK); /* and returns the same again */
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

/* An answer that was given is of the map before: asked again after an edit, the call says so. But
 * what is saved is saved. */
static void every_edit_after_the_end(void)
{
    for (unsigned i = 0; i < sizeof entries / sizeof entries[0]; i++) {
        const entry_t *entry = &entries[i];
        const int want = entry->query == &query_oct9_store_run ? OCT9_OK : OCT9_ERR_STALE;
        for (const edit_t *edit = entry->query->edits; edit->name; edit++) {
            ends(entry->query);
            edit->edit();
            const int status = entry->query->slice();
            CHECK_EQ(status, want);
            if (status != want)
                printf("%s, %s after the end\n", entry->name, edit->name);
        }
    }
}

/* A visit that is refused leaves the one in progress as it was, on its own map. */
static void refused_visit(void)
{
    static const oct9_image_t other;
    const oct9_map_t no_map = oct9_map_of_image(&other);
    const oct9_region_t sphere = { .kind = OCT9_REGION_SPHERE, .radius_q6 = 9 };
    oct9_leaf_t leaf;
    begin_oct9_visit_next();
    CHECK_EQ(oct9_visit_begin(&visit, &no_map, NULL, 0), OCT9_ERR_ARGUMENT);
    CHECK_EQ(oct9_visit_begin(&visit, &no_map, &sphere, 8), OCT9_ERR_ARGUMENT);
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
    const oct9_probe_point_input_t point = { .point = point_number(0) };
    oct9_probe_point_output_t probed;
    CHECK_EQ(oct9_probe_point(&map, &point, &probed), OCT9_ERR_STALE);
    occupancy.tree.generation++;
    CHECK_EQ(oct9_sweep_sphere(&map, &sphere_input, &sweep_output), OCT9_OK);
    CHECK_EQ(oct9_probe_point(&map, &point, &probed), OCT9_OK);

    oct9_entry_t found[3];
    oct9_near_point_t near_point;
    const oct9_points_nearest_input_t point_near = { .range_q6 = 9,
                                                     .capacity = 1,
                                                     .found = &near_point };
    oct9_points_nearest_output_t nearest_points;
    make_points();
    points.tree.generation++;
    CHECK_EQ(oct9_points_find_begin(&points_find, &points, &ball_around), OCT9_OK);
    CHECK_EQ(oct9_points_find_next(&points_find, UINT32_MAX, found, 3), OCT9_ERR_STALE);
    CHECK_EQ(oct9_points_nearest(&points, &point_near, &nearest_points), OCT9_ERR_STALE);
    points.tree.generation++;
}

/* --- a writer within a slice ----------------------------------------------------------------- */

/* Some pages cannot be read until a reader has tried to: then a writer comes, as an interrupt does.
 */
static bool interrupted;
static void (*writer)(void) = edit_cell;
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
    writer();
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

/* A slice with a writer in it: OCT9_OK, or the next slice must report it. */
static void write_within(const query_t *query, unsigned slices)
{
    query->begin();
    for (unsigned i = 0; i < slices; i++)
        if (!is_in_progress(query->slice()))
            return;
    await_a_reader(pool, sizeof pool);
    const int status = query->slice();
    await_none();
    if (interrupted && is_in_progress(status)) {
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
        for (unsigned slices = 0; slices < MOST_SLICES; slices++)
            write_within(&query_oct9_sweep_path_run, slices);
    budget = 1;
}

/* A fan is of one map: the writer comes when the first hit is written. From outside the cube each
 * ray begins anew. */
static void a_writer_within_a_fan(void)
{
    static const oct9_point_t origins[2] = { from, POINT_FROM_LOW(-20, 6395, 6398) };
    static const oct9_point_t ends[3] = { to, from, POINT_FROM_LOW(6400, 7000, 6700) };
    static _Alignas(PAGE) oct9_fan_hit_t hits[PAGE / sizeof(oct9_fan_hit_t)];
    for (unsigned i = 0; i < 2; i++) {
        const oct9_fan_input_t input = { origins[i], ends, 3, all_pass, hits };
        oct9_fan_output_t output = { .leaves = 123 };
        make_map();
        await_a_reader(hits, sizeof hits);
        CHECK_EQ(oct9_cast_fan(&map, &input, &output), OCT9_ERR_STALE);
        CHECK(interrupted && output.leaves == 123);
        await_none();
        CHECK_EQ(oct9_cast_fan(&map, &input, &output), OCT9_OK);
    }
}

/* A ray that is in progress when the writer comes does not go on for ever. */
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

/* The writer gives the tree thresholds by which no leaf matches the rays' filter: none begins any
 * more, and the last one of the frame before, of another map, is not taken for it. */
static void edit_thresholds(void)
{
    const oct9_thresholds_t thresholds = { 10, 900 };
    (void)oct9_tree_init(&occupancy.tree, pool, BLOCKS, &thresholds);
}

static void a_writer_that_makes_rays_fail(void)
{
    static oct9_block_t other_pool[1];
    static oct9_tree_t other;
    const oct9_map_t others = oct9_map_of_tree(&other);
    const oct9_pose_t pose = { POINT_FROM_LOW(6300, 6700, 6700), ahead };
    const oct9_thresholds_t thresholds = { 10, 10 };
    oct9_view_sensor_t filtering = sensor;
    filtering.rules.filter_mask = 32767;
    filtering.rules.filter_value = 640;
    CHECK_EQ(oct9_tree_init(&other, other_pool, 1, &thresholds), OCT9_OK);
    CHECK_EQ(oct9_tree_init(&occupancy.tree, pool, BLOCKS, &thresholds), OCT9_OK);
    other.generation = occupancy.tree.generation;
    map = oct9_map_of_tree(&occupancy.tree);
    CHECK_EQ(oct9_view_init(&view, &filtering, pixels, view_table, TABLE), OCT9_OK);
    CHECK_EQ(oct9_view_begin(&view, &others, &pose), OCT9_OK);
    CHECK_EQ(oct9_view_run(&view, UINT32_MAX), OCT9_OK);
    begin_frame();
    writer = edit_thresholds;
    await_a_reader(pixels, sizeof pixels);
    CHECK_EQ(oct9_view_run(&view, UINT32_MAX), OCT9_ERR_STALE);
    CHECK(interrupted);
    await_none();
    writer = edit_cell;
    CHECK_EQ(oct9_view_run(&view, UINT32_MAX), OCT9_ERR_STALE);
}

/* A load is an edit, too. */
static void load_between(void)
{
    begin_oct9_store_run();
    while (oct9_store_run(&store, 100) == OCT9_AGAIN) {
    }
    CHECK_EQ(oct9_sweep_sphere_begin(&sweep, &map, &sphere_input), OCT9_OK);
    CHECK_EQ(oct9_sweep_run(&sweep, 1, &sweep_output), OCT9_AGAIN);
    CHECK_EQ(oct9_store_load(&store, &occupancy.tree, NULL), OCT9_OK);
    CHECK_EQ(oct9_sweep_run(&sweep, 1, &sweep_output), OCT9_ERR_STALE);
}

/* --- a begin that fails ---------------------------------------------------------------------- */

/* No run goes on with a scan whose beams may be other ones by now. */
static void run_of_a_scan_that_did_not_begin(void)
{
    const oct9_point_t outside = POINT_FROM_LOW(-1, 6395, 6398);
    const oct9_point_t above = POINT_FROM_LOW(6395, 32768, 6398);
    begin_oct9_scan_run();
    CHECK_EQ(oct9_scan_run(&scan, 1), OCT9_AGAIN);
    CHECK_EQ(oct9_scan_begin(&scan, &occupancy, &outside, beams, BEAMS), OCT9_ERR_OUTSIDE);
    CHECK_EQ(oct9_scan_run(&scan, 1), OCT9_ERR_STALE);
    begin_oct9_scan_run();
    while (oct9_scan_run(&scan, 1) == OCT9_AGAIN) {
    }
    CHECK_EQ(oct9_scan_run(&scan, 1), OCT9_OK);
    CHECK_EQ(oct9_scan_begin(&scan, &occupancy, &from, beams, 0), OCT9_ERR_ARGUMENT);
    CHECK_EQ(oct9_scan_run(&scan, 1), OCT9_ERR_STALE);
    memset(&scan, 0, sizeof scan);
    CHECK_EQ(oct9_scan_begin(&scan, &occupancy, &above, beams, BEAMS), OCT9_ERR_OUTSIDE);
    CHECK_EQ(oct9_scan_run(&scan, 1), OCT9_ERR_STALE);
}

/* Nor does one say that a map is saved whose save did not begin. */
static void run_of_a_save_that_did_not_begin(void)
{
    static oct9_block_t large_pool[BLOCKS + 1];
    oct9_tree_t large;
    CHECK_EQ(oct9_tree_init(&large, large_pool, BLOCKS + 1, NULL), OCT9_OK);
    begin_oct9_store_run();
    for (int i = 0; i < 2; i++) { /* a save in progress, and one that is over */
        CHECK_EQ(oct9_store_save(&store, &large, NULL), OCT9_ERR_ARGUMENT);
        CHECK_EQ(oct9_store_run(&store, 1), OCT9_ERR_ARGUMENT);
        CHECK_EQ(oct9_store_save(&store, &occupancy.tree, NULL), OCT9_OK);
        while (oct9_store_run(&store, 1) == OCT9_AGAIN) {
        }
        CHECK_EQ(oct9_store_run(&store, 1), OCT9_OK);
    }
    occupancy.tree.generation++;
    CHECK_EQ(oct9_store_save(&store, &occupancy.tree, NULL), OCT9_ERR_STALE);
    CHECK_EQ(oct9_store_run(&store, 1), OCT9_ERR_STALE);
    occupancy.tree.generation++;
}

/* --- a scene that is none -------------------------------------------------------------------- */

static const oct9_obstacles_t scene_alone = { .scene = &scene };
static const oct9_obstacles_input_t scene_ray = { .motion = { .from = from, .to = to } };

static oct9_obstacles_output_t scene_met;

/* Each query of it begins and fails, in slices or in one call. */
static void scene_is_stale(void)
{
    uint16_t index;
    CHECK_EQ(oct9_scene_cast(&scene, &scene_cast_input, &scene_output), OCT9_ERR_STALE);
    CHECK_EQ(oct9_scene_nearest(&scene, &scene_nearest_input, &scene_output), OCT9_ERR_STALE);
    CHECK_EQ(oct9_scene_find_begin(&scene_find, &scene, NULL, 0, scene_seen), OCT9_OK);
    CHECK_EQ(oct9_scene_find_next(&scene_find, UINT32_MAX, &index), OCT9_ERR_STALE);
    begin_look();
    CHECK_EQ(oct9_view_scene_run(&view, UINT32_MAX), OCT9_ERR_STALE);
    CHECK_EQ(oct9_obstacles_ray(&scene_alone, &scene_ray, &scene_met), OCT9_ERR_STALE);
    map = oct9_map_of_tree(&scene.tree);
    CHECK_EQ(oct9_sweep_sphere(&map, &scene_sphere, &sweep_output), OCT9_ERR_STALE);
    CHECK_EQ(oct9_cast_ray(&map, &cast_input, &cast_output), OCT9_ERR_STALE);
}

static void scene_is_asked(void)
{
    CHECK_EQ(oct9_scene_cast(&scene, &scene_cast_input, &scene_output), OCT9_OK);
    CHECK_EQ(oct9_scene_nearest(&scene, &scene_nearest_input, &scene_output), OCT9_OK);
    CHECK_EQ(oct9_obstacles_ray(&scene_alone, &scene_ray, &scene_met), OCT9_OK);
    map = oct9_map_of_tree(&scene.tree);
    CHECK_EQ(oct9_sweep_sphere(&map, &scene_sphere, &sweep_output), OCT9_OK);
}

/* After a build that failed, until one succeeds: also where none was before, in memory of any
 * content, and where a call fails that writes nothing. */
static void scene_whose_build_failed(void)
{
    make_scene();
    edit_scene_fail();
    scene_is_stale();
    edit_scene_fail();
    scene_is_stale();
    CHECK_EQ(open_scene(OCT9_IMAGE_MAGIC), OCT9_ERR_IMAGE_MAGIC);
    scene_is_stale();
    make_scene();
    scene_is_asked();
    edit_scene_fail();
    edit_scene_open();
    scene_is_asked();
    for (int content = 0; content < 256; content += 51) {
        memset(&scene, content, sizeof scene);
        edit_scene_fail();
        scene_is_stale();
        make_scene();
        scene_is_asked();
    }
}

/* One that fails before it writes leaves the scene as it was, and the queries in progress.
 */
static void scene_that_was_left_alone(void)
{
    begin_oct9_scene_cast_run();
    CHECK_EQ(oct9_scene_cast_run(&scene_cast, 1, &scene_output), OCT9_AGAIN);
    CHECK_EQ(open_scene(OCT9_IMAGE_MAGIC), OCT9_ERR_IMAGE_MAGIC);
    balls[0].a.x = FROM_LOW(-1);
    CHECK_EQ(build_scene(0, INDICES), OCT9_ERR_OUTSIDE);
    CHECK_EQ(oct9_scene_cast_run(&scene_cast, 1, &scene_output), OCT9_AGAIN);
}

int main(void)
{
    RUN(scene_whose_build_failed);
    RUN(scene_that_was_left_alone);
    RUN(run_of_a_scan_that_did_not_begin);
    RUN(run_of_a_save_that_did_not_begin);
    RUN(every_edit_after_every_slice);
    RUN(every_edit_after_the_end);
    RUN(refused_visit);
    RUN(begun_within_a_write);
    RUN(a_writer_in_every_slice);
    RUN(a_writer_within_a_fan);
    RUN(a_writer_in_a_view);
    RUN(a_writer_between_rays);
    RUN(a_writer_that_makes_rays_fail);
    RUN(load_between);
    printf("%u edits between slices of %u calls\n", edits_made,
           (unsigned)(sizeof entries / sizeof entries[0]));
    return test_end();
}
