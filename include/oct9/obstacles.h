/* SPDX-License-Identifier: MIT */
/* Obstacles: a map, a scene and moving objects, asked together. One call finds what a ray or a
 * moving sphere meets first of them all, and the contact.
 *
 * Example, with (const oct9_map_t *map, const oct9_scene_t *scene, oct9_objects_t *objects,
 *                oct9_point_t a, oct9_point_t b, void (*go)(void)):
 *
 *     const oct9_obstacles_t all = { .map = map, .scene = scene, .objects = objects };
 *     const oct9_obstacles_input_t input = {
 *         .motion = { a, b, 192 }, .rules = { .unknown = OCT9_PASSES }
 *     };
 *     oct9_obstacles_output_t met;
 *     if (oct9_obstacles_sphere(&all, &input, &met) == OCT9_OK && met.kind == OCT9_OBSTACLE_NONE)
 *         go();
 *
 * All three are asked in the same sub-cells: the scene is baked in the frame of the map, and the
 * objects are added in it. Where a window moves, the caller moves the objects back by as much; a
 * scene cannot follow.
 *
 * The map is asked first, then the scene, then the objects, each only for the part of the motion
 * before the first contact so far. So the answer is that of the three asked alone, and more is
 * saved the more lies behind the contact.
 *
 * What is exact. All contacts are in 65535ths of the motion, never after the true contact, and at
 * most 1 / 65535 before it: at most one sub-cell on each axis. A contact in an earlier 65535th
 * comes first. In the same 65535th the map's contact comes before the scene's, the scene's before
 * the objects', and in one scene or set of objects the one with the lowest index. If leaves are
 * met in the same 65535th, any one is named: for a ray the first, exactly. A touch exactly at k /
 * 65535 is in the 65535th from k on if a sphere touches a leaf, and in the one before for all else:
 * so a primitive that touches together with a leaf may come first.
 *
 * With any_contact a query ends with the first of the three that blocks. It answers "blocked" or
 * "clear" exactly as without, for fewer instructions, but it does not say where: `kind` and what it
 * names is any that blocks, `num` is 0, and `at` and `point` are the start. So a ray answers
 * whether one point is lit from another. What touches an end blocks, too: to ask from the surface
 * of a primitive, begin two sub-cells off it along the contact's normal, and from that of a leaf
 * with start_inside PASSES. */
#ifndef OCT9_OBSTACLES_H
#define OCT9_OBSTACLES_H

#include "oct9/detail/obstacles.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What may be in the path of a motion. Each may be NULL, but not all three. They are kept by
 * pointer and must outlive the queries. */
typedef struct oct9_obstacles {
    const oct9_map_t *map;
    const oct9_scene_t *scene;
    oct9_objects_t *objects; /* a query moves their queue into the tree */
} oct9_obstacles_t;

/* What a motion met first. */
typedef enum {
    OCT9_OBSTACLE_NONE,      /* nothing: clear */
    OCT9_OBSTACLE_LEAF,      /* a leaf of the map; the output names it */
    OCT9_OBSTACLE_OUTSIDE,   /* the space outside the map's cube */
    OCT9_OBSTACLE_PRIMITIVE, /* a primitive of the scene; the output has its index */
    OCT9_OBSTACLE_OBJECT     /* an object; the output has its handle */
} oct9_obstacle_t;

/* A motion among obstacles. */
typedef struct oct9_obstacles_input {
    oct9_motion_t motion;
    oct9_rules_t rules; /* of the map. Only start_inside LEAVES applies to primitives and objects,
                           too. With any other what the motion touches at its start blocks, unless
                           it is ignored: with PASSES as well */
    uint16_t ignored;   /* categories of primitives and of objects: that of the robot, if it is an
                           object itself */
    bool any_contact;   /* false: what it meets first. True: a yes or no is enough, as above */
} oct9_obstacles_input_t;

