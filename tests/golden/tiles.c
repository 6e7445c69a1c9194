/* SPDX-License-Identifier: MIT */
#include "tests/golden/tiles.h"

#include "port/oct9_port.h"
#include "tests/golden/world.h"
#include "tests/test.h"

#include <stddef.h>

enum { TILE_BYTES = 3072 };

_Alignas(4) tiles_file_t tiles_file;
oct9_world_slot_t tiles_slots[TILES_SLOTS];
oct9_world_t tiles_world;
oct9_world_input_t tiles_input;
oct9_status_t tiles_answer;
unsigned tiles_loads, tiles_damaged;

static _Alignas(4) unsigned char memory[TILES_SLOTS][TILE_BYTES];

/* Native to little-endian, and back. */
uint32_t tiles_word(uint32_t value)
{
    return oct9_port_le32(value);
}

/* The places of the tiles, in the table's order. */
static const oct9_world_place_t places[TILES_COUNT] = { { 0, 0, 0 }, { 1, 0, 0 }, { 1, 1, 0 } };

/* The suites' image, at another place. */
static void make_tile(const oct9_world_tile_t *tile, void *bytes, uint32_t cell_um)
{
    oct9_image_header_t *const header = bytes;
    unsigned char *const byte = bytes;
    for (uint32_t i = 0; i < oct9_map_world_size; i++)
        byte[i] = oct9_port_byte(OCT9_ROM(oct9_map_world), i);
    header->origin_mm[0] = (int32_t)tiles_word((uint32_t)(-500 + tile->x * (int32_t)TILES_EDGE_MM));
    header->origin_mm[1] = (int32_t)tiles_word((uint32_t)(tile->y * (int32_t)TILES_EDGE_MM));
    header->origin_mm[2] = (int32_t)tiles_word((uint32_t)(250 + tile->z * (int32_t)TILES_EDGE_MM));
    header->cell_um = tiles_word(cell_um);
    header->crc = tiles_word(
        oct9_rom_crc32(0, oct9_rom_of_ram(byte + 8), oct9_map_world_size - 8u));
}

static oct9_status_t load(void *context, const oct9_world_tile_t *tile, void *bytes)
{
    CHECK(context == &tiles_world);
    CHECK(tile->bytes == oct9_map_world_size && tile->reserved == 0);
    tiles_loads++;
    make_tile(tile, bytes, TILES_CELL_UM);
    if (tiles_damaged != 0)
        ((unsigned char *)bytes)[tiles_damaged] = (unsigned char)~(
            (unsigned char *)bytes)[tiles_damaged];
    return tiles_answer;
}

/* The table's words, little-endian. */
void tiles_put(unsigned i, const oct9_world_tile_t *tile)
{
    uint32_t *const words = (uint32_t *)(void *)&tiles_file.tile[i];
    words[0] = tiles_word((uint32_t)(uint16_t)tile->x | (uint32_t)(uint16_t)tile->y << 16);
    words[1] = tiles_word((uint16_t)tile->z);
    words[2] = tiles_word(tile->offset);
    words[3] = tiles_word(tile->bytes);
    words[4] = tiles_word(tile->crc);
}

void tiles_seal(void)
{
    tiles_file.header.crc = tiles_word(
        oct9_rom_crc32(0, oct9_rom_of_ram(&tiles_file.header.version),
                       sizeof tiles_file - offsetof(oct9_world_header_t, version)));
}

void tiles_make(void)
{
    tiles_file.header.magic = tiles_word(OCT9_WORLD_MAGIC);
    tiles_file.header.version = tiles_word(OCT9_WORLD_VERSION);
    tiles_file.header.tile_count = tiles_word(TILES_COUNT);
    tiles_file.header.origin_mm[0] = (int32_t)tiles_word((uint32_t)-500);
    tiles_file.header.origin_mm[1] = 0;
    tiles_file.header.origin_mm[2] = (int32_t)tiles_word(250);
    tiles_file.header.cell_um = tiles_word(TILES_CELL_UM);
    for (unsigned i = 0; i < TILES_COUNT; i++) {
        oct9_world_tile_t tile = { places[i].x, places[i].y, places[i].z, 0, 0, 0, 0 };
        tile.bytes = (uint32_t)oct9_map_world_size;
        make_tile(&tile, memory[0], TILES_CELL_UM);
        tile.crc = oct9_port_word(oct9_rom_words(oct9_rom_of_ram(memory[0])), 1);
        tiles_put(i, &tile);
    }
    tiles_seal();
    tiles_answer = OCT9_OK;
    tiles_damaged = 0;
    tiles_loads = 0;
}

oct9_status_t tiles_open(uint16_t slot_count)
{
    const oct9_world_input_t fresh = { .bytes = oct9_rom_of_ram(&tiles_file),
                                       .size = sizeof tiles_file,
                                       .slots = tiles_slots,
                                       .slot_count = slot_count,
                                       .load = load,
                                       .context = &tiles_world };
    tiles_input = fresh;
    for (unsigned i = 0; i < TILES_SLOTS; i++) {
        tiles_slots[i].memory = memory[i];
        tiles_slots[i].size = TILE_BYTES;
    }
    return oct9_world_open(&tiles_world, &tiles_input);
}

oct9_status_t tiles_finish(uint32_t budget)
{
    oct9_status_t status;
    do
        status = oct9_world_run(&tiles_world, budget);
    while (status == OCT9_AGAIN);
    return status;
}
