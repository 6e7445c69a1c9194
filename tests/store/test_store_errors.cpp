/* SPDX-License-Identifier: MIT */
/* Each call of the flash fails in turn, once and from then on, in each possible manner: what
 * is loaded is a map that was saved, the newest wherever it can be read, and what was said to be
 * saved is there. And each limit of a config, from both sides. */
#include "store_faults.hpp"

using namespace store;

/* A fault at call `at` of a kind, and at all later ones if `stays`. */
static std::function<Fault(Call, uint32_t)> fault_at(Call kind, Fault what, uint64_t at, bool stays)
{
    return [=, count = uint64_t{ 0 }](Call call, uint32_t) mutable {
        count += call == kind;
        return call == kind && (count == at || (stays && count > at)) ? what : Fault::none;
    };
}

/* How many calls of a kind something makes. */
static uint64_t count_calls(FaultyWorld &world, Call kind, const std::function<void()> &what)
{
    uint64_t count = 0;

    world.faulty.fault = [&](Call call, uint32_t) {
        count += call == kind;
        return Fault::none;
    };
    what();
    world.faulty.fault = nullptr;
    return count;
}

/* ---- reads while it is opened and loaded ---- */

/* Two maps, one in each slot; `older` is the first. */
static Model two_maps(FaultyWorld &world)
{
    world.make(2, 5);
    world.save_well();
    const Model older = world.saved;
    world.open();
    world.make(3, 7);
    world.save_well();
    return older;
}

static void a_read_fails_while_opened(void)
{
    FaultyWorld world;
    const Model older = two_maps(world);
    const uint64_t reads = count_calls(world, Call::read, [&] { world.open(); });
    unsigned newest = 0, before = 0;

    for (uint64_t at = 1; at <= reads; at++) {
        world.faulty.fault = fault_at(Call::read, Fault::fails, at, false);
        world.open();
        const FaultyLoad loaded(world);
        newest += loaded.is(world.saved);
        before += loaded.is(older);
    }
    CHECK_EQ(newest + before, reads);
    CHECK(newest > 0 && before > 0);
}

/* With one map alone there is none to be had instead: that is no empty flash, and the load looks
 * again. */
static void a_read_of_the_only_map_fails(void)
{
    FaultyWorld world;
    world.make(2, 5);
    world.save_well();
    const uint64_t reads = count_calls(world, Call::read, [&] { world.open(); });
    unsigned unread = 0;

    for (uint64_t at = 1; at <= reads; at++) {
        world.faulty.fault = fault_at(Call::read, Fault::fails, at, false);
        world.open();
        const oct9_status_t found = world.memory.store.found;
        CHECK(found == OCT9_OK || found == OCT9_ERR_STORE_READ);
        unread += found == OCT9_ERR_STORE_READ;
        CHECK(FaultyLoad(world).is(world.saved));
    }
    CHECK(unread > 0 && unread < reads);
}

/* A map that was found is tried twice. */
static void a_read_fails_while_loaded(void)
{
    FaultyWorld world;
    (void)two_maps(world);
    const uint64_t reads = count_calls(world, Call::read, [&] { FaultyLoad loaded(world); });

    for (uint64_t at = 1; at <= reads; at++) {
        world.open();
        world.faulty.fault = fault_at(Call::read, Fault::fails, at, false);
        CHECK(FaultyLoad(world).is(world.saved));
        world.faulty.fault = nullptr;
    }
    CHECK(reads > 3);
}

static void reads_fail_from_then_on(void)
{
    FaultyWorld world;
    (void)two_maps(world);
    const uint64_t reads = count_calls(world, Call::read, [&] { FaultyLoad loaded(world); });

    for (uint64_t at = 1; at <= reads; at++) {
        world.open();
        world.faulty.fault = fault_at(Call::read, Fault::fails, at, true);
        CHECK_EQ(FaultyLoad(world).status, OCT9_ERR_STORE_MAP);
        world.faulty.fault = nullptr;
        CHECK(FaultyLoad(world).is(world.saved));
    }
    world.faulty.fault = fault_at(Call::read, Fault::fails, 1, true);
    world.open();
    CHECK_EQ(FaultyLoad(world).status, OCT9_ERR_STORE_READ);
}

