/* SPDX-License-Identifier: MIT */
#include "examples/coverage/room.h"

typedef struct {
    uint8_t x0, y0, z0, x1, y1, z1; /* from the walls' low corner */
    uint8_t state;
} part_t;

enum { WALL = 4 };

/* Each over those before. */
static const part_t parts[] = {
    { 0, 0, 0, 88, 68, 32, OCT9_OCCUPIED }, /* walls, floor and ceiling */
    { 4, 4, 4, 54, 64, 28, OCT9_FREE },
    { 56, 4, 4, 84, 64, 28, OCT9_UNKNOWN },   /* the second room */
    { 54, 26, 4, 56, 36, 24, OCT9_FREE },     /* the door */
    { 18, 16, 4, 22, 48, 24, OCT9_OCCUPIED }, /* the rack */
    { 4, 16, 4, 18, 48, 28, OCT9_UNKNOWN },   /* the niche */
    { 36, 44, 4, 40, 48, 28, OCT9_OCCUPIED }, /* a pillar */
    { 32, 8, 10, 46, 16, 12, OCT9_OCCUPIED }  /* a table */
};

oct9_status_t room_build(oct9_tree_t *tree, oct9_block_t pool[ROOM_BLOCKS])
{
    enum { AT = ROOM_AT - WALL };
    oct9_status_t status = oct9_tree_init(tree, pool, ROOM_BLOCKS, NULL);
    for (uint32_t i = 0; status == OCT9_OK && i < sizeof parts / sizeof parts[0]; i++) {
        const part_t *p = &parts[i];
        const oct9_box_t box = {
            { (uint16_t)(AT + p->x0), (uint16_t)(AT + p->y0), (uint16_t)(AT + p->z0) },
            { (uint16_t)(AT + p->x1), (uint16_t)(AT + p->y1), (uint16_t)(AT + p->z1) }
        };
        status = oct9_tree_fill_box(tree, &box, p->state);
    }
    return status;
}

uint32_t room_unknown(const oct9_map_t *map)
{
    uint32_t count = 0;
    oct9_cell_t cell;
    oct9_leaf_t leaf;
    for (cell.z = ROOM_AT; cell.z < ROOM_AT + ROOM_Z; cell.z++)
        for (cell.y = ROOM_AT; cell.y < ROOM_AT + ROOM_Y; cell.y++)
            for (cell.x = ROOM_AT; cell.x < ROOM_AT + ROOM_X; cell.x++)
                count += oct9_map_locate(map, cell, &leaf) == OCT9_OK && leaf.state == OCT9_UNKNOWN;
    return count;
}
