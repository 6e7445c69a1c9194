/* SPDX-License-Identifier: MIT */
/* A reference point and a leaf that its shape touches at the start. */
#include "src/query/leaving.h"

#include "src/number/axes.h"
#include "src/query/search.h"

/* Gaps are in half sub-cells, from the reference point to the leaf. The shape touches the leaf and
 * has that point in its middle, so that a gap is within the shape's edge or twice its radius:
 * 65535. The sum of three products within 2^32 takes 64 bits. */
bool oct9_leaving_leaf_blocks(const oct9_search_t *search, const oct9_point_t *low,
                              const oct9_point_t *high, const oct9_point_t *to)
{
    int64_t nearer = 0;
    int32_t gaps = 0;
    for (unsigned a = 0; a < 3; a++) {
        const int32_t from = oct9_point_axis(low, a);
        const int32_t below = 2 * oct9_search_low(search, a) - from - oct9_point_axis(high, a);
        const int32_t above = below + 2 * oct9_search_size(search);
        const int32_t gap = below > 0 ? below : above < 0 ? above : 0;
        gaps |= gap;
        nearer += (int64_t)gap * (oct9_point_axis(to, a) - from);
    }
    return oct9_leaving_blocks(gaps == 0, nearer > 0 ? -1 : 0);
}
