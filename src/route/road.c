/* SPDX-License-Identifier: MIT */
/* Road maps: opening one. All that a search relies on is validated here; whether an edge is clear
 * is not, and each is swept when it is used. */
#include "src/route/road.h"

#include "oct9/image.h"
#include "oct9/mm.h"
#include "port/oct9_port.h"
#include "src/number/axes.h"
#include "src/number/magnitude.h"
#include "src/query/reach.h"
#include "src/world/world.h"

#define ROAD_HEADER_BYTES 48u
#define TILE_BYTES ((uint32_t)8)
#define TILE_HALVES (TILE_BYTES / 2u)
#define PLACE ((uint32_t)0x7FFFFFF) /* of a vertex's word */
#define DEGREE_BIT 27

OCT9_STATIC_ASSERT(sizeof(oct9_road_header_t) == ROAD_HEADER_BYTES &&
                       sizeof(oct9_road_tile_t) == TILE_BYTES,
                   "the layout is the format's");

/* A word and a half-word of the header. */
#define ROAD_WORD(bytes, field) \
    oct9_port_word(oct9_rom_words(bytes), offsetof(oct9_road_header_t, field) / 4u)
#define ROAD_HALF(bytes, field) \
    oct9_port_half(oct9_rom_halves(bytes), offsetof(oct9_road_header_t, field) / 2u)

uint32_t oct9_road_vertex(const oct9_road_t *road, uint32_t vertex)
{
    OCT9_ASSERT(vertex < road->vertex_count);
    return oct9_port_word(road->vertices, vertex);
}

uint32_t oct9_road_edges(const oct9_road_t *road, uint32_t vertex)
{
    uint32_t begin = oct9_port_half(road->rows, vertex / OCT9_ROAD_ROW);
    for (uint32_t before = vertex & ~(OCT9_ROAD_ROW - 1u); before < vertex; before++)
        begin += oct9_road_vertex(road, before) >> DEGREE_BIT;
    return begin;
}

/* --- validation ------------------------------------------------------------------------------- */

static uint32_t row_count(uint32_t vertices)
{
    return (vertices + OCT9_ROAD_ROW - 1u) / OCT9_ROAD_ROW;
}

static bool counts_good(oct9_rom_t bytes)
{
    const uint32_t vertices = ROAD_HALF(bytes, vertex_count), tiles = ROAD_HALF(bytes, tile_count);
    const uint32_t halves = row_count(vertices) + ROAD_HALF(bytes, edge_count);
    return vertices - 1u < OCT9_ROAD_VERTICES_MAX && tiles - 1u < vertices &&
           ROAD_WORD(bytes, bytes) ==
               ROAD_HEADER_BYTES + TILE_BYTES * tiles + 4u * (vertices + (halves + 1u) / 2u);
}

static oct9_status_t check_header(oct9_rom_t bytes, oct9_rom_size_t size)
{
    if (!oct9_rom_aligned(bytes))
        return OCT9_REFUSE();
    if (size < ROAD_HEADER_BYTES)
        return OCT9_ERR_IMAGE_SHORT;
    if (ROAD_WORD(bytes, magic) != OCT9_ROAD_MAGIC)
        return OCT9_ERR_IMAGE_MAGIC;
    if (ROAD_WORD(bytes, version) != OCT9_ROAD_VERSION)
        return OCT9_ERR_IMAGE_VERSION;
    const uint32_t length = ROAD_WORD(bytes, bytes);
    if (size < length)
        return OCT9_ERR_IMAGE_SHORT;
    if (!counts_good(bytes))
        return OCT9_ERR_IMAGE_COUNT;
    const uint32_t before = offsetof(oct9_road_header_t, version);
    const uint32_t crc = oct9_rom_crc32(0, oct9_rom_behind(bytes, before), length - before);
    return crc == ROAD_WORD(bytes, crc) ? OCT9_OK : OCT9_ERR_IMAGE_CRC;
}

