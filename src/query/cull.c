/* SPDX-License-Identifier: MIT */
/* Nodes against a frustum: the beginning. */
#include "src/query/cull.h"

void oct9_cull_begin(oct9_cull_t *cull, const oct9_frustum_t *frustum)
{
    cull->frustum = frustum;
    for (unsigned i = 0; i < 6; i++) {
        int32_t inward = 0, outward = 0;
        for (unsigned a = 0; a < 3; a++) {
            const int32_t normal = frustum->plane[i].normal[a];
            if (normal > 0)
                inward += normal;
            else
                outward -= normal;
        }
        cull->inward[i] = (uint16_t)inward;
        cull->outward[i] = (uint16_t)outward;
    }
    cull->open[OCT9_LEVELS] = cull->open[OCT9_LEVELS + 1] = OCT9_CULL_ALL;
}
