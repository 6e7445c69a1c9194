/* SPDX-License-Identifier: MIT */
/* Point sets with ids and indices of 32 bits: their names and types. Only oct9/detail/points.h
 * includes it, where OCT9_POINTS_WIDE is 1. */
#ifndef OCT9_DETAIL_POINTS_WIDE_H
#define OCT9_DETAIL_POINTS_WIDE_H

#include <stdint.h>

#define oct9_entry_t oct9_wide_entry_t
#define oct9_bucket_t oct9_wide_bucket_t
#define oct9_near_point_t oct9_wide_near_point_t
#define oct9_points oct9_wide_points
#define oct9_points_t oct9_wide_points_t
#define oct9_points_config_t oct9_wide_points_config_t
#define oct9_points_block_t oct9_wide_points_block_t
#define oct9_points_tree_t oct9_wide_points_tree_t
#define oct9_points_find_t oct9_wide_points_find_t
#define oct9_points_find_level_t oct9_wide_points_find_level_t
#define oct9_points_nearest_input_t oct9_wide_points_nearest_input_t
#define oct9_points_nearest_output_t oct9_wide_points_nearest_output_t

#define oct9_points_init oct9_wide_points_init
#define oct9_points_insert oct9_wide_points_insert
#define oct9_points_remove oct9_wide_points_remove
#define oct9_points_move oct9_wide_points_move
#define oct9_points_key oct9_wide_points_key
#define oct9_points_build oct9_wide_points_build
#define oct9_points_find_begin oct9_wide_points_find_begin
#define oct9_points_find_next oct9_wide_points_find_next
#define oct9_points_nearest oct9_wide_points_nearest
#define oct9_points_check oct9_wide_points_check
#define oct9_points_has oct9_wide_points_has
#define oct9_points_take oct9_wide_points_take
#define oct9_points_give oct9_wide_points_give
#define oct9_points_put oct9_wide_points_put

#define OCT9_POINTS_BLOCKS_MAX 0x80000000u
#define OCT9_BUCKETS_MAX 0x7FFFFFFFu /* 31 bits of a slot; 0 is the empty leaf */
#define OCT9_BUCKET_NONE 0xFFFFFFFFu

/* The id of a point. */
typedef uint32_t oct9_points_id_t;
/* The index of a block or a bucket; and a slot. */
typedef uint32_t oct9_points_index_t;

/* The eight children of a node: as oct9_block_t. */
typedef struct {
    oct9_points_index_t slot[8];
} oct9_points_block_t;

/* A set's tree: as oct9_tree_t, without thresholds. */
typedef struct {
    oct9_points_block_t *pool;
    volatile uint32_t generation; /* odd while a write is in progress */
    uint32_t capacity;            /* blocks in the pool */
    uint32_t used;                /* blocks in the tree now */
    uint32_t peak;                /* the most blocks that were ever used */
    uint32_t free_head;           /* the first free block; 0xFFFFFFFF: none */
    uint32_t root;                /* the slot of the cube */
} oct9_points_tree_t;

#endif