/* Each bit of a record, in the slot of the older map: it is read once, and put right. */
static void a_bit_is_wrong(void)
{
    FaultyWorld world;
    (void)two_maps(world);
    for (uint32_t number = 0; number < 5; number++) /* four pages and a commit */
        for (uint32_t bit = 0; bit < 8 * faulty_record; bit++) {
            uint8_t &byte = world.record(0, number)[bit / 8];
            const uint8_t right = byte;
            byte = static_cast<uint8_t>(byte ^ 1u << bit % 8);
            world.open();
            CHECK_EQ(world.memory.store.repaired, 1);
            CHECK(FaultyLoad(world).is(world.saved));
            byte = right;
        }
}

/* The same of the only map there is. */
static void a_bit_of_the_map_is_wrong(void)
{
    FaultyWorld world;
    world.make(2, 5);
    world.save_well();
    for (uint32_t number = 0; number < 5; number++)
        for (uint32_t bit = 0; bit < 8 * faulty_record; bit++) {
            uint8_t &byte = world.record(0, number)[bit / 8];
            const uint8_t right = byte;
            byte = static_cast<uint8_t>(byte ^ 1u << bit % 8);
            world.open();
            CHECK(FaultyLoad(world).is(world.saved));
            CHECK(world.memory.store.repaired > 1);
            byte = right;
        }
}

/* ---- a save ---- */

struct Failure {
    Call call;
    Fault fault;
};
static const Failure failures[] = {
    { Call::read, Fault::fails },     { Call::program, Fault::fails },
    { Call::program, Fault::denied }, { Call::program, Fault::silent },
    { Call::erase, Fault::fails },    { Call::erase, Fault::denied }
};

/* A map is there already: in another slot, in the log that is added to, or one that differs in the
 * caller's bytes alone and has no pages. */
enum class Before { elsewhere, in_this_log, same_tree };
static const Before befores[] = { Before::elsewhere, Before::in_this_log, Before::same_tree };

static void begin_save(FaultyWorld &world, Before before)
{
    const unsigned cells = before == Before::same_tree ? 0 : 2;

    world.make(cells, 5);
    world.save_well();
    if (before == Before::elsewhere)
        world.open();
    if (before == Before::same_tree)
        world.model.user[0]++;
    else
        world.make(1, 6);
}

static uint64_t calls_of_save(Before before, Call kind)
{
    FaultyWorld world;
    begin_save(world, before);
    return count_calls(world, kind, [&] { world.save_well(); });
}

static uint64_t count_writes(const FaultyWorld &world)
{
    return world.faulty.flash.counts.programs + world.faulty.flash.counts.erases;
}

static void a_call_of_a_save_fails(void)
{
    for (const Failure &failure : failures)
        for (const Before before : befores) {
            const uint64_t calls = calls_of_save(before, failure.call);
            CHECK(calls > 0 || before != Before::elsewhere);
            for (uint64_t at = 1; at <= calls; at++) {
                FaultyWorld world;
                begin_save(world, before);
                world.faulty.fault = fault_at(failure.call, failure.fault, at, false);
                world.save_well();
                const uint32_t failed = world.memory.store.failed;
                CHECK(failed == 1 || (failed == 0 && failure.call == Call::read));
                world.faulty.fault = nullptr;
                CHECK(FaultyLoad(world).is(world.saved));
                world.open();
                CHECK(FaultyLoad(world).is(world.saved));
            }
        }
}

/* It ends, and the map before is there, or this one. */
static void calls_of_a_save_fail_from_then_on(void)
{
    unsigned before = 0, after = 0;

    for (const Failure &failure : failures)
        for (uint64_t at = 1; at <= calls_of_save(Before::elsewhere, failure.call); at++) {
            FaultyWorld world;
            begin_save(world, Before::elsewhere);
            world.faulty.fault = fault_at(failure.call, failure.fault, at, true);
            const oct9_status_t status = world.save();
            CHECK(status == OCT9_OK || status == OCT9_ERR_STORE_WORN);
            world.faulty.fault = nullptr;
            world.open();
            const FaultyLoad loaded(world);
            CHECK(loaded.is(world.saved) || (status != OCT9_OK && loaded.is(world.model)));
            before += status != OCT9_OK && loaded.is(world.saved);
            after += status != OCT9_OK && loaded.is(world.model);
            world.save_well();
            world.open();
            CHECK(FaultyLoad(world).is(world.model));
        }
    CHECK(before > 0 && after > 0);
}

