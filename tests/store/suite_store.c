/* SPDX-License-Identifier: MIT */
/* The store on a flash in RAM: what it writes is the same on every machine, what it loads is the
 * model's map, a save in pieces is a save, and each cut of the power leaves one of two maps. */
#include "oct9/store.h"

#include "tests/golden/model.h"
#include "tests/golden/suites.h"
#include "tests/test.h"

enum {
    RECORD = 64,
    SMALL_RECORD = 48,
    UNIT = 16,
    FLASH_BLOCK = 256,
    FLASH_BLOCKS = 8,
    SLOTS = 2,
    USER = 6,
    BLOCKS = 36,
    FLASH = FLASH_BLOCK * FLASH_BLOCKS
};

static uint8_t flash[FLASH];
static uint16_t operations, cut_at;    /* 0: never */
static uint8_t worn[FLASH_BLOCKS];     /* erases */
static bool denies;                    /* the next program, which does its work */
static bool unreadable;                /* all of it */
static uint32_t unreadable_at = FLASH; /* the record there */
static uint8_t work[RECORD], seen[OCT9_STORE_SEEN(BLOCKS)];
static uint16_t table[OCT9_STORE_PAGES(BLOCKS, SMALL_RECORD)];
static uint16_t record = RECORD; /* the size in use */
static uint8_t user[USER];
static oct9_store_t store;

static bool has_power(void)
{
    return cut_at == 0 || operations < cut_at;
}

static bool flash_read(void *context, uint32_t address, uint8_t *bytes, uint32_t size)
{
    (void)context;
    CHECK(address < FLASH && address % FLASH_BLOCK % record + size <= record);
    for (uint32_t i = 0; i < size; i++)
        bytes[i] = flash[address + i];
    return !unreadable && address != unreadable_at;
}

/* The unit where the power fails is half written. */
static bool flash_program(void *context, uint32_t address, const uint8_t *bytes, uint32_t size)
{
    (void)context;
    CHECK(address % FLASH_BLOCK % record == 0 && size == record);
    for (uint32_t i = 0; i < size && has_power(); i++) {
        if (i % UNIT == UNIT / 2)
            operations++;
        if (has_power() || i % UNIT < UNIT / 2)
            flash[address + i] = (uint8_t)(flash[address + i] & bytes[i]);
    }
    const bool denied = denies;
    denies = false;
    return has_power() && !denied;
}

static bool flash_erase(void *context, uint32_t address)
{
    (void)context;
    CHECK(address % FLASH_BLOCK == 0);
    if (!has_power())
        return false;
    operations++;
    worn[address / FLASH_BLOCK]++;
    for (uint32_t i = 0; i < FLASH_BLOCK; i += has_power() ? 1u : 3u)
        flash[address + i] = 0xFF;
    return has_power();
}

static oct9_store_config_t config = { .read = flash_read,
                                      .program = flash_program,
                                      .erase = flash_erase,
                                      .block_size = FLASH_BLOCK,
                                      .block_count = FLASH_BLOCKS,
                                      .program_size = UNIT,
                                      .record_size = RECORD,
                                      .slots = SLOTS,
                                      .user_size = USER,
                                      .blocks = BLOCKS,
                                      .work = work,
                                      .table = table,
                                      .seen = seen };

static void open(void)
{
    CHECK_EQ(oct9_store_open(&store, &config), OCT9_OK);
}

static void reset(void)
{
    for (uint32_t i = 0; i < FLASH; i++)
        flash[i] = (uint8_t)(i % 251u);
    operations = cut_at = 0;
    model_reset(BLOCKS);
    open();
}

static void fill(uint16_t x, uint16_t edge, uint16_t payload)
{
    const oct9_box_t box = { { x, 1, 2 },
                             { (uint16_t)(x + edge), (uint16_t)(1 + edge), (uint16_t)(2 + edge) } };
    CHECK_EQ(oct9_tree_fill_box(&world_tree, &box, payload), OCT9_OK);
    model_fill(&box, payload);
    user[0]++;
}

