// SPDX-License-Identifier: MIT
// FCL's continuousCollide takes an octree only with its naive solver, which collides at even steps:
// here of half a cell. Its conservative advancement does not know octrees.
#include "bench/checks.hpp"

#include "oct9/nearest.h"
#include "oct9/sweep.h"

#include <fcl/narrowphase/collision.h>
#include <fcl/narrowphase/continuous_collision.h>
#include <fcl/narrowphase/distance.h>

#include <algorithm>
#include <cmath>

fcl::Transform3d at(const fcl::Vector3d &place)
{
    fcl::Transform3d transform = fcl::Transform3d::Identity();
    transform.translation() = place;
    return transform;
}

Pass fcl_collides(const World &world, std::shared_ptr<const fcl::CollisionGeometryd> shape,
                  std::vector<fcl::Transform3d> places)
{
    return [&world, shape = std::move(shape), places = std::move(places)](Answers &answers) {
        const fcl::Transform3d origin = fcl::Transform3d::Identity();
        const fcl::CollisionRequestd request;
        fcl::CollisionResultd result;
        for (size_t i = 0; i < places.size(); i++) {
            result.clear();
            answers[i] = fcl::collide(shape.get(), places[i], world.fcl.get(), origin, request,
                                      result) > 0;
        }
    };
}

