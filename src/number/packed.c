/* SPDX-License-Identifier: MIT */
#include "src/number/packed.h"

#include "port/oct9_port.h"
#include "src/number/axes.h"

extern inline uint32_t oct9_packed_edge(unsigned level);
extern inline uint32_t oct9_packed_corner(uint32_t cell, unsigned level);
extern inline unsigned oct9_packed_child(uint32_t cell, unsigned level);

uint32_t oct9_packed(const oct9_cell_t *cell)
{
    return cell->x | (uint32_t)cell->y << 10 | (uint32_t)cell->z << 20;
}

oct9_status_t oct9_node_check(const oct9_node_t *node)
{
    if (node->level > OCT9_LEVELS)
        return OCT9_REFUSE();
    if (((unsigned)node->corner.x | node->corner.y | node->corner.z) >= OCT9_CELLS)
        return OCT9_ERR_OUTSIDE;
    return (oct9_packed(&node->corner) & oct9_packed_edge(node->level)) != 0 ? OCT9_REFUSE()
                                                                             : OCT9_OK;
}

bool oct9_box_good(const oct9_box_t *box)
{
    for (unsigned a = 0; a < 3; a++)
        if (oct9_cell_axis(&box->lo, a) >= oct9_cell_axis(&box->hi, a) ||
            oct9_cell_axis(&box->hi, a) > OCT9_CELLS)
            return false;
    return true;
}