/* In pieces of `budget` steps, until it is over or the power fails. */
static oct9_status_t save(uint32_t budget)
{
    oct9_status_t status = oct9_store_save(&store, &world_tree, user);
    CHECK_EQ(status, OCT9_OK);
    do
        status = oct9_store_run(&store, budget);
    while (status == OCT9_AGAIN && has_power());
    return status;
}

static oct9_status_t load(void)
{
    for (unsigned i = 0; i < USER; i++)
        user[i] = 0xEE;
    CHECK_EQ(oct9_tree_init(&world_tree, world_pool, BLOCKS, NULL), OCT9_OK);
    const oct9_status_t status = oct9_store_load(&store, &world_tree, user);
    CHECK_EQ(oct9_tree_check(&world_tree, world_seen), OCT9_OK);
    return status;
}

static uint32_t flash_digest(void)
{
    uint32_t digest = DIGEST_BEGIN;
    for (uint32_t i = 0; i < FLASH; i++)
        digest = digest_add(digest, flash[i]);
    return digest;
}

/* ---------------------------------------------------------------------------------------------- */

static void nothing_is_there(void)
{
    reset();
    CHECK_EQ(load(), OCT9_ERR_STORE_EMPTY);
    CHECK_EQ(user[0], 0xEE);
    for (uint32_t i = 0; i < FLASH; i++)
        flash[i] = 0xFF;
    open();
    CHECK_EQ(load(), OCT9_ERR_STORE_EMPTY);
}

static void saves_and_loads(void)
{
    uint32_t digest = DIGEST_BEGIN;
    reset();
    for (uint16_t i = 0; i < 12; i++) {
        fill(i % 4u, 1u + i % 3u, i % 5u);
        for (unsigned k = 1; k < USER; k++)
            user[k] = (uint8_t)(i * k);
        CHECK_EQ(save(1u + i), OCT9_OK);
        digest = digest_add(digest, flash_digest());
        if (i % 3 == 0)
            open();
        CHECK_EQ(load(), OCT9_OK);
        model_compare();
        for (unsigned k = 1; k < USER; k++)
            CHECK_EQ(user[k], (uint8_t)(i * k));
    }
    TEST_DIGEST("store/flash", digest);
}

/* A save of what is there writes nothing; a small change writes a page or a few and a commit. */
static void writes_what_differs(void)
{
    reset();
    fill(2, 3, 7);
    CHECK_EQ(save(3), OCT9_OK);
    uint16_t before = operations;
    CHECK_EQ(save(3), OCT9_OK);
    CHECK_EQ(operations, before);
    open(); /* what another run has written does not count */
    CHECK_EQ(save(3), OCT9_OK);
    CHECK(operations > before);
    before = operations;
    fill(2, 1, 7);
    CHECK_EQ(save(100), OCT9_OK);
    CHECK(operations - before <= 4 * RECORD / UNIT + 1);
    CHECK_EQ(load(), OCT9_OK);
    model_compare();
}

/* A record that is no multiple of what is compared at a time; one that is as it was is not written
 * again. */
static void small_records(void)
{
    config.record_size = record = SMALL_RECORD;
    reset();
    for (uint16_t i = 0; i < 3; i++) {
        fill(i, 3, i + 1u);
        CHECK_EQ(save(3), OCT9_OK);
        const uint16_t before = operations;
        CHECK_EQ(save(3), OCT9_OK);
        CHECK_EQ(operations, before);
        CHECK_EQ(store.failed, 0);
    }
    CHECK_EQ(load(), OCT9_OK);
    model_compare();
    config.record_size = record = RECORD;
}

