/* SPDX-License-Identifier: MIT */
/* Numbers as images have them, little-endian. What writes one returns the place behind it. */
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

static inline uint32_t get32(const unsigned char *at)
{
    return at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

#endif
