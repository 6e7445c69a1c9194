/* SPDX-License-Identifier: MIT */
/* One wrong bit is found by the CRC. Flipped, the k-th bit from the end of what a CRC covers
 * changes it by the k-th state of its register from 1 on. Up to 91,606 bits any two of these
 * states differ, and no sum of two is a third, so that two wrong bits are never taken for one.
 * Source: Koopman, "32-bit cyclic redundancy codes for internet applications", 2002. */
#include "src/store.h"

#define POLYNOMIAL 0xEDB88320u                /* as in src/crc32.c */

static void flip(uint8_t *byte, unsigned bit)
{
    *byte = (uint8_t)(*byte ^ 1u << bit);
}

bool oct9_store_repair(uint8_t *record, uint32_t size, uint32_t syndrome)
{
    uint32_t state = 1;
    for (unsigned i = 0; i < 32; i++)         /* in the CRC itself: nothing else is wrong */
        if (syndrome == (uint32_t)1 << i) {
            flip(&record[OCT9_STORE_AT_CRC + i / 8u], i % 8u);
            return true;
        }
    for (uint32_t bit = 8u * size; bit > 8u * OCT9_STORE_AT_LIFE; bit--) {
        state = state / 2u ^ (state % 2u != 0 ? POLYNOMIAL : 0);
        if (state == syndrome) {
            flip(&record[(bit - 1u) / 8u], (unsigned)((bit - 1u) % 8u));
            return true;
        }
    }
    return false;
}
