/* SPDX-License-Identifier: MIT */
/* Shadow rays: does anything stand between two points? */
#include "oct9/view.h"
#include "port/oct9_port.h"
#include "src/map/map.h"
#include "src/number/axes.h"
#include "src/number/fraction.h"
#include "src/query/rules.h"
#include "src/scene/scene.h"
#include "src/walk/walk.h"

/* Returns OCT9_OK and sets `blocked`, or fails. */
static OCT9_APART oct9_status_t ask_map(const oct9_view_lit_input_t *in, bool *blocked)
{
    oct9_cast_input_t input;
    oct9_cast_output_t output;
    oct9_point_copy(&input.from, &in->from);
    oct9_point_copy(&input.to, &in->to);
    oct9_rules_copy(&input.rules, &in->rules);
    const oct9_status_t status = oct9_cast_ray(in->map, &input, &output);
    *blocked = status == OCT9_OK && output.hit != OCT9_HIT_NONE;
    return status;
}

/* True if the motion meets a primitive of the leaf's list. */
static bool meets_one(const oct9_scene_t *scene, const oct9_motion_t *motion,
                      oct9_scene_list_t *list)
{
    for (; list->left != 0; list->left--) {
        const uint16_t index = *list->index++;
        const oct9_primitive_t *const primitive = &scene->primitives[index];
        oct9_solid_t solid;
        if (!oct9_scene_list_tests(list, primitive->category, motion->ignored, index))
            continue;
        oct9_solid_of_primitive(primitive, &solid);
        if (oct9_solid_contact(&solid, motion, OCT9_WAY_MAX, NULL, NULL))
            return true;
    }
    return false;
}

static OCT9_APART oct9_status_t ask_scene(const oct9_scene_t *scene, const oct9_motion_t *motion,
                                          bool *blocked)
{
    const oct9_map_t map = oct9_map_of_tree(&scene->tree);
    oct9_scene_list_t list;
    oct9_walk_t walk;
    oct9_scene_list_init(&list);
    bool more = oct9_walk_begin(&walk, &map, &motion->from, &motion->to);
    for (; more && !*blocked; more = oct9_walk_step(&walk))
        if (walk.payload != 0) {
            oct9_scene_list_take(&list, scene, walk.payload);
            *blocked = meets_one(scene, motion, &list);
        }
    return oct9_map_stale(&map, walk.generation) ? OCT9_ERR_STALE : OCT9_OK;
}

/* A motion without a radius is not refused, and the budget is more than there can be to look at. */
static OCT9_APART bool ask_objects(oct9_objects_t *objects, const oct9_motion_t *motion)
{
    oct9_object_hit_t hit;
    oct9_objects_cast_input_t input;
    oct9_objects_output_t output;
    oct9_point_copy(&input.motion.from, &motion->from);
    oct9_point_copy(&input.motion.to, &motion->to);
    input.motion.radius_q6 = 0;
    input.motion.ignored = motion->ignored;
    input.capacity = 1;
    input.hits = &hit;
    input.after = NULL;
    input.start_inside = OCT9_BLOCKS;
    (void)oct9_objects_cast(objects, &input, &output);
    return output.count != 0;
}

int oct9_view_lit(const oct9_view_lit_input_t *input)
{
    OCT9_ASSERT(input);
    oct9_motion_t motion;
    bool blocked = false;
    oct9_status_t status = OCT9_OK;
    oct9_point_copy(&motion.from, &input->from);
    oct9_point_copy(&motion.to, &input->to);
    motion.radius_q6 = 0;
    motion.ignored = input->ignored;
    if (input->map)
        status = ask_map(input, &blocked);
    if (status == OCT9_OK && !blocked && input->scene)
        status = ask_scene(input->scene, &motion, &blocked);
    if (status == OCT9_OK && !blocked && input->objects)
        blocked = ask_objects(input->objects, &motion);
    return status != OCT9_OK ? (int)status : !blocked;
}
