/* SPDX-License-Identifier: MIT */
/* Morton codes, and the checks of nodes and boxes. Source of the shifts and masks: Raman and Wise
 * 2008, "Converting to and from dilated integers". */
#include "port/oct9_hot.h"

#include "src/number/morton.h"

#include "port/oct9_port.h"
#include "src/number/axes.h"

/* Puts two zeros between each two of nine bits. */
static uint32_t spread_nine(uint32_t x)
{
    x = (x | x << 16) & 0x30000FFu;
    x = (x | x << 8) & 0x300F00Fu;
    x = (x | x << 4) & 0x30C30C3u;
    return (x | x << 2) & OCT9_MORTON_EACH;
}

static uint32_t gather(uint32_t x)
{
    x &= OCT9_MORTON_EACH;
    x = (x | x >> 2) & 0x30C30C3u;
    x = (x | x >> 4) & 0x300F00Fu;
    x = (x | x >> 8) & 0x30000FFu;
    return (x | x >> 16) & (OCT9_CELLS - 1u);
}

uint32_t oct9_morton_encode(const oct9_cell_t *cell)
{
    OCT9_ASSERT(cell);
    return spread_nine(cell->x) + 2u * spread_nine(cell->y) + 4u * spread_nine(cell->z);
}

void oct9_morton_decode(uint32_t code, oct9_cell_t *cell)
{
    OCT9_ASSERT(cell);
    cell->x = (uint16_t)gather(code);
    cell->y = (uint16_t)gather(code >> 1);
    cell->z = (uint16_t)gather(code >> 2);
}

oct9_status_t oct9_node_check(const oct9_node_t *node)
{
    const unsigned all = (unsigned)node->corner.x | node->corner.y | node->corner.z;
    if (node->level > OCT9_LEVELS)
        return OCT9_REFUSE();
    if (all >= OCT9_CELLS)
        return OCT9_ERR_OUTSIDE;
    return (all & ((1u << node->level) - 1u)) != 0 ? OCT9_REFUSE() : OCT9_OK;
}

bool oct9_box_good(const oct9_box_t *box)
{
    for (unsigned a = 0; a < 3; a++)
        if (oct9_cell_axis(&box->lo, a) >= oct9_cell_axis(&box->hi, a) ||
            oct9_cell_axis(&box->hi, a) > OCT9_CELLS)
            return false;
    return true;
}