/* One flipped bit in a record is put right, and written anew by the next save. */
static void flipped_bits(void)
{
    uint32_t repaired = 0;
    reset();
    fill(3, 2, 9);
    CHECK_EQ(save(9), OCT9_OK);
    for (uint32_t bit = 0; bit < 8u * FLASH; bit += 97) {
        flash[bit / 8] = (uint8_t)(flash[bit / 8] ^ 1u << bit % 8);
        open();
        CHECK_EQ(load(), OCT9_OK);
        repaired += store.repaired;
        flash[bit / 8] = (uint8_t)(flash[bit / 8] ^ 1u << bit % 8);
    }
    model_compare();
    CHECK(repaired > 0);
    open();
    CHECK_EQ(save(9), OCT9_OK);
    const uint16_t before = operations;
    flash[FLASH / 2 + 20] ^= 16; /* in the first page */
    CHECK_EQ(save(9), OCT9_OK);
    CHECK(operations - before == 2 * RECORD / UNIT);
    CHECK_EQ(load(), OCT9_OK);
    model_compare();
}

/* What the power leaves at each operation of two saves: the old map or the new one. */
static void power_cuts(void)
{
    uint16_t cut = 1, seen_old = 0, seen_new = 0;
    bool cuts = true;
    for (; cuts; cut++) {
        reset();
        fill(1, 3, 5);
        user[0] = 1;
        CHECK_EQ(save(7), OCT9_OK);
        open(); /* the second goes to the other slot */
        operations = 0;
        cut_at = cut;
        fill(2, 4, 6);
        user[0] = 2;
        const bool is_new = save(2) == OCT9_OK;
        cuts = !has_power();
        cut_at = 0;
        open();
        CHECK_EQ(load(), OCT9_OK);
        CHECK(user[0] == 2 || (user[0] == 1 && !is_new));
        if (user[0] == 1) {
            model_fill(&(oct9_box_t){ { 0, 0, 0 }, { 8, 8, 8 } }, 0);
            model_fill(&(oct9_box_t){ { 1, 1, 2 }, { 4, 4, 5 } }, 5);
            seen_old++;
        } else {
            seen_new++;
        }
        model_compare();
    }
    CHECK(seen_old > 20 && seen_new > 0);
}

/* A small map takes one block of four at each start: all are erased as often. */
static void erases_go_round(void)
{
    reset();
    for (unsigned i = 0; i < FLASH_BLOCKS; i++)
        worn[i] = 0;
    for (unsigned i = 0; i < 4 * FLASH_BLOCKS; i++) {
        open();
        user[1] = (uint8_t)i;
        CHECK_EQ(save(9), OCT9_OK);
    }
    for (unsigned i = 0; i < FLASH_BLOCKS; i++)
        CHECK_EQ(worn[i], 4);
}

/* A page's program is said to have failed, and yet the page stands there; then the map is again as
 * it was, so that the page before is right, or none. It must not be mixed up with that one. */
static void deny(uint16_t payload)
{
    reset();
    fill(1, 3, payload);
    CHECK_EQ(save(7), OCT9_OK);
    fill(1, 1, 6);
    denies = true;
    CHECK_EQ(oct9_store_save(&store, &world_tree, user), OCT9_OK);
    while (store.failed == 0)
        CHECK_EQ(oct9_store_run(&store, 1), OCT9_AGAIN);
    fill(1, 1, payload);
    CHECK_EQ(oct9_store_run(&store, 1), OCT9_ERR_STALE);
    user[0] = 77;
    CHECK_EQ(save(7), OCT9_OK);
    open();
    CHECK_EQ(load(), OCT9_OK);
    CHECK_EQ(user[0], 77);
    model_compare();
}

static void denied_program(void)
{
    deny(5);
    deny(0);
}

/* What cannot be read makes an empty tree, all of whose blocks are free. */
static void unreadable_flash(void)
{
    reset();
    fill(3, 2, 9);
    CHECK_EQ(save(9), OCT9_OK);
    for (unsigned i = 0; i < sizeof seen; i++)
        seen[i] = 0xFF;
    unreadable = true;
    CHECK_EQ(load(), OCT9_ERR_STORE_MAP);
    unreadable = false;
    CHECK_EQ(world_tree.used, 0);
    CHECK_EQ(load(), OCT9_OK);
    model_compare();
}

/* Loads into the same pool, which still holds what cannot be read: a commit, and nine blocks in
 * pages of three. */
