/* SPDX-License-Identifier: MIT */
/* Internal: the tree of a wide point set. As src/map/tree.h, descent.h and tree_check.c, with slots
 * of 32 bits and without merging, as every leaf with points has another bucket. Only
 * src/points/points.h includes it, where OCT9_POINTS_WIDE is 1. */
#ifndef OCT9_SRC_WIDE_TREE_H
#define OCT9_SRC_WIDE_TREE_H

#define OCT9_WIDE_NONE 0xFFFFFFFFu /* the end of the list of free blocks */

/* --- the pool -------------------------------------------------------------------------------- */

static inline void oct9_points_tree_touch(oct9_points_tree_t *tree)
{
    OCT9_ORDERED;
    tree->generation = tree->generation + 1u;
    OCT9_ORDERED;
}

static inline void oct9_points_tree_invalidate(oct9_points_tree_t *tree)
{
    tree->generation = tree->generation | 1u;
    OCT9_ORDERED;
}

static inline void oct9_points_tree_give_back(oct9_points_tree_t *tree, uint32_t block)
{
    OCT9_ASSERT(block < tree->capacity && tree->used != 0);
    tree->pool[block].slot[0] = tree->free_head;
    tree->free_head = block;
    tree->used--;
}

static inline void oct9_points_block_set(oct9_points_block_t *block, uint32_t slot)
{
    for (unsigned i = 0; i < 8; i++)
        block->slot[i] = slot;
}

/* A wide tree has no thresholds: no map reads it. */
static inline oct9_status_t oct9_points_tree_init(oct9_points_tree_t *tree,
                                                  oct9_points_block_t *pool, uint32_t blocks,
                                                  const oct9_thresholds_t *thresholds)
{
    (void)thresholds;
    oct9_points_tree_invalidate(tree);
    tree->pool = pool;
    tree->capacity = tree->used = blocks; /* all are given back below */
    tree->peak = 0;
    tree->free_head = OCT9_WIDE_NONE;
    tree->root = OCT9_POINTS_LEAF;
    while (blocks-- != 0) {
        oct9_points_block_set(&pool[blocks], OCT9_POINTS_LEAF);
        oct9_points_tree_give_back(tree, blocks);
    }
    oct9_points_tree_touch(tree);
    return OCT9_OK;
}

static inline uint32_t *oct9_points_tree_split(oct9_points_tree_t *tree, uint32_t *slot)
{
    const uint32_t index = tree->free_head;
    OCT9_ASSERT(index < tree->capacity && tree->used < tree->capacity);
    oct9_points_block_t *const block = &tree->pool[index];
    tree->free_head = block->slot[0];
    oct9_points_block_set(block, *slot);
    OCT9_ORDERED; /* a reader in an interrupt finds the children complete */
    *slot = index;
    tree->used++;
    if (tree->peak < tree->used)
        tree->peak = tree->used;
    return block->slot;
}

/* --- the descent ----------------------------------------------------------------------------- */

typedef struct {
    uint32_t *slot[OCT9_LEVELS + 1];
    uint32_t code;
    unsigned level;
} oct9_points_descent_t;

static inline uint32_t *oct9_points_descent_end(const oct9_points_descent_t *descent)
{
    return descent->slot[descent->level];
}

static inline void oct9_points_descent_begin(oct9_points_descent_t *descent, uint32_t *root,
                                             uint32_t code)
{
    descent->slot[OCT9_LEVELS] = root;
    descent->code = code;
    descent->level = OCT9_LEVELS;
}

static inline void oct9_points_descent_to(oct9_points_descent_t *descent, uint32_t *slot)
{
    descent->level--;
    descent->slot[descent->level] = slot;
}

static inline void oct9_points_descent_find(oct9_points_descent_t *descent,
                                            oct9_points_tree_t *tree, uint32_t code, unsigned level)
{
    oct9_points_descent_begin(descent, &tree->root, code);
    while (descent->level > level && *oct9_points_descent_end(descent) < OCT9_POINTS_LEAF) {
        oct9_points_block_t *const block = &tree->pool[*oct9_points_descent_end(descent)];
        oct9_points_descent_to(descent, &block->slot[oct9_morton_child(code, descent->level - 1u)]);
    }
}

static inline bool oct9_points_descent_inner(oct9_points_descent_t *descent,
                                             oct9_points_block_t *pool, unsigned child)
{
    uint32_t *const children = pool[*oct9_points_descent_end(descent)].slot;
    while (child < 8 && children[child] >= OCT9_POINTS_LEAF)
        child++;
    if (child == 8)
        return false;
    oct9_points_descent_to(descent, &children[child]);
    const unsigned bit = 3u * descent->level;
    descent->code = (descent->code & ~((uint32_t)7 << bit)) | (uint32_t)child << bit;
    return true;
}

static inline unsigned oct9_points_descent_up(oct9_points_descent_t *descent)
{
    const unsigned child = oct9_morton_child(descent->code, descent->level);
    descent->level++;
    return child + 1u;
}

static inline void oct9_points_descent_split(oct9_points_descent_t *descent,
                                             oct9_points_tree_t *tree, unsigned level)
{
    while (descent->level > level) {
        uint32_t *const children = oct9_points_tree_split(tree, oct9_points_descent_end(descent));
        const unsigned child = oct9_morton_child(descent->code, descent->level - 1u);
        oct9_points_descent_to(descent, &children[child]);
    }
}

/* --- the check ------------------------------------------------------------------------------- */

/* Marks a block. Returns false if it is not in the pool or was marked before. */
static inline bool oct9_points_tree_mark(const oct9_points_tree_t *tree, uint8_t *seen,
                                         uint32_t block)
{
    const unsigned bit = 1u << block % 8u;
    if (block >= tree->capacity || (seen[block / 8u] & bit) != 0)
        return false;
    seen[block / 8u] = (uint8_t)(seen[block / 8u] | bit);
    return true;
}

/* Visits the tree and counts its blocks. */
static inline oct9_status_t oct9_points_tree_blocks(const oct9_points_tree_t *tree, uint8_t *seen,
                                                    uint32_t *count)
{
    uint32_t root = tree->root;
    oct9_points_descent_t descent;
    oct9_points_descent_begin(&descent, &root, 0);
    if (root >= OCT9_POINTS_LEAF)
        return OCT9_OK;
    for (;;) {
        unsigned child = 0;
        if (descent.level == 0 ||
            !oct9_points_tree_mark(tree, seen, *oct9_points_descent_end(&descent)))
            return OCT9_ERR_TREE_LINK;
        ++*count;
        while (!oct9_points_descent_inner(&descent, tree->pool, child)) {
            if (descent.level == OCT9_LEVELS)
                return OCT9_OK;
            child = oct9_points_descent_up(&descent);
        }
    }
}

static inline oct9_status_t oct9_points_tree_check(const oct9_points_tree_t *tree, uint8_t *seen)
{
    uint32_t free = 0, used = 0;
    for (uint32_t i = 0; i < (tree->capacity + 7u) / 8u; i++)
        seen[i] = 0;
    for (uint32_t b = tree->free_head; b != OCT9_WIDE_NONE; b = tree->pool[b].slot[0]) {
        if (!oct9_points_tree_mark(tree, seen, b))
            return OCT9_ERR_TREE_FREE;
        free++;
    }
    const oct9_status_t status = oct9_points_tree_blocks(tree, seen, &used);
    if (status != OCT9_OK)
        return status;
    return used == tree->used && used + free == tree->capacity && used <= tree->peak &&
                   tree->peak <= tree->capacity
             ? OCT9_OK
             : OCT9_ERR_TREE_COUNT;
}

#endif
