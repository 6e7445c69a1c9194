/* SPDX-License-Identifier: MIT */
/* Views: what a camera or a range sensor at a pose can see of a map, by casting rays over its
 * frustum: an expected depth image, the leaves that rays touch, and those that stop them.
 *
 *     oct9_view_init(&view, &sensor, pixels, seen, 1024);
 *     each frame:
 *         if ((status = oct9_view_begin(&view, &map, &pose)) != OCT9_OK) ...  no frame of this pose
 *         while ((status = oct9_view_run(&view, 500)) == OCT9_AGAIN) ...
 *     oct9_view_seen_begin(&list, &view);
 *     while (oct9_view_seen_next(&list, UINT32_MAX, &leaf) > 0) ...
 *
 * The rays end on a grid of (N + 1) x (N + 1) pixels, N = 2^grid, on a plane across the sensor's
 * axis. Its squares of 2^coarse pixels' edge are a quadtree each: a square's four corners are cast,
 * and where they differ it is cut into four, down to squares of one pixel. With coarse = 0 every
 * pixel is cast. Rays are exact, as oct9_cast_ray's are; that a square with like corners holds
 * nothing else is a guess, and its pixels say so (`filled`): a guess is never to be taken for
 * clear.
 *
 * The coarse squares are spread over some frames, so that a frame has but its share of the work,
 * evenly over the view; a leaf counts as seen if a ray touched it within as many frames. So the
 * pixels are a mix of up to `frames` poses, and of more after a frame that was given up; each says
 * of which frame it is.
 *
 * One frame, of a pose where no sensor is yet, tells what a look from there would reveal: the
 * unknown leaves that were touched, with rules by which unknown space passes. A large leaf counts
 * whole, however little of it is in view.
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
#define OCT9_DEPTH_UNSEEN 0xFFFEu /* not looked at yet: nothing is known */

/* A sensor that looks along its own x axis (scan.h), y to one side and z up or down. Pixel (u, v)
 * is the ray towards
 *
 *     (1, tan_y (2 u - N) / N, tan_z (2 v - N) / N)
 *
 * up to the plane at `range_q6` along x, not along the ray. */
typedef struct oct9_view_sensor {
    uint16_t tan_y_q14, tan_z_q14; /* tangents of half the angles of view, Q1.14: 0..32767 */
    uint16_t range_q6;             /* 0..32767 */
    uint16_t differ_q6;            /* corners differ whose depths are farther apart; also
                                      if another leaf, or none, stops their rays */
    uint8_t grid;                  /* N = 2^grid: 0..7 */
    uint8_t coarse;                /* the coarse squares' edge is 2^coarse: 0..grid */
    uint8_t frames;                /* a power of two, up to 64 and to the number of coarse
                                      squares, 4^(grid - coarse) */
    bool fill_in;                  /* what lies between two seen leaves counts as seen */
    oct9_rules_t rules;            /* what stops a ray */
} oct9_view_sensor_t;

/* What a pixel's ray came to. It is at pixels[v * (N + 1) + u]. */
typedef struct oct9_view_pixel {
    uint32_t leaf;     /* what stopped it: the same number for the same leaf,
                          0 for none, 2 for the space outside the cube */
    uint16_t depth_q6; /* range_q6 * fraction, rounded down, or
                          OCT9_DEPTH_NONE: along the sensor's x axis; or
                          OCT9_DEPTH_UNSEEN */
    uint8_t frame;     /* the low 8 bits of the view's `frame` when it was last
                          looked at; how many were begun since is (uint8_t)
                          (view.frame - frame): from 128 on, at least so many */
    bool filled;       /* a guess, never to be taken for clear: not cast, but
                          copied from its square's corner of lowest u and v;
                          with coarse = 0 there are none */
} oct9_view_pixel_t;

/* The caller owns the view, an oct9_view_t, which must not be moved during a frame, the pixels and
 * the table of seen leaves. Of a view read these counters, of this frame up to now:
 *
 *     rays            cast
 *     leaves, nodes   visited by them
 *     lost            touches of leaves that found no room in the table
 *     frame           its number, from 1; below 2^32 */

/* Begins a view that has seen nothing: pixels are OCT9_DEPTH_UNSEEN. `pixels` holds
 * (N + 1)^2, 8 bytes each; `seen` holds `size` leaves, 8 bytes each, a power of two from 16 to
 * 2^24. A leaf must find its place among 32 entries, so `size` should be twice what is seen at a
 * time. The sensor is kept by pointer and must not change.
 * Fails with OCT9_ERR_ARGUMENT iff a tangent or the range is above 32767, grid above 7, coarse
 * above grid, frames no power of two in its range, or size out of its own. Cost: once over both
 * arrays. Lists of what the view has seen before fail with OCT9_ERR_STALE, as its count of changes
 * goes on from whatever number its memory holds: do not clear that memory while any is under
 * way. */
oct9_status_t oct9_view_init(oct9_view_t *view, const oct9_view_sensor_t *sensor,
                             oct9_view_pixel_t *pixels, oct9_view_entry_t *seen, uint32_t size);