/* A task that interrupts a call writes the tree: no map of both is ever committed. */
static void a_call_is_interrupted(void)
{
    unsigned stale = 0, saved = 0;

    for (const Call kind : { Call::read, Call::program, Call::erase })
        for (const Before before : befores)
            for (uint64_t at = 1; at <= calls_of_save(before, kind); at++) {
                FaultyWorld world;
                begin_save(world, before);
                world.faulty.fault = [&, count = uint64_t{ 0 }](Call call, uint32_t) mutable {
                    count += call == kind;
                    if (call == kind && count == at)
                        world.set_cell(0, 4, 0, 9);
                    return Fault::none;
                };
                const oct9_status_t status = world.save();
                CHECK(status == OCT9_OK || status == OCT9_ERR_STALE);
                (status == OCT9_OK ? saved : stale)++;
                world.faulty.fault = nullptr;
                world.open();
                CHECK(FaultyLoad(world).is(world.saved));
                world.save_well();
                CHECK(FaultyLoad(world).is(world.model));
            }
    CHECK(stale > 0 && saved > 0);
}

/* A load during a save: nothing more is written, and the next save is as any. */
static void a_load_in_a_save(void)
{
    for (const Before before : befores)
        for (uint32_t steps = 0; steps < 8; steps++) {
            FaultyWorld world;
            begin_save(world, before);
            const Model other = world.saved;
            CHECK_EQ(
                oct9_store_save(&world.memory.store, &world.tree.tree, world.model.user.data()),
                OCT9_OK);
            if (steps == 0 || oct9_store_run(&world.memory.store, steps) == OCT9_AGAIN) {
                CHECK(FaultyLoad(world).is(other));
                const uint64_t writes = count_writes(world);
                CHECK_EQ(oct9_store_run(&world.memory.store, 1000), OCT9_ERR_STALE);
                CHECK_EQ(count_writes(world), writes);
            }
            world.save_well();
            world.open();
            CHECK(FaultyLoad(world).is(world.model));
        }
}

/* ---- trees ---- */

static void full_pool(void)
{
    FaultyWorld world;
    world.make(15, 3);
    CHECK_EQ(world.tree.tree.used, faulty_blocks);
    world.save_well();
    CHECK(FaultyLoad(world).is(world.saved));
}

/* All 25 blocks of a pool, of which the last has a byte of `seen` to itself. */
static void full_smaller_pool(void)
{
    FaultyWorld world(2, faulty_geometry, 25);
    world.make(10, 3);
    CHECK_EQ(world.tree.tree.used, 25);
    world.save_well();
    CHECK(FaultyLoad(world).is(world.saved));
}

/* A store, or a tree, that is too small for the map that is there. */
static void map_of_a_larger_pool(void)
{
    FaultyWorld world;
    world.make(1, 3);
    world.save_well();
    Tree small(faulty_blocks - 1);
    const uint32_t written = small.tree.generation;
    CHECK_EQ(oct9_store_load(&world.memory.store, &small.tree, world.model.user.data()),
             OCT9_ERR_POOL_FULL);
    world.memory.config.blocks = faulty_blocks - 1;
    world.open();
    CHECK_EQ(oct9_store_load(&world.memory.store, &small.tree, world.model.user.data()),
             OCT9_ERR_POOL_FULL);
    CHECK_EQ(small.tree.generation, written);
}

/* Harm in RAM: the list of free blocks, 7 and 8 of 30, goes round. The save ends all the same, with
 * all that is used. */
static void free_list_goes_round(void)
{
    FaultyWorld world;
    world.make(8, 3);
    world.set_cell(0, 0, 0, 0);
    const uint16_t first = world.tree.tree.free_head;
    oct9_block_t *const pool = world.tree.tree.pool;
    const uint16_t second = pool[first].slot[0];
    CHECK_EQ(first + second, 7 + 8);
    pool[second].slot[0] = first;
    world.save_well();
    CHECK(FaultyLoad(world).is(world.saved));
}

