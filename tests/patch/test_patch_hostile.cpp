/* SPDX-License-Identifier: MIT */
/* Patches that are wrong, and flash that is: the version that counts stays, nothing is
 * read or written beyond the slots, and each error has its status. All memory is of its exact size,
 * so that the sanitizers see a byte too far.
 *
 * SEED, FORGERIES from the environment. */
#include "patch_site.hpp"

#include <cstdio>

using namespace patch;
using oracle::setting;

static Random random_pieces(3);

static oct9_status_t apply_some(Site &site, const Bytes &bytes)
{
    return apply(site, bytes, 60, random_pieces, 1 + random_pieces.below(20));
}

/* A site with a version in its first slot, and a patch of it. */
struct Case {
    Random random;
    Site site;
    Bytes old;
    Made made;

    explicit Case(uint64_t seed) : random(seed), site({}, seed)
    {
        old = random_version(random, 300 + random.below(500));
        bring(site, old);
        do
            made = random_patch(random, old, site.room());
        while (made.patch.size() < 90);
    }

    /* The old version counts, and not a byte of its slot has changed. */
    void check_old(const Bytes &before)
    {
        CHECK(site.held() == old);
        CHECK(std::equal(before.begin(), before.begin() + site.slot_bytes(),
                         site.flash.bytes().begin()));
    }

    /* A patch that is refused. Returns its status. */
    oct9_status_t refused(const Bytes &bytes)
    {
        const Bytes before = site.flash.bytes();
        const oct9_status_t status = apply_some(site, bytes);
        CHECK(status != OCT9_AGAIN);
        check_old(before);
        return status;
    }
};

static void every_size_of_piece(void)
{
    const Case begun(1);
    for (uint32_t size = 1; size <= begun.made.patch.size(); size++) {
        Case one(begun);
        oct9_patch_t taken;
        CHECK_EQ(oct9_patch_begin(&taken, &one.site.site, nullptr), OCT9_OK);
        for (size_t at = 0; at < one.made.patch.size(); at += size) {
            const Bytes copy(one.made.patch.begin() + static_cast<std::ptrdiff_t>(at),
                             one.made.patch.begin() + static_cast<std::ptrdiff_t>(std::min<size_t>(
                                                          at + size, one.made.patch.size())));
            oct9_patch_piece_t piece = { copy.data(), static_cast<uint32_t>(copy.size()) };
            oct9_status_t status;
            while ((status = oct9_patch_run(&taken, &piece, 3)) == OCT9_AGAIN) {
            }
            CHECK_EQ(status, OCT9_OK);
            CHECK_EQ(piece.size, 0);
        }
        CHECK_EQ(taken.left, 0);
        CHECK(one.site.held() == one.made.version);
    }
}

static void cut_off_at_every_byte(void)
{
    const Case begun(2);
    for (size_t size = 0; size < begun.made.patch.size(); size++) {
        Case one(begun);
        CHECK_EQ(one.refused(Bytes(one.made.patch.begin(),
                                   one.made.patch.begin() + static_cast<std::ptrdiff_t>(size))),
                 OCT9_OK); /* it waits for the rest */
    }
}

static void every_bit_flipped(void)
{
    const Case begun(3);
    for (size_t bit = 0; bit < 8 * begun.made.patch.size(); bit++) {
        Case one(begun);
        Bytes wrong = one.made.patch;
        wrong[bit / 8] = static_cast<uint8_t>(wrong[bit / 8] ^ 1u << bit % 8);
        const oct9_status_t status = one.refused(wrong);
        CHECK(status == OCT9_ERR_PATCH_BAD || status == OCT9_ERR_PATCH_ROOM ||
              status == OCT9_ERR_PATCH_BASE || status == OCT9_OK);
        CHECK(status != OCT9_OK || (bit >= 96 && bit < 128)); /* it waits: its length grew */
    }
}

