// SPDX-License-Identifier: MIT
// Brute force and a uniform grid in integers, as bench/points_cost has them on a board.
#include "bench/points.hpp"

extern "C" {
#include "bench/point_peers.h"
}

namespace {

std::vector<oct9_point_t> points_of(const Cloud &cloud)
{
    std::vector<oct9_point_t> points;
    for (const CloudPoint &p : cloud)
        points.push_back(p.point);
    return points;
}

class IntegerList : public PointSet {
    std::vector<oct9_point_t> points;
    Ids found;

    point_list_t list() const { return { points.data(), static_cast<uint32_t>(points.size()) }; }

public:
    const char *name() const override { return "list"; }

    void build(const Cloud &cloud) override
    {
        points = points_of(cloud);
        found.resize(points.size());
    }

    bool radius(const oct9_point_t &centre, uint16_t length, Ids &ids) override
    {
        const point_list_t all = list();
        ids.assign(found.begin(),
                   found.begin() + point_list_ball(&all, &centre, length, found.data()));
        return true;
    }

    bool box(const oct9_point_t &centre, uint16_t length, Ids &ids) override
    {
        const point_list_t all = list();
        ids.assign(found.begin(),
                   found.begin() + point_list_box(&all, &centre, length, found.data()));
        return true;
    }

    bool nearest(const oct9_point_t &point, uint16_t count, Ids &ids) override
    {
        if (count != 1)
            return false;
        const point_list_t all = list();
        ids.assign(1, point_list_nearest(&all, &point));
        return true;
    }
};

class UniformGrid : public PointSet {
    std::vector<oct9_point_t> points;
    std::vector<uint32_t> first, index;
    Ids found;
    point_grid_t grid;

public:
    const char *name() const override { return "grid"; }

    void build(const Cloud &cloud) override
    {
        const std::vector<oct9_point_t> source = points_of(cloud);
        const point_list_t list = { source.data(), static_cast<uint32_t>(source.size()) };
        const unsigned bits = point_grid_bits(list.count);
        points.resize(source.size());
        index.resize(source.size());
        found.resize(source.size());
        first.resize((size_t{ 1 } << 3 * bits) + 1);
        grid = { bits, first.data(), points.data(), index.data() };
        point_grid_build(&grid, &list);
    }

    bool radius(const oct9_point_t &centre, uint16_t length, Ids &ids) override
    {
        ids.assign(found.begin(),
                   found.begin() + point_grid_ball(&grid, &centre, length, found.data()));
        return true;
    }

    bool box(const oct9_point_t &centre, uint16_t length, Ids &ids) override
    {
        ids.assign(found.begin(),
                   found.begin() + point_grid_box(&grid, &centre, length, found.data()));
        return true;
    }

    bool nearest(const oct9_point_t &point, uint16_t, Ids &ids) override
    {
        ids.assign(1, point_grid_nearest(&grid, &point));
        return true;
    }
};

} // namespace

std::unique_ptr<PointSet> integer_list()
{
    return std::make_unique<IntegerList>();
}

std::unique_ptr<PointSet> uniform_grid()
{
    return std::make_unique<UniformGrid>();
}
