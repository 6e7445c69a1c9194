/* SPDX-License-Identifier: MIT */
/* Far: rays and spheres through a world, on segments that are longer than a cube.
 *
 * Example, with (oct9_world_t *ahead, const oct9_mm_t *from, const oct9_mm_t *to,
 *                void (*fly)(const oct9_mm_t *to), void (*wait)(void)):
 *
 *     static oct9_far_t far;
 *     static oct9_far_input_t segment;
 *     oct9_far_output_t met;
 *     segment.from_mm = *from;
 *     segment.to_mm = *to;
 *     segment.radius_mm = 300 + 2;
 *     oct9_status_t status = oct9_far_sphere_begin(&far, ahead, &segment);
 *     if (status == OCT9_OK)
 *         while ((status = oct9_far_run(&far, 500, &met)) == OCT9_AGAIN)
 *             wait();
 *     if (status == OCT9_OK)
 *         fly(&met.stop_mm);
 *
 * The segment is cut into pieces of equal length, each of which fits into a cube (world.h). The
 * query moves the world's cube from piece to piece, has its tiles brought, and searches. So give it
 * a separate world: open a second oct9_world_t with separate slots and memory over the same bytes.
 * The cube of the first one stays about the robot. What sensors saw is in the robot's layered map,
 * not here: before it moves on, the robot asks that map, too.
 *
 * A ray is exact: it hits the first leaf that blocks, as in cast.h, on the segment between the
 * points of sub-cells nearest to its ends.
 *
 * A sphere that is clear is clear on the exact segment: what it sweeps contains the true motion.
 * The ends of its pieces are rounded to sub-cells, and its radius grows by one sub-cell if there
 * are several. So it may be blocked by what the true sphere misses by less than 2 sub-cells, beside
 * what oct9_mm_sphere adds.
 *
 * stop_mm is up to 1 mm beside the segment on each axis. To move there, add 2 to radius_mm.
 *
 * The longest segment has OCT9_FAR_PIECES pieces: some 4 million cells on an axis for a ray, 2
 * million for the largest radius.
 *
 * The query waits for all of the eight tiles about a piece, also for those that the segment does
 * not meet: if `load` may never end, limit the calls. A tile that cannot be had is unknown, and
 * blocks. It may be there for the next piece: so the query fails instead where something unknown
 * may pass, with rules.unknown or rules.start_inside. */
#ifndef OCT9_FAR_H
#define OCT9_FAR_H

#include "oct9/detail/far.h"
#include "oct9/rules.h"

#ifdef __cplusplus
extern "C" {
#endif

#define OCT9_FAR_PIECES 16384u
#define OCT9_FAR_RADIUS_MAX 4096u /* in sub-cells: 64 cells */

/* What a far query is asked. */
typedef struct oct9_far_input {
    oct9_mm_t from_mm, to_mm;
    int32_t radius_mm;  /* of a sphere; a ray has none */
    oct9_rules_t rules; /* start_inside as in cast.h and sweep.h. `outside` counts for nothing: the
                           world's `absent` does */
} oct9_far_input_t;

/* What it returns. */
typedef struct {
    oct9_hit_t hit;    /* OCT9_HIT_NONE or OCT9_HIT_LEAF */
    oct9_leaf_t leaf;  /* the blocking leaf, in the world's cube, until that moves; set only if hit
                          is OCT9_HIT_LEAF */
    uint32_t num, den; /* num / den of the segment is clear: of a ray exact, of a sphere rounded
                          down; 1 / 1 if nothing was hit */
    oct9_mm_t stop_mm; /* the place there, each coordinate rounded toward from_mm */
    uint32_t leaves, nodes; /* visited */
} oct9_far_output_t;

/* Begins a ray. The input and the world are kept by pointer: do not change the input, nor copy or
 * move `far`, until it has ended.
 * Fails as oct9_rules_check does; with OCT9_ERR_RANGE iff an end is farther than 32,766 tiles from
 * tile (0, 0, 0), or less than a tile above the lowest mm on an axis, or there are too many pieces.
 * Stack: M0 392 bytes. Reentrant. */
oct9_status_t oct9_far_ray_begin(oct9_far_t *far, oct9_world_t *world,
                                 const oct9_far_input_t *input);

/* Begins a sphere. At rest from_mm is to_mm. It keeps the input and the world as oct9_far_ray_begin
 * does.
 * Fails as oct9_far_ray_begin does; with OCT9_ERR_ARGUMENT iff radius_mm is below 0, and with
 * OCT9_ERR_RANGE iff the radius, as oct9_mm_sphere rounds it, is above OCT9_FAR_RADIUS_MAX.
 * Stack: M0 392 bytes. Reentrant. */
oct9_status_t oct9_far_sphere_begin(oct9_far_t *far, oct9_world_t *world,
                                    const oct9_far_input_t *input);

/* Goes on: with the tiles of a piece, by oct9_world_run, or with its search; at most `budget`
 * steps. Returns OCT9_OK when `output` is filled; OCT9_AGAIN: call again, also after each piece;
 * `leaves` and `nodes` are set.
 * Fails with OCT9_ERR_ARGUMENT iff budget is 0; OCT9_ERR_STALE iff the query has ended or did not
 * begin, or another moved or opened the world, or changed what is being searched; as oct9_world_run
 * does where the table is bad, or where a tile about the piece cannot be had and rules.unknown or
 * rules.start_inside is not OCT9_BLOCKS. After an error begin anew.
 * Call it as oct9_world_at and oct9_world_run are called: see world.h.
 * The cost grows with the pieces up to the first contact; of a ray with the nodes that it meets, of
 * a sphere as that of oct9_sweep_sphere.
 * Stack: M0 416 bytes. One writer. */
oct9_status_t oct9_far_run(oct9_far_t *far, uint32_t budget, oct9_far_output_t *output);

#ifdef __cplusplus
}
#endif
#endif