/* What the motion met first. */
typedef struct {
    oct9_obstacle_t kind;
    oct9_leaf_t leaf;       /* set only if kind is OCT9_OBSTACLE_LEAF */
    uint16_t index;         /* set only if kind is OCT9_OBSTACLE_PRIMITIVE */
    oct9_handle_t handle;   /* set only if kind is OCT9_OBSTACLE_OBJECT */
    oct9_contact_t contact; /* as in oct9_contact_t; a leaf is a box. If clear, num is 65535, and
                               `at` and `point` are the end of the motion. If it is the outside,
                               `point` is `at`. The normal is 0, 0, 0 in both cases */
    uint32_t leaves, nodes; /* visited, of all three */
    uint32_t tests;         /* of primitives, and objects visited */
} oct9_obstacles_output_t;

/* Finds what a ray meets first. Cells are half-open, as in oct9_cast_ray: a leaf that the ray only
 * touches is not hit. A primitive or an object that it touches is. Keeps its state, an
 * oct9_obstacles_cast_t, on the stack.
 * Fails with OCT9_ERR_ARGUMENT iff all three obstacles are NULL, the motion's radius is not 0, or,
 * with a map, as oct9_rules_check does; with OCT9_ERR_STALE as oct9_obstacles_run.
 * What it visits is at most what oct9_cast_ray, oct9_scene_cast and oct9_objects_cast visit
 * together, and about 500 instructions more on an M4 to set up.
 * Stack: M0 1,176 bytes. One writer. */
oct9_status_t oct9_obstacles_ray(const oct9_obstacles_t *obstacles,
                                 const oct9_obstacles_input_t *input,
                                 oct9_obstacles_output_t *output);

/* Begins a ray in slices; continue with oct9_obstacles_run. Keeps obstacles and input by pointer.
 * Fails with OCT9_ERR_ARGUMENT as oct9_obstacles_ray does.
 * Stack: M0 232 bytes. One writer. */
oct9_status_t oct9_obstacles_ray_begin(oct9_obstacles_cast_t *cast,
                                       const oct9_obstacles_t *obstacles,
                                       const oct9_obstacles_input_t *input);

/* Finds what a sphere meets first that moves straight, or rests. All include their surfaces, as in
 * oct9_sweep_sphere and oct9_scene_cast: what touches the sphere blocks it. Keeps its state, an
 * oct9_obstacles_cast_t, on the stack.
 * Fails with OCT9_ERR_ARGUMENT iff all three obstacles are NULL, the radius is above 32767, or,
 * with a map, as oct9_rules_check does; with OCT9_ERR_STALE as oct9_obstacles_run.
 * What it visits is at most what oct9_sweep_sphere, oct9_scene_cast and oct9_objects_cast visit
 * together, and about 500 instructions more on an M4 to set up.
 * Stack: M0 1,176 bytes. One writer. */
oct9_status_t oct9_obstacles_sphere(const oct9_obstacles_t *obstacles,
                                    const oct9_obstacles_input_t *input,
                                    oct9_obstacles_output_t *output);

/* Begins a sphere in slices; continue with oct9_obstacles_run. Keeps obstacles and input by
 * pointer.
 * Fails with OCT9_ERR_ARGUMENT as oct9_obstacles_sphere does.
 * Stack: M0 232 bytes. One writer. */
oct9_status_t oct9_obstacles_sphere_begin(oct9_obstacles_cast_t *cast,
                                          const oct9_obstacles_t *obstacles,
                                          const oct9_obstacles_input_t *input);

/* Continues a ray or a sphere. `budget` is the most nodes, leaves, primitives and objects that it
 * visits; with a ray, of the map's nodes and leaves only the leaves count. Returns OCT9_OK when
 * `output` is filled; OCT9_AGAIN when the budget is used up: then only the counts of `output` are
 * set, call again.
 * Fails with OCT9_ERR_ARGUMENT iff budget is 0, OCT9_ERR_STALE iff the map was written to, the
 * scene built or opened, or the objects changed since the query began, or the scene's last build
 * failed.
 * Stack: M0 672 bytes. One writer. */
oct9_status_t oct9_obstacles_run(oct9_obstacles_cast_t *cast, uint32_t budget,
                                 oct9_obstacles_output_t *output);

#ifdef __cplusplus
}
#endif
#endif
