/* SPDX-License-Identifier: MIT */
/* Layered maps: a tree over an image, or over another tree, as one map. A building is in flash; the
 * tree above it has what the sensors saw.
 *
 * Example, with (const oct9_tree_t *seen, const oct9_image_t *building,
 *                oct9_sphere_input_t *robot, void (*go)(void)):
 *
 *     oct9_layered_t layered;
 *     oct9_sweep_output_t met;
 *     const oct9_map_t below = oct9_map_of_image(building);
 *     if (oct9_layered_init(&layered, seen, &below, OCT9_LAYERED_UNION) != OCT9_OK)
 *         return;
 *     const oct9_map_t map = oct9_layered_map(&layered);
 *     if (oct9_sweep_sphere(&map, robot, &met) == OCT9_OK && met.hit == OCT9_HIT_NONE)
 *         go();
 *
 * The tree is the upper map, the other one the lower map. Each cell has one state, from both:
 *
 *     OCT9_LAYERED_UNION        occupied if either is, else free if either is, else unknown
 *     OCT9_LAYERED_UPPER_FIRST  the upper map's if that is known, else the lower map's
 *
 * Every query of a map takes a layered map and answers for these states, exactly: nothing is copied
 * and no query asks twice. A leaf of a layered map has its state as payload, as in an image, so
 * that filters are those for an image. Leaves are not merged: eight equal ones may be adjacent.
 *
 * A query reads pairs, a node of each map, where the upper map knows something. Where it knows
 * nothing in a node, the query goes on in the image alone, at the image's cost. In a lower tree,
 * and in an image that is turned, it reads pairs everywhere.
 *
 * With the union an obstacle stays until both maps know better: a door that the image has stays
 * shut. With the upper map first the sensors decide: what they saw to be free is free.
 *
 * The lower map has a pose in the upper one: a shift by whole cells and quarter turns about z. For
 * any other turn, turn the building before it is baked. After each move of the window:
 *
 *     if (oct9_window_move(&occupancy, &by, 6) == OCT9_OK &&
 *         oct9_window_frame(&occupancy.window, &base, &frame) == OCT9_OK &&
 *         oct9_layered_shift(&frame, &building->frame, &shift) == OCT9_OK)
 *         status = oct9_layered_place(&layered, &shift, 0);
 *
 * Any shift is exact, but the cube's nodes and those of the lower map meet only where the shift is
 * a multiple of their size. Larger nodes count as inner nodes: with a shift by 64 cells no leaf is
 * larger than 64 cells; with an odd shift none in reach of the lower map is larger than a cell.
 *
 * On a Cortex-M0 a query of a layered map takes up to 256 bytes of stack more than its comment
 * says. Queries are stale when the upper tree or a lower tree was written to. */
#ifndef OCT9_LAYERED_H
#define OCT9_LAYERED_H

#include "oct9/map.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Which map decides about a cell. Zero is the careful choice. */
typedef enum {
    OCT9_LAYERED_UNION = 0,      /* occupied if either is, else free if either is */
    OCT9_LAYERED_UPPER_FIRST = 1 /* the upper map, where it knows the cell */
} oct9_layered_policy_t;

/* A layered map; only the functions below use its fields. Do not copy or move it. */
typedef struct {
    oct9_layers_t layers; /* first: layered.c turns its address into that of the whole */
    oct9_image_t image;   /* the lower one, with the pairs; of a lower tree only the pairs */
    oct9_offset_t shift;  /* of the lower map's cube, which was turned before */
    uint32_t root;        /* of the lower image: a reference */
    uint8_t turns;
    uint8_t level;  /* up to this one the nodes of both maps meet */
    uint8_t policy; /* oct9_layered_policy_t */
} oct9_layered_t;

/* Makes `layered` the map of `upper` over `lower`, whose cubes are the same. It keeps the trees by
 * pointer and copies the struct of an image; the image's bytes must outlive it.
 * Fails with OCT9_ERR_ARGUMENT iff the policy is not in its enum, `lower` is a layered map, or
 * `lower` is the tree `upper`.
 * Cost: M4 56 mean, 56 worst. Stack: M0 12 bytes. One writer. */
oct9_status_t oct9_layered_init(oct9_layered_t *layered, const oct9_tree_t *upper,
                                const oct9_map_t *lower, oct9_layered_policy_t policy);

/* Returns a layered map as a map, for every query. It is kept by pointer.
 * Cost: inline. Reentrant. */
static inline oct9_map_t oct9_layered_map(const oct9_layered_t *layered)
{
    return oct9_map_of_image(&layered->image);
}

/* Sets the pose of the lower map. Its cube is turned about z, through its middle, by `turns`
 * quarter turns (x to y); then its cell (0, 0, 0) is at the cell `shift` of the upper map. Space
 * outside the lower map's cube is unknown there. Any shift is valid. Do not call it while a query
 * is in progress: no status would report it. A window's move makes those stale that began before.
 * Fails with OCT9_ERR_ARGUMENT iff turns is above 3.
 * Cost: M4 26 mean, 26 worst. Stack: M0 20 bytes. One writer. */
oct9_status_t oct9_layered_place(oct9_layered_t *layered, const oct9_offset_t *shift,
                                 unsigned turns);

/* Computes the shift for oct9_layered_place from the frames of both cubes, exactly. The frame of a
 * cube that is turned is that of its low corner after the turn.
 * Fails with OCT9_ERR_ARGUMENT iff a frame is bad, their cells differ in size, or their origins are
 * not whole cells apart; OCT9_ERR_RANGE iff the shift does not fit int32_t.
 * Cost: M4 138 mean, 138 worst. Stack: M0 88 bytes. Reentrant. */
oct9_status_t oct9_layered_shift(const oct9_frame_t *upper, const oct9_frame_t *lower,
                                 oct9_offset_t *shift);

#ifdef __cplusplus
}
#endif
#endif
