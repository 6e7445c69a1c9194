// SPDX-License-Identifier: MIT
#include "bench/cast_pcl.hpp"

#if __has_include(<pcl/octree/octree_search.h>)

#include <pcl/octree/octree_search.h>

namespace {

class PclVoxels : public Voxels {
    using Point = pcl::PointXYZ;
    pcl::octree::OctreePointCloudSearch<Point> octree;
    pcl::Indices found;

public:
    PclVoxels(const std::vector<Metres> &centres, double edge_m) : octree(edge_m)
    {
        const auto points = std::make_shared<pcl::PointCloud<Point>>();
        for (const Metres &at : centres)
            points->push_back({ at[0], at[1], at[2] });
        octree.setInputCloud(points);
        octree.addPointsFromInputCloud();
    }

    std::size_t first_on(const Metres &from, const Metres &direction) override
    {
        found.clear();
        octree.getIntersectedVoxelIndices({ from[0], from[1], from[2] },
                                          { direction[0], direction[1], direction[2] }, found, 1);
        return found.size();
    }
};

} // namespace

std::unique_ptr<Voxels> make_voxels(const std::vector<Metres> &centres, double edge_m)
{
    return std::make_unique<PclVoxels>(centres, edge_m);
}

#else

std::unique_ptr<Voxels> make_voxels(const std::vector<Metres> &, double)
{
    return nullptr;
}

#endif