static void each_has_its_status(void)
{
    Case one(4);
    const uint64_t erases = one.site.flash.counts.erases;
    Bytes wrong = one.made.patch;
    put(wrong, 16, name_of(one.old) + 1);
    sign(wrong);
    CHECK_EQ(one.refused(wrong), OCT9_ERR_PATCH_BASE);
    put(wrong = one.made.patch, 20, static_cast<uint32_t>(one.old.size() - 1));
    sign(wrong);
    CHECK_EQ(one.refused(wrong), OCT9_ERR_PATCH_BASE);
    put(wrong = one.made.patch, 32, one.site.room() + 1);
    sign(wrong);
    CHECK_EQ(one.refused(wrong), OCT9_ERR_PATCH_ROOM);
    put(wrong = one.made.patch, 32, 8);
    sign(wrong);
    CHECK_EQ(one.refused(wrong), OCT9_ERR_PATCH_BAD);
    put(wrong = one.made.patch, 8, 2);
    sign(wrong);
    CHECK_EQ(one.refused(wrong), OCT9_ERR_PATCH_BAD);
    put(wrong = one.made.patch, 12, head_bytes - 1);
    sign(wrong);
    CHECK_EQ(one.refused(wrong), OCT9_ERR_PATCH_BAD);
    CHECK_EQ(one.site.flash.counts.erases, erases);
    put(wrong = one.made.patch, 28, name_of(one.made.version) ^ 1u); /* another than it makes */
    sign(wrong);
    CHECK_EQ(one.refused(wrong), OCT9_ERR_PATCH_BAD);
    CHECK_EQ(apply_some(one.site, one.made.patch), OCT9_OK);
    CHECK_EQ(apply_some(one.site, one.made.patch), OCT9_ERR_PATCH_HELD);
    CHECK(one.site.held() == one.made.version);
    CHECK(one.site.held(name_of(one.old)) == one.old);
}

static void back_and_forth(void)
{
    Case one(5);
    CHECK_EQ(oct9_patch_back(&one.site.site), OCT9_ERR_PATCH_BASE); /* there is one version */
    CHECK(one.site.held() == one.old);
    CHECK_EQ(apply_some(one.site, one.made.patch), OCT9_OK);
    CHECK_EQ(oct9_patch_back(&one.site.site), OCT9_OK);
    CHECK(one.site.held() == one.old);
    CHECK(one.site.held(name_of(one.made.version)).empty());
    CHECK_EQ(oct9_patch_back(&one.site.site), OCT9_ERR_PATCH_BASE);
    CHECK_EQ(apply_some(one.site, one.made.patch), OCT9_OK);
    CHECK(one.site.held() == one.made.version);
}

static void the_largest_version(void)
{
    Random random(6);
    Site site;
    CHECK(site.held().empty());
    const Bytes first = random_version(random, site.room());
    bring(site, first);
    const Bytes least = random_version(random, 9);
    bring(site, least);
    CHECK(site.held(name_of(first)) == first);
}

/* Bytes behind a patch stay in the piece; a patch may begin again at any time. */
static void what_is_behind_it(void)
{
    Case one(7);
    Bytes more = one.made.patch;
    oct9_patch_t taken;
    more.insert(more.end(), 5, 0x77);
    for (const size_t first : { size_t{ 20 }, size_t{ 60 }, more.size() }) {
        oct9_patch_piece_t piece = { more.data(), static_cast<uint32_t>(first) };
        CHECK_EQ(oct9_patch_begin(&taken, &one.site.site, nullptr), OCT9_OK);
        CHECK_EQ(oct9_patch_run(&taken, &piece, UINT32_MAX), OCT9_OK);
        CHECK_EQ(piece.size, first == more.size() ? 5 : 0);
        CHECK_EQ(oct9_patch_run(&taken, &piece, 1),
                 first == more.size() ? OCT9_ERR_PATCH_BAD : OCT9_OK);
    }
    CHECK(one.site.held() == one.made.version);
}

