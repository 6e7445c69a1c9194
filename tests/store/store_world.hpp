/* SPDX-License-Identifier: MIT */
/* A robot's map and its store, with a model that shares nothing with the library: an array of the
 * payloads in a cube of 8 x 8 x 8 cells, one payload for all outside, the thresholds and the
 * caller's bytes. */
#ifndef OCT9_TEST_STORE_WORLD_HPP
#define OCT9_TEST_STORE_WORLD_HPP

#include "flash.hpp"

#include <array>
#include <deque>

namespace store {

constexpr int edge = 8;

struct Model {
    std::array<uint16_t, edge * edge * edge> inside{};
    std::array<int, 3> corner{}; /* of the cube, aligned to its edge */
    uint16_t outside = 0;
    uint16_t free_below = 2, occupied_from = 2;
    Bytes user;

    uint16_t &at(int x, int y, int z)
    {
        return inside[static_cast<size_t>(x + edge * (y + edge * z))];
    }
};

/* What a store works with, in memory of its exact size; copied as a whole. */
struct Memory {
    oct9_store_config_t config = {};
    oct9_store_t store = {};
    Bytes work, seen;
    std::vector<uint16_t> table;
};

inline Flash &flash_of(void *context)
{
    return *static_cast<Flash *>(context);
}

inline oct9_store_config_t make_config(const Geometry &geometry, uint32_t record_size,
                                       uint32_t slots, uint32_t user_size, uint32_t blocks)
{
    oct9_store_config_t config = {};

    config.read = [](void *context, uint32_t address, uint8_t *bytes, uint32_t size) {
        return flash_of(context).read(address, bytes, size);
    };
    config.program = [](void *context, uint32_t address, const uint8_t *bytes, uint32_t size) {
        return flash_of(context).program(address, bytes, size);
    };
    config.erase = [](void *context, uint32_t address) { return flash_of(context).erase(address); };
    config.block_size = geometry.block_size;
    config.block_count = static_cast<uint16_t>(geometry.block_count);
    config.program_size = static_cast<uint16_t>(geometry.program_size);
    config.record_size = static_cast<uint16_t>(record_size);
    config.slots = static_cast<uint8_t>(slots);
    config.user_size = static_cast<uint8_t>(user_size);
    config.blocks = blocks;
    return config;
}

/* Binds a config to memory and flash. */
inline void bind(Memory &memory, const oct9_store_config_t &config, Flash &flash)
{
    memory.config = config;
    memory.work.assign(config.record_size, 0xA5);
    memory.seen.assign(OCT9_STORE_SEEN(config.blocks), 0xA5);
    memory.table.assign(OCT9_STORE_PAGES(config.blocks, config.record_size), 0xA5A5);
    memory.config.context = &flash;
    memory.config.work = memory.work.data();
    memory.config.seen = memory.seen.data();
    memory.config.table = memory.table.data();
}

/* A state to go back to: both without their pointers. */
inline void copy(Memory &to, const Memory &from)
{
    to.store = from.store;
    std::copy(from.work.begin(), from.work.end(), to.work.begin());
    std::copy(from.seen.begin(), from.seen.end(), to.seen.begin());
    std::copy(from.table.begin(), from.table.end(), to.table.begin());
    to.store.config = &to.config;
}

/* A tree with its pool. */
class Tree {
public:
    oct9_tree_t tree = {};

    explicit Tree(uint32_t blocks) : pool_(blocks), seen_(OCT9_STORE_SEEN(blocks))
    {
        CHECK_EQ(oct9_tree_init(&tree, pool_.data(), blocks, nullptr), OCT9_OK);
    }
    Tree(const Tree &) = delete;
    Tree &operator=(const Tree &) = delete;

    bool good() { return oct9_tree_check(&tree, seen_.data()) == OCT9_OK; }

