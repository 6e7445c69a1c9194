/* SPDX-License-Identifier: MIT */
/* Every question, asked of a scene that may have been made by an enemy: each run ends within its
 * budget and names primitives that there are. */
#include "oct9/scene.h"
#include "oct9/view.h"
#include "verify/fuzz/ask.h"
#include "verify/fuzz/fuzz.h"

#include <stdlib.h>

#define QUESTIONS_MOST 2
#define FOUND_MOST 4u

static void ask_cast(const oct9_scene_t *scene, questions_t *questions)
{
    oct9_scene_hit_t hits[FOUND_MOST];
    const unsigned how = question_u8(questions);
    const oct9_scene_cast_input_t input = { .motion = { question_point(questions),
                                                        question_point(questions),
                                                        question_u16(questions) >> 1 },
                                            .capacity = (uint16_t)(1u + how % FOUND_MOST),
                                            .hits = hits,
                                            .any_contact = how >= 128 };
    slices_t slices = slices_of(questions);
    oct9_scene_cast_t cast;
    oct9_scene_output_t output;
    oct9_status_t status = oct9_scene_cast_begin(&cast, scene, &input);
    FUZZ_CHECK(status == OCT9_OK);
    do
        status = oct9_scene_cast_run(&cast, slices.budget, &output);
    while (goes_on(&slices, status, output.leaves + output.nodes + output.tests));
    FUZZ_CHECK(status != OCT9_OK || output.count <= input.capacity);
    for (unsigned i = 0; status == OCT9_OK && i < output.count; i++)
        FUZZ_CHECK(hits[i].index < scene->primitive_count);
}

static void ask_nearest(const oct9_scene_t *scene, questions_t *questions)
{
    oct9_scene_near_t found[FOUND_MOST];
    const oct9_scene_nearest_input_t input = { .point = question_point(questions),
                                               .range_q6 = question_u16(questions) >> 1,
                                               .capacity = 1u + question_u8(questions) % FOUND_MOST,
                                               .found = found };
    slices_t slices = slices_of(questions);
    oct9_scene_nearest_t nearest;
    oct9_scene_output_t output;
    oct9_status_t status = oct9_scene_nearest_begin(&nearest, scene, &input);
    FUZZ_CHECK(status == OCT9_OK);
    do
        status = oct9_scene_nearest_run(&nearest, slices.budget, &output);
    while (goes_on(&slices, status, output.leaves + output.nodes + output.tests));
    for (unsigned i = 0; status == OCT9_OK && i < output.count; i++)
        FUZZ_CHECK(found[i].index < scene->primitive_count);
}

/* Each primitive once at most. */
static void run_find(oct9_scene_find_t *find, const oct9_scene_t *scene, questions_t *questions)
{
    const uint32_t budget = 1u + question_u8(questions);
    uint32_t count = 0;
    for (unsigned i = 0; i < RUNS_MOST; i++) {
        const oct9_search_t *search = &find->visit.search;
        const uint32_t before = search->leaves + search->nodes + find->list.tests;
        uint16_t index;
        const int status = oct9_scene_find_next(find, budget, &index);
        FUZZ_CHECK(status == OCT9_AGAIN || status == 0 || status == 1);
        FUZZ_CHECK(search->leaves + search->nodes + find->list.tests - before <= budget);
        FUZZ_CHECK(status <= 0 ||
                   (index < scene->primitive_count && ++count <= scene->primitive_count));
        if (status == 0)
            break;
    }
}

static void ask_find(const oct9_scene_t *scene, questions_t *questions)
{
    uint8_t *seen = malloc((scene->primitive_count + 7u) / 8u + 1u);
    static const oct9_region_kind_t kinds[] = { OCT9_REGION_BOX, OCT9_REGION_SPHERE,
                                                OCT9_REGION_FRUSTUM };
    oct9_frustum_t frustum;
    oct9_region_t region = { .kind = kinds[question_u8(questions) % 3u], .frustum = &frustum };
    oct9_scene_find_t find;
    if (!seen)
        abort();
    region.lo = region.centre = question_point(questions);
    region.hi = question_point(questions);
    region.radius_q6 = question_u16(questions) >> 1;
    for (unsigned i = 0; region.kind == OCT9_REGION_FRUSTUM && i < 6; i++)
        frustum.plane[i] = (oct9_plane_t){ { (int16_t)(1 + question_u8(questions)), -7, 9 },
                                           (int16_t)question_u16(questions) * 64 };
    const oct9_status_t status = oct9_scene_find_begin(&find, scene, &region, 0, seen);
    if (status == OCT9_OK)
        run_find(&find, scene, questions);
    else
        FUZZ_CHECK(status == OCT9_ERR_ARGUMENT && region.kind == OCT9_REGION_BOX);
    free(seen);
}

static void ask_sight(const oct9_scene_t *scene, questions_t *questions)
{
    const oct9_view_sensor_t sensor = { .range_q6 = question_u16(questions) >> 3,
                                        .tan_y_q14 = 9000,
                                        .tan_z_q14 = 7000,
                                        .grid = 2,
                                        .coarse = question_u8(questions) % 3u,
                                        .frames = 1,
                                        .fill_in = true };
    const oct9_pose_t pose = { question_point(questions), OCT9_ROTATION_NONE };
    slices_t slices = slices_of(questions);
    oct9_view_pixel_t pixels[25];
    oct9_view_entry_t seen[16];
    oct9_view_t view;
    oct9_view_seen_t list;
    oct9_view_leaf_t leaf;
    int status;
    FUZZ_CHECK(oct9_view_init(&view, &sensor, pixels, seen, 16) == OCT9_OK);
    if (oct9_view_scene_begin(&view, scene, 0, &pose) != OCT9_OK)
        return; /* an end beyond the numbers */
    do {
        status = oct9_view_scene_run(&view, slices.budget);
        if (status == OCT9_ERR_SEEN_FULL)
            status = OCT9_OK;
    } while (goes_on(&slices, status, view.leaves));
    oct9_view_seen_begin(&list, &view);
    while (oct9_view_seen_next(&list, UINT32_MAX, &leaf) > 0)
        for (unsigned i = 0; i < leaf.count; i++)
            FUZZ_CHECK(leaf.primitives[i] < scene->primitive_count);
}

/* To the checks a scene is a map. */
static void ask_as_map(const oct9_scene_t *scene, questions_t *questions)
{
    const oct9_map_t map = oct9_map_of_tree(&scene->tree);
    ask_map(&map, questions);
}

void ask_scene(const oct9_scene_t *scene, questions_t *questions)
{
    static void (*const ask[])(const oct9_scene_t *, questions_t *) = { ask_cast, ask_nearest,
                                                                        ask_find, ask_sight,
                                                                        ask_as_map };
    for (unsigned i = 0; i < QUESTIONS_MOST && questions->left != 0; i++)
        ask[question_u8(questions) % (sizeof ask / sizeof *ask)](scene, questions);
}
