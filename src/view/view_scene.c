/* SPDX-License-Identifier: MIT */
/* Frames of a scene: a walk through the tree of lists that tests the primitives of each leaf, and
 * ends where no later leaf can hold the first hit.
 *
 * A primitive touches the ray at some time in a leaf that the walk visits at that time, and the
 * list of that leaf has it. So with a hit at `num` no other one comes first in a leaf that the ray
 * enters after (num + 1) / 65535. */
#include "oct9/view.h"
#include "port/oct9_port.h"
#include "src/map/map.h"
#include "src/number/axes.h"
#include "src/number/fraction.h"
#include "src/scene/scene.h"
#include "src/view/view_frame.h"
#include "src/view/view_seen.h"
#include "src/walk/walk.h"

oct9_status_t oct9_view_scene_begin(oct9_view_t *view, const oct9_scene_t *scene, uint16_t ignored,
                                    const oct9_pose_t *pose)
{
    OCT9_ASSERT(view && scene && pose);
    const oct9_map_t map = oct9_map_of_tree(&scene->tree);
    const oct9_status_t status = oct9_view_frame(view, &map, pose);
    if (status != OCT9_OK)
        return status;
    view->scene = scene;
    oct9_point_copy(&view->among.motion.from, &pose->place);
    view->among.motion.radius_q6 = 0;
    view->among.ignored = ignored;
    return OCT9_OK;
}

/* The ray is in a leaf: notes it and takes its list. */
static void enter_leaf(oct9_view_t *view)
{
    const uint16_t payload = view->cast.walk.payload;
    uint32_t code;
    view->leaves++;
    view->among.entry = oct9_view_enter(view, &code);
    if (payload != 0)
        oct9_scene_list_take(&view->among.list, view->scene, payload);
}

/* Ends the ray. num * range is at most 65535 * 32767 < 2^31. */
static void end_scene_ray(oct9_view_t *view)
{
    const oct9_view_ray_t *const ray = &view->among;
    view->nodes += view->cast.walk.nodes;
    view->tests += ray->list.tests;
    if (!ray->met) {
        oct9_view_set_pixel(view, 0, OCT9_DEPTH_NONE);
        return;
    }
    if (ray->entry)
        ray->entry->leaf |= OCT9_VIEW_STOPPED;
    oct9_view_set_pixel(view, OCT9_VIEW_PRIMITIVE + ray->index,
                        (uint32_t)ray->num * view->sensor->range_q6 / OCT9_WAY_MAX);
}

static OCT9_APART void begin_scene_ray(oct9_view_t *view)
{
    oct9_view_ray_t *const ray = &view->among;
    oct9_walk_t *const walk = &view->cast.walk;
    oct9_point_copy(&ray->motion.to, &view->ray.to);
    oct9_scene_list_init(&ray->list);
    ray->met = false;
    view->casting = true;
    if (oct9_walk_begin(walk, &view->map, &ray->motion.from, &ray->motion.to))
        enter_leaf(view);
    else
        end_scene_ray(view);
}

/* Tests the next primitive of the leaf's list. */
static OCT9_APART void test_next(oct9_view_t *view)
{
    oct9_view_ray_t *const ray = &view->among;
    const uint16_t index = *ray->list.index++;
    const oct9_primitive_t *const primitive = &view->scene->primitives[index];
    oct9_solid_t solid;
    uint16_t num;
    ray->list.left--;
    if (!oct9_scene_list_tests(&ray->list, primitive->category, ray->ignored, index))
        return;
    oct9_solid_of_primitive(primitive, &solid);
    if (!oct9_solid_contact(&solid, &ray->motion, ray->met ? ray->num : OCT9_WAY_MAX, NULL, &num) ||
        (ray->met && num == ray->num && index > ray->index))
        return;
    ray->met = true;
    ray->num = num;
    ray->index = index;
}

/* True if the ray ends before the leaf that it is about to enter. */
static bool ends_before(const oct9_view_ray_t *ray, const oct9_walk_t *walk)
{
    oct9_fraction_t end, entry;
    if (!ray->met)
        return false;
    end.num = (uint32_t)ray->num + 1u;
    end.den = OCT9_WAY_MAX;
    (void)oct9_walk_entry(walk, &entry);
    return oct9_fraction_below(&end, &entry);
}

/* Goes to the next leaf of the ray, if there is one that counts. */
static void next_ray_leaf(oct9_view_t *view)
{
    oct9_walk_t *const walk = &view->cast.walk;
    if (oct9_walk_step(walk) && !ends_before(&view->among, walk))
        enter_leaf(view);
    else
        end_scene_ray(view);
}

oct9_status_t oct9_view_scene_run(oct9_view_t *view, uint32_t budget)
{
    OCT9_ASSERT(view);
    if (budget == 0 || !view->scene)
        return OCT9_REFUSE();
    view->changes++;
    if (oct9_map_stale(&view->map, view->generation))
        return OCT9_ERR_STALE;
    for (; view->running; budget--) {
        if (budget == 0)
            return OCT9_AGAIN;
        if (!view->casting) {
            if (oct9_view_next_ray(view))
                begin_scene_ray(view);
        } else if (view->among.list.left != 0) {
            test_next(view);
        } else {
            next_ray_leaf(view);
        }
    }
    return view->lost == 0 ? OCT9_OK : OCT9_ERR_SEEN_FULL;
}
