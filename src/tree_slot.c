/* SPDX-License-Identifier: MIT */
/* A slot becomes a leaf, whatever is below it. */
#include "src/tree_pool.h"

void oct9_tree_set_slot(oct9_tree_t *tree, uint16_t *slot, unsigned level, uint16_t leaf)
{
    uint16_t path[OCT9_LEVELS + 1];
    uint8_t next[OCT9_LEVELS + 1];
    const uint16_t top = *slot;
    oct9_slot_set(slot, leaf);
    if (top >= OCT9_SLOT_LEAF)
        return;
    unsigned l = level;
    path[l] = top;
    next[l] = 0;
    while (l <= level) {                      /* depth first; a node of level 0 is a leaf */
        if (next[l] == 8) {
            oct9_tree_give_back(tree, path[l]);
            l++;
            continue;
        }
        const uint16_t child = tree->pool[path[l]].slot[next[l]++];
        if (child < OCT9_SLOT_LEAF) {
            l--;
            path[l] = child;
            next[l] = 0;
        }
    }
}
