/* SPDX-License-Identifier: MIT */
/* A payload put in its place, as a packet says. */
#include "port/oct9_port.h"
#include "src/occupancy.h"
#include "src/room.h"
#include "src/way.h"

/* Splits what is larger and gives the node its payload. */
static void write(oct9_occupancy_t *occupancy, oct9_way_t *way, uint32_t corner, unsigned level,
                  uint16_t payload)
{
    oct9_tree_t *const tree = &occupancy->tree;
    oct9_occupancy_note_node(occupancy, corner, level, payload);
    while (way->level > level) {
        (void)oct9_tree_split(tree, oct9_way_end(way));
        oct9_way_down(tree, corner, way);
    }
    oct9_tree_set_slot(tree, oct9_way_end(way), level, oct9_leaf_slot(payload));
}

/* A larger leaf stands for the node and for what it stood for. */
static void take_in(oct9_occupancy_t *occupancy, const oct9_way_t *way, uint32_t corner,
                    uint16_t payload)
{
    uint16_t *const slot = oct9_way_end(way);
    const uint16_t before = *slot & OCT9_PAYLOAD_MAX;
    const uint16_t joined = oct9_payload_join(before, payload);
    oct9_slot_set(slot, oct9_leaf_slot(joined));
    occupancy->grown++;
    oct9_occupancy_note(occupancy, corner & ~oct9_morton_below(way->level), way->level, before,
                        joined);
}

static OCT9_APART void put_there(oct9_occupancy_t *occupancy, uint32_t corner, unsigned level,
                                 uint16_t payload)
{
    oct9_tree_t *const tree = &occupancy->tree;
    oct9_way_t way;
    oct9_way_find(tree, corner, level, &way);
    if (*oct9_way_end(&way) == oct9_leaf_slot(payload))
        return;
    if (way.level - level <= oct9_occupancy_free(occupancy))
        write(occupancy, &way, corner, level, payload);
    else
        take_in(occupancy, &way, corner, payload);
    oct9_way_merge(tree, &way);
}

/* How many blocks it takes; 0 too if it is there already. */
static OCT9_APART unsigned need(oct9_occupancy_t *occupancy, uint32_t corner, unsigned level,
                                uint16_t payload)
{
    oct9_way_t way;
    oct9_way_find(&occupancy->tree, corner, level, &way);
    return *oct9_way_end(&way) == oct9_leaf_slot(payload) ? 0 : way.level - level;
}

oct9_status_t oct9_occupancy_put(oct9_occupancy_t *occupancy, uint32_t corner, unsigned level,
                                 uint16_t payload)
{
    const unsigned blocks = need(occupancy, corner, level, payload);
    if (blocks > oct9_occupancy_free(occupancy) && occupancy->model.full == OCT9_REFUSE) {
        occupancy->tree.failed++;
        return OCT9_ERR_POOL_FULL;
    }
    oct9_occupancy_begin(occupancy);
    oct9_room_refresh(occupancy);
    (void)oct9_room_make(occupancy, blocks);
    put_there(occupancy, corner, level, payload);
    oct9_occupancy_end(occupancy);
    return OCT9_OK;
}