namespace {
constexpr int64_t radius_q6 = 120; // radius_m in cells of 0.08 m

// --- cubes of n^3 cells about the placement's cell -------------------------------------------

struct CellBox {
    int lo[3];
    int size;
};

CellBox cell_box(const bench_place_t &place, int size)
{
    const int half = size / 2;
    return { { cell_of(place.at.x) - half, cell_of(place.at.y) - half, cell_of(place.at.z) - half },
             size };
}

int16_t q6(int cells)
{
    return static_cast<int16_t>(std::clamp(q6_of(cells), -32768, 32767));
}

double box_truth(const World &world, const CellBox &box)
{
    for (const oct9_point_t &cell : world.occupied) {
        const int c[3] = { cell_of(cell.x), cell_of(cell.y), cell_of(cell.z) };
        bool in = true;
        for (int a = 0; a < 3; a++)
            in = in && c[a] >= box.lo[a] && c[a] < box.lo[a] + box.size;
        if (in)
            return 1;
    }
    return 0;
}

Pass oct9_boxes(const World &world, const std::vector<CellBox> &boxes)
{
    std::vector<oct9_box_input_t> inputs;
    for (const CellBox &box : boxes) {
        const oct9_point_t lo = { q6(box.lo[0]), q6(box.lo[1]), q6(box.lo[2]) };
        const oct9_point_t hi = { q6(box.lo[0] + box.size), q6(box.lo[1] + box.size),
                                  q6(box.lo[2] + box.size) };
        inputs.push_back({ lo, hi, lo, rules, false });
    }
    return [&world, inputs](Answers &answers) {
        oct9_sweep_output_t output;
        for (size_t i = 0; i < inputs.size(); i++) {
            oct9_sweep_box(&world.file.map, &inputs[i], &output);
            answers[i] = output.hit != OCT9_HIT_NONE;
        }
    };
}

Pass octomap_boxes(const World &world, const std::vector<CellBox> &boxes)
{
    std::vector<std::pair<octomap::OcTreeKey, octomap::OcTreeKey>> keys;
    for (const CellBox &box : boxes) {
        const fcl::Vector3d low = metres(world, q6_of(box.lo[0] + 0.5), q6_of(box.lo[1] + 0.5),
                                         q6_of(box.lo[2] + 0.5));
        const octomap::OcTreeKey min = world.octomap->coordToKey(low[0], low[1], low[2]);
        octomap::OcTreeKey max = min;
        for (unsigned a = 0; a < 3; a++)
            max[a] = static_cast<octomap::key_type>(max[a] + box.size - 1);
        keys.emplace_back(min, max);
    }
    return [&world, keys](Answers &answers) {
        const octomap::OcTree &tree = *world.octomap;
        const auto end = tree.end_leafs_bbx();
        for (size_t i = 0; i < keys.size(); i++) {
            auto it = tree.begin_leafs_bbx(keys[i].first, keys[i].second);
            while (it != end && !tree.isNodeOccupied(*it))
                ++it;
            answers[i] = it != end;
        }
    };
}

// FCL counts what touches: its box is smaller by a micrometre.
Pass fcl_boxes(const World &world, const std::vector<CellBox> &boxes)
{
    const double edge = boxes.front().size * world.cell_m - 1e-6;
    std::vector<fcl::Transform3d> places;
    for (const CellBox &box : boxes) {
        const double half = box.size / 2.0;
        places.push_back(at(metres(world, q6_of(box.lo[0] + half), q6_of(box.lo[1] + half),
                                   q6_of(box.lo[2] + half))));
    }
    return fcl_collides(world, std::make_shared<fcl::Boxd>(edge, edge, edge), std::move(places));
}

Check boxes_check(const World &world, int size)
{
    std::vector<CellBox> boxes;
    for (uint32_t i = 0; i < box_count; i++)
        boxes.push_back(cell_box(world.places[i], size));
    return { "box-" + std::to_string(size),
             box_count,
             0,
             [&world, boxes](uint32_t i) { return box_truth(world, boxes[i]); },
             { { "octomap", octomap_boxes(world, boxes), 0 },
               { "fcl", fcl_boxes(world, boxes), 0 },
               { "oct9", oct9_boxes(world, boxes), 0 } } };
}

// --- a sphere that goes 1 m ------------------------------------------------------------------

double sweep_truth(const World &world, const bench_place_t &place)
{
    return std::any_of(world.occupied.begin(), world.occupied.end(), [&](const oct9_point_t &cell) {
        return sweep_meets(cell, place.at, place.to, radius_q6);
    });
}

Pass oct9_sweeps(const World &world)
{
    std::vector<oct9_sphere_input_t> inputs;
    for (uint32_t i = 0; i < sweep_count; i++)
        inputs.push_back({ { world.places[i].at, world.places[i].to, radius_q6 }, rules, false });
    return [&world, inputs](Answers &answers) {
        oct9_sweep_output_t output;
        for (size_t i = 0; i < inputs.size(); i++) {
            oct9_sweep_sphere(&world.file.map, &inputs[i], &output);
            answers[i] = output.hit != OCT9_HIT_NONE;
        }
    };
}

using Motion = std::pair<fcl::Transform3d, fcl::Transform3d>;

Pass fcl_sweeps(const World &world)
{
    std::vector<Motion> motions;
    for (uint32_t i = 0; i < sweep_count; i++)
        motions.emplace_back(at(metres(world, world.places[i].at)),
                             at(metres(world, world.places[i].to)));
    fcl::ContinuousCollisionRequestd request;
    request.ccd_solver_type = fcl::CCDC_NAIVE;
    request.ccd_motion_type = fcl::CCDM_TRANS;
    request.num_max_iterations = static_cast<size_t>(std::lround(moved_m / (world.cell_m / 2))) + 1;
    return [&world, motions, request](Answers &answers) {
        const fcl::Sphered sphere(radius_m);
        const fcl::Transform3d origin = fcl::Transform3d::Identity();
        fcl::ContinuousCollisionResultd result;
        for (size_t i = 0; i < motions.size(); i++) {
            fcl::continuousCollide(&sphere, motions[i].first, motions[i].second, world.fcl.get(),
                                   origin, origin, request, result);
            answers[i] = result.is_collide;
        }
    };
}

// The swept volume as a capsule at rest: FCL then says whether it is blocked, but not where.
Pass fcl_capsules(const World &world)
{
    std::vector<fcl::Transform3d> places;
    std::vector<fcl::Capsuled> capsules;
    for (uint32_t i = 0; i < sweep_count; i++) {
        const fcl::Vector3d from = metres(world, world.places[i].at);
        const fcl::Vector3d displacement = metres(world, world.places[i].to) - from;
        fcl::Transform3d place = at(from + displacement / 2);
        place.linear() =
            fcl::Quaterniond::FromTwoVectors(fcl::Vector3d::UnitZ(), displacement).matrix();
        places.push_back(place);
        capsules.emplace_back(radius_m, displacement.norm());
    }
    return [&world, places, capsules](Answers &answers) {
        const fcl::Transform3d origin = fcl::Transform3d::Identity();
        const fcl::CollisionRequestd request;
        fcl::CollisionResultd result;
        for (size_t i = 0; i < places.size(); i++) {
            result.clear();
            answers[i] = fcl::collide(&capsules[i], places[i], world.fcl.get(), origin, request,
                                      result) > 0;
        }
    };
}

Check sweep_check(const World &world)
{
    return { "sphere-swept",
             sweep_count,
             0,
             [&world](uint32_t i) { return sweep_truth(world, world.places[i]); },
             { { "fcl-continuous", fcl_sweeps(world), 0 },
               { "fcl-capsule", fcl_capsules(world), 0 },
               { "oct9", oct9_sweeps(world), 0 } } };
}

// --- clearance within 2 m; what is farther counts as 2 m -------------------------------------

double in_metres(const World &world, int64_t square)
{
    return std::min(range_m, std::sqrt(static_cast<double>(square)) * world.cell_m / 64);
}

double clearance_truth(const World &world, const bench_place_t &place)
{
    int64_t least = INT64_MAX;
    for (const oct9_point_t &cell : world.occupied)
        least = std::min(least, distance2(cell, place.at));
    return in_metres(world, least);
}

Pass oct9_clearances(const World &world)
{
    const uint16_t range = static_cast<uint16_t>(std::lround(range_m / world.cell_m * 64));
    std::vector<oct9_nearest_input_t> inputs;
    for (uint32_t i = 0; i < clearance_count; i++)
        inputs.push_back({ world.places[i].at, range, 1, nullptr, rules });
    return [&world, inputs](Answers &answers) {
        oct9_near_t found;
        oct9_nearest_output_t output;
        for (size_t i = 0; i < inputs.size(); i++) {
            oct9_nearest_input_t input = inputs[i];
            input.found = &found;
            oct9_nearest_find(&world.file.map, &input, &output);
            answers[i] = output.count > 0 ? in_metres(world, found.distance2_q12) : range_m;
        }
    };
}

Pass fcl_clearances(const World &world)
{
    std::vector<fcl::Transform3d> places;
    for (uint32_t i = 0; i < clearance_count; i++)
        places.push_back(at(metres(world, world.places[i].at)));
    return [&world, places](Answers &answers) {
        const fcl::Sphered point(0);
        const fcl::Transform3d origin = fcl::Transform3d::Identity();
        const fcl::DistanceRequestd request;
        for (size_t i = 0; i < places.size(); i++) {
            fcl::DistanceResultd result(range_m);
            fcl::distance(&point, places[i], world.fcl.get(), origin, request, result);
            answers[i] = std::max(0.0, result.min_distance); // -1: it touches
        }
    };
}

Check clearance_check(const World &world)
{
    return { "clearance",
             clearance_count,
             range_m,
             [&world](uint32_t i) { return clearance_truth(world, world.places[i]); },
             { { "fcl-distance", fcl_clearances(world), 1e-4 },
               { "oct9", oct9_clearances(world), 0 } } };
}

} // namespace

std::vector<Check> all_checks(const World &world)
{
    return { boxes_check(world, 3),    boxes_check(world, 11),    boxes_check(world, 21),
             spheres_check(world, 50), spheres_check(world, 150), spheres_check(world, 300),
             sweep_check(world),       clearance_check(world) };
}
