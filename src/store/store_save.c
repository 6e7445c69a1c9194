/* SPDX-License-Identifier: MIT */
/* Saving. After each step the table and the log are in a state from which a later step, or another
 * save, can continue: a page's record counts only when it was read back. */
#include "port/oct9_port.h"
#include "src/map/tree.h"
#include "src/store/store.h"

/* Goes to the next block of the slot, because this one cannot be used any further. */
static void leave_block(oct9_store_t *store, uint16_t number)
{
    store->at = (uint16_t)((number / store->per_block + 1u) * store->per_block);
    store->erased = false;
    store->failed++;
}

/* The address of the next record. */
static uint32_t next_address(const oct9_store_t *store)
{
    return oct9_store_address(store, store->slot, store->start, store->at);
}

/* Erases the block at that address. */
static void erase(oct9_store_t *store)
{
    if (store->config->erase(store->config->context, next_address(store)))
        store->erased = true;
    else
        leave_block(store, store->at);
}

/* Programs the content of `work` as the log's next record and sets `*number` to its number.
 * OCT9_AGAIN: there was something else to do, and nothing was programmed yet. OCT9_ERR_STORE_WORN:
 * it failed; the record may be in the flash or not. OCT9_ERR_STALE: `work` may have parts of two
 * trees. */
static oct9_status_t put_record(oct9_store_t *store, uint16_t *number)
{
    const oct9_store_config_t *const config = store->config;
    const uint16_t at = store->at;
    if (at >= store->records) {
        store->alive = false; /* the slot is full */
        return OCT9_AGAIN;
    }
    if (!store->erased) {
        erase(store);
        return OCT9_AGAIN;
    }
    if (oct9_tree_read_end(store->tree, store->generation) != OCT9_OK)
        return OCT9_ERR_STALE;
    if (!config->program(config->context, next_address(store), config->work, config->record_size) ||
        !oct9_store_same(store, at)) {
        leave_block(store, at);
        return OCT9_ERR_STORE_WORN;
    }
    *number = at;
    store->at = (uint16_t)(at + 1u);
    OCT9_ASSERT(store->at <= store->records);
    store->erased = store->at % store->per_block != 0;
    return OCT9_OK;
}

/* --- beginning a log -------------------------------------------------------------------------- */

/* The block of the store's slot after those to which its last log wrote, as far as the first
 * record of each block shows. */
static uint16_t block_behind(oct9_store_t *store)
{
    uint32_t life = 0, turn = 0;
    uint16_t behind = 0;
    for (uint32_t block = store->slot_blocks; block-- > 0;) {
        const uint8_t *const record = store->config->work;
        if (oct9_store_fetch_from(store, store->slot, (uint16_t)block, 0) == OCT9_STORE_NONE)
            continue;
        const uint32_t its_life = oct9_get_le32(record + OCT9_STORE_AT_LIFE);
        const uint32_t its_turn = (block + store->slot_blocks -
                                   oct9_get_le16(record + OCT9_STORE_AT_START)) %
                                  store->slot_blocks;
        if (its_life > life || (its_life == life && its_turn >= turn)) {
            life = its_life;
            turn = its_turn;
            behind = (uint16_t)((block + 1u) % store->slot_blocks);
        }
    }
    return behind;
}

/* Begins a log in the next slot that is not the last saved map's. */
static oct9_status_t begin_log(oct9_store_t *store)
{
    const uint16_t slots = store->config->slots;
    if (store->begun >= slots - 1u || store->number >= OCT9_STORE_NUMBER_MAX)
        return OCT9_ERR_STORE_WORN;
    store->begun++;
    do
        store->slot = (uint16_t)((store->slot + 1u) % slots);
    while (store->slot == store->safe);
    OCT9_ASSERT(store->slot < slots && store->slot != store->safe);
    store->number++;
    store->life = store->number;
    store->start = block_behind(store);
    store->at = 0;
    store->erased = false;
    store->page = 0;
    store->clean = false;
    store->alive = true;
    oct9_store_clear_table(store);
    return OCT9_AGAIN;
}

/* --- pages ------------------------------------------------------------------------------------ */

/* Writes a block of the pool, or the bytes that stand for a free one. Returns false if it is
 * free. */
static bool put_block(const oct9_store_t *store, uint32_t block, uint8_t *bytes)
{
    const oct9_tree_t *const tree = store->tree;
    const bool used = block < tree->capacity &&
                      !oct9_store_marked(store->config->seen, (uint16_t)block);
    for (unsigned i = 0; i < 8; i++)
        oct9_put_le16(bytes + 2u * i, used ? tree->pool[block].slot[i] : 0xFFFFu);
    return used;
}

/* Makes the record of the store's page. Returns false if the page holds no block in use. */
static bool make_page(const oct9_store_t *store)
{
    const uint32_t first = (uint32_t)store->page * store->page_blocks;
    bool any = false;
    for (uint32_t i = 0; i < store->page_blocks; i++)
        if (put_block(store, first + i, store->config->work + OCT9_STORE_AT_BODY + 16u * i))
            any = true;
    oct9_store_seal(store, OCT9_STORE_PAGE, store->page);
    return any;
}

