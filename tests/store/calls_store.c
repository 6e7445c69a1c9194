/* SPDX-License-Identifier: MIT */
/* The store: maps of up to 36 blocks, a cell changed for each save, in 2 KB of flash that is RAM
 * here; a run is a whole save. */
#include "bench/calls.h"
#include "bench/calls_place.h"
#include "oct9/store.h"

#include <stddef.h>

enum {
    BLOCKS = 36,
    RECORD = 64,
    UNIT = 16,
    FLASH_BLOCK = 256,
    FLASH_BLOCKS = 8,
    LOW = 248,
    EDGE = 8,
    SAVES = 8
};

OCT9_POOL(static, pool, BLOCKS);
static oct9_tree_t tree;
static uint8_t flash[FLASH_BLOCK * FLASH_BLOCKS], work[RECORD], seen[OCT9_STORE_SEEN(BLOCKS)];
static uint16_t table[OCT9_STORE_PAGES(BLOCKS, RECORD)];
static oct9_store_t store;

static bool flash_read(void *context, uint32_t address, uint8_t *bytes, uint32_t size)
{
    (void)context;
    for (uint32_t i = 0; i < size; i++)
        bytes[i] = flash[address + i];
    return true;
}

static bool flash_program(void *context, uint32_t address, const uint8_t *bytes, uint32_t size)
{
    (void)context;
    for (uint32_t i = 0; i < size; i++)
        flash[address + i] = bytes[i];
    return true;
}

static bool flash_erase(void *context, uint32_t address)
{
    (void)context;
    for (uint32_t i = 0; i < FLASH_BLOCK; i++)
        flash[address + i] = 0xFF;
    return true;
}

static const oct9_store_config_t config = { .read = flash_read,
                                            .program = flash_program,
                                            .erase = flash_erase,
                                            .block_size = FLASH_BLOCK,
                                            .block_count = FLASH_BLOCKS,
                                            .program_size = UNIT,
                                            .record_size = RECORD,
                                            .slots = 2,
                                            .blocks = BLOCKS,
                                            .work = work,
                                            .table = table,
                                            .seen = seen };

static void change(unsigned payload)
{
    const oct9_cell_t cell = place_cell(LOW, EDGE);
    const oct9_node_t node = { cell, 0 };
    (void)oct9_tree_set_node(&tree, &node, (uint16_t)payload);
}

static void begin(void)
{
    for (unsigned i = 0; i < sizeof flash; i++)
        flash[i] = 0xFF;
    (void)oct9_tree_init(&tree, pool, BLOCKS, NULL);
    (void)oct9_store_open(&store, &config);
    for (unsigned i = 0; i < 12; i++)
        change(1u + i % 3u);
}

static void save(unsigned i)
{
    change(i % 3u);
    (void)oct9_store_save(&store, &tree, NULL);
    (void)oct9_store_run(&store, 1000);
}

static void store_open(void)
{
    begin();
    for (unsigned i = 0; i < SAVES; i++) {
        oct9_status_t status;
        save(i);
        CALL(status = oct9_store_open(&store, &config));
        calls_answer((uint32_t)status);
        calls_answer(store.committed);
    }
}

static void store_load(void)
{
    begin();
    for (unsigned i = 0; i < SAVES; i++) {
        oct9_status_t status;
        save(i);
        CALL(status = oct9_store_load(&store, &tree, NULL));
        calls_answer((uint32_t)status);
        calls_answer(tree.used);
    }
}

static void store_save(void)
{
    begin();
    for (unsigned i = 0; i < SAVES; i++) {
        oct9_status_t status;
        change(i);
        CALL(status = oct9_store_save(&store, &tree, NULL));
        calls_answer((uint32_t)status);
    }
}

static void store_run(void)
{
    begin();
    for (unsigned i = 0; i < SAVES; i++) {
        oct9_status_t status;
        change(i % 3u);
        (void)oct9_store_save(&store, &tree, NULL);
        CALL(status = oct9_store_run(&store, 1000));
        calls_answer((uint32_t)status);
        calls_answer(store.number);
        calls_answer(store.at);
    }
}

static const call_t call[] = { { "store_open", store_open },
                               { "store_load", store_load },
                               { "store_save", store_save },
                               { "store_run", store_run } };

int main(void)
{
    return calls_run(call, sizeof call / sizeof call[0]);
}
