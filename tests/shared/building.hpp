/* SPDX-License-Identifier: MIT */
/* A model of an image, read by its format's text alone: include/oct9/image.h. */
#ifndef OCT9_TEST_BUILDING_HPP
#define OCT9_TEST_BUILDING_HPP

#include "model.hpp"
#include "oct9/image.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <vector>

namespace oracle {

/* An image from a file, and its model. The host is little-endian. */
class Building {
public:
    bool open(const char *path)
    {
        std::ifstream file(path, std::ios::binary);
        const std::vector<char> bytes((std::istreambuf_iterator<char>(file)),
                                      std::istreambuf_iterator<char>());

        words_.assign(bytes.size() / 4 + 1, 0);
        std::copy(bytes.begin(), bytes.end(), reinterpret_cast<char *>(words_.data()));
        if (oct9_image_open(&image_, words_.data(), bytes.size()) != OCT9_OK)
            return false;
        read(0, image_.root, 0, OCT9_LEVELS);
        return true;
    }

    const Model &model() const { return model_; }
    const oct9_image_t &image() const { return image_; }

private:
    std::vector<uint32_t> words_; /* so that they are aligned */
    oct9_image_t image_ = {};
    Model model_;

    /* A node of the model from what the image has of it, and `number`, where that is inner. */
    void read(size_t node, unsigned state, uint32_t number, unsigned level)
    {
        if (state != OCT9_IMAGE_INNER)
            return model_.set_payload(node, static_cast<uint16_t>(state));

        const uint32_t word = level == 1 ? image_.bricks[number] : image_.nodes[number];
        uint32_t next = 0;
        if (level > 1)
            next = image_.pages[number / OCT9_IMAGE_PAGE * 2] + (word >> 16);
        model_.split(node);
        for (unsigned c = 0; c < 8; c++) {
            const unsigned child = (word >> c & 1u) | (word >> (c + 8) & 1u) << 1;
            const size_t at = static_cast<size_t>(model_.node(node).first_child) + c;
            read(at, child, next, level - 1);
            next += child == OCT9_IMAGE_INNER ? 1 : 0;
        }
    }
};

} // namespace oracle

#endif
