// SPDX-License-Identifier: MIT
// Spheres at rest, beside OctoMap, FCL and the fastest that memory can buy: a dense grid of
// distances, a byte a cell.
#include "bench/checks.hpp"

#include "oct9/spheres.h"
#include "oct9/sweep.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace {

int64_t radius_q6(const World &world, int mm)
{
    return std::lround(mm * 1e-3 / world.cell_m * OCT9_CELL_Q6);
}

double truth(const World &world, const bench_place_t &place, int64_t radius)
{
    return std::any_of(world.occupied.begin(), world.occupied.end(), [&](const oct9_point_t &cell) {
        return distance2(cell, place.at) <= radius * radius;
    });
}

Pass oct9_spheres(const World &world, int64_t radius)
{
    std::vector<oct9_sphere_input_t> inputs;
    for (uint32_t i = 0; i < box_count; i++)
        inputs.push_back(
            { { world.places[i].at, world.places[i].at, static_cast<uint16_t>(radius) },
              rules,
              false });
    return [&world, inputs](Answers &answers) {
        oct9_sweep_output_t output;
        for (size_t i = 0; i < inputs.size(); i++) {
            oct9_sweep_sphere(&world.file.map, &inputs[i], &output);
            answers[i] = output.hit != OCT9_HIT_NONE;
        }
    };
}

Pass oct9_yes_or_no(const World &world, int64_t radius)
{
    std::vector<oct9_sphere_t> spheres;
    for (uint32_t i = 0; i < box_count; i++)
        spheres.push_back({ world.places[i].at, static_cast<uint16_t>(radius) });
    return [&world, spheres](Answers &answers) {
        oct9_spheres_input_t input = { nullptr, 1, rules };
        oct9_spheres_output_t output;
        for (size_t i = 0; i < spheres.size(); i++) {
            input.spheres = &spheres[i];
            oct9_spheres_check(&world.file.map, &input, &output);
            answers[i] = output.hit != OCT9_HIT_NONE;
        }
    };
}

// The leaves in the sphere's bounds, and the distance to each.
Pass octomap_spheres(const World &world, double radius_metres)
{
    std::vector<octomap::point3d> centres;
    for (uint32_t i = 0; i < box_count; i++) {
        const fcl::Vector3d at = metres(world, world.places[i].at);
        centres.emplace_back(static_cast<float>(at[0]), static_cast<float>(at[1]),
                             static_cast<float>(at[2]));
    }
    const float radius = static_cast<float>(radius_metres);
    return [&world, centres, radius](Answers &answers) {
        const octomap::OcTree &tree = *world.octomap;
        const octomap::point3d reach(radius, radius, radius);
        const auto end = tree.end_leafs_bbx();
        for (size_t i = 0; i < centres.size(); i++) {
            auto it = tree.begin_leafs_bbx(centres[i] - reach, centres[i] + reach);
            for (; it != end; ++it) {
                if (!tree.isNodeOccupied(*it))
                    continue;
                const octomap::point3d apart = it.getCoordinate() - centres[i];
                const float half = static_cast<float>(it.getSize() / 2);
                float square = 0;
                for (unsigned a = 0; a < 3; a++) {
                    const float d = std::max(std::abs(apart(a)) - half, 0.0F);
                    square += d * d;
                }
                if (square <= radius * radius)
                    break;
            }
            answers[i] = it != end;
        }
    };
}

Pass fcl_spheres(const World &world, double radius_metres)
{
    std::vector<fcl::Transform3d> places;
    for (uint32_t i = 0; i < box_count; i++)
        places.push_back(at(metres(world, world.places[i].at)));
    return fcl_collides(world, std::make_shared<fcl::Sphered>(radius_metres), std::move(places));
}

// --- the dense grid --------------------------------------------------------------------------

using Cell = std::array<int, 3>;

Cell cell_at(const oct9_point_t &point)
{
    return { cell_of(point.x), cell_of(point.y), cell_of(point.z) };
}

