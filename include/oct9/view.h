/* SPDX-License-Identifier: MIT */
/* Views: what a camera or a range sensor can see of a map from a pose. A view casts rays over the
 * sensor's frustum: it makes an expected depth image, and lists the leaves that rays touch and
 * those that stop them.
 *
 * Example, with (oct9_view_t *view, const oct9_map_t *map, const oct9_pose_t *pose,
 *                void (*use)(const oct9_view_leaf_t *leaf)):
 *
 *     oct9_view_seen_t list;
 *     oct9_view_leaf_t leaf;
 *     if (oct9_view_begin(view, map, pose) != OCT9_OK)
 *         return;
 *     while (oct9_view_run(view, 500) == OCT9_AGAIN)
 *         continue;
 *     oct9_view_seen_begin(&list, view);
 *     while (oct9_view_seen_next(&list, UINT32_MAX, &leaf) > 0)
 *         use(&leaf);
 *
 * The rays end on a grid of (N + 1) x (N + 1) pixels, N = 2^grid, on a plane across the sensor's
 * axis. The grid is divided into coarse squares with an edge of 2^coarse pixels. Each is a
 * quadtree: the view casts the four corners of a square, and divides it into four where they
 * differ, down to squares of one pixel. With coarse = 0 it casts every pixel. Rays are exact, as
 * oct9_cast_ray's are. That a square with equal corners holds nothing else is a guess, and its
 * pixels say so (`filled`): never take a guess for clear.
 *
 * The coarse squares are spread over `frames` frames, so that each frame does its share of the
 * work, evenly over the view. A leaf counts as seen if a ray touched it within as many frames. So
 * the pixels are a mix of up to `frames` poses, and of more after a frame that was given up; each
 * pixel has the number of its frame.
 *
 * One frame of a planned pose shows what the sensor would reveal there: the unknown leaves that
 * rays touched, with rules by which unknown space passes. A large leaf counts as a whole, even if
 * little of it is in view.
 *
 * Source: the visible set of Pease's engine octree. */
#ifndef OCT9_VIEW_H
#define OCT9_VIEW_H

#include "oct9/detail/view.h"
#include "oct9/pose.h"

