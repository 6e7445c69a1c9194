/* SPDX-License-Identifier: MIT */
/* Internal: numbers as little-endian bytes, at any address. */
#ifndef OCT9_SRC_BYTES_H
#define OCT9_SRC_BYTES_H

#include <stdint.h>

static inline uint16_t oct9_get_le16(const uint8_t *bytes)
{
    return (uint16_t)(bytes[0] + 256u * bytes[1]);
}

static inline uint32_t oct9_get_le32(const uint8_t *bytes)
{
    return bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

static inline void oct9_put_le16(uint8_t *bytes, uint16_t x)
{
    bytes[0] = (uint8_t)(x % 256u);
    bytes[1] = (uint8_t)(x / 256u);
}

static inline void oct9_put_le32(uint8_t *bytes, uint32_t x)
{
    for (unsigned i = 0; i < 4; i++)
        bytes[i] = (uint8_t)(x >> 8u * i);
}

#endif
