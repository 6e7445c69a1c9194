/* SPDX-License-Identifier: MIT */
/* Target: the store over a flash that is cut off, wears out, is damaged and is forged.
 *
 * As long as power and bad blocks are all that happens, a load finds the last saved map or one that
 * was being saved since. Once bytes are changed it may find another or none, but a tree that is
 * loaded passes every check, and what is saved from then on is found again. At all times only what
 * this run of the program has erased is programmed, once, in the flash and aligned.
 *
 * An input is a byte for the geometry, then operations; each begins with a byte that says which. */
#include "oct9/image.h"
#include "oct9/store.h"
#include "oct9/visit.h"
#include "verify/fuzz/fuzz.h"

#include <string.h>

enum {
    FLASH_MOST = 3072,
    RECORD_MOST = 64,
    BLOCKS = 12,
    USER_MOST = 4,
    PENDING_MOST = 8,
    OPERATIONS_MOST = 40,
    RUNS_MOST = 4000
};

typedef struct {
    uint8_t bytes[FLASH_MOST];
    bool erased[FLASH_MOST / 32]; /* by record: in this run of the program */
    uint32_t size, writes;
    uint32_t fuel; /* writes until the power fails; UINT32_MAX: never */
    uint32_t bad;  /* programs and erases that fail by themselves */
    uint8_t torn;  /* what a write that is cut leaves */
    bool dead;
} flash_t;

typedef struct {
    const uint8_t *data;
    size_t left;
    flash_t flash;
    oct9_store_config_t config;
    oct9_store_t store;
    oct9_block_t pool[BLOCKS];
    oct9_tree_t tree;
    uint8_t user[USER_MOST], work[RECORD_MOST], seen[OCT9_STORE_SEEN(BLOCKS)];
    uint16_t table[OCT9_STORE_PAGES(BLOCKS, 32u)];
    bool known; /* nothing but power and wear happened */
    bool has_saved;
    uint32_t saved, pending[PENDING_MOST], pending_count; /* digests of maps */
} world_t;

static unsigned next(world_t *world)
{
    if (world->left == 0)
        return 0;
    world->left--;
    return *world->data++;
}

/* --- the flash ------------------------------------------------------------------------------- */

static bool flash_read(void *context, uint32_t address, uint8_t *bytes, uint32_t size)
{
    const world_t *world = context;
    FUZZ_CHECK(address <= world->flash.size && size <= world->flash.size - address);
    memcpy(bytes, world->flash.bytes + address, size);
    return !world->flash.dead;
}

/* Whether a write of `size` bytes is done; if not, how many of them are. */
static bool write_done(flash_t *flash, uint32_t size, uint32_t *done)
{
    *done = 0;
    if (flash->dead)
        return false;
    flash->writes++;
    if (flash->fuel == 0 || flash->bad != 0) {
        *done = flash->torn % size;
        flash->dead = flash->fuel == 0;
        flash->bad -= flash->bad != 0;
        return false;
    }
    flash->fuel -= flash->fuel != UINT32_MAX;
    *done = size;
    return true;
}

static bool flash_program(void *context, uint32_t address, const uint8_t *bytes, uint32_t size)
{
    world_t *world = context;
    flash_t *flash = &world->flash;
    uint32_t done;
    FUZZ_CHECK(size == world->config.record_size && address % size == 0 &&
               address <= flash->size - size);
    if (flash->dead)
        return false;
    FUZZ_CHECK(flash->erased[address / 32u]);
    const bool good = write_done(flash, size, &done);
    flash->erased[address / 32u] = false;
    for (uint32_t i = 0; i < done; i++)
        flash->bytes[address + i] &= bytes[i];
    return good;
}

static bool flash_erase(void *context, uint32_t address)
{
    world_t *world = context;
    flash_t *flash = &world->flash;
    const uint32_t size = world->config.block_size;
    uint32_t done;
    FUZZ_CHECK(address % size == 0 && address <= flash->size - size);
    const bool good = write_done(flash, size, &done);
    memset(flash->bytes + address, 0xFF, done);
    for (uint32_t i = 0; i < size && !flash->dead; i += 32)
        flash->erased[(address + i) / 32u] = good;
    return good;
}

