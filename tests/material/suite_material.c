/* SPDX-License-Identifier: MIT */
/* Materials: a table that is written here byte by byte, asked at cells and for leaves, each answer
 * compared with a search through all of its runs; and each error by its name. */
#include "oct9/material.h"
#include "tests/golden/suites.h"
#include "tests/golden/world.h"
#include "tests/test.h"

enum {
    RUNS = 151, /* an odd number */
    CELLS = 400,
    LEAVES = 200,
    KINDS = 7,
    CODES = sizeof(oct9_material_header_t),
    VALUES = CODES + 4 * RUNS,
    BYTES = VALUES + 2 * (RUNS + 1)
};

static struct {
    _Alignas(4) uint8_t bytes[BYTES];
} table;
static oct9_material_t material;

static void put(unsigned at, unsigned size, uint32_t number)
{
    for (unsigned i = 0; i < size; i++)
        table.bytes[at + i] = (uint8_t)(number >> 8 * i);
}

static uint32_t get(unsigned at, unsigned size)
{
    uint32_t number = 0;
    for (unsigned i = 0; i < size; i++)
        number |= (uint32_t)table.bytes[at + i] << 8 * i;
    return number;
}

static void sign(void)
{
    put(4, 4, oct9_rom_crc32(0, oct9_rom_of_ram(table.bytes + 8), BYTES - 8));
}

static oct9_status_t open(void)
{
    return oct9_material_open(&material, oct9_rom_of_ram(table.bytes), BYTES);
}

static void write_table(void)
{
    static const uint32_t header[CODES / 4] = { OCT9_MATERIAL_MAGIC,
                                                0,
                                                OCT9_MATERIAL_VERSION,
                                                BYTES,
                                                5,
                                                6,
                                                7,
                                                1000,
                                                RUNS,
                                                OCT9_STATES_FREE | OCT9_STATES_OCCUPIED };
    random_t random = { 61 };
    for (unsigned i = 0; i < CODES / 4; i++)
        put(4 * i, 4, header[i]);
    for (unsigned i = 0; i < RUNS; i++) {
        put(CODES + 4 * i, 4, i == 0 ? 0 : ((uint32_t)i << 19) + random_below(&random, 0x40000));
        put(VALUES + 2 * i, 2, random_below(&random, KINDS));
    }
    sign();
    CHECK_EQ(open(), OCT9_OK);
}

/* --- answers ---------------------------------------------------------------------------- */

static uint32_t code_of(const oct9_cell_t *cell)
{
    uint32_t code = 0;
    for (unsigned i = 0; i < OCT9_LEVELS; i++)
        code |=
            (uint32_t)((cell->x >> i & 1u) | (cell->y >> i & 1u) << 1 | (cell->z >> i & 1u) << 2)
            << 3 * i;
    return code;
}

/* The kinds, as bits, of the cells of these codes. */
static unsigned kinds_of(uint32_t first, uint32_t last)
{
    unsigned kinds = 0;
    for (unsigned i = 0; i < RUNS; i++)
        if (get(CODES + 4 * i, 4) <= last && (i + 1 == RUNS || get(CODES + 4 * i + 4, 4) > first))
            kinds |= 1u << get(VALUES + 2 * i, 2);
    return kinds;
}

static oct9_cell_t any_cell(random_t *random)
{
    const oct9_cell_t cell = { (uint16_t)random_below(random, OCT9_CELLS),
                               (uint16_t)random_below(random, OCT9_CELLS),
                               (uint16_t)random_below(random, OCT9_CELLS) };
    return cell;
}