/* The fields are copied one by one: the core uses no memcpy. */
static OCT9_APART void place_road(oct9_road_t *road, oct9_rom_t bytes)
{
    const uint32_t vertices = ROAD_HALF(bytes, vertex_count);
    const oct9_rom_t tiles = oct9_rom_behind(bytes, ROAD_HEADER_BYTES);
    const oct9_rom_t words = oct9_rom_behind(tiles, TILE_BYTES * ROAD_HALF(bytes, tile_count));
    const oct9_rom_t halves = oct9_rom_behind(words, 4u * vertices);
    road->tiles = oct9_rom_halves(tiles);
    road->vertices = oct9_rom_words(words);
    road->rows = oct9_rom_halves(halves);
    road->edges = oct9_rom_halves(oct9_rom_behind(halves, 2u * row_count(vertices)));
    for (unsigned a = 0; a < 3; a++)
        road->origin_mm[a] = (int32_t)ROAD_WORD(bytes, origin_mm[a]);
    road->cell_um = ROAD_WORD(bytes, cell_um);
    road->tile_count = ROAD_HALF(bytes, tile_count);
    road->vertex_count = (uint16_t)vertices;
    road->edge_count = ROAD_HALF(bytes, edge_count);
    road->radius_q6 = ROAD_HALF(bytes, radius_q6);
    road->unknown = (uint8_t)ROAD_HALF(bytes, unknown);
}

static bool fields_good(oct9_rom_t bytes)
{
    return ROAD_WORD(bytes, cell_um) - 1u < OCT9_CELL_UM_MAX &&
           ROAD_HALF(bytes, radius_q6) <= OCT9_RADIUS_MAX &&
           ROAD_HALF(bytes, unknown) <= OCT9_PASSES && ROAD_HALF(bytes, reserved) == 0;
}

int32_t oct9_road_tile(const oct9_road_t *road, uint32_t tile, unsigned axis)
{
    return (int16_t)oct9_port_half(road->tiles, tile * TILE_HALVES + axis);
}

uint32_t oct9_road_first(const oct9_road_t *road, uint32_t tile)
{
    return tile < road->tile_count ? oct9_port_half(road->tiles, tile * TILE_HALVES + 3u)
                                   : road->vertex_count;
}

/* True if a tile comes behind the one before it. */
static bool tile_is_next(const oct9_road_t *road, uint32_t tile)
{
    for (unsigned axis = 2; axis < 3; axis--) {
        const int32_t at = oct9_road_tile(road, tile, axis),
                      before = oct9_road_tile(road, tile - 1u, axis);
        if (at != before)
            return at > before;
    }
    return false;
}

/* Each tile has a vertex, and each row begins where the one before it ends. */
static bool rows_good(const oct9_road_t *road)
{
    uint32_t edges = 0;
    if (oct9_road_first(road, 0) != 0)
        return false;
    for (uint32_t tile = 0; tile < road->tile_count; tile++)
        if (oct9_road_first(road, tile) >= oct9_road_first(road, tile + 1u))
            return false;
    for (uint32_t i = 0; i < road->vertex_count; i++) {
        if (i % OCT9_ROAD_ROW == 0 && oct9_port_half(road->rows, i / OCT9_ROAD_ROW) != edges)
            return false;
        edges += oct9_road_vertex(road, i) >> DEGREE_BIT;
    }
    return edges == road->edge_count;
}

/* Tiles ascend, and so do the vertices of each. */
static bool order_good(const oct9_road_t *road)
{
    for (uint32_t tile = 0; tile < road->tile_count; tile++) {
        const uint32_t end = oct9_road_first(road, tile + 1u);
        if (tile != 0 && !tile_is_next(road, tile))
            return false;
        for (uint32_t i = oct9_road_first(road, tile) + 1u; i < end; i++)
            if ((oct9_road_vertex(road, i) & PLACE) <= (oct9_road_vertex(road, i - 1u) & PLACE))
                return false;
    }
    return true;
}

/* True if an edge stands at `from`, which has edges of good rows, and leads to `to`. */
static bool leads(const oct9_road_t *road, uint32_t from, uint32_t to)
{
    uint32_t at = oct9_road_edges(road, from);
    for (uint32_t left = oct9_road_vertex(road, from) >> DEGREE_BIT; left != 0; left--, at++)
        if (oct9_port_half(road->edges, at) == to)
            return true;
    return false;
}

