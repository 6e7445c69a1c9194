/* SPDX-License-Identifier: MIT */
/* OCT9_LEAVES in maps: spheres and boxes that begin in contact, at rest and moving, paths, and many
 * spheres at rest, against all leaves in exact arithmetic; in trees, and in images and trees of the
 * same leaves, in one call and in slices. Rays and points, to which it is OCT9_BLOCKS. A motion
 * that comes nearer to what it touches at its start is never clear.
 *
 * Environment: SEED; MAPS, how many trees and how many images; CASES, how many of each kind in
 * each. */
#include "tests/shared/load.hpp"
#include "tests/sweep/shape_cases.hpp"
#include "tests/sweep/shape_judge.hpp"
#include "tangents.hpp"

#include "oct9/cast.h"
#include "oct9/nearest.h"
#include "oct9/probe.h"
#include "oct9/spheres.h"

#include <cinttypes>
#include <cstring>

using namespace oracle;

static uint64_t seed;

/* What was seen of one kind of shape: so that it can be checked that no case was missing. */
struct Seen {
    const char *name;
    unsigned long cases, touching, left, nearer, inside, clear;
};

static Seen seen_spheres = { "spheres", 0, 0, 0, 0, 0, 0 },
            seen_boxes = { "boxes", 0, 0, 0, 0, 0, 0 }, seen_paths = { "paths", 0, 0, 0, 0, 0, 0 },
            seen_many = { "sets of spheres", 0, 0, 0, 0, 0, 0 };

struct Maps {
    std::vector<oct9_map_t> all; /* of one scene */
    std::string name;
};

static void report(const std::string &difference, const Maps &maps, const std::string &what)
{
    static int reported = 0;

    CHECK(difference.empty());
    if (!difference.empty() && reported++ < 10)
        std::printf("  %s, %s: %s\n", maps.name.c_str(), what.c_str(), difference.c_str());
}

static std::string text_of(const oct9_rules_t &rules)
{
    return ", rules " + std::to_string(rules.unknown) + " " + std::to_string(rules.outside) + " " +
           std::to_string(rules.start_inside) + " " + std::to_string(rules.filter_mask) + " " +
           std::to_string(rules.filter_value);
}

/* Mostly LEAVES; the others must not be disturbed by it. */
static oct9_rules_t leaving_rules(Random &random, const Scene &scene)
{
    oct9_rules_t rules = random_rules(random, scene);

    if (random.chance(80))
        rules.start_inside = OCT9_LEAVES;
    if (random.chance(80))
        rules.outside = OCT9_FREE;
    return rules;
}

/* ---- Motions that begin in contact with a leaf. ---- */

/* A place that is some sub-cells off the leaf on one, two or three axes, or in it. */
static Triple place_near(Random &random, const Block &block)
{
    static const int mosts[] = { 1, 6, 300 };
    const int most = mosts[random.below(3)];
    Triple place = random_place_in(random, block);

    for (size_t a = 0; a < 3; a++)
        if (random.chance(60))
            place[a] = random.chance(50) ? block.lo[a] - random.between(0, most)
                                         : block.hi[a] + random.between(0, most);
    return place;
}

/* From the leaf's nearest point. */
static Triple gap_from(const Block &block, const Triple &place)
{
    Triple gap = {};

    for (size_t a = 0; a < 3; a++)
        gap[a] = place[a] < block.lo[a] ? place[a] - block.lo[a]
               : place[a] > block.hi[a] ? place[a] - block.hi[a]
                                        : 0;
    return gap;
}

static oct9_sphere_input_t sphere_in_contact(Random &random, const Scene &scene)
{
    const Block &block = random_piece(random, scene, true).block;
    const Triple from = place_near(random, block), gap = gap_from(block, from);
    const int64_t root = static_cast<int64_t>(std::sqrt(static_cast<double>(length2_of(gap))));
    const Triple to = plus(from, step_beside(random, gap));

    return sphere_at(from, to, root + random.between(-1, random.chance(50) ? 1 : 200));
}