/* A robot reads `used` on: nothing is erased in its slot. */
static void in_use_stays(void)
{
    Random random(15);
    Site site;
    const Bytes first = random_version(random, 300);
    bring(site, first);
    const Made second = random_patch(random, first, site.room());
    const uint32_t used = name_of(first), newer = name_of(second.version);
    const auto with = [&](const Bytes &patch, uint32_t in_use) {
        oct9_patch_t taken;
        oct9_patch_piece_t piece = { patch.data(), static_cast<uint32_t>(patch.size()) };
        CHECK_EQ(oct9_patch_begin(&taken, &site.site, &in_use), OCT9_OK);
        return oct9_patch_run(&taken, &piece, UINT32_MAX);
    };
    CHECK_EQ(with(second.patch, used), OCT9_OK);
    const Made third = random_patch(random, second.version, site.room());
    const Made other = random_patch(random, first, site.room());
    const Made fresh = random_patch(random, {}, site.room());
    const uint64_t before = site.flash.operations();
    CHECK_EQ(with(third.patch, used), OCT9_ERR_PATCH_ROOM); /* it missed the table */
    CHECK_EQ(with(fresh.patch, used), OCT9_ERR_PATCH_ROOM);
    CHECK_EQ(with(other.patch, newer), OCT9_ERR_PATCH_ROOM); /* from the older one */
    CHECK_EQ(site.flash.operations(), before);
    CHECK(site.held(used) == first && site.held() == second.version);
    CHECK_EQ(with(other.patch, used), OCT9_OK);
    CHECK(site.held(used) == first && site.held() == other.version);
}

/* What was never begun is no patch that has ended. */
static void never_begun(void)
{
    oct9_patch_t none = {};
    const uint8_t byte = 0;
    oct9_patch_piece_t piece = { &byte, 1 };
    CHECK_EQ(oct9_patch_run(&none, &piece, 1), OCT9_ERR_ARGUMENT);
}

/* Another site, alike, with other memory to work in, finds what counts between any two pieces. */
static void found_meanwhile(void)
{
    Case one(14);
    Bytes work(one.site.work.size());
    oct9_patch_site_t other = one.site.site;
    oct9_patch_version_t version;
    oct9_patch_t taken;
    other.work = work.data();
    CHECK_EQ(oct9_patch_begin(&taken, &one.site.site, nullptr), OCT9_OK);
    for (const uint8_t &byte : one.made.patch) {
        oct9_patch_piece_t piece = { &byte, 1 };
        CHECK_EQ(oct9_patch_find(&other, nullptr, &version), OCT9_OK);
        CHECK_EQ(version.crc, name_of(one.old));
        CHECK_EQ(oct9_patch_run(&taken, &piece, UINT32_MAX), OCT9_OK);
    }
    CHECK_EQ(taken.left, 0);
    CHECK(one.site.held() == one.made.version);
}

/* They make the version that they name, but each breaks a rule of the format. */
static void right_by_wrong_means(void)
{
    const Case begun(13);
    const uint32_t magic = get(begun.old, 0);
    const auto size = static_cast<uint32_t>(begun.old.size());
    const auto bad = [&](const Bytes &bytes) {
        Case one(begun);
        CHECK_EQ(one.refused(bytes), OCT9_ERR_PATCH_BAD);
    };

    Case there(begun);
    const Bytes &flash = there.site.flash.bytes();
    Writer beyond(Bytes(flash.begin(), flash.begin() + size + 8)); /* the old version's end */
    beyond.copy(size - 4, 8);
    Bytes bytes = beyond.end(magic).patch;
    put(bytes, 20, size);
    sign(bytes);
    bad(bytes);

    Writer longer(begun.old); /* than the new version: 3 bytes are named, and 2 are left */
    longer.raw({ 6, 1, 2, 3 });
    longer.makes({ 1, 2 });
    bad(longer.end(magic).patch);

    Writer large(begun.old); /* a number of 33 bits, of which 32 are right */
    large.raw({ 0x86, 0x80, 0x80, 0x80, 0x10, 1, 2, 3 });
    large.makes({ 1, 2, 3 });
    bad(large.end(magic).patch);

    Writer nothing(begun.old); /* an operation of 0 bytes */
    nothing.raw({ 0, 6, 1, 2, 3 });
    nothing.makes({ 1, 2, 3 });
    bad(nothing.end(magic).patch);

    Writer more(begun.old); /* an operation behind the last one */
    more.raw({ 6, 1, 2, 3, 2, 4 });
    more.makes({ 1, 2, 3 });
    bytes = more.end(magic).patch;
    bad(bytes);
    put(bytes, 4, oct9_rom_crc32(0, bytes.data() + start, bytes.size() - start - 2));
    bad(bytes); /* whose CRC does not cover it */
}

/* --- forgeries -------------------------------------------------------------------------------- */

