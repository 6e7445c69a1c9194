// SPDX-License-Identifier: MIT
// The peers for one job beside oct9, on the same rays and spheres in the same run.
//   grids_host IMAGE          compares every answer, and times all in turn; 1 if any differs
//   grids_host IMAGE count    one pass of each in the same order, to be counted by callgrind
#include "bench/grids_same.h"
#include "bench/places.h"
#include "bench/players.hpp"
#include "tools/format/map_file.h"

#include <cmath>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

namespace {
constexpr uint32_t ray_count = 20000, sphere_count = 5000;
constexpr double radius_m = 0.15;

struct World {
    map_file_t file;
    double cell_m;
};

bool load(World &world, const char *path)
{
    if (!map_file_open(&world.file, path))
        return false;
    world.cell_m = world.file.image.frame.cell_um * 1e-6;
    return true;
}

// --- casts -----------------------------------------------------------------------------------

struct Casts {
    std::vector<bench_ray_t> rays;
    bool unknown_passes;
};

bool same(const World &world, const Casts &casts)
{
    for (const bench_ray_t &ray : casts.rays) {
        const oct9_cast_input_t input = grids_cast_input(&ray, casts.unknown_passes);
        oct9_cast_output_t ours;
        grid_hit_t dense, bricks;
        oct9_cast_ray(&world.file.map, &input, &ours);
        dense_cast(&grid_dense, &ray, casts.unknown_passes, &dense);
        bricks_cast(&grid_bricks, &ray, casts.unknown_passes, &bricks);
        if (!grids_same(&ours, &dense) || !grids_same(&ours, &bricks))
            return false;
    }
    return true;
}

Pass oct9_casts(const World &world, const Casts &casts)
{
    std::vector<oct9_cast_input_t> inputs;
    for (const bench_ray_t &ray : casts.rays)
        inputs.push_back(grids_cast_input(&ray, casts.unknown_passes));
    return [&world, inputs](Answers &answers) {
        oct9_cast_output_t output;
        for (size_t i = 0; i < inputs.size(); i++) {
            oct9_cast_ray(&world.file.map, &inputs[i], &output);
            answers[i] = output.hit != OCT9_HIT_NONE;
        }
    };
}

template <class Grid, class Cast> Pass grid_casts(const Grid &grid, Cast cast, const Casts &casts)
{
    return [&grid, cast, casts](Answers &answers) {
        grid_hit_t hit;
        for (size_t i = 0; i < casts.rays.size(); i++) {
            cast(&grid, &casts.rays[i], casts.unknown_passes, &hit);
            answers[i] = hit.hit;
        }
    };
}

Check check_of(const std::string &name, uint32_t count, const std::vector<Player> &players)
{
    Answers answers(count);
    players.back().pass(answers);
    return { name, count, 0, [answers](uint32_t i) { return answers[i]; }, players };
}

Check casts_check(const World &world, const Casts &casts, int metres)
{
    return check_of(
        std::string(casts.unknown_passes ? "free-" : "blocks-") + std::to_string(metres), ray_count,
        { { "dense", grid_casts(grid_dense, dense_cast, casts), 0 },
          { "bricks", grid_casts(grid_bricks, bricks_cast, casts), 0 },
          { "oct9", oct9_casts(world, casts), 0 } });
}

// --- spheres at rest -------------------------------------------------------------------------

using Spheres = std::vector<oct9_sphere_t>;

Pass oct9_spheres(const World &world, const Spheres &spheres)
{
    return [&world, spheres](Answers &answers) {
        oct9_spheres_output_t output;
        for (size_t i = 0; i < spheres.size(); i++) {
            const oct9_spheres_input_t input = grids_sphere_input(&spheres[i]);
            oct9_spheres_check(&world.file.map, &input, &output);
            answers[i] = output.hit != OCT9_HIT_NONE;
        }
    };
}

template <class Grid, class Meets>
Pass grid_spheres(const Grid &grid, Meets meets, const Spheres &spheres)
{
    return [&grid, meets, spheres](Answers &answers) {
        for (size_t i = 0; i < spheres.size(); i++)
            answers[i] = meets(&grid, &spheres[i].centre, spheres[i].radius_q6);
    };
}

bool same(const World &world, const Spheres &spheres)
{
    Answers ours(spheres.size()), dense = ours, bricks = ours;
    oct9_spheres(world, spheres)(ours);
    grid_spheres(grid_dense, dense_sphere, spheres)(dense);
    grid_spheres(grid_bricks, bricks_sphere, spheres)(bricks);
    return dense == ours && bricks == ours;
}

Spheres make_spheres(const World &world)
{
    std::vector<bench_place_t> places(sphere_count);
    Spheres spheres;
    if (!bench_places(&world.file.map, sphere_count, places.data()))
        return spheres;
    const auto radius = static_cast<uint16_t>(std::lround(radius_m / world.cell_m * OCT9_CELL_Q6));
    for (const bench_place_t &place : places)
        spheres.push_back({ place.at, radius });
    return spheres;
}

Check spheres_check(const World &world, const Spheres &spheres)
{
    return check_of("sphere-0", sphere_count,
                    { { "dense", grid_spheres(grid_dense, dense_sphere, spheres), 0 },
                      { "bricks", grid_spheres(grid_bricks, bricks_sphere, spheres), 0 },
                      { "oct9", oct9_spheres(world, spheres), 0 } });
}

// All of them, or none if an answer differs.
std::vector<Check> all_checks(const World &world)
{
    std::vector<Check> checks;
    const Spheres spheres = make_spheres(world);
    for (const int metres : { 5, 20 })
        for (const bool unknown_passes : { true, false }) {
            Casts casts{ std::vector<bench_ray_t>(ray_count), unknown_passes };
            bench_rays(&world.file.map, metres / world.cell_m, ray_count, casts.rays.data());
            if (!same(world, casts))
                return {};
            checks.push_back(casts_check(world, casts, metres));
        }
    if (!same(world, spheres))
        return {};
    checks.push_back(spheres_check(world, spheres));
    return checks;
}

} // namespace

int main(int argc, char **argv)
{
    World world;
    if (argc < 2 || !load(world, argv[1])) {
        std::fprintf(stderr, "grids_host: cannot load the map\n");
        return 1;
    }
    const std::vector<Check> checks = all_checks(world);
    if (checks.empty()) {
        std::fprintf(stderr, "grids_host: an answer differs\n");
        return 1;
    }
    const auto *header = static_cast<const oct9_image_header_t *>(world.file.image.bytes);
    std::printf("bytes %u %u %u %u %zu\n", grid_dense_bytes[GRID_OCCUPIED],
                grid_dense_bytes[GRID_CLOSED], grid_bricks_bytes[GRID_OCCUPIED],
                grid_bricks_bytes[GRID_CLOSED], size_t{ header->bytes });
    return run(checks, argc == 3);
}
