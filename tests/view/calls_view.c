/* SPDX-License-Identifier: MIT */
/* Views: 8 x 8 pixels, 45 degrees, 2 m, in a table that holds what they see; scenes of 4
 * primitives. */
#include "bench/calls.h"
#include "bench/calls_part.h"
#include "bench/calls_place.h"
#include "oct9/view.h"

enum {
    PIXELS = 9 * 9,
    SEEN = 512,
    VIEWS = 2,
    LISTED = 32,
    THINGS = 4,
    BLOCKS = 10,
    LISTS = 16,
    INDICES = 48
};

static const oct9_map_t *map;
static const oct9_view_sensor_t sensor = { .tan_y_q14 = 6786,
                                           .tan_z_q14 = 6786,
                                           .range_q6 = PART_2_M,
                                           .differ_q6 = 64,
                                           .grid = 3,
                                           .coarse = 1,
                                           .frames = 1,
                                           .rules = { .unknown = OCT9_PASSES,
                                                      .outside = OCT9_FREE } };

static oct9_view_pixel_t pixels[PIXELS];
static oct9_view_entry_t seen[SEEN];
static oct9_view_t view;

static oct9_primitive_t primitive[THINGS];
static oct9_block_t blocks[BLOCKS];
static uint32_t lists[LISTS];
static uint16_t indices[INDICES];
static oct9_scene_t scene;

static oct9_pose_t pose(void)
{
    oct9_pose_t at;
    at.place = part_free();
    at.rotation = place_rotation();
    return at;
}

static bool complete = true; /* no view has failed, nor lost a leaf */

static void answer(oct9_status_t status)
{
    complete = complete && status == OCT9_OK;
    calls_answer((uint32_t)status);
    calls_answer(view.rays);
    for (unsigned i = 0; i < PIXELS; i++)
        calls_answer(pixels[i].depth_q6);
}

static oct9_status_t init(void)
{
    return oct9_view_init(&view, &sensor, pixels, seen, SEEN);
}

static void view_init(void)
{
    oct9_status_t status;
    CALL(status = oct9_view_init(&view, &sensor, pixels, seen, SEEN));
    answer(status);
}

static void view_begin(void)
{
    (void)init();
    for (unsigned i = 0; i < VIEWS; i++) {
        const oct9_pose_t at = pose();
        oct9_status_t status;
        CALL(status = oct9_view_begin(&view, map, &at));
        calls_answer((uint32_t)status);
        calls_answer((uint32_t)view.axes_q13[0][0]);
    }
}

static void view_frustum(void)
{
    for (unsigned i = 0; i < CALLS_CASES; i++) {
        const oct9_pose_t at = pose();
        oct9_frustum_t frustum;
        oct9_status_t status;
        CALL(status = oct9_view_frustum(&sensor, &at, &frustum));
        calls_answer((uint32_t)status);
        for (unsigned p = 0; p < 6; p++)
            calls_answer((uint32_t)frustum.plane[p].offset);
    }
}

static void view_run(void)
{
    (void)init();
    for (unsigned i = 0; i < VIEWS; i++) {
        const oct9_pose_t at = pose();
        oct9_status_t status = oct9_view_begin(&view, map, &at);
        CALL(status = oct9_view_run(&view, UINT32_MAX));
        answer(status);
    }
}

static void look_once(void)
{
    const oct9_pose_t at = pose();
    (void)init();
    (void)oct9_view_begin(&view, map, &at);
    (void)oct9_view_run(&view, UINT32_MAX);
}

static void view_seen_begin(void)
{
    oct9_view_seen_t list;
    look_once();
    CALL(oct9_view_seen_begin(&list, &view));
    calls_answer(list.next);
}

static void view_seen_next(void)
{
    oct9_view_seen_t list;
    oct9_view_leaf_t leaf = { .state = 0 };
    int got = 1;
    look_once();
    oct9_view_seen_begin(&list, &view);
    for (unsigned i = 0; i < LISTED && got > 0; i++) {
        CALL(got = oct9_view_seen_next(&list, UINT32_MAX, &leaf));
        calls_answer((uint32_t)got + leaf.node.corner.x + leaf.state);
    }
}

/* Around the place that is looked from. */
static void furnish(const oct9_point_t *about)
{
    const oct9_scene_config_t config = { .primitives = primitive,
                                         .primitive_count = THINGS,
                                         .blocks = blocks,
                                         .block_count = BLOCKS,
                                         .lists = lists,
                                         .list_count = LISTS,
                                         .indices = indices,
                                         .index_count = INDICES,
                                         .few = 2,
                                         .least_level = 4 };
    for (uint16_t i = 0; i < THINGS; i++) {
        oct9_primitive_t *one = &primitive[i];
        one->a = *about;
        one->a.x = (int16_t)(about->x + (i % 2u ? 600 : -600));
        one->a.y = (int16_t)(about->y + (i / 2u ? 500 : -500));
        one->a.z = (int16_t)(about->z + 600);
        one->b = one->c = one->a;
        one->b.x = (int16_t)(one->a.x + 400);
        one->c.z = (int16_t)(one->a.z + 400);
        one->radius_q6 = 300;
        one->id = i;
        one->category = 0;
        one->kind = i % 2u ? OCT9_PRIMITIVE_TRIANGLE : OCT9_PRIMITIVE_SPHERE;
    }
    complete = complete && oct9_scene_build(&scene, &config) == OCT9_OK;
}

static void view_scene_begin(void)
{
    (void)init();
    for (unsigned i = 0; i < VIEWS; i++) {
        const oct9_pose_t at = pose();
        furnish(&at.place);
        oct9_status_t status;
        CALL(status = oct9_view_scene_begin(&view, &scene, 0, &at));
        calls_answer((uint32_t)status);
    }
}

static void view_scene_run(void)
{
    (void)init();
    for (unsigned i = 0; i < VIEWS; i++) {
        const oct9_pose_t at = pose();
        furnish(&at.place);
        oct9_status_t status = oct9_view_scene_begin(&view, &scene, 0, &at);
        CALL(status = oct9_view_scene_run(&view, UINT32_MAX));
        answer(status);
        calls_answer(view.tests);
    }
}

static const call_t call[] = { { "view_init", view_init },
                               { "view_begin", view_begin },
                               { "view_frustum", view_frustum },
                               { "view_run", view_run },
                               { "view_seen_begin", view_seen_begin },
                               { "view_seen_next", view_seen_next },
                               { "view_scene_begin", view_scene_begin },
                               { "view_scene_run", view_scene_run } };

int main(void)
{
    map = part_map();
    return map != NULL && calls_run(call, sizeof call / sizeof call[0]) == 0 && complete ? 0 : 1;
}
