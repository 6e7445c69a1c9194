/* SPDX-License-Identifier: MIT */
/* Scenes: a mesh that does not change, as an octree whose leaves list the primitives that touch
 * them.
 *
 * Example, with (const oct9_scene_t *scene, oct9_point_t a, oct9_point_t b, void (*go)(void)):
 *
 *     oct9_scene_hit_t hit;
 *     const oct9_scene_cast_input_t input = {
 *         .motion = { a, b, 64 }, .capacity = 1, .hits = &hit
 *     };
 *     oct9_scene_output_t output;
 *     if (oct9_scene_cast(scene, &input, &output) == OCT9_OK && output.count == 0)
 *         go();
 *
 * A leaf is split until few primitives touch it, or until it has the smallest size. Leaves are
 * closed here: both sides of a face list a primitive that touches it. A query reads the lists of
 * the leaves that it meets, tests each primitive exactly, and reports it once.
 *
 * Results are exact for the primitives of the scene. `oct9 scene` rounds the corners of a mesh, so
 * that its triangles are up to 0.87 sub-cells from those of the mesh: add one to a radius_q6 or a
 * range for that (mm.h).
 *
 * A program builds a scene in its own arrays, or `oct9 scene` builds it on the host as an image.
 * The image is used in place, in flash; on AVR, where no pointer reaches the flash, in RAM.
 *
 * Source: Pease's engine octree, with polygons and contact points in its leaves; triangle and box
 * by separating axes (Akenine-Moller 2001, "Fast 3D triangle-box overlap testing"), in integers;
 * segment and edge as in Ericson 2005, "Real-Time Collision Detection", with the signs of the
 * determinants instead of quotients. */
#ifndef OCT9_SCENE_H
#define OCT9_SCENE_H

#include "oct9/detail/scene.h"
#include "oct9/primitive.h"