static void unreadable_record(void)
{
    unsigned needed = 0;
    reset();
    CHECK_EQ(oct9_tree_set_cell(&world_tree, (oct9_cell_t){ 0, 0, 0 }, 9), OCT9_OK);
    CHECK_EQ(save(9), OCT9_OK);
    for (uint32_t at = 0; at < FLASH; at += record) {
        CHECK_EQ(load(), OCT9_OK);
        CHECK_EQ(world_tree.used, 9);
        unreadable_at = at;
        const oct9_status_t status = oct9_store_load(&store, &world_tree, user);
        unreadable_at = FLASH;
        CHECK_EQ(world_tree.used, status == OCT9_OK ? 9 : 0);
        needed += status == OCT9_ERR_STORE_MAP;
    }
    CHECK_EQ(needed, 4);
}

static void errors(void)
{
    static const struct {
        uint16_t record, unit;
        uint8_t slots, user;
        uint32_t blocks;
    } bad[] = { { 0, 16, 2, 0, 36 },    { 16, 16, 2, 0, 36 }, { 72, 8, 2, 0, 36 },
                { 64, 0, 2, 0, 36 },    { 64, 48, 2, 0, 36 }, { 64, 16, 1, 0, 36 },
                { 64, 16, 0, 0, 36 },   { 64, 16, 9, 0, 36 }, { 64, 16, 2, 33, 36 },
                { 128, 16, 2, 65, 36 }, { 64, 16, 2, 0, 0 },  { 64, 16, 2, 0, 32769 },
                { 64, 16, 2, 0, 46 },   { 64, 16, 3, 0, 36 }, { 272, 16, 2, 0, 36 } };
    const oct9_store_config_t good = config;
    reset();
    for (unsigned i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        config.record_size = bad[i].record;
        config.program_size = bad[i].unit;
        config.slots = bad[i].slots;
        config.user_size = bad[i].user;
        config.blocks = bad[i].blocks;
        CHECK_EQ(oct9_store_open(&store, &config), OCT9_ERR_ARGUMENT);
        config = good;
    }
    open();
    CHECK_EQ(oct9_tree_init(&world_tree, world_pool, BLOCKS + 1, NULL), OCT9_OK);
    CHECK_EQ(oct9_store_save(&store, &world_tree, user), OCT9_ERR_ARGUMENT);
    CHECK_EQ(oct9_store_load(&store, &world_tree, user), OCT9_ERR_ARGUMENT);
    model_reset(BLOCKS);
    fill(1, 2, 3);
    CHECK_EQ(oct9_store_save(&store, &world_tree, user), OCT9_OK);
    CHECK_EQ(oct9_store_run(&store, 0), OCT9_ERR_ARGUMENT);
    CHECK_EQ(oct9_store_run(&store, 2), OCT9_AGAIN);
    fill(1, 2, 4);
    CHECK_EQ(oct9_store_run(&store, 2), OCT9_ERR_STALE);
    CHECK_EQ(oct9_store_run(&store, 2), OCT9_ERR_STALE);
    CHECK_EQ(save(2), OCT9_OK);
    CHECK_EQ(oct9_store_run(&store, 2), OCT9_OK);
    world_tree.generation++;
    CHECK_EQ(oct9_store_save(&store, &world_tree, user), OCT9_ERR_STALE);
    CHECK_EQ(oct9_tree_init(&world_tree, world_pool, BLOCKS - 1, NULL), OCT9_OK);
    const uint32_t written = world_tree.generation;
    CHECK_EQ(oct9_store_load(&store, &world_tree, user), OCT9_ERR_POOL_FULL);
    CHECK_EQ(world_tree.generation, written);
}

GOLDEN_SUITE(store)
{
    RUN(nothing_is_there);
    RUN(saves_and_loads);
    RUN(writes_what_differs);
    RUN(small_records);
    RUN(flipped_bits);
    RUN(power_cuts);
    RUN(erases_go_round);
    RUN(denied_program);
    RUN(unreadable_flash);
    RUN(unreadable_record);
    RUN(errors);
}
