/* SPDX-License-Identifier: MIT */
/* Morton codes, and the checks of nodes and boxes. Source of the shifts and masks: Raman and Wise
 * 2008, "Converting to and from dilated integers". */
#include "port/oct9_hot.h"

#include "src/number/morton.h"

#include "port/oct9_port.h"
#include "src/number/axes.h"

/* Exchanges the bits of `low` with those that are `by` places above them. */
static inline uint32_t exchange(uint32_t x, unsigned by, uint32_t low)
{
    const uint32_t differ = (x ^ x >> by) & low;
    return x ^ differ ^ differ << by;
}

/* The number of a bit is written in base 3. This exchanges its first two digits: coordinates of
 * nine bits become three groups of their upper, middle and lower three bits, and back. */
static inline uint32_t turn_groups(uint32_t x)
{
    return exchange(exchange(x, 6, 0x38038u), 12, 0x1C0u);
}

/* And its last two digits, in each group of nine bits. */
static inline uint32_t turn_bits(uint32_t x)
{
    return exchange(exchange(x, 2, 0x884422u), 4, 0x100804u);
}

uint32_t oct9_morton_encode(const oct9_cell_t *cell)
{
    OCT9_ASSERT(cell);
    const uint32_t x = cell->x % OCT9_CELLS, y = cell->y % OCT9_CELLS, z = cell->z;
    return turn_bits(turn_groups(x | y << 9 | z << 18)) % OCT9_MORTON_END;
}

void oct9_morton_decode(uint32_t code, oct9_cell_t *cell)
{
    OCT9_ASSERT(cell);
    const uint32_t cells = turn_groups(turn_bits(code));
    cell->x = (uint16_t)(cells % OCT9_CELLS);
    cell->y = (uint16_t)((cells >> 9) % OCT9_CELLS);
    cell->z = (uint16_t)((cells >> 18) % OCT9_CELLS);
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