#ifdef __cplusplus
extern "C" {
#endif

#define OCT9_PRIMITIVES_MAX 65535u
#define OCT9_LISTS_MAX 32767u      /* 15 bits of a slot; 0 is the empty leaf */
#define OCT9_LIST_MAX 255u         /* primitives of a leaf */
#define OCT9_INDICES_MAX 16777215u /* 24 bits of offset */

/* What a scene is built from, and the arrays that it is built in. The caller owns the arrays; they
 * must outlive the scene. */
typedef struct oct9_scene_config {
    const oct9_primitive_t *primitives; /* [primitive_count] */
    uint32_t primitive_count;           /* 0..OCT9_PRIMITIVES_MAX */
    oct9_block_t *blocks;               /* [block_count] */
    uint32_t block_count;               /* 1..OCT9_BLOCKS_MAX */
    uint32_t *lists;                    /* [list_count]: offset << 8 | length */
    uint32_t list_count;                /* of these at most OCT9_LISTS_MAX are used */
    uint16_t *indices;                  /* [index_count]: the lists, and scratch for the build: the
                                           lists of the path down to a leaf follow those that are
                                           done */
    uint32_t index_count;               /* of these at most OCT9_INDICES_MAX are used */
    uint8_t few;                        /* 1..255: a leaf that more primitives touch is split */
    uint8_t least_level;                /* 0..9: the level of the smallest leaves */
    oct9_node_t *full;                  /* NULL, or receives the leaf of OCT9_ERR_LIST_FULL */
} oct9_scene_config_t;

/* A scene. Read it; only the functions below write to it. */
typedef struct oct9_scene {
    const oct9_primitive_t *primitives;
    const uint32_t *lists;
    const uint16_t *indices;
    oct9_tree_t tree;                     /* payload of a leaf: 0 empty, else its list + 1. As a
                                             map for other queries: leaves with a list are
                                             occupied, all others unknown; set unknown to PASSES */
    uint32_t index_count;                 /* in use */
    uint16_t primitive_count, list_count; /* in use */
} oct9_scene_t;

/* Builds a scene; a microcontroller can do it once, at its start.
 * Fails with the first of these that applies. Before it writes anything: OCT9_ERR_ARGUMENT iff
 * there are too many primitives, few is 0, block_count is out of range or least_level is above 9;
 * then for the first bad primitive OCT9_ERR_ARGUMENT iff its kind is not in the enum or it is a box
 * with `a` above `b` on an axis, OCT9_ERR_OUTSIDE iff it, with its radius, is not completely
 * within -16384..16383 on each axis.
 * While it builds: OCT9_ERR_POOL_FULL, OCT9_ERR_LISTS_FULL, OCT9_ERR_INDICES_FULL iff an array is
 * too short; OCT9_ERR_LIST_FULL iff more than OCT9_LIST_MAX primitives touch a leaf of the smallest
 * size, which `full` then names.
 * After an error while it builds there is no scene: each run of a query of it, as a map or by the
 * calls below, fails with OCT9_ERR_STALE until a build or oct9_scene_open succeeds. But
 * oct9_map_locate and the _begin of a walk or of planes then find one unknown leaf, the cube. A
 * build into the memory of a scene ends the queries of that scene that are in progress: their next
 * call fails with OCT9_ERR_STALE. A successful oct9_scene_open does the same. For this the tree's
 * `generation` continues from the number that its memory holds: do not clear that memory while a
 * query is in progress. No query may run at the same time as a build or an open.
 * Its cost is one test for each primitive and node whose parent the primitive touches.
 * Stack: M0 656 bytes. One writer. */
oct9_status_t oct9_scene_build(oct9_scene_t *scene, const oct9_scene_config_t *config);

/* Begins to build a scene in slices. Keeps the config by pointer, with all that it points to.
 * Fails as oct9_scene_build does for what is no primitive. It does not change the scene.
 * Stack: M0 12 bytes. Reentrant. */
oct9_status_t oct9_scene_build_begin(oct9_scene_build_t *build, oct9_scene_t *scene,
                                     const oct9_scene_config_t *config);

/* Continues to build by at most `budget` steps. A step checks a primitive, lists it, or tests it
 * against a node; or it ends a node's list, of up to 255 primitives where that is a leaf's. Returns
 * OCT9_OK when the scene is complete, OCT9_AGAIN when the budget is used up: call again. The scene
 * is unchanged until all primitives are checked; from then on there is none until OCT9_OK.
 * Fails with OCT9_ERR_ARGUMENT iff budget is 0, OCT9_ERR_STALE iff another build or open of this
 * scene came after this one had begun to write: it writes no more. Otherwise it fails as
 * oct9_scene_build does. After any result but OCT9_AGAIN it returns the same again.
 * Stack: M0 464 bytes. One writer. */
oct9_status_t oct9_scene_build_run(oct9_scene_build_t *build, uint32_t budget);

/* --- the image ------------------------------------------------------------------------------ */

#define OCT9_SCENE_MAGIC 0x7339636fu /* the bytes "oc9s" on a little-endian machine */
#define OCT9_SCENE_VERSION 2u

/* An image is this header, then the lists, the blocks, the indices and the primitives, without
 * gaps; two bytes of 0 follow if the length is not a multiple of 4. All is in the byte order of the
 * machine that uses it. `crc` is as in oct9_image_header_t. Blocks are in the order in which a
 * depth-first walk reaches them; block 0 is the cube's. */
typedef struct {
    uint32_t magic;
    uint32_t crc;
    uint32_t version;
    uint32_t bytes;       /* of the whole image, a multiple of 4 */
    int32_t origin_mm[3]; /* the frame */
    uint32_t cell_um;
    uint32_t root; /* the slot of the cube: see tree.h */
    uint32_t primitive_count, block_count, list_count, index_count;
} oct9_scene_header_t;

/* Opens the image of `size` bytes at `bytes`, in place. `frame` is NULL, or receives the frame.
 * Fails with the first of these that applies: OCT9_ERR_ARGUMENT iff the address is not a multiple
 * of 4, OCT9_ERR_IMAGE_SHORT iff size is below the length of the header, _ENDIAN iff the image has
 * the other byte order, _MAGIC iff it is not a scene, _VERSION, _SHORT iff size is below the length
 * of the image, _COUNT iff the counts and lengths contradict each other, _CRC, _STATE iff cell_um
 * is out of range, _INDEX iff a block, list or primitive that is named does not exist or is not
 * where it must be, _STATE iff oct9_scene_build refuses a primitive.
 * After an error the scene is unchanged. A malicious image can do no harm.
 * Its cost is one pass over the bytes for the CRC, and one over all that they hold.
 * Stack: M0 208 bytes. One writer. */
oct9_status_t oct9_scene_open(oct9_scene_t *scene, const void *bytes, size_t size,
                              oct9_frame_t *frame);

/* --- a motion: a line, a sphere, a swept sphere ---------------------------------------------- */

/* A primitive that a motion meets. */
typedef struct {
    uint16_t index; /* in the scene's primitives */
    oct9_contact_t contact;
} oct9_scene_hit_t;

/* Input of a cast: a motion through a scene. */
typedef struct oct9_scene_cast_input {
    oct9_motion_t motion;
    uint16_t ignored;           /* categories */
    uint16_t before;            /* 0, or only hits whose `num` is below it count */
    uint16_t capacity;          /* how many hits to find, 1 and up; 1 for the first hit */
    oct9_scene_hit_t *hits;     /* [capacity]: receives the first hits, in the order of `num`; of
                                   equal `num` in the order of their indices */
    bool any_contact;           /* false: the first hits. True: a yes or no is enough, as below */
    oct9_policy_t start_inside; /* BLOCKS: what the motion touches at its start is a hit. PASSES: it
                                   is none. LEAVES: it is none if the centre is not in the primitive
                                   and does not come nearer to it: see rules.h. Exact for each
                                   kind */
} oct9_scene_cast_input_t;

/* Output of a cast, or of a search for the nearest primitives. */
typedef struct {
    uint16_t count;         /* of hits */
    bool more;              /* of a cast with a capacity of 2 and up: the motion meets others, too,
                               which the full list leaves out. With a capacity of 1 or any_contact,
                               and in a search for the nearest, this is false */
    uint32_t leaves, nodes; /* visited */
    uint32_t tests;         /* of primitives */
} oct9_scene_output_t;

/* Finds the first hits of a motion, each primitive once. Keeps its state, an oct9_scene_cast_t, on
 * the stack. Exact, as oct9_contact_t says.
 * With any_contact it ends with any primitive that the motion meets: `count` is 1 if there is one,
 * else 0, with any capacity. It does not say where they meet: `num` of the contact is 0, `at` is
 * the start, and `point` is the point of the primitive that is nearest to it.
 * Fails with OCT9_ERR_ARGUMENT iff the radius is above 32767, capacity is 0 or start_inside is not
 * in its enum, OCT9_ERR_STALE as oct9_scene_cast_run.
 * Its cost grows with the nodes and lists along the motion up to the last hit, or, with a capacity
 * of 2 and up, up to the first that the list leaves out; each hit that enters the list takes up to
 * `capacity` moves.
 * Stack: M0 1,016 bytes. Reentrant. */
oct9_status_t oct9_scene_cast(const oct9_scene_t *scene, const oct9_scene_cast_input_t *input,
                              oct9_scene_output_t *output);

/* Begins a cast in slices. Keeps the input by pointer; it must not change, and `hits` belongs to
 * the library, until OCT9_OK.
 * Fails with OCT9_ERR_ARGUMENT iff the radius is above 32767, capacity is 0 or start_inside is not
 * in its enum.
 * Stack: M0 152 bytes. Reentrant. */
oct9_status_t oct9_scene_cast_begin(oct9_scene_cast_t *cast, const oct9_scene_t *scene,
                                    const oct9_scene_cast_input_t *input);

/* Visits at most `budget` nodes, leaves, primitives in their lists, and hits whose contacts it
 * computes. Returns OCT9_OK when `output` and `hits` are filled; OCT9_AGAIN when the budget is used
 * up: then `output` has only its counts of work, call again.
 * Fails with OCT9_ERR_ARGUMENT iff budget is 0, OCT9_ERR_STALE iff the scene was built or opened
 * since the cast began, or its last build failed.
 * Stack: M0 632 bytes. Reentrant. */
oct9_status_t oct9_scene_cast_run(oct9_scene_cast_t *cast, uint32_t budget,
                                  oct9_scene_output_t *output);

/* --- all in a region ------------------------------------------------------------------------- */

/* Begins a search for all primitives that share a point with a region; touching counts.
 * oct9_scene_find_next returns them. `region` NULL is everywhere. The search keeps `region` by
 * pointer; it must not change until the search has ended. `ignored` is a set of categories. `seen`
 * is scratch, a bit for each primitive, (primitive_count + 7) / 8 bytes; this call clears it.
 * Fails as oct9_visit_begin does for the region.
 * A box and a sphere are exact. For a frustum the search finds the primitives that have, for each
 * plane, a point on its inner side, and that are in the list of a leaf that has one too: all that
 * meet the frustum, and near its edges a few that do not.
 * Stack: M0 144 bytes. Reentrant. */
oct9_status_t oct9_scene_find_begin(oct9_scene_find_t *find, const oct9_scene_t *scene,
                                    const oct9_region_t *region, uint16_t ignored, uint8_t *seen);

/* Finds the next primitive: returns 1 and sets `index`. Each is found once, in unspecified order.
 * Returns 0 when there are no more; OCT9_AGAIN when it visited `budget` nodes, leaves and
 * primitives and has found none yet: call again.
 * Fails with OCT9_ERR_ARGUMENT iff budget is 0, OCT9_ERR_STALE as oct9_scene_cast_run.
 * Stack: M0 528 bytes. Reentrant. */
int oct9_scene_find_next(oct9_scene_find_t *find, uint32_t budget, uint16_t *index);

/* --- the nearest ----------------------------------------------------------------------------- */

/* A primitive near a point. */
typedef struct {
    uint32_t distance_q14; /* from the point to its surface, in 1/256 sub-cell, rounded down; 0
                              inside it */
    uint16_t index;
} oct9_scene_near_t;

/* Input of a search for the primitives nearest to a point. */
typedef struct oct9_scene_nearest_input {
    oct9_point_t point;       /* may be outside the cube */
    uint16_t range_q6;        /* 0..32767: a primitive that is farther does not count; the
                                 comparison is exact */
    uint16_t ignored;         /* categories */
    uint16_t capacity;        /* how many to find, 1 and up */
    oct9_scene_near_t *found; /* [capacity]: receives the nearest ones, in the order of
                                 distance_q14; of equal distance in the order of their indices */
} oct9_scene_nearest_input_t;

/* Finds the primitives nearest to a point. Keeps its state, an oct9_scene_nearest_t, on the stack.
 * Fails with OCT9_ERR_ARGUMENT iff the range is above 32767 or capacity is 0, OCT9_ERR_STALE as
 * oct9_scene_cast_run.
 * Its cost grows with the nodes and lists within the distance of the farthest one found.
 * Stack: M0 776 bytes. Reentrant. */
oct9_status_t oct9_scene_nearest(const oct9_scene_t *scene, const oct9_scene_nearest_input_t *input,
                                 oct9_scene_output_t *output);

/* Begins a search for the nearest primitives in slices. Keeps the input by pointer; it must not
 * change, and `found` belongs to the library, until OCT9_OK.
 * Fails with OCT9_ERR_ARGUMENT iff the range is above 32767 or capacity is 0.
 * Stack: M0 104 bytes. Reentrant. */
oct9_status_t oct9_scene_nearest_begin(oct9_scene_nearest_t *nearest, const oct9_scene_t *scene,
                                       const oct9_scene_nearest_input_t *input);

/* Visits at most `budget` nodes, leaves and primitives in their lists. Returns OCT9_OK when
 * `output` and `found` are filled; OCT9_AGAIN when the budget is used up: then `output` has only
 * its counts of work, call again.
 * Fails as oct9_scene_cast_run does.
 * Stack: M0 528 bytes. Reentrant. */
oct9_status_t oct9_scene_nearest_run(oct9_scene_nearest_t *nearest, uint32_t budget,
                                     oct9_scene_output_t *output);

#ifdef __cplusplus
}
#endif
#endif
