/* SPDX-License-Identifier: MIT */
/* A second writer of the image format, straight from a model: quick enough for hundreds of
 * maps, and so that reader and baker cannot share a misreading of it. */
#ifndef OCT9_TEST_ENCODE_HPP
#define OCT9_TEST_ENCODE_HPP

#include "model.hpp"
#include "oct9/image.h"
#include "oct9/world.h"

#include <cstdint>
#include <vector>

namespace oracle {

/* The image's words, for a model with payloads 0, 1 and 2. */
std::vector<uint32_t> encode_image(const Model &model, const oct9_mm_t &origin_mm = {},
                                   uint32_t cell_um = 100000);

/* A tile of a world: its place and its image's words. */
struct Tile {
    std::array<int16_t, 3> place;
    std::vector<uint32_t> words;
};

/* The words of a world's file, with the tiles in any order. */
std::vector<uint32_t> encode_world(std::vector<Tile> tiles, const oct9_mm_t &origin_mm,
                                   uint32_t cell_um);

} // namespace oracle

#endif
