// SPDX-License-Identifier: MIT
// Classes of flights: each a kind of world, a sensor, what goes wrong, how fast, and a policy.
#ifndef FLIGHTS_CLASSES_HPP
#define FLIGHTS_CLASSES_HPP

#include "faults.hpp"
#include "loop.hpp"
#include "pilot.hpp"
#include "worlds.hpp"

namespace flights {

struct Class {
    const char *name;
    Part part = Part::zones;
    Place place = Place::rooms;
    double speed = 1;
    Guests guests;
    std::vector<Kind> faults;
    double blind = 0;        // m, where not 0: the sensor sees nothing nearer
    bool small_near = false; // it reports it with a good status instead
    double drift = 0;        // m/s of the estimate
    bool sideways = false;
    bool dark_clears = false; // "no return clears", in a world in which that is true
    bool fifteen = false;     // frames a second, else ten
    uint32_t blocks = 4096;
};

const std::vector<Class> &classes();
Policy policy_of(const Class &type, const Body &body, double tick);
Body body_of(const Class &type, Random &random);
double tick_of(const Class &type);

} // namespace flights

#endif
