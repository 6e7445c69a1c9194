/* SPDX-License-Identifier: MIT */
/* Spheres, boxes and clearance in maps of cells, against each cell that they can reach. */
#ifndef OCT9_TEST_CELLS_SHAPES_HPP
#define OCT9_TEST_CELLS_SHAPES_HPP

#include "cells_cases.hpp"
#include "tests/shared/report.hpp"

#include "oct9/nearest.h"
#include "oct9/sweep.h"

namespace oracle {

/* ---- Shapes. ---- */

inline std::string sphere_question(const CellMap &world, Random &random)
{
    const oct9_map_t map = world.map();
    oct9_sphere_input_t input = {};
    oct9_sweep_output_t output;
    input.motion.from = point_near(random, world, 14);
    input.motion.radius_q6 = static_cast<uint16_t>(random.chance(20) ? 64 : random.below(200));
    const int most = random.chance(30) ? 0 : 300;
    input.motion.to = { static_cast<int16_t>(std::clamp(
                            input.motion.from.x + random.between(-most, most), -32768, 32767)),
                        static_cast<int16_t>(std::clamp(
                            input.motion.from.y + random.between(-most, most), -32768, 32767)),
                        static_cast<int16_t>(std::clamp(
                            input.motion.from.z + random.between(-most, most), -32768, 32767)) };
    input.rules = random_rules(random);
    if (oct9_sweep_sphere(&map, &input, &output) != OCT9_OK)
        return "it fails";
    const Move move = move_between(input.motion.from, input.motion.to);
    const int64_t r = input.motion.radius_q6;
    std::optional<Part> first;
    Triple lo = {}, hi = {};
    for (size_t a = 0; a < 3; a++) {
        lo[a] = std::min(move.from[a], move.from[a] + move.step[a]) - r - 1;
        hi[a] = std::max(move.from[a], move.from[a] + move.step[a]) + r;
    }
    each_cell(lo, hi, [&](const Cell &cell) {
        if (!blocks(input.rules, world.state(cell)))
            return;
        const std::optional<Part> part = sphere_contact(move, r, block_of(cell));
        if (part && (!first || *part < *first))
            first = part;
    });
    if (outside_blocks(input.rules)) {
        const std::optional<Part> part = sphere_outside_contact(move, r);
        if (part && (!first || *part < *first))
            first = part;
    }
    if ((output.hit == OCT9_HIT_NONE) != !first)
        return "hit " + std::to_string(output.hit);
    if (first && (output.fraction.den != 65535 || output.fraction.num > first->k ||
                  output.fraction.num + (first->exact ? 0 : 1) < first->k))
        return difference("fraction", text_of(output.fraction), std::to_string(first->k));
    return "";
}

inline std::string box_question(const CellMap &world, Random &random)
{
    const oct9_map_t map = world.map();
    oct9_box_input_t input = {};
    oct9_sweep_output_t output;
    Triple extent = {}, lo = {}, hi = {};
    input.lo = input.to = point_near(random, world, 14);
    int16_t *const corner[] = { &input.lo.x, &input.lo.y, &input.lo.z };
    int16_t *const high[] = { &input.hi.x, &input.hi.y, &input.hi.z };
    int16_t *const to[] = { &input.to.x, &input.to.y, &input.to.z };
    const bool rests = random.chance(30);
    for (size_t a = 0; a < 3; a++) {
        *corner[a] = *to[a] = static_cast<int16_t>(std::clamp<int>(*corner[a], -30000, 30000));
        extent[a] = random.chance(30) ? 64 * random.between(1, 4) : random.between(1, 250);
        *high[a] = static_cast<int16_t>(*corner[a] + extent[a]);
        *to[a] = static_cast<int16_t>(*to[a] + (rests ? 0 : random.between(-300, 300)));
        lo[a] = std::min(*corner[a], *to[a]);
        hi[a] = std::max(*corner[a], *to[a]) + extent[a];
    }
    input.rules = random_rules(random);
    if (oct9_sweep_box(&map, &input, &output) != OCT9_OK)
        return "it fails";
    const Move move = move_between(input.lo, input.to);
    std::optional<Time> first;
    each_cell(lo, hi, [&](const Cell &cell) {
        if (!blocks(input.rules, world.state(cell)))
            return;
        const std::optional<Time> t = box_contact(move, extent, block_of(cell));
        if (t && (!first || *t < *first))
            first = t;
    });
    if (outside_blocks(input.rules)) {
        const std::optional<Time> t = box_outside_contact(move, extent);
        if (t && (!first || *t < *first))
            first = t;
    }
    if ((output.hit == OCT9_HIT_NONE) != !first)
        return "hit " + std::to_string(output.hit);
    return !first || same_fraction(output.fraction, *first)
             ? ""
             : difference("fraction", text_of(output.fraction), text_of(*first));
}

inline std::string nearest_question(const CellMap &world, Random &random)
{
    const oct9_map_t map = world.map();
    oct9_near_t found[3];
    oct9_nearest_input_t input = {};
    oct9_nearest_output_t output;
    input.point = point_near(random, world, 16);
    input.range_q6 = static_cast<uint16_t>(random.below(400));
    input.capacity = 3;
    input.found = found;
    input.rules = random_rules(random);
    if (oct9_nearest_find(&map, &input, &output) != OCT9_OK)
        return "it fails";
    const int64_t r = input.range_q6;
    const Move rest = move_between(input.point, input.point);
    int64_t best = r * r + 1;
    each_cell({ input.point.x - r - 1, input.point.y - r - 1, input.point.z - r - 1 },
              { input.point.x + r, input.point.y + r, input.point.z + r }, [&](const Cell &cell) {
                  if (blocks(input.rules, world.state(cell)))
                      best = std::min(best, distance2_at_start(rest, block_of(cell)));
              });
    if ((output.count == 0) != (best > r * r))
        return "count " + std::to_string(output.count);
    for (size_t i = 0; i < output.count; i++)
        if (!is_true(world, random, found[i].leaf) || !blocks(input.rules, found[i].leaf.state))
            return "leaf " + text_of(found[i].leaf);
    return output.count == 0 || found[0].distance2_q12 == best
             ? ""
             : difference("distance", std::to_string(found[0].distance2_q12), std::to_string(best));
}

} // namespace oracle

#endif
