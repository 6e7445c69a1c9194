/* SPDX-License-Identifier: MIT */
/* Bakes the golden suites' world into a C array, on the host at build time. */
#include "oct9/visit.h"
#include "tests/golden/world.h"
#include "tools/format/bake.h"

#include <stdio.h>
#include <stdlib.h>

static void fill_leaf(grid_t *grid, const oct9_leaf_t *leaf)
{
    const unsigned size = oct9_leaf_size(leaf);
    for (unsigned i = 0; i < size * size * size; i++)
        grid_set(grid, leaf->corner.x + i % size, leaf->corner.y + i / size % size,
                 leaf->corner.z + i / size / size, (oct9_state_t)leaf->state);
}

int main(void)
{
    static const oct9_frame_t frame = OCT9_FRAME(-1000, 2000, 0, 80000);
    static const uint16_t extent[6] = { 0, 0, 0, OCT9_CELLS, OCT9_CELLS, OCT9_CELLS };
    unsigned char *bytes;
    size_t size;
    oct9_visit_t leaves;
    oct9_leaf_t leaf;
    grid_t grid = grid_new();
    world_build(1);
    if (!grid.bricks || oct9_visit_begin(&leaves, &world_map, NULL, OCT9_STATES_ALL) != OCT9_OK)
        return 1;
    while (oct9_visit_next(&leaves, UINT32_MAX, &leaf) > 0)
        if (leaf.state != OCT9_UNKNOWN)
            fill_leaf(&grid, &leaf);
    if (!bake_image(&grid, &frame, extent, &bytes, &size))
        return 1;
    printf("#include \"tests/golden/world.h\"\n\n"
           "const size_t oct9_map_world_size = %zu;\n"
           "OCT9_IN_ROM _Alignas(4) const unsigned char oct9_map_world[%zu] = {",
           size, size);
    for (size_t i = 0; i < size; i++)
        printf("%s%u,", i % 16 == 0 ? "\n    " : " ", bytes[i]);
    printf("\n};\n");
    free(bytes);
    grid_free(&grid);
    return 0;
}
