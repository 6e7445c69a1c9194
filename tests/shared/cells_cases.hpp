/* SPDX-License-Identifier: MIT */
/* What the questions about maps of cells share: points near the centre, rules, cells and leaves. */
#ifndef OCT9_TEST_CELLS_CASES_HPP
#define OCT9_TEST_CELLS_CASES_HPP

#include "cells.hpp"
#include "tests/sweep/shape_contact.hpp"

#include "oct9/rules.h"

namespace oracle {

/* ---- Random questions near the patches. ---- */

inline int16_t near_centre(Random &random, int cell, int most)
{
    const int at = CELL_LOW(cell) + random.between(-most, most) * OCT9_CELL_Q6;
    return static_cast<int16_t>(
        std::clamp(at + (random.chance(40) ? 0 : random.between(0, 63)), INT16_MIN, INT16_MAX));
}

inline oct9_point_t point_near(Random &random, const CellMap &world, int most)
{
    return { near_centre(random, world.centre[0], most), near_centre(random, world.centre[1], most),
             near_centre(random, world.centre[2], most) };
}

inline oct9_rules_t random_rules(Random &random)
{
    oct9_rules_t rules = {};
    rules.unknown = random.chance(50) ? OCT9_PASSES : OCT9_BLOCKS;
    rules.outside = static_cast<oct9_state_t>(random.below(3));
    return rules;
}

inline bool blocks(const oct9_rules_t &rules, unsigned state)
{
    return state == OCT9_OCCUPIED || (state == OCT9_UNKNOWN && rules.unknown == OCT9_BLOCKS);
}

inline bool outside_blocks(const oct9_rules_t &rules)
{
    return blocks(rules, static_cast<unsigned>(rules.outside));
}

inline Block block_of(const Cell &cell)
{
    Block block = {};
    for (size_t a = 0; a < 3; a++) {
        block.lo[a] = CELL_LOW(cell[a]);
        block.hi[a] = CELL_LOW(cell[a] + 1);
    }
    return block;
}

/* Calls each(cell) for the cube's cells that have a sub-cell from lo to hi. */
template <class Each> void each_cell(const Triple &lo, const Triple &hi, const Each &each)
{
    Cell first = {}, last = {};
    for (size_t a = 0; a < 3; a++) {
        first[a] = static_cast<int>(std::clamp<int64_t>((lo[a] - OCT9_LOW_Q6) >> 6, 0, 511));
        last[a] = static_cast<int>(std::clamp<int64_t>((hi[a] - OCT9_LOW_Q6) >> 6, 0, 511));
    }
    for (int z = first[2]; z <= last[2]; z++)
        for (int y = first[1]; y <= last[1]; y++)
            for (int x = first[0]; x <= last[0]; x++)
                each(Cell{ x, y, z });
}

inline bool holds(const oct9_leaf_t &leaf, const Cell &cell)
{
    const int size = oct9_leaf_size(&leaf);
    return cell[0] >= leaf.corner.x && cell[0] < leaf.corner.x + size && cell[1] >= leaf.corner.y &&
           cell[1] < leaf.corner.y + size && cell[2] >= leaf.corner.z &&
           cell[2] < leaf.corner.z + size;
}

/* A leaf's payload is its state, and all its cells have it; of a large leaf, some. */
inline bool is_true(const CellMap &world, Random &random, const oct9_leaf_t &leaf)
{
    const Cell corner = { leaf.corner.x, leaf.corner.y, leaf.corner.z };
    const auto state = [&](const Cell &cell) { return world.state(cell); };
    const int size = oct9_leaf_size(&leaf);
    if (leaf.payload != leaf.state || leaf.state != state(corner))
        return false;
    if (leaf.level <= 3)
        return !differ(state, corner, last_of(corner, size));
    for (int i = 0; i < 60; i++) {
        const Cell cell = { corner[0] + random.between(0, size - 1),
                            corner[1] + random.between(0, size - 1),
                            corner[2] + random.between(0, size - 1) };
        if (state(cell) != leaf.state)
            return false;
    }
    return true;
}

} // namespace oracle

#endif
