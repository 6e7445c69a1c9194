/* SPDX-License-Identifier: MIT */
/* Layered maps: a tree over an image, over another tree or over a world, as one map. A building is
 * in flash; the tree above it has what the sensors saw.
 *
 * Example, with (const oct9_occupancy_t *live, const oct9_image_t *building,
 *                oct9_layered_t *layered, oct9_sphere_input_t *robot, void (*go)(void)):
 *
 *     oct9_sweep_output_t met;
 *     const oct9_map_t below = oct9_map_of_image(building);
 *     if (oct9_layered_init(layered, &live->tree, &live->window, &below, NULL,
 *                           OCT9_LAYERED_UNION) != OCT9_OK)
 *         return;
 *     const oct9_map_t map = oct9_layered_map(layered);
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
 * The lower map has a pose in the world of the upper one: a shift by whole cells and quarter turns
 * about z. For any other turn, bake the building turned (oct9 bake --pose). The pose stays while
 * the windows of the two maps move: a query reads them, too, so that nothing is to be done after a
 * move.
 *
 * Any shift is exact. A node is a pair of leaves only if it lies in one leaf of each map. At the
 * border of a lower leaf the cube's nodes are divided until they meet the lower map's: into nodes
 * of 64 cells where shift and windows are multiples of 64 cells, but into cells where one is odd.
 *
 * Over a world (world.h) the lower map has all cells of the world that lie about the place of the
 * last oct9_world_at, 256 to each side. What lies beyond, and a tile that is not there, is not
 * known: with the union unknown, though the upper map says free. Its frame is oct9_world_base, not
 * that of the cube, which moves: place the layered map once, by oct9_layered_shift with both bases.
 *
 * On a Cortex-M0 a query of a layered map takes up to 256 bytes of stack more than its comment
 * says. Queries are stale when the upper tree or a lower tree was written to, a window has moved,
 * a world's cube has moved or a tile of it came, or the layered map was initialised or placed. */
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
    oct9_layers_t layers;        /* first: layered.c turns its address into that of the whole */
    oct9_image_t image;          /* the lower one, with the pairs; of a lower tree only the pairs */
    const oct9_offset_t *window; /* of the upper map */
    const oct9_offset_t *lower_window;
    oct9_offset_t shift; /* of the lower map's cube, which was turned before */
    uint32_t root;       /* of the lower image: a reference */
    uint8_t turns;
    uint8_t policy; /* oct9_layered_policy_t */
    bool alone;     /* nodes of the lower map stand for themselves: an image that is not turned */
} oct9_layered_t;

/* Makes `layered` the map of `upper` over `lower`, whose cubes are the same where the windows are
 * (0, 0, 0). `window` and `lower_window` are those of the oct9_occupancy_t that has the tree; NULL:
 * the tree has none, or `lower` is an image or a world's cube. It keeps the trees, the windows and
 * a world by pointer and copies the struct of an image; the image's bytes must outlive it.
 * Fails with OCT9_ERR_ARGUMENT iff the policy is not in its enum, `lower` is a layered map, an
 * image with a window, or the tree `upper`.
 * As in oct9_tree_init, queries of an earlier layered map there fail with OCT9_ERR_STALE: do not
 * clear that memory while one is in progress. Do not call it where a reader may interrupt.
 * Stack: M0 48 bytes. One writer. */
oct9_status_t oct9_layered_init(oct9_layered_t *layered, const oct9_tree_t *upper,
                                const oct9_offset_t *window, const oct9_map_t *lower,
                                const oct9_offset_t *lower_window, oct9_layered_policy_t policy);

/* Returns a layered map as a map, for every query. It is kept by pointer.
 * Inline. Reentrant. */
static inline oct9_map_t oct9_layered_map(const oct9_layered_t *layered)
{
    return oct9_map_of_image(&layered->image);
}

/* Sets the pose of the lower map. Its cube is turned about z, through its middle, by `turns`
 * quarter turns (x to y); then its cell (0, 0, 0) is at the cell `shift` of the world, whose cell
 * is window + cell (window.h); without a window it is the cell of the upper map. That is the cube
 * where the lower window is (0, 0, 0): with another one the cube is moved by it, turned as the cube
 * is; its cells must fit int32_t there, too. This is not checked. Space outside the lower map's
 * cube is unknown there. Queries that began before are stale, and so are those that interrupt it.
 * Fails with OCT9_ERR_ARGUMENT iff turns is above 3, or above 0 over a world; with
 * OCT9_ERR_RANGE iff a cell of the lower map, or the one after its last, does not fit int32_t.
 * After an error the pose is unchanged.
 * Stack: M0 16 bytes. One writer. */
oct9_status_t oct9_layered_place(oct9_layered_t *layered, const oct9_offset_t *shift,
                                 unsigned turns);

/* Computes the shift for oct9_layered_place, exactly: the cells from the corner of `base` to that
 * of `lower`. `base` is the frame of the upper map where its window is (0, 0, 0), as for
 * oct9_window_frame. With base = lower the shift is (0, 0, 0) and nothing is to be placed. The
 * frame of a cube that is turned is that of its low corner after the turn.
 * Fails with OCT9_ERR_ARGUMENT iff a frame is bad, their cells differ in size, or their origins are
 * not whole cells apart; else with OCT9_ERR_RANGE iff the shift does not fit int32_t.
 * Stack: M0 112 bytes. Reentrant. */
oct9_status_t oct9_layered_shift(const oct9_frame_t *base, const oct9_frame_t *lower,
                                 oct9_offset_t *shift);

#ifdef __cplusplus
}
#endif
#endif
