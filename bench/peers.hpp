// SPDX-License-Identifier: MIT
// What the checks' bench knows of the world: one map in oct9, in OctoMap and in FCL, and placements
// in it; and brute force over its finest occupied cells.
#ifndef BENCH_PEERS_HPP
#define BENCH_PEERS_HPP

#include "bench/places.h"
#include "tools/format/map_file.h"

#include <fcl/geometry/octree/octree.h>
#include <octomap/octomap.h>

#include <memory>
#include <vector>

struct World {
    map_file_t file;
    std::shared_ptr<octomap::OcTree> octomap;
    std::unique_ptr<fcl::OcTreed> fcl;
    std::vector<bench_place_t> places;
    std::vector<oct9_point_t> occupied; // the low corners of finest cells
    double cell_m;
};

bool load(World &world, const char *image_path, const char *bt_path, uint32_t place_count);

// A point's coordinate so many cells above the cube's low corner, and the cell of a coordinate.
template <class T> constexpr T q6_of(T cells)
{
    return OCT9_LOW_Q6 + cells * OCT9_CELL_Q6;
}

constexpr int cell_of(int16_t q6)
{
    return (q6 - OCT9_LOW_Q6) / OCT9_CELL_Q6;
}

// Where a point, perhaps between two sub-cells, is in metres.
fcl::Vector3d metres(const World &world, double x, double y, double z);
fcl::Vector3d metres(const World &world, const oct9_point_t &point);

// The square of the least distance between a cell and a point, in sub-cells.
int64_t distance2(const oct9_point_t &cell, const oct9_point_t &point);

// A sphere that goes from one point to the other meets the cell, touching included. Exact.
bool sweep_meets(const oct9_point_t &cell, const oct9_point_t &from, const oct9_point_t &to,
                 int64_t radius);

#endif
