/* SPDX-License-Identifier: MIT */
/* Rounded polylines in random maps, in trees and in images: each piece is looked at 2,000 times in
 * exact integers and between them in extended precision. The radius of the sphere is often just
 * what the polyline or its longest curves leave, so that the bounds decide.
 *
 * Environment: SEED; CURVES, how many curves at least. */
#include "curve_cases.hpp"
#include "tests/shared/load.hpp"
#include "tests/shared/report.hpp"

#include "oct9/sweep.h"

#include <cinttypes>
#include <cstring>
#include <memory>

using namespace oracle;

struct Rounded {
    std::vector<oct9_route_piece_t> pieces;
    oct9_route_curve_output_t output = {};
};

static uint64_t seed;
static unsigned long curves, straights, corners, whole_slices, tight, leaving, dear, with_room,
    shortened, with_heights, joins;

/* ---- The library. ---- */

static oct9_route_curve_input_t input_of(const Case &c, std::vector<oct9_route_piece_t> &pieces)
{
    oct9_route_curve_input_t input = {};

    input.body = c.body;
    input.points = c.points.data();
    input.count = static_cast<uint16_t>(c.points.size());
    input.bend_q6 = c.bend;
    input.cut_q6 = c.cut;
    input.pieces = pieces.data();
    input.pieces_room = static_cast<uint16_t>(pieces.size());
    return input;
}

static size_t room_of(const Case &c)
{
    return c.points.size() < 2 ? 0 : 2 * c.points.size() - 3;
}

static Rounded round(const oct9_map_t &map, const Case &c, uint32_t budget)
{
    Rounded out;
    oct9_route_curve_t curve;
    std::memset(static_cast<void *>(&curve), 0xA5, sizeof curve);
    out.pieces.resize(room_of(c));
    const oct9_route_curve_input_t input = input_of(c, out.pieces);
    oct9_status_t status = oct9_route_curve_begin(&curve, &map, &input);
    uint64_t slices = 0;
    CHECK_EQ(status, OCT9_OK);
    do {
        status = oct9_route_curve_run(&curve, budget, &out.output);
        slices++;
    } while (status == OCT9_AGAIN);
    CHECK_EQ(status, OCT9_OK);
    CHECK(out.output.leaves + out.output.nodes <= slices * budget);
    CHECK(out.output.sweeps <= slices * budget * (c.body.price != 0 ? 2 : 1));
    out.pieces.resize(out.output.count);
    return out;
}

static bool same_piece(const oct9_route_piece_t &a, const oct9_route_piece_t &b)
{
    return wide(a.from) == wide(b.from) && wide(a.control) == wide(b.control) &&
           wide(a.to) == wide(b.to) && a.bend_q6 == b.bend_q6 && a.corner == b.corner;
}

static bool same_pieces(const Rounded &a, const Rounded &b)
{
    return a.pieces.size() == b.pieces.size() && a.output.corners == b.output.corners &&
           std::equal(a.pieces.begin(), a.pieces.end(), b.pieces.begin(), same_piece);
}

static bool same_rounded(const Rounded &a, const Rounded &b)
{
    return same_pieces(a, b) && a.output.sweeps == b.output.sweeps &&
           a.output.leaves == b.output.leaves && a.output.nodes == b.output.nodes;
}

/* Is a segment clear for the sphere? */
static bool clear(const oct9_map_t &map, const oct9_point_t &from, const oct9_point_t &to,
                  uint16_t radius, const oct9_rules_t &rules)
{
    const oct9_sphere_input_t input = { { from, to, radius }, rules, true };
    oct9_sweep_output_t output;

    return oct9_sweep_sphere(&map, &input, &output) == OCT9_OK && output.hit == OCT9_HIT_NONE;
}

/* As the input of a rounding must be: LEAVES applies to the first segment alone. */
static bool polyline_clear(const oct9_map_t &map, const Case &c, uint16_t radius)
{
    oct9_rules_t rules = c.body.rules;

    for (size_t i = 1; i < c.points.size(); i++) {
        if (!clear(map, c.points[i - 1], c.points[i], radius, rules))
            return false;
        rules.start_inside = OCT9_BLOCKS;
    }
    return true;
}

/* ---- The order of the pieces. ---- */

static bool goes_straight(const Point &a, const Point &b, const Point &c)
{
    const Real in = minus(b, a), out = minus(c, b); /* their products are exact */

    return size(cross(in, out)) == 0 && dot(in, out) > 0;
}

