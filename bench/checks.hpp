// SPDX-License-Identifier: MIT
// The checks that libraries are compared by, each with a pass over all placements for each library.
#ifndef BENCH_CHECKS_HPP
#define BENCH_CHECKS_HPP

#include "bench/peers.hpp"
#include "bench/players.hpp"

constexpr uint32_t box_count = 5000, sweep_count = 2000, clearance_count = 2000;
constexpr double radius_m = 0.15, moved_m = 1, range_m = 2;

// All unknown passes; all inputs are prepared here.
std::vector<Check> all_checks(const World &world);
Check spheres_check(const World &world, int radius_mm);

// The bytes of the maps that spheres are asked of.
void print_memory(const World &world);

#endif
