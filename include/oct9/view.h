/* SPDX-License-Identifier: MIT */
/* Views: what a camera or a range sensor can see of a map or a scene from a pose. A view casts rays
 * over the sensor's frustum: it makes an expected depth image, and lists the leaves that rays
 * touch, those that stop them, and of a scene the primitives in them.
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

#include "oct9/detail/as.h"
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

#define OCT9_VIEW_PRIMITIVE 0x10000000u

/* The result of a pixel's ray. Pixel (u, v) is pixels[v * (N + 1) + u]. */
typedef struct oct9_view_pixel {
    uint32_t stop;     /* what stopped the ray: 0 for nothing, 2 for the space outside the cube, in
                          a map the same number for the same leaf, below OCT9_VIEW_PRIMITIVE; in a
                          scene OCT9_VIEW_PRIMITIVE + the primitive's index */
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
 *     tests           of primitives
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
 * Stack: M0 48 bytes. Reentrant. */
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
 * Stack: M0 272 bytes. Reentrant. */
oct9_status_t oct9_view_begin(oct9_view_t *view, const oct9_map_t *map, const oct9_pose_t *pose);

/* Casts the rays of the frame. Returns OCT9_OK when all its squares are done, or when no frame was
 * begun; OCT9_AGAIN when `budget` is used up: call again. Each takes one of the budget: a leaf that
 * a ray visits, a square that is examined, a ray that begins, a pixel that is filled.
 * Fails with OCT9_ERR_ARGUMENT iff budget is 0 or the last frame is one of a scene; with
 * OCT9_ERR_STALE iff the map was written to since the frame began: begin the next one; with
 * OCT9_ERR_SEEN_FULL at the end of the frame iff `lost` is not 0. After OCT9_ERR_SEEN_FULL the
 * pixels are right, but some seen leaves are not listed, or are listed as `between`, until as many
 * frames as the sensor says have begun. A leaf costs a step of the walk, and a search among at most
 * 32 entries.
 * Stack: M0 288 bytes. Reentrant. */
oct9_status_t oct9_view_run(oct9_view_t *view, uint32_t budget);

/* A leaf that is seen, as it was in the last frame in which a ray touched it. A ray touches all
 * leaves on it up to and including the one that stops it. The map may have other leaves there by
 * now. */
typedef struct {
    oct9_node_t node;
    uint8_t state; /* oct9_state_t */
    bool stopped;  /* a ray ended in it, where something stopped the ray: it is visible */
    bool between;  /* no ray touched it: see oct9_view_seen_begin */
    uint8_t count; /* of its primitives; 0 in a map, and if the scene has another leaf there now */
    const uint16_t *primitives; /* [count]: their indices */
} oct9_view_leaf_t;

/* Begins a list of the leaves that rays touched in this frame and those before it, as many frames
 * as the sensor says in all, in unspecified order. With fill_in the list also has the leaves
 * between: occupied leaves of the map as it is now that no ray touched in those frames, but whose
 * two neighbours on an axis, leaves of any sizes, were touched. A leaf may have many neighbours
 * across a face; the one that counts holds the cell across the middle of the face: with the leaf's
 * corner c and its edge e, the cell at c + e / 2, rounded down, on both other axes. The view must
 * have begun a frame.
 * Stack: M0 32 bytes. Reentrant. */
void oct9_view_seen_begin(oct9_view_seen_t *list, const oct9_view_t *view);

/* Finds the next leaf of a list: returns 1 and sets `leaf`. Returns OCT9_AGAIN when it has looked
 * `budget` times and found none yet: call again. At the end it returns 0, or OCT9_ERR_SEEN_FULL if
 * the table lost some leaves within these frames.
 * Fails with OCT9_ERR_ARGUMENT iff budget is 0, OCT9_ERR_STALE iff the map was written to or the
 * view continued since the list began.
 * It looks at each entry of the table once; with fill_in also at each leaf across the three upper
 * faces of a leaf that is seen. A look at the entry costs almost nothing, in a
 * scene oct9_map_locate. A look across a face costs oct9_map_locate twice, and only for an occupied
 * leaf that no ray touched up to 6 times more, with a search among 32 entries each.
 * Stack: M0 296 bytes. Reentrant. */
int oct9_view_seen_next(oct9_view_seen_t *list, uint32_t budget, oct9_view_leaf_t *leaf);

/* Returns the number of cells of a leaf: up to 2^27, and less than 2^31 for all leaves of a list.
 * Inline. Reentrant. */
static inline uint32_t oct9_view_cells(const oct9_view_leaf_t *leaf)
{
    return UINT32_C(1) << 3u * leaf->node.level;
}

/* --- The frustum of a sensor, for regions ---------------------------------------------------- */

/* Makes the frustum of a sensor at a pose, from the sensor's tangents and range alone: for a region
 * of a visit, or of a search among primitives, objects or points, without a view.
 *
 * Its planes, in this order: through the place across the sensor's axis, the far plane, the sides
 * at y = tan_y and y = -tan_y, the sides at z = tan_z and z = -tan_z, of unit x. It holds the place
 * and the ends of all rays of oct9_view_begin, and so the rays. Each plane is beyond that face of
 * the exact pyramid by at most 2 sub-cells + range_q6 / 1024, at each corner of the face. It may
 * extend beyond the range of points.
 *
 * Fails with OCT9_ERR_ARGUMENT iff a tangent or the range is above 32767, or as oct9_pose_check
 * does; then it does not change `frustum`.
 * It takes 261 doublings.
 * Stack: M0 304 bytes. Reentrant. */
oct9_status_t oct9_view_frustum(const oct9_view_sensor_t *sensor, const oct9_pose_t *pose,
                                oct9_frustum_t *frustum);

/* --- Views of a scene: which primitives a camera or a range sensor can see from a pose.
 *
 * A frame is one of a map or one of a scene; a view may alternate. A ray in a scene ends at the
 * first primitive that it meets. Three results come from the same rays:
 * - the pixels: depth, and the primitive that the ray met first, which is visible;
 * - the seen leaves: those that rays passed up to there;
 * - the primitives of the seen leaves: what may be visible. Only a primitive that lies in no leaf
 *   that a ray passed is left out; some of those that are listed are hidden.
 *
 * With (oct9_view_t *view, const oct9_scene_t *scene, const oct9_pose_t *pose,
 *       void (*draw)(uint16_t index)), which calls `draw` once for each leaf that has a primitive:
 *
 *     oct9_view_seen_t list;
 *     oct9_view_leaf_t leaf;
 *     if (oct9_view_scene_begin(view, scene, 0, pose) != OCT9_OK)
 *         return;
 *     while (oct9_view_scene_run(view, 500) == OCT9_AGAIN)
 *         continue;
 *     oct9_view_seen_begin(&list, view);
 *     while (oct9_view_seen_next(&list, UINT32_MAX, &leaf) > 0)
 *         for (unsigned i = 0; i < leaf.count; i++)
 *             draw(leaf.primitives[i]);
 *
 * A primitive between two rays is found if a ray passes its leaf, or two seen leaves lie beside it
 * (fill_in). So the leaves of the scene should be about as large as the distance of the rays. */

/* Begins the next frame, in a scene; continue with oct9_view_scene_run. All is as oct9_view_begin
 * says, but:
 * - the sensor's rules have no effect: nothing blocks but primitives, and one that touches the
 *   start of a ray stops it there;
 * - rays pass primitives of `ignored` categories (primitive.h). The lists have them nevertheless;
 * - a ray ends at the fraction (num + 1) / 65535, with the `num` that oct9_contact_t describes of
 *   the primitive that it meets first, of several that have the same num the one of least index.
 *   It touches the leaves that it enters up to there, and the last one stops it. The pixel's depth
 *   is that of num / 65535;
 * - a leaf with a list is occupied, all others are unknown.
 * The view keeps the scene by pointer.
 * Fails with OCT9_ERR_ARGUMENT as oct9_pose_check does; with OCT9_ERR_RANGE as oct9_view_begin.
 * After an error the last frame continues unchanged.
 * Stack: M0 288 bytes. Reentrant. */
oct9_status_t oct9_view_scene_begin(oct9_view_t *view, const oct9_scene_t *scene, uint16_t ignored,
                                    const oct9_pose_t *pose);

/* Casts the rays of a frame in a scene. Returns as oct9_view_run does. Each takes one of the
 * budget: what oct9_view_run counts, and a primitive in the list of a leaf that a ray passes.
 * Fails with OCT9_ERR_ARGUMENT iff budget is 0 or the last frame is not one of a scene; with
 * OCT9_ERR_STALE iff the scene was built or opened since the frame began, or its last build failed;
 * with OCT9_ERR_SEEN_FULL as oct9_view_run does.
 * Stack: M0 608 bytes. Reentrant. */
oct9_status_t oct9_view_scene_run(oct9_view_t *view, uint32_t budget);

/* Returns the index of the primitive that a pixel's ray met first, or -1.
 * Inline. Reentrant. */
static inline int32_t oct9_view_primitive(const oct9_view_pixel_t *pixel)
{
    return pixel->stop < OCT9_VIEW_PRIMITIVE ? -1
                                             : OCT9_AS(int32_t, pixel->stop - OCT9_VIEW_PRIMITIVE);
}

#ifdef __cplusplus
}
#endif
#endif