/* --- maps ------------------------------------------------------------------------------------ */

static uint32_t mix(uint32_t digest, uint32_t value)
{
    return (digest ^ value) * 16777619u;
}

/* Of all leaves and the caller's record. */
static uint32_t digest_of(const oct9_tree_t *tree, const world_t *world)
{
    const oct9_map_t map = oct9_map_of_tree(tree);
    uint32_t digest = 2166136261u;
    oct9_visit_t visit;
    oct9_leaf_t leaf;
    FUZZ_CHECK(oct9_visit_begin(&visit, &map, NULL, OCT9_STATES_ALL) == OCT9_OK);
    while (oct9_visit_next(&visit, UINT32_MAX, &leaf) > 0)
        digest = mix(mix(digest, leaf.payload), leaf.level);
    for (unsigned i = 0; i < world->config.user_size; i++)
        digest = mix(digest, world->user[i]);
    return digest;
}

static void check_tree(const world_t *world)
{
    uint8_t seen[(BLOCKS + 7) / 8];
    FUZZ_CHECK(oct9_tree_check(&world->tree, seen) == OCT9_OK);
}

static void write_cell(world_t *world)
{
    const unsigned where = next(world), what = next(world);
    const unsigned level = what % 4u, mask = 7u & ~((1u << level) - 1u);
    const oct9_node_t node = { { (uint16_t)(where & mask), (uint16_t)(where >> 3 & mask),
                                 (uint16_t)(where >> 6 & mask) },
                               (uint8_t)level };
    const oct9_status_t status = oct9_tree_set_node(&world->tree, &node, (uint16_t)(what >> 2));
    FUZZ_CHECK(status == OCT9_OK || status == OCT9_ERR_POOL_FULL);
}

/* --- saves and loads ------------------------------------------------------------------------- */

static void note_pending(world_t *world, uint32_t digest)
{
    if (world->pending_count == PENDING_MOST)
        world->known = false; /* too many to distinguish */
    else
        world->pending[world->pending_count++] = digest;
}

static bool may_be_loaded(const world_t *world, uint32_t digest)
{
    bool found = world->has_saved && digest == world->saved;
    for (uint32_t i = 0; i < world->pending_count; i++)
        found = found || digest == world->pending[i];
    return found;
}

static void note_saved(world_t *world, uint32_t digest)
{
    world->saved = digest;
    world->has_saved = true;
    world->pending_count = 0;
}

/* Begins a save and goes on with it for a while; `runs` may be fewer than it takes. */
static void save(world_t *world, uint32_t runs)
{
    const uint32_t budget = 1u + next(world) % 8u;
    const uint32_t digest = digest_of(&world->tree, world);
    FUZZ_CHECK(oct9_store_save(&world->store, &world->tree, world->user) == OCT9_OK);
    oct9_status_t status = OCT9_AGAIN;
    for (uint32_t i = 0; i < runs && status == OCT9_AGAIN; i++) {
        const uint32_t before = world->flash.writes;
        status = oct9_store_run(&world->store, budget);
        FUZZ_CHECK(world->flash.writes - before <= budget);
    }
    FUZZ_CHECK(status == OCT9_OK || status == OCT9_ERR_STORE_WORN ||
               (status == OCT9_AGAIN && runs < RUNS_MOST));
    if (status == OCT9_OK)
        note_saved(world, digest);
    else
        note_pending(world, digest);
}

static void save_all(world_t *world)
{
    save(world, RUNS_MOST);
}

static void save_some(world_t *world)
{
    save(world, 1u + next(world) % 16u);
}

static void open_store(world_t *world)
{
    world->flash.dead = false;
    world->flash.fuel = UINT32_MAX;
    world->flash.bad = 0;
    memset(world->flash.erased, 0, sizeof world->flash.erased);
    FUZZ_CHECK(oct9_store_open(&world->store, &world->config) == OCT9_OK);
}

