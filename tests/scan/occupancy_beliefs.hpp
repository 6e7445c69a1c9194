/* SPDX-License-Identifier: MIT */
/* What each cell of an occupancy map should hold: plain cells, split from their node only where one
 * was ever set by itself. No tree, no merging.
 *
 * Cells are named by their Morton codes, so that a node is a range of codes. */
#ifndef OCT9_TEST_OCCUPANCY_BELIEFS_HPP
#define OCT9_TEST_OCCUPANCY_BELIEFS_HPP

#include "tests/shared/search_scene.hpp"

#include "oct9/occupancy.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace oracle {

struct Belief {
    int8_t log_odds;
    uint8_t age; /* 0 where log_odds is */
};

inline bool operator==(const Belief &a, const Belief &b)
{
    return a.log_odds == b.log_odds && a.age == b.age;
}
inline bool operator!=(const Belief &a, const Belief &b)
{
    return !(a == b);
}

inline uint16_t payload_of(const Belief &belief)
{
    if (belief.log_odds == 0)
        return 0;
    return static_cast<uint16_t>((belief.log_odds + 128) * 4 + belief.age);
}

inline oct9_state_t state_of(const Belief &belief, const oct9_model_t &model)
{
    if (belief.log_odds >= model.occupied_at)
        return OCT9_OCCUPIED;
    return belief.log_odds <= model.free_at ? OCT9_FREE : OCT9_UNKNOWN;
}

/* After one more look. */
inline Belief updated(const Belief &belief, const oct9_model_t &model, bool hit)
{
    const int sum = hit ? belief.log_odds + model.hit : belief.log_odds - model.miss;
    const int lowest = model.lowest, highest = model.highest;

    return { static_cast<int8_t>(std::clamp(sum, lowest, highest)), 0 };
}

inline std::string text_of(const Belief &belief)
{
    return std::to_string(belief.log_odds) + " age " + std::to_string(belief.age);
}

/* The cell of a Morton code. */
inline oct9_cell_t cell_of(uint32_t code)
{
    oct9_cell_t cell = {};

    for (unsigned bit = 0; bit < OCT9_LEVELS; bit++) {
        cell.x = static_cast<uint16_t>(cell.x | (code >> 3 * bit & 1u) << bit);
        cell.y = static_cast<uint16_t>(cell.y | (code >> (3 * bit + 1) & 1u) << bit);
        cell.z = static_cast<uint16_t>(cell.z | (code >> (3 * bit + 2) & 1u) << bit);
    }
    return cell;
}

/* How many cells a node has. */
inline uint32_t cells_in(unsigned level)
{
    return 1u << 3 * level;
}

class Beliefs {
public:
    Belief at(uint32_t code) const
    {
        const Brick &brick = bricks_[code / BRICK];

        return brick.cells ? (*brick.cells)[code % BRICK] : brick.all;
    }

    void set(uint32_t code, const Belief &belief)
    {
        Brick &brick = bricks_[code / BRICK];

        if (!brick.cells) {
            brick.cells = std::make_unique<std::array<Belief, BRICK>>();
            brick.cells->fill(brick.all);
        }
        (*brick.cells)[code % BRICK] = belief;
    }

    void set_node(uint32_t code, unsigned level, const Belief &belief)
    {
        if (cells_in(level) < BRICK) {
            for (uint32_t i = 0; i < cells_in(level); i++)
                set(code + i, belief);
            return;
        }
        for (uint32_t i = 0; i < cells_in(level) / BRICK; i++)
            bricks_[code / BRICK + i] = { belief, nullptr };
    }

    /* A cell of the node that holds something else, or `code + cells_in(level)`. */
    uint32_t find_other(uint32_t code, unsigned level, const Belief &belief) const
    {
        const uint32_t end = code + cells_in(level);

        while (code < end) {
            const Brick &brick = bricks_[code / BRICK];
            if (!brick.cells && brick.all == belief)
                code += BRICK;
            else if (at(code) == belief)
                code++;
            else
                return code;
        }
        return end;
    }

private:
    static constexpr uint32_t BRICK = 512;
    struct Brick {
        Belief all = { 0, 0 };
        std::unique_ptr<std::array<Belief, BRICK>> cells;
    };

    std::vector<Brick> bricks_ = std::vector<Brick>(cells_in(OCT9_LEVELS) / BRICK);
};

} // namespace oracle

#endif
