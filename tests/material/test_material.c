/* SPDX-License-Identifier: MIT */
/* Materials against the definition: a cell's code by a loop over its bits, a run by a search from
 * the first one on, a leaf by all of its cells. And tables that are damaged or forged: each rule
 * that is broken has its status, and what is opened can be read everywhere.
 * SEED=7 changes the tables. */
#include "oct9/material.h"

#include "tests/random.h"
#include "tests/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    TABLES = 60,
    MOST_RUNS = 400,
    CELLS = 3000,
    LEAVES = 600,
    FORGED = 20000,
    HEADER_WORDS = sizeof(oct9_material_header_t) / 4,
    MOST_WORDS = HEADER_WORDS + MOST_RUNS + (MOST_RUNS + 1) / 2
};

typedef struct {
    uint32_t words[MOST_WORDS];
    uint32_t codes[MOST_RUNS];
    uint16_t values[MOST_RUNS];
    uint32_t runs, bytes;
} table_t;

static table_t table;
static random_t rng;
static uint32_t seed = 1;

/* --- the definition ---------------------------------------------------------------------- */

static uint32_t code_of(uint32_t x, uint32_t y, uint32_t z)
{
    uint32_t code = 0;
    for (unsigned i = 0; i < 9; i++)
        code |= (x >> i & 1u) << 3 * i | (y >> i & 1u) << (3 * i + 1) |
                (z >> i & 1u) << (3 * i + 2);
    return code;
}

static uint16_t value_of(uint32_t code)
{
    uint16_t value = 0;
    for (uint32_t i = 0; i < table.runs && table.codes[i] <= code; i++)
        value = table.values[i];
    return value;
}

static uint32_t crc_of(const unsigned char *bytes, size_t size)
{
    uint32_t crc = 0xFFFFFFFFu;
    for (size_t i = 0; i < 8 * size; i++) {
        const uint32_t bit = (crc ^ (uint32_t)bytes[i / 8] >> i % 8) & 1u;
        crc = crc >> 1 ^ (bit ? 0xEDB88320u : 0);
    }
    return ~crc;
}

/* --- tables ------------------------------------------------------------------------------ */

static void sign(void)
{
    const unsigned char *bytes = (const unsigned char *)table.words;
    table.words[1] = crc_of(bytes + 8, table.bytes - 8);
}

static void write_table(void)
{
    const uint32_t values = HEADER_WORDS + table.runs;
    memset(table.words, 0, sizeof table.words);
    table.bytes = 4 * (values + (table.runs + 1) / 2);
    const uint32_t header[HEADER_WORDS] = { OCT9_MATERIAL_MAGIC,
                                            0,
                                            OCT9_MATERIAL_VERSION,
                                            table.bytes,
                                            (uint32_t)-1500,
                                            20,
                                            3,
                                            50000,
                                            table.runs,
                                            OCT9_STATES_OCCUPIED };
    memcpy(table.words, header, sizeof header);
    memcpy(table.words + HEADER_WORDS, table.codes, 4 * table.runs);
    memcpy(table.words + values, table.values, 2 * table.runs);
    sign();
}

/* Codes of all sizes: runs of a cell, and of half of the cube. */
static uint32_t step(void)
{
    return 1 + random_below(&rng, 1u << random_below(&rng, 26));
}

static void make_table(uint32_t most)
{
    table.runs = 0;
    for (uint32_t code = 0; table.runs < most && code < 1u << 27; code += step()) {
        table.codes[table.runs] = code;
        table.values[table.runs] = (uint16_t)random_below(&rng, table.runs % 3 ? 4 : 32768);
        table.runs++;
    }
    write_table();
}

static oct9_status_t open(oct9_material_t *material)
{
    return oct9_material_open(material, oct9_rom_of_ram(table.words), table.bytes);
}

/* Any cell, or one beside the beginning of a run. */
static oct9_cell_t any_cell(void)
{
    oct9_cell_t cell = { 0, 0, 0 };
    uint32_t code = random_below(&rng, 1u << 27);
    if (random_below(&rng, 2))
        code = (table.codes[random_below(&rng, table.runs)] - random_below(&rng, 2)) % (1u << 27);
    for (unsigned i = 0; i < 9; i++) {
        cell.x = (uint16_t)(cell.x | (code >> 3 * i & 1u) << i);
        cell.y = (uint16_t)(cell.y | (code >> (3 * i + 1) & 1u) << i);
        cell.z = (uint16_t)(cell.z | (code >> (3 * i + 2) & 1u) << i);
    }
    return cell;
}

