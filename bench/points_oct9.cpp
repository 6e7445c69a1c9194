// SPDX-License-Identifier: MIT
// oct9's point set, its points inserted one by one or built at once. Compiled once more with
// OCT9_POINTS_WIDE.
#include "bench/points.hpp"
#include "oct9/points.h"

#include <algorithm>
#include <cstdlib>

namespace {

constexpr uint8_t capacity = 32, least_level = 0;

void require(bool good)
{
    if (!good)
        std::abort();
}

class Oct9 : public PointSet {
    std::vector<oct9_points_block_t> blocks;
    std::vector<oct9_bucket_t> buckets;
    std::vector<oct9_entry_t> entries;
    oct9_points_t points;
    oct9_points_find_t search;
    std::vector<oct9_entry_t> found;
    std::vector<oct9_near_point_t> near;

    void list(Ids &ids)
    {
        const int count = oct9_points_find_next(&search, UINT32_MAX, found.data(),
                                                static_cast<uint16_t>(found.size()));
        require(count >= 0);
        ids.resize(static_cast<size_t>(count));
        for (size_t i = 0; i < ids.size(); i++)
            ids[i] = found[i].id;
    }

protected:
    oct9_points_t *empty(size_t count)
    {
        const uint32_t block_count = 1 + static_cast<uint32_t>(9 * (count / (capacity + 1)));
        const uint32_t bucket_count = 64 + static_cast<uint32_t>(count / 4);
        blocks.resize(block_count);
        buckets.resize(bucket_count);
        entries.resize(size_t{ bucket_count } * capacity);
        const oct9_points_config_t config{ blocks.data(),  block_count,  buckets.data(),
                                           entries.data(), bucket_count, capacity,
                                           least_level };
        require(oct9_points_init(&points, &config) == OCT9_OK);
        found.resize(std::min<size_t>(count, INT16_MAX));
        return &points;
    }

public:
    const char *name() const override { return "oct9"; }

    bool radius(const oct9_point_t &centre, uint16_t length, Ids &ids) override
    {
        const oct9_region_t ball{ OCT9_REGION_SPHERE, {}, {}, centre, length, nullptr };
        require(oct9_points_find_begin(&search, &points, &ball) == OCT9_OK);
        list(ids);
        return true;
    }

    bool box(const oct9_point_t &centre, uint16_t length, Ids &ids) override
    {
        const int l = length;
        const auto coordinate = [](int x) {
            return static_cast<int16_t>(std::clamp(x, -32768, 32767));
        };
        const oct9_point_t low{ coordinate(centre.x - l), coordinate(centre.y - l),
                                coordinate(centre.z - l) };
        const oct9_point_t high{ coordinate(centre.x + l), coordinate(centre.y + l),
                                 coordinate(centre.z + l) };
        const oct9_region_t box{ OCT9_REGION_BOX, low, high, {}, 0, nullptr };
        require(oct9_points_find_begin(&search, &points, &box) == OCT9_OK);
        list(ids);
        return true;
    }

    bool nearest(const oct9_point_t &point, uint16_t count, Ids &ids) override
    {
        near.resize(count);
        const oct9_points_nearest_input_t input{ point, UINT16_MAX, count, near.data() };
        oct9_points_nearest_output_t output;
        require(oct9_points_nearest(&points, &input, &output) == OCT9_OK);
        ids.resize(output.count);
        for (size_t i = 0; i < ids.size(); i++)
            ids[i] = near[i].entry.id;
        return true;
    }
};

class Inserted : public Oct9 {
public:
    void build(const Cloud &cloud) override
    {
        oct9_points_t *const set = empty(cloud.size());
        for (const CloudPoint &p : cloud)
            require(oct9_points_insert(set, &p.point, static_cast<oct9_points_id_t>(p.id)) ==
                    OCT9_OK);
    }
};

// Sorts at its first time alone, so that building is what is measured.
class Built : public Oct9 {
    std::vector<oct9_entry_t> sorted;

public:
    const char *name() const override { return OCT9_POINTS_WIDE ? "oct9" : "oct9-build"; }

    void build(const Cloud &cloud) override
    {
        if (sorted.empty()) {
            for (const CloudPoint &p : cloud)
                sorted.push_back({ p.point, static_cast<oct9_points_id_t>(p.id) });
            std::sort(sorted.begin(), sorted.end(), [](const auto &a, const auto &b) {
                return oct9_points_key(&a.point) < oct9_points_key(&b.point);
            });
        }
        require(oct9_points_build(empty(sorted.size()), sorted.data(),
                                  static_cast<uint32_t>(sorted.size())) == OCT9_OK);
    }
};

} // namespace

#if OCT9_POINTS_WIDE

std::unique_ptr<PointSet> oct9_wide()
{
    return std::make_unique<Built>();
}

#else

std::unique_ptr<PointSet> oct9_inserted()
{
    return std::make_unique<Inserted>();
}

std::unique_ptr<PointSet> oct9_built()
{
    return std::make_unique<Built>();
}

#endif
