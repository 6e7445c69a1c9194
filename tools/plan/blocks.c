/* SPDX-License-Identifier: MIT */
/* How many blocks a RAM tree needs for all of a map: as many as an image has inner nodes. */
#include "src/map/map.h"
#include "tools/plan/plan.h"

/* Counts the inner nodes from a node down. */
static uint32_t count(const oct9_image_t *image, uint32_t ref, unsigned level)
{
    uint32_t blocks = 1;
    if (ref & OCT9_REF_LEAF)
        return 0;
    if (level == 1)
        return 1;
    const oct9_inner_t node = oct9_image_read(image, ref);
    for (unsigned c = 0; c < 8; c++)
        blocks += count(image, oct9_image_child(node.first, node.states, c), level - 1u);
    return blocks;
}

uint32_t plan_blocks(const oct9_map_t *map)
{
    return count(map->image, oct9_map_root(map), OCT9_LEVELS);
}
