/* SPDX-License-Identifier: MIT */
/* The nearest leaves against all leaves, each measured; in one call and in slices. */
#include "tests/shared/search_cases.hpp"

#include "oct9/nearest.h"

using namespace oracle;

/* A list with one place more than the library may write. */
struct List {
    std::vector<oct9_near_t> found;

    explicit List(size_t capacity) : found(capacity + 1)
    {
        for (oct9_near_t &near : found)
            paint(near);
    }
    bool kept_to_it() const { return is_painted(found.back()); }
};

static oct9_nearest_input_t random_input(const Scene &scene, Random &random, List &list)
{
    const Ball ball = random_ball(random, scene);
    oct9_nearest_input_t input = {};

    input.point = ball.centre;
    input.range_q6 = ball.radius;
    input.capacity = static_cast<uint16_t>(list.found.size() - 1);
    input.found = list.found.data();
    input.rules = random_rules(random, scene);
    return input;
}

/* A leaf at that squared distance counts. */
static bool counts(const oct9_nearest_input_t &input, const ListedLeaf &leaf, int64_t square)
{
    const int64_t range = input.range_q6;

    return blocks(input.rules, leaf.leaf) && square <= range * range &&
           (square != 0 || input.rules.start_inside == OCT9_BLOCKS);
}

/* The squares of the distances of all that count, the least first, as many as there is room for. */
static std::vector<int64_t> expected_distances(const Scene &scene,
                                               const oct9_nearest_input_t &input)
{
    const Point point = wide(input.point);
    std::vector<int64_t> all;

    for (const ListedLeaf &leaf : scene.leaves) {
        const int64_t square = squared_distance(leaf, point);
        if (counts(input, leaf, square))
            all.push_back(square);
    }
    const size_t count = std::min<size_t>(all.size(), input.capacity);
    std::partial_sort(all.begin(), all.begin() + static_cast<ptrdiff_t>(count), all.end());
    all.resize(count);
    return all;
}

/* The leaf is one of the map's that count, at that distance, and the point is its nearest. */
static std::string near_differs(const Scene &scene, const oct9_nearest_input_t &input,
                                const oct9_near_t &near)
{
    const ListedLeaf *leaf = scene.find(near.leaf.corner);
    const Point from = wide(input.point), to = wide(near.nearest);
    int64_t square = 0;

    if (leaf == nullptr || !same_leaf(near.leaf, leaf->leaf))
        return "no leaf of the map: " + text_of(near.leaf);
    const int64_t should = squared_distance(*leaf, from);
    if (!counts(input, *leaf, should))
        return "a leaf that does not count: " + text_of(near.leaf);
    if (near.distance2_q12 != should)
        return difference("distance2", std::to_string(near.distance2_q12), std::to_string(should));
    for (size_t axis = 0; axis < 3; axis++) {
        square += (to[axis] - from[axis]) * (to[axis] - from[axis]);
        if (to[axis] < leaf->lo[axis] || to[axis] > leaf->hi[axis])
            return "the nearest point is outside its leaf: " + text_of(near.nearest);
    }
    return square == near.distance2_q12 ? "" : "not the nearest point: " + text_of(near.nearest);
}

static bool any_twice(const oct9_near_t *found, size_t count)
{
    std::vector<uint32_t> codes;

    for (size_t i = 0; i < count; i++)
        codes.push_back(morton_of(found[i].leaf.corner));
    std::sort(codes.begin(), codes.end());
    return std::adjacent_find(codes.begin(), codes.end()) != codes.end();
}

static std::string output_differs(const Scene &scene, const oct9_nearest_input_t &input,
                                  const oct9_nearest_output_t &output)
{
    const std::vector<int64_t> expected = expected_distances(scene, input);

    if (output.count != expected.size())
        return difference("count", std::to_string(output.count), std::to_string(expected.size()));
    for (size_t i = 0; i < output.count; i++) {
        const std::string text = near_differs(scene, input, input.found[i]);
        if (!text.empty())
            return text;
        if (input.found[i].distance2_q12 != expected[i])
            return difference("distance2 in order", std::to_string(input.found[i].distance2_q12),
                              std::to_string(expected[i]));
    }
    if (any_twice(input.found, output.count))
        return "a leaf is found twice";
    if (output.leaves > scene.leaves.size() || output.nodes > scene.model.inner_count())
        return "more is visited than there is";
    return output.leaves >= output.count ? "" : "fewer leaves are visited than found";
}

static bool same_near(const oct9_near_t &a, const oct9_near_t &b)
{
    return a.distance2_q12 == b.distance2_q12 && wide(a.nearest) == wide(b.nearest) &&
           same_leaf(a.leaf, b.leaf);
}

static bool same_output(const oct9_nearest_output_t &a, const oct9_nearest_output_t &b)
{
    return a.count == b.count && a.leaves == b.leaves && a.nodes == b.nodes;
}

