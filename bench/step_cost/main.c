/* SPDX-License-Identifier: MIT */
/* What a walk over geb079's image costs: as bench/walk_cost, on any board that holds the image. */
#include "bench/steps.h"
#include "boards/board.h"

int main(void)
{
    static oct9_image_t image;
    if (oct9_image_open(&image, OCT9_ROM(oct9_map_geb079_80), oct9_map_geb079_80_size) != OCT9_OK ||
        board_counter_unit() == BOARD_TICKS)
        return 1;
    const oct9_map_t map = oct9_map_of_image(&image);
    steps_measure("image", &map, OCT9_CELLS);
    return 0;
}