static void as_all_runs_say(void)
{
    random_t random = { 62 };
    uint32_t digest = DIGEST_BEGIN;
    write_table();
    for (unsigned i = 0; i < CELLS; i++) {
        const oct9_cell_t cell = any_cell(&random);
        uint16_t value = 0;
        CHECK_EQ(oct9_material_at(&material, cell, &value), OCT9_OK);
        CHECK_EQ(1u << value, kinds_of(code_of(&cell), code_of(&cell)));
        digest = digest_add(digest, value);
    }
    for (unsigned i = 0; i < LEAVES; i++) {
        const uint8_t level = (uint8_t)random_below(&random, OCT9_LEVELS + 1);
        const unsigned corner = OCT9_CELLS - (1u << level);
        oct9_leaf_t leaf = { any_cell(&random), 0, level, OCT9_FREE };
        leaf.corner.x = (uint16_t)(leaf.corner.x & corner);
        leaf.corner.y = (uint16_t)(leaf.corner.y & corner);
        leaf.corner.z = (uint16_t)(leaf.corner.z & corner);
        const uint32_t first = code_of(&leaf.corner);
        const unsigned kinds = kinds_of(first, first + (((uint32_t)1 << 3 * level) - 1u));
        for (uint16_t kind = 0; kind < KINDS; kind++)
            CHECK_EQ(oct9_material_matches(&material, &leaf, OCT9_PAYLOAD_MAX, kind),
                     kinds >> kind & 1u);
        CHECK_EQ(oct9_material_matches(&material, &leaf, 1, 1), (kinds & 0x2Au) != 0);
        leaf.state = OCT9_UNKNOWN;
        CHECK(oct9_material_matches(&material, &leaf, OCT9_PAYLOAD_MAX, KINDS));
        digest = digest_add(digest, kinds);
    }
    TEST_DIGEST("material", digest);
}

/* --- errors ------------------------------------------------------------------------------ */

static void refused(unsigned at, unsigned size, uint32_t number, oct9_status_t status)
{
    const uint32_t before = get(at, size);
    put(at, size, number);
    if (at >= 8)
        sign();
    CHECK_EQ(open(), status);
    put(at, size, before);
    sign();
}

static void errors(void)
{
    const oct9_cell_t beyond = { 0, 512, 0 };
    uint16_t value;
    write_table();
    CHECK_EQ(oct9_material_at(&material, beyond, &value), OCT9_ERR_OUTSIDE);
    CHECK_EQ(oct9_material_open(&material, oct9_rom_of_ram(table.bytes + 2), BYTES),
             OCT9_ERR_ARGUMENT);
    CHECK_EQ(oct9_material_open(&material, oct9_rom_of_ram(table.bytes), CODES - 1),
             OCT9_ERR_IMAGE_SHORT);
    CHECK_EQ(oct9_material_open(&material, oct9_rom_of_ram(table.bytes), BYTES - 1),
             OCT9_ERR_IMAGE_SHORT);
    refused(0, 1, 'x', OCT9_ERR_IMAGE_MAGIC);
    refused(4, 1, table.bytes[4] ^ 1u, OCT9_ERR_IMAGE_CRC);
    refused(8, 4, OCT9_MATERIAL_VERSION + 1u, OCT9_ERR_IMAGE_VERSION);
    refused(12, 4, BYTES - 4, OCT9_ERR_IMAGE_COUNT);
    refused(28, 4, 0, OCT9_ERR_IMAGE_STATE);
    refused(32, 4, 0, OCT9_ERR_IMAGE_COUNT);
    refused(36, 4, 0, OCT9_ERR_IMAGE_STATE);
    refused(CODES, 4, 1, OCT9_ERR_IMAGE_INDEX);
    refused(CODES + 8, 4, 3, OCT9_ERR_IMAGE_INDEX);
    refused(VALUES - 4, 4, (uint32_t)1 << 27, OCT9_ERR_IMAGE_INDEX);
    refused(VALUES + 2, 2, OCT9_PAYLOAD_MAX + 1u, OCT9_ERR_IMAGE_STATE);
    CHECK_EQ(open(), OCT9_OK);
    CHECK_EQ(material.frame.origin_mm.z, 7);
}

GOLDEN_SUITE(material)
{
    RUN(as_all_runs_say);
    RUN(errors);
}