/* --- answers ----------------------------------------------------------------------------- */

static void check_cells(const oct9_material_t *material)
{
    for (unsigned i = 0; i < CELLS; i++) {
        const oct9_cell_t cell = any_cell();
        uint16_t value = 0;
        CHECK_EQ(oct9_material_at(material, cell, &value), OCT9_OK);
        CHECK_EQ(value, value_of(code_of(cell.x, cell.y, cell.z)));
    }
    for (unsigned a = 0; a < 3; a++) {
        const oct9_cell_t beyond = { a == 0 ? 512 : 3, a == 1 ? 65535 : 3, a == 2 ? 512 : 3 };
        uint16_t value = 77;
        CHECK_EQ(oct9_material_at(material, beyond, &value), OCT9_ERR_OUTSIDE);
        CHECK_EQ(value, 77);
    }
}

static bool some_cell_matches(const oct9_leaf_t *leaf, uint16_t mask, uint16_t value)
{
    const uint32_t size = 1u << leaf->level;
    for (uint32_t i = 0; i < size * size * size; i++)
        if ((value_of(code_of(leaf->corner.x + i % size, leaf->corner.y + i / size % size,
                              leaf->corner.z + i / size / size)) &
             mask) == value)
            return true;
    return false;
}

static void check_leaves(const oct9_material_t *material, uint32_t *counts)
{
    for (unsigned i = 0; i < LEAVES; i++) {
        const uint8_t level = (uint8_t)random_below(&rng, 4);
        const unsigned corner = 512u - (1u << level);
        oct9_cell_t cell = any_cell();
        const oct9_leaf_t leaf = { { (uint16_t)(cell.x & corner), (uint16_t)(cell.y & corner),
                                     (uint16_t)(cell.z & corner) },
                                   0,
                                   level,
                                   OCT9_OCCUPIED };
        const uint16_t mask = random_below(&rng, 2) ? OCT9_PAYLOAD_MAX : 2;
        const uint16_t value = (uint16_t)random_below(&rng, 4);
        const bool matches = oct9_material_matches(material, &leaf, mask, value);
        CHECK_EQ(matches, some_cell_matches(&leaf, mask, value));
        const oct9_leaf_t other = { leaf.corner, 0, level, (uint8_t)random_below(&rng, 2) };
        CHECK(oct9_material_matches(material, &other, mask, value));
        counts[matches]++;
    }
}

/* Large leaves by their runs: the definition has too many cells. */
static void check_large(const oct9_material_t *material)
{
    for (uint8_t level = 4; level <= 9; level++) {
        const oct9_leaf_t leaf = {
            { (uint16_t)(512u - (1u << level)), 0, 0 }, 0, level, OCT9_OCCUPIED
        };
        const uint32_t first = code_of(leaf.corner.x, 0, 0), size = 1u << 3 * level;
        for (uint16_t value = 0; value < 5; value++) {
            bool some = value_of(first) == value;
            for (uint32_t i = 0; i < table.runs; i++)
                some = some || (table.codes[i] >= first && table.codes[i] - first < size &&
                                table.values[i] == value);
            CHECK_EQ(oct9_material_matches(material, &leaf, OCT9_PAYLOAD_MAX, value), some);
        }
    }
}

static void answers(void)
{
    uint32_t counts[2] = { 0, 0 };
    for (uint32_t i = 0; i < TABLES; i++) {
        oct9_material_t material;
        make_table(i < 4 ? i + 1 : 1 + random_below(&rng, MOST_RUNS));
        CHECK_EQ(open(&material), OCT9_OK);
        CHECK_EQ(material.frame.cell_um, 50000);
        CHECK_EQ(material.frame.origin_mm.x, -1500);
        check_cells(&material);
        check_leaves(&material, counts);
        check_large(&material);
    }
    CHECK(counts[0] > LEAVES && counts[1] > LEAVES);
}

/* --- what is refused --------------------------------------------------------------------- */

