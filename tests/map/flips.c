/* SPDX-License-Identifier: MIT */
#include "tests/map/flips.h"

#include "oct9/cast.h"
#include "oct9/probe.h"
#include "oct9/sweep.h"
#include "oct9/visit.h"
#include "tests/test.h"

enum {
    WORDS = 6, /* beside the pool */
    RAYS = 3,
    LEAVES_MAX = 3 * 511 + 1, /* as cast.h promises */
    BUDGET = 2000
};

uint32_t flip_bits(void)
{
    return (uint32_t)world_tree.capacity * 128u + WORDS * 16u;
}

static uint16_t *word(uint32_t number)
{
    const uint32_t slots = (uint32_t)world_tree.capacity * 8u;
    if (number < slots)
        return &world_pool[number / 8u].slot[number % 8u];
    uint16_t *const others[WORDS] = { &world_tree.root,
                                      &world_tree.used,
                                      &world_tree.peak,
                                      &world_tree.free_head,
                                      &world_tree.thresholds.free_below,
                                      &world_tree.thresholds.occupied_from };
    return others[number - slots];
}

/* Every query ends in as many leaves as it does in a map. */
static void ask(bool whole)
{
    static oct9_visit_t visit;
    random_t random = { 97 };
    for (int i = 0; i < RAYS; i++) {
        const oct9_cast_input_t input = {
            .from = world_point(&random),
            .to = world_point(&random),
            .rules = { .unknown = OCT9_PASSES, .outside = OCT9_FREE, .start_inside = OCT9_PASSES }
        };
        oct9_cast_output_t output;
        if (world_tree.thresholds.occupied_from > OCT9_PAYLOAD_MAX) {
            CHECK_EQ(oct9_cast_ray(&world_map, &input, &output), OCT9_ERR_ARGUMENT);
            break; /* nothing could be an obstacle */
        }
        CHECK_EQ(oct9_cast_ray(&world_map, &input, &output), OCT9_OK);
        CHECK(output.leaves <= LEAVES_MAX && output.nodes <= OCT9_LEVELS * LEAVES_MAX);
    }
    oct9_leaf_t leaf;
    uint32_t volume = 0, leaves = 0;
    CHECK_EQ(oct9_visit_begin(&visit, &world_map, NULL, OCT9_STATES_ALL), OCT9_OK);
    while (leaves < BUDGET && oct9_visit_next(&visit, BUDGET, &leaf) > 0) {
        volume += (uint32_t)1 << 3u * leaf.level;
        leaves++;
    }
    if (whole)
        CHECK_EQ(volume, (uint32_t)1 << 27);
}

flip_t flip_try(uint32_t bit)
{
    uint16_t *const at = word(bit / 16u);
    const uint16_t old = *at;
    *at = (uint16_t)(old ^ (uint16_t)((uint16_t)1 << bit % 16u));
    const bool found = oct9_tree_check(&world_tree, world_seen) != OCT9_OK;
    if (!found || *at < world_tree.capacity)
        ask(!found);
    *at = old;
    return found ? FLIP_FOUND : FLIP_HARMLESS;
}
