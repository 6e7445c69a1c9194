/* SPDX-License-Identifier: MIT */
/* Sweeps of spheres and boxes, at rest and moving, and paths, against brute force over all leaves
 * in exact arithmetic, in trees, in images and in a real building; in one call and in slices.
 *
 * test_sweep_oracle [IMAGE]: the building's image.
 * Environment: SEED; MAPS, how many trees and how many images; SHAPES, how many of each kind in
 * each; PATHS, how many paths in each; BUILDING, how many of each kind in the building. */
#include "tests/shared/building.hpp"
#include "tests/shared/load.hpp"
#include "shape_cases.hpp"
#include "shape_judge.hpp"
#include "shape_path.hpp"

#include <cinttypes>
#include <cstring>
#include <fstream>

using namespace oracle;

static uint64_t seed;
static const char *image_path;

/* ---- What was seen, so that it can be checked whether the awkward cases were among it. ---- */

struct Seen {
    unsigned long cases, runs, clear, leaf, outside, start, end, touches;
};

static Seen seen[4]; /* sphere at rest, swept; box at rest, swept */
static const char *const seen_names[4] = { "spheres at rest", "swept spheres", "boxes at rest",
                                           "swept boxes" };

static void count_first(Seen &s, const Part &part)
{
    s.start += part.k == 0 && part.exact;
    s.end += part.k == 65535;
    s.touches += part.touches;
}

static void count_first(Seen &s, const Time &t)
{
    s.start += t.num == 0;
    s.end += t.num == t.den;
}

template <typename When> static void count_case(Seen &s, const Answer<When> &answer)
{
    const std::optional<When> first = answer.first();

    s.cases++;
    if (first)
        count_first(s, *first);
}

static void count_run(Seen &s, oct9_hit_t hit)
{
    s.runs++;
    s.clear += hit == OCT9_HIT_NONE;
    s.leaf += hit == OCT9_HIT_LEAF;
    s.outside += hit == OCT9_HIT_OUTSIDE;
}

/* ---- Slices. ---- */