/* Begins the next frame, of a sensor at `pose`. The map may be another than that of the last frame,
 * or have changed.
 *
 * Its share: number the coarse squares by the Morton codes of their places in the grid, u below v.
 * Frame f, from 0, has those whose code modulo `frames` is f modulo `frames`, its bits reversed.
 *
 * Where a pixel's ray ends: with m and s the rotation's matrix and its scale (pose.h), on each of
 * the map's axes a,
 *
 *     unit[c] = sign(m[a][c]) floor(2^28 |m[a][c]| / s)
 *     x = floor(unit[0] range_q6 / 2^21)
 *     y = floor(unit[1] range_q6 tan_y_q14 / 2^35), z so from unit[2] and tan_z_q14
 *     end[a] = place[a] + floor((N x + (2 u - N) y + (2 v - N) z + 64 N) / (128 N))
 *
 * which is within 0.53 of a sub-cell of where exact arithmetic puts it.
 *
 * Fails as oct9_rules_check does of the sensor's rules, with OCT9_ERR_ARGUMENT as
 * oct9_pose_check does, with OCT9_ERR_RANGE iff an end would be
 * below -32768 or above 32767: keep the sensor its range away from the cube's high faces, or take a
 * shorter range. After a failure the frame before goes on as it was.
 * Cost: 261 doublings; if the last frame had not ended, which is given up, once over the pixels. */
oct9_status_t oct9_view_begin(oct9_view_t *view, const oct9_map_t *map, const oct9_pose_t *pose);

/* Goes on: OCT9_OK when the frame's share is cast, OCT9_AGAIN when `budget` is used up. A leaf that
 * is visited takes one of it, so does a square that is looked at, a ray that begins, and a pixel
 * that is filled. Fails with OCT9_ERR_ARGUMENT iff budget is 0; with OCT9_ERR_STALE iff the map was
 * written to since the frame began: begin the next; with OCT9_ERR_SEEN_FULL at the frame's end iff
 * `lost` is not 0: the pixels are right, but some leaves that were seen are not told, or as one
 * between, until as many frames as the sensor says have begun.
 * Cost: a leaf the walk's and at most 32 entries. Stack: see docs/footprint.md. Reentrant, with a
 * view of one's own. */
oct9_status_t oct9_view_run(oct9_view_t *view, uint32_t budget);

/* A leaf that is seen, as it was in the last frame in which a ray touched it: was in it, up to and
 * including what stopped the ray. The map may have other leaves there by now. */
typedef struct {
    oct9_node_t node;
    uint8_t state; /* oct9_state_t */
    bool stopped;  /* a ray was stopped by it: it is visible */
    bool between;  /* no ray touched it: see below */
} oct9_view_leaf_t;

/* Begins to list the leaves that were touched in this frame and those before it, as many as the
 * sensor says in all; in no order that means anything. With fill_in also those between: occupied
 * leaves of the map as it is now, not touched within those frames, whose two neighbours on an axis,
 * nodes of the same size on both sides, were. The view must have begun a frame. */
void oct9_view_seen_begin(oct9_view_seen_t *list, const oct9_view_t *view);

/* The next one: 1. At the end 0, or OCT9_ERR_SEEN_FULL if the table lost some within these frames.
 * OCT9_AGAIN when `budget` entries were looked at (with fill_in each up to four times) and none was
 * found yet: call again. OCT9_ERR_ARGUMENT iff budget is 0, OCT9_ERR_STALE iff the map was written
 * to or the view went on since the list began. Reentrant, with a list of one's own.
 * Cost of a look: next to nothing at the entry itself. At one of the three leaves behind it
 * oct9_map_locate, and only where that is an occupied leaf of the same size up to 7 searches among
 * 32 entries each. */
int oct9_view_seen_next(oct9_view_seen_t *list, uint32_t budget, oct9_view_leaf_t *leaf);

/* How many cells a leaf has: up to 2^27; of all that are listed less than 2^31. */
static inline uint32_t oct9_view_cells(const oct9_view_leaf_t *leaf)
{
    return (uint32_t)1 << 3u * leaf->node.level;
}

/* --- Views of a scene: which primitives a camera or a range sensor at a pose can see.
 *
 *     oct9_view_scene_begin(&look, &scene, &sensor, &pose, 0, visible);
 *     while (oct9_view_scene_run(&look, 500) == OCT9_AGAIN) ...
 *
 * A ray is cast to every pixel of the sensor's grid, as above, and the first primitive that it
 * meets is visible. What lies between rays is not seen. */

/* Begins a look from `pose`; it must not be moved until it has ended. Read its counters: rays that
 * are done, the leaves and nodes that they visited, and their tests of primitives.
 *
 * Of the sensor its angles, range and grid count; the whole sensor must be good, as oct9_view_init
 * checks it, and `coarse`, `frames`, `differ_q6`, `fill_in` and `rules` have no part in a look.
 * What is `ignored` is looked through, by categories (primitive.h). `visible` has a bit for each
 * primitive, bit i % 8 of byte i / 8, (primitive_count + 7) / 8 bytes; bits are only set, so that
 * looks add up: clear it first. The scene and the sensor are kept by pointer, and must not change
 * until the look ends.
 * Fails with OCT9_ERR_ARGUMENT as oct9_view_init does of the sensor, with OCT9_ERR_ARGUMENT or
 * OCT9_ERR_RANGE as oct9_view_begin does. */
oct9_status_t oct9_view_scene_begin(oct9_view_scene_t *look, const oct9_scene_t *scene,
                                    const oct9_view_sensor_t *sensor, const oct9_pose_t *pose,
                                    uint16_t ignored, uint8_t *visible);

/* Goes on by at most `budget` rays that begin and of what oct9_scene_cast_run looks at. OCT9_OK:
 * all rays are cast. OCT9_AGAIN: it is used up, call again. OCT9_ERR_ARGUMENT iff it is 0,
 * OCT9_ERR_STALE as oct9_scene_cast_run.
 * Cost: (N + 1)^2 casts. Stack: see docs/footprint.md. Reentrant, with a look of one's own. */
oct9_status_t oct9_view_scene_run(oct9_view_scene_t *look, uint32_t budget);

#ifdef __cplusplus
}
#endif
#endif
