/* SPDX-License-Identifier: MIT */
/* A store on flash whose calls go wrong where a test says so: a read, a program or an erase that
 * fails, a program that does its work and is said to have failed or the reverse, a record
 * that cannot be read for now, a task that writes the tree during a call. */
#ifndef OCT9_TEST_STORE_FAULTS_HPP
#define OCT9_TEST_STORE_FAULTS_HPP

#include "store_format.hpp"
#include "store_world.hpp"

#include <cstring>
#include <functional>
#include <set>

namespace store {

/* ---- the flash ---- */

enum class Call { read, program, erase };

enum class Fault {
    none,
    fails,  /* and does nothing */
    denied, /* does its work, and is said to have failed */
    silent  /* does nothing, and is said to have worked */
};

class FaultyFlash {
public:
    Flash flash;
    std::function<Fault(Call, uint32_t address)> fault;
    std::set<uint32_t> hidden; /* records that read wrong until they are erased */

    explicit FaultyFlash(const Geometry &geometry)
        : flash(geometry, 1), block_size_(geometry.block_size)
    {
    }

    /* Its callbacks, in place of Flash's. */
    void bind_to(oct9_store_config_t &config)
    {
        config.context = this;
        config.read = [](void *context, uint32_t address, uint8_t *bytes, uint32_t size) {
            return static_cast<FaultyFlash *>(context)->read(address, bytes, size);
        };
        config.program = [](void *context, uint32_t address, const uint8_t *bytes, uint32_t size) {
            FaultyFlash &self = *static_cast<FaultyFlash *>(context);
            return self.act(Call::program, address,
                            [&] { return self.flash.program(address, bytes, size); });
        };
        config.erase = [](void *context, uint32_t address) {
            FaultyFlash &self = *static_cast<FaultyFlash *>(context);
            return self.act(Call::erase, address, [&] { return self.erase(address); });
        };
    }

private:
    uint32_t block_size_;

    Fault next(Call call, uint32_t address) { return fault ? fault(call, address) : Fault::none; }

    bool act(Call call, uint32_t address, const std::function<bool()> &work)
    {
        const Fault now = next(call, address);

        if (now == Fault::none || now == Fault::denied)
            CHECK(work());
        return now == Fault::none || now == Fault::silent;
    }

    bool erase(uint32_t address)
    {
        hidden.erase(hidden.lower_bound(address), hidden.lower_bound(address + block_size_));
        return flash.erase(address);
    }

    /* Two bits of what is hidden are wrong, so that no CRC puts them right. */
    bool read(uint32_t address, uint8_t *bytes, uint32_t size)
    {
        if (next(Call::read, address) != Fault::none || !flash.read(address, bytes, size))
            return false;
        if (hidden.count(address) != 0)
            bytes[0] ^= 3;
        return true;
    }
};

/* ---- a map and its store ---- */

constexpr uint32_t faulty_record = 64, faulty_blocks = 30, faulty_user = 4;
constexpr Geometry faulty_geometry = { 256, 6, 16 };
constexpr uint32_t per_block = 4, slot_records = 12; /* with two slots */
constexpr uint32_t slot_size = slot_records * faulty_record;

/* The last map that was saved is `saved`; `model` is the tree's. */
class FaultyWorld {
public:
    FaultyFlash faulty;
    Memory memory;
    Tree tree;
    Model model, saved;

    explicit FaultyWorld(uint32_t slots = 2, const Geometry &geometry = faulty_geometry,
                         uint32_t pool = faulty_blocks)
        : faulty(geometry), tree(pool)
    {
        bind(memory, make_config(geometry, faulty_record, slots, faulty_user, faulty_blocks),
             faulty.flash);
        faulty.bind_to(memory.config);
        model.user.assign(faulty_user, 0);
        saved = model;
        open();
    }

    /* In memory that was used before. */
    void open()
    {
        std::memset(&memory.store, 0xA5, sizeof memory.store);
        CHECK_EQ(oct9_store_open(&memory.store, &memory.config), OCT9_OK);
        CHECK_EQ(memory.store.failed, 0);
        CHECK_EQ(oct9_store_run(&memory.store, 1), OCT9_OK); /* no save is in progress */
    }

