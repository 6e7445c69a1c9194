/* SPDX-License-Identifier: MIT */
/* What a source has in a tile, as bytes of its file: little-endian numbers. */
#ifndef OCT9_TOOLS_WORLD_SPREAD_RECORD_H
#define OCT9_TOOLS_WORLD_SPREAD_RECORD_H

#include "tools/source/source.h"

#define SPREAD_RECORD_MOST 72u
#define SPREAD_AXIS_BITS 9u /* of a cell, on an axis */

/* How many bytes an item of such a source has:
 *
 *   points      4: the cell that a point is in, x + 512 * y + 512 * 512 * z of the tile
 *   triangles  72: nine doubles, the corners as they are placed, in the unit of their frame
 *   leaves     20: lo of x, y and z; 2 * size, and 1 if it is occupied; the cell in micrometres */
size_t spread_record_size(source_kind_t kind);

void spread_put_cell(unsigned char *record, uint32_t cell);
void spread_put_triangle(unsigned char *record, const source_point_t corners[3]);
void spread_put_leaf(unsigned char *record, const source_leaf_t *leaf, uint32_t cell_um);

uint32_t spread_get_cell(const unsigned char *record);
void spread_get_triangle(source_point_t corners[3], const unsigned char *record);
void spread_get_leaf(source_leaf_t *leaf, uint32_t *cell_um, const unsigned char *record);

#endif
