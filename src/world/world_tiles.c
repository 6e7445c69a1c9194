/* SPDX-License-Identifier: MIT */
/* A world's tiles: the table that names them, and the slots that hold those about the robot. */
#include "oct9/world.h"

#include "port/oct9_port.h"
#include "src/map/image.h"
#include "src/map/map.h"
#include "src/number/frame.h"
#include "src/world/world.h"

#define HEADER_WORDS ((uint32_t)sizeof(oct9_world_header_t) / 4u)
#define TILE_WORDS ((uint32_t)sizeof(oct9_world_tile_t) / 4u)

/* A word of a tile's image. */
#define TILE_WORD(bytes, field) \
    oct9_port_word(oct9_rom_words(bytes), offsetof(oct9_image_header_t, field) / 4u)

/* --- the table -------------------------------------------------------------------------------- */

static uint32_t table_word(const oct9_world_t *world, uint32_t entry, unsigned word)
{
    return oct9_port_word(oct9_rom_words(world->input->bytes),
                          HEADER_WORDS + (oct9_rom_size_t)entry * TILE_WORDS + word);
}

static void read_place(const oct9_world_t *world, uint32_t entry, oct9_world_place_t *place)
{
    const uint32_t xy = table_word(world, entry, 0);
    place->x = (int16_t)(xy & 0xFFFFu);
    place->y = (int16_t)(xy >> 16);
    place->z = (int16_t)(table_word(world, entry, 1) & 0xFFFFu);
}

/* Reads the entry of the tile of a place. */
static void read_tile(oct9_world_t *world, const oct9_world_place_t *place, uint32_t entry)
{
    oct9_world_tile_t *const tile = &world->tile;
    tile->x = place->x;
    tile->y = place->y;
    tile->z = place->z;
    tile->reserved = 0;
    tile->offset = table_word(world, entry, 2);
    tile->bytes = table_word(world, entry, 3);
    tile->crc = table_word(world, entry, 4);
}

/* Negative, 0 or positive: a is before b, is b, or is behind it. */
static int32_t compared(const oct9_world_place_t *a, const oct9_world_place_t *b)
{
    const int32_t x = (int32_t)a->x - b->x, y = (int32_t)a->y - b->y, z = (int32_t)a->z - b->z;
    return z != 0 ? z : y != 0 ? y : x;
}

/* Checks the next entry of the table. Entry `count` stands for the header and the CRC. */
static oct9_status_t check_entry(oct9_world_t *world)
{
    const oct9_rom_t bytes = world->input->bytes;
    const uint32_t at = world->at;
    oct9_world_place_t before, place;
    if (at == world->count)
        return world->crc == OCT9_WORLD_WORD(bytes, crc) ? OCT9_OK : OCT9_ERR_IMAGE_CRC;
    const uint32_t begin = (HEADER_WORDS + at * TILE_WORDS) * 4u;
    world->crc = oct9_rom_crc32(world->crc, oct9_rom_behind(bytes, begin), TILE_WORDS * 4u);
    world->at = at + 1u;
    if (at == 0)
        return OCT9_AGAIN;
    read_place(world, at - 1u, &before);
    read_place(world, at, &place);
    return compared(&before, &place) < 0 ? OCT9_AGAIN : OCT9_ERR_WORLD_ORDER;
}

/* Finds the entry of a tile. Returns false if the world does not have it. */
static bool find_tile_entry(const oct9_world_t *world, const oct9_world_place_t *place,
                            uint32_t *entry)
{
    uint32_t low = 0, high = world->count;
    while (low < high) {
        const uint32_t middle = (low + high) / 2u;
        oct9_world_place_t at;
        read_place(world, middle, &at);
        const int32_t order = compared(&at, place);
        if (order == 0) {
            *entry = middle;
            return true;
        }
        if (order < 0)
            low = middle + 1u;
        else
            high = middle;
    }
    return false;
}

/* --- the slots -------------------------------------------------------------------------------- */

/* The place of a tile among the eight. */
static void tile_place(const oct9_tiles_t *tiles, unsigned number, oct9_world_place_t *place)
{
    place->x = (int16_t)(tiles->first.x + (int)(number & 1u));
    place->y = (int16_t)(tiles->first.y + (int)(number >> 1 & 1u));
    place->z = (int16_t)(tiles->first.z + (int)(number >> 2 & 1u));
}

/* The number of the tile of a place among the eight; 8 or more: it is not among them. */
static unsigned number_of(const oct9_tiles_t *tiles, const oct9_world_place_t *place)
{
    const uint32_t x = (uint32_t)((int32_t)place->x - tiles->first.x);
    const uint32_t y = (uint32_t)((int32_t)place->y - tiles->first.y);
    const uint32_t z = (uint32_t)((int32_t)place->z - tiles->first.z);
    return (x | y | z) > 1u ? 8u : (unsigned)(x | y << 1 | z << 2);
}

