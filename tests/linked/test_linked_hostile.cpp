/* SPDX-License-Identifier: MIT */
/* Hostile linked images: for any bytes, opening refuses them or every walk ends without harm. Each
 * image lies in memory of its exact size, so that the sanitizers see a byte too far.
 *
 * Environment: SEED; MAPS, how many maps; FORGERIES, how many random ones of each. */
#include "tests/shared/generate.hpp"
#include "linked_image.hpp"
#include "tests/shared/load.hpp"

#include <cinttypes>
#include <cstdio>
#include <cstring>
#include <vector>

extern "C" {
#include "tests/test.h"
}

using namespace oracle;

using Bytes = std::vector<unsigned char>;

static const size_t header_bytes = sizeof(oct9_linked_header_t);
static const size_t most_bytes = 4000; /* a small map, as each byte's change is a CRC anew */
static uint64_t seed;
static unsigned long opened, refused;

static void sign(unsigned char *bytes, size_t size)
{
    const size_t behind = offsetof(oct9_linked_header_t, version);
    const uint32_t crc = oct9_rom_crc32(0, bytes + behind, size - behind);

    std::memcpy(bytes + offsetof(oct9_linked_header_t, crc), &crc, sizeof crc);
}

/* An image that opens is a map: leaves that tile the cube. So a walk meets no leaf twice. */
static void walk_about(const oct9_linked_t &linked)
{
    Random random(71);
    const Model model;

    for (int i = 0; i < 20; i++) {
        const Ends ends = random_ends(random, model);
        oct9_linked_walk_t walk;
        unsigned count = 0;
        bool more = oct9_linked_begin(&walk, &linked, &ends.from, &ends.to);
        while (more && count <= 3 * OCT9_CELLS) {
            oct9_leaf_t leaf;
            oct9_linked_leaf(&walk, &leaf);
            CHECK(leaf.level <= OCT9_LEVELS && leaf.state <= OCT9_OCCUPIED);
            CHECK((leaf.corner.x | leaf.corner.y | leaf.corner.z) < OCT9_CELLS);
            count++;
            more = oct9_linked_next(&walk);
        }
        CHECK(!more);
    }
}

/* Opens a copy of exactly `size` bytes, its CRC made right if `signs`. */
static bool try_bytes(const Bytes &bytes, size_t size, bool signs)
{
    unsigned char *copy = static_cast<unsigned char *>(std::malloc(size + (size == 0)));
    oct9_linked_t linked;

    std::memcpy(copy, bytes.data(), size);
    if (signs)
        sign(copy, size);
    const bool good = oct9_linked_open(&linked, copy, size) == OCT9_OK;
    if (good)
        walk_about(linked);
    (good ? opened : refused)++;
    std::free(copy);
    return good;
}

/* What no walk relies on may change: the frame, the thresholds, the extent and the payloads. */
static bool matters(size_t at, size_t leaf_end)
{
    if (at < header_bytes)
        return at < offsetof(oct9_linked_header_t, origin_mm) ||
               (at >= offsetof(oct9_linked_header_t, leaf_count) &&
                at < offsetof(oct9_linked_header_t, free_below));
    const size_t in_leaf = (at - header_bytes) % sizeof(oct9_linked_record_t);
    return at >= leaf_end || in_leaf < offsetof(oct9_linked_record_t, payload) ||
           in_leaf >= offsetof(oct9_linked_record_t, spare);
}

static void report(const char *what)
{
    std::printf("%s: %lu refused, %lu opened\n", what, refused, opened);
    opened = refused = 0;
}

/* Unsigned, every change is noticed; signed, every one of what a walk relies on. */
static void flip_bytes(Bytes bytes)
{
    oct9_linked_header_t header;

    std::memcpy(&header, bytes.data(), sizeof header);
    const size_t leaf_end = header_bytes + header.leaf_count * sizeof(oct9_linked_record_t);
    for (size_t at = 0; at < bytes.size(); at++)
        for (const unsigned mask : { 0x01u, 0x10u, 0x80u, 0xFFu }) {
            bytes[at] = static_cast<unsigned char>(bytes[at] ^ mask);
            CHECK(!try_bytes(bytes, bytes.size(), false));
            const bool of_crc = at >= offsetof(oct9_linked_header_t, crc) &&
                                at < offsetof(oct9_linked_header_t, version);
            if (!of_crc && try_bytes(bytes, bytes.size(), true))
                CHECK(!matters(at, leaf_end));
            bytes[at] = static_cast<unsigned char>(bytes[at] ^ mask);
        }
}

