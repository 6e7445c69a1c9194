/* SPDX-License-Identifier: MIT */
/* Internal: hash tables with open addressing: their sizes, and the first place of a key. */
#ifndef OCT9_SRC_HASH_H
#define OCT9_SRC_HASH_H

#include "port/oct9_port.h"

/* True if `size` is a power of two from 16 to 2^24. */
static inline bool oct9_table_size_good(uint32_t size)
{
    return size >= 16 && size <= (uint32_t)1 << 24 && (size & (size - 1u)) == 0;
}

/* The place, below `size`, at which a search for the key begins. `size` must be good. This is
 * multiplicative hashing (Knuth 1973, "The Art of Computer Programming", volume 3): the high bits
 * of a product, as many as the table's size needs. */
static inline uint32_t oct9_table_place(uint32_t key, uint32_t size)
{
    OCT9_ASSERT(oct9_table_size_good(size));
    return key * 2654435769u >> (32u - oct9_port_top_bit(size));
}

#endif
