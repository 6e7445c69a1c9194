/* SPDX-License-Identifier: MIT */
/* Morton codes.
 * Source: the shifts and masks of "dilated integers" (Raman and Wise 2008). */
#include "oct9/morton.h"

#include "port/oct9_port.h"

#define BITS_OF_X 0x1249249u              /* y and z are one and two up */

/* Two zeros between each two of nine bits. */
static uint32_t spread(uint32_t x)
{
    x = (x | x << 16) & 0x30000FFu;
    x = (x | x << 8) & 0x300F00Fu;
    x = (x | x << 4) & 0x30C30C3u;
    return (x | x << 2) & BITS_OF_X;
}

static uint16_t gather(uint32_t x)
{
    x &= BITS_OF_X;
    x = (x | x >> 2) & 0x30C30C3u;
    x = (x | x >> 4) & 0x300F00Fu;
    x = (x | x >> 8) & 0x30000FFu;
    return (uint16_t)(x | x >> 16);
}

uint32_t oct9_morton(const oct9_cell_t *cell)
{
    OCT9_ASSERT(cell);
    return spread(cell->x) | spread(cell->y) << 1 | spread(cell->z) << 2;
}

void oct9_morton_cell(uint32_t code, oct9_cell_t *cell)
{
    OCT9_ASSERT(cell);
    cell->x = gather(code) & (OCT9_CELLS - 1u);
    cell->y = gather(code >> 1) & (OCT9_CELLS - 1u);
    cell->z = gather(code >> 2) & (OCT9_CELLS - 1u);
}
