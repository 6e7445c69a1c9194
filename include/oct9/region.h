/* SPDX-License-Identifier: MIT */
/* Regions: where visits of maps, scenes, objects and points look. */
#ifndef OCT9_REGION_H
#define OCT9_REGION_H

#include "oct9/leaf.h"
#include "oct9/pose.h"

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The half space of the points p with normal . p >= offset; p in sub-cells, the normal's length
 * as one likes, each of its coordinates within +-OCT9_ONE_Q14. */
typedef struct {
    int16_t normal[3];
    int32_t offset;
} oct9_plane_t;

/* What lies on the inner side of all six planes. */
typedef struct {
    oct9_plane_t plane[6];
} oct9_frustum_t;

/* Which fields of a region count. */
typedef enum {
    OCT9_REGION_ALL = 0, /* none: everywhere */
    OCT9_REGION_BOX,     /* lo, hi */
    OCT9_REGION_SPHERE,  /* centre, radius_q6 */
    OCT9_REGION_FRUSTUM  /* frustum */
} oct9_region_kind_t;

/* A region of the cube, its surface included. What is all zero is everywhere. */
typedef struct {
    oct9_region_kind_t kind;
    oct9_point_t lo, hi; /* lo at most hi on each axis */
    oct9_point_t centre;
    uint16_t radius_q6;            /* 0..32767 */
    const oct9_frustum_t *frustum; /* its normals: none zero */
} oct9_region_t;

/* A box of cells as a region: lo is 0..511, hi 1..512 and above it on each axis; else the region is
 * one that is inside out, which all that take regions refuse with OCT9_ERR_ARGUMENT. */
static inline oct9_region_t oct9_region_of_box(const oct9_box_t *box)
{
    const bool good = box->lo.x < OCT9_CELLS && box->lo.y < OCT9_CELLS && box->lo.z < OCT9_CELLS &&
                      box->hi.x <= OCT9_CELLS && box->hi.y <= OCT9_CELLS && box->hi.z <= OCT9_CELLS;
    /* The last point of cell 511 is 32767; without an edge hi is -1. */
    const uint32_t edge = good ? OCT9_CELL_Q6 : 0;
    const oct9_region_t region = {
        OCT9_REGION_BOX,
        { (int16_t)(edge * box->lo.x), (int16_t)(edge * box->lo.y), (int16_t)(edge * box->lo.z) },
        { (int16_t)(edge * box->hi.x - 1u), (int16_t)(edge * box->hi.y - 1u),
          (int16_t)(edge * box->hi.z - 1u) },
        { 0, 0, 0 },
        0,
        NULL
    };
    return region;
}

#ifdef __cplusplus
}
#endif
#endif
