/* SPDX-License-Identifier: MIT */
/* Opening a store and loading from it: each read of the flash returns any bytes, or fails. */
#include "oct9/store.h"

#include "any.h"

#define BLOCKS 16u
#define RECORD 64u

static oct9_block_t pool[BLOCKS];
static uint8_t work[RECORD], seen[OCT9_STORE_SEEN(BLOCKS)];
static uint16_t table[OCT9_STORE_PAGES(BLOCKS, RECORD)];

static bool read_any(void *context, uint32_t address, uint8_t *bytes, uint32_t size)
{
    (void)context;
    (void)address;
    for (uint32_t i = 0; i < size; i++)
        bytes[i] = (uint8_t)WITHIN(0, 255);
    return WITHIN(0, 1) == 1;
}

static bool program_any(void *context, uint32_t address, const uint8_t *bytes, uint32_t size)
{
    (void)context;
    (void)address;
    (void)bytes;
    (void)size;
    return WITHIN(0, 1) == 1;
}

static bool erase_any(void *context, uint32_t address)
{
    (void)context;
    (void)address;
    return WITHIN(0, 1) == 1;
}

static const oct9_store_config_t config = { 0,      read_any, program_any, erase_any, 1024,
                                            4,      8,        RECORD,      2,         4,
                                            BLOCKS, work,     table,       seen };

int main(void)
{
    oct9_store_t store;
    oct9_tree_t tree;
    uint8_t user[4];
    oct9_status_t status = oct9_store_open(&store, &config);
    if (status != OCT9_OK)
        return status;
    ANY(tree); /* its memory may hold any number */
    status = oct9_tree_init(&tree, pool, BLOCKS, 0);
    if (status != OCT9_OK)
        return status;
    return oct9_store_load(&store, &tree, user);
}