/* An end of a curve is on a side of the corner, not beyond its middle, within rounding. */
static std::string leg_wrong(const Point &end, const Point &corner, const Point &other)
{
    const Real along = minus(other, corner), away = minus(end, corner);
    const long double all = size(along);

    if (dot(cross(along, away), cross(along, away)) > 0.75L * all * all)
        return "an end beside the polyline";
    if (dot(along, away) > all * (all / 2 + 31) || dot(along, away) <= 0)
        return "a leg too long";
    if (size(away) < 31)
        return "a leg too short";
    return "";
}

/* The pieces follow the polyline, corner by corner. */
static std::string order_wrong(const Case &c, const Rounded &rounded)
{
    size_t at = 0; /* the point behind the last corner */
    Point end = wide(c.points.front());
    const auto point = [&](size_t i) { return wide(c.points[i]); };

    for (const oct9_route_piece_t &piece : rounded.pieces) {
        while (at + 1 < c.points.size() && point(at) == point(at + 1))
            at++;
        if (at + 1 >= c.points.size() || wide(piece.from) != end)
            return "pieces that do not follow";
        const Point ahead = point(at + 1);
        if (dot(minus(wide(piece.to), end), minus(ahead, point(at))) < 0 && is_straight(piece))
            return "a piece that goes back";
        end = wide(piece.to);
        if (!is_straight(piece)) {
            if (wide(piece.control) != ahead || at + 2 >= c.points.size())
                return "a control point that is no corner";
            std::string text = leg_wrong(wide(piece.from), ahead, point(at));
            if (text.empty())
                text = leg_wrong(end, ahead, point(at + 2));
            if (!text.empty() || piece.corner)
                return "curve: " + text;
            at++;
        } else if (end == ahead) {
            at++;
            size_t next = at;
            while (next + 1 < c.points.size() && point(next) == point(next + 1))
                next++;
            const bool last = at + 1 >= c.points.size();
            const bool turns = !last &&
                               (next != at || !goes_straight(point(at - 1), ahead, point(at + 1)));
            if (piece.corner != turns)
                return "a corner's flag";
        } else if (piece.corner) {
            return "a flag where there is no corner";
        }
    }
    while (at + 1 < c.points.size() && point(at) == point(at + 1))
        at++;
    return at + 1 == c.points.size() && end == wide(c.points.back()) ? "" : "it does not arrive";
}

static std::string turns_at_once(const Rounded &rounded)
{
    for (size_t i = 1; i < rounded.pieces.size(); i++) {
        const oct9_route_piece_t &a = rounded.pieces[i - 1], &b = rounded.pieces[i];
        if (!a.corner && degrees_between(direction(a, true), direction(b, false)) >= 5)
            return "a change of direction between pieces";
        joins += !is_straight(a) && !is_straight(b);
    }
    return "";
}

/* ---- All that the header says. ---- */

static std::string curve_wrong(const Case &c, const oct9_route_piece_t &piece)
{
    const std::string text = bends_wrong(piece, c.bend);
    std::string cut = "a control point that is no corner";

    for (size_t i = 1; i + 1 < c.points.size() && !cut.empty(); i++)
        if (wide(c.points[i]) == wide(piece.control)) {
            const Point sides[3] = { wide(c.points[i - 1]), wide(c.points[i]),
                                     wide(c.points[i + 1]) };
            cut = cuts_too_much(piece, sides, c.cut);
        }
    return text.empty() ? cut : text;
}

static bool height_good(const Case &c, const oct9_point_t &point)
{
    return c.body.heights == nullptr || (point.z >= c.heights.low && point.z <= c.heights.high);
}

/* A curve that has the price takes the place of legs that have it. */
static std::string price_wrong(const oct9_map_t &map, const Case &c, const Blocking &careful,
                               const oct9_route_piece_t &piece)
{
    oct9_rules_t rules = c.body.rules;
    rules.unknown = OCT9_BLOCKS;
    rules.start_inside = OCT9_BLOCKS;

    if (c.body.price == 0 || not_clear(piece, careful, c.body.wide_q6, false).empty())
        return "";
    dear++;
    return clear(map, piece.from, piece.control, c.body.wide_q6, rules) ||
                   clear(map, piece.control, piece.to, c.body.wide_q6, rules)
             ? "a price that the corner had not"
             : "";
}

