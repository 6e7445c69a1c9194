/* SPDX-License-Identifier: MIT */
/* Target: a world of a hostile table is refused, or its cube, moved about, is a map that can be
 * asked. Tiles are hostile bytes in place, or brought: a good image, at its place or at another,
 * whole or damaged, later or not at all. */
#include "oct9/far.h"
#include "verify/fuzz/ask.h"
#include "verify/fuzz/fuzz.h"

#include <stdlib.h>
#include <string.h>

#define AT(field) offsetof(oct9_world_header_t, field)
#define HEADER sizeof(oct9_world_header_t)
#define TILE sizeof(oct9_world_tile_t)
#define CELL_UM 125000u
#define EDGE_MM 64000
#define SLOTS 8u

extern const unsigned char oct9_map_world[];
extern const size_t oct9_map_world_size;

static uint32_t memory[SLOTS][1024];
static questions_t *asked; /* what `load` answers */

/* --- the table -------------------------------------------------------------------------------- */

/* Places near 0, in order, with the CRC that `load` makes. */
static void repair_tiles(uint8_t *bytes, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        uint8_t *const tile = bytes + HEADER + i * TILE;
        set_word(tile, 0, i % 3u | i / 3u % 3u << 16);
        set_word(tile, 4, i / 9u);
        set_word(tile, 12, (uint32_t)oct9_map_world_size);
        set_word(tile, 16, 0);
    }
}

static void repair(uint8_t *bytes, size_t size, unsigned bits)
{
    const uint32_t most = (uint32_t)((size - HEADER) / TILE);
    if (bits & 1u) {
        set_word(bytes, AT(magic), OCT9_WORLD_MAGIC);
        set_word(bytes, AT(version), OCT9_WORLD_VERSION);
        set_word(bytes, AT(tile_count), most);
    }
    if (bits & 2u)
        set_word(bytes, AT(cell_um), CELL_UM);
    else if (bits & 4u)
        set_word(bytes, AT(cell_um), word_at(bytes, AT(cell_um)) % 500000u * 125u);
    if (bits & 8u)
        for (unsigned a = 0; a < 3; a++)
            set_word(bytes, AT(origin_mm) + 4u * a, 0);
    if (bits & 16u)
        repair_tiles(bytes, most);
    set_word(bytes, AT(crc), oct9_rom_crc32(0, bytes + 8, HEADER + most * TILE - 8u));
}

/* --- the tiles -------------------------------------------------------------------------------- */

static oct9_status_t load(void *context, const oct9_world_tile_t *tile, void *bytes)
{
    const unsigned how = question_u8(asked);
    FUZZ_CHECK(context == memory && tile->bytes <= sizeof memory[0]);
    if (how == 1 || how == 2)
        return how == 1 ? OCT9_AGAIN : OCT9_ERR_STORE_READ;
    memset(bytes, 0, tile->bytes);
    if (tile->bytes < oct9_map_world_size)
        return OCT9_OK;
    memcpy(bytes, oct9_map_world, oct9_map_world_size);
    const int32_t corner[3] = { tile->x, tile->y, tile->z };
    for (unsigned a = 0; a < 3; a++)
        set_word(bytes, offsetof(oct9_image_header_t, origin_mm) + 4u * a,
                 (uint32_t)corner[a] * EDGE_MM + (how == 3));
    set_word(bytes, offsetof(oct9_image_header_t, cell_um), CELL_UM);
    set_word(bytes, 4, oct9_rom_crc32(0, (uint8_t *)bytes + 8, oct9_map_world_size - 8u));
    if (how > 200)
        ((uint8_t *)bytes)[how * 14u % oct9_map_world_size] ^= 4u;
    return OCT9_OK;
}

/* The table names the CRC of the tile that `load` brings. */
static void name_tiles(uint8_t *bytes, uint32_t count)
{
    questions_t none = { NULL, 0 };
    asked = &none;
    for (uint32_t i = 0; i < count; i++) {
        uint8_t *const entry = bytes + HEADER + i * TILE;
        const oct9_world_tile_t tile = { (int16_t)word_at(entry, 0),
                                         (int16_t)(word_at(entry, 0) >> 16),
                                         (int16_t)word_at(entry, 4),
                                         0,
                                         0,
                                         (uint32_t)oct9_map_world_size,
                                         0 };
        (void)load(memory, &tile, memory[0]);
        set_word(entry, 16, memory[0][1]);
    }
    set_word(bytes, AT(crc), oct9_rom_crc32(0, bytes + 8, HEADER + count * TILE - 8u));
}

