/* SPDX-License-Identifier: MIT */
/* Where a world's cube goes, in a random walk: it contains what was asked, stays where that will
 * do, and has the states of the tiles that are there; so has a layered map over it. Tiles are
 * single leaves, whose states are known from their places.
 *
 * Usage: test_world_place, and SEED, COUNT (places) from the environment. */
#include "tile_world.hpp"

#include <cinttypes>

using namespace oracle;

namespace {

constexpr int far_away = 2; /* tiles to each side */

int state_of(const Cell &place)
{
    for (int p : place)
        if (p < -far_away || p >= far_away)
            return OCT9_UNKNOWN;
    return (place[0] * 7 + place[1] * 3 + place[2] * 5 + 64) % 3;
}

class Walk {
public:
    Walk(Random &random, uint32_t cell_um) : random_(random), cell_um_(cell_um)
    {
        edge_mm_ = int64_t{ OCT9_CELLS } * cell_um / 1000;
        std::vector<Tile> tiles;
        for (int i = 0; i < 64; i++)
            add_tile({ i % 4 - far_away, i / 4 % 4 - far_away, i / 16 - far_away }, tiles);
        words_ = encode_world(tiles, origin_, cell_um);
        input_.bytes = words_.data();
        input_.size = 4 * words_.size();
        input_.slots = slots_.data();
        input_.slot_count = static_cast<uint16_t>(8 + random.below(9));
        checked_.fill(0);
        input_.checked = random.chance(50) ? checked_.data() : nullptr;
        input_.checked_words = static_cast<uint32_t>(checked_.size());
        CHECK_EQ(oct9_world_open(&world_, &input_), OCT9_OK);
        const oct9_map_t below = oct9_world_map(&world_);
        CHECK_EQ(oct9_tree_init(&tree_, pool_.data(), 1, nullptr), OCT9_OK);
        CHECK_EQ(
            oct9_layered_init(&layered_, &tree_, &window_, &below, nullptr, OCT9_LAYERED_UNION),
            OCT9_OK);
    }

    /* A step, or a leap. */
    void step()
    {
        const int64_t most = random_.chance(5) ? 2 * edge_mm_ : edge_mm_ / 8;
        for (int64_t &p : place_) {
            p += random_.between(static_cast<int>(-most), static_cast<int>(most));
            p = std::clamp(p, -2 * edge_mm_, 2 * edge_mm_);
        }
        const auto cells = static_cast<uint32_t>(random_.below(random_.chance(5) ? 256 : 128));
        reach_mm_ = static_cast<uint32_t>(int64_t{ cells } * cell_um_ / 1000);
        ask();
    }

private:
    Random &random_;
    uint32_t cell_um_, reach_mm_ = 0;
    int64_t edge_mm_ = 0;
    const oct9_mm_t origin_ = { 70, -30, 1000 };
    int64_t place_[3] = {};
    bool placed_ = false;
    std::vector<uint32_t> words_;
    std::array<oct9_world_slot_t, 16> slots_ = {};
    std::array<uint32_t, 2> checked_ = {};
    oct9_world_input_t input_ = {};
    oct9_world_t world_ = {};
    std::array<oct9_block_t, 1> pool_ = {};
    oct9_tree_t tree_ = {};
    oct9_layered_t layered_ = {};
    oct9_offset_t window_ = {};

    void add_tile(const Cell &place, std::vector<Tile> &tiles) const
    {
        Model model;
        model.set_payload(0, static_cast<uint16_t>(state_of(place)));
        const oct9_mm_t corner = { static_cast<int32_t>(origin_.x + place[0] * edge_mm_),
                                   static_cast<int32_t>(origin_.y + place[1] * edge_mm_),
                                   static_cast<int32_t>(origin_.z + place[2] * edge_mm_) };
        if (state_of(place) != OCT9_UNKNOWN || random_.chance(50))
            tiles.push_back({ { static_cast<int16_t>(place[0]), static_cast<int16_t>(place[1]),
                                static_cast<int16_t>(place[2]) },
                              encode_image(model, corner, cell_um_) });
    }

    std::array<int64_t, 3> corner_mm() const
    {
        const oct9_mm_t &at = oct9_world_frame(&world_)->origin_mm;
        return { at.x - origin_.x, at.y - origin_.y, at.z - origin_.z };
    }

