/* SPDX-License-Identifier: MIT */
/* Random worlds of tiles, and the state of each of their cells from arrays of cells in one grid
 * without bounds: no tile and no cube of it is used to find a state. */
#ifndef OCT9_TEST_TILE_WORLD_HPP
#define OCT9_TEST_TILE_WORLD_HPP

#include "tests/shared/cells.hpp"

#include "oct9/layered.h"
#include "oct9/world.h"

#include <array>
#include <map>
#include <memory>

namespace oracle {

inline int floor_div(int a, int b)
{
    return a / b - (a % b < 0);
}

inline Cell tile_of_cell(const Cell &cell)
{
    return { floor_div(cell[0], OCT9_CELLS), floor_div(cell[1], OCT9_CELLS),
             floor_div(cell[2], OCT9_CELLS) };
}

inline Cell sum(const Cell &a, const Cell &b)
{
    return { a[0] + b[0], a[1] + b[1], a[2] + b[2] };
}

/* A grid of tiles, some of which are absent, with patches of cells most of which lie across tiles'
 * borders. */
struct Grid {
    static constexpr int span = 2; /* tiles from -span to span - 1 about the middle */
    Cell middle = {};              /* a tile */
    uint8_t absent = OCT9_UNKNOWN;
    std::map<Cell, uint8_t> around; /* of the tiles that are there */
    std::vector<Patch> patches;
    Cell centre = {}; /* of what is of interest, in cells */

    Grid() = default;
    Grid(Random &random, bool known_around)
    {
        absent = random.chance(50) ? OCT9_FREE : OCT9_UNKNOWN;
        for (int &m : middle)
            m = random.chance(50) ? random.between(-3, 3) : random.between(-30000, 30000);
        for (size_t a = 0; a < 3; a++) {
            static const int places[] = { 0, 0, 0, -12, 12, 256, 244, 268, 128, 300, -200, 64 };
            centre[a] = OCT9_CELLS * middle[a] + places[random.below(12)];
        }
        const uint8_t everywhere = static_cast<uint8_t>(random.below(3));
        const bool same = random.chance(60);
        for (int i = 0; i < 8 * span * span * span; i++) {
            if (random.chance(20))
                continue;
            const int edge = 2 * span;
            const Cell place = { middle[0] + i % edge - span, middle[1] + i / edge % edge - span,
                                 middle[2] + i / edge / edge - span };
            around[place] = !known_around ? uint8_t{ OCT9_UNKNOWN }
                          : same          ? everywhere
                                          : static_cast<uint8_t>(random.below(3));
        }
        for (int i = random.between(1, 3); i > 0; i--) {
            Cell origin = centre;
            for (int &o : origin)
                o += random.between(-patch_edge + 2, -2);
            patches.push_back(random_patch(random, origin, false));
        }
    }

    /* The contract, cell by cell. */
    uint8_t at(const Cell &cell) const
    {
        if (around.find(tile_of_cell(cell)) != around.end())
            for (const Patch &patch : patches)
                if (patch.holds(cell))
                    return patch.at(cell);
        return around_at(cell);
    }

    uint8_t around_at(const Cell &cell) const
    {
        const auto tile = around.find(tile_of_cell(cell));
        return tile == around.end() ? absent : tile->second;
    }

    /* True if a node of cells, at most as large as a tile, is in tiles of several states. */
    bool across(const Cell &corner, int size) const
    {
        const Cell last = last_of(corner, size);
        for (int i = 1; i < 8; i++)
            if (around_at({ i & 1 ? last[0] : corner[0], i & 2 ? last[1] : corner[1],
                            i & 4 ? last[2] : corner[2] }) != around_at(corner))
                return true;
        return false;
    }
    bool mixed(const Cell &corner, int size) const
    {
        return across(corner, size) ||
               differ_in_patches([&](const Cell &cell) { return at(cell); }, corner, size);
    }

    /* True if a node has several states by `state`, which differs from around_at in patches only.
     */
    template <class State>
    bool differ_in_patches(const State &state, const Cell &corner, int size) const
    {
        if (size <= patch_edge)
            return differ(state, corner, last_of(corner, size));
        return std::any_of(patches.begin(), patches.end(), [&](const Patch &patch) {
            return differ_in(state, corner, size, patch.origin, last_of(patch.origin, patch_edge),
                             around_at(corner));
        });
    }

