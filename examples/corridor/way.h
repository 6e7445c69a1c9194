/* SPDX-License-Identifier: MIT */
/* "Is this way clear?" for a round robot, by casts: one along the middle and eight on the rim.
 * What is thinner than the rays are apart, and lies between them, is not seen. */
#ifndef CORRIDOR_WAY_H
#define CORRIDOR_WAY_H

#include "oct9/cast.h"

enum { WAY_RAYS = 9 };

typedef struct {
    bool blocked;
    oct9_cast_output_t nearest;               /* of the ray that is blocked earliest */
    uint32_t leaves;                          /* visited by all casts */
} way_t;

/* Unknown space and the outside of the cube block. */
void way_check(oct9_cast_t *scratch, const oct9_map_t *map, const oct9_point_t *from,
               const oct9_point_t *to, uint16_t radius_q6, way_t *way);

#endif
