/* SPDX-License-Identifier: MIT */
/* The tree: a map in RAM that can change, in a static pool that the caller owns.
 *
 * Example, with (oct9_block_t *pool, uint32_t blocks, void (*use)(const oct9_map_t *map)):
 *
 *     oct9_tree_t tree = { 0 };
 *     const oct9_box_t wall = { .lo = { 100, 0, 0 }, .hi = { 101, 512, 64 } };
 *     if (oct9_tree_init(&tree, pool, blocks, NULL) == OCT9_OK &&
 *         oct9_tree_fill_box(&tree, &wall, OCT9_OCCUPIED) == OCT9_OK) {
 *         const oct9_map_t map = oct9_map_of_tree(&tree);
 *         use(&map);
 *     }
 *
 * A block is eight slots of 16 bits, one for each child: bit 0 of a child's number is x, bit 1 is
 * y, bit 2 is z. A slot with its high bit set is a leaf with 15 bits of payload. Any other slot is
 * the index of the child's block. A leaf takes 2 bytes, a block 16.
 *
 * Every change merges equal siblings, so that equal maps have equal trees, in any order of changes.
 * A change that would overflow the pool fails before it writes.
 *
 * One writer. Readers must not overlap a write. `generation` is a seqlock (Lameter 2005, "Effective
 * synchronization on Linux/NUMA systems"): it is odd while a write is in progress and different
 * after it. So a reader in an interrupt sees that it met a write, and a slice of a query sees that
 * the map was written to since the query began (OCT9_ERR_STALE). reader.h has the loop of a reader
 * that ends by itself, and takes the window of a map along.
 *
 * Source: pooled octrees of game engines and Pelfrey's octree, with indices instead of pointers. */
#ifndef OCT9_TREE_H
#define OCT9_TREE_H

#include "oct9/leaf.h"

