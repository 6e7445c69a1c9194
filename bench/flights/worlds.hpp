// SPDX-License-Identifier: MIT
// Worlds that are made by a seed.
#ifndef FLIGHTS_WORLDS_HPP
#define FLIGHTS_WORLDS_HPP

#include "world.hpp"

namespace flights {

enum class Place { rooms, corridors, poles, hall, slanted, building };

// What is in a world beside its walls and its furniture.
struct Guests {
    int people = 0, poles = 0, black = 0, glass = 0;
};

// `flat`: for a laser, which sees one plane: all things reach through it.
World make_world(Place place, const Guests &guests, const std::shared_ptr<const Building> &building,
                 bool flat, Random &random);

} // namespace flights

#endif
