/* SPDX-License-Identifier: MIT */
#include "src/cursor.h"

#include "src/packed.h"

unsigned oct9_child_at(const oct9_cell_t *corner, unsigned level)
{
    return oct9_packed_child(oct9_packed(corner), level);
}

void oct9_cursor_first(oct9_node_t *node)
{
    node->corner.x = 0;
    node->corner.y = 0;
    node->corner.z = 0;
    node->level = OCT9_LEVELS;
}

bool oct9_cursor_up(oct9_node_t *node)
{
    if (node->level == OCT9_LEVELS || oct9_child_at(&node->corner, node->level) != 7u)
        return false;
    const unsigned mask = ~(1u << node->level);
    node->corner.x = (uint16_t)(node->corner.x & mask);
    node->corner.y = (uint16_t)(node->corner.y & mask);
    node->corner.z = (uint16_t)(node->corner.z & mask);
    node->level++;
    return true;
}

void oct9_cursor_sibling(oct9_node_t *node)
{
    /* A binary count of x, y, z. */
    const unsigned bit = 1u << node->level;
    const unsigned carry_y = node->corner.x & bit, carry_z = node->corner.y & carry_y;
    node->corner.x = (uint16_t)(node->corner.x ^ bit);
    node->corner.y = (uint16_t)(node->corner.y ^ carry_y);
    node->corner.z = (uint16_t)(node->corner.z ^ carry_z);
}

bool oct9_box_good(const oct9_box_t *box)
{
    return box->lo.x < box->hi.x && box->hi.x <= OCT9_CELLS &&
           box->lo.y < box->hi.y && box->hi.y <= OCT9_CELLS &&
           box->lo.z < box->hi.z && box->hi.z <= OCT9_CELLS;
}
