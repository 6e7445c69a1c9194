// SPDX-License-Identifier: MIT
#include "bench/peers.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace {

constexpr int64_t cell_q6 = OCT9_CELL_Q6;

using Axes = std::array<int64_t, 3>;

Axes axes_of(const oct9_point_t &p)
{
    return { p.x, p.y, p.z };
}

// The finest occupied cells, from OctoMap's own leaves.
std::vector<oct9_point_t> occupied_cells(const World &world)
{
    std::vector<oct9_point_t> cells;
    const fcl::Vector3d origin = metres(world, q6_of(0), q6_of(0), q6_of(0));
    for (auto it = world.octomap->begin_leafs(); it != world.octomap->end_leafs(); ++it) {
        if (!world.octomap->isNodeOccupied(*it))
            continue;
        const long size = std::lround(it.getSize() / world.cell_m);
        std::array<long, 3> low;
        for (unsigned a = 0; a < 3; a++)
            low[a] = std::lround((static_cast<double>(it.getCoordinate()(a)) - origin[a]) /
                                     world.cell_m -
                                 static_cast<double>(size) / 2);
        for (long i = 0; i < size * size * size; i++)
            cells.push_back({ static_cast<int16_t>(q6_of(low[0] + i % size)),
                              static_cast<int16_t>(q6_of(low[1] + i / size % size)),
                              static_cast<int16_t>(q6_of(low[2] + i / size / size)) });
    }
    return cells;
}

} // namespace

bool load(World &world, const char *image_path, const char *bt_path, uint32_t place_count)
{
    if (!map_file_open(&world.file, image_path))
        return false;
    world.cell_m = world.file.image.frame.cell_um * 1e-6;
    world.octomap = std::make_shared<octomap::OcTree>(world.cell_m);
    if (!world.octomap->readBinary(bt_path))
        return false;
    world.fcl = std::make_unique<fcl::OcTreed>(world.octomap);
    world.occupied = occupied_cells(world);
    world.places.resize(place_count);
    return bench_places(&world.file.map, place_count, world.places.data());
}

fcl::Vector3d metres(const World &world, double x, double y, double z)
{
    const oct9_mm_t &o = world.file.image.frame.origin_mm;
    const double sub = world.cell_m / cell_q6;
    return { o.x * 1e-3 + (x - OCT9_LOW_Q6) * sub, o.y * 1e-3 + (y - OCT9_LOW_Q6) * sub,
             o.z * 1e-3 + (z - OCT9_LOW_Q6) * sub };
}

fcl::Vector3d metres(const World &world, const oct9_point_t &point)
{
    return metres(world, point.x, point.y, point.z);
}

int64_t distance2(const oct9_point_t &cell, const oct9_point_t &point)
{
    const Axes low = axes_of(cell), p = axes_of(point);
    int64_t sum = 0;
    for (unsigned a = 0; a < 3; a++) {
        const int64_t d = std::max({ low[a] - p[a], p[a] - low[a] - cell_q6, int64_t{ 0 } });
        sum += d * d;
    }
    return sum;
}

namespace {

// At the time num / den of the motion, den > 0, the centre is within the radius of the cell. All is
// scaled by den, which is below 2^34 here, and distances by 2^17: squares need 104 bits.
bool near_at(const Axes &low, const Axes &from, const Axes &step, __int128 num, __int128 den,
             int64_t radius)
{
    __int128 sum = 0;
    for (unsigned a = 0; a < 3; a++) {
        const __int128 at = from[a] * den + step[a] * num;
        const __int128 below = low[a] * den - at, above = at - (low[a] + cell_q6) * den;
        const __int128 d = std::max({ below, above, __int128{ 0 } });
        sum += d * d;
    }
    return sum <= radius * radius * den * den;
}

} // namespace

// The least distance is at an end of the motion, or nearest to a corner, an edge or a face: on each
// axis either the cell's low plane counts, or its high one, or none; of the 27 cases each gives the
// time at which its distance is least.
bool sweep_meets(const oct9_point_t &cell, const oct9_point_t &start, const oct9_point_t &end,
                 int64_t radius)
{
    const Axes low = axes_of(cell), from = axes_of(start), to = axes_of(end);
    Axes step;
    for (unsigned a = 0; a < 3; a++) {
        step[a] = to[a] - from[a];
        if (std::max(from[a], to[a]) + radius < low[a] ||
            std::min(from[a], to[a]) - radius > low[a] + cell_q6)
            return false;
    }
    if (near_at(low, from, step, 0, 1, radius) || near_at(low, from, step, 1, 1, radius))
        return true;
    for (int which = 0; which < 27; which++) {
        const std::array<int, 3> plane = { which % 3, which / 3 % 3, which / 9 };
        int64_t num = 0, den = 0;
        for (unsigned a = 0; a < 3; a++) {
            if (plane[a] == 2)
                continue;
            num += (low[a] + plane[a] * cell_q6 - from[a]) * step[a];
            den += step[a] * step[a];
        }
        if (num > 0 && num < den && near_at(low, from, step, num, den, radius))
            return true;
    }
    return false;
}
