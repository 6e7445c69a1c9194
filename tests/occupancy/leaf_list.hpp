/* SPDX-License-Identifier: MIT */
/* A RAM tree's leaves in the order of their Morton codes, read from its blocks as tree.h
 * describes them, so that whole maps can be compared. */
#ifndef OCT9_TEST_LEAF_LIST_HPP
#define OCT9_TEST_LEAF_LIST_HPP

#include "oct9/tree.h"

#include <algorithm>
#include <array>
#include <vector>

namespace oracle {

constexpr uint32_t cube_cells = 1u << 27;

/* The cells [first, first + count) by their Morton codes. */
struct Run {
    uint32_t first, count;
    uint16_t payload;

    bool operator==(const Run &other) const
    {
        return first == other.first && count == other.count && payload == other.payload;
    }
};

using LeafList = std::vector<Run>;

inline void list_slot(const oct9_tree_t &tree, uint16_t slot, uint32_t first, uint32_t count,
                      LeafList &list)
{
    if (slot & OCT9_SLOT_LEAF) {
        list.push_back({ first, count, static_cast<uint16_t>(slot & OCT9_PAYLOAD_MAX) });
        return;
    }
    for (uint32_t i = 0; i < 8; i++)
        list_slot(tree, tree.pool[slot].slot[i], first + i * (count / 8), count / 8, list);
}

inline LeafList leaves_of(const oct9_tree_t &tree)
{
    LeafList list;

    list.reserve(size_t{ 7 } * tree.used + 1);
    list_slot(tree, tree.root, 0, cube_cells, list);
    return list;
}

/* What `map` is at one place, and `other` there: each(first, count, payload, other payload). */
template <class Each> void side_by_side(const LeafList &map, const LeafList &other, Each each)
{
    size_t i = 0, j = 0;

    for (uint32_t at = 0; at < cube_cells;) {
        const uint32_t map_end = map[i].first + map[i].count;
        const uint32_t other_end = other[j].first + other[j].count;
        const uint32_t end = std::min(map_end, other_end);

        each(at, end - at, map[i].payload, other[j].payload);
        i += map_end == end;
        j += other_end == end;
        at = end;
    }
}

/* The leaf that a cell lies in. */
inline const Run &leaf_at(const LeafList &list, uint32_t code)
{
    return *(std::upper_bound(list.begin(), list.end(), code,
                              [](uint32_t c, const Run &run) { return c < run.first; }) -
             1);
}

inline uint32_t code_of(const std::array<int, 3> &cell)
{
    uint32_t code = 0;

    for (int bit = 8; bit >= 0; bit--)
        for (size_t axis = 3; axis-- > 0;)
            code = code * 2 + static_cast<uint32_t>(cell[axis] >> bit & 1);
    return code;
}

inline std::array<int, 3> cell_of(uint32_t code)
{
    std::array<int, 3> cell = {};

    for (uint32_t bit = 0; bit < 9; bit++)
        for (size_t axis = 0; axis < 3; axis++)
            cell[axis] |= static_cast<int>(code >> (3 * bit + axis) & 1u) << bit;
    return cell;
}

inline oct9_cell_t as_cell(const std::array<int, 3> &cell)
{
    return { static_cast<uint16_t>(cell[0]), static_cast<uint16_t>(cell[1]),
             static_cast<uint16_t>(cell[2]) };
}

/* The level of a node by the number of its cells. */
inline unsigned level_of(uint32_t count)
{
    unsigned level = 0;

    for (; count > 1; count /= 8)
        level++;
    return level;
}

/* Log-odds and age as the payload's format says. */
inline int log_odds_of(uint16_t payload)
{
    return payload == 0 ? 0 : (payload >> 2) - 128;
}
inline int age_of(uint16_t payload)
{
    return payload & 3;
}

inline uint16_t payload_of(int log_odds, int age)
{
    return static_cast<uint16_t>(log_odds == 0 ? 0 : (log_odds + 128) * 4 + age);
}

} // namespace oracle

#endif
