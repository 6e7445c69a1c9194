/* SPDX-License-Identifier: MIT */
/* The descent through a RAM tree. */
#include "src/map/descent.h"

#include "src/number/morton.h"

void oct9_descent_find(oct9_descent_t *descent, oct9_tree_t *tree, uint32_t code, unsigned level)
{
    oct9_block_t *const pool = tree->pool;
    uint16_t *slot = &tree->root;
    uint32_t rest = code << (32u - OCT9_MORTON_BITS); /* the next child is in the highest bits */
    unsigned at = OCT9_LEVELS;
    descent->code = code;
    descent->slot[at] = slot;
    while (at > level && *slot < OCT9_SLOT_LEAF) {
        at--;
        slot = &pool[*slot].slot[rest >> 29];
        rest <<= 3;
        descent->slot[at] = slot;
    }
    descent->level = at;
}

void oct9_descent_go(oct9_descent_t *descent, oct9_tree_t *tree, uint32_t code)
{
    oct9_block_t *const pool = tree->pool;
    const uint32_t differ = descent->code ^ code;
    unsigned at = descent->level;
    while (differ >> 3u * at != 0)
        at++;
    uint16_t *slot = descent->slot[at];
    while (*slot < OCT9_SLOT_LEAF) {
        at--;
        slot = &pool[*slot].slot[oct9_morton_child(code, at)];
        descent->slot[at] = slot;
    }
    descent->code = code;
    descent->level = at;
}

bool oct9_descent_inner(oct9_descent_t *descent, oct9_block_t *pool, unsigned child)
{
    uint16_t *const children = pool[*oct9_descent_end(descent)].slot;
    while (child < 8 && children[child] >= OCT9_SLOT_LEAF)
        child++;
    if (child == 8)
        return false;
    oct9_descent_to(descent, &children[child]);
    oct9_descent_name(descent, child);
    return true;
}

unsigned oct9_descent_up(oct9_descent_t *descent)
{
    const unsigned child = oct9_morton_child(descent->code, descent->level);
    descent->level++;
    return child + 1u;
}