/* The tile of a slot as a bit of `wanted`: their order is that in which tiles are brought, the one
 * with the robot first. 0 if it is not among the eight. */
static unsigned slot_bit(const oct9_world_t *world, const oct9_world_slot_t *slot)
{
    const unsigned number = number_of(&world->tiles, &slot->place);
    return number < 8 ? 1u << (number ^ world->nearest) : 0;
}

/* A slot that is being filled goes on: others may be writing to its memory. */
void oct9_world_meet(oct9_world_t *world, const oct9_cube_t *cube)
{
    const oct9_world_input_t *const input = world->input;
    oct9_tiles_t *const tiles = &world->tiles;
    unsigned wanted = 255;
    tiles->first.x = cube->first[0];
    tiles->first.y = cube->first[1];
    tiles->first.z = cube->first[2];
    tiles->lacking = 0;
    world->nearest = (uint8_t)cube->nearest;
    for (unsigned t = 0; t < 8; t++)
        tiles->tile[t] = NULL;
    for (unsigned i = 0; i < input->slot_count; i++) {
        oct9_world_slot_t *const slot = &input->slots[i];
        if (!slot->open && slot != world->filling)
            continue;
        const unsigned number = number_of(tiles, &slot->place);
        if (number >= 8)
            continue;
        wanted &= ~(1u << (number ^ world->nearest));
        slot->used = tiles->layers.moves;
        if (slot->open)
            tiles->tile[number] = &slot->image;
    }
    world->wanted = (uint8_t)wanted;
    world->failed = 0;
    world->why = OCT9_OK;
}

oct9_status_t oct9_world_status(const oct9_world_t *world)
{
    if (world->table != OCT9_OK)
        return world->table;
    return world->filling || world->wanted ? OCT9_AGAIN : world->why;
}

/* The slot that was needed longest ago, of those that hold no tile about the robot, or NULL. */
static oct9_world_slot_t *take_slot(const oct9_world_t *world)
{
    const oct9_world_input_t *const input = world->input;
    const uint32_t now = world->tiles.layers.moves;
    oct9_world_slot_t *best = NULL;
    for (unsigned i = 0; i < input->slot_count; i++) {
        oct9_world_slot_t *const slot = &input->slots[i];
        if (!slot->open)
            return slot;
        if (slot_bit(world, slot) == 0 && (!best || now - slot->used > now - best->used))
            best = slot;
    }
    return best;
}

/* --- one tile after the other ----------------------------------------------------------------- */

/* A tile, as a bit of `wanted`, cannot be had. */
static oct9_status_t give_up_tile(oct9_world_t *world, unsigned bit, oct9_status_t status)
{
    world->failed = (uint8_t)(world->failed | bit);
    world->why = status;
    return status;
}

/* The tile that the slot is filled with cannot be had. If the robot has gone on, that is nothing.
 */
static oct9_status_t give_up_slot(oct9_world_t *world, oct9_status_t status)
{
    const unsigned bit = slot_bit(world, world->filling);
    world->filling = NULL;
    return bit == 0 ? OCT9_AGAIN : give_up_tile(world, bit, status);
}

/* The world has no tile of that number. */
static void note_lack(oct9_world_t *world, unsigned number)
{
    oct9_layers_write(&world->tiles.layers);
    world->tiles.lacking = (uint8_t)(world->tiles.lacking | 1u << number);
    oct9_layers_written(&world->tiles.layers, 1);
}

/* Begins with the next tile that is wanted; if there is none, with those that could not be had. */
static oct9_status_t begin_tile(oct9_world_t *world)
{
    oct9_world_place_t place;
    if (world->wanted == 0) {
        world->wanted = world->failed;
        world->failed = 0;
        world->why = OCT9_OK;
        if (world->wanted == 0)
            return OCT9_OK;
    }
    const unsigned bit = oct9_port_low_bit(world->wanted), number = bit ^ world->nearest;
    world->wanted = (uint8_t)(world->wanted & (world->wanted - 1u));
    tile_place(&world->tiles, number, &place);
    if (!find_tile_entry(world, &place, &world->entry)) {
        note_lack(world, number);
        return OCT9_AGAIN;
    }
    read_tile(world, &place, world->entry);
    oct9_world_slot_t *const slot = take_slot(world);
    if (!slot || (world->input->load && slot->size < world->tile.bytes))
        return give_up_tile(world, 1u << bit, OCT9_ERR_WORLD_SLOTS);
    tile_place(&world->tiles, number, &slot->place);
    slot->open = false;
    world->filling = slot;
    world->brought = false;
    return OCT9_AGAIN;
}

/* True if a tile's corner on an axis is so many tiles from that of tile 0. */
static bool is_apart(const oct9_world_t *world, int32_t base_mm, int32_t corner_mm, int16_t tiles)
{
    return corner_mm == base_mm + 2 * (int64_t)world->half_mm * tiles;
}