/* The steps are at right angles to the gap of the middle, in half sub-cells. */
static oct9_box_input_t box_in_contact(Random &random, const Scene &scene)
{
    const Block &block = random_piece(random, scene, true).block;
    const Triple middle = place_near(random, block), gap = gap_from(block, middle);
    Triple extent = {}, lo = {};

    for (size_t a = 0; a < 3; a++) {
        extent[a] = 2 * std::abs(gap[a]) + random.between(1, random.chance(50) ? 3 : 400);
        lo[a] = middle[a] - extent[a] / 2;
    }
    oct9_box_input_t box = box_at(lo, extent);
    Triple twice = {};
    for (size_t a = 0; a < 3; a++) {
        const int64_t at = triple_of(box.lo)[a] + triple_of(box.hi)[a];
        twice[a] = at < 2 * block.lo[a] ? at - 2 * block.lo[a]
                 : at > 2 * block.hi[a] ? at - 2 * block.hi[a]
                                        : 0;
    }
    box.to = point_at(plus(triple_of(box.lo), step_beside(random, twice)));
    return box;
}

/* ---- One shape against all leaves. ---- */

static bool same_point(const oct9_point_t &a, const oct9_point_t &b)
{
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

static bool same_output(const oct9_sweep_output_t &a, const oct9_sweep_output_t &b)
{
    return a.hit == b.hit && a.fraction.num == b.fraction.num && a.fraction.den == b.fraction.den &&
           same_point(a.at, b.at) && (a.hit != OCT9_HIT_LEAF || same_leaf(a.leaf, b.leaf));
}

/* Counts what is touched at the start. A motion that comes nearer to any of it, or is in it, must
 * be blocked at its start; the others must not come nearer anywhere. */
template <typename Shape>
static std::string touched_differs(const Shape &shape, const Scene &scene, bool blocked, Seen &seen)
{
    bool touching = false;

    for (const Piece &piece : scene.solid) {
        if (!in_bounds(shape, piece.block) || !blocks(shape.input.rules, piece.leaf) ||
            !shape.starts_in(piece.block))
            continue;
        const leaving::Meeting meeting = meeting_of(shape, piece.block);
        touching = true;
        seen.inside += meeting.square(0, 1) == 0;
        seen.nearer += meeting.comes_nearer();
        seen.left += !meeting.blocks();
        if (meeting.blocks() && !blocked)
            return "it comes nearer to " + oracle::text_of(piece.leaf) + " and is not blocked";
        if (!meeting.blocks() && !meeting.never_nearer())
            return "the distance is not convex";
    }
    seen.touching += touching;
    return "";
}

template <typename Shape>
static std::string slices_differ(const oct9_map_t &map, const Shape &shape, uint32_t budget,
                                 const oct9_sweep_output_t &whole)
{
    oct9_sweep_t sweep;
    oct9_sweep_output_t output;
    oct9_status_t status = shape.begin(&sweep, &map);

    if (status == OCT9_OK)
        do
            status = oct9_sweep_run(&sweep, budget, &output);
        while (status == OCT9_AGAIN);
    return status == OCT9_OK && same_output(whole, output) ? "" : "slices differ from the whole";
}

template <typename Shape>
static std::string any_differs(const oct9_map_t &map, const Scene &scene, Shape shape,
                               const oct9_sweep_output_t &first)
{
    oct9_sweep_output_t output;

    shape.input.any_contact = true;
    if (shape.whole(&map, &output) != OCT9_OK ||
        (output.hit == OCT9_HIT_NONE) != (first.hit == OCT9_HIT_NONE))
        return "any contact: not as clear as the first";
    if (output.hit != OCT9_HIT_LEAF)
        return "";
    const Piece *piece = find_piece(scene, output.leaf);
    return piece != nullptr && may_stop(shape, *piece) && shape.contact(piece->block)
             ? ""
             : "any contact: with a leaf that does not block";
}

template <typename Shape>
static void check_shape(const Maps &maps, const Scene &scene, const Shape &shape, Random &random,
                        Seen &seen)
{
    const auto answer = answer_of(shape, scene);

    for (const oct9_map_t &map : maps.all) {
        oct9_sweep_output_t output = {};
        std::string text = shape.whole(&map, &output) == OCT9_OK ? "" : "it fails";
        if (text.empty())
            text = output_differs(shape, scene, output, answer);
        if (text.empty() && shape.input.rules.start_inside == OCT9_LEAVES)
            text = touched_differs(shape, scene,
                                   output.hit != OCT9_HIT_NONE && output.fraction.num == 0, seen);
        if (text.empty())
            text = any_differs(map, scene, shape, output);
        if (text.empty() && random.chance(20))
            text = slices_differ(map, shape, 1 + random.below(9), output);
        seen.clear += output.hit == OCT9_HIT_NONE;
        if (!text.empty())
            report(text, maps,
                   std::string(seen.name) + " " + oracle::text_of(shape.move.from) + " by " +
                       oracle::text_of(shape.move.step) + " extent " +
                       oracle::text_of(shape.extent) + " radius " + std::to_string(shape.reach) +
                       text_of(shape.input.rules));
    }
    seen.cases++;
}

static void check_sphere(const Maps &maps, const Scene &scene, Random &random)
{
    oct9_sphere_input_t input = random.chance(75) ? sphere_in_contact(random, scene)
                                                  : random_sphere(random, scene, random.chance(20));

    input.rules = leaving_rules(random, scene);
    check_shape(maps, scene, Sphere{ input }, random, seen_spheres);
}

static void check_box(const Maps &maps, const Scene &scene, Random &random)
{
    oct9_box_input_t input = random.chance(75) ? box_in_contact(random, scene)
                                               : random_box(random, scene, random.chance(20));

    input.rules = leaving_rules(random, scene);
    check_shape(maps, scene, Box{ input }, random, seen_boxes);
}

/* ---- Paths: leg by leg against all leaves. ---- */

/* From contact to contact. */
static std::vector<oct9_point_t> points_in_contact(Random &random, const Scene &scene,
                                                   uint16_t &radius)
{
    const oct9_sphere_input_t first = sphere_in_contact(random, scene);
    std::vector<oct9_point_t> points = { first.motion.from, first.motion.to };

    radius = first.motion.radius_q6;
    for (unsigned more = random.below(4); more > 0; more--) {
        const Block &block = random_piece(random, scene, true).block;
        const Triple at = triple_of(points.back());
        points.push_back(point_at(plus(at, step_beside(random, gap_from(block, at)))));
    }
    return points;
}

static oct9_rules_t rules_of_leg(const oct9_path_input_t &path, unsigned leg)
{
    oct9_rules_t rules = path.rules;

    if (leg > 0 && rules.start_inside == OCT9_PASSES)
        rules.start_inside = OCT9_BLOCKS;
    return rules;
}

static std::string path_differs(const oct9_path_input_t &path, const Scene &scene,
                                const oct9_path_output_t &output)
{
    for (unsigned leg = 0; leg + 1u < path.count; leg++) {
        const Sphere sphere{ { path.points[leg], path.points[leg + 1], path.radius_q6,
                               rules_of_leg(path, leg), false } };
        const auto answer = answer_of(sphere, scene);
        if (!answer.first() && leg + 2u < path.count)
            continue;
        if (output.segment != leg)
            return difference("segment", std::to_string(output.segment), std::to_string(leg));
        std::string text = output_differs(sphere, scene, output.sweep, answer);
        if (text.empty() && path.rules.start_inside == OCT9_LEAVES)
            text = touched_differs(
                sphere, scene, output.sweep.hit != OCT9_HIT_NONE && output.sweep.fraction.num == 0,
                seen_paths);
        return text;
    }
    return "";
}

static bool same_path(const oct9_path_output_t &a, const oct9_path_output_t &b)
{
    return same_output(a.sweep, b.sweep) && a.segment == b.segment && a.clear_q6 == b.clear_q6;
}

static std::string path_slices_differ(const oct9_map_t &map, const oct9_path_input_t &input,
                                      uint32_t budget, const oct9_path_output_t &whole)
{
    oct9_path_t path;
    oct9_path_output_t output;
    oct9_status_t status = oct9_sweep_path_begin(&path, &map, &input);

    if (status == OCT9_OK)
        do
            status = oct9_sweep_path_run(&path, budget, &output);
        while (status == OCT9_AGAIN);
    return status == OCT9_OK && same_path(whole, output) ? "" : "slices differ from the whole";
}

static void check_path(const Maps &maps, const Scene &scene, Random &random)
{
    uint16_t radius = 0;
    const std::vector<oct9_point_t> points = points_in_contact(random, scene, radius);
    const oct9_path_input_t input = { points.data(), static_cast<uint16_t>(points.size()), radius,
                                      leaving_rules(random, scene), false };

    for (const oct9_map_t &map : maps.all) {
        oct9_path_output_t output = {};
        std::string text = oct9_sweep_path(&map, &input, &output) == OCT9_OK ? "" : "it fails";
        if (text.empty())
            text = path_differs(input, scene, output);
        if (text.empty() && random.chance(20))
            text = path_slices_differ(map, input, 1 + random.below(9), output);
        seen_paths.clear += output.sweep.hit == OCT9_HIT_NONE;
        if (!text.empty())
            report(text, maps,
                   "path of " + std::to_string(points.size()) + " points, radius " +
                       std::to_string(radius) + text_of(input.rules));
    }
    seen_paths.cases++;
}

/* ---- Many spheres at rest. ---- */

/* Blocked is a sphere that touches a leaf that blocks; with LEAVES one whose centre is in it. */
static bool is_blocked(const oct9_sphere_t &sphere, const oct9_rules_t &rules, const Scene &scene)
{
    const Sphere at_rest{ { sphere.centre, sphere.centre, sphere.radius_q6, rules, false } };

    if (state_blocks(rules, rules.outside) && at_rest.outside_contact())
        return true;
    for (const Piece &piece : scene.solid) {
        if (!in_bounds(at_rest, piece.block) || !blocks(rules, piece.leaf) ||
            !at_rest.starts_in(piece.block))
            continue;
        const bool inside = distance2_at_start(at_rest.move, piece.block) == 0;
        seen_many.touching++;
        seen_many.inside += inside;
        seen_many.left += !inside;
        if (rules.start_inside == OCT9_BLOCKS || (rules.start_inside == OCT9_LEAVES && inside))
            return true;
    }
    return false;
}

static void check_many(const Maps &maps, const Scene &scene, Random &random)
{
    std::vector<oct9_sphere_t> spheres(random.chance(3) ? 33 : 1 + random.below(2));
    bool blocked = false;
    oct9_spheres_input_t input = { spheres.data(), static_cast<uint16_t>(spheres.size()),
                                   leaving_rules(random, scene) };

    for (oct9_sphere_t &sphere : spheres) {
        const oct9_sphere_input_t one = sphere_in_contact(random, scene);
        sphere = { one.motion.from, one.motion.radius_q6 };
        blocked |= is_blocked(sphere, input.rules, scene);
    }
    for (const oct9_map_t &map : maps.all) {
        oct9_spheres_output_t output = {};
        std::string text = oct9_spheres_check(&map, &input, &output) == OCT9_OK ? "" : "it fails";
        if (text.empty() && (output.hit != OCT9_HIT_NONE) != blocked)
            text = blocked ? "a false clear" : "none is blocked";
        if (text.empty() && blocked && !is_blocked(spheres[output.index], input.rules, scene))
            text = "the sphere that is named is not blocked";
        seen_many.clear += output.hit == OCT9_HIT_NONE;
        if (!text.empty())
            report(text, maps, std::to_string(spheres.size()) + " spheres" + text_of(input.rules));
    }
    seen_many.cases++;
}

/* ---- Points: what they touch at their start contains them, so that LEAVES is BLOCKS. ---- */

static unsigned long points_seen, points_blocked;

static std::string ray_differs(const oct9_map_t &map, const Ends &ends, const oct9_rules_t rules[2])
{
    oct9_cast_output_t out[2] = {};

    for (unsigned i = 0; i < 2; i++) {
        const oct9_cast_input_t input = { ends.from, ends.to, rules[i] };
        if (oct9_cast_ray(&map, &input, &out[i]) != OCT9_OK)
            return "a ray fails";
    }
    points_blocked += out[0].hit == OCT9_HIT_LEAF && out[0].fraction.num == 0;
    return out[0].hit == out[1].hit && out[0].fraction.num == out[1].fraction.num &&
                   out[0].fraction.den == out[1].fraction.den && out[0].leaves == out[1].leaves
             ? ""
             : "rays differ";
}

static std::string point_differs(const oct9_map_t &map, const oct9_point_t &point,
                                 const oct9_rules_t rules[2])
{
    oct9_probe_point_output_t at[2] = {};
    oct9_nearest_output_t near[2] = {};
    oct9_near_t found[2];

    for (unsigned i = 0; i < 2; i++) {
        const oct9_probe_point_input_t probe = { point, rules[i] };
        const oct9_nearest_input_t nearest = { point, 300, 1, &found[i], rules[i] };
        if (oct9_probe_point(&map, &probe, &at[i]) != OCT9_OK ||
            oct9_nearest_find(&map, &nearest, &near[i]) != OCT9_OK)
            return "a point fails";
    }
    return at[0].hit == at[1].hit && near[0].count == near[1].count &&
                   (near[0].count == 0 || found[0].distance2_q12 == found[1].distance2_q12)
             ? ""
             : "points differ";
}

static void check_points(const Maps &maps, const Scene &scene, Random &random)
{
    const Ends ends = random_ends(random, scene.model);
    oct9_rules_t rules[2] = { random_rules(random, scene), {} };

    rules[1] = rules[0];
    rules[0].start_inside = OCT9_LEAVES;
    rules[1].start_inside = OCT9_BLOCKS;
    for (const oct9_map_t &map : maps.all) {
        std::string text = ray_differs(map, ends, rules);
        if (text.empty())
            text = point_differs(map, ends.from, rules);
        if (!text.empty())
            report(text, maps, text_of(rules[0]));
    }
    points_seen++;
}

/* ---- The maps. ---- */

static void check_all(const Maps &maps, const Model &model, Random &random)
{
    const Scene scene(model);
    const uint64_t count = setting("CASES", 520);

    if (scene.solid.empty())
        return;
    for (uint64_t i = 0; i < count; i++) {
        check_sphere(maps, scene, random);
        check_box(maps, scene, random);
        check_path(maps, scene, random);
        check_many(maps, scene, random);
        check_points(maps, scene, random);
    }
}

static void trees(void)
{
    const uint64_t count = setting("MAPS", 51);

    for (unsigned m = 0; m < count; m++) {
        Random random(seed + (31u << 20) + m);
        const Model model = random_model(random, Payloads::wide);
        const LoadedTree tree(model, random);

        CHECK(tree.ok());
        if (tree.ok())
            check_all({ { tree.map() }, "tree " + std::to_string(m) }, model, random);
    }
}

static void images_and_trees(void)
{
    const uint64_t count = setting("MAPS", 51);

    for (unsigned m = 0; m < count; m++) {
        Random random(seed + (32u << 20) + m);
        const Model model = random_model(random, Payloads::states);
        const LoadedImage image(model);
        const LoadedTree tree(model, random);

        CHECK(image.ok() && tree.ok());
        if (image.ok() && tree.ok())
            check_all({ { image.map(), tree.map() }, "image and tree " + std::to_string(m) }, model,
                      random);
    }
}

static void print(const Seen &seen)
{
    std::printf("%lu %s, %lu of them touch at the start: %lu leaves are left, %lu come nearer, %lu "
                "hold the middle; %lu runs are clear\n",
                seen.cases, seen.name, seen.touching, seen.left, seen.nearer, seen.inside,
                seen.clear);
    CHECK(seen.cases == 0 || (seen.left > 0 && seen.inside > 0 && seen.clear > 0));
}

static void all_kinds_were_seen(void)
{
    print(seen_spheres);
    print(seen_boxes);
    print(seen_paths);
    print(seen_many);
    std::printf("%lu rays and points, %lu of them in a leaf that blocks\n", points_seen,
                points_blocked);
    CHECK(points_blocked > 0);
}

int main(void)
{
    seed = setting("SEED", 1);
    std::printf("seed %" PRIu64 "\n", seed);
    RUN(trees);
    RUN(images_and_trees);
    RUN(all_kinds_were_seen);
    return test_end();
}
