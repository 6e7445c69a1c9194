/* SPDX-License-Identifier: MIT */
/* What each traversal costs on a board, in instructions, over one map in flash. */
#include "bench/traversals.h"
#include "boards/board.h"
#include "boards/print.h"

extern const unsigned char oct9_map_geb079_320[];
extern const uint32_t oct9_map_geb079_320_size;
extern const unsigned char oct9_linked_map_geb079_320[];
extern const uint32_t oct9_linked_map_geb079_320_size;

static oct9_image_t image;
static oct9_linked_t linked;

static void measure(const traversal_maps_t *maps, const traversal_t *subject)
{
    board_counter_begin();
    const uint32_t begun = subject->begins(maps, bench_ray, bench_ray_count);
    const uint32_t begins = board_counter_end();
    board_counter_begin();
    const uint32_t leaves = subject->follows(maps, bench_ray, bench_ray_count);
    const uint32_t follows = board_counter_end();
    print_str("traversal ");
    print_str(subject->name);
    print_u32(begun, 8);
    print_u32(leaves, 8);
    print_u32(begins, 12);
    print_u32(follows, 12);
    print_u32(subject->state_bytes, 8);
    print_str("\n");
}

int main(void)
{
    if (oct9_image_open(&image, oct9_map_geb079_320, oct9_map_geb079_320_size) != OCT9_OK ||
        oct9_linked_open(&linked, oct9_linked_map_geb079_320, oct9_linked_map_geb079_320_size) !=
            OCT9_OK ||
        board_counter_unit() != BOARD_INSTRUCTIONS)
        return 1;
    const traversal_maps_t maps = { oct9_map_of_image(&image), &linked };
    const uint32_t digest = traversals[0].digests(&maps, bench_ray, bench_ray_count);
    for (unsigned i = 0; i < TRAVERSALS; i++) {
        if (traversals[i].digests(&maps, bench_ray, bench_ray_count) != digest)
            return 1;
        measure(&maps, &traversals[i]);
    }
    return 0;
}