// For each cell the least distance from any of its points to an occupied cell, in 1/16 cell,
// rounded down: no point of the cell is nearer, so that the grid calls nothing clear that is not.
class DistanceGrid {
public:
    explicit DistanceGrid(const World &world)
    {
        low = high = cell_at(world.places[0].at);
        for (const bench_place_t &place : world.places)
            grow(cell_at(place.at));
        for (const oct9_point_t &cell : world.occupied)
            grow(cell_at(cell));
        size_t count = 1;
        for (unsigned a = 0; a < 3; a++) {
            stride[a] = count;
            count *= static_cast<size_t>(high[a] - low[a] + 1);
        }
        std::vector<int> squares(count, far * far);
        for (const oct9_point_t &cell : world.occupied)
            squares[index(cell_at(cell))] = 0;
        for (unsigned a = 0; a < 3; a++)
            squares = pass(squares, a);
        for (const int square : squares)
            bytes.push_back(
                static_cast<uint8_t>(std::min(255.0, std::floor(16 * std::sqrt(square)))));
    }

    uint8_t sixteenths(const oct9_point_t &point) const { return bytes[index(cell_at(point))]; }
    size_t size() const { return bytes.size(); }

private:
    static constexpr int far = 17; // beyond what a byte says

    void grow(const Cell &cell)
    {
        for (unsigned a = 0; a < 3; a++) {
            low[a] = std::min(low[a], cell[a]);
            high[a] = std::max(high[a], cell[a]);
        }
    }

    size_t index(const Cell &cell) const
    {
        size_t sum = 0;
        for (unsigned a = 0; a < 3; a++)
            sum += static_cast<size_t>(cell[a] - low[a]) * stride[a];
        return sum;
    }

    // The least sums of squares along one axis. Cells n apart have n - 1 between them.
    std::vector<int> pass(const std::vector<int> &from, unsigned axis) const
    {
        std::vector<int> to(from.size());
        const int count = high[axis] - low[axis] + 1;
        for (size_t i = 0; i < from.size(); i++) {
            const int at = static_cast<int>(i / stride[axis] % static_cast<size_t>(count));
            int least = far * far;
            for (int n = std::max(-at, -far); n <= std::min(count - 1 - at, far); n++) {
                const int between = std::max(std::abs(n) - 1, 0);
                const size_t other = i + static_cast<size_t>(n) * stride[axis];
                least = std::min(least, from[other] + between * between);
            }
            to[i] = least;
        }
        return to;
    }

    Cell low, high;
    std::array<size_t, 3> stride;
    std::vector<uint8_t> bytes;
};

const DistanceGrid &grid_of(const World &world)
{
    static const DistanceGrid grid(world);
    return grid;
}

Pass grid_spheres(const World &world, int64_t radius)
{
    const DistanceGrid &grid = grid_of(world);
    const int most = static_cast<int>(radius / (OCT9_CELL_Q6 / 16));
    return [&world, &grid, most](Answers &answers) {
        for (size_t i = 0; i < answers.size(); i++)
            answers[i] = grid.sixteenths(world.places[i].at) <= most;
    };
}

} // namespace

void print_memory(const World &world)
{
    std::printf("memory octomap %zu\n", world.octomap->memoryUsage());
    std::printf("memory grid %zu\n", grid_of(world).size());
    std::printf("memory oct9 %zu\n",
                size_t{ static_cast<const oct9_image_header_t *>(world.file.image.bytes)->bytes });
}

Check spheres_check(const World &world, int radius_metresm)
{
    const int64_t radius = radius_q6(world, radius_metresm);
    const double radius_metres = static_cast<double>(radius) * world.cell_m / OCT9_CELL_Q6;
    return { "sphere-" + std::to_string(radius_metresm),
             box_count,
             0,
             [&world, radius](uint32_t i) { return truth(world, world.places[i], radius); },
             { { "octomap", octomap_spheres(world, radius_metres), 0 },
               { "fcl", fcl_spheres(world, radius_metres), 0 },
               { "grid", grid_spheres(world, radius), 0 },
               { "oct9-yes-no", oct9_yes_or_no(world, radius), 0 },
               { "oct9", oct9_spheres(world, radius), 0 } } };
}
