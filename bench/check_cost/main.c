/* SPDX-License-Identifier: MIT */
/* What each check costs on a board, in instructions, over geb079's image in flash: mean and worst
 * of random placements. */
#include "bench/check_cost/checks.h"
#include "boards/board.h"
#include "boards/print.h"

extern const unsigned char oct9_map_geb079_80[];
extern const uint32_t oct9_map_geb079_80_size;

static oct9_image_t image;

/* Sums are wide: 10,000 placements of 100,000 instructions pass 2^29. */
static void measure(const oct9_map_t *map, const check_t *subject)
{
    uint64_t instructions = 0, visited = 0;
    uint32_t worst = 0, stopped = 0;
    for (uint32_t i = 0; i < subject->count; i++) {
        check_cost_t cost;
        subject->run(map, i, &cost);
        instructions += cost.instructions;
        visited += cost.visited;
        stopped += cost.stopped;
        if (worst < cost.instructions)
            worst = cost.instructions;
    }
    print_str("check ");
    print_left(subject->name, 14);
    print_u32(subject->count, 8);
    print_u32((uint32_t)(instructions / subject->count), 10);
    print_u32(worst, 10);
    print_u32((uint32_t)(visited / subject->count), 8);
    print_u32(stopped * 100u / subject->count, 8);
    print_str("\n");
}

int main(void)
{
    if (oct9_image_open(&image, oct9_map_geb079_80, oct9_map_geb079_80_size) != OCT9_OK ||
        board_counter_unit() != BOARD_INSTRUCTIONS)
        return 1;
    const oct9_map_t map = oct9_map_of_image(&image);
    for (unsigned i = 0; i < check_count; i++)
        measure(&map, &check[i]);
    return 0;
}