static std::string pieces_wrong(const Scene &scene, const Case &c, const Blocking &blocking,
                                const Blocking &careful, const Rounded &rounded)
{
    bool leaves = c.body.rules.start_inside == OCT9_LEAVES;

    for (const oct9_route_piece_t &piece : rounded.pieces) {
        const bool straight = is_straight(piece);
        std::string text = not_clear(piece, blocking, c.body.radius_q6, leaves && straight);
        if (text.empty() && !straight)
            text = curve_wrong(c, piece);
        if (text.empty() && !straight)
            text = price_wrong(scene.map, c, careful, piece);
        if (!straight && !(height_good(c, piece.from) && height_good(c, piece.to)))
            text = "a height";
        if (!text.empty())
            return (straight ? "straight: " : "curve: ") + text;
        curves += !straight;
        straights += straight;
        leaves = false;
    }
    return "";
}

/* With room around the polyline the map does not matter. */
static std::string room_unused(const Scene &scene, const oct9_map_t &empty, const Case &c,
                               const Rounded &rounded)
{
    const uint32_t radius = c.body.radius_q6 + c.cut + 9u;

    if (radius > 32767 || c.body.price != 0 || c.body.rules.start_inside != OCT9_BLOCKS ||
        !polyline_clear(scene.map, c, static_cast<uint16_t>(radius)))
        return "";
    with_room++;
    Case open = c;
    open.body.rules.outside = OCT9_FREE;
    return same_pieces(rounded, round(empty, open, UINT32_MAX)) ? "" : "a corner stays in vain";
}

static std::string case_wrong(const Scene &scene, const oct9_map_t &empty, const Case &c,
                              Random &random)
{
    static const uint32_t budgets[] = { 1, 2, 7, 100, 1000 };
    oct9_rules_t rules = c.body.rules;
    const Blocking blocking = blocking_of(scene, rules);
    rules.unknown = OCT9_BLOCKS;
    const Blocking careful = blocking_of(scene, rules);
    const Rounded whole = round(scene.map, c, UINT32_MAX);

    if (!same_rounded(whole, round(scene.map, c, budgets[random.below(5)])))
        return "slices differ";
    whole_slices++;
    std::string text = order_wrong(c, whole);
    if (text.empty())
        text = turns_at_once(whole);
    if (text.empty())
        text = pieces_wrong(scene, c, blocking, careful, whole);
    if (text.empty())
        text = room_unused(scene, empty, c, whole);
    corners += whole.output.corners;
    return text;
}

/* ---- The sphere, as large as it can be. ---- */

/* The least distance of the polyline from what blocks. */
static long double room_beside(const Case &c, const Blocking &blocking, size_t from)
{
    long double least = 2000;

    for (size_t i = from + 1; i < c.points.size(); i++)
        least = std::min(least,
                         clearance(straight_piece(c.points[i - 1], c.points[i]), blocking, 2000));
    return least;
}

/* A radius with which the polyline is clear: often the largest, or one that some curve touches
 * with, almost. */
static int random_radius(Random &random, long double room, const Blocking &blocking,
                         const std::vector<oct9_route_piece_t> &pieces)
{
    const int most = static_cast<int>(std::ceil(room)) - 1;

    if (random.chance(20) || most <= 0 || pieces.empty())
        return most <= 0 ? most : random.between(0, most);
    const oct9_route_piece_t &piece = pieces[random.below(static_cast<uint32_t>(pieces.size()))];
    const int touch = static_cast<int>(clearance(piece, blocking, 2000));
    tight++;
    return std::min(most, std::max(0, touch + random.between(-6, 2)));
}

/* Makes the sphere so large that it touches something at its start, and leaves it. */
static bool let_it_leave(const oct9_map_t &map, Random &random, const Blocking &blocking, Case &c)
{
    const long double others = room_beside(c, blocking, 1);
    const int most = static_cast<int>(std::ceil(others)) - 1;

    c.body.rules.start_inside = OCT9_LEAVES;
    if (c.points.size() < 3 || most <= 0)
        return false;
    c.body.radius_q6 = static_cast<uint16_t>(most - random.between(0, std::min(most, 5)));
    if (!polyline_clear(map, c, c.body.radius_q6))
        return false;
    leaving++;
    return true;
}

