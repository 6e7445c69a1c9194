/* SPDX-License-Identifier: MIT */
/* One wrong bit is found by the CRC. Flipped, the k-th bit from the end of what a CRC covers
 * changes it by the k-th state of its register from 1 on. Up to 91,606 bits any two of these
 * states differ, and no sum of two is a third, so that two wrong bits are never taken for one.
 * Source: Koopman, "32-bit cyclic redundancy codes for internet applications", 2002. */
#include "src/store.h"

#define POLYNOMIAL 0xEDB88320u                /* as in src/crc32.c */

bool oct9_store_repair(uint8_t *record, uint32_t size, uint32_t syndrome)
{
    uint32_t state = 1;
    if ((syndrome & (syndrome - 1u)) == 0)    /* in the CRC itself: nothing else is wrong */
        return true;
    for (uint32_t bit = 8u * size; bit > 8u * OCT9_STORE_AT_LIFE; bit--) {
        state = state / 2u ^ (state % 2u != 0 ? POLYNOMIAL : 0);
        if (state == syndrome) {
            uint8_t *const byte = &record[(bit - 1u) / 8u];
            *byte = (uint8_t)(*byte ^ 1u << (bit - 1u) % 8u);
            return true;
        }
    }
    return false;
}
