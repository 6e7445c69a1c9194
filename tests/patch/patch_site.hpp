/* SPDX-License-Identifier: MIT */
/* A site on emulated flash, versions of a file, and patches by a writer of their own, which shares
 * nothing with the library: it draws operations and keeps what they make. */
#ifndef OCT9_TEST_PATCH_SITE_HPP
#define OCT9_TEST_PATCH_SITE_HPP

#include "tests/store/flash.hpp"

#include "oct9/patch.h"
#include "oct9/rom.h"

#include <cstring>

namespace patch {

using oracle::Random;
using store::Bytes;
using store::Flash;

enum { head_bytes = 36, start = 8 };

inline void put(Bytes &bytes, size_t at, uint32_t value)
{
    for (unsigned i = 0; i < 4; i++)
        bytes[at + i] = static_cast<uint8_t>(value >> 8 * i);
}

inline uint32_t get(const Bytes &bytes, size_t at)
{
    return bytes[at] | static_cast<uint32_t>(bytes[at + 1]) << 8 |
           static_cast<uint32_t>(bytes[at + 2]) << 16 | static_cast<uint32_t>(bytes[at + 3]) << 24;
}

/* Makes the CRC of a version, or of a patch, right. */
inline void sign(Bytes &bytes)
{
    put(bytes, 4, oct9_rom_crc32(0, bytes.data() + start, bytes.size() - start));
}

inline uint32_t name_of(const Bytes &version)
{
    return version.empty() ? 0 : get(version, 4);
}

/* --- a site ----------------------------------------------------------------------------------- */

struct Layout {
    uint32_t block_size = 256;
    uint16_t slot_blocks = 4, program_size = 64;
};

class Site {
public:
    Flash flash;
    Bytes work;
    oct9_patch_site_t site = {};

    explicit Site(const Layout &layout = {}, uint64_t seed = 1)
        : flash({ layout.block_size, 2u * layout.slot_blocks, layout.program_size }, seed),
          work(layout.program_size, 0xA5)
    {
        site.read = [](void *context, uint32_t address, uint8_t *bytes, uint32_t size) {
            return static_cast<Flash *>(context)->read(address, bytes, size);
        };
        site.program = [](void *context, uint32_t address, const uint8_t *bytes, uint32_t size) {
            return static_cast<Flash *>(context)->program(address, bytes, size);
        };
        site.erase = [](void *context, uint32_t address) {
            return static_cast<Flash *>(context)->erase(address);
        };
        site.block_size = layout.block_size;
        site.slot_blocks = layout.slot_blocks;
        site.program_size = layout.program_size;
        bind();
    }
    Site(const Site &other) : flash(other.flash), work(other.work), site(other.site) { bind(); }
    Site &operator=(const Site &) = delete;

    uint32_t slot_bytes() const { return site.block_size * site.slot_blocks; }
    uint32_t room() const { return slot_bytes() - site.program_size; }

    /* What a version that counts has, empty if there is none; NULL: the newest. */
    Bytes held(const uint32_t *crc = nullptr)
    {
        oct9_patch_version_t found;
        const oct9_status_t status = oct9_patch_find(&site, crc, &found);
        if (status != OCT9_OK) {
            CHECK(status == OCT9_ERR_STORE_EMPTY || status == OCT9_ERR_STORE_READ);
            return {};
        }
        CHECK(found.address == 0 || found.address == slot_bytes());
        CHECK(found.bytes <= room());
        const auto begin = flash.bytes().begin() + found.address;
        const Bytes bytes(begin, begin + found.bytes);
        CHECK_EQ(found.crc, name_of(bytes));
        return bytes;
    }
    Bytes held(uint32_t crc) { return held(&crc); }

private:
    void bind()
    {
        site.context = &flash;
        site.work = work.data();
    }
};

/* Gives a site a patch in pieces of 1..most bytes, each in memory of its exact size. Returns the
 * last status. */
inline oct9_status_t apply(Site &site, const Bytes &bytes, uint32_t most, Random &random,
                           uint32_t budget = 1000)
{
    oct9_patch_t taken;
    std::memset(&taken, 0xA5, sizeof taken);
    oct9_status_t status = oct9_patch_begin(&taken, &site.site, nullptr);
    for (size_t at = 0; status == OCT9_OK && taken.left != 0 && at < bytes.size();) {
        const size_t size = std::min<size_t>(1 + random.below(most), bytes.size() - at);
        const Bytes copy(bytes.begin() + static_cast<std::ptrdiff_t>(at),
                         bytes.begin() + static_cast<std::ptrdiff_t>(at + size));
        oct9_patch_piece_t piece = { copy.data(), static_cast<uint32_t>(size) };
        do {
            const uint64_t before = site.flash.operations();
            status = oct9_patch_run(&taken, &piece, budget);
            CHECK(site.flash.operations() - before <= uint64_t{ budget } + 1);
        } while (status == OCT9_AGAIN);
        CHECK(status != OCT9_OK || piece.size == 0 || taken.left == 0);
        at += size;
    }
    if (status != OCT9_OK) { /* and the same again */
        oct9_patch_piece_t none = { nullptr, 0 };
        CHECK_EQ(oct9_patch_run(&taken, &none, 1), status);
    }
    return status;
}

/* --- versions and patches --------------------------------------------------------------------- */

inline Bytes random_version(Random &random, uint32_t size)
{
    Bytes bytes(size);
    for (uint8_t &byte : bytes)
        byte = static_cast<uint8_t>(random.u32());
    sign(bytes);
    return bytes;
}

/* A patch, and the version that it makes. */
struct Made {
    Bytes patch, version;
};

class Writer {
public:
    explicit Writer(Bytes old) : old_(std::move(old)) { made_.version.resize(start); }

