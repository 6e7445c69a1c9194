/* SPDX-License-Identifier: MIT */
/* Leaves that blocked: the one that blocks most often comes first. */
#include "src/route/witness.h"

#include "src/number/axes.h"

void oct9_witness_begin(oct9_route_witnesses_t *witnesses)
{
    witnesses->count = 0;
}

/* True if the sphere touches the leaf. */
static bool touches(const oct9_leaf_t *leaf, const oct9_point_t *at, int32_t radius)
{
    const int32_t size = (int32_t)OCT9_CELL_Q6 << leaf->level;
    uint32_t square = 0; /* at most 3 * 2^30 */
    for (unsigned a = 0; a < 3; a++) {
        const int32_t low = oct9_cell_low(oct9_cell_axis(&leaf->corner, a));
        const int32_t place = oct9_point_axis(at, a);
        const int32_t apart = place < low        ? low - place
                            : place > low + size ? place - low - size
                                                 : 0;
        if (apart > radius)
            return false;
        square += (uint32_t)(apart * apart);
    }
    return square <= (uint32_t)(radius * radius);
}

bool oct9_witness_note(oct9_route_witnesses_t *witnesses, const oct9_sweep_t *sweep,
                       const oct9_point_t *at, uint16_t radius_q6)
{
    if (sweep->hit != OCT9_HIT_LEAF || !touches(&sweep->leaf, at, radius_q6))
        return false;
    if (witnesses->count < OCT9_ROUTE_WITNESSES)
        witnesses->count++;
    oct9_leaf_copy(&witnesses->leaf[witnesses->count - 1u], &sweep->leaf);
    return true;
}

bool oct9_witness_blocks(oct9_route_witnesses_t *witnesses, const oct9_point_t *at,
                         uint16_t radius_q6)
{
    for (unsigned i = 0; i < witnesses->count; i++) {
        oct9_leaf_t *leaf = &witnesses->leaf[i];
        if (!touches(leaf, at, radius_q6))
            continue;
        if (i != 0) {
            oct9_leaf_t before;
            oct9_leaf_copy(&before, leaf - 1);
            oct9_leaf_copy(leaf - 1, leaf);
            oct9_leaf_copy(leaf, &before);
        }
        return true;
    }
    return false;
}