/* Makes a page and programs it, unless the flash has it. If a page holds nothing any more, its old
 * record may stay: nothing leads to it. */
static oct9_status_t save_page(oct9_store_t *store)
{
    OCT9_ASSERT(store->page < store->pages);
    uint16_t *const entry = &store->config->table[store->page];
    const bool any = make_page(store);
    if ((!any && *entry != OCT9_STORE_FAILED) ||
        (*entry < store->records && oct9_store_same(store, *entry))) {
        store->page++;
        return OCT9_AGAIN;
    }
    const oct9_status_t status = put_record(store, entry);
    if (status == OCT9_OK) {
        store->page++;
        store->clean = false;
    } else if (status == OCT9_ERR_STORE_WORN) {
        *entry = OCT9_STORE_FAILED;
        store->clean = false;
    }
    return status == OCT9_ERR_STALE ? OCT9_ERR_STALE : OCT9_AGAIN;
}

/* --- the commit ------------------------------------------------------------------------------- */

static void make_commit(const oct9_store_t *store, uint32_t number)
{
    const oct9_store_config_t *const config = store->config;
    const oct9_tree_t *const tree = store->tree;
    uint8_t *const record = config->work;
    for (uint32_t i = OCT9_STORE_AT_USER; i < config->record_size; i++)
        record[i] = 0;
    for (unsigned i = 0; i < config->user_size; i++)
        record[OCT9_STORE_AT_USER + i] = store->user[i];
    oct9_put_le32(record + OCT9_STORE_AT_NUMBER, number);
    oct9_put_le32(record + OCT9_STORE_AT_TABLE, oct9_store_table_crc(store));
    oct9_put_le16(record + OCT9_STORE_AT_ROOT, tree->root);
    oct9_put_le16(record + OCT9_STORE_AT_FREE, tree->thresholds.free_below);
    oct9_put_le16(record + OCT9_STORE_AT_OCCUPIED, tree->thresholds.occupied_from);
    oct9_put_le16(record + OCT9_STORE_AT_BLOCKS, tree->capacity);
    oct9_store_seal(store, OCT9_STORE_COMMIT, 0);
}

/* Commits, unless the last commit has the same content. No number is used twice, because a commit
 * that failed may nevertheless be in the flash. */
static oct9_status_t commit(oct9_store_t *store)
{
    make_commit(store, store->committed);
    if (store->clean && oct9_store_same(store, store->commit_at))
        return OCT9_OK;
    OCT9_ASSERT(store->committed <= store->number);
    const uint32_t number = store->number + 1u;
    if (number > OCT9_STORE_NUMBER_MAX)
        return OCT9_ERR_STORE_WORN;
    make_commit(store, number);
    const oct9_status_t status = put_record(store, &store->commit_at);
    if (status == OCT9_OK) {
        store->number = number;
        store->committed = number;
        store->safe = store->slot;
        store->found = OCT9_OK;
        store->clean = true;
    } else if (status == OCT9_ERR_STORE_WORN) {
        store->number = number;
        store->clean = false;
        return OCT9_AGAIN;
    }
    return status;
}

static oct9_status_t step_save(oct9_store_t *store)
{
    if (oct9_tree_read_end(store->tree, store->generation) != OCT9_OK)
        return OCT9_ERR_STALE;
    if (!store->alive)
        return begin_log(store);
    return store->page < store->pages ? save_page(store) : commit(store);
}

/* --- the calls -------------------------------------------------------------------------------- */

/* Marks all free blocks. The loop ends for any content of the list. */
static void mark_free(const oct9_tree_t *tree, uint8_t *seen)
{
    uint16_t block = tree->free_head;
    for (uint32_t i = 0; i < tree->capacity; i += 8)
        seen[i / 8u] = 0;
    for (uint32_t i = tree->capacity; i != 0 && block < tree->capacity; i--) {
        if (!oct9_store_marked(seen, block))
            seen[block / 8u] = (uint8_t)(seen[block / 8u] + (1u << block % 8u));
        block = tree->pool[block].slot[0];
    }
}

oct9_status_t oct9_store_save(oct9_store_t *store, const oct9_tree_t *tree, const uint8_t *user)
{
    OCT9_ASSERT(store && tree && (user || store->config->user_size == 0));
    const uint32_t generation = oct9_tree_read_begin(tree);
    store->status = OCT9_AGAIN;
    if (generation % 2u != 0)
        store->status = OCT9_ERR_STALE;
    if (tree->capacity > store->config->blocks)
        store->status = OCT9_REFUSE();
    if (store->status != OCT9_AGAIN)
        return store->status;
    mark_free(tree, store->config->seen);
    store->tree = tree;
    store->user = user;
    store->generation = generation;
    store->page = 0;
    store->begun = 0;
    return OCT9_OK;
}

oct9_status_t oct9_store_run(oct9_store_t *store, uint32_t budget)
{
    OCT9_ASSERT(store);
    if (budget == 0)
        return OCT9_REFUSE();
    for (; store->status == OCT9_AGAIN && budget != 0; budget--)
        store->status = step_save(store);
    return store->status;
}