    Model tile(const Cell &place) const
    {
        const Cell corner = { OCT9_CELLS * place[0], OCT9_CELLS * place[1], OCT9_CELLS * place[2] };
        return model_of([&](const Cell &cell) { return at(sum(corner, cell)); },
                        [&](const Cell &node, int size) { return mixed(sum(corner, node), size); },
                        { 0, 1, 2 });
    }
};

/* A grid as a world, with its cube about the centre. */
class TileWorld final : public CellMap {
public:
    Grid grid;
    oct9_world_t world = {};

    TileWorld(Random &random, bool known_around) : grid(random, known_around)
    {
        static const uint32_t cells_um[] = { 50000, 125, 62500, 1000 };
        const uint32_t cell_um = cells_um[random.below(4)];
        origin_mm = { random.between(-1000, 1000), random.between(-1000, 1000), 0 };
        std::vector<Tile> tiles;
        for (const auto &tile : grid.around) {
            const Cell &place = tile.first;
            tiles.push_back({ { static_cast<int16_t>(place[0]), static_cast<int16_t>(place[1]),
                                static_cast<int16_t>(place[2]) },
                              encode_image(grid.tile(place), corner_mm(place, cell_um), cell_um) });
        }
        words_ = encode_world(tiles, origin_mm, cell_um);
        input_.bytes = words_.data();
        input_.size = 4 * words_.size();
        input_.slots = slots_.data();
        input_.slot_count = static_cast<uint16_t>(slots_.size());
        input_.absent = static_cast<oct9_state_t>(grid.absent);
        ok_ = oct9_world_open(&world, &input_) == OCT9_OK && wander(random) &&
              place(random, grid.centre, 64) && in_view();
    }

    /* Some steps about the centre, so that the cube comes from another place. */
    bool wander(Random &random)
    {
        for (int i = random.between(0, 2); i > 0; i--) {
            Cell near = grid.centre;
            for (int &n : near)
                n += random.between(-300, 300);
            if (!place(random, near, random.below(100)))
                return false;
        }
        return true;
    }

    /* Moves the cube about a cell of the grid, and brings its tiles. */
    bool place(Random &random, const Cell &cell, uint32_t reach_cells)
    {
        const int64_t um = world.base.cell_um;
        const oct9_mm_t at = { static_cast<int32_t>(origin_mm.x + cell[0] * um / 1000),
                               static_cast<int32_t>(origin_mm.y + cell[1] * um / 1000),
                               static_cast<int32_t>(origin_mm.z + cell[2] * um / 1000) };
        const uint32_t reach = static_cast<uint32_t>(reach_cells * um / 1000);
        oct9_status_t status = oct9_world_at(&world, &at, reach);
        const uint32_t budget = random.chance(50) ? UINT32_MAX : random.below(500) + 1;
        while (status == OCT9_AGAIN)
            status = oct9_world_run(&world, budget);
        return status == OCT9_OK && oct9_world_at(&world, &at, reach) == OCT9_OK;
    }

    bool ok() const override { return ok_; }
    oct9_map_t map() const override { return oct9_world_map(&world); }

    /* By the frame, which the header promises. */
    Cell corner() const
    {
        const oct9_mm_t &at = oct9_world_frame(&world)->origin_mm;
        const int64_t um = world.base.cell_um;
        return { static_cast<int>((int64_t{ at.x } - origin_mm.x) * 1000 / um),
                 static_cast<int>((int64_t{ at.y } - origin_mm.y) * 1000 / um),
                 static_cast<int>((int64_t{ at.z } - origin_mm.z) * 1000 / um) };
    }
    uint8_t state(const Cell &cell) const override { return grid.at(sum(corner_, cell)); }

    Model whole() const override
    {
        return model_of(
            [&](const Cell &cell) { return state(cell); },
            [&](const Cell &node, int size) { return grid.mixed(sum(corner_, node), size); },
            { 0, 1, 2 });
    }
    std::string text() const override
    {
        return "corner " + std::to_string(corner_[0]) + " " + std::to_string(corner_[1]) + " " +
               std::to_string(corner_[2]) + ", absent " + std::to_string(grid.absent);
    }

    oct9_mm_t origin_mm = {};

private:
    std::vector<uint32_t> words_;
    std::array<oct9_world_slot_t, 8> slots_ = {};
    oct9_world_input_t input_ = {};
    Cell corner_ = {};
    bool ok_ = false;

