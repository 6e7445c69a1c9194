// SPDX-License-Identifier: MIT
// PCL's octree, where scripts/fetch-pcl has found it.
#include "bench/points.hpp"

#if __has_include(<pcl/octree/octree_search.h>)

#include <pcl/octree/octree_search.h>

namespace {

// Of 1/32, 1/16, 1/10 and 1/8, and of leaves split above 32 points, what answers most of these
// questions in the fewest instructions.
constexpr double leaf_edge = 0.125;

class PclOctree : public PointSet {
    using Point = pcl::PointXYZ;
    using Octree = pcl::octree::OctreePointCloudSearch<Point>;
    pcl::PointCloud<Point>::Ptr points;
    std::unique_ptr<Octree> octree;
    pcl::Indices found;
    std::vector<float> distances2;

    static Point point_of(const oct9_point_t &p)
    {
        const Place at = place_of(p);
        return { at.x, at.y, at.z };
    }

    bool answer(Ids &ids) const
    {
        ids.assign(found.begin(), found.end());
        return true;
    }

public:
    const char *name() const override { return "pcl"; }

    void build(const Cloud &cloud) override
    {
        points = std::make_shared<pcl::PointCloud<Point>>();
        for (const CloudPoint &entry : cloud)
            points->push_back(point_of(entry.point));
        octree = std::make_unique<Octree>(leaf_edge);
        octree->defineBoundingBox(0, 0, 0, 1, 1, 1);
        octree->setInputCloud(points);
        octree->addPointsFromInputCloud();
    }

    bool radius(const oct9_point_t &centre, uint16_t length, Ids &ids) override
    {
        found.clear();
        distances2.clear();
        octree->radiusSearch(point_of(centre), static_cast<double>(length) / OCT9_CUBE_Q6, found,
                             distances2);
        return answer(ids);
    }

    bool box(const oct9_point_t &centre, uint16_t length, Ids &ids) override
    {
        const Eigen::Vector3f at = point_of(centre).getVector3fMap();
        const float half = static_cast<float>(length) / OCT9_CUBE_Q6;
        const Eigen::Vector3f edge(half, half, half);
        found.clear();
        octree->boxSearch(at - edge, at + edge, found);
        return answer(ids);
    }

    bool nearest(const oct9_point_t &point, uint16_t count, Ids &ids) override
    {
        octree->nearestKSearch(point_of(point), count, found, distances2);
        return answer(ids);
    }
};

} // namespace

std::unique_ptr<PointSet> pcl_octree()
{
    return std::make_unique<PclOctree>();
}

#else

std::unique_ptr<PointSet> pcl_octree()
{
    return nullptr;
}

#endif
