/* SPDX-License-Identifier: MIT */
/* What a source has in a tile, as bytes of its file. */
#include "tools/world/spread_record.h"
#include "tools/format/put.h"

#include <string.h>

enum { NUMBERS = 9, DOUBLE_BYTES = 8 }; /* of a triangle */

size_t spread_record_size(source_kind_t kind)
{
    switch (kind) {
    case SOURCE_POINTS: return 4;
    case SOURCE_LEAVES: return 20;
    default: return SPREAD_RECORD_MOST;
    }
}

void spread_put_cell(unsigned char *record, uint32_t cell)
{
    put32(record, cell);
}

uint32_t spread_get_cell(const unsigned char *record)
{
    return get32(record);
}

void spread_put_triangle(unsigned char *record, const source_point_t corners[3])
{
    for (unsigned i = 0; i < NUMBERS; i++) {
        uint64_t bits;
        memcpy(&bits, &corners[i / 3].at[i % 3], sizeof bits);
        record = put32(put32(record, (uint32_t)bits), (uint32_t)(bits >> 32));
    }
}

void spread_get_triangle(source_point_t corners[3], const unsigned char *record)
{
    for (unsigned i = 0; i < NUMBERS; i++, record += DOUBLE_BYTES) {
        const uint64_t bits = get32(record) | (uint64_t)get32(record + 4) << 32;
        memcpy(&corners[i / 3].at[i % 3], &bits, sizeof bits);
    }
}

void spread_put_leaf(unsigned char *record, const source_leaf_t *leaf, uint32_t cell_um)
{
    for (unsigned a = 0; a < 3; a++)
        record = put32(record, (uint32_t)leaf->lo[a]);
    record = put32(record, (uint32_t)leaf->size << 1 | leaf->occupied);
    put32(record, cell_um);
}

void spread_get_leaf(source_leaf_t *leaf, uint32_t *cell_um, const unsigned char *record)
{
    for (unsigned a = 0; a < 3; a++, record += 4)
        leaf->lo[a] = (int32_t)get32(record);
    leaf->size = (int32_t)(get32(record) >> 1);
    leaf->occupied = (get32(record) & 1u) != 0;
    *cell_um = get32(record + 4);
}