static void set_extras(Random &random, Case &c)
{
    if (random.chance(20)) {
        c.body.price = static_cast<uint8_t>(random.between(1, 9));
        c.body.wide_q6 = static_cast<uint16_t>(
            std::min(32767, c.body.radius_q6 + random.between(0, 60)));
    }
    if (random.chance(10)) {
        const oct9_point_t &at = c.points[random.below(static_cast<uint32_t>(c.points.size()))];
        c.heights.low = static_cast<int16_t>(std::max(-32768, at.z - random.between(0, 200)));
        c.heights.high = static_cast<int16_t>(std::min(32767, at.z + random.between(0, 200)));
        c.body.heights = &c.heights;
        with_heights++;
    }
}

static void shorten(const oct9_map_t &map, Case &c)
{
    oct9_route_shorten_t state;
    oct9_route_shorten_output_t output;
    c.points.resize(c.points.size() + 4);
    const oct9_route_shorten_input_t input = { c.body, c.points.data(),
                                               static_cast<uint16_t>(c.points.size() - 4),
                                               static_cast<uint16_t>(c.points.size()), 1000 };

    CHECK_EQ(oct9_route_shorten_begin(&state, &map, &input), OCT9_OK);
    CHECK_EQ(oct9_route_shorten_run(&state, UINT32_MAX, &output), OCT9_OK);
    c.points.resize(output.count);
    shortened++;
}

static void judge(const Scene &scene, const oct9_map_t &empty, Case &c, Random &random)
{
    static int reported = 0;
    const Blocking blocking = blocking_of(scene, c.body.rules);
    const std::vector<oct9_route_piece_t> ideal = round(empty, c, UINT32_MAX).pieces;
    const int radius = random_radius(random, room_beside(c, blocking, 0), blocking, ideal);

    c.body.radius_q6 = static_cast<uint16_t>(std::max(radius, 0));
    if (radius < 0 || !polyline_clear(scene.map, c, c.body.radius_q6) || random.chance(10))
        if (!let_it_leave(scene.map, random, blocking, c))
            return;
    if (c.points.size() > 2 && random.chance(20))
        shorten(scene.map, c);
    set_extras(random, c);
    const std::string text = case_wrong(scene, empty, c, random);
    CHECK(text.empty());
    if (!text.empty() && reported++ < 10) {
        std::printf("  %s %u: %s; radius %u bend %u cut %u:", scene.kind, scene.number,
                    text.c_str(), c.body.radius_q6, c.bend, c.cut);
        for (const oct9_point_t &p : c.points)
            std::printf(" (%d %d %d)", p.x, p.y, p.z);
        std::printf("\n");
    }
}

static void curves_in_maps(void)
{
    const uint64_t enough = setting("CURVES", 1500);
    Random nothing(seed);
    Model open;
    open.thresholds = { 2, 2 };
    open.set_payload(0, 1);
    const LoadedTree empty(open, nothing);

    for (unsigned m = 0; curves < enough && m < 100 * enough; m++) {
        Random random(seed + (40u << 24) + m);
        Case c = random_case(random);
        Case ahead = c;
        ahead.body.rules.outside = OCT9_FREE;
        const unsigned kind = random.below(100);
        const Model model = kind < 30 ? model_above(random, c)
                          : kind > 93 ? random_model(random, Payloads::states)
                                      : model_beside(random, round(empty.map(), ahead, 9).pieces);
        if (random.chance(50)) {
            const LoadedTree tree(model, random);
            const Scene scene("tree", m, model, tree.map());
            CHECK(tree.ok());
            judge(scene, empty.map(), c, random);
        } else {
            const LoadedImage image(model);
            const Scene scene("image", m, model, image.map());
            CHECK(image.ok());
            judge(scene, empty.map(), c, random);
        }
    }
    CHECK(curves >= enough);
    std::printf("%lu curves, %lu straight pieces, %lu corners that stay\n", curves, straights,
                corners);
    std::printf("%lu polylines: %lu with a radius that may touch, %lu that leave, %lu shortened, "
                "%lu with room, %lu with heights; %lu curves with the price, %lu behind a curve\n",
                whole_slices, tight, leaving, shortened, with_room, with_heights, dear, joins);
    CHECK(corners > 0 && tight > 0 && leaving > 0 && shortened > 0 && with_room > 0 && dear > 0 &&
          joins > 0);
}

/* ---- What is refused, and a map that is written to. ---- */

static oct9_status_t begin(const oct9_map_t &map, const oct9_route_curve_input_t &input)
{
    oct9_route_curve_t curve;

    return oct9_route_curve_begin(&curve, &map, &input);
}

