/* SPDX-License-Identifier: MIT */
/* Logs whose records must not be mixed up: with what an erase that failed has left of an earlier
 * one, with commits that come to light late, at the end of the numbers; and a newest map that is
 * found and cannot be loaded. Each flash is made to be the worst there is. */
#include "store_faults.hpp"

using namespace store;

static constexpr uint32_t number_max = 0xFFFFFF00u;

/* ---- what an earlier log has left ---- */

/* A small map is saved in a log that begins in the first block of a slot, as the log before did;
 * the block cannot be erased, and so keeps pages that the small map has not. */
static void save_behind_leftovers(FaultyWorld &world, uint32_t slot)
{
    const uint8_t *const left = world.record(slot, 0);
    const Bytes before(left, left + faulty_record);

    world.make(1, 6);
    world.faulty.fault = [=](Call call, uint32_t address) {
        return call == Call::erase && address == slot * slot_size ? Fault::fails : Fault::none;
    };
    world.save_well();
    world.faulty.fault = nullptr;
    CHECK_EQ(world.memory.store.slot, slot);
    CHECK_EQ(world.memory.store.start, 0);
    CHECK(std::equal(before.begin(), before.end(), left));
    world.open();
    CHECK(FaultyLoad(world).is(world.saved));
}

static void leftovers_of_a_saved_map(void)
{
    FaultyWorld world;
    world.make(8, 5); /* all three blocks */
    world.save_well();
    world.open();
    world.make(1, 7);
    world.save_well();
    world.open();
    save_behind_leftovers(world, 0);
}

/* No commit has the number of that log. */
static void leftovers_of_a_cut_save(void)
{
    FaultyWorld world;
    world.make(1, 5);
    world.save_well();
    world.open();
    world.make(14, 7);
    world.save_cut_at(1, 9);
    world.open();
    save_behind_leftovers(world, 1);
}

static void leftovers_of_a_save_that_failed(void)
{
    FaultyWorld world;
    world.make(1, 5);
    world.save_well();
    world.open();
    world.make(14, 7);
    world.save_cut_at(1, 9);
    save_behind_leftovers(world, 1);
}

/* Its life alone would do; but a page of another log is none of this one's. */
static void page_of_another_start(void)
{
    FaultyWorld world;
    world.make(1, 5);
    world.save_well();
    const Model older = world.saved;
    world.open();
    world.make(2, 7);
    world.save_well();
    put(world.record(1, 0) + at_start, 1, 2);
    sign(world.record(1, 0), faulty_record);
    world.open();
    CHECK(FaultyLoad(world).is(older));
}

/* The last page is as good as any; one behind it is none, and the table has no place for it. */
static void page_behind_the_last(void)
{
    FaultyWorld world;
    world.make(15, 5);
    world.save_well();
    const auto pages = static_cast<uint32_t>(world.memory.table.size());
    world.memory.table.push_back(0x5A5A);
    world.memory.config.table = world.memory.table.data();
    world.open();
    CHECK(FaultyLoad(world).is(world.saved));
    put(world.record(0, 0) + at_page, pages, 2);
    sign(world.record(0, 0), faulty_record);
    world.open();
    CHECK_EQ(FaultyLoad(world).status, OCT9_ERR_STORE_EMPTY);
    CHECK_EQ(world.memory.table.back(), 0x5A5A);
}

/* These heads are no record's: a log that begins in a block that no slot has, another mark. */
static void forged_heads(void)
{
    static const struct {
        uint32_t at, bytes, value;
    } heads[] = {
        { at_start, 2, slot_records / per_block }, { 8, 1, 'O' }, { 9, 1, '8' }, { 10, 1, 2 }
    };

    for (const auto &head : heads) {
        FaultyWorld world;
        world.make(2, 5);
        world.save_well();
        for (uint32_t i = 0; i < slot_records; i++) {
            put(world.record(0, i) + head.at, head.value, head.bytes);
            sign(world.record(0, i), faulty_record);
        }
        world.open();
        CHECK_EQ(FaultyLoad(world).status, OCT9_ERR_STORE_EMPTY);
    }
}

