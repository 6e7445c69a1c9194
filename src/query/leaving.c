/* SPDX-License-Identifier: MIT */
/* A reference point and a leaf that its shape touches at the start. */
#include "src/query/leaving.h"

#include "src/number/axes.h"
#include "src/query/search.h"

/* Gaps are in half sub-cells, from the reference point to the leaf: within 2 * 2^16 and the edge,
 * 2^17. The sum of their three products with displacements, within 2^16, is 256 `upper` + `lower`:
 * within 3 * 2^10 * 2^16 and 3 * 2^8 * 2^16. It is above 0 iff the sum of `upper` and a 256th of
 * `lower`, rounded up, is. */
bool oct9_leaving_leaf_blocks(const oct9_search_t *search, const oct9_point_t *from,
                              const oct9_point_t *to, const oct9_sweep_axis_t *box)
{
    int32_t gaps = 0, upper = 0, lower = 0;
    for (unsigned a = 0; a < 3; a++) {
        const int32_t at = oct9_point_axis(from, a), delta = oct9_point_axis(to, a) - at;
        int32_t edge = 0;
        if (box)
            edge = box[a].before + box[a].behind;
        const int32_t below = 2 * (oct9_search_low(search, a) - at) - edge;
        const int32_t above = below + 2 * oct9_search_size(search);
        const int32_t gap = below > 0 ? below : above < 0 ? above : 0;
        gaps |= gap;
        upper += (gap >> 8) * delta;
        lower += (gap & 255) * delta;
    }
    return oct9_leaving_blocks(gaps == 0, -(upper + ((lower + 255) >> 8)));
}
