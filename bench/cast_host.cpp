// SPDX-License-Identifier: MIT
// oct9's cast beside OctoMap's castRay and PCL's getIntersectedVoxelIndices, on the same rays in
// the same run. PCL's are without end, and meet what is occupied only.
//   cast_host IMAGE BT              times them in turn, and checks every answer
//   cast_host IMAGE BT oct9|octomap|pcl RANGE_M free|block   one pass, to be counted by callgrind
#include "bench/cast_pcl.hpp"
#include "bench/pin.hpp"
#include "bench/rays.h"
#include "oct9/cast.h"
#include "tools/format/map_file.h"

#include <octomap/octomap.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <vector>

namespace {
constexpr uint32_t ray_count = 20000;
constexpr int rounds = 7;

struct World {
    map_file_t file;
    std::unique_ptr<octomap::OcTree> octomap;
    std::unique_ptr<Voxels> pcl;
    double cell_m;
};

struct Workload {
    std::vector<bench_ray_t> rays;
    double range_m;
    bool unknown_free;
};

// The centres of the occupied finest cells, from OctoMap's leaves.
std::vector<Metres> occupied_centres(const World &world)
{
    std::vector<Metres> centres;
    for (auto it = world.octomap->begin_leafs(); it != world.octomap->end_leafs(); ++it) {
        if (!world.octomap->isNodeOccupied(*it))
            continue;
        const long size = std::lround(it.getSize() / world.cell_m);
        const auto along = [&](unsigned axis, long cell) {
            return static_cast<float>(static_cast<double>(it.getCoordinate()(axis)) +
                                      (static_cast<double>(2 * cell + 1 - size) / 2) *
                                          world.cell_m);
        };
        for (long z = 0; z < size; z++)
            for (long y = 0; y < size; y++)
                for (long x = 0; x < size; x++)
                    centres.push_back({ along(0, x), along(1, y), along(2, z) });
    }
    return centres;
}

bool load(World &world, const char *image_path, const char *bt_path)
{
    if (!map_file_open(&world.file, image_path))
        return false;
    world.cell_m = world.file.image.frame.cell_um * 1e-6;
    world.octomap = std::make_unique<octomap::OcTree>(world.cell_m);
    if (!world.octomap->readBinary(bt_path))
        return false;
    world.pcl = make_voxels(occupied_centres(world), world.cell_m);
    return true;
}

Workload make_workload(const World &world, double range_m, bool unknown_free)
{
    Workload work{ std::vector<bench_ray_t>(ray_count), range_m, unknown_free };
    if (bench_rays(&world.file.map, range_m / world.cell_m, ray_count, work.rays.data()) == 0)
        std::exit(1);
    return work;
}

// Sub-cells from the cube's low corner.
std::array<long, 3> from_low(const oct9_point_t &p)
{
    return { p.x - OCT9_LOW_Q6, p.y - OCT9_LOW_Q6, p.z - OCT9_LOW_Q6 };
}

octomap::point3d metres(const World &world, const oct9_point_t &p)
{
    const oct9_mm_t &o = world.file.image.frame.origin_mm;
    const double sub = world.cell_m / 64;
    const std::array<long, 3> at = from_low(p);
    return { static_cast<float>(o.x * 1e-3 + static_cast<double>(at[0]) * sub),
             static_cast<float>(o.y * 1e-3 + static_cast<double>(at[1]) * sub),
             static_cast<float>(o.z * 1e-3 + static_cast<double>(at[2]) * sub) };
}

oct9_cast_input_t input_of(const Workload &work, const bench_ray_t &ray)
{
    oct9_cast_input_t input{};
    input.from = ray.from;
    input.to = ray.to;
    input.rules.unknown = work.unknown_free ? OCT9_PASSES : OCT9_BLOCKS;
    input.rules.outside = OCT9_FREE;
    return input;
}

} // namespace

// What is counted: one pass over all rays, inputs prepared beforehand.
extern "C" __attribute__((noinline)) uint32_t
counted_oct9(const oct9_map_t *map, const std::vector<oct9_cast_input_t> &inputs,
             std::vector<oct9_cast_output_t> &outputs)
{
    uint32_t hits = 0;
    for (size_t i = 0; i < inputs.size(); i++) {
        oct9_cast_ray(map, &inputs[i], &outputs[i]);
        hits += outputs[i].hit == OCT9_HIT_LEAF;
    }
    return hits;
}

struct OctomapRay {
    octomap::point3d from, direction, end;
};

extern "C" __attribute__((noinline)) uint32_t counted_octomap(const octomap::OcTree &tree,
                                                              std::vector<OctomapRay> &rays,
                                                              bool unknown_free, double range_m)
{
    uint32_t hits = 0;
    for (OctomapRay &ray : rays)
        hits += tree.castRay(ray.from, ray.direction, ray.end, unknown_free, range_m);
    return hits;
}

struct PclRay {
    Metres from, direction;
};

