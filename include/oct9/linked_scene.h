/* SPDX-License-Identifier: MIT */
/* Linked scenes: a line through a scene, from neighbour to neighbour over linked leaves.
 *
 * Example, with (const oct9_scene_t *scene, const oct9_linked_t *leaves, oct9_point_t a,
 *                oct9_point_t b, void (*go)(void)):
 *
 *     oct9_linked_scene_t linked;
 *     oct9_scene_hit_t hit;
 *     const oct9_scene_cast_input_t line = {
 *         .motion = { .from = a, .to = b }, .capacity = 1, .hits = &hit
 *     };
 *     oct9_scene_output_t output;
 *     if (oct9_linked_scene_open(&linked, leaves, scene) == OCT9_OK &&
 *         oct9_linked_scene_cast(&linked, &line, &output) == OCT9_OK && output.count == 0)
 *         go();
 *
 * A line collision is a direct application of the cast: step to the next leaf, test its primitives,
 * stop at the first hit that no later leaf can precede. Hits are exactly those of oct9_scene_cast;
 * with any_contact it may find another primitive. A sphere grows every leaf, so that its path is no
 * path from neighbour to neighbour: ask the scene itself. The leaves are linked from a scene's
 * image by `oct9 link`; lists and primitives stay in the scene, which both kinds of query share.
 *
 * Source: Pease's engine octree, whose leaves have a list of primitives beside the links to their
 * neighbours. */
#ifndef OCT9_LINKED_SCENE_H
#define OCT9_LINKED_SCENE_H

#include "oct9/detail/linked_scene.h"
#include "oct9/linked.h"
#include "oct9/scene.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A scene with its leaves linked; oct9_linked_scene_open fills it. */
typedef struct oct9_linked_scene {
    const oct9_linked_t *leaves;
    const oct9_scene_t *scene;
    uint32_t generation; /* of the scene's tree */
} oct9_linked_scene_t;

/* Joins a scene and its linked leaves, both open. Both are kept by pointer.
 * Fails with OCT9_ERR_IMAGE_INDEX iff the leaves are not those of the scene: some leaf has another
 * place, size or list.
 * Its cost is a descent from the root for each leaf.
 * Stack: M0 136 bytes. Reentrant. */
oct9_status_t oct9_linked_scene_open(oct9_linked_scene_t *linked, const oct9_linked_t *leaves,
                                     const oct9_scene_t *scene);

/* Finds the first hits of a line: those of oct9_scene_cast, in every field; with any_contact, one
 * of those that the line meets, or none if there is none. Keeps its state, an
 * oct9_linked_scene_cast_t, on the stack. In the output `leaves` counts the leaves on the line, and
 * `nodes` is 0. Exact, as oct9_contact_t says.
 * Fails with OCT9_ERR_ARGUMENT iff the radius is not 0, capacity is 0 or start_inside is not in its
 * enum, OCT9_ERR_STALE as oct9_linked_scene_cast_run.
 * Its cost grows with the leaves and lists on the line up to the last hit, or, with a capacity of 2
 * and up, up to the first that the list leaves out.
 * Stack: M0 800 bytes. Reentrant. */
oct9_status_t oct9_linked_scene_cast(const oct9_linked_scene_t *linked,
                                     const oct9_scene_cast_input_t *input,
                                     oct9_scene_output_t *output);

/* Begins a cast in slices. Keeps the input by pointer; it must not change, and `hits` belongs to
 * the library, until OCT9_OK.
 * Fails with OCT9_ERR_ARGUMENT iff the radius is not 0, capacity is 0 or start_inside is not in its
 * enum.
 * Stack: M0 164 bytes. Reentrant. */
oct9_status_t oct9_linked_scene_cast_begin(oct9_linked_scene_cast_t *cast,
                                           const oct9_linked_scene_t *linked,
                                           const oct9_scene_cast_input_t *input);

/* Visits at most `budget` leaves, primitives in their lists, and hits whose contacts it computes.
 * Returns OCT9_OK when `output` and `hits` are filled; OCT9_AGAIN when the budget is used up: then
 * `output` has only its counts of work, call again.
 * Fails with OCT9_ERR_ARGUMENT iff budget is 0, OCT9_ERR_STALE iff the scene was built or opened
 * since oct9_linked_scene_open, or its last build failed.
 * Stack: M0 656 bytes. Reentrant. */
oct9_status_t oct9_linked_scene_cast_run(oct9_linked_scene_cast_t *cast, uint32_t budget,
                                         oct9_scene_output_t *output);

#ifdef __cplusplus
}
#endif
#endif
