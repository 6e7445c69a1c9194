/* SPDX-License-Identifier: MIT */
/* Leaves that blocked: the one that blocks most often comes first. */
#include "src/route/witness.h"

#include "src/number/axes.h"
#include "src/number/magnitude.h"
#include "src/query/capsule.h"

void oct9_witness_begin(oct9_route_witnesses_t *witnesses)
{
    witnesses->count = 0;
}

void oct9_witness_note(oct9_route_witnesses_t *witnesses, const oct9_sweep_t *sweep)
{
    if (sweep->hit != OCT9_HIT_LEAF)
        return;
    if (witnesses->count < OCT9_ROUTE_WITNESSES)
        witnesses->count++;
    oct9_leaf_copy(&witnesses->leaf[witnesses->count - 1u], &sweep->leaf);
}

/* True if the sphere touches the leaf on its path, which ascends on each axis once it is
 * mirrored. */
static bool meets(const oct9_leaf_t *leaf, const oct9_point_t *from, const oct9_point_t *to,
                  uint16_t radius_q6)
{
    const int32_t size = (int32_t)OCT9_CELL_Q6 << leaf->level;
    oct9_capsule_t capsule;
    capsule.radius_q6 = radius_q6;
    for (unsigned a = 0; a < 3; a++) {
        oct9_capsule_axis_t *axis = &capsule.axis[a];
        const int32_t start = oct9_point_axis(from, a), end = oct9_point_axis(to, a);
        const int32_t above = start - oct9_cell_low(oct9_cell_axis(&leaf->corner, a));
        axis->low = end < start ? size - above : above;
        axis->high = axis->low - size;
        axis->length = (uint16_t)oct9_magnitude_between(start, end);
        if (axis->high > radius_q6 || axis->low + axis->length < -(int32_t)radius_q6)
            return false;
    }
    return oct9_capsule_meets(&capsule) != OCT9_CAPSULE_APART;
}

bool oct9_witness_blocks(oct9_route_witnesses_t *witnesses, const oct9_point_t *from,
                         const oct9_point_t *to, uint16_t radius_q6)
{
    for (unsigned i = 0; i < witnesses->count; i++) {
        oct9_leaf_t *leaf = &witnesses->leaf[i];
        if (!meets(leaf, from, to, radius_q6))
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
