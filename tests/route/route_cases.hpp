/* SPDX-License-Identifier: MIT */
/* Random questions in a room, with the memory for their answers. */
#ifndef OCT9_TEST_ROUTE_CASES_HPP
#define OCT9_TEST_ROUTE_CASES_HPP

#include "route_judge.hpp"

#include <memory>
#include <string>

namespace oracle {

/* An input keeps pointers into its case: it does not move. */
struct RouteCase {
    oct9_heights_t heights;
    std::vector<oct9_point_t> guide;
    std::vector<oct9_route_node_t> nodes;
    std::vector<oct9_point_t> points;
    oct9_route_input_t input;

    RouteCase() = default;
    RouteCase(const RouteCase &) = delete;
    RouteCase &operator=(const RouteCase &) = delete;
};

inline int16_t narrow_q6(int at)
{
    return static_cast<int16_t>(std::clamp(at, -32768, 32767));
}

/* In a free cell of the room, or anywhere beside it. */
inline oct9_point_t random_place(Random &random, const RouteWorld &world)
{
    const bool anywhere = random.chance(8), on_centre = random.chance(25);
    const int more = anywhere ? 4 : 0;
    Cell cell = {};
    for (int tries = 0; tries < 20; tries++) {
        for (size_t a = 0; a < 3; a++)
            cell[a] = world.patch.origin[a] +
                      random.between(world.room.lo[a] - more, world.room.hi[a] + more);
        if (anywhere || world.patch.at(cell) == OCT9_FREE)
            break;
    }
    const auto along = [&](int c) {
        return narrow_q6(CELL_LOW(c) + (on_centre ? 32 : random.between(0, 63)));
    };
    const int16_t x = along(cell[0]), y = along(cell[1]), z = along(cell[2]);
    return { x, y, z };
}

/* A sphere of the tunnel's radius, from one end to the other. */
inline void set_tunnel(oct9_route_input_t &input, Random &random, const RouteWorld &world)
{
    const auto along = [&](size_t axis) {
        return narrow_q6(CELL_LOW(world.along.front()[axis]) + 32);
    };
    const auto end = [&](size_t axis) { return narrow_q6(static_cast<int>(world.end[axis])); };
    input.body.radius_q6 = world.bore;
    input.body.price = 0;
    input.from = { along(0), along(1), along(2) };
    input.to = { end(0), end(1), end(2) };
    if (random.chance(50))
        std::swap(input.from, input.to);
}

inline oct9_rules_t random_rules(Random &random, const RouteWorld &world)
{
    oct9_rules_t rules = {};
    rules.unknown = random.chance(40) ? OCT9_PASSES : OCT9_BLOCKS;
    rules.outside = static_cast<oct9_state_t>(random.below(3));
    rules.start_inside = random.chance(30) ? OCT9_LEAVES : OCT9_BLOCKS;
    if (world.ghosts)
        rules.filter_mask = rules.filter_value = 1 << 14;
    return rules;
}

inline void set_heights(RouteCase &of, Random &random, const RouteWorld &world)
{
    const int first = CELL_LOW(world.patch.origin[2] + world.room.lo[2]);
    const int last = CELL_LOW(world.patch.origin[2] + world.room.hi[2] + 1);
    const int low = random.between(first, last),
              more = random.chance(40) ? 0 : random.between(0, 300);
    of.heights = { narrow_q6(low), narrow_q6(low + more) };
    of.input.body.heights = &of.heights;
}

inline oct9_route_body_t random_body(Random &random, const RouteWorld &world)
{
    static const uint16_t radii[] = { 0, 10, 31, 32, 33, 40, 64, 80, 96, 100, 150 };
    oct9_route_body_t body = {};
    body.radius_q6 = radii[random.below(11)];
    body.rules = random_rules(random, world);
    if (random.chance(30)) {
        body.price = static_cast<uint8_t>(random.chance(10) ? 255 : random.between(1, 12));
        body.wide_q6 = static_cast<uint16_t>(body.radius_q6 + random.below(100));
    }
    return body;
}

/* Mostly where the sphere can be, if it can be anywhere. */
inline void set_ends(oct9_route_input_t &input, Random &random, const RouteWorld &world)
{
    const Judge judge(world, input.body.radius_q6, input.body.rules);
    const oct9_heights_t *heights = input.body.heights;
    const bool level = random.chance(70);
    const auto place = [&](bool first) {
        oct9_point_t at = {};
        for (int tries = random.chance(85) ? 12 : 1; tries > 0; tries--) {
            at = random_place(random, world);
            if (heights != nullptr)
                at.z = level ? heights->low : std::clamp(at.z, heights->low, heights->high);
            if (judge.clear(at, first))
                break;
        }
        return at;
    };
    input.from = place(true);
    input.to = place(false);
}

inline std::unique_ptr<RouteCase> random_case(Random &random, const RouteWorld &world)
{
    static const unsigned rooms[] = { 16, 40, 150, 600, 3000, 3000, 30000, 30000 };
    static const unsigned most_points[] = { 2, 3, 8, 64, 64, 400 };
    auto made = std::make_unique<RouteCase>();
    oct9_route_input_t &input = made->input;
    input = {};
    input.body = random_body(random, world);
    if (random.chance(20))
        set_heights(*made, random, world);
    set_ends(input, random, world);
    if (world.bore != 0 && input.body.heights == nullptr && random.chance(70))
        set_tunnel(input, random, world);
    if (random.chance(30))
        input.near_q6 = static_cast<uint16_t>(1 + random.below(random.chance(70) ? 400 : 2000));
    if (random.chance(50))
        input.sweeps = static_cast<uint16_t>(random.chance(30) ? 65535 : random.below(100));
    for (unsigned left = random.chance(25) ? 1 + random.below(6) : 0; left > 0; left--)
        made->guide.push_back(random_place(random, world));
    input.guide = made->guide.data();
    input.guide_count = static_cast<uint16_t>(made->guide.size());
    made->nodes.resize(rooms[random.below(8)]);
    made->points.resize(most_points[random.below(6)]);
    input.nodes = made->nodes.data();
    input.nodes_count = static_cast<uint16_t>(made->nodes.size());
    input.points = made->points.data();
    input.points_room = static_cast<uint16_t>(made->points.size());
    return made;
}

inline std::string text_of(const oct9_point_t &p)
{
    return "(" + std::to_string(p.x) + " " + std::to_string(p.y) + " " + std::to_string(p.z) + ")";
}

inline std::string text_of(const oct9_route_body_t &body)
{
    const oct9_rules_t &rules = body.rules;
    std::string text = "radius " + std::to_string(body.radius_q6);
    if (body.price != 0)
        text += " price " + std::to_string(body.price) + " wide " + std::to_string(body.wide_q6);
    if (body.heights != nullptr)
        text += " heights " + std::to_string(body.heights->low) + ".." +
                std::to_string(body.heights->high);
    return text + " rules " + std::to_string(rules.unknown) + " " + std::to_string(rules.outside) +
           " " + std::to_string(rules.start_inside);
}

inline std::string text_of(const oct9_route_input_t &input)
{
    return text_of(input.from) + " to " + text_of(input.to) + " near " +
           std::to_string(input.near_q6) + " sweeps " + std::to_string(input.sweeps) + " nodes " +
           std::to_string(input.nodes_count) + " points " + std::to_string(input.points_room) +
           " " + text_of(input.body);
}

} // namespace oracle

#endif
