// SPDX-License-Identifier: MIT
// nanoflann's k-d tree over an array. It has no box query, and no point goes from it.
#include "bench/points.hpp"

#include <nanoflann.hpp>

#include <cmath>

namespace {

struct Points {
    std::vector<Place> places;

    size_t kdtree_get_point_count() const { return places.size(); }
    float kdtree_get_pt(uint32_t i, size_t axis) const
    {
        const Place &p = places[i];
        return axis == 0 ? p.x : axis == 1 ? p.y : p.z;
    }
    template <class Box> bool kdtree_get_bbox(Box &) const { return false; }
};

class Nanoflann : public PointSet {
    using Metric = nanoflann::L2_Simple_Adaptor<float, Points>;
    using Tree = nanoflann::KDTreeSingleIndexAdaptor<Metric, Points, 3, uint32_t>;
    Points points;
    std::unique_ptr<Tree> tree;
    std::vector<std::pair<uint32_t, float>> found;
    std::vector<float> distances2;

public:
    const char *name() const override { return "nanoflann"; }

    void build(const Cloud &cloud) override
    {
        points.places.clear();
        for (const CloudPoint &entry : cloud)
            points.places.push_back(place_of(entry.point));
        tree = std::make_unique<Tree>(3, points);
    }

    // Its balls are open.
    bool radius(const oct9_point_t &centre, uint16_t length, Ids &ids) override
    {
        const Place at = place_of(centre);
        const float r = static_cast<float>(length) / OCT9_CUBE_Q6;
        found.clear();
        tree->radiusSearch(&at.x, std::nextafter(r * r, 2.0F), found,
                           nanoflann::SearchParams(0, 0, false));
        ids.clear();
        for (const auto &near : found)
            ids.push_back(near.first);
        return true;
    }

    bool nearest(const oct9_point_t &point, uint16_t count, Ids &ids) override
    {
        const Place at = place_of(point);
        ids.resize(count);
        distances2.resize(count);
        ids.resize(tree->knnSearch(&at.x, count, ids.data(), distances2.data()));
        return true;
    }
};

} // namespace

std::unique_ptr<PointSet> nanoflann_tree()
{
    return std::make_unique<Nanoflann>();
}