#ifdef __cplusplus
extern "C" {
#endif

#define OCT9_BLOCKS_MAX 32768u /* 15 bits of index: 512 KB of pool */
#define OCT9_SLOT_LEAF 0x8000u /* the bit that makes a slot a leaf */

/* The eight children of a node. */
typedef struct {
    uint16_t slot[8];
} oct9_block_t;

/* Declares a pool of `blocks` blocks, 16 bytes each: OCT9_POOL(static, pool, 4096); */
#define OCT9_POOL(storage, name, blocks) storage oct9_block_t name[(blocks)]

/* How payloads become states: 0 is unknown, 1..free_below - 1 is free, occupied_from and above is
 * occupied. Payloads between the two are unknown. */
typedef struct {
    uint16_t free_below;    /* 1..occupied_from */
    uint16_t occupied_from; /* ..32767 */
} oct9_thresholds_t;

/* Payload 0 is unknown, 1 is free, 2 and above is occupied. */
#define OCT9_THRESHOLDS_DEFAULT \
    {                           \
        2u, 2u                  \
    }

/* A tree. Read the counters; only the functions below use the other fields. */
typedef struct {
    oct9_block_t *pool;
    volatile uint32_t generation; /* odd while a write is in progress */
    uint32_t failed;              /* changes refused because the pool was full */
    uint16_t capacity;            /* blocks in the pool */
    uint16_t used;                /* blocks in the tree now */
    uint16_t peak;                /* the most blocks that were ever used */
    uint16_t free_head;           /* the first free block; 0xFFFF: none */
    uint16_t root;                /* the slot of the cube */
    oct9_thresholds_t thresholds;
} oct9_tree_t;

/* Makes the cube one leaf of payload 0, and all blocks free. The tree keeps `pool`, which must
 * outlive it. `thresholds` NULL means the default.
 * Fails with OCT9_ERR_ARGUMENT iff blocks is 0 or above OCT9_BLOCKS_MAX, free_below is 0 or above
 * occupied_from, or occupied_from is above OCT9_PAYLOAD_MAX.
 * `generation` continues from the number that the tree's memory holds, so that queries, scans and
 * saves of an earlier tree there fail with OCT9_ERR_STALE: do not clear that memory while one is in
 * progress.
 * No reader may be in progress, and none may begin before it has returned: to empty a tree that
 * others read, use oct9_tree_fill_box.
 * It writes eight slots for each block.
 * Stack: M0 24 bytes. One writer. */
oct9_status_t oct9_tree_init(oct9_tree_t *tree, oct9_block_t *pool, uint32_t blocks,
                             const oct9_thresholds_t *thresholds);

/* Sets the payload of a node: splits larger leaves, merges siblings that become equal, and returns
 * the blocks below the node to the pool.
 * Fails with OCT9_ERR_ARGUMENT iff level is above 9, OCT9_ERR_OUTSIDE iff a coordinate is above
 * 511, OCT9_ERR_ARGUMENT iff the corner is not aligned to the node's size or payload is above
 * OCT9_PAYLOAD_MAX, OCT9_ERR_POOL_FULL iff it needs more blocks than are free (at most 9; counted
 * in `failed`).
 * It visits at most 9 levels down and 9 up, and each block that it returns twice.
 * Stack: M0 144 bytes. One writer. */
oct9_status_t oct9_tree_set_node(oct9_tree_t *tree, const oct9_node_t *node, uint16_t payload);

/* Sets the payload of a cell.
 * Fails as oct9_tree_set_node does.
 * Inline. One writer. */
static inline oct9_status_t oct9_tree_set_cell(oct9_tree_t *tree, oct9_cell_t cell,
                                               uint16_t payload)
{
    const oct9_node_t node = { cell, 0 };
    return oct9_tree_set_node(tree, &node, payload);
}

/* Sets the payload of all cells of a box.
 * Fails with OCT9_ERR_ARGUMENT iff the box is empty, has lo above hi or leaves the cube, or the
 * payload is above OCT9_PAYLOAD_MAX; OCT9_ERR_POOL_FULL iff the leaves that the box cuts need more
 * blocks than are free, together with the blocks of the nodes that it covers (counted in `failed`).
 * It visits each node that the box cuts twice, also nodes that it makes; three times where it
 * returns blocks.
 * Stack: M0 248 bytes. One writer. */
oct9_status_t oct9_tree_fill_box(oct9_tree_t *tree, const oct9_box_t *box, uint16_t payload);

/* Sets the payload of all cells that are completely in a sphere, including its surface: cells whose
 * farthest corner is at most radius_q6 (0..32767) from the centre. Exact.
 * Fails with OCT9_ERR_ARGUMENT iff the radius is above 32767 or the payload is above
 * OCT9_PAYLOAD_MAX, OCT9_ERR_POOL_FULL as oct9_tree_fill_box.
 * It visits the nodes that the surface cuts, as often as oct9_tree_fill_box.
 * Stack: M0 248 bytes. One writer. */
oct9_status_t oct9_tree_fill_sphere(oct9_tree_t *tree, const oct9_point_t *centre,
                                    uint16_t radius_q6, uint16_t payload);

/* Checks every invariant: each block is once in the tree or once in the free list, the counters
 * match, and no eight siblings are equal leaves. `seen` is scratch: a bit for each block, at least
 * (capacity + 7) / 8 bytes, with any content.
 * Fails with OCT9_ERR_TREE_FREE if the free list is broken, else with OCT9_ERR_TREE_LINK or
 * OCT9_ERR_TREE_MERGE, whichever fault it meets first, else with OCT9_ERR_TREE_COUNT.
 * Never reads outside the pool, for any content of the pool.
 * It visits each block once.
 * Stack: M0 104 bytes. Reentrant. */
oct9_status_t oct9_tree_check(const oct9_tree_t *tree, uint8_t *seen);

#ifdef __cplusplus
}
#endif
#endif
