/* SPDX-License-Identifier: MIT */
/* What shapes are tested in: a model's leaves as a plain list. */
#ifndef OCT9_TEST_SHAPE_SCENE_HPP
#define OCT9_TEST_SHAPE_SCENE_HPP

#include "tests/shared/model.hpp"
#include "shape_contact.hpp"

#include "oct9/rules.h"

#include <vector>

namespace oracle {

struct Piece {
    Block block;
    oct9_leaf_t leaf;
};

struct Scene {
    const Model &model;
    std::vector<Piece> solid, free; /* leaves that may block, and those that never do */

    explicit Scene(const Model &of) : model(of)
    {
        for (const Node &node : model.nodes())
            if (node.is_leaf())
                (model.state(node) == OCT9_FREE ? free : solid).push_back(piece_of(node));
    }

private:
    Piece piece_of(const Node &node) const
    {
        Piece piece = {};

        piece.leaf = model.as_leaf(node);
        for (size_t axis = 0; axis < 3; axis++) {
            piece.block.lo[axis] = node.low(axis);
            piece.block.hi[axis] = node.high(axis);
        }
        return piece;
    }
};

inline bool state_blocks(const oct9_rules_t &rules, unsigned state)
{
    return state == OCT9_OCCUPIED || (state == OCT9_UNKNOWN && rules.unknown == OCT9_BLOCKS);
}

inline bool blocks(const oct9_rules_t &rules, const oct9_leaf_t &leaf)
{
    return state_blocks(rules, leaf.state) &&
           (leaf.state != OCT9_OCCUPIED ||
            (leaf.payload & rules.filter_mask) == rules.filter_value);
}

} // namespace oracle

#endif
