/* SPDX-License-Identifier: MIT */
/* Views of a scene: which primitives a camera or a range sensor at a pose can see.
 *
 *     oct9_view_scene_begin(&look, &scene, &sensor, &pose, 0, visible);
 *     while (oct9_view_scene_run(&look, 500) == OCT9_AGAIN) ...
 *
 * A ray is cast to every pixel of the sensor's grid, as in view.h, and the first primitive that it
 * meets is visible. What lies between rays is not seen. */
#ifndef OCT9_VIEW_SCENE_H
#define OCT9_VIEW_SCENE_H

#include "oct9/scene.h"
#include "oct9/view.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A look; the caller owns it. Read the counters, leave the rest to the library. It must not be
 * moved until the look has ended. */
typedef struct {
    uint32_t rays;                        /* that are done */
    uint32_t leaves, nodes, tests;        /* visited, and of primitives, by them */
    bool casting;                         /* a ray is under way */
    const oct9_view_sensor_t *sensor;
    const oct9_scene_t *scene;
    uint8_t *visible;
    int32_t axes[3][3];
    oct9_scene_hit_t hit;
    oct9_scene_cast_input_t input;
    oct9_scene_cast_t cast;
} oct9_view_scene_t;

/* Begins a look from `pose`. Of the sensor its angles, range and grid count; the
 * whole sensor must be good, as oct9_view_init checks it, and `coarse`, `frames`, `differ_q6`, `fill_in`
 * and `rules` have no part in a look. What is `ignored` is
 * looked through, by categories (primitive.h). `visible` has a bit for each primitive, bit i % 8 of
 * byte i / 8, (primitive_count + 7) / 8 bytes; bits are only set, so that looks add up: clear it
 * first. The scene and the sensor are kept by pointer, and must not change until the look ends.
 * Fails with OCT9_ERR_VIEW or OCT9_ERR_RADIUS as oct9_view_init does of the sensor, with
 * OCT9_ERR_ROTATION or OCT9_ERR_RANGE as oct9_view_begin does. */
oct9_status_t oct9_view_scene_begin(oct9_view_scene_t *look, const oct9_scene_t *scene,
                                    const oct9_view_sensor_t *sensor, const oct9_pose_t *pose,
                                    uint16_t ignored, uint8_t *visible);

/* Goes on by at most `budget` rays that begin and of what oct9_scene_cast_run looks at. OCT9_OK: all
 * rays are cast. OCT9_AGAIN: it is used up, call again. OCT9_ERR_BUDGET iff it is 0.
 * Cost: (N + 1)^2 casts. Stack: see docs/footprint.md. Reentrant, with a look of one's own. */
oct9_status_t oct9_view_scene_run(oct9_view_scene_t *look, uint32_t budget);

#ifdef __cplusplus
}
#endif
#endif