    /* True if what is within so far of the place is in a cube of that edge. */
    bool holds(size_t axis, int64_t corner, int64_t edge, int64_t far_mm) const
    {
        return place_[axis] - far_mm >= corner && place_[axis] + far_mm <= corner + edge;
    }

    /* True if a cube that begins there lies in the tiles that must be there: half a tile about the
     * place, and what else is in the same tiles. */
    bool in_tiles(size_t axis, int64_t corner) const
    {
        const auto tile = [&](int64_t mm) {
            return (mm - (mm % edge_mm_ + edge_mm_) % edge_mm_) / edge_mm_;
        };
        return tile(corner) == tile(place_[axis] - edge_mm_ / 2);
    }

    void ask()
    {
        const std::array<int64_t, 3> before = corner_mm();
        const oct9_mm_t at = { static_cast<int32_t>(origin_.x + place_[0]),
                               static_cast<int32_t>(origin_.y + place_[1]),
                               static_cast<int32_t>(origin_.z + place_[2]) };
        oct9_status_t status = oct9_world_at(&world_, &at, reach_mm_);
        const bool too_far = reach_mm_ + cell_um_ / 32000 + 2 > edge_mm_ / 4;
        CHECK_EQ(status == OCT9_ERR_RANGE, too_far);
        if (too_far)
            return;
        while (status == OCT9_AGAIN)
            status = oct9_world_run(&world_, 1 + random_.below(1000));
        CHECK_EQ(status, OCT9_OK);
        look(before);
        placed_ = true;
        for (int i = 0; i < 20; i++)
            look_at_cells();
    }

    void look(const std::array<int64_t, 3> &before)
    {
        const std::array<int64_t, 3> now = corner_mm();
        const int64_t cell_mm = cell_um_ / 1000 + 1, slack = 3 + cell_mm;
        for (size_t a = 0; a < 3; a++) {
            CHECK(now[a] % (edge_mm_ / 2) == 0);
            CHECK(holds(a, now[a], edge_mm_, reach_mm_));
            /* What need not move does not, unless it begins in other tiles than those about the
             * place. */
            if (placed_ && in_tiles(a, before[a]) &&
                holds(a, before[a], edge_mm_, reach_mm_ + slack))
                CHECK(now[a] == before[a]);
        }
    }

    void look_at_cells()
    {
        const std::array<int64_t, 3> corner = corner_mm();
        oct9_map_t map = oct9_world_map(&world_);
        oct9_cell_t cell = { static_cast<uint16_t>(random_.below(512)),
                             static_cast<uint16_t>(random_.below(512)),
                             static_cast<uint16_t>(random_.below(512)) };
        oct9_leaf_t leaf;
        const auto world_cell = [&](size_t a, int c) {
            return static_cast<int>(corner[a] * 1000 / cell_um_) + c;
        };
        const Cell of_cube = { world_cell(0, cell.x), world_cell(1, cell.y),
                               world_cell(2, cell.z) };
        CHECK_EQ(oct9_map_locate(&map, cell, &leaf), OCT9_OK);
        CHECK_EQ(leaf.state, state_of(tile_of_cell(of_cube)));
        /* The layered map's cube lies about the place, and has all tiles. */
        const auto middle = [&](size_t a) {
            return static_cast<int32_t>(place_[a] * 1000 / int64_t{ cell_um_ }) - 256;
        };
        window_ = { middle(0), middle(1), middle(2) };
        cell = { static_cast<uint16_t>(random_.below(512)),
                 static_cast<uint16_t>(random_.below(512)),
                 static_cast<uint16_t>(random_.below(512)) };
        map = oct9_layered_map(&layered_);
        CHECK_EQ(oct9_map_locate(&map, cell, &leaf), OCT9_OK);
        CHECK_EQ(leaf.state, state_of(tile_of_cell(
                                 { window_.x + cell.x, window_.y + cell.y, window_.z + cell.z })));
    }
};

uint64_t seed, places;

void walks()
{
    static const uint32_t cells_um[] = { 125, 1000, 50000, 62500, 1000000, 8000000 };
    Random random(seed);
    for (uint32_t cell_um : cells_um) {
        Walk walk(random, cell_um);
        for (uint64_t i = 0; i < places / std::size(cells_um); i++)
            walk.step();
    }
}

} // namespace

int main()
{
    seed = setting("SEED", 1);
    places = setting("COUNT", 30000);
    std::printf("seed %" PRIu64 "\n", seed);
    RUN(walks);
    return test_end();
}
