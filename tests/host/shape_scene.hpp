/* SPDX-License-Identifier: MIT */
/* What shapes are tested in: a model's leaves as a plain list, and a model of a map image, read
 * as include/oct9/image.h says it is written. */
#ifndef OCT9_TEST_SHAPE_SCENE_HPP
#define OCT9_TEST_SHAPE_SCENE_HPP

#include "model.hpp"
#include "shape_contact.hpp"

#include "oct9/image.h"
#include "oct9/rules.h"

#include <cstring>
#include <vector>

namespace oracle {

struct Piece {
    Block block;
    oct9_leaf_t leaf;
};

struct Scene {
    const Model &model;
    std::vector<Piece> solid, free;       /* leaves that may block, and those that never do */

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
            piece.block.lo[axis] = node.corner[axis] * OCT9_CELL_Q6;
            piece.block.hi[axis] = piece.block.lo[axis] + node.size * OCT9_CELL_Q6;
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
           (leaf.payload & rules.filter_mask) == rules.filter_value;
}

/* ---- An image as a model. ---- */

class ImageReader {
public:
    explicit ImageReader(const std::vector<uint32_t> &words)
    {
        std::memcpy(&header_, words.data(), sizeof header_);
        pages_ = words.data() + sizeof header_ / 4;
        nodes_ = pages_ + 2 * header_.page_count;
        bricks_ = nodes_ + header_.node_count;
    }

    Model read()
    {
        if (header_.root != OCT9_IMAGE_INNER)
            model_.set_payload(0, static_cast<uint16_t>(header_.root));
        else
            inner_.push_back({ 0, OCT9_LEVELS, 0 });
        for (size_t i = 0; i < inner_.size(); i++)
            read_inner(inner_[i]);
        return model_;
    }

private:
    struct Inner {
        size_t node;                      /* in the model */
        unsigned level;
        uint32_t number;                  /* of the image's node or brick */
    };

    uint32_t brick(uint32_t number) const
    {
        return number % 2 == 0 ? bricks_[number / 2] & 0xFFFF : bricks_[number / 2] >> 16;
    }

    void read_inner(const Inner inner)
    {
        const uint32_t word = inner.level == 1 ? brick(inner.number) : nodes_[inner.number];
        uint32_t next = pages_[inner.level == 1 ? 0 : inner.number / OCT9_IMAGE_PAGE * 2] +
                        (word >> 16);

        model_.split(inner.node);
        for (size_t c = 0; c < 8; c++) {
            const uint32_t state = (word >> c & 1) + 2 * (word >> (8 + c) & 1);
            const size_t child = static_cast<size_t>(model_.node(inner.node).first_child) + c;
            if (state == OCT9_IMAGE_INNER)
                inner_.push_back({ child, inner.level - 1, next++ });
            else
                model_.set_payload(child, static_cast<uint16_t>(state));
        }
    }

    oct9_image_header_t header_;
    const uint32_t *pages_, *nodes_, *bricks_;
    std::vector<Inner> inner_;
    Model model_;
};

} // namespace oracle

#endif
