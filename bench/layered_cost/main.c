/* SPDX-License-Identifier: MIT */
/* What a layered map costs where the sensors have seen nothing: each check over geb079's image, and
 * over the same image below an empty tree, in instructions. */
#include "bench/check_cost/checks.h"
#include "boards/board.h"
#include "boards/print.h"
#include "oct9/layered.h"

extern const unsigned char oct9_map_geb079_80[];
extern const uint32_t oct9_map_geb079_80_size;

OCT9_POOL(static, pool, 1);
static oct9_image_t image;
static oct9_tree_t tree;
static oct9_layered_t layered;

/* Prints the means, and in hundredths the highest quotient of one placement. */
static void measure(const oct9_map_t *alone, const oct9_map_t *both, const check_t *subject)
{
    uint64_t instructions[2] = { 0, 0 };
    uint32_t worst = 0;
    for (uint32_t i = 0; i < subject->count; i++) {
        check_cost_t cost[2];
        subject->run(alone, i, &cost[0]);
        subject->run(both, i, &cost[1]);
        instructions[0] += cost[0].instructions;
        instructions[1] += cost[1].instructions;
        const uint32_t quotient = (uint32_t)((uint64_t)cost[1].instructions * 100u /
                                             cost[0].instructions);
        if (worst < quotient)
            worst = quotient;
    }
    print_str("layered ");
    print_left(subject->name, 14);
    print_u32((uint32_t)(instructions[0] / subject->count), 10);
    print_u32((uint32_t)(instructions[1] / subject->count), 10);
    print_u32(worst, 8);
    print_str("\n");
}

int main(void)
{
    if (oct9_image_open(&image, oct9_map_geb079_80, oct9_map_geb079_80_size) != OCT9_OK ||
        oct9_tree_init(&tree, pool, 1, NULL) != OCT9_OK ||
        board_counter_unit() != BOARD_INSTRUCTIONS)
        return 1;
    const oct9_map_t alone = oct9_map_of_image(&image);
    if (oct9_layered_init(&layered, &tree, NULL, &alone, NULL, OCT9_LAYERED_UNION) != OCT9_OK)
        return 1;
    const oct9_map_t both = oct9_layered_map(&layered);
    for (unsigned i = 0; i < check_count; i++)
        measure(&alone, &both, &check[i]);
    return 0;
}
