/* SPDX-License-Identifier: MIT */
/* Random worlds of up to 40 tiles, long in one direction or wide, and what blocks in them: each
 * cell, and boxes of cells that hold all that blocks. */
#ifndef OCT9_TEST_FAR_WORLD_HPP
#define OCT9_TEST_FAR_WORLD_HPP

#include "tests/world/tile_world.hpp"

#include <cmath>

namespace oracle {

/* Cells of one state: [lo, hi) on each axis. */
struct Block {
    Cell lo, hi;
    uint8_t state;
};

class FarWorld {
public:
    Grid grid;
    oct9_world_t world = {};
    oct9_mm_t origin_mm = {};
    uint32_t cell_um = 50000;
    Cell lowest = {}, size = {}; /* in tiles */
    std::vector<Block> blocks;   /* of all leaves that are not free */

    explicit FarWorld(Random &random)
    {
        static const uint32_t cells_um[] = { 50000, 50000, 125, 62500, 1000 };
        cell_um = cells_um[random.below(5)];
        origin_mm = { random.between(-1000, 1000), random.between(-1000, 1000), 50 };
        shape(random);
        std::vector<Tile> tiles;
        for (const auto &tile : grid.around)
            add(tile.first, tiles);
        words_ = encode_world(tiles, origin_mm, cell_um);
        input_.bytes = words_.data();
        input_.size = 4 * words_.size();
        input_.slots = slots_.data();
        input_.slot_count = static_cast<uint16_t>(slots_.size());
        input_.absent = static_cast<oct9_state_t>(grid.absent);
        CHECK_EQ(oct9_world_open(&world, &input_), OCT9_OK);
    }

    /* The largest cube of cells of one state that the leaf of a cell is: it is in one half of a
     * tile on each axis. */
    Block leaf_of(const Cell &cell) const
    {
        for (int edge = OCT9_CELLS / 2;; edge /= 2) {
            Cell corner = {};
            for (size_t a = 0; a < 3; a++)
                corner[a] = edge * floor_div(cell[a], edge);
            if (edge == 1 || !grid.mixed(corner, edge))
                return { corner, sum(corner, { edge, edge, edge }), grid.at(cell) };
        }
    }

    /* A coordinate in mm of one in cells. */
    int32_t mm(size_t axis, double cells) const
    {
        const int32_t origin = axis == 0 ? origin_mm.x : axis == 1 ? origin_mm.y : origin_mm.z;
        return static_cast<int32_t>(origin + std::lround(cells * cell_um / 1000));
    }

private:
    std::vector<uint32_t> words_;
    std::array<oct9_world_slot_t, 9> slots_ = {};
    oct9_world_input_t input_ = {};

    void shape(Random &random)
    {
        static const Cell shapes[] = { { 40, 1, 1 }, { 1, 20, 2 }, { 6, 6, 1 }, { 3, 3, 4 },
                                       { 2, 2, 2 },  { 1, 1, 3 },  { 12, 1, 2 } };
        size = shapes[random.below(7)];
        grid.absent = random.chance(70) ? OCT9_FREE : OCT9_UNKNOWN;
        for (int &l : lowest)
            l = random.chance(80) ? random.between(-20, 3) : random.between(-30000, 29000);
        if (cell_um > 1000) /* mm in int32_t */
            for (int &l : lowest)
                l %= 20000;
        for (int z = 0; z < size[2]; z++)
            for (int y = 0; y < size[1]; y++)
                for (int x = 0; x < size[0]; x++)
                    if (x + y + z == 0 || !random.chance(15))
                        grid.around[sum(lowest, { x, y, z })] = static_cast<uint8_t>(
                            random.chance(94) ? unsigned{ OCT9_FREE } : random.below(3));
        for (int i = random.between(1, 8); i > 0; i--)
            add_patch(random);
    }

    /* Most lie across a border of tiles, or of a tile's halves. */
    void add_patch(Random &random)
    {
        Cell origin = {};
        for (size_t a = 0; a < 3; a++)
            origin[a] = (random.chance(70) ? 256 * random.between(0, 2 * size[a])
                                           : random.between(0, OCT9_CELLS * size[a] - 1)) -
                        random.between(2, patch_edge - 2) + OCT9_CELLS * lowest[a];
        Patch patch = random_patch(random, origin, false);
        if (random.chance(80))
            for (uint8_t &cell : patch.cells)
                cell = cell == OCT9_UNKNOWN ? uint8_t{ OCT9_FREE } : cell;
        grid.patches.push_back(patch);
    }

    void add(const Cell &place, std::vector<Tile> &tiles)
    {
        const int64_t edge_mm = int64_t{ OCT9_CELLS } * cell_um / 1000;
        const Model model = grid.tile(place);
        const Cell corner = { OCT9_CELLS * place[0], OCT9_CELLS * place[1], OCT9_CELLS * place[2] };
        for (const Node &node : model.nodes())
            if (node.is_leaf() && model.state(node) != OCT9_FREE) {
                const Cell lo = sum(corner, node.corner);
                blocks.push_back({ lo, sum(lo, { node.size, node.size, node.size }),
                                   static_cast<uint8_t>(model.state(node)) });
            }
        tiles.push_back({ { static_cast<int16_t>(place[0]), static_cast<int16_t>(place[1]),
                            static_cast<int16_t>(place[2]) },
                          encode_image(model,
                                       { static_cast<int32_t>(origin_mm.x + place[0] * edge_mm),
                                         static_cast<int32_t>(origin_mm.y + place[1] * edge_mm),
                                         static_cast<int32_t>(origin_mm.z + place[2] * edge_mm) },
                                       cell_um) });
    }
};

} // namespace oracle

#endif
