/* SPDX-License-Identifier: MIT */
/* A frame in millimetres, and a few leaves that block, in micrometres too. */
#ifndef OCT9_TEST_MM_WORLD_HPP
#define OCT9_TEST_MM_WORLD_HPP

#include "mm_exact.hpp"
#include "tests/shared/random.hpp"
extern "C" {
#include "tests/test.h"
}

#include "oct9/map.h"
#include "oct9/mm.h"
#include "oct9/rules.h"
#include "oct9/tree.h"

#include <vector>

namespace mm_exact {

using oracle::Random;

struct World {
    enum { BLOCKS = 512 };

    oct9_frame_t frame;
    oct9_block_t pool[BLOCKS];
    oct9_tree_t tree;
    oct9_map_t map;
    oct9_node_t middle;
    std::vector<Block> blocks; /* in um from the origin */

    explicit World(Random &random)
    {
        const uint32_t cell_um = cell_of(random);
        oct9_mm_t origin;
        for (int32_t *o : { &origin.x, &origin.y, &origin.z })
            *o = random.between(-1000000, 1000000);
        CHECK_EQ(oct9_mm_frame(&frame, &origin, cell_um), OCT9_OK);
        const oct9_box_t all = { { 0, 0, 0 }, { OCT9_CELLS, OCT9_CELLS, OCT9_CELLS } };
        CHECK_EQ(oct9_tree_init(&tree, pool, BLOCKS, nullptr), OCT9_OK);
        CHECK_EQ(oct9_tree_fill_box(&tree, &all, 1), OCT9_OK);
        const int at[3] = { middle_cell(random), middle_cell(random), middle_cell(random) };
        for (int i = random.between(1, 3); i > 0; i--)
            add(random, at);
        map = oct9_map_of_tree(&tree);
    }

private:
    static uint32_t cell_of(Random &random)
    {
        static const uint32_t round[] = { 1000, 10000, 40000, 80000, 100000, 640000, 1000000 };
        if (random.chance(20))
            return round[random.below(7)];
        const uint32_t most = random.chance(30) ? 5000 : random.chance(50) ? 100000 : 1000000;
        return 1000 + (random.below(most - 1000) | 1u);
    }

    /* Often at a face of the cube, so that shapes are outside too. */
    static int middle_cell(Random &random)
    {
        return random.chance(20) ? 511 * random.between(0, 1) : random.between(0, 511);
    }

    void add(Random &random, const int at[3])
    {
        const uint8_t level = static_cast<uint8_t>(random.below(3));
        const uint16_t size = static_cast<uint16_t>(1u << level);
        uint16_t corner[3];
        Block block;
        for (size_t a = 0; a < 3; a++) {
            const int near = std::clamp(at[a] + random.between(-4, 4), 0, OCT9_CELLS - 1);
            corner[a] = static_cast<uint16_t>(near / size * size);
            block.lo[a] = int64_t{ corner[a] } * frame.cell_um;
            block.hi[a] = block.lo[a] + int64_t{ size } * frame.cell_um;
        }
        const oct9_box_t box = { { corner[0], corner[1], corner[2] },
                                 { static_cast<uint16_t>(corner[0] + size),
                                   static_cast<uint16_t>(corner[1] + size),
                                   static_cast<uint16_t>(corner[2] + size) } };
        CHECK_EQ(oct9_tree_fill_box(&tree, &box, random.chance(50) ? 0 : 2), OCT9_OK);
        blocks.push_back(block);
    }
};

inline Triple um(const World &world, const oct9_mm_t &mm)
{
    const oct9_mm_t &o = world.frame.origin_mm;
    return { (int64_t{ mm.x } - o.x) * 1000, (int64_t{ mm.y } - o.y) * 1000,
             (int64_t{ mm.z } - o.z) * 1000 };
}

inline oct9_mm_t moved(const oct9_mm_t &mm, const oct9_mm_t &by, int32_t times)
{
    return { mm.x + by.x * times, mm.y + by.y * times, mm.z + by.z * times };
}

/* A part of a sub-cell in um, rounded up: thousandths, 1000 for one. */
inline int64_t sub_cells(const World &world, int64_t thousandths)
{
    return (thousandths * world.frame.cell_um + 63999) / 64000;
}

inline int32_t length_mm(Random &random, const World &world, uint32_t cells)
{
    return static_cast<int32_t>(random.below(cells * world.frame.cell_um / 1000 + 1));
}

/* Up to six cells around a block. */
inline oct9_mm_t place(Random &random, const World &world)
{
    const Block &block = world.blocks[random.below(static_cast<uint32_t>(world.blocks.size()))];
    const oct9_mm_t &o = world.frame.origin_mm;
    int32_t at[3];
    for (size_t a = 0; a < 3; a++) {
        const int64_t around = 6 * int64_t{ world.frame.cell_um };
        const int64_t wide = block.hi[a] - block.lo[a] + 2 * around;
        at[a] = static_cast<int32_t>(
            (block.lo[a] - around + random.below(static_cast<uint32_t>(wide))) / 1000);
        if (random.chance(15)) /* at a face, give or take a millimetre */
            at[a] = static_cast<int32_t>((random.chance(50) ? block.lo[a] : block.hi[a]) / 1000) +
                    random.between(-1, 1);
    }
    return { o.x + at[0], o.y + at[1], o.z + at[2] };
}

inline oct9_rules_t rules()
{
    oct9_rules_t all = {};
    all.outside = OCT9_FREE;
    return all;
}

} // namespace mm_exact

#endif
