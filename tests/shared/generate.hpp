/* SPDX-License-Identifier: MIT */
/* Random maps and random segments, with the awkward ones among them on purpose. */
#ifndef OCT9_TEST_GENERATE_HPP
#define OCT9_TEST_GENERATE_HPP

#include "model.hpp"
#include "random.hpp"

namespace oracle {

enum class Payloads {
    states, /* 0, 1, 2: what an image can hold */
    wide    /* 15 bits, with thresholds somewhere between */
};

/* A map in which no eight siblings are equal, so that it has the library's one shape. */
Model random_model(Random &random, Payloads payloads);

struct Ends {
    oct9_point_t from, to;
};

/* A segment: a third with both ends anywhere, the rest on corners, edges, centres and planes
 * of the map, on the numbers' limits, parallel to an axis, diagonal, short or of no length. */
Ends random_ends(Random &random, const Model &model);

} // namespace oracle

#endif
