/* SPDX-License-Identifier: MIT */
/* From zones to a table of materials: the cube is cut until each node lies in one leaf of the map
 * and has one material; nodes come in the order of their codes. Where no cell counts, the run
 * before goes on. */
#include "tools/format/material_image.h"
#include "tools/format/put.h"

#include <stdlib.h>

enum { HEADER_BYTES = sizeof(oct9_material_header_t) };

typedef struct {
    uint32_t code;
    uint16_t value;
} run_t;

typedef struct {
    const oct9_map_t *map;
    unsigned states; /* OCT9_STATES_: of leaves that count */
    const material_zone_t *zones;
    size_t zone_count;
    run_t *runs;
    size_t count, room;
} paint_t;

/* A node: its corner, its edge, and the corner's code. */
typedef struct {
    uint16_t at[3], size;
    uint32_t code;
} node_t;

static bool put_run(paint_t *paint, uint32_t code, uint16_t value)
{
    if (paint->count != 0 && paint->runs[paint->count - 1].value == value)
        return true;
    if (paint->count == paint->room) {
        paint->room = 2 * paint->room + 1024;
        run_t *more = realloc(paint->runs, paint->room * sizeof *more);
        if (!more)
            return false;
        paint->runs = more;
    }
    const run_t run = { paint->count == 0 ? 0 : code, value };
    paint->runs[paint->count++] = run;
    return true;
}

static bool overlaps(const material_zone_t *zone, const node_t *node)
{
    for (unsigned a = 0; a < 3; a++)
        if (zone->lo[a] >= node->at[a] + node->size || zone->hi[a] <= node->at[a])
            return false;
    return true;
}

static bool holds(const material_zone_t *zone, const node_t *node)
{
    for (unsigned a = 0; a < 3; a++)
        if (zone->lo[a] > node->at[a] || zone->hi[a] < node->at[a] + node->size)
            return false;
    return true;
}

static node_t child_of(const node_t *node, unsigned child)
{
    const uint16_t half = node->size / 2;
    node_t below = { { 0, 0, 0 }, half, node->code + child * half * half * half };
    for (unsigned a = 0; a < 3; a++)
        below.at[a] = (uint16_t)(node->at[a] + (child >> a & 1u ? half : 0));
    return below;
}

/* The last zone that overlaps a node decides. Returns false if it does not hold all of it. */
static bool value_of(const paint_t *paint, const node_t *node, uint16_t *value)
{
    size_t i = paint->zone_count;
    while (i > 0 && !overlaps(&paint->zones[i - 1], node))
        i--;
    *value = i == 0 ? 0 : paint->zones[i - 1].value;
    return i == 0 || holds(&paint->zones[i - 1], node);
}

static bool paint_node(paint_t *paint, const node_t *node)
{
    const oct9_cell_t corner = { node->at[0], node->at[1], node->at[2] };
    oct9_leaf_t leaf;
    uint16_t value;
    oct9_map_locate(paint->map, corner, &leaf);
    if (oct9_leaf_size(&leaf) >= node->size) {
        if ((1u << leaf.state & paint->states) == 0)
            return true;
        if (value_of(paint, node, &value))
            return put_run(paint, node->code, value);
    }
    for (unsigned child = 0; child < 8; child++) {
        const node_t below = child_of(node, child);
        if (!paint_node(paint, &below))
            return false;
    }
    return true;
}

static void put_table(unsigned char *bytes, size_t size, const paint_t *paint,
                      const oct9_frame_t *frame)
{
    const uint32_t fields[] = { OCT9_MATERIAL_MAGIC,          0,
                                OCT9_MATERIAL_VERSION,        (uint32_t)size,
                                (uint32_t)frame->origin_mm.x, (uint32_t)frame->origin_mm.y,
                                (uint32_t)frame->origin_mm.z, frame->cell_um,
                                (uint32_t)paint->count,       paint->states };
    _Static_assert(sizeof fields == HEADER_BYTES, "every field of the header");
    const size_t behind = offsetof(oct9_material_header_t, version);
    unsigned char *at = bytes;
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++)
        at = put32(at, fields[i]);
    for (size_t i = 0; i < paint->count; i++)
        at = put32(at, paint->runs[i].code);
    for (size_t i = 0; i < paint->count; i++)
        at = put16(at, paint->runs[i].value);
    put32(bytes + offsetof(oct9_material_header_t, crc),
          oct9_rom_crc32(0, bytes + behind, size - behind));
}

bool material_image(const oct9_map_t *map, unsigned states, const material_zone_t *zones,
                    size_t count, unsigned char **bytes, size_t *size)
{
    const node_t cube = { { 0, 0, 0 }, OCT9_CELLS, 0 };
    paint_t paint = { .map = map, .states = states, .zones = zones, .zone_count = count };
    bool good = paint_node(&paint, &cube) && (paint.count != 0 || put_run(&paint, 0, 0));
    *size = HEADER_BYTES + 4 * (paint.count + (paint.count + 1) / 2);
    *bytes = good ? calloc(*size, 1) : NULL;
    good = *bytes != NULL;
    if (good)
        put_table(*bytes, *size, &paint, &map->image->frame);
    free(paint.runs);
    return good;
}
