/* SPDX-License-Identifier: MIT */
/* Nodes against a frustum: the beginning. */
#include "src/query/cull.h"

#include "src/number/axes.h"
#include "src/query/search.h"

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

unsigned oct9_cull_children(oct9_cull_t *cull, uint32_t corner, unsigned level)
{
    const int32_t half = (int32_t)OCT9_CELL_Q6 << level;
    const int32_t low[3] = { oct9_cell_low(corner % OCT9_CELLS),
                             oct9_cell_low((corner >> 10) % OCT9_CELLS),
                             oct9_cell_low((corner >> 20) % OCT9_CELLS) };
    unsigned crossed = OCT9_CULL_INSIDE, children = 255;
    for (unsigned open = cull->open[level + 2u]; open != 0; open &= open - 1u) {
        const unsigned i = oct9_port_low_bit(open);
        const oct9_plane_t *plane = &cull->frustum->plane[i];
        const int32_t x = plane->normal[0], y = plane->normal[1], z = plane->normal[2];
        const int32_t at = x * low[0] + y * low[1] + z * low[2];
        const int32_t offset = plane->offset;
        if (at - cull->outward[i] * half * 2 >= offset)
            continue;
        crossed |= 1u << i;
        int32_t first = at + cull->inward[i] * half;
        if (first - cull->outward[i] * half >= offset)
            continue;
        OCT9_UNROLL
        for (unsigned up = 0; up < 2; up++) {
            const int32_t second = first + y * half;
            if (first < offset)
                children &= ~(1u << 4 * up);
            if (first + x * half < offset)
                children &= ~(2u << 4 * up);
            if (second < offset)
                children &= ~(4u << 4 * up);
            if (second + x * half < offset)
                children &= ~(8u << 4 * up);
            first += z * half;
        }
    }
    cull->open[level + 1u] = (uint8_t)crossed;
    return children;
}

unsigned oct9_cull_node(const oct9_cull_t *cull, const oct9_search_t *search)
{
    const int32_t low[3] = { oct9_search_low(search, 0), oct9_search_low(search, 1),
                             oct9_search_low(search, 2) };
    return oct9_cull_cube(cull, search->level + 1u, low, oct9_search_size(search));
}
