/* SPDX-License-Identifier: MIT */
#include "oct9/mm.h"
#include "examples/arm/watch.h"

enum { Q14_PER_Q6 = 256 };

/* One sphere; what is farther than the nearest so far is not looked for. */
static oct9_status_t near_sphere(const oct9_scene_t *scene, const oct9_frame_t *frame,
                                 const arm_place_t *arm, unsigned i, watch_near_t *nearest)
{
    const uint16_t radius_q6 = arm->radius_q6[i];
    uint16_t reach_q6;
    oct9_scene_near_t found;
    oct9_scene_nearest_input_t input = { .point = arm->centre[i], .capacity = 1, .found = &found };
    oct9_scene_output_t output;
    oct9_status_t status = oct9_mm_length(frame, WATCH_RANGE_MM, &reach_q6);
    if (status != OCT9_OK)
        return status;
    if (nearest->found && nearest->gap_q14 / Q14_PER_Q6 + 1u < reach_q6)
        reach_q6 = (uint16_t)(nearest->gap_q14 / Q14_PER_Q6 + 1u);
    input.range_q6 = (uint16_t)(radius_q6 + reach_q6);
    status = oct9_scene_nearest(scene, &input, &output);
    if (status != OCT9_OK || output.count == 0)
        return status;
    const uint32_t radius_q14 = (uint32_t)radius_q6 * Q14_PER_Q6;
    const uint32_t gap = found.distance_q14 > radius_q14 ? found.distance_q14 - radius_q14 : 0;
    if (!nearest->found || gap < nearest->gap_q14) {
        nearest->found = true;
        nearest->sphere = (uint8_t)i;
        nearest->index = found.index;
        nearest->gap_q14 = gap;
    }
    return OCT9_OK;
}

oct9_status_t watch_clearance(const oct9_scene_t *scene, const oct9_frame_t *frame,
                              const arm_place_t *arm, watch_near_t *nearest)
{
    oct9_status_t status = OCT9_OK;
    nearest->found = false;
    /* The tool first, as it is mostly the nearest: what is near makes the rest cheap. */
    for (unsigned left = ARM_SPHERES; status == OCT9_OK && left > 0; left--)
        status = near_sphere(scene, frame, arm, left - 1, nearest);
    return status;
}

static oct9_status_t step_sphere(const oct9_scene_t *scene, const oct9_motion_t *motion, unsigned i,
                                 watch_touch_t *first)
{
    oct9_scene_hit_t hit;
    const oct9_scene_cast_input_t input = { .motion = *motion, .capacity = 1, .hits = &hit };
    oct9_scene_output_t output;
    const oct9_status_t status = oct9_scene_cast(scene, &input, &output);
    if (status != OCT9_OK || output.count == 0)
        return status;
    if (!first->touches || hit.contact.num < first->hit.contact.num) {
        first->touches = true;
        first->sphere = (uint8_t)i;
        first->hit = hit;
    }
    return OCT9_OK;
}

oct9_status_t watch_step(const oct9_scene_t *scene, const arm_place_t *from, const arm_place_t *to,
                         watch_touch_t *first)
{
    oct9_status_t status = OCT9_OK;
    first->touches = false;
    for (unsigned i = 0; status == OCT9_OK && i < ARM_SPHERES; i++) {
        const uint16_t a = from->radius_q6[i], b = to->radius_q6[i];
        const oct9_motion_t motion = { .from = from->centre[i],
                                       .to = to->centre[i],
                                       .radius_q6 = a < b ? b : a };
        status = step_sphere(scene, &motion, i, first);
    }
    return status;
}