static void errors(void)
{
    Random random(seed);
    Model open;
    open.set_payload(0, 1);
    const LoadedTree tree(open, random);
    Case c;
    c.points = { { 0, 0, 0 }, { 500, 0, 0 }, { 500, 500, 0 } };
    c.cut = 100;
    std::vector<oct9_route_piece_t> pieces(3);
    oct9_route_curve_input_t input = input_of(c, pieces);

    CHECK_EQ(begin(tree.map(), input), OCT9_OK);
    input.pieces_room = 2;
    CHECK_EQ(begin(tree.map(), input), OCT9_ERR_ARGUMENT);
    input.count = 0;
    CHECK_EQ(begin(tree.map(), input), OCT9_ERR_ARGUMENT);
    input.count = 65535;
    input.pieces_room = 65535;
    CHECK_EQ(begin(tree.map(), input), OCT9_ERR_ARGUMENT);
    input = input_of(c, pieces);
    input.body.radius_q6 = 32768;
    CHECK_EQ(begin(tree.map(), input), OCT9_ERR_ARGUMENT);
    input.body.radius_q6 = 0;
    input.body.rules.start_inside = OCT9_PASSES;
    CHECK_EQ(begin(tree.map(), input), OCT9_ERR_ARGUMENT);
}

static void a_write(void)
{
    static oct9_block_t pool[16];
    static oct9_tree_t tree;
    const oct9_thresholds_t thresholds = OCT9_THRESHOLDS_DEFAULT;
    const oct9_node_t cube = { { 0, 0, 0 }, 9 }, cell = { { 0, 0, 0 }, 0 };
    Case c;
    c.points = { { 0, 0, 0 }, { 500, 0, 0 }, { 500, 500, 0 } };
    c.cut = 100;
    std::vector<oct9_route_piece_t> pieces(3);
    const oct9_route_curve_input_t input = input_of(c, pieces);
    oct9_route_curve_t curve;
    oct9_route_curve_output_t output;

    CHECK_EQ(oct9_tree_init(&tree, pool, 16, &thresholds), OCT9_OK);
    CHECK_EQ(oct9_tree_set_node(&tree, &cube, 1), OCT9_OK);
    const oct9_map_t map = oct9_map_of_tree(&tree);
    CHECK_EQ(oct9_route_curve_begin(&curve, &map, &input), OCT9_OK);
    CHECK_EQ(oct9_route_curve_run(&curve, 0, &output), OCT9_ERR_ARGUMENT);
    CHECK_EQ(oct9_route_curve_run(&curve, 1, &output), OCT9_AGAIN);
    CHECK_EQ(oct9_tree_set_node(&tree, &cell, 2), OCT9_OK);
    CHECK_EQ(oct9_route_curve_run(&curve, 1, &output), OCT9_ERR_STALE);
}

/* The largest numbers: no overflow, and nothing is swept with a radius above 32767. */
static void limits(void)
{
    Random random(seed);
    Model open;
    open.thresholds = { 2, 2 };
    open.set_payload(0, 1);
    const LoadedTree tree(open, random);
    Case c;
    c.points = { { -32768, -32768, -32768 },
                 { 32767, 32767, 32767 },
                 { 32767, -32768, 32767 },
                 { -32768, -32768, -32768 },
                 { 32767, -32768, -32768 } };
    c.cut = 65535;
    c.body.rules.outside = OCT9_FREE;

    for (uint16_t radius : { uint16_t{ 0 }, uint16_t{ 32762 } }) {
        c.body.radius_q6 = radius;
        const Rounded all = round(tree.map(), c, 100);
        CHECK_EQ(all.output.corners, 0);
        CHECK(order_wrong(c, all).empty());
        for (const oct9_route_piece_t &piece : all.pieces)
            CHECK(is_straight(piece) || bends_wrong(piece, 0).empty());
    }
    for (uint16_t radius : { uint16_t{ 32764 }, uint16_t{ 32767 } }) {
        c.body.radius_q6 = radius;
        CHECK_EQ(round(tree.map(), c, 100).output.corners, 3);
        c.body.wide_q6 = radius;
        c.body.radius_q6 = 0;
        c.body.price = 1;
        CHECK_EQ(round(tree.map(), c, 100).output.corners, 3);
        c.body.price = 0;
    }
}

int main(void)
{
    seed = setting("SEED", 1);
    std::printf("seed %" PRIu64 "\n", seed);
    RUN(errors);
    RUN(a_write);
    RUN(limits);
    RUN(curves_in_maps);
    return test_end();
}
