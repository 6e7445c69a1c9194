/* SPDX-License-Identifier: MIT */
/* Puts a model into the library's structures. */
#ifndef OCT9_TEST_LOAD_HPP
#define OCT9_TEST_LOAD_HPP

#include "encode.hpp"
#include "generate.hpp"
#include "model.hpp"
#include "oct9/map.h"

#include <vector>

namespace oracle {

/* A RAM tree with exactly as many blocks as the model needs. */
class LoadedTree {
public:
    LoadedTree(const Model &model, Random &random);
    LoadedTree(const LoadedTree &) = delete;
    LoadedTree &operator=(const LoadedTree &) = delete;

    bool ok() const { return ok_; }
    oct9_map_t map() const { return oct9_map_of_tree(&tree_); }

private:
    std::vector<oct9_block_t> pool_;
    oct9_tree_t tree_ = {};
    bool ok_ = false;
};

/* An image, from the tests' own writer. */
class LoadedImage {
public:
    explicit LoadedImage(const Model &model) : words_(encode_image(model))
    {
        ok_ = oct9_image_open(&image_, words_.data(), words_.size() * 4) == OCT9_OK;
    }
    LoadedImage(const LoadedImage &) = delete;
    LoadedImage &operator=(const LoadedImage &) = delete;

    bool ok() const { return ok_; }
    oct9_map_t map() const { return oct9_map_of_image(&image_); }

private:
    std::vector<uint32_t> words_;
    oct9_image_t image_ = {};
    bool ok_ = false;
};

/* An image from the tools' baker, cell by cell: slow. */
class BakedImage {
public:
    explicit BakedImage(const Model &model);
    ~BakedImage();
    BakedImage(const BakedImage &) = delete;
    BakedImage &operator=(const BakedImage &) = delete;

    bool ok() const { return ok_; }
    oct9_map_t map() const { return oct9_map_of_image(&image_); }

private:
    unsigned char *bytes_ = nullptr;
    oct9_image_t image_ = {};
    bool ok_ = false;
};

} // namespace oracle

#endif