/* Operations that are any bytes, or good ones with some bytes changed, with a right CRC. */
static Bytes forged(Case &one)
{
    Random &random = one.random;
    Bytes bytes = random_patch(random, one.old, one.site.room()).patch;
    if (random.chance(30)) {
        bytes.resize(head_bytes + random.below(200));
        for (size_t i = head_bytes; i < bytes.size(); i++)
            bytes[i] = static_cast<uint8_t>(random.u32());
    }
    for (uint32_t n = random.below(5); n > 0 && bytes.size() > head_bytes; n--) {
        const uint32_t at = head_bytes + random.below(static_cast<uint32_t>(bytes.size()) - 36);
        bytes[at] = static_cast<uint8_t>(random.chance(50) ? 0xFF : random.u32());
    }
    if (random.chance(20))
        put(bytes, 32, 9 + random.below(one.site.room() + 20));
    put(bytes, 12, static_cast<uint32_t>(bytes.size()));
    sign(bytes);
    return bytes;
}

static void forgeries(void)
{
    const uint64_t seed = setting("SEED", 1), count = setting("FORGERIES", 3000);
    unsigned long refused = 0, taken = 0;
    for (uint64_t i = 0; i < count; i++) {
        Case one(seed + i);
        const Bytes bytes = forged(one), before = one.site.flash.bytes();
        const oct9_status_t status = apply_some(one.site, bytes);
        if (status == OCT9_OK && one.site.held() != one.old) {
            CHECK_EQ(name_of(one.site.held()), get(bytes, 28));
            CHECK(one.site.held(name_of(one.old)) == one.old);
            taken++;
        } else {
            CHECK(status != OCT9_OK || get(bytes, 12) >= head_bytes);
            one.check_old(before);
            refused++;
        }
    }
    std::printf("%lu forgeries refused, %lu patches taken\n", refused, taken);
    CHECK(refused > 0 && taken > 0);
}

/* Records with a good CRC that say anything: a version counts only if its bytes are right. */
static void forged_records(void)
{
    for (const uint32_t bytes : { 0u, 8u, 961u, UINT32_MAX, 0x80000000u }) {
        Case one(8);
        Bytes &flash = one.site.flash.bytes();
        uint8_t record[24];
        std::memcpy(record, flash.data() + one.site.room(), sizeof record);
        for (unsigned i = 0; i < 4; i++)
            record[20 + i] = static_cast<uint8_t>(bytes >> 8 * i);
        const uint32_t crc = oct9_rom_crc32(0, record + 4, 20);
        for (unsigned i = 0; i < 4; i++)
            record[i] = static_cast<uint8_t>(crc >> 8 * i);
        std::memcpy(flash.data() + one.site.room(), record, sizeof record);
        CHECK(one.site.held().empty());
        CHECK_EQ(apply_some(one.site, one.made.patch), OCT9_ERR_PATCH_BASE);
    }
}

/* A record of another kind, though its CRC is right. */
static void records_of_another_version(void)
{
    Case one(8);
    uint8_t *const record = one.site.flash.bytes().data() + one.site.room();
    record[7] = 2;
    const uint32_t crc = oct9_rom_crc32(0, record + 4, 20);
    for (unsigned i = 0; i < 4; i++)
        record[i] = static_cast<uint8_t>(crc >> 8 * i);
    CHECK(one.site.held().empty());
}

/* Each byte of a version, and of its record, counts: a wrong one, and the version before is there.
 */
static void every_byte_of_the_flash(void)
{
    Case one(9);
    CHECK_EQ(apply_some(one.site, one.made.patch), OCT9_OK);
    const auto size = static_cast<uint32_t>(one.made.version.size());
    for (uint32_t at = 0; at < size + 24; at++) {
        Case trial(one);
        uint8_t &byte = trial.site.flash.bytes()[trial.site.slot_bytes() +
                                                 (at < size ? at : trial.site.room() + at - size)];
        byte ^= 0x10;
        CHECK(trial.site.held() == trial.old);
    }
}

