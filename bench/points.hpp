// SPDX-License-Identifier: MIT
// What the points' bench knows: a cloud, questions, and the libraries that answer them.
#ifndef BENCH_POINTS_HPP
#define BENCH_POINTS_HPP

#include "oct9/point.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

constexpr uint32_t question_count = 2000;

// A unit cube is 32768 sub-cells: floats hold the same places exactly.
struct Place {
    float x, y, z;
};

inline Place place_of(const oct9_point_t &p)
{
    constexpr float unit = OCT9_CUBE_Q6;
    return { (p.x - OCT9_LOW_Q6) / unit, (p.y - OCT9_LOW_Q6) / unit, (p.z - OCT9_LOW_Q6) / unit };
}

// Different points, each with its index as id.
struct CloudPoint {
    oct9_point_t point;
    uint32_t id;
};
using Cloud = std::vector<CloudPoint>;

using Ids = std::vector<uint32_t>;

// Each answer takes the place of what the list held. A radius in sub-cells; boxes and balls are
// closed; a box is a cube of twice the radius.
class PointSet {
public:
    virtual ~PointSet() = default;
    virtual const char *name() const = 0;
    virtual void build(const Cloud &cloud) = 0; // into an empty set
    virtual bool radius(const oct9_point_t &, uint16_t, Ids &) { return false; }
    virtual bool box(const oct9_point_t &, uint16_t, Ids &) { return false; }
    virtual bool nearest(const oct9_point_t &, uint16_t /*how many*/, Ids &) { return false; }
};

std::unique_ptr<PointSet> nanoflann_tree();
std::unique_ptr<PointSet> pcl_octree();   // null where PCL is not at hand
std::unique_ptr<PointSet> integer_list(); // brute force, and a uniform grid, in integers
std::unique_ptr<PointSet> uniform_grid();
std::unique_ptr<PointSet> oct9_inserted();
std::unique_ptr<PointSet> oct9_built();
std::unique_ptr<PointSet> oct9_wide(); // with ids and indices of 32 bits, built

#endif
