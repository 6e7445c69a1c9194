/* SPDX-License-Identifier: MIT */
/* Wide beams before a doorway 1.5 times as wide as the robot, and before a pole beside their axis:
 * in a world of mm, over grids that lie in it by chance. SEED comes from the environment. */
#include "cone_geometry.hpp"

extern "C" {
#include "src/mapping/cone.h"
}

#include "oct9/sweep.h"

#include <cstdio>
#include <memory>

using namespace oracle;

static constexpr double PI = 3.14159265358979;

static constexpr double RADIUS_MM = 120, HALF_DOOR_MM = 180, HALF_BEAM = 13.5 * PI / 180;

/* A world in mm: the robot flies along x, and the door's front is at x = 0. */
struct Flight {
    double cell_mm, thick_mm;
    Vec offset_mm; /* of the grid */
    oct9_cone_sight_t sight;
    std::unique_ptr<Rig> rig;

    Flight(Random &random, double cell, double thick, unsigned loose)
        : cell_mm(cell), thick_mm(thick)
    {
        const oct9_model_t model = { 17, 8, -16, 51, -1, 1, 1, 16, OCT9_COARSEN };
        for (double &a : offset_mm)
            a = cell * random.below(1000) / 1000;
        sight = { static_cast<uint16_t>(std::ceil(std::tan(HALF_BEAM) * 16384)),
                  static_cast<uint16_t>(1200 / cell * 64), 0, static_cast<uint8_t>(loose), 17 };
        rig = std::make_unique<Rig>(model, 8192);
    }

    oct9_point_t place(double x, double y, double z) const
    {
        const double q6 = 64 / cell_mm;
        return point_of(
            { (x + offset_mm[0]) * q6, (y + offset_mm[1]) * q6, (z + offset_mm[2]) * q6 });
    }

    /* A reading of the beam ahead. */
    void see(double x, double y, double reading_mm)
    {
        const oct9_point_t origin = place(x, y, 0), end = place(x + reading_mm, y, 0);
        oct9_beam_t beam = {};
        oct9_scan_t scan;
        oct9_cone_t cone;
        uint32_t budget = UINT32_MAX;
        beam.end = end;
        beam.met = OCT9_BEAM_HIT;
        CHECK_EQ(oct9_scan_begin(&scan, &rig->occupancy, &origin, &beam, 1), OCT9_OK);
        CHECK_EQ(oct9_scan_run(&scan, UINT32_MAX), OCT9_OK);
        oct9_cone_begin(&cone, &rig->occupancy, &origin, &end, true, &sight);
        CHECK_EQ(oct9_cone_run(&cone, &budget), OCT9_OK);
    }

    bool clear(double x, double y, double to_x) const
    {
        const oct9_map_t map = oct9_map_of_tree(&rig->tree());
        oct9_sphere_input_t input = {};
        oct9_sweep_output_t output;
        input.motion.from = place(x, y, 0);
        input.motion.to = place(to_x, y, 0);
        input.motion.radius_q6 = static_cast<uint16_t>(RADIUS_MM / cell_mm * 64);
        input.rules.unknown = OCT9_PASSES;
        CHECK_EQ(oct9_sweep_sphere(&map, &input, &output), OCT9_OK);
        return output.hit == OCT9_HIT_NONE;
    }

    /* The nearest point of the two walls in the cone; behind the door there is a wall 2.5 m on. */
    double reading(double x, double y) const
    {
        double least = thick_mm + 2500 - x;
        for (double wall : { HALF_DOOR_MM - y, HALF_DOOR_MM + y }) {
            const double edge = wall /
                                std::tan(HALF_BEAM); /* where the cone meets its inner face */
            const double along = std::max(-x, edge);
            if (along <= thick_mm - x)
                least = std::min(least, std::hypot(along, wall));
        }
        return least;
    }
};

/* How far the posts' edges are from what is occupied, in mm. */
static double posts_apart(const Flight &flight)
{
    double most = 0;

    for (double y : { -HALF_DOOR_MM, HALF_DOOR_MM }) {
        const Vec p = vec_of(flight.place(0, y, 0));
        double least = 1e9;
        for (const TreeLeaf &leaf : leaves_of(flight.rig->tree()))
            if (oct9_occupancy_log_odds(leaf.payload) > 0)
                least = std::min(least,
                                 length(plus(box_of(leaf.code, leaf.level).nearest(p), p, -1)));
        most = std::max(most, least * flight.cell_mm / 64);
    }
    return most;
}

/* How far before the door's front its tube becomes clear, and stays so up to 300 mm; 0: it does
 * not. */
static double door_opens_at(Flight &flight, double y, double first)
{
    double opens = 0;

    for (double x = -first; x < -300; x += 10) {
        flight.see(x, y, flight.reading(x, y));
        const bool clear = flight.clear(x, y, flight.thick_mm + 100);
        opens = !clear ? 0 : opens == 0 ? -x : opens;
    }
    return opens;
}

static void a_doorway(double cell, unsigned loose)
{
    double least = 1e9, all = 0, posts = 0;

    for (uint64_t i = 0; i < 24; i++) {
        Random random(setting("SEED", 1) + i);
        Flight flight(random, cell, random.between(20, 150), loose);
        const double opens = door_opens_at(flight, random.between(-5, 5), 1000 + random.below(10));
        CHECK(opens > 300);
        least = std::min(least, opens);
        all += opens;
        posts = std::max(posts, posts_apart(flight));
    }
    CHECK(posts <= loose * cell / 64 + 0.5);
    std::printf(
        "cells of %.0f mm, loose %u: a doorway opens at %.0f mm, at least %.0f; its posts are "
        "within %.1f mm of the map's\n",
        cell, loose, all / 24, least, posts);
}

static void doorways(void)
{
    a_doorway(40, 24);
    a_doorway(20, 0);
}

/* An upright pole 50 mm thick, its middle 50 mm beside the axis, blocks from the first reading on,
 * 1 m before it, and still where the robot is so near that the cone has left it. */
static void a_pole_beside_the_axis(void)
{
    for (uint64_t i = 0; i < 24; i++) {
        Random random(setting("SEED", 1) + i);
        const double y = random.chance(50) ? 50 : -50;
        Flight flight(random, 40, 0, random.chance(50) ? 0 : 24);

        for (double x = -1000; x < -160; x += 10) {
            const bool seen = std::atan2(50, -x) - std::asin(25 / std::hypot(x, y)) < HALF_BEAM;
            flight.see(x, 0, seen ? std::hypot(x, y) - 25 : 2500 - x);
            CHECK(!flight.clear(x, 0, 200));
        }
    }
}

int main(void)
{
    std::printf("seed %llu\n", static_cast<unsigned long long>(setting("SEED", 1)));
    RUN(doorways);
    RUN(a_pole_beside_the_axis);
    return test_end();
}
