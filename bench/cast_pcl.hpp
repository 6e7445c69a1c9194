// SPDX-License-Identifier: MIT
// PCL's octree of voxels, asked for the first one on a ray.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <vector>

using Metres = std::array<float, 3>;

class Voxels {
public:
    virtual ~Voxels() = default;

    // How many voxels are found on the ray from there in that direction, without end: 0 or 1.
    virtual std::size_t first_on(const Metres &from, const Metres &direction) = 0;
};

// One voxel for each centre; nothing where PCL cannot be had.
std::unique_ptr<Voxels> make_voxels(const std::vector<Metres> &centres, double edge_m);
