/* SPDX-License-Identifier: MIT */
/* Judges a sweep's output by brute force over all leaves of a scene. */
#ifndef OCT9_TEST_SHAPE_JUDGE_HPP
#define OCT9_TEST_SHAPE_JUDGE_HPP

#include "tests/leaving/leaving_exact.hpp"
#include "tests/shared/report.hpp"
#include "shape_scene.hpp"

#include "oct9/sweep.h"

namespace oracle {
/* ---- The two shapes, alike to the judge. ---- */

struct Sphere {
    using When = Part;

    oct9_sphere_input_t input;
    Move move = move_between(input.motion.from, input.motion.to);
    Triple extent = { 0, 0, 0 };
    int64_t reach = input.motion.radius_q6;

    std::optional<Part> contact(const Block &block) const
    {
        return sphere_contact(move, reach, block);
    }
    std::optional<Part> outside_contact() const { return sphere_outside_contact(move, reach); }
    bool starts_in(const Block &block) const
    {
        return distance2_at_start(move, block) <= reach * reach;
    }
    oct9_point_t from() const { return input.motion.from; }

    /* In 65535ths, not beyond the contact and less than a whole one before it, or just one. */
    static bool agrees(const oct9_fraction_t &f, const Part &part)
    {
        return f.den == 65535 && f.num <= part.k && f.num + (part.exact ? 1 : 0) >= part.k;
    }
    static double latest(const Part &part) { return (part.k + 1) / 65535.0; }

    oct9_status_t begin(oct9_sweep_t *sweep, const oct9_map_t *map) const
    {
        return oct9_sweep_sphere_begin(sweep, map, &input);
    }
    oct9_status_t whole(const oct9_map_t *map, oct9_sweep_output_t *output) const
    {
        return oct9_sweep_sphere(map, &input, output);
    }
};

struct Box {
    using When = Time;

    oct9_box_input_t input;
    Move move = move_between(input.lo, input.to);
    Triple extent = { input.hi.x - input.lo.x, input.hi.y - input.lo.y, input.hi.z - input.lo.z };
    int64_t reach = 0;

    std::optional<Time> contact(const Block &block) const
    {
        return box_contact(move, extent, block);
    }
    std::optional<Time> outside_contact() const { return box_outside_contact(move, extent); }
    bool starts_in(const Block &block) const { return box_meets_at(move, extent, block, { 0, 1 }); }
    oct9_point_t from() const { return input.lo; }

    static bool agrees(const oct9_fraction_t &f, const Time &t) { return same_fraction(f, t); }
    static double latest(const Time &t)
    {
        return static_cast<double>(t.num) / static_cast<double>(t.den) + 1e-9;
    }

    oct9_status_t begin(oct9_sweep_t *sweep, const oct9_map_t *map) const
    {
        return oct9_sweep_box_begin(sweep, map, &input);
    }
    oct9_status_t whole(const oct9_map_t *map, oct9_sweep_output_t *output) const
    {
        return oct9_sweep_box(map, &input, output);
    }
};

/* ---- What is right. ---- */

template <typename When> struct Answer {
    std::optional<When> leaf, outside;

    std::optional<When> first() const
    {
        return !outside || (leaf && *leaf < *outside) ? leaf : outside;
    }
};

/* The shape's middle and the block. */
template <typename Shape> leaving::Meeting meeting_of(const Shape &shape, const Block &block)
{
    leaving::Meeting out = { {}, shape.move.step, block.lo, block.hi };

    for (size_t axis = 0; axis < 3; axis++)
        out.twice[axis] = 2 * shape.move.from[axis] + shape.extent[axis];
    return out;
}

/* The leaf blocks this shape, if it is met; not so one that it starts in, where that passes. */
template <typename Shape> bool may_stop(const Shape &shape, const Piece &piece)
{
    const oct9_rules_t &rules = shape.input.rules;

    if (!blocks(rules, piece.leaf))
        return false;
    if (rules.start_inside == OCT9_BLOCKS || !shape.starts_in(piece.block))
        return true;
    return rules.start_inside == OCT9_LEAVES && meeting_of(shape, piece.block).blocks();
}

/* Some part of the shape comes into the block's closed surroundings, axis by axis. */
template <typename Shape> bool in_bounds(const Shape &shape, const Block &block)
{
    for (size_t axis = 0; axis < 3; axis++) {
        const int64_t from = shape.move.from[axis], to = from + shape.move.step[axis];
        if (std::min(from, to) - shape.reach > block.hi[axis] ||
            std::max(from, to) + shape.extent[axis] + shape.reach < block.lo[axis])
            return false;
    }
    return true;
}

template <typename Shape> Ball ball_around(const Shape &shape)
{
    Ball ball = {};
    double size2 = 0;

    for (size_t axis = 0; axis < 3; axis++) {
        const double half = static_cast<double>(shape.extent[axis]) / 2;
        ball.centre[axis] = static_cast<double>(shape.move.from[axis]) + half;
        size2 += half * half;
    }
    ball.radius = std::sqrt(size2) + static_cast<double>(shape.reach);
    return ball;
}

/* A leaf that may be met, and a time before which it is not. */
struct Candidate {
    double earliest;
    const Piece *piece;

