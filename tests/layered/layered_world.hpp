/* SPDX-License-Identifier: MIT */
/* Random layered maps, and the state of each of their cells from two arrays of cells. Outside of
 * its array a map has one state; beyond the lower cube nothing is known. */
#ifndef OCT9_TEST_LAYERED_WORLD_HPP
#define OCT9_TEST_LAYERED_WORLD_HPP

#include "tests/shared/cells.hpp"

#include "oct9/layered.h"

#include <memory>

namespace oracle {

struct Pose {
    Cell shift = {};
    unsigned turns = 0;

    /* A distance in the lower map, as the upper one sees it. */
    Cell turned(const Cell &by) const
    {
        const Cell to = upper(by), zero = upper({});
        return { to[0] - zero[0], to[1] - zero[1], to[2] - zero[2] };
    }
    /* The cell of the lower cube that is at a cell; it may be outside. */
    Cell lower(const Cell &cell) const
    {
        Cell c = { cell[0] - shift[0], cell[1] - shift[1], cell[2] - shift[2] };
        for (unsigned i = 0; i < turns; i++)
            c = { c[1], OCT9_CELLS - 1 - c[0], c[2] };
        return c;
    }
    /* And back. */
    Cell upper(Cell c) const
    {
        for (unsigned i = 0; i < turns; i++)
            c = { OCT9_CELLS - 1 - c[1], c[0], c[2] };
        return { c[0] + shift[0], c[1] + shift[1], c[2] + shift[2] };
    }
};

inline Pose random_pose(Random &random)
{
    static const int units[] = { 64, 64, 32, 8, 2, 1, 256, 512 };
    Pose pose;
    if (random.chance(35))
        return pose;
    pose.turns = random.chance(50) ? 0 : random.below(4);
    const int unit = units[random.below(8)], most = std::max(1, 128 / unit);
    for (int &s : pose.shift)
        s = random.chance(25) ? 0 : unit * random.between(-most, most);
    return pose;
}

class LayeredWorld final : public CellMap {
public:
    Pose pose;
    oct9_layered_policy_t policy;
    Patch upper, lower;

    LayeredWorld(Random &random, oct9_layered_policy_t policy_, bool known_around) : policy(policy_)
    {
        pose = random_pose(random);
        place_patches(random, known_around);
        load(random);
    }

    bool ok() const override { return ok_; }
    oct9_map_t map() const override { return oct9_layered_map(&layered_); }

    /* The contract, cell by cell. */
    uint8_t state(const Cell &cell) const override
    {
        const Cell below = pose.lower(cell);
        const uint8_t u = upper.at(cell);
        const uint8_t l = in_cube(below) ? lower.at(below) : uint8_t{ OCT9_UNKNOWN };
        if (policy == OCT9_LAYERED_UPPER_FIRST)
            return u != OCT9_UNKNOWN ? u : l;
        if (u == OCT9_OCCUPIED || l == OCT9_OCCUPIED)
            return OCT9_OCCUPIED;
        return u == OCT9_FREE || l == OCT9_FREE ? OCT9_FREE : OCT9_UNKNOWN;
    }

    /* The same map as one model, where nothing is known around the lower patch. */
    Model whole() const override
    {
        const auto at = [&](const Cell &cell) { return state(cell); };
        const Cell low = pose.upper(lower.origin);
        const Cell high = pose.upper(last_of(lower.origin, patch_edge));
        Cell lo = {}, hi = {};
        for (size_t a = 0; a < 3; a++) {
            lo[a] = std::min(low[a], high[a]);
            hi[a] = std::max(low[a], high[a]);
        }
        return model_of(at,
                        [&](const Cell &corner, int size) {
                            return (differ_in(at, corner, size, upper.origin,
                                              last_of(upper.origin, patch_edge), upper.around) ||
                                    differ_in(at, corner, size, lo, hi, upper.around)) &&
                                   (size > 32 || differ(at, corner, last_of(corner, size)));
                        },
                        { 0, 1, 2 });
    }

    std::string text() const override
    {
        return "policy " + std::to_string(policy) + ", shift " + std::to_string(pose.shift[0]) +
               " " + std::to_string(pose.shift[1]) + " " + std::to_string(pose.shift[2]) + ", " +
               std::to_string(pose.turns) + " turns";
    }

private:
    std::unique_ptr<LoadedTree> upper_tree_, lower_tree_;
    std::unique_ptr<LoadedImage> lower_image_;
    oct9_layered_t layered_;
    oct9_offset_t window_ = { 0, 0, 0 }, lower_window_ = { 0, 0, 0 };
    bool ok_ = false;

    void place_patches(Random &random, bool known_around)
    {
        static const int places[] = { 0, 13, 61, 116, 128, 200, 244, 250, 256, 400, 480, 488 };
        Cell at = {}, near = {};
        for (size_t a = 0; a < 3; a++) {
            at[a] = places[random.below(12)];
            centre[a] = at[a] + patch_edge / 2;
        }
        const Cell below = pose.lower(centre);
        for (size_t a = 0; a < 3; a++)
            near[a] = std::clamp(below[a] - patch_edge / 2 + random.between(-8, 8), 0,
                                 OCT9_CELLS - patch_edge);
        upper = random_patch(random, at, random.chance(20));
        lower = random_patch(random, near, known_around && random.chance(50));
        if (random.chance(5))
            std::fill(upper.cells.begin(), upper.cells.end(), upper.around = OCT9_UNKNOWN);
    }

    void load(Random &random)
    {
        const bool wide = random.chance(50), over_image = random.chance(60);
        const std::array<uint16_t, 3> plain = { 0, 1, 2 }, other = { 7, 3, 9 };
        const oct9_thresholds_t thresholds = { 5, 8 };
        Model up = model_of(upper, wide ? other : plain), down = model_of(lower, plain);
        if (wide)
            up.thresholds = thresholds;
        upper_tree_ = std::make_unique<LoadedTree>(up, random);
        ok_ = upper_tree_->ok();
        oct9_map_t below;
        if (over_image) {
            lower_image_ = std::make_unique<LoadedImage>(down);
            ok_ = ok_ && lower_image_->ok();
            below = lower_image_->map();
        } else {
            lower_tree_ = std::make_unique<LoadedTree>(down, random);
            ok_ = ok_ && lower_tree_->ok();
            below = lower_tree_->map();
        }
        if (random.chance(50))
            window_ = { random.between(-1000, 1000), random.between(-9, 9),
                        64 * random.between(-9, 9) };
        if (lower_tree_ && random.chance(50))
            lower_window_ = { random.between(-1000, 1000), random.between(-99, 99),
                              random.between(-9, 9) };
        const Cell shifted = pose.turned({ lower_window_.x, lower_window_.y, lower_window_.z });
        const oct9_offset_t shift = { pose.shift[0] + window_.x - shifted[0],
                                      pose.shift[1] + window_.y - shifted[1],
                                      pose.shift[2] + window_.z - shifted[2] };
        ok_ = ok_ &&
              oct9_layered_init(&layered_, upper_tree_->map().tree, &window_, &below,
                                lower_tree_ ? &lower_window_ : nullptr, policy) == OCT9_OK &&
              oct9_layered_place(&layered_, &shift, pose.turns) == OCT9_OK;
    }
};

} // namespace oracle

#endif
