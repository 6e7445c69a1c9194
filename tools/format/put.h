/* SPDX-License-Identifier: MIT */
/* Writes numbers as images have them, little-endian. Each returns the place behind its number. */
#ifndef OCT9_TOOLS_PUT_H
#define OCT9_TOOLS_PUT_H

#include <stdint.h>

static inline unsigned char *put16(unsigned char *at, uint32_t value)
{
    at[0] = (unsigned char)(value & 0xFFu);
    at[1] = (unsigned char)(value >> 8 & 0xFFu);
    return at + 2;
}

static inline unsigned char *put32(unsigned char *at, uint32_t value)
{
    return put16(put16(at, value & 0xFFFFu), value >> 16);
}

#endif