static bool same_point(const oct9_point_t &a, const oct9_point_t &b)
{
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

/* All that two runs on one map must have in common. */
static bool same_output(const oct9_sweep_output_t &a, const oct9_sweep_output_t &b)
{
    if (a.hit == OCT9_HIT_LEAF && !(same_leaf(a.leaf, b.leaf) && same_point(a.nearest, b.nearest)))
        return false;
    return a.hit == b.hit && a.fraction.num == b.fraction.num && a.fraction.den == b.fraction.den &&
           same_point(a.at, b.at) && a.leaves == b.leaves && a.nodes == b.nodes;
}

/* While it returns AGAIN, a sweep writes the counts and nothing else. */
static bool only_counts_set(const oct9_sweep_output_t &output, const oct9_sweep_output_t &untouched)
{
    oct9_sweep_output_t copy = output;

    copy.leaves = untouched.leaves;
    copy.nodes = untouched.nodes;
    return std::memcmp(&copy, &untouched, sizeof copy) == 0;
}

/* Runs a sweep that has begun to its end; each slice visits no more than the budget, and no less
 * while it returns AGAIN. */
static std::string run_slices(oct9_sweep_t *sweep, uint32_t budget, oct9_sweep_output_t *output)
{
    oct9_sweep_output_t untouched;
    uint32_t before = 0;
    oct9_status_t status;

    std::memset(&untouched, 0xA5, sizeof untouched);
    std::memcpy(output, &untouched, sizeof *output);
    do {
        status = oct9_sweep_run(sweep, budget, output);
        const uint32_t visited = output->leaves + output->nodes - before;
        if (status == OCT9_AGAIN && !only_counts_set(*output, untouched))
            return difference("slice", "a full output", "counts only");
        if (visited > budget || (status == OCT9_AGAIN && visited != budget))
            return difference("slice", std::to_string(visited) + " visited",
                              std::to_string(budget));
        before += visited;
    } while (status == OCT9_AGAIN);
    return status == OCT9_OK ? "" : difference("slice", std::to_string(status), "OCT9_OK");
}

template <typename Shape>
static std::string slices_differ(const oct9_map_t &map, const Shape &shape, uint32_t budget,
                                 const oct9_sweep_output_t &whole)
{
    oct9_sweep_t sweep;
    oct9_sweep_output_t output;

    std::memset(static_cast<void *>(&sweep), 0xA5, sizeof sweep);
    const oct9_status_t status = shape.begin(&sweep, &map);
    if (status != OCT9_OK)
        return difference("begin", std::to_string(status), "OCT9_OK");
    const std::string text = run_slices(&sweep, budget, &output);
    if (text.empty() && !same_output(whole, output))
        return "slices of " + std::to_string(budget) + " differ from the whole";
    return text;
}

/* ---- One shape on one map, and on all. ---- */

struct Maps {
    std::vector<oct9_map_t> all; /* of one scene */
    std::string name;
};

static std::string text_of(const Sphere &s)
{
    return "sphere " + text_of(triple_of(s.input.motion.from)) + " to " +
           text_of(triple_of(s.input.motion.to)) + " radius " +
           std::to_string(s.input.motion.radius_q6);
}

static std::string text_of(const Box &b)
{
    return "box " + text_of(triple_of(b.input.lo)) + " " + text_of(triple_of(b.input.hi)) + " to " +
           text_of(triple_of(b.input.to));
}

static std::string text_of(const oct9_rules_t &rules)
{
    return "rules " + std::to_string(rules.unknown) + " " + std::to_string(rules.outside) + " " +
           std::to_string(rules.start_inside) + " filter " + std::to_string(rules.filter_mask) +
           " " + std::to_string(rules.filter_value);
}

static void report(const std::string &difference, const std::string &where, const std::string &what)
{
    static int reported = 0;

    CHECK(difference.empty());
    if (!difference.empty() && reported++ < 10)
        std::printf("  %s, %s: %s\n", where.c_str(), what.c_str(), difference.c_str());
}

template <typename Shape>
static std::string shape_differs(const oct9_map_t &map, const Scene &scene, const Shape &shape,
                                 const Answer<typename Shape::When> &answer,
                                 oct9_sweep_output_t *output)
{
    const oct9_status_t status = shape.whole(&map, output);
    if (status != OCT9_OK)
        return difference("status", std::to_string(status), "OCT9_OK");
    std::string text = output_differs(shape, scene, *output, answer);
    for (uint32_t budget : { 1u, 2u, 7u, 100u })
        if (text.empty())
            text = slices_differ(map, shape, budget, *output);
    return text;
}

/* The answer of any contact, against all leaves and against what the search for the first visits.
 */
template <typename Shape>
static std::string any_differs(const oct9_map_t &map, const Scene &scene, Shape shape,
                               const Answer<typename Shape::When> &answer,
                               const oct9_sweep_output_t &first)
{
    oct9_sweep_output_t output;

    shape.input.any_contact = true;
    if (shape.whole(&map, &output) != OCT9_OK)
        return "any contact: it fails";
    if (output.hit == OCT9_HIT_NONE || first.hit == OCT9_HIT_NONE)
        return same_output(first, output) ? "" : "any contact: not as clear as the first";
    if (output.hit == OCT9_HIT_OUTSIDE ? !answer.outside : !answer.leaf)
        return "any contact: not blocked so";
    if (output.fraction.num != 0 || !same_point(output.at, shape.from()))
        return "any contact: not at the start";
    if (output.leaves + output.nodes > first.leaves + first.nodes)
        return "any contact: more is visited";
    if (output.hit == OCT9_HIT_LEAF) {
        const Piece *piece = find_piece(scene, output.leaf);
        if (piece == nullptr || !may_stop(shape, *piece) || !shape.contact(piece->block) ||
            triple_of(output.nearest) != nearest_in(piece->block, triple_of(output.at)))
            return "any contact: with a leaf that is not met";
    }
    for (uint32_t budget : { 1u, 7u }) {
        const std::string text = slices_differ(map, shape, budget, output);
        if (!text.empty())
            return "any contact: " + text;
    }
    return "";
}

static bool same_contact(const oct9_sweep_output_t &a, const oct9_sweep_output_t &b)
{
    return a.hit == b.hit && a.fraction.num == b.fraction.num && a.fraction.den == b.fraction.den;
}

template <typename Shape>
static void check_shape(const Maps &maps, const Scene &scene, const Shape &shape, Seen &s)
{
    const auto answer = answer_of(shape, scene);
    oct9_sweep_output_t first = {}, output = {};

    count_case(s, answer);
    for (size_t i = 0; i < maps.all.size(); i++) {
        std::string text = shape_differs(maps.all[i], scene, shape, answer, &output);
        if (text.empty())
            text = any_differs(maps.all[i], scene, shape, answer, output);
        if (i == 0)
            first = output;
        else if (text.empty() && !same_contact(first, output))
            text = "the contact differs between tree and image";
        if (!text.empty())
            report(text, maps.name, text_of(shape) + ", " + text_of(shape.input.rules));
        count_run(s, output.hit);
    }
}

static void check_shapes(const Maps &maps, const Scene &scene, Random &random, uint64_t count)
{
    for (uint64_t i = 0; i < count; i++)
        for (unsigned moves = 0; moves < 2; moves++) {
            const bool at_rest = moves == 0;
            check_shape(maps, scene, Sphere{ random_sphere(random, scene, at_rest) }, seen[moves]);
            check_shape(maps, scene, Box{ random_box(random, scene, at_rest) }, seen[2 + moves]);
        }
}

/* ---- Paths. ---- */

static unsigned long paths_seen, path_runs, paths_clear, segments_seen;

static std::string path_output_differs(const oct9_path_input_t &path, const Composed &composed,
                                       const oct9_path_output_t &output)
{
    if (output.segment != composed.segment)
        return difference("segment", std::to_string(output.segment),
                          std::to_string(composed.segment));
    if (!same_output(output.sweep, composed.sweep))
        return "the sweep differs from that of the segment";
    if (output.leaves != composed.leaves || output.nodes != composed.nodes)
        return difference("visited", std::to_string(output.leaves + output.nodes),
                          std::to_string(composed.leaves + composed.nodes));
    return length_differs(path, composed, output.clear_q6);
}

static bool same_path_output(const oct9_path_output_t &a, const oct9_path_output_t &b)
{
    return same_output(a.sweep, b.sweep) && a.segment == b.segment && a.clear_q6 == b.clear_q6 &&
           a.leaves == b.leaves && a.nodes == b.nodes;
}

static std::string path_slices_differ(const oct9_map_t &map, const oct9_path_input_t &input,
                                      uint32_t budget, const oct9_path_output_t &whole)
{
    oct9_path_t path;
    oct9_path_output_t output = {};
    uint32_t before = 0, slices = 0;
    std::memset(static_cast<void *>(&path), 0xA5, sizeof path);
    oct9_status_t status = oct9_sweep_path_begin(&path, &map, &input);

    if (status != OCT9_OK)
        return difference("begin", std::to_string(status), "OCT9_OK");
    do {
        status = oct9_sweep_path_run(&path, budget, &output);
        const uint32_t visited = output.leaves + output.nodes;
        if (visited - before > budget)
            return difference("slice", std::to_string(visited - before) + " visited",
                              std::to_string(budget));
        before = visited;
        slices++;
    } while (status == OCT9_AGAIN && slices <= whole.leaves + whole.nodes + input.count);
    if (status != OCT9_OK || !same_path_output(whole, output))
        return "slices of " + std::to_string(budget) + " differ from the whole";
    if (slices * static_cast<uint64_t>(budget) < whole.segment)
        return difference("slice", "more segments", std::to_string(budget));
    return "";
}

/* With any contact, the same segment is blocked, and it is clear up to its start. */
static std::string any_path_differs(const oct9_map_t &map, oct9_path_input_t input,
                                    const oct9_path_output_t &first)
{
    oct9_path_output_t output, before = {};

    input.any_contact = true;
    if (oct9_sweep_path(&map, &input, &output) != OCT9_OK)
        return "any contact: it fails";
    if (first.sweep.hit == OCT9_HIT_NONE)
        return same_path_output(first, output) ? "" : "any contact: not as clear as the first";
    if (output.sweep.hit == OCT9_HIT_NONE || output.segment != first.segment)
        return "any contact: another segment is blocked";
    if (output.segment > 0) {
        oct9_path_input_t clear = input;
        clear.count = static_cast<uint16_t>(output.segment + 1);
        if (oct9_sweep_path(&map, &clear, &before) != OCT9_OK)
            return "any contact: the clear part fails";
    }
    if (output.clear_q6 != before.clear_q6)
        return "any contact: the clear length differs";
    return path_slices_differ(map, input, 7, output);
}

static std::string path_differs(const oct9_map_t &map, const oct9_path_input_t &input)
{
    const Composed composed = compose(map, input);
    oct9_path_output_t output;

    const oct9_status_t status = oct9_sweep_path(&map, &input, &output);
    if (status != OCT9_OK)
        return difference("status", std::to_string(status), "OCT9_OK");
    std::string text = path_output_differs(input, composed, output);
    for (uint32_t budget : { 1u, 2u, 7u, 100u })
        if (text.empty())
            text = path_slices_differ(map, input, budget, output);
    if (text.empty())
        text = any_path_differs(map, input, output);
    path_runs++;
    segments_seen += composed.segment + 1;
    paths_clear += output.sweep.hit == OCT9_HIT_NONE;
    return text;
}

static void check_paths(const Maps &maps, const Scene &scene, Random &random, uint64_t count)
{
    for (uint64_t i = 0; i < count; i++) {
        const std::vector<oct9_point_t> points = random_points(random, scene);
        const oct9_path_input_t input = { points.data(), static_cast<uint16_t>(points.size()),
                                          random_radius(random), random_rules(random, scene),
                                          false };
        paths_seen++;
        for (const oct9_map_t &map : maps.all) {
            const std::string text = path_differs(map, input);
            if (!text.empty())
                report(text, maps.name,
                       "path " + std::to_string(i) + " of " + std::to_string(points.size()) +
                           " points, radius " + std::to_string(input.radius_q6));
        }
    }
}

/* ---- The maps. ---- */

static void check_all(const Maps &maps, const Model &model, Random &random)
{
    const Scene scene(model);

    check_shapes(maps, scene, random, setting("SHAPES", 100));
    check_paths(maps, scene, random, setting("PATHS", 100));
}

static void shapes_in_trees(void)
{
    const uint64_t count = setting("MAPS", 100);

    for (unsigned m = 0; m < count; m++) {
        Random random(seed + (6u << 20) + m);
        const Model model = random_model(random, Payloads::wide);
        const LoadedTree tree(model, random);

        CHECK(tree.ok());
        if (tree.ok())
            check_all({ { tree.map() }, "tree " + std::to_string(m) }, model, random);
    }
}

static void shapes_in_images_and_trees(void)
{
    const uint64_t count = setting("MAPS", 100);

    for (unsigned m = 0; m < count; m++) {
        Random random(seed + (7u << 20) + m);
        const Model model = random_model(random, Payloads::states);
        const LoadedImage image(model);
        const LoadedTree tree(model, random);

        CHECK(image.ok() && tree.ok());
        if (image.ok() && tree.ok())
            check_all({ { image.map(), tree.map() }, "image and tree " + std::to_string(m) }, model,
                      random);
    }
}

static void shapes_in_the_building(void)
{
    const uint64_t count = setting("BUILDING", 400);
    Random random(seed + (8u << 20));
    Building building;
    const bool opened = building.open(image_path);

    CHECK(opened);
    if (!opened)
        return;
    const Model &model = building.model();
    const Scene scene(model);
    const Maps maps = { { oct9_map_of_image(&building.image()) }, "building" };
    std::printf("building: %zu leaves\n", scene.solid.size() + scene.free.size());
    check_shapes(maps, scene, random, count);
    check_paths(maps, scene, random, count);
}

/* ---- Inputs that are refused: the output stays as it was. ---- */

static oct9_status_t sphere_status(const oct9_map_t &map, uint16_t radius,
                                   const oct9_rules_t &rules)
{
    const oct9_sphere_input_t input = { { { 0, 0, 0 }, { 1, 1, 1 }, radius }, rules, false };
    oct9_sweep_output_t output, untouched;

    std::memset(&untouched, 0xA5, sizeof untouched);
    std::memcpy(&output, &untouched, sizeof output);
    const oct9_status_t status = oct9_sweep_sphere(&map, &input, &output);
    CHECK(status == OCT9_OK || std::memcmp(&output, &untouched, sizeof output) == 0);
    return status;
}

static oct9_status_t box_status(const oct9_map_t &map, const oct9_point_t &hi,
                                const oct9_rules_t &rules)
{
    const oct9_box_input_t input = { { 5, 5, 5 }, hi, { 9, 9, 9 }, rules, false };
    oct9_sweep_output_t output, untouched;

    std::memset(&untouched, 0xA5, sizeof untouched);
    std::memcpy(&output, &untouched, sizeof output);
    const oct9_status_t status = oct9_sweep_box(&map, &input, &output);
    CHECK(status == OCT9_OK || std::memcmp(&output, &untouched, sizeof output) == 0);
    return status;
}

static oct9_status_t path_status(const oct9_map_t &map, uint16_t count, uint16_t radius,
                                 const oct9_rules_t &rules)
{
    const oct9_point_t points[2] = { { 1, 1, 1 }, { 2, 2, 2 } };
    const oct9_path_input_t input = { points, count, radius, rules, false };
    oct9_path_output_t output;

    return oct9_sweep_path(&map, &input, &output);
}

static void bad_inputs_are_refused(void)
{
    const Model model;
    const LoadedImage image(model);
    const oct9_map_t map = image.map();
    const oct9_rules_t good = {};
    oct9_rules_t policy = {}, filter = {};

    std::memset(&policy.start_inside, 2, sizeof policy.start_inside); /* names no policy */
    filter.filter_mask = 2;
    filter.filter_value = 1;
    CHECK_EQ(sphere_status(map, 32767, good), OCT9_OK);
    CHECK_EQ(sphere_status(map, 32768, good), OCT9_ERR_ARGUMENT);
    CHECK_EQ(sphere_status(map, 65535, good), OCT9_ERR_ARGUMENT);
    CHECK_EQ(sphere_status(map, 1, policy), OCT9_ERR_ARGUMENT);
    CHECK_EQ(sphere_status(map, 1, filter), OCT9_ERR_ARGUMENT);
    CHECK_EQ(box_status(map, { 6, 6, 6 }, good), OCT9_OK);
    CHECK_EQ(box_status(map, { 5, 6, 6 }, good), OCT9_ERR_ARGUMENT);
    CHECK_EQ(box_status(map, { 6, 4, 6 }, good), OCT9_ERR_ARGUMENT);
    CHECK_EQ(box_status(map, { 6, 6, 5 }, good), OCT9_ERR_ARGUMENT);
    CHECK_EQ(box_status(map, { 6, 6, 6 }, policy), OCT9_ERR_ARGUMENT);
    CHECK_EQ(box_status(map, { 6, 6, 6 }, filter), OCT9_ERR_ARGUMENT);
    CHECK_EQ(path_status(map, 2, 1, good), OCT9_OK);
    CHECK_EQ(path_status(map, 0, 1, good), OCT9_ERR_ARGUMENT);
    CHECK_EQ(path_status(map, 2, 40000, good), OCT9_ERR_ARGUMENT);
    CHECK_EQ(path_status(map, 2, 1, filter), OCT9_ERR_ARGUMENT);
}

static void a_budget_of_zero_is_refused(void)
{
    const oct9_point_t point = { 1, 1, 1 };
    const oct9_sphere_input_t sphere = { { point, point, 1 }, {}, false };
    const oct9_path_input_t path_input = { &point, 1, 1, {}, false };
    const Model model;
    const LoadedImage image(model);
    const oct9_map_t map = image.map();
    oct9_sweep_t sweep;
    oct9_sweep_output_t output;
    oct9_path_t path;
    oct9_path_output_t path_output;

    CHECK_EQ(oct9_sweep_sphere_begin(&sweep, &map, &sphere), OCT9_OK);
    CHECK_EQ(oct9_sweep_run(&sweep, 0, &output), OCT9_ERR_ARGUMENT);
    CHECK_EQ(oct9_sweep_path_begin(&path, &map, &path_input), OCT9_OK);
    CHECK_EQ(oct9_sweep_path_run(&path, 0, &path_output), OCT9_ERR_ARGUMENT);
}

static void print_seen(void)
{
    for (unsigned i = 0; i < 4; i++)
        std::printf("%lu %s in %lu runs, each in four slicings: %lu clear, %lu stopped by a leaf, "
                    "%lu by the outside; of the cases %lu met at the start, %lu at the end, %lu "
                    "just touched\n",
                    seen[i].cases, seen_names[i], seen[i].runs, seen[i].clear, seen[i].leaf,
                    seen[i].outside, seen[i].start, seen[i].end, seen[i].touches);
    std::printf("%lu paths in %lu runs, each in four slicings: %lu clear, %lu segments\n",
                paths_seen, path_runs, paths_clear, segments_seen);
}

int main(int argc, char **argv)
{
    seed = setting("SEED", 1);
    image_path = argc > 1 ? argv[1] : "";
    std::printf("seed %" PRIu64 "\n", seed);
    RUN(bad_inputs_are_refused);
    RUN(a_budget_of_zero_is_refused);
    RUN(shapes_in_trees);
    RUN(shapes_in_images_and_trees);
    if (std::ifstream(image_path))
        RUN(shapes_in_the_building);
    else
        std::printf("skipped: no image of the building (test_sweep_oracle IMAGE)\n");
    print_seen();
    return test_end();
}