/* ---- configs ---- */

/* All records are blank, as `work` is. */
static bool reads_blank(void *, uint32_t, uint8_t *, uint32_t)
{
    return true;
}

static oct9_status_t open_blank(oct9_store_config_t config)
{
    Bytes work(config.record_size, 0xFF), seen(OCT9_STORE_SEEN(config.blocks));
    std::vector<uint16_t> table(OCT9_STORE_PAGES(config.blocks, config.record_size));
    oct9_store_t store;

    config.read = reads_blank;
    config.work = work.data();
    config.seen = seen.data();
    config.table = table.data();
    return oct9_store_open(&store, &config);
}

/* Each first line is the last that will do. */
static void limits(void)
{
    static const struct {
        uint16_t record, unit;
        uint8_t slots, user;
        uint32_t blocks, block_size;
        uint16_t block_count;
        bool good;
    } configs[] = {
        { 4096, 16, 2, 4, 30, 16384, 4, true },
        { 4112, 16, 2, 4, 30, 16384, 4, false },
        { 32, 16, 2, 0, 30, 16384, 4, true },
        { 32, 16, 2, 1, 30, 16384, 4, false },
        { 64, 16, 2, 32, 30, 16384, 4, true },
        { 64, 16, 2, 33, 30, 16384, 4, false },
        { 96, 32, 2, 64, 30, 16384, 4, true },
        { 112, 16, 2, 65, 30, 16384, 4, false },
        { 64, 16, 4, 4, 30, 16384, 4, true },
        { 64, 16, 5, 4, 30, 16384, 4, false },
        { 64, 16, 2, 4, 30, 64 * 6, 4, true }, /* ten pages and a commit */
        { 64, 16, 2, 4, 30, 64 * 5, 4, false },
        { 64, 16, 2, 4, 30, 64, 22, true },
        { 64, 16, 2, 4, 30, 63, 22, false },
        { 1024, 16, 2, 4, OCT9_BLOCKS_MAX, 16384, 66, true },
        { 1024, 16, 2, 4, OCT9_BLOCKS_MAX + 1, 16384, 66, false },
    };

    for (const auto &c : configs) {
        const Geometry geometry = { c.block_size, c.block_count, c.unit };
        const oct9_store_config_t config = make_config(geometry, c.record, c.slots, c.user,
                                                       c.blocks);
        CHECK_EQ(open_blank(config), c.good ? OCT9_OK : OCT9_ERR_ARGUMENT);
    }
}

static void limits_of_the_flash(void)
{
    oct9_store_config_t config = make_config({ 65000 * 64, 2, 16 }, 64, 2, 4, 30);

    CHECK_EQ(open_blank(config), OCT9_OK);
    config.block_size = 65001 * 64;
    CHECK_EQ(open_blank(config), OCT9_ERR_ARGUMENT);
    config.block_size = 3250 * 64; /* 20 blocks to a slot */
    config.block_count = 40;
    CHECK_EQ(open_blank(config), OCT9_OK);
    config.block_size = 3251 * 64;
    CHECK_EQ(open_blank(config), OCT9_ERR_ARGUMENT);
    config.record_size = 4096; /* 2^32 bytes, the last of which has no address */
    config.slots = 17;
    config.block_count = 17;
    config.block_size = UINT32_MAX / 17;
    CHECK_EQ(open_blank(config), OCT9_OK);
    config.block_size++;
    CHECK_EQ(open_blank(config), OCT9_ERR_ARGUMENT);
}

int main(void)
{
    RUN(a_read_fails_while_opened);
    RUN(a_read_of_the_only_map_fails);
    RUN(a_read_fails_while_loaded);
    RUN(reads_fail_from_then_on);
    RUN(a_bit_is_wrong);
    RUN(a_bit_of_the_map_is_wrong);
    RUN(a_call_of_a_save_fails);
    RUN(calls_of_a_save_fail_from_then_on);
    RUN(a_call_is_interrupted);
    RUN(a_load_in_a_save);
    RUN(full_pool);
    RUN(full_smaller_pool);
    RUN(map_of_a_larger_pool);
    RUN(free_list_goes_round);
    RUN(limits);
    RUN(limits_of_the_flash);
    return test_end();
}