/* True if the bytes that an open image has are the tile that the table names. */
static bool is_tile(const oct9_world_t *world, const oct9_image_t *image)
{
    const oct9_mm_t *const base = &world->base.origin_mm, *const at = &image->frame.origin_mm;
    const oct9_world_tile_t *const tile = &world->tile;
    return image->frame.cell_um == world->base.cell_um &&
           is_apart(world, base->x, at->x, tile->x) && is_apart(world, base->y, at->y, tile->y) &&
           is_apart(world, base->z, at->z, tile->z) &&
           TILE_WORD(image->bytes, node_count) < OCT9_TILE_NODES &&
           TILE_WORD(image->bytes, brick_count) < OCT9_TILE_NODES;
}

/* Where the bytes of a tile are, or 0 if not where the table says. */
static oct9_rom_t bytes_of(const oct9_world_t *world)
{
    const oct9_world_input_t *const input = world->input;
    const oct9_world_tile_t *const tile = &world->tile;
    const oct9_rom_size_t words = input->size / 4u;
    if (input->load)
        return oct9_rom_of_ram(world->filling->memory);
    return tile->offset <= UINT32_MAX / 4u && tile->offset <= words &&
                   tile->bytes / 4u <= words - tile->offset
             ? oct9_rom_behind(input->bytes, tile->offset * 4u)
             : 0;
}

static bool was_checked(const oct9_world_t *world)
{
    const uint32_t *const checked = world->input->checked;
    return checked && !world->input->load &&
           (checked[world->entry / 32u] >> world->entry % 32u & 1u);
}

static void note_checked(const oct9_world_t *world)
{
    if (world->input->checked && !world->input->load)
        world->input->checked[world->entry / 32u] |= (uint32_t)1 << world->entry % 32u;
}

/* Asks for the tile's bytes, and begins to check them. */
static oct9_status_t bring(oct9_world_t *world, uint32_t *budget)
{
    const oct9_world_input_t *const input = world->input;
    const oct9_world_tile_t *const tile = &world->tile;
    oct9_status_t status = input->load ? input->load(input->context, tile, world->filling->memory)
                                       : OCT9_OK;
    if (status == OCT9_AGAIN) {
        *budget = 0; /* nothing else can be done meanwhile */
        return OCT9_AGAIN;
    }
    if (status != OCT9_OK)
        return give_up_slot(world, status);
    const oct9_rom_t bytes = bytes_of(world);
    if (bytes == 0)
        return give_up_slot(world, OCT9_ERR_WORLD_TILE);
    status = oct9_image_open_begin(&world->opening, bytes, tile->bytes);
    if (status != OCT9_OK)
        return give_up_slot(world, status);
    if (TILE_WORD(bytes, crc) != tile->crc)
        return give_up_slot(world, OCT9_ERR_WORLD_TILE);
    if (was_checked(world))
        world->opening.status = OCT9_OK;
    world->brought = true;
    return OCT9_AGAIN;
}

/* The tile is open. */
static void take_tile(oct9_world_t *world)
{
    oct9_tiles_t *const tiles = &world->tiles;
    oct9_world_slot_t *const slot = world->filling;
    const unsigned number = number_of(tiles, &slot->place);
    note_checked(world);
    slot->used = tiles->layers.moves;
    slot->open = true;
    world->filling = NULL;
    if (number >= 8)
        return; /* the robot has gone on */
    oct9_layers_write(&tiles->layers);
    tiles->tile[number] = &slot->image;
    oct9_layers_written(&tiles->layers, 1);
}

/* Goes on with the tile that the slot is filled with. */
static oct9_status_t fill_slot(oct9_world_t *world, uint32_t *budget)
{
    if (!world->brought) {
        --*budget;
        return bring(world, budget);
    }
    const oct9_status_t status = oct9_image_open_some(&world->opening, budget,
                                                      &world->filling->image);
    if (status == OCT9_AGAIN)
        return OCT9_AGAIN;
    if (status != OCT9_OK)
        return give_up_slot(world, status);
    if (!is_tile(world, &world->filling->image))
        return give_up_slot(world, OCT9_ERR_WORLD_TILE);
    take_tile(world);
    return OCT9_AGAIN;
}

oct9_status_t oct9_world_run(oct9_world_t *world, uint32_t budget)
{
    OCT9_ASSERT(world);
    oct9_status_t status = OCT9_AGAIN;
    if (budget == 0)
        return OCT9_REFUSE();
    while (status == OCT9_AGAIN && budget != 0) {
        if (world->table != OCT9_OK) {
            budget--;
            if (world->table == OCT9_AGAIN)
                world->table = check_entry(world);
            status = world->table == OCT9_OK ? OCT9_AGAIN : world->table;
        } else if (world->filling) {
            status = fill_slot(world, &budget);
        } else {
            budget--;
            status = begin_tile(world);
        }
    }
    return status;
}
