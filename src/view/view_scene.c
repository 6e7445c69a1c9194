/* SPDX-License-Identifier: MIT */
/* A look at a scene: which primitives a camera sees, one ray for each pixel. */
#include "oct9/view.h"
#include "port/oct9_port.h"
#include "src/number/axes.h"
#include "src/scene/scene.h"
#include "src/view/view_ends.h"

oct9_status_t oct9_view_scene_begin(oct9_view_scene_t *look, const oct9_scene_t *scene,
                                    const oct9_view_sensor_t *sensor, const oct9_pose_t *pose,
                                    uint16_t ignored, uint8_t *visible)
{
    OCT9_ASSERT(look && scene && sensor && pose && visible);
    const oct9_map_t map = oct9_map_of_tree(&scene->tree);
    oct9_status_t status = oct9_view_sensor_check(sensor);
    if (status == OCT9_OK)
        status = oct9_view_axes(sensor, pose, look->axes_q13);
    if (status != OCT9_OK)
        return status;
    look->rays = look->leaves = look->nodes = look->tests = 0;
    look->casting = false;
    look->sensor = sensor;
    look->scene = scene;
    look->generation = oct9_map_generation(&map);
    look->visible = visible;
    oct9_point_copy(&look->input.motion.from, &pose->place);
    look->input.motion.radius_q6 = 0;
    look->input.motion.ignored = ignored;
    look->input.capacity = 1;
    look->input.hits = &look->hit;
    return OCT9_OK;
}

static OCT9_APART void begin_ray(oct9_view_scene_t *look)
{
    oct9_view_end(look->sensor, look->axes_q13, &look->input.motion.from, (unsigned)look->rays,
                  &look->input.motion.to);
    (void)oct9_scene_cast_begin(&look->cast, look->scene, &look->input);
    look->casting = true;
}

static void end_ray(oct9_view_scene_t *look)
{
    const uint16_t index = look->hit.index;
    look->casting = false;
    look->rays++;
    look->leaves += look->cast.sweep.search.leaves;
    look->nodes += look->cast.sweep.search.nodes;
    look->tests += look->cast.list.tests;
    if (look->cast.count != 0)
        look->visible[index / 8u] = (uint8_t)(look->visible[index / 8u] | 1u << index % 8u);
}

oct9_status_t oct9_view_scene_run(oct9_view_scene_t *look, uint32_t budget)
{
    OCT9_ASSERT(look);
    if (budget == 0)
        return OCT9_REFUSE();
    const oct9_map_t map = oct9_map_of_tree(&look->scene->tree);
    if (oct9_map_stale(&map, look->generation))
        return OCT9_ERR_STALE;
    const uint32_t edge = oct9_view_edge(look->sensor);
    while (look->rays < edge * edge) {
        if (!look->casting && budget == 0)
            return OCT9_AGAIN;
        if (!look->casting) {
            budget--;
            begin_ray(look);
        }
        if (!oct9_scene_cast_go(&look->cast, &budget))
            return OCT9_AGAIN;
        end_ray(look);
    }
    return OCT9_OK;
}