/* ---- numbers ---- */

/* A page of the greatest number leaves none for a save; one of a greater number is none. */
static void greatest_life(void)
{
    for (uint32_t beyond = 0; beyond < 2; beyond++) {
        FaultyWorld world;
        world.make(2, 5);
        world.save_well();
        put(world.record(0, 0) + at_life, number_max + beyond, 4);
        sign(world.record(0, 0), faulty_record);
        world.open();
        CHECK_EQ(world.save(), beyond != 0 ? OCT9_OK : OCT9_ERR_STORE_WORN);
    }
}

/* Commits that could not be read, neither after the power was cut, come to light. */
static void hidden_commits(void)
{
    FaultyWorld world;
    world.make(1, 5);
    world.save_well();
    world.open();
    world.make(1, 7);
    world.faulty.fault = [&](Call call, uint32_t address) {
        if (call == Call::program && world.memory.work[at_kind] == commit_kind)
            world.faulty.hidden.insert(address);
        return Fault::none;
    };
    CHECK_EQ(world.save(), OCT9_ERR_STORE_WORN);
    CHECK_EQ(world.faulty.hidden.size(), 3);
    world.faulty.fault = nullptr;
    world.open();
    CHECK(FaultyLoad(world).is(world.saved));
    world.make(1, 8);
    world.save_well();
    world.faulty.hidden.clear();
    world.open();
    CHECK(FaultyLoad(world).is(world.saved));
}

/* A commit that stands there though its program failed; the map changes before it is committed
 * again, in the same log. */
static void denied_commit(void)
{
    FaultyWorld world;
    world.make(1, 5);
    world.save_well();
    world.make(2, 7);
    world.faulty.fault = [&](Call call, uint32_t) {
        return call == Call::program && world.memory.work[at_kind] == commit_kind ? Fault::denied
                                                                                  : Fault::none;
    };
    CHECK_EQ(oct9_store_save(&world.memory.store, &world.tree.tree, world.model.user.data()),
             OCT9_OK);
    while (world.memory.store.failed == 0)
        CHECK_EQ(oct9_store_run(&world.memory.store, 1), OCT9_AGAIN);
    world.faulty.fault = nullptr;
    world.make(1, 8);
    world.save_well();
    CHECK_EQ(world.memory.store.slot, 0);
    world.open();
    CHECK(FaultyLoad(world).is(world.saved));
}

/* A flash whose only map has this number. */
static void number(FaultyWorld &world, uint32_t number)
{
    world.make(2, 5);
    world.save_well();
    uint8_t *const commit = world.commit(0);
    put(commit + at_number, number, 4);
    sign(commit, faulty_record);
    world.open();
}

/* An open leaves out 64 numbers, a log takes one, a commit another. */
static void the_last_number(void)
{
    FaultyWorld world;
    number(world, number_max - 66);
    world.make(3, 6);
    world.save_well();
    CHECK_EQ(get(world.commit(1) + at_number), number_max);
    CHECK(FaultyLoad(world).is(world.saved));
    world.open();
    CHECK(FaultyLoad(world).is(world.saved));
    world.make(1, 7);
    CHECK_EQ(world.save(), OCT9_ERR_STORE_WORN);
}

static void numbers_are_used_up(void)
{
    for (const uint32_t left : { 65u, 64u, 63u, 0u }) {
        FaultyWorld world;
        number(world, number_max - left);
        CHECK(FaultyLoad(world).is(world.saved));
        world.make(3, 6);
        const uint64_t erases = world.faulty.flash.counts.erases;
        CHECK_EQ(world.save(), OCT9_ERR_STORE_WORN);
        CHECK_EQ(world.faulty.flash.counts.erases > erases, left == 65);
        world.open();
        CHECK(FaultyLoad(world).is(world.saved));
    }
    FaultyWorld world;
    number(world, number_max + 1);
    CHECK_EQ(FaultyLoad(world).status, OCT9_ERR_STORE_EMPTY);
}