static void refused(uint32_t word, uint32_t number, oct9_status_t status)
{
    oct9_material_t material = { 0 };
    const uint32_t before = table.words[word];
    table.words[word] = number;
    if (word >= 2)
        sign();
    CHECK_EQ(open(&material), status);
    CHECK_EQ(material.run_count, 0);
    table.words[word] = before;
    sign();
}

static void rules(void)
{
    oct9_material_t material = { 0 };
    make_table(9);
    const uint32_t size = table.bytes, values = HEADER_WORDS + table.runs;
    CHECK_EQ(oct9_material_open(&material, oct9_rom_of_ram((char *)table.words + 2), size),
             OCT9_ERR_ARGUMENT);
    for (uint32_t less = 1; less <= size; less++)
        CHECK_EQ(oct9_material_open(&material, oct9_rom_of_ram(table.words), size - less),
                 OCT9_ERR_IMAGE_SHORT);
    CHECK_EQ(material.run_count, 0);
    refused(0, OCT9_MATERIAL_MAGIC ^ 1u, OCT9_ERR_IMAGE_MAGIC);
    refused(1, table.words[1] ^ 0x10u, OCT9_ERR_IMAGE_CRC);
    refused(2, 2, OCT9_ERR_IMAGE_VERSION);
    refused(3, size + 4, OCT9_ERR_IMAGE_SHORT);
    refused(3, size - 4, OCT9_ERR_IMAGE_COUNT);
    refused(7, 0, OCT9_ERR_IMAGE_STATE);
    refused(7, OCT9_CELL_UM_MAX + 1u, OCT9_ERR_IMAGE_STATE);
    refused(8, 0, OCT9_ERR_IMAGE_COUNT);
    refused(8, table.runs + 2, OCT9_ERR_IMAGE_COUNT);
    refused(8, (1u << 27) + 1u, OCT9_ERR_IMAGE_COUNT);
    refused(8, table.runs + (1u << 31), OCT9_ERR_IMAGE_COUNT); /* the same length modulo 2^32 */
    refused(9, 0, OCT9_ERR_IMAGE_STATE);
    refused(9, OCT9_STATES_ALL + 1u, OCT9_ERR_IMAGE_STATE);
    refused(HEADER_WORDS, 1, OCT9_ERR_IMAGE_INDEX);
    refused(HEADER_WORDS + 2, table.codes[1], OCT9_ERR_IMAGE_INDEX);
    refused(HEADER_WORDS + 8, 1u << 27, OCT9_ERR_IMAGE_INDEX);
    refused(HEADER_WORDS + 8, UINT32_MAX, OCT9_ERR_IMAGE_INDEX);
    refused(values, 0x8000u, OCT9_ERR_IMAGE_STATE);
    refused(values + 1, 0x80000000u, OCT9_ERR_IMAGE_STATE);
    CHECK_EQ(open(&material), OCT9_OK);
}

/* The CRC is right, so that all that opens was checked by the rules alone. */
static void forged(void)
{
    uint32_t opened = 0;
    for (uint32_t i = 0; i < FORGED; i++) {
        oct9_material_t material;
        if (i % 50 == 0)
            make_table(1 + random_below(&rng, 30));
        const uint32_t word = 2 + random_below(&rng, table.bytes / 4 - 2);
        const uint32_t before = table.words[word];
        table.words[word] ^= 1u << random_below(&rng, 32);
        sign();
        if (open(&material) == OCT9_OK) {
            const oct9_leaf_t cube = { { 0, 0, 0 }, 0, 9, OCT9_OCCUPIED };
            uint16_t value;
            opened++;
            CHECK_EQ(oct9_material_at(&material, any_cell(), &value), OCT9_OK);
            CHECK(value <= OCT9_PAYLOAD_MAX);
            (void)oct9_material_matches(&material, &cube, OCT9_PAYLOAD_MAX, OCT9_PAYLOAD_MAX);
        }
        table.words[word] = before;
    }
    CHECK(opened > 0 && opened < FORGED);
}

int main(void)
{
    const char *given = getenv("SEED");
    seed = given ? (uint32_t)strtoul(given, NULL, 10) : seed;
    rng.state = seed;
    printf("seed %lu\n", (unsigned long)seed);
    RUN(answers);
    RUN(rules);
    RUN(forged);
    return test_end();
}
