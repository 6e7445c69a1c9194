// SPDX-License-Identifier: MIT
// The checks that libraries are compared by, each with a pass over all placements for each library.
#ifndef BENCH_CHECKS_HPP
#define BENCH_CHECKS_HPP

#include "bench/peers.hpp"

#include <functional>
#include <string>

constexpr uint32_t box_count = 5000, sweep_count = 2000, clearance_count = 2000;
constexpr double radius_m = 0.15, way_m = 1, range_m = 2;

// 1 and 0 for blocked and clear, or metres.
using Answers = std::vector<double>;
using Pass = std::function<void(Answers&)>;

struct Player {
    const char* name;
    Pass pass;
    double tolerance;
};

struct Check {
    std::string name;
    uint32_t count;
    double nothing;                       // the answer if nothing is met or found
    std::function<double(uint32_t)> truth;
    std::vector<Player> players;          // oct9 is the last
};

// All unknown passes; all inputs are prepared here.
std::vector<Check> all_checks(const World& world);

#endif