/* A commit has a number above its log's. */
static void number_of_its_log(void)
{
    FaultyWorld world;
    world.make(2, 5);
    world.save_well();
    uint8_t *const commit = world.commit(0);
    put(commit + at_number, get(commit + at_life), 4);
    sign(commit, faulty_record);
    world.open();
    CHECK_EQ(FaultyLoad(world).status, OCT9_ERR_STORE_EMPTY);
}

/* A page of a log that no save ever began takes no number away. */
static void impossible_log(void)
{
    FaultyWorld world;
    world.make(2, 5);
    world.save_well();
    std::copy(world.record(0, 0), world.record(0, 1), world.record(1, 0));
    put(world.record(1, 0) + at_life, number_max + 1, 4);
    sign(world.record(1, 0), faulty_record);
    world.open();
    world.make(3, 6);
    world.save_well();
    world.open();
    CHECK(FaultyLoad(world).is(world.saved));
}

/* ---- the newest map cannot be loaded ---- */

/* Three maps, one in each slot; with each of the newest corrupted, the one before is loaded. */
static void older_maps(const std::function<void(FaultyWorld &, uint32_t slot)> &corrupt)
{
    FaultyWorld world(3, { 256, 9, 16 });
    std::deque<Model> older;
    for (unsigned i = 0; i < 3; i++) {
        world.open();
        world.make(3 + i, 5);
        world.save_well();
        older.push_front(world.saved);
    }
    for (uint32_t i = 0; i < 3; i++) {
        world.open();
        CHECK(FaultyLoad(world).is(older[i]));
        corrupt(world, 2 - i);
        CHECK(i == 2 || FaultyLoad(world).is(older[i + 1])); /* found whole before */
    }
    CHECK_EQ(FaultyLoad(world).status, OCT9_ERR_STORE_MAP);
    world.make(1, 9);
    world.save_well();
    world.open();
    CHECK(FaultyLoad(world).is(world.saved));
}

/* Sets two bytes of a record. */
static void forge(uint8_t *record, uint32_t at, uint32_t value)
{
    put(record + at, value, 2);
    sign(record, faulty_record);
}

static void root_out_of_the_pool(void)
{
    older_maps([](FaultyWorld &world, uint32_t slot) {
        forge(world.commit(slot), at_root, faulty_blocks);
    });
}

static void thresholds_that_cross(void)
{
    older_maps(
        [](FaultyWorld &world, uint32_t slot) { forge(world.commit(slot), at_root + 2, 3); });
}

/* The root's first two children are one block. */
static void block_used_twice(void)
{
    older_maps([](FaultyWorld &world, uint32_t slot) {
        uint8_t *const page = world.record(slot, 0);
        forge(page, at_body + 2, page[at_body]);
    });
}

/* ---- slots ---- */

/* Where all slots but that of the last map fail, the next save goes to the one behind that. */
static void slots_take_turns(void)
{
    FaultyWorld world(3, { 256, 9, 16 });
    world.make(2, 5);
    world.save_well();
    world.open();
    world.make(1, 6);
    world.faulty.fault = [](Call call, uint32_t) {
        return call == Call::program ? Fault::fails : Fault::none;
    };
    CHECK_EQ(world.save(), OCT9_ERR_STORE_WORN);
    CHECK_EQ(world.memory.store.slot, 2);
    CHECK_EQ(world.memory.store.failed, 6);
    world.faulty.fault = nullptr;
    world.save_well();
    CHECK_EQ(world.memory.store.slot, 1);
    world.open();
    CHECK(FaultyLoad(world).is(world.saved));
}

int main(void)
{
    RUN(leftovers_of_a_saved_map);
    RUN(leftovers_of_a_cut_save);
    RUN(leftovers_of_a_save_that_failed);
    RUN(page_of_another_start);
    RUN(page_behind_the_last);
    RUN(forged_heads);
    RUN(greatest_life);
    RUN(hidden_commits);
    RUN(denied_commit);
    RUN(the_last_number);
    RUN(numbers_are_used_up);
    RUN(number_of_its_log);
    RUN(impossible_log);
    RUN(root_out_of_the_pool);
    RUN(thresholds_that_cross);
    RUN(block_used_twice);
    RUN(slots_take_turns);
    return test_end();
}
