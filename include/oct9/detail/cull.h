/* SPDX-License-Identifier: MIT */
/* The state of a search that leaves out what is outside of a frustum, a part of the states of
 * queries; only the library uses its fields. */
#ifndef OCT9_DETAIL_CULL_H
#define OCT9_DETAIL_CULL_H

#include "oct9/region.h"

/* What a search knows of its frustum. A plane is open for a node if it may cross the node; the
 * others have all of the node on their inner side. */
typedef struct {
    const oct9_frustum_t *frustum; /* NULL: none */
    uint16_t inward[6];            /* of a plane's normal, the sum of what is positive */
    uint16_t outward[6];           /* and of what is negative, as a positive number */
    uint8_t open[OCT9_LEVELS + 2]; /* [l]: the open planes, as bits, of the node of level l that was
                                      visited last; the last one: of the cube before its visit */
} oct9_cull_t;

#endif
