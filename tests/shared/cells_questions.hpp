/* SPDX-License-Identifier: MIT */
/* A question of each family of queries about a map of cells: "" if the answer is that of the cells.
 * ask_all_families asks them all. */
#ifndef OCT9_TEST_CELLS_QUESTIONS_HPP
#define OCT9_TEST_CELLS_QUESTIONS_HPP

#include "cells_shapes.hpp"
#include "tests/shared/oracle.hpp"
#include "tests/shared/report.hpp"

#include "oct9/cast.h"
#include "oct9/obb.h"
#include "oct9/planes.h"
#include "oct9/probe.h"
#include "oct9/view.h"
#include "oct9/visit.h"

#include <cinttypes>
#include <functional>
#include <memory>

namespace oracle {

/* ---- Points and nodes. ---- */

inline std::string point_question(const CellMap &world, Random &random)
{
    const oct9_map_t map = world.map();
    oct9_probe_point_input_t input = { point_near(random, world, 30), random_rules(random) };
    oct9_probe_point_output_t output;
    if (oct9_probe_point(&map, &input, &output) != OCT9_OK)
        return "it fails";
    const Cell cell = { (input.point.x - OCT9_LOW_Q6) >> 6, (input.point.y - OCT9_LOW_Q6) >> 6,
                        (input.point.z - OCT9_LOW_Q6) >> 6 };
    if (output.inside != in_cube(cell))
        return "inside";
    if (!output.inside)
        return (output.hit == OCT9_HIT_OUTSIDE) == outside_blocks(input.rules) ? "" : "outside";
    if (!holds(output.leaf, cell) || !is_true(world, random, output.leaf))
        return "leaf " + text_of(output.leaf);
    return (output.hit == OCT9_HIT_LEAF) == blocks(input.rules, world.state(cell)) ? "" : "hit";
}

inline std::string node_question(const CellMap &world, Random &random)
{
    const oct9_map_t map = world.map();
    oct9_probe_node_input_t input = {};
    oct9_probe_node_output_t output;
    const unsigned level = random.below(5);
    const auto aligned = [&](int centre) {
        return static_cast<uint16_t>(
            static_cast<unsigned>(std::clamp(centre + random.between(-30, 30), 0, 511)) >>
            level << level);
    };
    input.node = { { aligned(world.centre[0]), aligned(world.centre[1]), aligned(world.centre[2]) },
                   static_cast<uint8_t>(level) };
    if (oct9_probe_node(&map, &input, &output) != OCT9_OK)
        return "it fails";
    unsigned states = 0;
    const int size = 1 << level;
    for (int z = 0; z < size; z++)
        for (int y = 0; y < size; y++)
            for (int x = 0; x < size; x++)
                states |= 1u << world.state({ input.node.corner.x + x, input.node.corner.y + y,
                                              input.node.corner.z + z });
    return output.states == states
             ? ""
             : difference("states", std::to_string(output.states), std::to_string(states));
}

/* ---- Rays. ---- */

inline Ends random_ray(Random &random, const CellMap &world)
{
    Ends ends = { point_near(random, world, 26), point_near(random, world, 26) };
    if (random.chance(10))
        ends.to = point_near(random, world, 200);
    if (random.chance(20))
        ends.to.y = ends.from.y;
    if (random.chance(20))
        ends.to.z = ends.from.z;
    return ends;
}

/* What a ray should hit: the first cell that blocks, by all points at which it may change cells. */
struct Hit {
    oct9_hit_t hit = OCT9_HIT_NONE;
    Entry entry = {};
};

inline Hit expected_hit(const CellMap &world, const Ends &ends, const oct9_rules_t &rules)
{
    const Segment s = segment_between(ends.from, ends.to);
    for (const Time &t : sample_times(s, 1)) {
        const std::array<int64_t, 3> at = cell_at(s, t);
        const Cell cell = { static_cast<int>(at[0]), static_cast<int>(at[1]),
                            static_cast<int>(at[2]) };
        if (!in_cube(cell)) {
            if (outside_blocks(rules))
                return { OCT9_HIT_OUTSIDE, {} };
        } else if (blocks(rules, world.state(cell))) {
            return { OCT9_HIT_LEAF, entry_into(s, cell, 1) };
        }
    }
    return {};
}

inline std::string hit_differs(const Hit &hit, oct9_hit_t is, const oct9_fraction_t &fraction,
                               const oct9_leaf_t *leaf, const CellMap &world, Random &random)
{
    if (is != hit.hit)
        return difference("hit", std::to_string(is), std::to_string(hit.hit));
    if (is != OCT9_HIT_LEAF)
        return "";
    if (leaf && !is_true(world, random, *leaf))
        return "leaf " + text_of(*leaf);
    return same_fraction(fraction, hit.entry.time)
             ? ""
             : difference("fraction", text_of(fraction), text_of(hit.entry.time));
}

inline std::string cast_question(const CellMap &world, Random &random)
{
    const oct9_map_t map = world.map();
    const Ends ends = random_ray(random, world);
    const oct9_cast_input_t input = { ends.from, ends.to, random_rules(random) };
    oct9_cast_output_t output;
    oct9_cast_t cast;
    const uint32_t budget = random.chance(50) ? UINT32_MAX : 1 + random.below(9);
    oct9_status_t status = oct9_cast_begin(&cast, &map, &input);
    if (status == OCT9_OK)
        do
            status = oct9_cast_run(&cast, budget, &output);
        while (status == OCT9_AGAIN);
    if (status != OCT9_OK)
        return "it fails";
    return hit_differs(expected_hit(world, ends, input.rules), output.hit, output.fraction,
                       &output.leaf, world, random);
}

inline std::string fan_question(const CellMap &world, Random &random)
{
    const oct9_map_t map = world.map();
    const oct9_rules_t rules = random_rules(random);
    const oct9_point_t from = point_near(random, world, 20);
    oct9_point_t to[4];
    oct9_fan_hit_t hits[4];
    for (oct9_point_t &end : to)
        end = point_near(random, world, 26);
    const oct9_fan_input_t input = { from, to, 4, rules, hits };
    oct9_fan_output_t output;
    if (oct9_cast_fan(&map, &input, &output) != OCT9_OK)
        return "it fails";
    for (size_t i = 0; i < 4; i++) {
        const oct9_fraction_t fraction = { hits[i].num, hits[i].den };
        const std::string text = hit_differs(expected_hit(world, { from, to[i] }, rules),
                                             static_cast<oct9_hit_t>(hits[i].hit), fraction,
                                             nullptr, world, random);
        if (!text.empty())
            return "ray " + std::to_string(i) + ", " + text;
    }
    return "";
}

/* All leaves on a segment: by the walk, which splitting planes must repeat. */
inline std::string walk_question(const CellMap &world, Random &random)
{
    const oct9_map_t map = world.map();
    const Ends ends = random_ray(random, world);
    oct9_walk_t walk;
    oct9_planes_t planes;
    oct9_leaf_t leaf = {}, other;
    bool more = oct9_walk_begin(&walk, &map, &ends.from, &ends.to);
    if (oct9_planes_begin(&planes, &map, &ends.from, &ends.to) != more)
        return "the planes begin otherwise";
    const Segment s = segment_between(ends.from, ends.to);
    for (const Time &t : sample_times(s, 1)) {
        const std::array<int64_t, 3> at = cell_at(s, t);
        const Cell cell = { static_cast<int>(at[0]), static_cast<int>(at[1]),
                            static_cast<int>(at[2]) };
        if (!in_cube(cell))
            continue;
        oct9_walk_leaf(&walk, &leaf);
        if (!more)
            return "it ends early";
        if (!holds(leaf, cell)) {
            const int next = oct9_walk_next(&walk);
            if (next != 1 || oct9_planes_next(&planes) != 1)
                return "no next leaf";
            oct9_walk_leaf(&walk, &leaf);
        }
        oct9_planes_leaf(&planes, &other);
        if (!holds(leaf, cell) || !same_leaf(leaf, other) || !is_true(world, random, leaf))
            return "leaf " + text_of(leaf) + ", planes " + text_of(other);
    }
    return more && (oct9_walk_next(&walk) != 0 || oct9_planes_next(&planes) != 0) ? "one too many"
                                                                                  : "";
}

/* ---- Regions. ---- */

inline oct9_region_t random_region(Random &random, const CellMap &world)
{
    oct9_region_t region = {};
    region.kind = random.chance(50) ? OCT9_REGION_BOX : OCT9_REGION_SPHERE;
    region.centre = point_near(random, world, 16);
    region.radius_q6 = static_cast<uint16_t>(random.below(330));
    region.lo = region.hi = region.centre;
    region.hi.x = static_cast<int16_t>(std::min(32767, region.hi.x + random.between(0, 600)));
    region.hi.y = static_cast<int16_t>(std::min(32767, region.hi.y + random.between(0, 600)));
    region.hi.z = static_cast<int16_t>(std::min(32767, region.hi.z + random.between(0, 600)));
    return region;
}

inline Triple region_low(const oct9_region_t &region)
{
    const Triple lo = triple_of(region.lo), c = triple_of(region.centre);
    const int64_t r = region.radius_q6 + 1;
    return region.kind == OCT9_REGION_BOX ? lo : Triple{ c[0] - r, c[1] - r, c[2] - r };
}

inline Triple region_high(const oct9_region_t &region)
{
    const Triple hi = triple_of(region.hi), c = triple_of(region.centre);
    const int64_t r = region.radius_q6;
    return region.kind == OCT9_REGION_BOX ? hi : Triple{ c[0] + r, c[1] + r, c[2] + r };
}

inline bool meets(const oct9_region_t &region, const Cell &cell)
{
    const Block block = block_of(cell);
    if (region.kind == OCT9_REGION_SPHERE)
        return distance2_at_start(move_between(region.centre, region.centre), block) <=
               int64_t{ region.radius_q6 } * region.radius_q6;
    const Triple lo = triple_of(region.lo), hi = triple_of(region.hi);
    for (size_t a = 0; a < 3; a++)
        if (block.lo[a] > hi[a] || block.hi[a] <= lo[a])
            return false;
    return true;
}

inline bool touches_unknown(const CellMap &world, const Cell &cell)
{
    for (size_t a = 0; a < 3; a++)
        for (int step : { -1, 1 }) {
            Cell beside = cell;
            beside[a] += step;
            if (in_cube(beside) && world.state(beside) == OCT9_UNKNOWN)
                return true;
        }
    return false;
}

/* Each cell of the region that `counts` is in one of the leaves, and in one only. */
inline std::string covered(const oct9_region_t &region, const std::vector<oct9_leaf_t> &leaves,
                           const std::function<int(const Cell &)> &counts)
{
    std::string text;
    each_cell(region_low(region), region_high(region), [&](const Cell &cell) {
        if (!text.empty() || !meets(region, cell))
            return;
        const auto in = std::count_if(leaves.begin(), leaves.end(),
                                      [&](const oct9_leaf_t &leaf) { return holds(leaf, cell); });
        const int should = counts(cell); /* -1: 0 or 1 */
        if (in > 1 || (should >= 0 && in != should))
            text = "cell " + std::to_string(cell[0]) + " " + std::to_string(cell[1]) + " " +
                   std::to_string(cell[2]) + " in " + std::to_string(in) + " leaves";
    });
    return text;
}

inline std::string visit_question(const CellMap &world, Random &random)
{
    const oct9_map_t map = world.map();
    const oct9_region_t region = random_region(random, world);
    const unsigned states = 1 + random.below(7);
    const uint32_t budget = random.chance(50) ? UINT32_MAX : 1 + random.below(20);
    std::vector<oct9_leaf_t> leaves;
    oct9_visit_t visit;
    oct9_leaf_t leaf;
    if (oct9_visit_begin(&visit, &map, &region, states) != OCT9_OK)
        return "begin fails";
    int got;
    while ((got = oct9_visit_next(&visit, budget, &leaf)) != 0) {
        if (got == OCT9_AGAIN)
            continue;
        if (got != 1 || !is_true(world, random, leaf) || !(states >> leaf.state & 1u))
            return "leaf " + text_of(leaf);
        leaves.push_back(leaf);
    }
    return covered(region, leaves, [&](const Cell &cell) {
        return static_cast<int>(states >> world.state(cell) & 1u);
    });
}

inline std::string frontier_question(const CellMap &world, Random &random)
{
    const oct9_map_t map = world.map();
    const oct9_region_t region = random_region(random, world);
    std::vector<oct9_leaf_t> leaves;
    oct9_frontier_t frontier;
    oct9_leaf_t leaf;
    if (oct9_visit_frontier_begin(&frontier, &map, &region) != OCT9_OK)
        return "begin fails";
    while (oct9_visit_frontier_next(&frontier, UINT32_MAX, &leaf) == 1) {
        if (leaf.state != OCT9_FREE || !is_true(world, random, leaf))
            return "leaf " + text_of(leaf);
        leaves.push_back(leaf);
        bool touches = leaf.level > 4; /* too large to look at each cell */
        const int size = oct9_leaf_size(&leaf);
        for (int z = 0; z < size && !touches; z++)
            for (int y = 0; y < size && !touches; y++)
                for (int x = 0; x < size && !touches; x++)
                    touches = touches_unknown(
                        world, { leaf.corner.x + x, leaf.corner.y + y, leaf.corner.z + z });
        if (!touches)
            return "no frontier: " + text_of(leaf);
    }
    return covered(region, leaves, [&](const Cell &cell) {
        if (world.state(cell) != OCT9_FREE)
            return 0;
        return touches_unknown(world, cell) ? 1 : -1; /* another of the leaf's cells may touch */
    });
}

/* ---- Against one tree of the same cells: what the cells alone cannot say. ---- */

inline oct9_rotation_t random_rotation(Random &random)
{
    static const oct9_rotation_t rotations[] = { { 16384, 0, 0, 0 },
                                                 { 11585, 0, 0, 11585 },
                                                 { 8192, 8192, 8192, 8192 },
                                                 { 15137, 0, 0, 6270 },
                                                 { 14189, 5793, 2845, 4980 } };
    return rotations[random.below(5)];
}

inline std::string obb_question(const CellMap &world, const oct9_map_t &whole, Random &random)
{
    const oct9_map_t map = world.map();
    oct9_obb_input_t input = {};
    oct9_obb_output_t output, other;
    input.from = { point_near(random, world, 14), random_rotation(random) };
    if (oct9_pose_check(&input.from.rotation) != OCT9_OK)
        input.from.rotation = { 16384, 0, 0, 0 };
    input.to = input.from;
    for (uint16_t &half : input.half_q6)
        half = static_cast<uint16_t>(random.between(1, 200));
    input.rules = random_rules(random);
    if (oct9_obb_sweep(&map, &input, &output) != OCT9_OK ||
        oct9_obb_sweep(&whole, &input, &other) != OCT9_OK)
        return "it fails";
    return (output.hit == OCT9_HIT_NONE) == (other.hit == OCT9_HIT_NONE)
             ? ""
             : difference("hit", std::to_string(output.hit), std::to_string(other.hit));
}

inline std::string view_question(const CellMap &world, const oct9_map_t &whole, Random &random)
{
    static const oct9_view_sensor_t sensor = { 9000, 9000, 1500, 0, 1, 0, 1, false, {} };
    oct9_view_sensor_t mine = sensor;
    mine.rules = random_rules(random);
    const oct9_pose_t pose = { point_near(random, world, 12), { 16384, 0, 0, 0 } };
    oct9_view_pixel_t pixels[2][9];
    std::vector<oct9_view_entry_t> seen(4096);
    const oct9_map_t maps[] = { world.map(), whole };
    for (size_t i = 0; i < 2; i++) {
        oct9_view_t view;
        if (oct9_view_init(&view, &mine, pixels[i], seen.data(), 4096) != OCT9_OK ||
            oct9_view_begin(&view, &maps[i], &pose) != OCT9_OK ||
            oct9_view_run(&view, UINT32_MAX) != OCT9_OK)
            return "it fails";
    }
    for (size_t i = 0; i < 9; i++)
        if (pixels[0][i].depth_q6 != pixels[1][i].depth_q6)
            return difference("depth", std::to_string(pixels[0][i].depth_q6),
                              std::to_string(pixels[1][i].depth_q6));
    return "";
}

/* ---- All families. ---- */

using Question = std::function<std::string(const CellMap &, Random &)>;

struct Family {
    const char *name;
    bool known_around; /* large nodes of one state are wanted */
    Question question;
    std::string (*of_whole)(const CellMap &, const oct9_map_t &, Random &); /* or this */
};

inline const std::vector<Family> &families()
{
    static const std::vector<Family> all = {
        { "points", true, point_question, nullptr },
        { "nodes", true, node_question, nullptr },
        { "casts", true, cast_question, nullptr },
        { "fans", true, fan_question, nullptr },
        { "walks", true, walk_question, nullptr },
        { "spheres", true, sphere_question, nullptr },
        { "boxes", true, box_question, nullptr },
        { "nearest", true, nearest_question, nullptr },
        { "visits", true, visit_question, nullptr },
        { "frontiers", true, frontier_question, nullptr },
        { "oriented boxes", false, nullptr, obb_question },
        { "views", false, nullptr, view_question },
    };
    return all;
}

enum { EACH = 50 }; /* questions to a map */

inline void report_cells(const std::string &text, const CellMap &cells, const Family &family,
                         uint64_t i)
{
    static int reported = 0;
    CHECK(text.empty());
    if (!text.empty() && reported++ < 10)
        std::printf("  %s %" PRIu64 ", %s: %s\n", family.name, i, cells.text().c_str(),
                    text.c_str());
}

/* Asks the questions of a family about maps that make(random, i, family) makes. */
template <class Make>
void ask_family(const Family &family, uint64_t seed, uint64_t cases, const Make &make)
{
    Random random(seed * 7919 + static_cast<uint64_t>(family.name[0]) * 131 +
                  static_cast<uint64_t>(family.name[1]));
    for (uint64_t i = 0; i < cases; i += EACH) {
        const auto cells = make(random, i / EACH, family);
        CHECK(cells->ok());
        if (!cells->ok())
            continue;
        std::unique_ptr<LoadedTree> tree;
        if (family.of_whole) {
            tree = std::make_unique<LoadedTree>(cells->whole(), random);
            CHECK(tree->ok());
            if (!tree->ok())
                continue;
        }
        for (int k = 0; k < EACH; k++)
            report_cells(family.of_whole ? family.of_whole(*cells, tree->map(), random)
                                         : family.question(*cells, random),
                         *cells, family, i);
    }
}

} // namespace oracle

#endif
