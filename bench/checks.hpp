// SPDX-License-Identifier: MIT
// The checks that libraries are compared by, each with a pass over all placements for each library.
#ifndef BENCH_CHECKS_HPP
#define BENCH_CHECKS_HPP

#include "bench/peers.hpp"
#include "bench/players.hpp"
#include "oct9/rules.h"

constexpr uint32_t box_count = 5000, sweep_count = 2000, clearance_count = 2000;
// Unknown passes.
constexpr oct9_rules_t rules = { OCT9_PASSES, OCT9_FREE, OCT9_BLOCKS, 0, 0 };
constexpr double radius_m = 0.15, moved_m = 1, range_m = 2;

// All unknown passes; all inputs are prepared here.
std::vector<Check> all_checks(const World &world);
Check spheres_check(const World &world, int radius_mm);

fcl::Transform3d at(const fcl::Vector3d &place);

// A shape at each of the places, which FCL collides with the map.
Pass fcl_collides(const World &world, std::shared_ptr<const fcl::CollisionGeometryd> shape,
                  std::vector<fcl::Transform3d> places);

// The bytes of the maps that spheres are asked of.
void print_memory(const World &world);

#endif