extern "C" __attribute__((noinline)) size_t counted_pcl(Voxels &voxels,
                                                        const std::vector<PclRay> &rays)
{
    size_t hits = 0;
    for (const PclRay &ray : rays)
        hits += voxels.first_on(ray.from, ray.direction);
    return hits;
}

namespace {
std::vector<oct9_cast_input_t> oct9_inputs(const Workload &work)
{
    std::vector<oct9_cast_input_t> inputs;
    for (const bench_ray_t &ray : work.rays)
        inputs.push_back(input_of(work, ray));
    return inputs;
}

std::vector<OctomapRay> octomap_rays(const World &world, const Workload &work)
{
    std::vector<OctomapRay> rays;
    for (const bench_ray_t &ray : work.rays) {
        const octomap::point3d from = metres(world, ray.from);
        rays.push_back({ from, metres(world, ray.to) - from, {} });
    }
    return rays;
}

std::vector<PclRay> pcl_rays(const World &world, const Workload &work)
{
    std::vector<PclRay> rays;
    for (const OctomapRay &ray : octomap_rays(world, work))
        rays.push_back({ { ray.from.x(), ray.from.y(), ray.from.z() },
                         { ray.direction.x(), ray.direction.y(), ray.direction.z() } });
    return rays;
}

// The state of each cell of the cube, from OctoMap's own leaves.
std::vector<uint8_t> dense(const World &world)
{
    std::vector<uint8_t> cells(size_t{ 1 } << 27, OCT9_UNKNOWN);
    const oct9_mm_t &o = world.file.image.frame.origin_mm;
    const double origin[3] = { o.x * 1e-3, o.y * 1e-3, o.z * 1e-3 };
    for (auto it = world.octomap->begin_leafs(); it != world.octomap->end_leafs(); ++it) {
        const long size = std::lround(it.getSize() / world.cell_m);
        long low[3];
        for (unsigned a = 0; a < 3; a++)
            low[a] = std::lround((static_cast<double>(it.getCoordinate()(a)) - origin[a]) /
                                     world.cell_m -
                                 static_cast<double>(size) / 2);
        const uint8_t state = world.octomap->isNodeOccupied(*it) ? OCT9_OCCUPIED : OCT9_FREE;
        for (long z = low[2]; z < low[2] + size; z++)
            for (long y = low[1]; y < low[1] + size; y++)
                std::memset(&cells[static_cast<size_t>(z << 18 | y << 9 | low[0])], state,
                            static_cast<size_t>(size));
    }
    return cells;
}

// Brute force over finest cells: the time on each axis at which the next plane is crossed is a
// fraction with the axis's own denominator; they are compared as 64-bit products.
struct FirstHit {
    bool hit;
    long cell[3];
};

bool earlier(int64_t an, int64_t ad, int ae, int64_t bn, int64_t bd, int be)
{
    return an * bd < bn * ad || (an * bd == bn * ad && ae < be);
}

FirstHit brute_force(const std::vector<uint8_t> &cells, const bench_ray_t &ray, bool unknown_free)
{
    const std::array<long, 3> from = from_low(ray.from), to = from_low(ray.to);
    FirstHit at{ false, { from[0] >> 6, from[1] >> 6, from[2] >> 6 } };
    for (;;) {
        const bool inside = ((at.cell[0] | at.cell[1] | at.cell[2]) & ~511L) == 0;
        const uint8_t state =
            inside ? cells[static_cast<size_t>(at.cell[2] << 18 | at.cell[1] << 9 | at.cell[0])]
                   : static_cast<uint8_t>(OCT9_FREE);
        if (state == OCT9_OCCUPIED || (state == OCT9_UNKNOWN && !unknown_free)) {
            at.hit = true;
            return at;
        }
        int64_t num[3], den[3];
        int late[3];
        unsigned first = 0;
        for (unsigned a = 0; a < 3; a++) {
            late[a] = to[a] < from[a];
            den[a] = std::labs(to[a] - from[a]);
            num[a] = late[a] ? from[a] - at.cell[a] * 64 : (at.cell[a] + 1) * 64 - from[a];
            if (earlier(num[a], den[a], late[a], num[first], den[first], late[first]))
                first = a;
        }
        const int64_t n = num[first], d = den[first];
        const int e = late[first];
        if (n + e > d)
            return at;
        for (int a = 0; a < 3; a++)
            if (num[a] * d == n * den[a] && den[a] != 0 && late[a] == e)
                at.cell[a] += late[a] ? -1 : 1;
    }
}

struct Agreement {
    uint32_t hits, oct9_wrong, octomap_wrong;
};

bool same_cell(const World &world, const FirstHit &truth, const octomap::point3d &end)
{
    const oct9_mm_t &o = world.file.image.frame.origin_mm;
    const double origin[3] = { o.x * 1e-3, o.y * 1e-3, o.z * 1e-3 };
    for (unsigned a = 0; a < 3; a++)
        if (std::lround((static_cast<double>(end(a)) - origin[a]) / world.cell_m - 0.5) !=
            truth.cell[a])
            return false;
    return true;
}

bool leaf_holds(const oct9_leaf_t &leaf, const long cell[3])
{
    const long corner[3] = { leaf.corner.x, leaf.corner.y, leaf.corner.z };
    for (int a = 0; a < 3; a++)
        if (cell[a] < corner[a] || cell[a] >= corner[a] + oct9_leaf_size(&leaf))
            return false;
    return true;
}

Agreement compare(const World &world, const Workload &work,
                  const std::vector<oct9_cast_output_t> &ours, const std::vector<uint8_t> &cells)
{
    Agreement result{ 0, 0, 0 };
    std::vector<OctomapRay> theirs = octomap_rays(world, work);
    for (size_t i = 0; i < work.rays.size(); i++) {
        const FirstHit truth = brute_force(cells, work.rays[i], work.unknown_free);
        result.hits += truth.hit;
        const bool hit = ours[i].hit == OCT9_HIT_LEAF;
        if (hit != truth.hit || (hit && !leaf_holds(ours[i].leaf, truth.cell)))
            result.oct9_wrong++;
        OctomapRay &ray = theirs[i];
        // castRay returns false where unknown stops it; the node there distinguishes the two.
        const bool found = world.octomap->castRay(ray.from, ray.direction, ray.end,
                                                  work.unknown_free, work.range_m);
        const bool stopped = found || (!work.unknown_free && !world.octomap->search(ray.end));
        if (stopped != truth.hit || (stopped && !same_cell(world, truth, ray.end)))
            result.octomap_wrong++;
    }
    return result;
}

template <typename F> double nanoseconds_per_ray(F &&pass)
{
    const auto begin = std::chrono::steady_clock::now();
    pass();
    const std::chrono::duration<double, std::nano> taken = std::chrono::steady_clock::now() - begin;
    return taken.count() / ray_count;
}

double median(std::vector<double> values)
{
    std::nth_element(values.begin(), values.begin() + rounds / 2, values.end());
    return values[rounds / 2];
}

bool measure(const World &world, const std::vector<uint8_t> &cells, double range_m,
             bool unknown_free)
{
    const Workload work = make_workload(world, range_m, unknown_free);
    const std::vector<oct9_cast_input_t> inputs = oct9_inputs(work);
    std::vector<oct9_cast_output_t> outputs(inputs.size());
    std::vector<OctomapRay> rays = octomap_rays(world, work);
    const std::vector<PclRay> endless = pcl_rays(world, work);
    std::vector<double> ours, theirs, ratios, pcls(rounds), pcl_ratios(rounds);
    for (int i = 0; i < rounds; i++) {
        theirs.push_back(nanoseconds_per_ray(
            [&] { counted_octomap(*world.octomap, rays, unknown_free, range_m); }));
        ours.push_back(
            nanoseconds_per_ray([&] { counted_oct9(&world.file.map, inputs, outputs); }));
        ratios.push_back(theirs.back() / ours.back());
        if (world.pcl)
            pcls[static_cast<size_t>(i)] = nanoseconds_per_ray(
                [&] { counted_pcl(*world.pcl, endless); });
        pcl_ratios[static_cast<size_t>(i)] = pcls[static_cast<size_t>(i)] / ours.back();
    }
    const Agreement agreement = compare(world, work, outputs, cells);
    double leaves = 0;
    for (const oct9_cast_output_t &output : outputs)
        leaves += output.leaves;
    std::printf("row %g %s %.0f %.0f %.1f %.2f %u %u %u %.0f %.1f\n", range_m,
                unknown_free ? "free" : "block", median(theirs), median(ours), median(ratios),
                leaves / ray_count, agreement.hits, agreement.oct9_wrong, agreement.octomap_wrong,
                median(pcls), median(pcl_ratios));
    return agreement.oct9_wrong == 0;
}

} // namespace

int main(int argc, char **argv)
{
    World world;
    if (argc < 3 || !load(world, argv[1], argv[2])) {
        std::fprintf(stderr, "cast_host: cannot load the maps\n");
        return 1;
    }
    if (argc == 6) {
        const Workload work = make_workload(world, std::atof(argv[4]),
                                            !std::strcmp(argv[5], "free"));
        std::vector<OctomapRay> rays = octomap_rays(world, work);
        const std::vector<oct9_cast_input_t> inputs = oct9_inputs(work);
        std::vector<oct9_cast_output_t> outputs(inputs.size());
        const size_t hits = !std::strcmp(argv[3], "oct9")
                              ? counted_oct9(&world.file.map, inputs, outputs)
                          : !std::strcmp(argv[3], "pcl")
                              ? counted_pcl(*world.pcl, pcl_rays(world, work))
                              : counted_octomap(*world.octomap, rays, work.unknown_free,
                                                work.range_m);
        std::printf("%zu hits\n", hits);
        return 0;
    }
    pin();
    const std::vector<uint8_t> cells = dense(world);
    bool exact = measure(world, cells, 5, true);
    exact &= measure(world, cells, 5, false);
    exact &= measure(world, cells, 20, true);
    return exact ? 0 : 1;
}
