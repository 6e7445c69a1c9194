/* SPDX-License-Identifier: MIT */
/* Links a world of the golden suites into a C array, on the host at build time. */
#include "tests/golden/linked_world.h"
#include "tests/golden/world.h"
#include "tools/format/carray.h"
#include "tools/format/link.h"

#include <stdlib.h>

int main(void)
{
    static const oct9_frame_t frame = OCT9_FRAME(-1000, 2000, 0, 80000);
    static const uint16_t extent[6] = { 0, 0, 0, OCT9_CELLS, OCT9_CELLS, OCT9_CELLS };
    unsigned char *bytes;
    size_t size;
    link_counts_t counts;
    world_build_within(1, LINKED_BLOCKS);
    if (link_map(&world_map, &frame, extent, LINKED_PAGE, &bytes, &size, &counts) != OCT9_OK)
        return 1;
    carray_write(stdout, "world", "linked_map", bytes, size);
    free(bytes);
    return 0;
}