static void cut(const Bytes &bytes)
{
    for (size_t size = 0; size < bytes.size(); size++)
        CHECK(!try_bytes(bytes, size, false));
}

/* References that go where others go: what a mere check of their range would let through. */
static void swap_references(Bytes &bytes, Random &random)
{
    const uint32_t words = static_cast<uint32_t>((bytes.size() - header_bytes) / 2);
    const size_t to = header_bytes + 2 * random.below(words);
    const size_t from = header_bytes + 2 * random.below(words);

    std::memcpy(&bytes[to], &bytes[from], 2);
}

static void forge(const Bytes &bytes, Random &random)
{
    const uint64_t count = setting("FORGERIES", 2000);

    for (uint64_t i = 0; i < count; i++) {
        Bytes forged = bytes;
        for (uint32_t n = 1 + random.below(6); n > 0; n--) {
            const size_t end = random.chance(30) ? header_bytes + 100 : bytes.size();
            const size_t at = 8 + random.below(static_cast<uint32_t>(end - 8));
            if (random.chance(50))
                swap_references(forged, random);
            else if (at < bytes.size())
                forged[at] = static_cast<unsigned char>(random.u32());
        }
        try_bytes(forged, forged.size(), true);
    }
}

/* References to quads where none is, of every level and to every quad, some of all pairs. */
static void name_quads(const Bytes &bytes, Random &random)
{
    oct9_linked_header_t header;
    Bytes forged = bytes;

    std::memcpy(&header, bytes.data(), sizeof header);
    const size_t leaf_end = header_bytes + header.leaf_count * sizeof(oct9_linked_record_t);
    for (size_t at = header_bytes; at < bytes.size(); at += 2)
        for (uint32_t quad = 0; quad <= header.quad_count && matters(at, leaf_end); quad++) {
            const uint16_t reference = static_cast<uint16_t>(header.leaf_count + quad);
            if (!random.chance(10))
                continue;
            std::memcpy(&forged[at], &reference, 2);
            CHECK(!try_bytes(forged, forged.size(), true) || forged == bytes);
            std::memcpy(&forged[at], &bytes[at], 2);
        }
}

/* Small maps with quads, by the baker, in one page or in several. */
static Bytes small_image(Random &random)
{
    for (;;) {
        const Model model = random_model(random, Payloads::wide);
        if (model.inner_count() > 40)
            continue;
        const LoadedTree tree(model, random);
        const LinkedImage image(tree.map(),
                                random.below(2) ? OCT9_LINKED_MOST : 20 + random.below(60));
        const Bytes bytes(image.bytes(), image.bytes() + image.size());
        if (bytes.size() <= most_bytes && bytes.size() > header_bytes + 400)
            return bytes;
    }
}

template <class Attack> static void attack(const char *what, Attack each)
{
    const uint64_t maps = setting("MAPS", 6);

    for (unsigned m = 0; m < maps; m++) {
        Random random(seed + m);
        const Bytes bytes = small_image(random);
        CHECK(try_bytes(bytes, bytes.size(), false));
        each(bytes, random);
    }
    report(what);
}

static void each_byte_forged(void)
{
    attack("each byte forged", [](const Bytes &bytes, Random &) { flip_bytes(bytes); });
}

static void each_length(void)
{
    attack("each length", [](const Bytes &bytes, Random &) { cut(bytes); });
}

static void references_to_quads(void)
{
    attack("references to quads", name_quads);
}

static void forged_at_random(void)
{
    attack("forged at random", forge);
}

int main()
{
    seed = setting("SEED", 1);
    std::printf("seed %" PRIu64 "\n", seed);
    RUN(each_byte_forged);
    RUN(each_length);
    RUN(references_to_quads);
    RUN(forged_at_random);
    return test_end();
}
