/* SPDX-License-Identifier: MIT */
/* Tables of materials: runs of cells in the order of their Morton codes. A leaf's cells have the
 * codes from its corner on, so that a run is found by halving, for a map of any kind. */
#include "oct9/material.h"

#include "oct9/mm.h"
#include "port/oct9_port.h"
#include "src/number/frame.h"
#include "src/number/morton.h"

#define TABLE_HEADER_BYTES 40u

OCT9_STATIC_ASSERT(sizeof(oct9_material_header_t) == TABLE_HEADER_BYTES,
                   "the header's layout is the format's");

/* A word of the header. */
#define TABLE_WORD(table, field) \
    oct9_port_word(oct9_rom_words(table), offsetof(oct9_material_header_t, field) / 4u)

/* The length is below 2^30. */
static bool count_good(oct9_rom_t table)
{
    const uint32_t runs = TABLE_WORD(table, run_count);
    return runs - 1u < OCT9_MORTON_END &&
           TABLE_WORD(table, bytes) == TABLE_HEADER_BYTES + 4u * (runs + (runs + 1u) / 2u);
}

static bool states_good(oct9_rom_t table)
{
    return TABLE_WORD(table, states) - 1u < OCT9_STATES_ALL;
}

static oct9_status_t check_table_header(oct9_rom_t table, oct9_rom_size_t size)
{
    if (!oct9_rom_aligned(table))
        return OCT9_REFUSE();
    if (size < TABLE_HEADER_BYTES)
        return OCT9_ERR_IMAGE_SHORT;
    if (TABLE_WORD(table, magic) != OCT9_MATERIAL_MAGIC)
        return OCT9_ERR_IMAGE_MAGIC;
    if (TABLE_WORD(table, version) != OCT9_MATERIAL_VERSION)
        return OCT9_ERR_IMAGE_VERSION;
    const uint32_t bytes = TABLE_WORD(table, bytes);
    if (size < bytes)
        return OCT9_ERR_IMAGE_SHORT;
    if (!count_good(table))
        return OCT9_ERR_IMAGE_COUNT;
    const uint32_t before = offsetof(oct9_material_header_t, version);
    const uint32_t crc = oct9_rom_crc32(0, oct9_rom_behind(table, before), bytes - before);
    return crc == TABLE_WORD(table, crc) ? OCT9_OK : OCT9_ERR_IMAGE_CRC;
}

/* The fields are copied one by one: the core uses no memcpy. Returns false if the frame is bad. */
static OCT9_APART bool place_table(oct9_material_t *material, oct9_rom_t table)
{
    const oct9_rom_t codes = oct9_rom_behind(table, TABLE_HEADER_BYTES);
    material->run_count = TABLE_WORD(table, run_count);
    material->states = (uint8_t)TABLE_WORD(table, states);
    material->codes = oct9_rom_words(codes);
    material->values = oct9_rom_halves(oct9_rom_behind(codes, 4u * material->run_count));
    material->frame.origin_mm.x = (int32_t)TABLE_WORD(table, origin_mm[0]);
    material->frame.origin_mm.y = (int32_t)TABLE_WORD(table, origin_mm[1]);
    material->frame.origin_mm.z = (int32_t)TABLE_WORD(table, origin_mm[2]);
    return oct9_frame_set_cell(&material->frame, TABLE_WORD(table, cell_um));
}

static oct9_status_t check_runs(const oct9_material_t *material)
{
    uint32_t least = 0;
    for (uint32_t i = 0; i < material->run_count; i++) {
        const uint32_t code = oct9_port_word(material->codes, i);
        if (code < least || code >= OCT9_MORTON_END || (i == 0 && code != 0))
            return OCT9_ERR_IMAGE_INDEX;
        least = code + 1u;
    }
    for (uint32_t i = 0; i < material->run_count; i++)
        if (oct9_port_half(material->values, i) > OCT9_PAYLOAD_MAX)
            return OCT9_ERR_IMAGE_STATE;
    return OCT9_OK;
}

oct9_status_t oct9_material_open(oct9_material_t *material, oct9_rom_t bytes, oct9_rom_size_t size)
{
    OCT9_ASSERT(material && bytes != 0);
    oct9_material_t table;
    oct9_status_t status = check_table_header(bytes, size);
    if (status != OCT9_OK)
        return status;
    if (!place_table(&table, bytes) || !states_good(bytes))
        return OCT9_ERR_IMAGE_STATE;
    status = check_runs(&table);
    if (status == OCT9_OK)
        (void)place_table(material, bytes);
    return status;
}

/* The run that holds a code: the last one that begins at or before it. It is among the `count` from
 * `run` on. */
static uint32_t find_run(const oct9_material_t *material, uint32_t code)
{
    uint32_t run = 0;
    for (uint32_t count = material->run_count; count > 1u;) {
        const uint32_t half = count / 2u;
        if (oct9_port_word(material->codes, run + half) <= code)
            run += half;
        count -= half;
    }
    return run;
}

oct9_status_t oct9_material_at(const oct9_material_t *material, oct9_cell_t cell, uint16_t *value)
{
    OCT9_ASSERT(material && value);
    if (((unsigned)cell.x | cell.y | cell.z) >= OCT9_CELLS)
        return OCT9_ERR_OUTSIDE;
    *value = oct9_port_half(material->values, find_run(material, oct9_morton_encode(&cell)));
    return OCT9_OK;
}

bool oct9_material_matches(const oct9_material_t *material, const oct9_leaf_t *leaf, uint16_t mask,
                           uint16_t value)
{
    OCT9_ASSERT(material && leaf && leaf->level <= OCT9_LEVELS);
    if ((1u << leaf->state & material->states) == 0)
        return true;
    const uint32_t code = oct9_morton_encode(&leaf->corner);
    const uint32_t last = code + oct9_morton_below(leaf->level);
    uint32_t run = find_run(material, code);
    do {
        if ((oct9_port_half(material->values, run) & mask) == value)
            return true;
        run++;
    } while (run < material->run_count && oct9_port_word(material->codes, run) <= last);
    return false;
}
