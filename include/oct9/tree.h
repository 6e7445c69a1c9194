/* SPDX-License-Identifier: MIT */
/* The RAM tree: a map that changes, in a static pool of the caller's.
 *
 * A block is eight slots of 16 bits, one for each child: bit 0 of a child's number is x, bit 1
 * is y, bit 2 is z. A slot with its high bit set is a leaf and carries 15 bits of payload;
 * any other slot is the index of the child's block. A leaf costs 2 bytes, a block 16.
 *
 * Equal siblings are merged by every change, so a map has one shape only, however it came
 * about. A change that would overflow the pool fails before it writes.
 *
 * One writer; readers must not overlap a write. `generation` is odd while a write is under way
 * and differs after it, so that a reader in an interrupt sees that it met one (a seqlock), and each
 * slice of a query that the map was written to since the query began (OCT9_ERR_STALE).
 *
 * Source: Pelfrey's and the game engines' pooled octrees, with indices for pointers. */
#ifndef OCT9_TREE_H
#define OCT9_TREE_H

#include "oct9/leaf.h"

#ifdef __cplusplus
extern "C" {
#endif

#define OCT9_BLOCKS_MAX 32768u /* 15 bits of index: 512 KB of pool */
#define OCT9_SLOT_LEAF 0x8000u /* the bit that makes a slot a leaf */

/* A node's eight children. */
typedef struct {
    uint16_t slot[8];
} oct9_block_t;

/* Declares a pool of `blocks` blocks, 16 bytes each: OCT9_POOL(static, pool, 4096); */
#define OCT9_POOL(storage, name, blocks) storage oct9_block_t name[(blocks)]

/* How payloads are read: 0 is unknown, 1..free_below-1 is free, occupied_from.. is occupied,
 * and what lies between the two is unknown still. */
typedef struct {
    uint16_t free_below;    /* 1..occupied_from */
    uint16_t occupied_from; /* ..32767 */
} oct9_thresholds_t;

/* Payload 0 unknown, 1 free, 2 and above occupied. */
#define OCT9_THRESHOLDS_DEFAULT \
    {                           \
        2u, 2u                  \
    }

/* Read the counters; leave the rest to the functions below. */
typedef struct {
    oct9_block_t *pool;
    volatile uint32_t generation; /* odd while a write is under way */
    uint32_t failed;              /* changes refused because the pool was full */
    uint16_t capacity;            /* blocks in the pool */
    uint16_t used;                /* blocks in the tree now */
    uint16_t peak;                /* the most that were ever used */
    uint16_t free_head;           /* the first free block; 0xFFFF: none */
    uint16_t root;                /* the cube's own slot */
    oct9_thresholds_t thresholds;
} oct9_tree_t;

/* Makes the whole cube one leaf of payload 0 and every block free.
 * `pool` is kept and must outlive the tree; `thresholds` NULL means the default.
 * Fails with OCT9_ERR_ARGUMENT iff blocks is 0 or above OCT9_BLOCKS_MAX, with
 * OCT9_ERR_ARGUMENT iff free_below is 0 or above occupied_from, or occupied_from above
 * OCT9_PAYLOAD_MAX. Cost: eight writes a block. `generation` goes on from whatever number the
 * tree's memory holds, so that queries, scans and saves of the tree that was there before fail with
 * OCT9_ERR_STALE: do not clear that memory while any is under way. Where a reader may
 * interrupt, empty the tree by oct9_tree_fill_box instead. */
oct9_status_t oct9_tree_init(oct9_tree_t *tree, oct9_block_t *pool, uint32_t blocks,
                             const oct9_thresholds_t *thresholds);

/* Gives a node its payload: splits what is larger, merges what becomes equal; the blocks below it
 * return to the pool.
 * Fails with OCT9_ERR_ARGUMENT iff level is above 9, OCT9_ERR_OUTSIDE iff a coordinate is above
 * 511, OCT9_ERR_ARGUMENT iff the corner is not aligned to the node's size or payload is above
 * OCT9_PAYLOAD_MAX, OCT9_ERR_POOL_FULL iff more blocks are needed than are free (at most 9; counted
 * in `failed`). Cost: at most 9 levels down and 9 up, and two visits of each block that is given
 * back. */
oct9_status_t oct9_tree_set_node(oct9_tree_t *tree, const oct9_node_t *node, uint16_t payload);

/* The same for one cell. */
static inline oct9_status_t oct9_tree_set_cell(oct9_tree_t *tree, oct9_cell_t cell,
                                               uint16_t payload)
{
    const oct9_node_t node = { cell, 0 };
    return oct9_tree_set_node(tree, &node, payload);
}

/* A reader in an interrupt, or one that a writer may interrupt, asks in between:
 *
 *     const uint32_t seen = oct9_tree_read_begin(tree);
 *     ... one or more queries ...
 *     if (oct9_tree_read_end(tree, seen) != OCT9_OK) the answers mean nothing
 *
 * A query that meets a write reads only what lies in the pool and ends as any other does; its
 * answer may be nonsense. OCT9_ERR_STALE iff a write was under way at the beginning or came since.
 * On AVR both keep interrupts waiting for 12 cycles. */
uint32_t oct9_tree_read_begin(const oct9_tree_t *tree);
oct9_status_t oct9_tree_read_end(const oct9_tree_t *tree, uint32_t seen);

/* Gives every cell of the box its payload.
 * Fails with OCT9_ERR_ARGUMENT iff the box is empty, inside out, or leaves the cube, or the payload
 * is too large, OCT9_ERR_POOL_FULL iff the leaves that the box cuts need more
 * blocks than are free together with those that it covers whole (counted in `failed`).
 * Cost: two visits of every node that the box cuts, whether there or yet to be made; three where
 * blocks are given back. */
oct9_status_t oct9_tree_fill_box(oct9_tree_t *tree, const oct9_box_t *box, uint16_t payload);

/* Gives every cell its payload that lies in the sphere altogether, its surface included: the cells
 * whose farthest corner is at most radius_q6 (0..32767) from the centre. Exact.
 * Fails with OCT9_ERR_ARGUMENT iff the radius is above 32767 or the payload is too large,
 * OCT9_ERR_POOL_FULL as above. Cost: as above, of the nodes that the surface cuts. */
oct9_status_t oct9_tree_fill_sphere(oct9_tree_t *tree, const oct9_point_t *centre,
                                    uint16_t radius_q6, uint16_t payload);

/* Checks every invariant: each block is in the tree once or in the free list once, counters
 * agree, no eight equal leaves. `seen` is the caller's scratch: a bit for each block, at least
 * (capacity + 7) / 8 bytes; its content does not matter.
 * Returns OCT9_OK or the first of OCT9_ERR_TREE_FREE, OCT9_ERR_TREE_LINK, OCT9_ERR_TREE_MERGE,
 * OCT9_ERR_TREE_COUNT. Never reads outside the pool, whatever the pool holds.
 * Cost: one visit of each block. */
oct9_status_t oct9_tree_check(const oct9_tree_t *tree, uint8_t *seen);

#ifdef __cplusplus
}
#endif
#endif