/* --- the world -------------------------------------------------------------------------------- */

static void bring(oct9_world_t *world, questions_t *questions)
{
    const uint32_t budget = 1u + question_u8(questions) * 8u;
    oct9_status_t status = OCT9_AGAIN;
    for (unsigned i = 0; i < 40 && status == OCT9_AGAIN; i++)
        status = oct9_world_run(world, budget);
    FUZZ_CHECK(status <= OCT9_OK && status != OCT9_ERR_ARGUMENT);
}

/* A ray or a sphere that goes far; it moves the cube. */
static void go_far(oct9_world_t *world, questions_t *questions)
{
    const oct9_point_t from = question_point(questions), to = question_point(questions);
    const unsigned how = question_u8(questions);
    oct9_far_t far;
    oct9_far_output_t met;
    oct9_far_input_t segment = { 0 };
    segment.from_mm.x = from.x * 16;
    segment.from_mm.y = from.y * 4;
    segment.to_mm.x = to.x * (how & 4u ? 60000 : 16);
    segment.to_mm.z = to.z;
    segment.radius_mm = question_u16(questions) % 4096u;
    segment.rules.unknown = how & 1u ? OCT9_PASSES : OCT9_BLOCKS;
    segment.rules.start_inside = how & 8u ? OCT9_PASSES : OCT9_BLOCKS;
    oct9_status_t status = how & 2u ? oct9_far_ray_begin(&far, world, &segment)
                                    : oct9_far_sphere_begin(&far, world, &segment);
    FUZZ_CHECK(status == OCT9_OK || status == OCT9_ERR_RANGE);
    if (status == OCT9_OK)
        status = OCT9_AGAIN;
    for (unsigned i = 0; i < 60 && status == OCT9_AGAIN; i++)
        status = oct9_far_run(&far, 1u + question_u8(questions) * 8u, &met);
    FUZZ_CHECK(status <= OCT9_OK && status != OCT9_ERR_ARGUMENT && status != OCT9_ERR_STALE);
    if (status == OCT9_OK)
        FUZZ_CHECK(met.num <= met.den && met.hit != OCT9_HIT_OUTSIDE);
}

static void go_about(oct9_world_t *world, questions_t *questions)
{
    const oct9_map_t map = oct9_world_map(world);
    for (unsigned i = 0; i < 4; i++) {
        const oct9_point_t at = question_point(questions);
        const oct9_mm_t place = { at.x * 8, at.y * 8, question_u8(questions) * 1000 };
        const uint32_t seen = oct9_map_read_begin(&map);
        const oct9_mm_t corner = oct9_world_frame(world)->origin_mm;
        const oct9_status_t status = oct9_world_at(world, &place, question_u16(questions));
        const oct9_mm_t now = oct9_world_frame(world)->origin_mm;
        FUZZ_CHECK(status <= OCT9_OK && status != OCT9_ERR_ARGUMENT);
        if (now.x != corner.x || now.y != corner.y || now.z != corner.z)
            FUZZ_CHECK(oct9_map_read_end(&map, seen) == OCT9_ERR_STALE);
        bring(world, questions);
        ask_map(&map, questions);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static oct9_world_slot_t slots[SLOTS];
    questions_t questions;
    oct9_world_t world = { 0 };
    size = questions_split(&questions, data, size);
    uint8_t *bytes = exact_copy(data, size);
    const unsigned bits = question_u8(&questions);
    if (size >= HEADER)
        repair(bytes, size, bits);
    if (size >= HEADER && (bits & 32u))
        name_tiles(bytes, (uint32_t)((size - HEADER) / TILE));
    asked = &questions;
    for (unsigned i = 0; i < SLOTS; i++) {
        slots[i].memory = memory[i];
        slots[i].size = sizeof memory[i];
    }
    oct9_world_input_t input = { 0 };
    input.bytes = bytes;
    input.size = size;
    input.slots = slots;
    input.slot_count = (uint16_t)(1u + question_u8(&questions) % SLOTS);
    input.absent = bits & 64u ? OCT9_FREE : OCT9_UNKNOWN;
    input.load = bits & 128u ? NULL : load;
    input.context = memory;
    if (oct9_world_open(&world, &input) == OCT9_OK) {
        go_about(&world, &questions);
        go_far(&world, &questions);
    }
    free(bytes);
    return 0;
}
