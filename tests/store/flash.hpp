/* SPDX-License-Identifier: MIT */
/* NOR flash, emulated: programs clear bits, a unit of some bytes at a time, once between two
 * erases; erases set all bits of a block. It counts what it does, and fails as flash does:
 *
 * - Power is cut at the operation number `cut_at`, a unit's program or a block's erase: that one is
 *   torn, some of its bits as they were and some as they should be, and nothing works until the
 *   power is back. If `unsteady`, a torn unit or block may read otherwise each time; if
 *   `unreadable`, it cannot be read until it is erased, as with error correction.
 * - A bad block's programs and erases fail, with an error or without one, and leave any bits. */
#ifndef OCT9_TEST_FLASH_HPP
#define OCT9_TEST_FLASH_HPP

#include "tests/shared/random.hpp"

#include "oct9/store.h"

#include <algorithm>
#include <vector>

extern "C" {
#include "tests/test.h"
}

namespace store {

using oracle::Random;
using Bytes = std::vector<uint8_t>;

struct Geometry {
    uint32_t block_size = 0, block_count = 0, program_size = 0;
};

struct Counts {
    uint64_t programs = 0, bytes = 0, erases = 0, reads = 0, read_bytes = 0;
};

class Flash {
public:
    uint64_t cut_at = 0; /* 0: never */
    bool unsteady = false, unreadable = false;
    Counts counts;
    std::vector<uint32_t> worn; /* erases of each block */

    Flash(const Geometry &geometry, uint64_t seed)
        : worn(geometry.block_count), geometry_(geometry),
          bytes_(static_cast<size_t>(geometry.block_size) * geometry.block_count),
          used_(bytes_.size() / geometry.program_size, true), torn_(used_.size(), false),
          bad_(geometry.block_count, false), random_(seed)
    {
        for (uint8_t &byte : bytes_) /* as a chip may come */
            byte = static_cast<uint8_t>(random_.u32());
    }

    bool off() const { return off_; }
    uint64_t operations() const { return operations_; }
    Bytes &bytes() { return bytes_; }
    size_t size() const { return bytes_.size(); }

    void power_on()
    {
        off_ = false;
        cut_at = operations_ = 0;
    }

    void make_bad(uint32_t block) { bad_[block] = true; }

    bool read(uint32_t address, uint8_t *to, uint32_t size)
    {
        if (off_)
            return false;
        CHECK(size <= bytes_.size() && address <= bytes_.size() - size);
        counts.reads++;
        counts.read_bytes += size;
        for (uint32_t i = 0; i < size; i++) {
            to[i] = bytes_[address + i];
            if (unreadable && torn_[(address + i) / geometry_.program_size])
                return false;
            if (unsteady && torn_[(address + i) / geometry_.program_size] && random_.chance(1))
                to[i] = static_cast<uint8_t>(to[i] ^ 1u << random_.below(8));
        }
        return true;
    }

    bool program(uint32_t address, const uint8_t *from, uint32_t size)
    {
        const uint32_t unit = geometry_.program_size;

        CHECK(address % unit == 0 && size % unit == 0);
        CHECK(address / geometry_.block_size == (address + size - 1) / geometry_.block_size);
        counts.programs += !off_;
        const bool bad = bad_[address / geometry_.block_size];
        for (uint32_t at = 0; at < size; at += unit) {
            if (!begin_operation())
                return false;
            program_unit(address + at, from + at, bad && random_.chance(50));
        }
        return !off_ && !(bad && random_.chance(50));
    }

    bool erase(uint32_t address)
    {
        const uint32_t block = address / geometry_.block_size;

        CHECK(address % geometry_.block_size == 0);
        if (!begin_operation())
            return false;
        counts.erases++;
        worn[block]++;
        const bool torn = off_ || (bad_[block] && random_.chance(50));
        for (uint32_t i = 0; i < geometry_.block_size; i++)
            bytes_[address + i] = torn ? mixed(bytes_[address + i], 0xFF) : 0xFF;
        for (uint32_t i = 0; i < geometry_.block_size; i += geometry_.program_size) {
            used_[(address + i) / geometry_.program_size] = torn;
            torn_[(address + i) / geometry_.program_size] = off_;
        }
        return !torn;
    }

private:
    Geometry geometry_;
    Bytes bytes_;
    std::vector<bool> used_, torn_; /* units */
    std::vector<bool> bad_;         /* blocks */
    Random random_;
    uint64_t operations_ = 0;
    unsigned tear_ = 0; /* how the torn operation is */
    bool off_ = false;

    /* False if there is no power. */
    bool begin_operation()
    {
        if (off_)
            return false;
        off_ = ++operations_ == cut_at;
        tear_ = random_.below(5);
        return true;
    }

    /* Something between a byte as it was and as it should be. */
    uint8_t mixed(uint8_t was, uint8_t should)
    {
        const uint32_t random = random_.u32();

        switch (tear_) {
        case 0: return was;
        case 1: return should;
        case 2: return (random & 7) == 0 ? was : should;
        case 3: return (random & 7) == 0 ? should : was;
        default: return static_cast<uint8_t>((was & random) | (should & ~random));
        }
    }

    void program_unit(uint32_t address, const uint8_t *from, bool fails)
    {
        const uint32_t unit = address / geometry_.program_size;

        CHECK(!used_[unit]); /* once between two erases */
        used_[unit] = true;
        torn_[unit] = off_;
        for (uint32_t i = 0; i < geometry_.program_size; i++) {
            uint8_t &byte = bytes_[address + i];
            const auto should = static_cast<uint8_t>(byte & from[i]);
            byte = off_ || fails ? mixed(byte, should) : should;
        }
    }
};

} // namespace store

#endif