/* The program starts anew: all that was in RAM is gone. */
static void start_anew(world_t *world)
{
    open_store(world);
    memset(world->user, 0, sizeof world->user);
    FUZZ_CHECK(oct9_tree_init(&world->tree, world->pool, BLOCKS, NULL) == OCT9_OK);
    const oct9_status_t status = oct9_store_load(&world->store, &world->tree, world->user);
    FUZZ_CHECK(status == OCT9_OK || status == OCT9_ERR_STORE_EMPTY ||
               status == OCT9_ERR_STORE_MAP || status == OCT9_ERR_POOL_FULL);
    check_tree(world);
    if (status == OCT9_OK) {
        const uint32_t digest = digest_of(&world->tree, world);
        FUZZ_CHECK(!world->known || may_be_loaded(world, digest));
        note_saved(world, digest);
    } else {
        FUZZ_CHECK(!world->known || (status == OCT9_ERR_STORE_EMPTY && !world->has_saved));
        world->has_saved = false;
        world->pending_count = 0;
    }
}

/* --- what goes wrong ------------------------------------------------------------------------- */

static void cut_power(world_t *world)
{
    world->flash.fuel = next(world) % 16u;
    world->flash.torn = (uint8_t)next(world);
}

static void wear_out(world_t *world)
{
    world->flash.bad = next(world) % 4u;
    world->flash.torn = (uint8_t)next(world);
}

static uint8_t *some_record(world_t *world)
{
    const uint32_t records = world->flash.size / world->config.record_size;
    return world->flash.bytes + next(world) % records * world->config.record_size;
}

static void damage(world_t *world)
{
    uint8_t *record = some_record(world);
    record[next(world) % world->config.record_size] ^= (uint8_t)next(world);
    world->known = false;
}

/* A byte of a record, or two, and its CRC made right. */
static void forge(world_t *world)
{
    uint8_t *record = some_record(world);
    const uint32_t size = world->config.record_size;
    const uint32_t at = 4u + next(world) % (size - 4u);
    record[at] = (uint8_t)next(world);
    record[at + 1u < size ? at + 1u : at] = (uint8_t)next(world);
    set_word(record, 0, oct9_rom_crc32(0, record + 4, size - 4u));
    world->known = false;
}

static void copy_record(world_t *world)
{
    uint8_t *to = some_record(world);
    memmove(to, some_record(world), world->config.record_size);
    world->known = false;
}

/* After a forgery a load reads what there is, and saves are judged again from there. */
static void trust_again(world_t *world)
{
    start_anew(world);
    save(world, RUNS_MOST);
    world->known = world->has_saved && world->pending_count == 0 && !world->flash.dead;
}

/* --- the target ------------------------------------------------------------------------------ */

static void set_up(world_t *world)
{
    const unsigned bits = next(world);
    oct9_store_config_t *config = &world->config;
    config->context = world;
    config->read = flash_read;
    config->program = flash_program;
    config->erase = flash_erase;
    config->block_size = bits & 1u ? 256 : 128;
    config->record_size = bits & 2u ? 64 : 32;
    config->program_size = bits & 2u ? 8 : 32;
    config->slots = bits & 4u ? 3 : 2;
    config->block_count = (uint16_t)(config->slots * (bits & 8u ? 1024u : 768u) /
                                     config->block_size);
    config->user_size = bits & 2u ? bits >> 4 & 3u : 0;
    config->blocks = BLOCKS;
    config->work = world->work;
    config->table = world->table;
    config->seen = world->seen;
    world->flash.size = config->block_count * config->block_size;
    memset(world->flash.bytes, bits & 128u ? 0 : 0xFF, sizeof world->flash.bytes);
    world->known = true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static void (*const operations[])(world_t *) = { write_cell, write_cell,  write_cell, save_all,
                                                     save_all,   save_some,   cut_power,  wear_out,
                                                     start_anew, start_anew,  damage,     forge,
                                                     forge,      copy_record, trust_again };
    static world_t world;
    memset(&world, 0, sizeof world);
    world.data = data;
    world.left = size;
    set_up(&world);
    start_anew(&world);
    for (unsigned i = 0; i < OPERATIONS_MOST && world.left != 0; i++) {
        operations[next(&world) % (sizeof operations / sizeof *operations)](&world);
        world.user[0] ^= 1;
        if (world.flash.dead)
            start_anew(&world);
    }
    start_anew(&world);
    return 0;
}
