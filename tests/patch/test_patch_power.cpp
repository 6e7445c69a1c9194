/* SPDX-License-Identifier: MIT */
/* Power fails at each program and each erase of a patch, and of going back: the version before
 * counts, or the one after, or that which the patch begins from, and never anything else; the
 * latter stays; and the patch can be applied again.
 *
 * SEED, PATCHES from the environment. */
#include "patch_site.hpp"

#include <cstdio>

using namespace patch;
using oracle::setting;

static unsigned long cuts, kept, changed;

/* The power is back: what is there? */
static void check_after_cut(Site &site, const Bytes &before, const Made &made, const Bytes &old)
{
    site.flash.power_on();
    const Bytes now = site.held();
    CHECK(now == before || now == made.version || (now == old && before != old));
    CHECK(old.empty() || site.held(name_of(old)) == old);
    (now == made.version ? changed : kept)++;
}

static void apply_again(Site &site, const Made &made, Random &random)
{
    const bool is_there = site.held() == made.version;
    CHECK_EQ(apply(site, made.patch, 40, random), is_there ? OCT9_ERR_PATCH_HELD : OCT9_OK);
    CHECK(site.held() == made.version);
}

/* A patch from `old`, which the site holds, or from nothing. */
static void cut_each(const Site &site, const Bytes &old, Random &random)
{
    const Made made = random_patch(random, old, site.room());
    const bool unsteady = random.chance(25), unreadable = !unsteady && random.chance(30);
    for (uint64_t cut = 1;; cut++) {
        Site trial(site);
        const Bytes before = trial.held();
        trial.flash.power_on();
        trial.flash.cut_at = cut;
        trial.flash.unsteady = unsteady;
        trial.flash.unreadable = unreadable;
        const oct9_status_t status = apply(trial, made.patch, 1 + random.below(70), random,
                                           1 + random.below(9));
        if (!trial.flash.off()) {
            CHECK_EQ(status, OCT9_OK);
            CHECK(trial.held() == made.version);
            CHECK(old.empty() || trial.held(name_of(old)) == old);
            break;
        }
        CHECK(status == OCT9_ERR_STORE_WORN || status == OCT9_ERR_STORE_READ);
        cuts++;
        check_after_cut(trial, before, made, old);
        if (!unsteady)
            apply_again(trial, made, random);
    }
}

static void cut_back(const Site &site, const Bytes &older, const Bytes &newer)
{
    Site trial(site);
    trial.flash.power_on();
    trial.flash.cut_at = 1;
    CHECK_EQ(oct9_patch_back(&trial.site), OCT9_ERR_STORE_WORN);
    CHECK(trial.flash.off());
    trial.flash.power_on();
    const Bytes now = trial.held();
    CHECK(now == older || now == newer);
    CHECK_EQ(oct9_patch_back(&trial.site), now == newer ? OCT9_OK : OCT9_ERR_PATCH_BASE);
    CHECK(trial.held() == older);
    cuts++;
}

static Layout random_layout(Random &random)
{
    Layout layout;
    layout.program_size = random.chance(60) ? 64 : 128;
    layout.block_size = layout.program_size * (1 + random.below(5));
    layout.slot_blocks = static_cast<uint16_t>(1 + random.below(5));
    if (layout.block_size * layout.slot_blocks == layout.program_size)
        layout.slot_blocks = 2;
    return layout;
}

/* A site goes from version to version; each step is cut everywhere. */
static void history(uint64_t seed)
{
    Random random(seed);
    Site site(random_layout(random), seed);
    Bytes older, newer;
    for (unsigned i = 0; i < 5; i++) {
        cut_each(site, {}, random);
        if (!older.empty())
            cut_each(site, older, random); /* in place of the newer one */
        if (!newer.empty())
            cut_each(site, newer, random);
        const Made next = random_patch(random, newer, site.room());
        CHECK_EQ(apply(site, next.patch, 50, random), OCT9_OK);
        older = newer;
        newer = next.version;
        if (!older.empty())
            cut_back(site, older, newer);
    }
}

static void power_fails_everywhere(void)
{
    const uint64_t seed = setting("SEED", 1), count = setting("PATCHES", 40);
    for (uint64_t i = 0; i < count; i++)
        history(seed + i);
    std::printf("%lu power cuts: %lu times the version before, %lu times the new one\n", cuts, kept,
                changed);
    CHECK(changed > 0 && kept > changed);
}

int main(void)
{
    RUN(power_fails_everywhere);
    return test_end();
}
