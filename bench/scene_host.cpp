// SPDX-License-Identifier: MIT
// oct9's scene beside FCL's BVHModel<OBBRSS> and Embree's BVH of the same triangles, in sub-cells,
// on the same places in the same run. Every answer is checked against brute force in exact
// arithmetic.
//   scene_host SITE SCENE           times both in turn; SITE: fixture or level
//   scene_host SITE SCENE count     one pass of each in the same order, to be counted by callgrind
#include "bench/players.hpp"
#include "bench/scene_lines.hpp"

#include <fcl/geometry/bvh/BVH_model.h>
#include <fcl/narrowphase/collision.h>
#include <fcl/narrowphase/distance.h>

#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>
#include <memory>

namespace {

using Mesh = fcl::BVHModel<fcl::OBBRSSd>;

struct World {
    const scene_site_t *site;
    std::vector<uint32_t> bytes;
    oct9_scene_t scene;
    std::vector<scenes::Body> bodies;
    std::unique_ptr<Mesh> mesh;
    std::vector<scene_place_t> places;
};

fcl::Vector3d vector(const oct9_point_t &point)
{
    return { point.x * 1.0, point.y * 1.0, point.z * 1.0 };
}

fcl::Transform3d at(const fcl::Vector3d &place)
{
    fcl::Transform3d transform = fcl::Transform3d::Identity();
    transform.translation() = place;
    return transform;
}

void make_mesh(World &world)
{
    world.mesh = std::make_unique<Mesh>();
    world.mesh->beginModel();
    for (uint32_t i = 0; i < world.scene.primitive_count; i++) {
        const oct9_primitive_t &triangle = world.scene.primitives[i];
        world.bodies.push_back(scenes::body_of(triangle));
        world.mesh->addTriangle(vector(triangle.a), vector(triangle.b), vector(triangle.c));
    }
    world.mesh->endModel();
}

bool load(World &world, const char *path)
{
    std::ifstream file(path, std::ios::binary);
    const std::vector<char> raw((std::istreambuf_iterator<char>(file)), {});
    world.bytes.resize((raw.size() + 3) / 4);
    std::memcpy(world.bytes.data(), raw.data(), raw.size());
    if (oct9_scene_open(&world.scene, world.bytes.data(), raw.size(), nullptr) != OCT9_OK)
        return false;
    make_mesh(world);
    random_t random{ 20240611 };
    for (uint32_t i = 0; i < world.site->places; i++)
        world.places.push_back(scene_place(world.site, &random));
    return true;
}

// --- a sphere, at rest or swept ---------------------------------------------------------------

const oct9_point_t &end_of(const scene_place_t &place, bool moves)
{
    return moves ? place.to : place.at;
}

double sphere_truth(const World &world, const scene_place_t &place, bool moves)
{
    using scenes::operator-;
    const scenes::Vec from = scenes::vec(place.at);
    const scenes::Move move = { from, scenes::vec(end_of(place, moves)) - from };
    return std::any_of(world.bodies.begin(), world.bodies.end(), [&](const scenes::Body &body) {
        return scenes::move_touches(move, scenes::WHOLE, world.site->radius_q6, body);
    });
}

Pass oct9_spheres(const World &world, bool moves, bool any_contact = false)
{
    std::vector<oct9_motion_t> motions;
    for (const scene_place_t &place : world.places)
        motions.push_back({ place.at, end_of(place, moves), world.site->radius_q6 });
    return [&world, motions, any_contact](Answers &answers) {
        oct9_scene_hit_t hit;
        oct9_scene_output_t output;
        for (size_t i = 0; i < motions.size(); i++) {
            const oct9_scene_cast_input_t input = { motions[i], 0,           0,          1,
                                                    &hit,       any_contact, OCT9_BLOCKS };
            oct9_scene_cast(&world.scene, &input, &output);
            answers[i] = output.count != 0;
        }
    };
}

template <class Shape>
Pass fcl_collisions(const World &world, const std::vector<Shape> &shapes,
                    const std::vector<fcl::Transform3d> &places)
{
    return [&world, shapes, places](Answers &answers) {
        const fcl::Transform3d origin = fcl::Transform3d::Identity();
        const fcl::CollisionRequestd request;
        fcl::CollisionResultd result;
        for (size_t i = 0; i < places.size(); i++) {
            result.clear();
            answers[i] = fcl::collide(&shapes[i], places[i], world.mesh.get(), origin, request,
                                      result) > 0;
        }
    };
}

Pass fcl_spheres(const World &world)
{
    std::vector<fcl::Transform3d> places;
    for (const scene_place_t &place : world.places)
        places.push_back(at(vector(place.at)));
    const std::vector<fcl::Sphered> shapes(places.size(), fcl::Sphered(world.site->radius_q6));
    return fcl_collisions(world, shapes, places);
}

// The swept volume as a capsule at rest: FCL then says whether it is blocked, but not where.
Pass fcl_capsules(const World &world)
{
    std::vector<fcl::Transform3d> places;
    std::vector<fcl::Capsuled> shapes;
    for (const scene_place_t &place : world.places) {
        const fcl::Vector3d from = vector(place.at), displacement = vector(place.to) - from;
        fcl::Transform3d transform = at(from + displacement / 2);
        transform.linear() =
            fcl::Quaterniond::FromTwoVectors(fcl::Vector3d::UnitZ(), displacement).matrix();
        places.push_back(transform);
        shapes.emplace_back(world.site->radius_q6, displacement.norm());
    }
    return fcl_collisions(world, shapes, places);
}

Check sphere_check(const World &world)
{
    return { "sphere",
             world.site->places,
             0,
             [&world](uint32_t i) { return sphere_truth(world, world.places[i], false); },
             { { "fcl", fcl_spheres(world), 0 }, { "oct9", oct9_spheres(world, false), 0 } } };
}

// Where the first contact is, which FCL does not say; or, as FCL, only whether there is one.
Check swept_check(const World &world, bool any_contact)
{
    return { any_contact ? "swept-any" : "sphere-swept",
             world.site->places,
             0,
             [&world](uint32_t i) { return sphere_truth(world, world.places[i], true); },
             { { "fcl-capsule", fcl_capsules(world), 0 },
               { "oct9", oct9_spheres(world, true, any_contact), 0 } } };
}

// --- the nearest, within a range, in sub-cells; what is farther counts as the range ------------

double nearest_truth(const World &world, const scene_place_t &place)
{
    const scenes::Vec centre = scenes::vec(place.at);
    long double least = static_cast<long double>(world.site->range_q6) * world.site->range_q6;
    for (const scenes::Body &body : world.bodies)
        least = std::min(least, scenes::square_of(scenes::least_offset(centre, 1, body)));
    return static_cast<double>(std::sqrt(least));
}

Pass oct9_nearests(const World &world)
{
    std::vector<oct9_point_t> points;
    for (const scene_place_t &place : world.places)
        points.push_back(place.at);
    return [&world, points](Answers &answers) {
        oct9_scene_near_t found;
        oct9_scene_output_t output;
        for (size_t i = 0; i < points.size(); i++) {
            const oct9_scene_nearest_input_t input = { points[i], world.site->range_q6, 0, 1,
                                                       &found };
            oct9_scene_nearest(&world.scene, &input, &output);
            answers[i] = output.count != 0 ? found.distance_q14 / 256.0 : world.site->range_q6;
        }
    };
}

Pass fcl_nearests(const World &world)
{
    std::vector<fcl::Transform3d> places;
    for (const scene_place_t &place : world.places)
        places.push_back(at(vector(place.at)));
    return [&world, places](Answers &answers) {
        const fcl::Sphered point(0);
        const fcl::Transform3d origin = fcl::Transform3d::Identity();
        const fcl::DistanceRequestd request;
        for (size_t i = 0; i < places.size(); i++) {
            fcl::DistanceResultd result(world.site->range_q6);
            fcl::distance(&point, places[i], world.mesh.get(), origin, request, result);
            answers[i] = std::max(0.0, result.min_distance); // -1: it touches
        }
    };
}

// oct9 rounds down to 1/256 sub-cell.
Check nearest_check(const World &world)
{
    return { "nearest",
             world.site->places,
             double(world.site->range_q6),
             [&world](uint32_t i) { return nearest_truth(world, world.places[i]); },
             { { "fcl-distance", fcl_nearests(world), 1 / 256.0 },
               { "oct9", oct9_nearests(world), 1 / 256.0 } } };
}

} // namespace

int main(int argc, char **argv)
{
    World world{};
    for (const scene_site_t *site : { &scene_fixture, &scene_level })
        if (argc > 1 && std::strcmp(argv[1], site->name) == 0)
            world.site = site;
    if (argc < 3 || !world.site || !load(world, argv[2])) {
        std::fprintf(stderr, "scene_host: cannot load the scene\n");
        return 1;
    }
    const Lines lines{ world.site, world.scene, world.bodies, world.places };
    const std::vector<Check> checks = { lines_check(lines, false), lines_check(lines, true),
                                        sphere_check(world),       swept_check(world, false),
                                        swept_check(world, true),  nearest_check(world) };
    return run(checks, argc == 4);
}
