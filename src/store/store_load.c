/* SPDX-License-Identifier: MIT */
/* Loading. The CRCs show that records are complete, but their content may be malicious. So every
 * slot is compared with the pool before it is written there, and then the whole tree is checked. */
#include "port/oct9_port.h"
#include "src/map/tree.h"
#include "src/store/store.h"

/* The content of a commit. */
typedef struct {
    oct9_thresholds_t thresholds;
    uint16_t root, blocks;
} head_t;

static bool slot_good(const oct9_tree_t *tree, uint16_t slot)
{
    return slot >= OCT9_SLOT_LEAF || slot < tree->capacity;
}

/* Gives back all blocks that are not marked in `seen`. The lowest one becomes the first free
 * one. */
static void free_unseen(oct9_tree_t *tree, const uint8_t *seen)
{
    tree->free_head = OCT9_NO_BLOCK;
    tree->used = tree->capacity;
    for (uint32_t block = tree->capacity; block-- != 0;)
        if (!oct9_store_marked(seen, (uint16_t)block))
            oct9_tree_give_back(tree, (uint16_t)block);
    tree->peak = tree->used;
}

/* Makes each block eight equal leaves and takes it off the free list. If a slot names a block that
 * no page contains, the check then finds that block and refuses it. */
static void clear_blocks(oct9_tree_t *tree, uint8_t *seen)
{
    tree->root = OCT9_SLOT_LEAF;
    tree->free_head = OCT9_NO_BLOCK;
    tree->used = 0;
    for (uint32_t block = 0; block < tree->capacity; block++) {
        oct9_block_set(&tree->pool[block], OCT9_SLOT_LEAF);
        seen[block / 8u] = 0;
    }
}

/* Makes the tree as after oct9_tree_init. */
static void make_empty(oct9_tree_t *tree, uint8_t *seen)
{
    clear_blocks(tree, seen);
    free_unseen(tree, seen);
}

/* Reads a page into its blocks. A slot may name a block outside the pool, for instance in a block
 * that was free. It is made to name its own block, which the check refuses if it gets there. */
static bool read_page(oct9_store_t *store, oct9_tree_t *tree, uint16_t page)
{
    const uint8_t *bytes = store->config->work + OCT9_STORE_AT_BODY;
    const uint32_t first = (uint32_t)page * store->page_blocks;
    OCT9_ASSERT(page < store->pages && store->config->table[page] < store->records);
    if (oct9_store_fetch(store, store->config->table[page]) != OCT9_STORE_PAGE)
        return false;
    for (uint32_t block = first; block < first + store->page_blocks; block++)
        for (unsigned i = 0; i < 8; i++) {
            const uint16_t slot = oct9_get_le16(bytes);
            bytes += 2;
            if (block < tree->capacity)
                tree->pool[block].slot[i] = slot_good(tree, slot) ? slot : (uint16_t)block;
        }
    return true;
}

static bool read_pages(oct9_store_t *store, oct9_tree_t *tree)
{
    for (uint16_t page = 0; page != store->pages; page++)
        if (store->config->table[page] != OCT9_STORE_NOWHERE && !read_page(store, tree, page))
            return false;
    return true;
}

/* Makes a tree of what was read. Without free blocks the check marks the blocks that the root leads
 * to. As for any tree, it finds blocks that are used twice and nodes that should be merged. Its
 * last test, of the counts, must fail, because they are not set yet. */
static bool link_up(oct9_tree_t *tree, const head_t *head, uint8_t *seen)
{
    if (!slot_good(tree, head->root) || !oct9_thresholds_good(&head->thresholds))
        return false;
    tree->root = head->root;
    if (oct9_tree_check(tree, seen) != OCT9_ERR_TREE_COUNT)
        return false;
    free_unseen(tree, seen);
    return true;
}

/* Reads the last commit, which stays in `work`. */
static OCT9_NOT_INLINE bool read_head(oct9_store_t *store, head_t *head)
{
    const uint8_t *const record = store->config->work;
    if (oct9_store_fetch(store, store->commit_at) != OCT9_STORE_COMMIT)
        return false;
    head->root = oct9_get_le16(record + OCT9_STORE_AT_ROOT);
    head->thresholds.free_below = oct9_get_le16(record + OCT9_STORE_AT_FREE);
    head->thresholds.occupied_from = oct9_get_le16(record + OCT9_STORE_AT_OCCUPIED);
    head->blocks = oct9_get_le16(record + OCT9_STORE_AT_BLOCKS);
    return true;
}

/* Reads all of the map that was found. The thresholds and the caller's record come last, so that
 * they do not change if anything fails. */
static bool read_map(oct9_store_t *store, oct9_tree_t *tree, const head_t *head, uint8_t *user)
{
    head_t again;
    const uint8_t *const bytes = store->config->work + OCT9_STORE_AT_USER;
    if (!read_pages(store, tree) || !link_up(tree, head, store->config->seen))
        return false;
    if (!read_head(store, &again))
        return false;
    tree->thresholds.free_below = head->thresholds.free_below;
    tree->thresholds.occupied_from = head->thresholds.occupied_from;
    for (unsigned i = 0; i < store->config->user_size; i++)
        user[i] = bytes[i];
    return true;
}

/* Loads the map that was found. Returns OCT9_OK; or OCT9_ERR_POOL_FULL, and nothing is changed; or
 * OCT9_ERR_STORE_MAP, and the tree is empty. */
static oct9_status_t load(oct9_store_t *store, oct9_tree_t *tree, uint8_t *user)
{
    head_t head;
    const bool any = read_head(store, &head);
    if (any && head.blocks > tree->capacity)
        return OCT9_ERR_POOL_FULL;
    oct9_tree_touch(tree);
    clear_blocks(tree, store->config->seen);
    OCT9_ASSERT(tree->generation % 2u != 0);
    const bool good = any && read_map(store, tree, &head, user);
    if (!good)
        make_empty(tree, store->config->seen);
    tree->failed = 0;
    oct9_tree_touch(tree);
    return good ? OCT9_OK : OCT9_ERR_STORE_MAP;
}

/* If a map was found complete but cannot be loaded, it is tried once more, because a read may fail
 * once. Then older maps are tried. */
oct9_status_t oct9_store_load(oct9_store_t *store, oct9_tree_t *tree, uint8_t *user)
{
    OCT9_ASSERT(store && tree && (user || store->config->user_size == 0));
    oct9_status_t status = OCT9_OK;
    uint32_t limit = UINT32_MAX;
    bool touched = false;
    if (tree->capacity > store->config->blocks)
        return OCT9_REFUSE();
    if (store->status == OCT9_AGAIN)
        store->status = OCT9_ERR_STALE; /* the save that was in progress is over */
    for (;;) {
        if (!store->clean)
            oct9_store_find(store, limit);
        status = store->found == OCT9_OK ? load(store, tree, user) : store->found;
        if (status != OCT9_ERR_STORE_MAP)
            break;
        if (touched)
            limit = store->committed;
        touched = true;
        store->clean = false;
    }
    return touched && status != OCT9_OK ? OCT9_ERR_STORE_MAP : status;
}