    bool operator<(const Candidate &other) const { return earliest > other.earliest; }
};

template <typename Shape>
std::vector<Candidate> candidates_of(const Shape &shape, const Scene &scene)
{
    const Ball ball = ball_around(shape);
    std::vector<Candidate> out;

    for (const Piece &piece : scene.solid)
        if (in_bounds(shape, piece.block) && may_stop(shape, piece)) {
            const double t = earliest(ball, shape.move.step, piece.block);
            if (t <= 1)
                out.push_back({ t, &piece });
        }
    return out;
}

/* Candidates are decided one by one, the earliest bound first, until no other can be sooner. */
template <typename Shape>
std::optional<typename Shape::When> first_leaf(const Shape &shape, const Scene &scene)
{
    std::vector<Candidate> heap = candidates_of(shape, scene);
    std::optional<typename Shape::When> first;

    std::make_heap(heap.begin(), heap.end());
    while (!heap.empty() && !(first && heap.front().earliest > Shape::latest(*first))) {
        const auto contact = shape.contact(heap.front().piece->block);
        if (contact && (!first || *contact < *first))
            first = contact;
        std::pop_heap(heap.begin(), heap.end());
        heap.pop_back();
    }
    return first;
}

template <typename Shape>
Answer<typename Shape::When> answer_of(const Shape &shape, const Scene &scene)
{
    Answer<typename Shape::When> answer;

    answer.leaf = first_leaf(shape, scene);
    if (state_blocks(shape.input.rules, shape.input.rules.outside))
        answer.outside = shape.outside_contact();
    return answer;
}

/* ---- The output against it. ---- */

inline std::string text_of(const Triple &p)
{
    return "(" + std::to_string(p[0]) + " " + std::to_string(p[1]) + " " + std::to_string(p[2]) +
           ")";
}

inline std::string text_of(const Part &part)
{
    return std::to_string(part.k) + (part.exact ? "" : "..") + "/65535";
}

inline const Piece *find_piece(const Scene &scene, const oct9_leaf_t &leaf)
{
    for (const Piece &piece : scene.solid)
        if (same_leaf(piece.leaf, leaf))
            return &piece;
    return nullptr;
}

/* from + fraction * step, rounded toward `from`. */
inline Triple part_of_move(const Move &move, const oct9_fraction_t &f)
{
    Triple p = {};

    for (size_t axis = 0; axis < 3; axis++)
        p[axis] = move.from[axis] + move.step[axis] * f.num / f.den;
    return p;
}

/* Each coordinate on its own: the block's that is least far from the point's. */
inline Triple nearest_in(const Block &block, const Triple &p)
{
    Triple out = {};

    for (size_t axis = 0; axis < 3; axis++) {
        const int64_t lo = block.lo[axis], hi = block.hi[axis];
        const bool nearer_lo = std::abs(p[axis] - lo) <= std::abs(p[axis] - hi);
        const bool between = std::abs(p[axis] - lo) + std::abs(p[axis] - hi) == hi - lo;
        out[axis] = between ? p[axis] : nearer_lo ? lo : hi;
    }
    return out;
}

/* The leaf that was returned is one that blocks, and the contact that was returned is that leaf's.
 */
template <typename Shape>
std::string leaf_differs(const Shape &shape, const Scene &scene, const oct9_sweep_output_t &output)
{
    const Piece *piece = find_piece(scene, output.leaf);
    if (piece == nullptr || !may_stop(shape, *piece))
        return difference("leaf", text_of(output.leaf), "one that blocks");

    const auto contact = shape.contact(piece->block);
    if (!contact || !Shape::agrees(output.fraction, *contact))
        return difference("leaf's own contact", text_of(output.fraction),
                          contact ? text_of(*contact) : "none");
    const Triple nearest = nearest_in(piece->block, triple_of(output.at));
    if (triple_of(output.nearest) != nearest)
        return difference("nearest", text_of(triple_of(output.nearest)), text_of(nearest));
    return "";
}

template <typename Shape>
std::string hit_differs(const Shape &shape, const Scene &scene, const oct9_sweep_output_t &output,
                        const Answer<typename Shape::When> &answer)
{
    const auto first = answer.first();

    if (!Shape::agrees(output.fraction, *first))
        return difference("fraction", text_of(output.fraction), text_of(*first));
    if (output.hit == OCT9_HIT_LEAF)
        return leaf_differs(shape, scene, output);
    if (!answer.outside || !Shape::agrees(output.fraction, *answer.outside))
        return difference("hit", "outside", "a leaf");
    return "";
}

template <typename Shape>
std::string output_differs(const Shape &shape, const Scene &scene,
                           const oct9_sweep_output_t &output,
                           const Answer<typename Shape::When> &answer)
{
    const auto first = answer.first();

    if ((output.hit == OCT9_HIT_NONE) != !first)
        return difference("hit", std::to_string(output.hit), first ? text_of(*first) : "none");
    if (!first && (output.fraction.num != 1 || output.fraction.den != 1))
        return difference("fraction", text_of(output.fraction), "1/1");
    const Triple at = part_of_move(shape.move, output.fraction);
    if (triple_of(output.at) != at)
        return difference("at", text_of(triple_of(output.at)), text_of(at));
    return first ? hit_differs(shape, scene, output, answer) : "";
}

} // namespace oracle

#endif