    /* A map of `cells` cells, in the pool's first blocks: 1 takes 9 blocks, or 3 pages, 8 take 23,
     * and 15 take all 30. */
    void make(unsigned cells, uint16_t payload)
    {
        CHECK_EQ(oct9_tree_init(&tree.tree, tree.tree.pool, tree.tree.capacity, nullptr), OCT9_OK);
        model.inside.fill(0);
        for (unsigned i = 0; i < cells; i++)
            set_cell(i % 2 * 4 + i / 8 * 2, i / 2 % 2 * 4, i / 4 % 2 * 4, payload);
        model.user[0]++;
    }

    void set_cell(unsigned x, unsigned y, unsigned z, uint16_t payload)
    {
        CHECK_EQ(oct9_tree_set_cell(&tree.tree,
                                    { static_cast<uint16_t>(x), static_cast<uint16_t>(y),
                                      static_cast<uint16_t>(z) },
                                    payload),
                 OCT9_OK);
        model.at(static_cast<int>(x), static_cast<int>(y), static_cast<int>(z)) = payload;
    }

    oct9_status_t save()
    {
        const Model begun = model;

        CHECK_EQ(oct9_store_save(&memory.store, &tree.tree, model.user.data()), OCT9_OK);
        const oct9_status_t status = oct9_store_run(&memory.store, 1000);
        if (status == OCT9_OK)
            saved = begun;
        return status;
    }

    void save_well() { CHECK_EQ(save(), OCT9_OK); }

    /* A save whose power is cut when a slot's record of this number is to be programmed. */
    void save_cut_at(uint32_t slot, uint32_t number)
    {
        const uint32_t place = slot * slot_size + number * faulty_record;

        faulty.fault = [=, cut = false](Call call, uint32_t address) mutable {
            cut = cut || (call == Call::program && address == place);
            return cut ? Fault::fails : Fault::none;
        };
        CHECK_EQ(save(), OCT9_ERR_STORE_WORN);
        faulty.fault = nullptr;
    }

    /* The record number `number` of a slot, where it stands. */
    uint8_t *record(uint32_t slot, uint32_t number)
    {
        return faulty.flash.bytes().data() + slot * slot_size + number * faulty_record;
    }

    /* The newest commit in a slot. */
    uint8_t *commit(uint32_t slot)
    {
        uint8_t *found = nullptr;

        for (uint32_t i = 0; i < slot_records; i++) {
            uint8_t *const at = record(slot, i);
            if (at[at_kind] == commit_kind && get(at) == crc_of(at, faulty_record) &&
                (found == nullptr || get(at + at_number) > get(found + at_number)))
                found = at;
        }
        CHECK(found != nullptr);
        return found;
    }
};

/* What a world's store loads into another tree. */
struct FaultyLoad {
    Tree tree{ faulty_blocks };
    Bytes user = Bytes(faulty_user, 0xEE);
    oct9_status_t status;

    explicit FaultyLoad(FaultyWorld &world)
    {
        tree.tree.failed = tree.tree.peak = 7;
        tree.tree.thresholds = { 101, 102 };
        std::fill(world.memory.seen.begin(), world.memory.seen.end(), uint8_t{ 0xFF });
        status = oct9_store_load(&world.memory.store, &tree.tree, user.data());
        CHECK(tree.good());
        if (status == OCT9_OK)
            CHECK(tree.tree.failed == 0 && tree.tree.peak == tree.tree.used);
        else
            CHECK(tree.tree.root == 0x8000 && tree.tree.used == 0 &&
                  tree.tree.thresholds.free_below == 101 &&
                  tree.tree.thresholds.occupied_from == 102 && user == Bytes(faulty_user, 0xEE));
    }

    bool is(const Model &model) const
    {
        return status == OCT9_OK && user == model.user && tree.is(model);
    }
};

} // namespace store

#endif
