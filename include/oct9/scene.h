/* SPDX-License-Identifier: MIT */
/* A scene that does not change: primitives, listed in every leaf of an octree that they touch.
 *
 * A leaf is split until few primitives touch it or it is of the smallest size. Leaves are closed
 * here: a primitive that touches a leaf's face is listed on both sides. A query looks at the lists
 * of the leaves that it meets, tests each primitive exactly, and reports it once.
 *
 * All answers are exact for the primitives as they are. The triangles of `oct9 scene` are up to
 * 0.87 sub-cells beside the mesh's, as their corners were rounded: a radius_q6 or a range takes one
 * more for that (mm.h).
 *
 * A scene is built in arrays of the caller's, or by `oct9 scene` on the host into an image that is
 * used in place from flash; on AVR, whose flash no pointer reaches, from RAM.
 *
 * Source: Pease's engine octree (polygons and contact points in leaves); triangle and box by the
 * separating axes (Akenine-Moller 2001), in integers; segment and edge as Ericson 2005 has them,
 * with the signs of their determinants instead of quotients. */
#ifndef OCT9_SCENE_H
#define OCT9_SCENE_H

#include "oct9/detail/scene.h"
#include "oct9/primitive.h"

#ifdef __cplusplus
extern "C" {
#endif

#define OCT9_PRIMITIVES_MAX 65535u
#define OCT9_LISTS_MAX 32767u      /* 15 bits of a slot, 0 is the empty leaf */
#define OCT9_LIST_MAX 255u         /* primitives of a leaf */
#define OCT9_INDICES_MAX 16777215u /* 24 bits of offset */

/* What a scene is built from and in. The caller owns the arrays; they must outlive the scene. */
typedef struct {
    const oct9_primitive_t *primitives; /* [primitive_count] */
    uint32_t primitive_count;           /* 0..OCT9_PRIMITIVES_MAX */
    oct9_block_t *blocks;               /* [block_count] */
    uint32_t block_count;               /* 1..OCT9_BLOCKS_MAX */
    uint32_t *lists;                    /* [list_count]: offset << 8 | length */
    uint32_t list_count;                /* up to OCT9_LISTS_MAX; more are not used */
    uint16_t *indices;                  /* [index_count]: the lists, and room to build them: the
                                           lists on the way down to a leaf stand behind those that
                                           are done */
    uint32_t index_count;               /* up to OCT9_INDICES_MAX; more are not used */
    uint8_t few;                        /* 1..255: a leaf that more primitives touch is split */
    uint8_t least_level;                /* 0..9: leaves are no smaller */
    oct9_node_t *full;                  /* NULL, or where OCT9_ERR_LIST_FULL names the leaf */
} oct9_scene_config_t;

/* A scene; read it, leave it to the functions below to write. */
typedef struct oct9_scene {
    const oct9_primitive_t *primitives;
    const uint32_t *lists;
    const uint16_t *indices;
    oct9_tree_t tree;                     /* a leaf's payload: 0 empty, else its list + 1. To the
                                             checks it is a map whose leaves with a list are
                                             occupied, and all others unknown: ask with unknown
                                             PASSES */
    uint32_t index_count;                 /* in use */
    uint16_t primitive_count, list_count; /* in use */
} oct9_scene_t;

/* Builds a scene; also for a microcontroller, once at its start.
 * Fails with the first that holds of: OCT9_ERR_ARGUMENT iff there are too many primitives, few is
 * 0, block_count is out of range or least_level is above 9, and for the first primitive that is not
 * good OCT9_ERR_ARGUMENT iff its kind is none of the enum's or it is a box inside out,
 * OCT9_ERR_OUTSIDE iff it does not lie in the cube altogether, with its radius, [0, 32767] on each
 * axis; then, while building, OCT9_ERR_POOL_FULL, _LISTS_FULL, _INDICES_FULL iff an array is too
 * short, and OCT9_ERR_LIST_FULL iff more than OCT9_LIST_MAX primitives touch a leaf of the smallest
 * size, which `full` then names. A build that fails before it builds writes nothing. After one that
 * fails while building there is no scene, and each run of a query of it, as a map or by the calls
 * below, fails with OCT9_ERR_STALE until a build or oct9_scene_open succeeds.
 *
 * A build into the memory of a scene ends the queries of that one which are under way: their next
 * call fails with OCT9_ERR_STALE. So does oct9_scene_open, if it succeeds. The tree's `generation`
 * goes on from whatever number that memory holds: do not clear it while any is under way. No query
 * may run while one builds or opens.
 * Cost: a test for each primitive and node whose parent it touches. */
oct9_status_t oct9_scene_build(oct9_scene_t *scene, const oct9_scene_config_t *config);

/* --- the image ------------------------------------------------------------------------------ */

#define OCT9_SCENE_MAGIC 0x7339636fu /* the bytes "oc9s" on a little-endian machine */
#define OCT9_SCENE_VERSION 1u

/* An image is this header, the lists, the blocks, the indices and the primitives, in this order
 * and without gaps but two bytes of 0 at the end where the length is odd in words; all in the byte
 * order of the machine that uses it. `crc` is as in oct9_image_header_t. The blocks stand in the
 * order in which a depth-first walk comes to them, block 0 the cube's. */
typedef struct {
    uint32_t magic;
    uint32_t crc;
    uint32_t version;
    uint32_t bytes;       /* of the whole image, a multiple of 4 */
    int32_t origin_mm[3]; /* the frame */
    uint32_t cell_um;
    uint32_t root; /* the cube's slot: see tree.h */
    uint32_t primitive_count, block_count, list_count, index_count;
} oct9_scene_header_t;

/* Opens `size` bytes at `bytes` in place; `frame` NULL, or where the frame goes.
 * Fails with the first that holds of: OCT9_ERR_ARGUMENT iff the address is no multiple of 4,
 * _SHORT iff size is below the header's length, _ENDIAN iff it is of the other byte order, _MAGIC
 * iff it is no scene, _VERSION, _SHORT iff size is below the image's length, _COUNT iff the counts
 * and lengths contradict each other, _CRC, _STATE iff cell_um is out of range, _INDEX iff a block,
 * list or primitive that something names does not exist or stands where it must not, _STATE iff a
 * primitive is one that oct9_scene_build refuses. After an error the scene is as it was. Hostile
 * bytes do no harm. Cost: one pass over the bytes for the CRC, one over all that they hold. */
oct9_status_t oct9_scene_open(oct9_scene_t *scene, const void *bytes, size_t size,
                              oct9_frame_t *frame);

/* --- a motion: a line, a sphere, a swept sphere ---------------------------------------------- */

/* A primitive that a motion meets. */
typedef struct {
    uint16_t index; /* in the scene's primitives */
    oct9_contact_t contact;
} oct9_scene_hit_t;

/* A motion through a scene. */
typedef struct oct9_scene_cast_input {
    oct9_motion_t motion;
    uint16_t capacity;      /* how many hits to find, 1 and up; 1 for the first */
    oct9_scene_hit_t *hits; /* [capacity]: the first ones, in the order of `num`,
                               those of one num in the order of their indices */
} oct9_scene_cast_input_t;

/* What a cast or a search for the nearest returns. */
typedef struct {
    uint16_t count;         /* of hits */
    uint32_t leaves, nodes; /* visited */
    uint32_t tests;         /* of primitives */
} oct9_scene_output_t;

/* The first hits of a motion, each primitive once: exact (see oct9_contact_t). In one call, its
 * state, an oct9_scene_cast_t, on the stack.
 * Fails with OCT9_ERR_ARGUMENT iff the radius is above 32767 or capacity is 0.
 * Cost: the nodes and lists on the way up to the last hit, and up to `capacity` moves for each
 * that enters the list. Reentrant. */
oct9_status_t oct9_scene_cast(const oct9_scene_t *scene, const oct9_scene_cast_input_t *input,
                              oct9_scene_output_t *output);

/* The same in slices. The input is kept by pointer; it must not change, and `hits` is the
 * library's until OCT9_OK. */
oct9_status_t oct9_scene_cast_begin(oct9_scene_cast_t *cast, const oct9_scene_t *scene,
                                    const oct9_scene_cast_input_t *input);

/* Looks at no more than `budget` nodes, leaves, primitives in their lists, and hits whose contacts
 * are to be worked out. OCT9_OK: the output is filled. OCT9_AGAIN: the budget is used up, the
 * output's counts of work alone are set; call again. OCT9_ERR_ARGUMENT iff it is 0, OCT9_ERR_STALE
 * iff the scene was built or opened since the cast began, or its last build failed. */
oct9_status_t oct9_scene_cast_run(oct9_scene_cast_t *cast, uint32_t budget,
                                  oct9_scene_output_t *output);

/* --- all in a region ------------------------------------------------------------------------- */

/* Begins to find the primitives that have a point in common with a region, touching included; see
 * oct9_scene_find_next. `region` NULL is everywhere. It is kept by pointer and must not change
 * until the search has ended. `ignored`: categories. `seen` is scratch, a bit for each primitive:
 * (primitive_count + 7) / 8 bytes, which are cleared here.
 *
 * - A box, a sphere: exact.
 * - A frustum: the primitives that have, for each plane, a point on its inner side, and are listed
 *   in a leaf that has: all that meet the frustum, and near its edges a few that do not.
 *
 * Fails as oct9_visit_begin does of the region. */
oct9_status_t oct9_scene_find_begin(oct9_scene_find_t *find, const oct9_scene_t *scene,
                                    const oct9_region_t *region, uint16_t ignored, uint8_t *seen);

/* The next primitive, each once, in no particular order: 1 and its index, or 0 when there is none
 * left. OCT9_AGAIN when `budget` nodes, leaves and primitives were looked at and none was found
 * yet: call again. OCT9_ERR_ARGUMENT iff budget is 0, OCT9_ERR_STALE as oct9_scene_cast_run.
 * Reentrant. */
int oct9_scene_find_next(oct9_scene_find_t *find, uint32_t budget, uint16_t *index);

/* --- the nearest ----------------------------------------------------------------------------- */

/* A primitive near a point. */
typedef struct {
    uint32_t distance_q14; /* to its surface, in 1/256 sub-cell, rounded down; 0
                              inside of it */
    uint16_t index;
} oct9_scene_near_t;

/* A point in a scene. */
typedef struct oct9_scene_nearest_input {
    oct9_point_t point;       /* inside the cube or not */
    uint16_t range_q6;        /* 0..32767: nothing farther counts, compared exactly */
    uint16_t ignored;         /* categories */
    uint16_t capacity;        /* how many to find, 1 and up */
    oct9_scene_near_t *found; /* [capacity]: the nearest ones, in the order of
                                 distance_q14, those of one distance in the order of
                                 their indices */
} oct9_scene_nearest_input_t;

/* The nearest primitives, in one call, its state, an oct9_scene_nearest_t, on the stack.
 * Fails with OCT9_ERR_ARGUMENT iff the range is above 32767 or capacity is 0.
 * Cost: the nodes and lists within the distance of the farthest that is found. Reentrant. */
oct9_status_t oct9_scene_nearest(const oct9_scene_t *scene, const oct9_scene_nearest_input_t *input,
                                 oct9_scene_output_t *output);

/* The same in slices, as oct9_scene_cast_begin and _run. */
oct9_status_t oct9_scene_nearest_begin(oct9_scene_nearest_t *nearest, const oct9_scene_t *scene,
                                       const oct9_scene_nearest_input_t *input);
oct9_status_t oct9_scene_nearest_run(oct9_scene_nearest_t *nearest, uint32_t budget,
                                     oct9_scene_output_t *output);

#ifdef __cplusplus
}
#endif
#endif
