/* SPDX-License-Identifier: MIT */
/* Every bit of several trees flipped, one at a time, under the sanitizers. */
#include "tests/map/flips.h"
#include "tests/test.h"

#include <stdio.h>

enum { WORLDS = 6 };

static uint32_t counts[2];

/* The pool is as large as the world's array in the last of them, so that a block beyond it is seen.
 */
static void each_bit_flipped(void)
{
    for (uint32_t world = 0; world < WORLDS; world++) {
        world_build_within(world + 1u, world + 1u == WORLDS ? WORLD_BLOCKS : 24u + 13u * world);
        for (uint32_t bit = 0; bit < flip_bits(); bit++)
            counts[flip_try(bit)]++;
        CHECK_EQ(oct9_tree_check(&world_tree, world_seen), OCT9_OK);
    }
}

int main(void)
{
    RUN(each_bit_flipped);
    printf("| bits flipped in a tree, one at a time | found by the check | no harm to memory |\n"
           "|---:|---:|---:|\n"
           "| %lu | %lu | %lu |\n",
           (unsigned long)(counts[FLIP_FOUND] + counts[FLIP_HARMLESS]),
           (unsigned long)counts[FLIP_FOUND], (unsigned long)counts[FLIP_HARMLESS]);
    return test_end();
}