    bool is(const Model &model) const
    {
        return tree.thresholds.free_below == model.free_below &&
               tree.thresholds.occupied_from == model.occupied_from &&
               is_below(model, tree.root, { 0, 0, 0 }, OCT9_CELLS);
    }

private:
    std::vector<oct9_block_t> pool_;
    Bytes seen_;

    bool is_leaf(const Model &model, uint16_t payload, const std::array<int, 3> &corner,
                 int size) const
    {
        int64_t cells_inside = 1; /* of the leaf in the model's cube */
        std::array<int, 3> lo{}, hi{};

        for (size_t a = 0; a < 3; a++) {
            lo[a] = std::max(corner[a] - model.corner[a], 0);
            hi[a] = std::min(corner[a] + size - model.corner[a], edge);
            cells_inside *= std::max(hi[a] - lo[a], 0);
        }
        if (cells_inside < static_cast<int64_t>(size) * size * size && payload != model.outside)
            return false;
        for (int z = lo[2]; z < hi[2]; z++)
            for (int y = lo[1]; y < hi[1]; y++)
                for (int x = lo[0]; x < hi[0]; x++)
                    if (model.inside[static_cast<size_t>(x + edge * (y + edge * z))] != payload)
                        return false;
        return true;
    }

    bool is_below(const Model &model, uint16_t slot, const std::array<int, 3> &corner,
                  int size) const
    {
        if (slot >= 0x8000)
            return is_leaf(model, slot - 0x8000, corner, size);
        const int half = size / 2;
        if (slot >= pool_.size() || half == 0)
            return false;
        for (int c = 0; c < 8; c++)
            if (!is_below(model, pool_[slot].slot[c],
                          { corner[0] + c % 2 * half, corner[1] + c / 2 % 2 * half,
                            corner[2] + c / 4 * half },
                          half))
                return false;
        return true;
    }
};

/* One random change of tree and model. */
inline void change(Random &random, oct9_tree_t *tree, Model &model)
{
    const unsigned kind = random.below(100);

    if (kind < 6) { /* the thresholds, or the caller's bytes */
        model.occupied_from = static_cast<uint16_t>(2 + random.below(100));
        model.free_below = static_cast<uint16_t>(1 + random.below(model.occupied_from));
        tree->thresholds = { model.free_below, model.occupied_from };
        return;
    }
    const auto payload = static_cast<uint16_t>(random.chance(70) ? random.below(3)
                                                                 : random.below(32768));
    if (kind < 9) { /* everything, and the cube elsewhere */
        const oct9_box_t all = { { 0, 0, 0 }, { 512, 512, 512 } };
        CHECK_EQ(oct9_tree_fill_box(tree, &all, payload), OCT9_OK);
        model.inside.fill(payload);
        model.outside = payload;
        for (int &x : model.corner)
            x = edge * static_cast<int>(random.below(512 / edge));
        return;
    }
    std::array<int, 3> lo{}, hi{};
    oct9_box_t box;
    for (size_t a = 0; a < 3; a++) {
        lo[a] = static_cast<int>(random.below(edge));
        hi[a] = lo[a] + 1 +
                (random.chance(25)
                     ? static_cast<int>(random.below(static_cast<uint32_t>(edge - lo[a])))
                     : 0);
    }
    const auto place = [&](const std::array<int, 3> &at) {
        return oct9_cell_t{ static_cast<uint16_t>(model.corner[0] + at[0]),
                            static_cast<uint16_t>(model.corner[1] + at[1]),
                            static_cast<uint16_t>(model.corner[2] + at[2]) };
    };
    box.lo = place(lo);
    box.hi = place(hi);
    if (oct9_tree_fill_box(tree, &box, payload) != OCT9_OK)
        return; /* the pool is full: nothing changed */
    for (int z = lo[2]; z < hi[2]; z++)
        for (int y = lo[1]; y < hi[1]; y++)
            for (int x = lo[0]; x < hi[0]; x++)
                model.at(x, y, z) = payload;
}

} // namespace store

#endif
