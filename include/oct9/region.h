/* SPDX-License-Identifier: MIT */
/* Regions: where visits of maps, scenes, objects and points look. */
#ifndef OCT9_REGION_H
#define OCT9_REGION_H

#include "oct9/point.h"

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
    OCT9_REGION_ALL = 0,                  /* none: everywhere */
    OCT9_REGION_BOX,                      /* lo, hi */
    OCT9_REGION_SPHERE,                   /* centre, radius_q6 */
    OCT9_REGION_FRUSTUM                   /* frustum */
} oct9_region_kind_t;

/* A region of the cube, its surface included. What is all zero is everywhere. */
typedef struct {
    oct9_region_kind_t kind;
    oct9_point_t lo, hi;                  /* lo at most hi on each axis */
    oct9_point_t centre;
    uint16_t radius_q6;                   /* 0..32767 */
    const oct9_frustum_t *frustum;        /* its normals: none zero */
} oct9_region_t;

#ifdef __cplusplus
}
#endif
#endif