    void literal(const Bytes &bytes)
    {
        number(static_cast<uint32_t>(2 * bytes.size()));
        operations_.insert(operations_.end(), bytes.begin(), bytes.end());
        made_.version.insert(made_.version.end(), bytes.begin(), bytes.end());
    }

    void copy(uint32_t from, uint32_t size)
    {
        const auto shift = static_cast<int32_t>(from - made_.version.size());
        const int32_t change = shift - shift_;
        number(2 * size + 1);
        number(change < 0 ? 2 * static_cast<uint32_t>(-(change + 1)) + 1
                          : 2 * static_cast<uint32_t>(change));
        shift_ = shift;
        for (uint32_t i = 0; i < size; i++)
            made_.version.push_back(old_[from + i]);
    }

    /* Bytes that stand among the operations and make nothing. */
    void raw(const Bytes &bytes)
    {
        operations_.insert(operations_.end(), bytes.begin(), bytes.end());
    }

    /* The bytes that an operation of `raw` makes. */
    void makes(const Bytes &bytes)
    {
        made_.version.insert(made_.version.end(), bytes.begin(), bytes.end());
    }

    size_t size() const { return made_.version.size(); }

    Made end(uint32_t magic)
    {
        put(made_.version, 0, magic);
        sign(made_.version);
        made_.patch.assign(head_bytes, 0);
        made_.patch.insert(made_.patch.end(), operations_.begin(), operations_.end());
        const uint32_t words[] = { OCT9_PATCH_MAGIC,
                                   0,
                                   OCT9_PATCH_VERSION,
                                   static_cast<uint32_t>(made_.patch.size()),
                                   name_of(old_),
                                   static_cast<uint32_t>(old_.size()),
                                   magic,
                                   name_of(made_.version),
                                   static_cast<uint32_t>(made_.version.size()) };
        for (size_t i = 0; i < std::size(words); i++)
            put(made_.patch, 4 * i, words[i]);
        sign(made_.patch);
        return made_;
    }

private:
    Bytes old_, operations_;
    Made made_;
    int32_t shift_ = 0;

    void number(uint32_t x)
    {
        for (; x > 127; x >>= 7)
            operations_.push_back(static_cast<uint8_t>(x | 128));
        operations_.push_back(static_cast<uint8_t>(x));
    }
};

/* Any operations on a version, which may be empty, for a slot with so much room. */
inline Made random_patch(Random &random, const Bytes &old, uint32_t room)
{
    Writer writer(old);
    const uint32_t size = 9 + random.below(room - 8);
    while (writer.size() < size) {
        const auto rest = static_cast<uint32_t>(size - writer.size());
        const uint32_t most = random.chance(30) ? rest : std::min(rest, 1 + random.below(90));
        if (old.empty() || random.chance(40)) {
            Bytes bytes(1 + random.below(most));
            for (uint8_t &byte : bytes)
                byte = static_cast<uint8_t>(random.u32());
            writer.literal(bytes);
        } else {
            const uint32_t count = 1 + random.below(std::min<uint32_t>(
                                           most, static_cast<uint32_t>(old.size())));
            writer.copy(random.below(static_cast<uint32_t>(old.size()) - count + 1), count);
        }
    }
    return writer.end(random.u32());
}

/* Brings a version to a site as the first one, or beside another. */
inline void bring(Site &site, const Bytes &version)
{
    Random random(7);
    Writer writer({});
    writer.literal(Bytes(version.begin() + start, version.end()));
    const Made made = writer.end(get(version, 0));
    CHECK(made.version == version);
    CHECK_EQ(apply(site, made.patch, 100, random), OCT9_OK);
    CHECK(site.held() == version);
}

} // namespace patch

#endif
