/* SPDX-License-Identifier: MIT */
/* Malicious flash: records with good CRCs that say anything. For any of them, a load ends with a
 * tree that passes every check, its own or an empty one, and a save goes on from there. All memory
 * is of its exact size, so that the sanitizers see a byte too far.
 *
 * SEED, FORGERIES from the environment. */
#include "store_format.hpp"
#include "store_world.hpp"

#include <cstdio>

using namespace store;
using oracle::setting;

static const Geometry geometry = { 512, 8, 16 };
static constexpr uint32_t record = 64, slots = 2, user_size = 8, blocks = 40;
static constexpr uint32_t records_in_flash = 8 * 512 / record;

static uint64_t seed;
static unsigned long loaded, refused, saved;

/* Saves some maps. */
static void fill(Random &random, Memory &memory, Flash &flash)
{
    Tree tree(blocks);
    Model model;

    model.user.assign(user_size, 7);
    for (int i = 0; i < 4; i++) {
        for (int k = 0; k < 4; k++)
            change(random, &tree.tree, model);
        CHECK_EQ(oct9_store_save(&memory.store, &tree.tree, model.user.data()), OCT9_OK);
        CHECK_EQ(oct9_store_run(&memory.store, 10000), OCT9_OK);
        if (random.chance(30))
            CHECK_EQ(oct9_store_open(&memory.store, &memory.config), OCT9_OK);
    }
    (void)flash;
}

/* Makes the CRC of the table right, as the library would have it, of each commit. */
static void sign_tables(Bytes &bytes)
{
    for (uint32_t commit = 0; commit < records_in_flash; commit++) {
        uint8_t *const head = bytes.data() + commit * record;
        if (head[at_kind] != commit_kind)
            continue;
        std::array<uint16_t, OCT9_STORE_PAGES(blocks, record)> table;
        table.fill(0xFFFF);
        const uint32_t slot = commit / (records_in_flash / slots);
        const uint32_t start = head[at_start] % 4u, per = 512 / record;
        for (uint32_t n = 0; n < 4 * per; n++) {
            const uint32_t at = (slot * 4 + (start + n / per) % 4) * per + n % per;
            const uint8_t *const page = bytes.data() + at * record;
            if (at == commit)
                break;
            const uint32_t number = page[at_page] + 256u * page[at_page + 1];
            if (page[at_kind] == page_kind && get(page + at_life) == get(head + at_life) &&
                page[at_start] == head[at_start] && number < table.size())
                table[number] = static_cast<uint16_t>(n);
        }
        uint32_t crc = 0;
        for (uint32_t page = 0; page < table.size(); page++) {
            uint8_t entry[4];
            put(entry, page, 2);
            put(entry + 2, table[page], 2);
            if (table[page] != 0xFFFF)
                crc = oct9_rom_crc32(crc, entry, 4);
        }
        put(head + at_table, crc, 4);
        sign(head, record);
    }
}

static uint16_t slot_like(Random &random)
{
    switch (random.below(4)) {
    case 0: return static_cast<uint16_t>(random.below(blocks));
    case 1: return static_cast<uint16_t>(random.below(2 * blocks));
    case 2: return static_cast<uint16_t>(0x8000 + random.below(3));
    default: return static_cast<uint16_t>(random.u32());
    }
}

/* One record, changed in a field or anywhere. */
static void forge_record(Random &random, uint8_t *head)
{
    switch (random.below(8)) {
    case 0: put(head + at_life, random.u32() >> random.below(32), 4); break;
    case 1: head[at_kind] = static_cast<uint8_t>(random.below(4)); break;
    case 2: put(head + at_page, slot_like(random), 2); break;
    case 3: put(head + at_start, random.below(6), 2); break;
    case 4: put(head + at_number, 0xFFFFFF00u - 3u + random.below(6), 4); break;
    default:
        for (uint32_t n = 1 + random.below(6); n > 0; n--)
            put(head + at_body + 2 * random.below(24), slot_like(random), 2);
    }
    sign(head, record);
}

static bool is_empty(const oct9_tree_t &tree)
{
    return tree.root == 0x8000 && tree.used == 0;
}

/* What is saved is loaded, unless no number is left for it. */
static void save_on(Memory &memory, Flash &flash)
{
    Tree tree(blocks), again(blocks);
    Bytes user(user_size, 3), other(user_size);

    CHECK_EQ(oct9_tree_set_cell(&tree.tree, { 5, 6, 7 }, 9), OCT9_OK);
    CHECK_EQ(oct9_store_save(&memory.store, &tree.tree, user.data()), OCT9_OK);
    const oct9_status_t status = oct9_store_run(&memory.store, 10000);
    CHECK(status == OCT9_OK || status == OCT9_ERR_STORE_WORN);
    if (status != OCT9_OK)
        return;
    saved++;
    CHECK_EQ(oct9_store_open(&memory.store, &memory.config), OCT9_OK);
    CHECK_EQ(oct9_store_load(&memory.store, &again.tree, other.data()), OCT9_OK);
    CHECK(other == user && again.good());
    CHECK_EQ(again.tree.used, tree.tree.used);
    (void)flash;
}

static void load_forged(Memory &memory, Flash &flash, bool goes_on)
{
    Tree tree(blocks);
    Bytes user(user_size, 0xEE);
    const Bytes before = user;

    flash.power_on();
    CHECK_EQ(oct9_store_open(&memory.store, &memory.config), OCT9_OK);
    const oct9_status_t status = oct9_store_load(&memory.store, &tree.tree, user.data());
    CHECK(tree.good());
    CHECK(tree.tree.thresholds.free_below >= 1 &&
          tree.tree.thresholds.free_below <= tree.tree.thresholds.occupied_from);
    CHECK(status == OCT9_OK || (is_empty(tree.tree) && user == before));
    CHECK(status == OCT9_OK || status == OCT9_ERR_STORE_EMPTY || status == OCT9_ERR_STORE_MAP ||
          status == OCT9_ERR_POOL_FULL);
    (status == OCT9_OK ? loaded : refused)++;
    if (goes_on)
        save_on(memory, flash);
}

static void forgeries(void)
{
    const uint64_t count = setting("FORGERIES", 20000);
    const oct9_store_config_t config = make_config(geometry, record, slots, user_size, blocks);
    Random random(seed);
    Memory memory;

    for (uint64_t i = 0; i < count; i += 40) {
        Flash flash(geometry, random.u32());
        bind(memory, config, flash);
        CHECK_EQ(oct9_store_open(&memory.store, &memory.config), OCT9_OK);
        fill(random, memory, flash);
        for (int k = 0; k < 40; k++) {
            Flash forged = flash;
            bind(memory, config, forged);
            for (uint32_t n = 1 + random.below(8); n > 0; n--)
                forge_record(random,
                             forged.bytes().data() + record * random.below(records_in_flash));
            if (random.chance(80))
                sign_tables(forged.bytes());
            load_forged(memory, forged, random.chance(10));
        }
    }
    std::printf("%lu forged flashes loaded, %lu refused, %lu saved to\n", loaded, refused, saved);
    CHECK(loaded > count / 20 && refused > count / 20 && saved > count / 40);
}

int main(void)
{
    seed = setting("SEED", 20262);
    std::printf("seed %llu\n", static_cast<unsigned long long>(seed));
    RUN(forgeries);
    return test_end();
}
