/* SPDX-License-Identifier: MIT */
/* Morton codes.
 * Source: the shifts and masks of "dilated integers" (Raman and Wise 2008). */
#include "src/number/morton.h"

#include "port/oct9_port.h"

/* Two zeros between each two of nine bits. */
static uint32_t spread(uint32_t x)
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
    return spread(cell->x) + 2u * spread(cell->y) + 4u * spread(cell->z);
}

void oct9_morton_decode(uint32_t code, oct9_cell_t *cell)
{
    OCT9_ASSERT(cell);
    cell->x = (uint16_t)gather(code);
    cell->y = (uint16_t)gather(code >> 1);
    cell->z = (uint16_t)gather(code >> 2);
}
