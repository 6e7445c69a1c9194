/* SPDX-License-Identifier: MIT */
/* Materials: a table of 64 runs; leaves of up to 8 cells' edge. */
#include "bench/calls.h"
#include "oct9/material.h"

#include <stddef.h>

enum { RUNS = 64, LEVELS = 4 };

typedef struct {
    oct9_material_header_t header;
    uint32_t codes[RUNS];
    uint16_t values[RUNS];
} table_t;

static _Alignas(4) table_t table; /* on AVR nothing is aligned unasked */
static oct9_material_t material;

/* The table is in the machine's order, as none of the boards is big-endian. */
static void make_table(void)
{
    const size_t behind = offsetof(oct9_material_header_t, version);
    table.header.magic = OCT9_MATERIAL_MAGIC;
    table.header.version = OCT9_MATERIAL_VERSION;
    table.header.bytes = sizeof table;
    table.header.cell_um = 80000;
    table.header.run_count = RUNS;
    table.header.states = OCT9_STATES_OCCUPIED;
    for (uint32_t i = 0; i < RUNS; i++) {
        table.codes[i] = i == 0 ? 0 : (i << 21) + calls_below(1024);
        table.values[i] = (uint16_t)calls_below(8);
    }
    table.header.crc = oct9_rom_crc32(0, oct9_rom_of_ram((const uint8_t *)&table + behind),
                                      (oct9_rom_size_t)(sizeof table - behind));
}

static oct9_status_t open_table(void)
{
    return oct9_material_open(&material, oct9_rom_of_ram(&table), sizeof table);
}

static void open(void)
{
    oct9_status_t status;
    make_table();
    CALL(status = open_table());
    calls_answer((uint32_t)status);
}

static oct9_cell_t any_cell(void)
{
    const oct9_cell_t cell = { (uint16_t)calls_below(OCT9_CELLS), (uint16_t)calls_below(OCT9_CELLS),
                               (uint16_t)calls_below(OCT9_CELLS) };
    return cell;
}

static void at(void)
{
    make_table();
    (void)open_table();
    for (unsigned i = 0; i < CALLS_CASES; i++) {
        const oct9_cell_t cell = any_cell();
        uint16_t value = 0;
        CALL((void)oct9_material_at(&material, cell, &value));
        calls_answer(value);
    }
}

static void matches(void)
{
    make_table();
    (void)open_table();
    for (unsigned i = 0; i < CALLS_CASES; i++) {
        const oct9_cell_t cell = any_cell();
        const uint8_t level = (uint8_t)calls_below(LEVELS);
        const unsigned mask = OCT9_CELLS - (1u << level);
        const oct9_leaf_t leaf = { { (uint16_t)(cell.x & mask), (uint16_t)(cell.y & mask),
                                     (uint16_t)(cell.z & mask) },
                                   OCT9_OCCUPIED,
                                   level,
                                   OCT9_OCCUPIED };
        bool some;
        CALL(some = oct9_material_matches(&material, &leaf, OCT9_PAYLOAD_MAX, 3));
        calls_answer(some);
    }
}

static const call_t call[] = { { "material_open", open },
                               { "material_at", at },
                               { "material_matches", matches } };

int main(void)
{
    return calls_run(call, sizeof call / sizeof call[0]);
}
