/* SPDX-License-Identifier: MIT */
/* The store's records, as oct9/store.h describes their format: to forge one. */
#ifndef OCT9_TEST_STORE_FORMAT_HPP
#define OCT9_TEST_STORE_FORMAT_HPP

#include "oct9/image.h"

#include <cstdint>

namespace store {

/* Where its fields begin; its kinds. */
enum {
    at_life = 4,
    at_kind = 11,
    at_page = 12,
    at_start = 14,
    at_body = 16,
    at_number = 16,
    at_table = 20,
    at_root = 24, /* of a commit */
    page_kind = 1,
    commit_kind = 2
};

inline void put(uint8_t *bytes, uint32_t value, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        bytes[i] = static_cast<uint8_t>(value >> 8 * i);
}

inline uint32_t get(const uint8_t *bytes)
{
    return bytes[0] | static_cast<uint32_t>(bytes[1]) << 8 | static_cast<uint32_t>(bytes[2]) << 16 |
           static_cast<uint32_t>(bytes[3]) << 24;
}

inline uint32_t crc_of(const uint8_t *record, uint32_t size)
{
    return oct9_rom_crc32(0, record + at_life, size - at_life);
}

/* Makes the CRC of a record right. */
inline void sign(uint8_t *record, uint32_t size)
{
    put(record, crc_of(record, size), 4);
}

} // namespace store

#endif
