/* SPDX-License-Identifier: MIT */
/* A second writer of the image format, straight from a model: quick enough for hundreds of
 * maps, and so that reader and baker cannot share a misreading of it. */
#ifndef OCT9_TEST_ENCODE_HPP
#define OCT9_TEST_ENCODE_HPP

#include "model.hpp"
#include "oct9/image.h"

#include <cstdint>
#include <vector>

namespace oracle {

/* The image's words, for a model with payloads 0, 1 and 2. */
std::vector<uint32_t> encode_image(const Model &model);

} // namespace oracle

#endif
