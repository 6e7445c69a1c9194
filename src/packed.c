/* SPDX-License-Identifier: MIT */
#include "src/packed.h"

extern inline uint32_t oct9_packed_corner(uint32_t cell, unsigned level);
extern inline unsigned oct9_packed_child(uint32_t cell, unsigned level);

uint32_t oct9_packed(const oct9_cell_t *cell)
{
    return cell->x | (uint32_t)cell->y << 10 | (uint32_t)cell->z << 20;
}
