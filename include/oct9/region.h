/* SPDX-License-Identifier: MIT */
/* Regions: the part of the cube in which a visit of a map, scene, objects or points searches.
 *
 * Example, with (const oct9_map_t *map, const oct9_box_t *box,
 *                void (*use)(const oct9_leaf_t *leaf)):
 *
 *     const oct9_region_t region = oct9_region_of_box(box);
 *     oct9_visit_t visit;
 *     oct9_leaf_t leaf;
 *     if (oct9_visit_begin(&visit, map, &region, OCT9_STATES_OCCUPIED) == OCT9_OK)
 *         while (oct9_visit_next(&visit, UINT32_MAX, &leaf) > 0)
 *             use(&leaf);
 *
 * Where a call takes a pointer to a region, NULL is everywhere. */
#ifndef OCT9_REGION_H
#define OCT9_REGION_H

#include "oct9/detail/as.h"
#include "oct9/leaf.h"
#include "oct9/pose.h"

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A half space: the points p, in sub-cells, with normal . p >= offset. The normal may have any
 * length except zero; each of its coordinates is within +-OCT9_ONE_Q14. */
typedef struct {
    int16_t normal[3];
    int32_t offset;
} oct9_plane_t;

/* The points on the inner side of all six planes. oct9_view_frustum (view.h) makes those of a pose
 * and a field of view. */
typedef struct {
    oct9_plane_t plane[6];
} oct9_frustum_t;

/* The shape of a region: on the right the fields that it uses. */
typedef enum {
    OCT9_REGION_ALL = 0, /* none: everywhere */
    OCT9_REGION_BOX,     /* lo, hi */
    OCT9_REGION_SPHERE,  /* centre, radius_q6 */
    OCT9_REGION_FRUSTUM  /* frustum */
} oct9_region_kind_t;

/* A region, including its surface. All zero is everywhere: the whole cube, and for objects the
 * space around it, too. */
typedef struct {
    oct9_region_kind_t kind;
    oct9_point_t lo, hi; /* lo <= hi on each axis */
    oct9_point_t centre;
    uint16_t radius_q6;            /* 0..32767 */
    const oct9_frustum_t *frustum; /* none of its normals is zero */
} oct9_region_t;

/* Returns the region of a box of cells: on each axis `lo` is 0..511, and `hi` is 1..512 and above
 * `lo`. A box that breaks this becomes a region with lo above hi: all calls that take a region fail
 * with OCT9_ERR_ARGUMENT for it.
 * Inline. Reentrant. */
static inline oct9_region_t oct9_region_of_box(const oct9_box_t *box)
{
    const bool good = box->lo.x < OCT9_CELLS && box->lo.y < OCT9_CELLS && box->lo.z < OCT9_CELLS &&
                      box->hi.x <= OCT9_CELLS && box->hi.y <= OCT9_CELLS && box->hi.z <= OCT9_CELLS;
    /* With edge 0, hi is below lo. */
    const int32_t edge = good ? OCT9_CELL_Q6 : 0, low = OCT9_LOW_Q6;
    const oct9_region_t region = { OCT9_REGION_BOX,
                                   { OCT9_AS(int16_t, low + edge * box->lo.x),
                                     OCT9_AS(int16_t, low + edge * box->lo.y),
                                     OCT9_AS(int16_t, low + edge * box->lo.z) },
                                   { OCT9_AS(int16_t, low + edge * box->hi.x - 1),
                                     OCT9_AS(int16_t, low + edge * box->hi.y - 1),
                                     OCT9_AS(int16_t, low + edge * box->hi.z - 1) },
                                   { 0, 0, 0 },
                                   0,
                                   NULL };
    return region;
}

#ifdef __cplusplus
}
#endif
#endif