static bool edges_good(const oct9_road_t *road)
{
    uint32_t at = 0;
    for (uint32_t vertex = 0; vertex < road->vertex_count; vertex++) {
        const uint32_t end = at + (oct9_road_vertex(road, vertex) >> DEGREE_BIT);
        for (uint32_t least = 0; at < end; at++) {
            const uint32_t to = oct9_port_half(road->edges, at);
            if (to < least || to >= road->vertex_count || to == vertex || !leads(road, to, vertex))
                return false;
            least = to + 1u;
        }
    }
    return true;
}

/* --- opening ---------------------------------------------------------------------------------- */

/* All but whether it is of the map that is meant. */
static oct9_status_t check_road(oct9_rom_t bytes, oct9_rom_size_t size, oct9_road_t *placed)
{
    const oct9_status_t status = check_header(bytes, size);
    if (status != OCT9_OK)
        return status;
    if (!fields_good(bytes))
        return OCT9_ERR_IMAGE_STATE;
    place_road(placed, bytes);
    if (!rows_good(placed))
        return OCT9_ERR_IMAGE_COUNT;
    return order_good(placed) && edges_good(placed) ? OCT9_OK : OCT9_ERR_IMAGE_INDEX;
}

static bool is_radius(oct9_rom_t bytes, uint16_t radius_q6)
{
    return oct9_magnitude_between(ROAD_HALF(bytes, radius_q6), radius_q6) <= 1;
}

/* The words of the frame have the same places in both headers. */
static bool is_of(oct9_rom_t bytes, const oct9_image_t *image)
{
    const oct9_rom_words_t road = oct9_rom_words(bytes), map = oct9_rom_words(image->bytes);
    const unsigned first = offsetof(oct9_road_header_t, origin_mm) / 4u;
    if (image->bytes == 0)
        return false; /* a world's cube, or a layered map over a tree or a world */
    for (unsigned i = first; i < first + 4u; i++)
        if (oct9_port_word(road, i) != oct9_port_word(map, i))
            return false;
    return ROAD_WORD(bytes, map_crc) ==
           oct9_port_word(map, offsetof(oct9_image_header_t, crc) / 4u);
}

OCT9_STATIC_ASSERT(offsetof(oct9_road_header_t, origin_mm) ==
                           offsetof(oct9_image_header_t, origin_mm) &&
                       offsetof(oct9_road_header_t, cell_um) ==
                           offsetof(oct9_image_header_t, cell_um),
                   "the frame has the same place in both headers");

oct9_status_t oct9_road_open(oct9_road_t *road, oct9_rom_t bytes, oct9_rom_size_t size,
                             const oct9_image_t *image, uint16_t radius_q6)
{
    OCT9_ASSERT(road && bytes != 0 && image);
    oct9_road_t placed;
    const oct9_status_t status = check_road(bytes, size, &placed);
    if (status != OCT9_OK)
        return status;
    if (!is_of(bytes, image) || !is_radius(bytes, radius_q6) || placed.tile_count != 1 ||
        (oct9_road_tile(&placed, 0, 0) | oct9_road_tile(&placed, 0, 1) |
         oct9_road_tile(&placed, 0, 2)) != 0)
        return OCT9_REFUSE();
    place_road(road, bytes);
    road->of_world = false;
    return OCT9_OK;
}

oct9_status_t oct9_road_open_world(oct9_road_t *road, oct9_rom_t bytes, oct9_rom_size_t size,
                                   const oct9_world_t *world, uint16_t radius_q6)
{
    OCT9_ASSERT(road && bytes != 0 && world);
    oct9_road_t placed;
    const oct9_status_t status = check_road(bytes, size, &placed);
    if (status != OCT9_OK)
        return status;
    bool same = ROAD_WORD(bytes, cell_um) == world->base.cell_um;
    for (unsigned a = 0; a < 3; a++)
        same = same &&
               ROAD_WORD(bytes, origin_mm[a]) == (uint32_t)oct9_mm_axis(&world->base.origin_mm, a);
    if (!same || ROAD_WORD(bytes, map_crc) != OCT9_WORLD_WORD(world->input->bytes, crc) ||
        !is_radius(bytes, radius_q6))
        return OCT9_REFUSE();
    place_road(road, bytes);
    road->of_world = true;
    return OCT9_OK;
}
