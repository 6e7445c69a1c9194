/* SPDX-License-Identifier: MIT */
/* A map's leaves as a plain list, to be visited one by one, and what the headers say of a
 * leaf's distance and of rules. */
#ifndef OCT9_TEST_SEARCH_SCENE_HPP
#define OCT9_TEST_SEARCH_SCENE_HPP

#include "model.hpp"
#include "random.hpp"

#include "oct9/map.h"
#include "oct9/rules.h"

#include <algorithm>
#include <array>
#include <vector>

namespace oracle {

using Point = std::array<int64_t, 3>;

struct ListedLeaf {
    std::array<int32_t, 3> lo, hi; /* its faces, in sub-cells */
    uint32_t morton;               /* of its corner */
    oct9_leaf_t leaf;
};

/* z above y above x, bit by bit. */
inline uint32_t morton_of(const oct9_cell_t &cell)
{
    uint32_t code = 0;

    for (int bit = OCT9_LEVELS - 1; bit >= 0; bit--) {
        code = code * 2 + (cell.z >> bit & 1u);
        code = code * 2 + (cell.y >> bit & 1u);
        code = code * 2 + (cell.x >> bit & 1u);
    }
    return code;
}

struct Scene {
    const char *kind;
    unsigned number;
    const Model &model;
    oct9_map_t map;
    std::vector<ListedLeaf> leaves; /* in Morton order */

    Scene(const char *kind_, unsigned number_, const Model &model_, const oct9_map_t &map_)
        : kind(kind_), number(number_), model(model_), map(map_)
    {
        for (const Node &node : model.nodes())
            if (node.is_leaf())
                leaves.push_back(listed(node));
        std::sort(leaves.begin(), leaves.end(),
                  [](const ListedLeaf &a, const ListedLeaf &b) { return a.morton < b.morton; });
    }

    /* The leaf at that very corner, or NULL. */
    const ListedLeaf *find(const oct9_cell_t &corner) const
    {
        const uint32_t code = morton_of(corner);
        const auto at = std::lower_bound(
            leaves.begin(), leaves.end(), code,
            [](const ListedLeaf &a, uint32_t b) { return a.morton < b; });

        return at != leaves.end() && at->morton == code ? &*at : nullptr;
    }

    /* The leaf that holds a cell. */
    const ListedLeaf &holding(const oct9_cell_t &cell) const
    {
        const auto behind = std::upper_bound(
            leaves.begin(), leaves.end(), morton_of(cell),
            [](uint32_t a, const ListedLeaf &b) { return a < b.morton; });

        return *(behind - 1);
    }

    const ListedLeaf &any_leaf(Random &random) const
    {
        return leaves[random.below(static_cast<uint32_t>(leaves.size()))];
    }

private:
    ListedLeaf listed(const Node &node) const
    {
        ListedLeaf out = {};

        out.leaf = model.as_leaf(node);
        out.morton = morton_of(out.leaf.corner);
        for (size_t axis = 0; axis < 3; axis++) {
            out.lo[axis] = node.low(axis);
            out.hi[axis] = node.high(axis);
        }
        return out;
    }
};

/* ---- Geometry and rules, as the headers put them. ---- */

inline Point wide(const oct9_point_t &p)
{
    return { p.x, p.y, p.z };
}

inline oct9_point_t narrow(const Point &p)
{
    const auto clamp = [](int64_t c) {
        return static_cast<int16_t>(std::clamp<int64_t>(c, INT16_MIN, INT16_MAX));
    };

    return { clamp(p[0]), clamp(p[1]), clamp(p[2]) };
}

/* From a point to the leaf, its faces included. */
inline int64_t squared_distance(const ListedLeaf &leaf, const Point &p)
{
    int64_t sum = 0;

    for (size_t axis = 0; axis < 3; axis++) {
        const int64_t gap = std::max(
            { leaf.lo[axis] - p[axis], int64_t{ 0 }, p[axis] - leaf.hi[axis] });
        sum += gap * gap;
    }
    return sum;
}

inline bool matches(const oct9_leaf_t &leaf, uint16_t mask, uint16_t value)
{
    return (leaf.payload & mask) == value;
}

inline bool blocks(const oct9_rules_t &rules, const oct9_leaf_t &leaf)
{
    if (leaf.state == OCT9_UNKNOWN)
        return rules.unknown == OCT9_BLOCKS;
    return leaf.state == OCT9_OCCUPIED && matches(leaf, rules.filter_mask, rules.filter_value);
}

inline bool outside_blocks(const oct9_rules_t &rules)
{
    return rules.outside == OCT9_OCCUPIED ||
           (rules.outside == OCT9_UNKNOWN && rules.unknown == OCT9_BLOCKS);
}

} // namespace oracle

#endif