#ifdef __cplusplus
extern "C" {
#endif

#define OCT9_VIEW_FRAMES_MAX 64u
#define OCT9_DEPTH_NONE 0xFFFFu   /* clear to the range, unless filled */
#define OCT9_DEPTH_UNSEEN 0xFFFEu /* not cast yet: nothing is known */

/* A sensor that looks along its own x axis (scan.h), y to one side and z up or down. Pixel (u, v)
 * is the ray towards
 *
 *     (1, tan_y (2 u - N) / N, tan_z (2 v - N) / N)
 *
 * up to the plane at `range_q6` along x, not along the ray. */
typedef struct oct9_view_sensor {
    uint16_t tan_y_q14, tan_z_q14; /* tangents of half the angles of view, Q1.14: 0..32767 */
    uint16_t range_q6;             /* 0..32767 */
    uint16_t differ_q6;            /* corners differ if their depths differ by more than this, or
                                      if another leaf, or none, stops their rays */
    uint8_t grid;                  /* N = 2^grid: 0..7 */
    uint8_t coarse;                /* the edge of a coarse square is 2^coarse: 0..grid */
    uint8_t frames;                /* a power of two, up to 64 and to the number of coarse
                                      squares, 4^(grid - coarse) */
    bool fill_in;                  /* leaves between two seen leaves count as seen */
    oct9_rules_t rules;            /* what stops a ray */
} oct9_view_sensor_t;

/* The result of a pixel's ray. Pixel (u, v) is pixels[v * (N + 1) + u]. */
typedef struct oct9_view_pixel {
    uint32_t leaf;     /* what stopped the ray: the same number for the same leaf, 0 for nothing,
                          2 for the space outside the cube */
    uint16_t depth_q6; /* range_q6 * fraction, along the sensor's x axis, rounded down; or
                          OCT9_DEPTH_NONE; or OCT9_DEPTH_UNSEEN */
    uint8_t frame;     /* the low 8 bits of the view's `frame` when the pixel was last set;
                          (uint8_t)(view.frame - frame) frames were begun since, or at least so
                          many from 128 on */
    bool filled;       /* a guess, never to be taken for clear: not cast, but copied from the
                          corner of its square with the lowest u and v; never with coarse = 0 */
} oct9_view_pixel_t;

/* The caller owns the view (an oct9_view_t, not to be moved during a frame), the pixels and the
 * table of seen leaves. Read these counters of a view; they count in this frame, up to now:
 *
 *     rays            cast
 *     leaves, nodes   visited by the rays
 *     lost            touches of leaves that found no room in the table
 *     frame           the number of the frame, from 1; below 2^32 */

/* Initializes a view that has seen nothing: all pixels are OCT9_DEPTH_UNSEEN. `pixels` has
 * (N + 1)^2 entries of 8 bytes; `seen` has `size` entries of 8 bytes, a power of two from 16 to
 * 2^24. Each leaf must find an entry among 32, so `size` should be twice the number of leaves that
 * are seen at a time, and four times that number in a table of more than 1,024 entries. The view
 * keeps the sensor by pointer; it must not change.
 * Fails with OCT9_ERR_ARGUMENT iff a tangent or the range is above 32767, grid is above 7, coarse
 * is above grid, frames is not a power of two in its range, or size is not one in its range.
 * Lists of what the view saw before fail with OCT9_ERR_STALE: the view's count of changes continues
 * from the number that its memory holds, so do not clear that memory while a list is in progress.
 * It writes both arrays once.
 * Cost: M4 1,151 mean, 1,151 worst. Stack: M0 44 bytes. Reentrant. */
oct9_status_t oct9_view_init(oct9_view_t *view, const oct9_view_sensor_t *sensor,
                             oct9_view_pixel_t *pixels, oct9_view_entry_t *seen, uint32_t size);

/* Begins the next frame, of a sensor at `pose`. The map may be another one than in the last frame,
 * or have changed.
 *
 * Its share: number the coarse squares by the Morton codes of their places in the grid, with the
 * bit of u below that of v. Frame f, from 0, has the squares whose code modulo `frames` is f modulo
 * `frames` with its bits reversed.
 *
 * Where the ray of a pixel ends: with m and s the matrix of the rotation and its scale (pose.h), on
 * each axis a of the map,
 *
 *     unit[c] = sign(m[a][c]) floor(2^28 |m[a][c]| / s)
 *     x = floor(unit[0] range_q6 / 2^21)
 *     y = floor(unit[1] range_q6 tan_y_q14 / 2^35), z so from unit[2] and tan_z_q14
 *     end[a] = place[a] + floor((N x + (2 u - N) y + (2 v - N) z + 64 N) / (128 N))
 *
 * This is within 0.53 of a sub-cell of the exact place.
 *
 * Fails as oct9_rules_check does for the sensor's rules; with OCT9_ERR_ARGUMENT as oct9_pose_check
 * does; with OCT9_ERR_RANGE iff an end is below -32768 or above 32767, more than 256 cells outside
 * the cube: take a shorter range. After an error the last frame continues unchanged.
 * It takes 261 doublings. If the last frame had not ended, it is given up, which visits all pixels
 * once.
 * Cost: M4 3,306 mean, 3,756 worst. Stack: M0 224 bytes. Reentrant. */
oct9_status_t oct9_view_begin(oct9_view_t *view, const oct9_map_t *map, const oct9_pose_t *pose);

/* Casts the rays of the frame. Returns OCT9_OK when all its squares are done, or when no frame was
 * begun; OCT9_AGAIN when `budget` is used up: call again. Each takes one of the budget: a leaf that
 * a ray visits, a square that is examined, a ray that begins, a pixel that is filled.
 * Fails with OCT9_ERR_ARGUMENT iff budget is 0; with OCT9_ERR_STALE iff the map was written to
 * since the frame began: begin the next one; with OCT9_ERR_SEEN_FULL at the end of the frame iff
 * `lost` is not 0.
 * After OCT9_ERR_SEEN_FULL the pixels are right, but some seen leaves are not listed, or are listed
 * as `between`, until as many frames as the sensor says have begun.
 * A leaf costs a step of the walk, and a search among at most 32 entries.
 * Cost: M4 773,416 mean, 883,935 worst. Stack: M0 296 bytes. Reentrant. */
oct9_status_t oct9_view_run(oct9_view_t *view, uint32_t budget);

/* A leaf that is seen, as it was in the last frame in which a ray touched it. A ray touches all
 * leaves on it up to and including the one that stops it. The map may have other leaves there by
 * now. */
typedef struct {
    oct9_node_t node;
    uint8_t state; /* oct9_state_t */
    bool stopped;  /* it stopped a ray: it is visible */
    bool between;  /* no ray touched it: see oct9_view_seen_begin */
} oct9_view_leaf_t;

/* Begins a list of the leaves that rays touched in this frame and those before it, as many frames
 * as the sensor says in all, in unspecified order. With fill_in the list also has the leaves
 * between: occupied leaves of the map as it is now that no ray touched in those frames, but whose
 * two neighbours on an axis, nodes of the same size on both sides, were touched. The view must have
 * begun a frame.
 * Cost: M4 13 mean, 13 worst. Stack: M0 0 bytes. Reentrant. */
void oct9_view_seen_begin(oct9_view_seen_t *list, const oct9_view_t *view);

/* Finds the next leaf of a list: returns 1 and sets `leaf`. Returns OCT9_AGAIN when it has looked
 * `budget` times and found none yet: call again. At the end it returns 0, or OCT9_ERR_SEEN_FULL if
 * the table lost some leaves within these frames.
 * Fails with OCT9_ERR_ARGUMENT iff budget is 0, OCT9_ERR_STALE iff the map was written to or the
 * view continued since the list began.
 * It looks at each entry of the table once; with fill_in up to four times: at the entry itself, and
 * at the three leaves behind it. A look at the entry costs almost nothing. A look behind it costs
 * oct9_map_locate, and only if that is an occupied leaf of the same size up to 7 searches among 32
 * entries each.
 * Cost: M4 115 mean, 115 worst. Stack: M0 144 bytes. Reentrant. */
int oct9_view_seen_next(oct9_view_seen_t *list, uint32_t budget, oct9_view_leaf_t *leaf);

/* Returns the number of cells of a leaf: up to 2^27, and less than 2^31 for all leaves of a list.
 * Cost: inline. Reentrant. */
static inline uint32_t oct9_view_cells(const oct9_view_leaf_t *leaf)
{
    return UINT32_C(1) << 3u * leaf->node.level;
}

/* --- Views of a scene: which primitives a camera or a range sensor can see from a pose.
 *
 *     oct9_view_scene_begin(&look, &scene, &sensor, &pose, 0, visible);
 *     while (oct9_view_scene_run(&look, 500) == OCT9_AGAIN) ...
 *
 * A look casts a ray to every pixel of the sensor's grid, as above. The first primitive that a ray
 * meets is visible. A look does not see what is between rays. */

/* Begins a look from `pose`; the look must not be moved until it has ended. Read its counters:
 * `rays` that are done, the `leaves` and `nodes` that they visited, and their `tests` of
 * primitives.
 *
 * The look uses the sensor's angles, range and grid. The whole sensor must be valid, as
 * oct9_view_init checks it, but `coarse`, `frames`, `differ_q6`, `fill_in` and `rules` have no
 * effect. Rays pass primitives of `ignored` categories (primitive.h). `visible` has a bit for each
 * primitive, bit i % 8 of byte i / 8, (primitive_count + 7) / 8 bytes. The look only sets bits, so
 * that looks add up: clear it first. The look keeps the scene and the sensor by pointer; they must
 * not change until it has ended.
 * Fails with OCT9_ERR_ARGUMENT as oct9_view_init does for the sensor, with OCT9_ERR_ARGUMENT or
 * OCT9_ERR_RANGE as oct9_view_begin does.
 * Cost: M4 2,829 mean, 2,829 worst. Stack: M0 216 bytes. Reentrant. */
oct9_status_t oct9_view_scene_begin(oct9_view_scene_t *look, const oct9_scene_t *scene,
                                    const oct9_view_sensor_t *sensor, const oct9_pose_t *pose,
                                    uint16_t ignored, uint8_t *visible);

/* Casts rays. A ray that begins takes one of the budget, and so does each thing that
 * oct9_scene_cast_run counts. Returns OCT9_OK when all rays are cast, OCT9_AGAIN when `budget` is
 * used up: call again.
 * Fails with OCT9_ERR_ARGUMENT iff budget is 0, OCT9_ERR_STALE as oct9_scene_cast_run.
 * A whole look is (N + 1)^2 casts.
 * Cost: M4 211,516 mean, 239,136 worst. Stack: M0 632 bytes. Reentrant. */
oct9_status_t oct9_view_scene_run(oct9_view_scene_t *look, uint32_t budget);

#ifdef __cplusplus
}
#endif
#endif
