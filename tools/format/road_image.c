/* SPDX-License-Identifier: MIT */
/* From a road map to its bytes: little-endian. */
#include "tools/format/road_image.h"

#include "oct9/road.h"
#include "tools/format/put.h"

#include <stdlib.h>

enum {
    HEADER_BYTES = sizeof(oct9_road_header_t),
    TILE_BYTES = sizeof(oct9_road_tile_t),
    AXIS_BITS = 9
};

_Static_assert(HEADER_BYTES == 48 && TILE_BYTES == 8, "as docs/formats.md says it");

/* All of the header; the CRC is left 0. */
static unsigned char *put_header(unsigned char *at, size_t size, const road_t *road,
                                 const road_head_t *head)
{
    const oct9_frame_t *frame = head->frame;
    const uint32_t words[] = { OCT9_ROAD_MAGIC,
                               0,
                               OCT9_ROAD_VERSION,
                               (uint32_t)size,
                               (uint32_t)frame->origin_mm.x,
                               (uint32_t)frame->origin_mm.y,
                               (uint32_t)frame->origin_mm.z,
                               frame->cell_um,
                               head->map_crc };
    const uint32_t halves[] = { head->radius_q6,    OCT9_BLOCKS,      road->tile_count,
                                road->vertex_count, road->edge_count, 0 };
    _Static_assert(sizeof words + sizeof halves / 2 == HEADER_BYTES, "every field of the header");
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        at = put32(at, words[i]);
    for (size_t i = 0; i < sizeof halves / sizeof halves[0]; i++)
        at = put16(at, halves[i]);
    return at;
}

static unsigned char *put_tiles(unsigned char *at, const road_t *road)
{
    for (uint32_t i = 0; i < road->vertex_count; i++) {
        const road_vertex_t *vertex = &road->vertices[i];
        if (i != 0 && road_same_tile(vertex - 1, vertex))
            continue;
        for (unsigned a = 0; a < 3; a++)
            at = put16(at, (uint16_t)vertex->tile[a]);
        at = put16(at, i);
    }
    return at;
}

static void put_road(unsigned char *at, const road_t *road)
{
    for (uint32_t i = 0; i < road->vertex_count; i++) {
        const road_vertex_t *vertex = &road->vertices[i];
        at = put32(at, vertex->at[0] | (uint32_t)vertex->at[1] << AXIS_BITS |
                           (uint32_t)vertex->at[2] << 2 * AXIS_BITS |
                           (uint32_t)vertex->degree << 3 * AXIS_BITS);
    }
    for (uint32_t i = 0; i < road->vertex_count; i += OCT9_ROAD_ROW)
        at = put16(at, road->vertices[i].edges);
    for (uint32_t i = 0; i < road->edge_count; i++)
        at = put16(at, road->edges[i]);
}

bool road_image(const road_t *road, const road_head_t *head, unsigned char **bytes, size_t *size)
{
    const size_t behind = offsetof(oct9_road_header_t, version);
    *size = road_bytes(road->tile_count, road->vertex_count, road->edge_count);
    *bytes = calloc(*size, 1);
    if (!*bytes)
        return false;
    put_road(put_tiles(put_header(*bytes, *size, road, head), road), road);
    put32(*bytes + offsetof(oct9_road_header_t, crc),
          oct9_rom_crc32(0, oct9_rom_of_ram(*bytes + behind), *size - behind));
    return true;
}