static std::string slices_differ(const Scene &scene, const oct9_nearest_input_t &whole,
                                 const oct9_nearest_output_t &whole_output, uint32_t budget)
{
    List list(whole.capacity);
    oct9_nearest_input_t input = whole;
    oct9_nearest_t nearest;
    oct9_nearest_output_t output;
    uint64_t allowed = 0;
    oct9_status_t status;

    input.found = list.found.data();
    paint(nearest);
    if (oct9_nearest_begin(&nearest, &scene.map, &input) != OCT9_OK)
        return "begin fails";
    do {
        allowed += budget;
        status = oct9_nearest_run(&nearest, budget, &output);
        const uint64_t visited = uint64_t{ output.leaves } + output.nodes;
        if (visited > allowed || (status == OCT9_AGAIN && visited != allowed))
            return difference("visited", std::to_string(visited), std::to_string(allowed));
    } while (status == OCT9_AGAIN);
    if (status != OCT9_OK || !same_output(output, whole_output))
        return "slices of " + std::to_string(budget) + " give another output";
    for (size_t i = 0; i < output.count; i++)
        if (!same_near(input.found[i], whole.found[i]))
            return "slices of " + std::to_string(budget) + " find another leaf";
    return list.kept_to_it() ? "" : "slices write beyond the list";
}

static std::string nearest_differs(const Scene &scene, Random &random, size_t capacity)
{
    List list(capacity);
    const oct9_nearest_input_t input = random_input(scene, random, list);
    oct9_nearest_output_t output;

    if (oct9_nearest_find(&scene.map, &input, &output) != OCT9_OK)
        return "nearest fails";
    std::string text = output_differs(scene, input, output);
    if (text.empty() && !list.kept_to_it())
        text = "it writes beyond the list";
    for (uint32_t budget : { 1u, 2u, 7u, 100u })
        if (text.empty())
            text = slices_differ(scene, input, output, budget);
    things_found += output.count;
    if (!text.empty())
        text = "capacity " + std::to_string(capacity) + " range " + std::to_string(input.range_q6) +
               " of " + text_of(input.point) + ", " + text_of(input.rules) + ": " + text;
    return text;
}

static void the_nearest_leaf(void)
{
    ask_everywhere(
        [](const Scene &scene, Random &random) { return nearest_differs(scene, random, 1); },
        "nearest", "leaves found", 1);
}

static void the_k_nearest_leaves(void)
{
    ask_everywhere(
        [](const Scene &scene, Random &random) {
            return nearest_differs(scene, random, 2 + random.below(19));
        },
        "k nearest", "leaves found", 2);
}

/* ---- What is refused. ---- */

static void check_refused(const oct9_map_t &map, const oct9_nearest_input_t &input, List &list,
                          oct9_status_t expected)
{
    oct9_nearest_t scratch;
    oct9_nearest_output_t output;

    paint(output);
    CHECK_EQ(oct9_nearest_find(&map, &input, &output), expected);
    CHECK_EQ(oct9_nearest_begin(&scratch, &map, &input), expected);
    CHECK(is_painted(output));
    for (const oct9_near_t &near : list.found)
        CHECK(is_painted(near));
}

static void bad_input_is_refused(void)
{
    const Model model;
    const LoadedImage image(model);
    const oct9_map_t map = image.map();
    List list(4);
    oct9_nearest_input_t good = {}, bad;

    good.capacity = 4;
    good.found = list.found.data();
    for (uint32_t range : { 32768u, 40000u, 65535u }) {
        bad = good;
        bad.range_q6 = static_cast<uint16_t>(range);
        check_refused(map, bad, list, OCT9_ERR_ARGUMENT);
    }
    bad = good;
    bad.capacity = 0;
    check_refused(map, bad, list, OCT9_ERR_ARGUMENT);
    for (const BadRules &rules : bad_rules()) {
        bad = good;
        bad.rules = rules.rules;
        check_refused(map, bad, list, rules.status);
    }
}

/* And does not disturb a question that is in progress. */
static void a_budget_of_zero_is_refused(void)
{
    const Model model;
    const LoadedImage image(model);
    const oct9_map_t map = image.map();
    List list(1);
    oct9_nearest_input_t input = {};
    oct9_nearest_t nearest;
    oct9_nearest_output_t output;

    input.capacity = 1;
    input.found = list.found.data();
    CHECK_EQ(oct9_nearest_begin(&nearest, &map, &input), OCT9_OK);
    paint(output);
    CHECK_EQ(oct9_nearest_run(&nearest, 0, &output), OCT9_ERR_ARGUMENT);
    CHECK(is_painted(output) && is_painted(list.found[0]));
    CHECK_EQ(oct9_nearest_run(&nearest, 1, &output), OCT9_OK);
    CHECK_EQ(output.count, 1);
}

int main(int argc, char **argv)
{
    begin_searches(argc, argv);
    RUN(the_nearest_leaf);
    RUN(the_k_nearest_leaves);
    RUN(bad_input_is_refused);
    RUN(a_budget_of_zero_is_refused);
    return test_end();
}
