/* SPDX-License-Identifier: MIT */
/* Many spheres at rest: is any of them blocked? For an arm's posture of 20 to 60 spheres, the parts
 * of a multirotor, or one sphere, where yes or no is enough.
 *
 * Example, with (const oct9_map_t *map, const oct9_sphere_t *arm, uint16_t count,
 *                void (*move)(void)):
 *
 *     const oct9_spheres_input_t input = { .spheres = arm, .count = count };
 *     oct9_spheres_output_t output;
 *     if (oct9_spheres_check(map, &input, &output) == OCT9_OK && output.hit == OCT9_HIT_NONE)
 *         move();
 *
 * The answer is that of oct9_sweep_sphere for each sphere at rest, and as exact: spheres and leaves
 * include their surfaces. But the search goes down the map once for 32 spheres, and ends with the
 * first contact that it finds, in any order: it does not say where the contact is.
 *
 * Source: a group of volumes that descends together, with a mask of those that reach a node, as
 * packets of rays do (Wald, Slusallek, Benthin and Wagner 2001, "Interactive rendering with
 * coherent ray tracing"). */
#ifndef OCT9_SPHERES_H
#define OCT9_SPHERES_H

#include "oct9/detail/spheres.h"
#include "oct9/rules.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A sphere. Use oct9_mm_sphere to convert from millimetres, with the same place at both ends. */
typedef struct {
    oct9_point_t centre;
    uint16_t radius_q6; /* 0..32767 */
} oct9_sphere_t;

/* Input of a check of spheres. */
typedef struct oct9_spheres_input {
    const oct9_sphere_t *spheres;
    uint16_t count;     /* at least 1 */
    oct9_rules_t rules; /* start_inside PASSES: no leaf ever blocks; LEAVES: only one that contains
                           a sphere's centre */
} oct9_spheres_input_t;

/* Output of a check of spheres. */
typedef struct {
    oct9_hit_t hit; /* what the blocked sphere meets; OCT9_HIT_NONE: all are clear */
    uint16_t index; /* of the blocked sphere, of several any one; set only if there is one */
    uint32_t leaves, nodes; /* visited, for all spheres together */
} oct9_spheres_output_t;

/* Finds out whether a sphere meets a leaf that blocks, or the outside if that blocks. Keeps its
 * state, an oct9_spheres_t, on the stack.
 * Fails with OCT9_ERR_ARGUMENT iff count is 0, a radius is above 32767 (as a negative one becomes),
 * or as oct9_rules_check does. Returns OCT9_AGAIN, without an answer, after 4,294,967,295 visits:
 * only an image that was made to use its nodes many times over has so many.
 * Its cost grows with the nodes that the spheres' bounding boxes meet, and for each of them with
 * the spheres that meet it. A sphere wholly outside the cube costs, beside others of its 32, as if
 * it lay at the nearest face.
 * Stack: M0 656 bytes. Reentrant. */
oct9_status_t oct9_spheres_check(const oct9_map_t *map, const oct9_spheres_input_t *input,
                                 oct9_spheres_output_t *output);

/* Begins a check of spheres in slices. Keeps the input by pointer. Looks at each sphere, and at the
 * first 32 once more.
 * Fails as oct9_spheres_check does.
 * Stack: M0 168 bytes. Reentrant. */
oct9_status_t oct9_spheres_begin(oct9_spheres_t *spheres, const oct9_map_t *map,
                                 const oct9_spheres_input_t *input);

/* Continues a check of spheres; visits at most `budget` nodes and leaves, each with up to 32
 * spheres, and begins at most as many groups of 32. Returns OCT9_OK when `output` is filled;
 * OCT9_AGAIN when the budget is used up: then only the counts of `output` are set, call again.
 * Fails with OCT9_ERR_ARGUMENT iff budget is 0, OCT9_ERR_STALE iff the map was written to since the
 * check began.
 * Stack: M0 176 bytes. Reentrant. */
oct9_status_t oct9_spheres_run(oct9_spheres_t *spheres, uint32_t budget,
                               oct9_spheres_output_t *output);

#ifdef __cplusplus
}
#endif
#endif
