/* SPDX-License-Identifier: MIT */
/* How many blocks a RAM tree needs for a part of a map: counted along the map's own nodes. */
#include "src/map/map.h"
#include "tools/plan.h"

enum { MIXED = 0x10000 }; /* no payload: a node whose children differ */

typedef struct {
    const oct9_map_t *map;
    unsigned lo[3], hi[3];
    uint32_t blocks;
} counter_t;

static void read_children(const oct9_map_t *map, uint32_t ref, unsigned level, uint32_t child[8])
{
    if (ref & OCT9_REF_LEAF) {
        for (unsigned c = 0; c < 8; c++)
            child[c] = ref;
    } else if (map->tree) {
        for (unsigned c = 0; c < 8; c++)
            child[c] = oct9_tree_child(map->tree, ref, c);
    } else if (level == 1) {
        const uint32_t brick = oct9_image_brick(map->image, ref);
        for (unsigned c = 0; c < 8; c++)
            child[c] = oct9_leaf_ref(brick, c);
    } else {
        const oct9_inner_t node = oct9_image_read(map->image, ref);
        for (unsigned c = 0; c < 8; c++)
            child[c] = oct9_image_child(node.first, node.states, c);
    }
}

/* What is left of a node: a payload, or MIXED. */
static uint32_t count_node(counter_t *counter, uint32_t ref, const unsigned at[3], unsigned level)
{
    const unsigned size = 1u << level;
    bool inside = true;
    for (unsigned a = 0; a < 3; a++) {
        if (at[a] >= counter->hi[a] || at[a] + size <= counter->lo[a])
            return OCT9_UNKNOWN;
        inside = inside && at[a] >= counter->lo[a] && at[a] + size <= counter->hi[a];
    }
    if ((ref & OCT9_REF_LEAF) && (inside || oct9_ref_payload(ref) == OCT9_UNKNOWN))
        return oct9_ref_payload(ref);
    uint32_t child[8], left[8];
    bool equal = true;
    read_children(counter->map, ref, level, child);
    for (unsigned c = 0; c < 8; c++) {
        const unsigned corner[3] = { at[0] + (c & 1u) * size / 2, at[1] + (c >> 1 & 1u) * size / 2,
                                     at[2] + (c >> 2) * size / 2 };
        left[c] = count_node(counter, child[c], corner, level - 1u);
        equal = equal && left[c] == left[0];
    }
    if (equal && left[0] != MIXED)
        return left[0];
    counter->blocks++;
    return MIXED;
}

uint32_t plan_blocks(const oct9_map_t *map, const unsigned lo[3], const unsigned hi[3])
{
    static const unsigned corner[3] = { 0, 0, 0 };
    counter_t counter = { map, { lo[0], lo[1], lo[2] }, { hi[0], hi[1], hi[2] }, 0 };
    count_node(&counter, oct9_map_root(map), corner, OCT9_LEVELS);
    return counter.blocks;
}

/* Moves the window on along x, then y, then z; the last place of a row ends with the extent. False:
 * there are no more. */
static bool move_on(unsigned lo[3], const uint16_t extent[6], unsigned edge, unsigned step)
{
    for (unsigned a = 0; a < 3; a++) {
        if (lo[a] + edge < extent[a + 3u]) {
            const unsigned last = extent[a + 3u] - edge;
            lo[a] = lo[a] + step < last ? lo[a] + step : last;
            return true;
        }
        lo[a] = extent[a];
    }
    return false;
}

uint32_t plan_window_blocks(const oct9_map_t *map, const uint16_t extent[6], unsigned edge)
{
    enum { STEP_LEAST = 8, STEPS_ACROSS = 8 };
    const unsigned step = edge / STEPS_ACROSS > STEP_LEAST ? edge / STEPS_ACROSS : STEP_LEAST;
    unsigned lo[3] = { extent[0], extent[1], extent[2] };
    uint32_t most = 0;
    do {
        const unsigned hi[3] = { lo[0] + edge, lo[1] + edge, lo[2] + edge };
        const uint32_t blocks = plan_blocks(map, lo, hi);
        if (most < blocks)
            most = blocks;
    } while (move_on(lo, extent, edge, step));
    return most;
}
