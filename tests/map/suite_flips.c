/* SPDX-License-Identifier: MIT */
/* Random bits of a tree in RAM flipped, on the board itself; on the host tests/map/test_flips.c
 * flips each. */
#include "tests/map/flips.h"
#include "tests/golden/suites.h"
#include "tests/test.h"

enum { FLIPS = 150, BLOCKS = 48, SEED = 83 };

static void random_flips(void)
{
    random_t random = { SEED };
    uint32_t digest = DIGEST_BEGIN;
    world_build_within(SEED, BLOCKS);
    for (int i = 0; i < FLIPS; i++)
        digest = digest_add(digest, flip_try(random_below(&random, flip_bits())));
    CHECK_EQ(oct9_tree_check(&world_tree, world_seen), OCT9_OK);
    TEST_DIGEST("flips", digest);
}

GOLDEN_SUITE(flips)
{
    RUN(random_flips);
}
