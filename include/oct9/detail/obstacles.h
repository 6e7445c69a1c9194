/* SPDX-License-Identifier: MIT */
/* The state of a question to all obstacles: the caller owns it, only the library uses its fields.
 * See oct9/obstacles.h. */
#ifndef OCT9_DETAIL_OBSTACLES_H
#define OCT9_DETAIL_OBSTACLES_H

#include "oct9/cast.h"
#include "oct9/objects.h"
#include "oct9/scene.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What was visited. */
typedef struct {
    uint32_t leaves, nodes, tests;
} oct9_obstacles_work_t;

/* The part that is asked now, with what it keeps by pointer. */
typedef union {
    struct {
        oct9_cast_input_t input;
        oct9_cast_t cast;
    } ray;
    oct9_sweep_t sphere;
    struct {
        oct9_scene_cast_input_t input;
        oct9_scene_hit_t hit;
        oct9_scene_cast_t cast;
    } scene;
    struct {
        oct9_objects_cast_input_t input;
        oct9_object_hit_t hit;
        oct9_objects_cast_t cast;
    } objects;
} oct9_obstacles_part_t;

/* A question that runs in slices. */
typedef struct {
    const struct oct9_obstacles *obstacles;
    const struct oct9_obstacles_input *input;
    uint32_t map_generation, scene_generation, changes; /* when it began */
    oct9_obstacles_work_t work;                         /* of the parts that have ended */
    uint16_t index;                                     /* of the primitive, if it was met */
    uint8_t kind;                                       /* oct9_obstacle_t: what was met */
    uint8_t turn;                                       /* the part that is asked now */
    bool ray;
    oct9_contact_t contact; /* the first so far; of a leaf without its surface */
    oct9_leaf_t leaf;       /* if it was met */
    oct9_obstacles_part_t part;
} oct9_obstacles_cast_t;

#ifdef __cplusplus
}
#endif
#endif