    oct9_mm_t corner_mm(const Cell &place, uint32_t cell_um) const
    {
        const int64_t edge_mm = int64_t{ OCT9_CELLS } * cell_um / 1000;
        return { static_cast<int32_t>(origin_mm.x + place[0] * edge_mm),
                 static_cast<int32_t>(origin_mm.y + place[1] * edge_mm),
                 static_cast<int32_t>(origin_mm.z + place[2] * edge_mm) };
    }

    /* The centre in the cube, from which the questions' points are. */
    bool in_view()
    {
        corner_ = corner();
        for (size_t a = 0; a < 3; a++)
            centre[a] = grid.centre[a] - corner_[a];
        return in_cube(centre);
    }
};

/* A tree over a world. */
class LayeredTiles final : public CellMap {
public:
    LayeredTiles(Random &random, oct9_layered_policy_t policy, bool known_around)
        : tiles(random, known_around), policy_(policy)
    {
        ok_ = tiles.ok();
        Cell low = {}; /* the cube's corner in the grid */
        for (size_t a = 0; a < 3; a++) {
            centre[a] = 8 * random.between(10, 53) + random.between(0, 7);
            low[a] = tiles.grid.centre[a] - centre[a];
            const int unit = !known_around ? 64 : random.chance(70) ? 8 : 1;
            low[a] = unit * floor_div(low[a], unit);
            centre[a] = tiles.grid.centre[a] - low[a];
        }
        upper = random_patch(random, { centre[0] - 12, centre[1] - 12, centre[2] - 12 }, false);
        low_ = low;
        const Model model = model_of(upper, { 0, 1, 2 });
        tree_ = std::make_unique<LoadedTree>(model, random);
        window_ = { random.between(-1000, 1000), 64 * random.between(-9, 9), 0 };
        const oct9_offset_t shift = { window_.x - low[0], window_.y - low[1], window_.z - low[2] };
        const oct9_map_t below = tiles.map();
        ok_ = ok_ && tree_->ok() &&
              tiles.place(random, { low[0] + 256, low[1] + 256, low[2] + 256 }, 64) &&
              oct9_layered_init(&layered_, tree_->map().tree, &window_, &below, nullptr, policy) ==
                  OCT9_OK &&
              oct9_layered_place(&layered_, &shift, 0) == OCT9_OK;
    }

    bool ok() const override { return ok_; }
    oct9_map_t map() const override { return oct9_layered_map(&layered_); }
    uint8_t state(const Cell &cell) const override
    {
        const uint8_t u = upper.at(cell), l = tiles.grid.at(sum(low_, cell));
        if (policy_ == OCT9_LAYERED_UPPER_FIRST)
            return u != OCT9_UNKNOWN ? u : l;
        if (u == OCT9_OCCUPIED || l == OCT9_OCCUPIED)
            return OCT9_OCCUPIED;
        return u == OCT9_FREE || l == OCT9_FREE ? OCT9_FREE : OCT9_UNKNOWN;
    }
    Model whole() const override
    {
        const auto at = [&](const Cell &cell) { return state(cell); };
        return model_of(
            at,
            [&](const Cell &corner, int size) {
                const Cell from = sum(low_, corner);
                const auto of_grid = [&](const Cell &cell) {
                    return at({ cell[0] - low_[0], cell[1] - low_[1], cell[2] - low_[2] });
                };
                return tiles.grid.across(from, size) ||
                       tiles.grid.differ_in_patches(of_grid, from, size) ||
                       (size > patch_edge &&
                        differ_in(at, corner, size, upper.origin, last_of(upper.origin, patch_edge),
                                  tiles.grid.around_at(from)));
            },
            { 0, 1, 2 });
    }
    std::string text() const override
    {
        return "policy " + std::to_string(policy_) + ", low " + std::to_string(low_[0]) + " " +
               std::to_string(low_[1]) + " " + std::to_string(low_[2]) + " over " + tiles.text();
    }

    TileWorld tiles;
    Patch upper;

private:
    oct9_layered_policy_t policy_;
    Cell low_ = {};
    std::unique_ptr<LoadedTree> tree_;
    oct9_layered_t layered_ = {};
    oct9_offset_t window_ = {};
    bool ok_ = false;
};

} // namespace oracle

#endif