/* A later version has a greater number, beyond 2^32, too. */
static void numbers_wrap(void)
{
    Case one(10);
    Bytes &flash = one.site.flash.bytes();
    uint8_t *const record = flash.data() + one.site.room();
    std::memset(record + 8, 0xFF, 4);
    const uint32_t crc = oct9_rom_crc32(0, record + 4, 20);
    for (unsigned i = 0; i < 4; i++)
        record[i] = static_cast<uint8_t>(crc >> 8 * i);
    CHECK(one.site.held() == one.old);
    CHECK_EQ(apply_some(one.site, one.made.patch), OCT9_OK);
    CHECK(one.site.held() == one.made.version);
}

/* --- flash that fails ------------------------------------------------------------------------- */

static void bad_blocks(void)
{
    for (uint32_t block = 4; block < 8; block++)
        for (uint64_t seed = 1; seed < 12; seed++) {
            Case one(seed);
            const Bytes before = one.site.flash.bytes();
            one.site.flash.make_bad(block);
            const oct9_status_t status = apply_some(one.site, one.made.patch);
            CHECK(status == OCT9_OK || status == OCT9_ERR_STORE_WORN ||
                  status == OCT9_ERR_PATCH_BAD);
            if (status == OCT9_OK)
                CHECK(one.site.held() == one.made.version);
            else
                one.check_old(before);
        }
}

static uint64_t reads_left;

static bool failing_read(void *context, uint32_t address, uint8_t *bytes, uint32_t size)
{
    return reads_left-- != 0 && static_cast<Flash *>(context)->read(address, bytes, size);
}

static void every_read_fails(void)
{
    const Case begun(11);
    for (uint64_t good = 0;; good++) {
        Case one(begun);
        const auto read = one.site.site.read;
        one.site.site.read = failing_read;
        reads_left = good;
        const oct9_status_t status = apply_some(one.site, one.made.patch);
        one.site.site.read = read;
        if (status == OCT9_OK)
            break;
        CHECK(status == OCT9_ERR_STORE_READ || status == OCT9_ERR_STORE_WORN);
        const bool is_written = one.site.held() == one.made.version; /* not read back */
        CHECK(is_written || one.site.held() == one.old);
    }
    Case one(begun);
    one.site.site.read = failing_read;
    reads_left = 0;
    oct9_patch_version_t version;
    CHECK_EQ(oct9_patch_find(&one.site.site, nullptr, &version), OCT9_ERR_STORE_READ);
}

static void sites_that_are_refused(void)
{
    const auto refused = [](Site &site) {
        oct9_patch_t taken;
        oct9_patch_version_t version;
        CHECK_EQ(oct9_patch_begin(&taken, &site.site, nullptr), OCT9_ERR_ARGUMENT);
        CHECK_EQ(oct9_patch_find(&site.site, nullptr, &version), OCT9_ERR_ARGUMENT);
        CHECK_EQ(oct9_patch_back(&site.site), OCT9_ERR_ARGUMENT);
    };
    for (const int program : { 0, 63, 65, 96, 512, 4097 }) {
        Site site;
        site.site.program_size = static_cast<uint16_t>(program);
        refused(site);
    }
    Site none, large;
    none.site.slot_blocks = 0;
    refused(none);
    large.site.block_size = 0x80000000;
    large.site.slot_blocks = 1;
    refused(large);
    Case one(12);
    oct9_patch_t taken;
    oct9_patch_piece_t piece = { one.made.patch.data(), 9 };
    CHECK_EQ(oct9_patch_begin(&taken, &one.site.site, nullptr), OCT9_OK);
    CHECK_EQ(oct9_patch_run(&taken, &piece, 0), OCT9_ERR_ARGUMENT);
    CHECK_EQ(piece.size, 9);
}

int main(void)
{
    RUN(every_size_of_piece);
    RUN(cut_off_at_every_byte);
    RUN(every_bit_flipped);
    RUN(each_has_its_status);
    RUN(back_and_forth);
    RUN(the_largest_version);
    RUN(what_is_behind_it);
    RUN(in_use_stays);
    RUN(never_begun);
    RUN(found_meanwhile);
    RUN(right_by_wrong_means);
    RUN(forgeries);
    RUN(forged_records);
    RUN(records_of_another_version);
    RUN(every_byte_of_the_flash);
    RUN(numbers_wrap);
    RUN(bad_blocks);
    RUN(every_read_fails);
    RUN(sites_that_are_refused);
    return test_end();
}
