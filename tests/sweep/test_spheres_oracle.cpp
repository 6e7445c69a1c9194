/* SPDX-License-Identifier: MIT */
/* Many spheres at rest against all leaves, each looked at: in trees, in images and in a real
 * building; in one call and in slices; as many as fit a group, one more, and several groups. */
#include "tests/shared/search_cases.hpp"

#include "oct9/spheres.h"

using namespace oracle;

/* What blocks one sphere: a leaf that is at most the radius away, or the cube's rim. */
struct Blocked {
    bool leaf, outside;
};

static Blocked expected(const Scene &scene, const oct9_rules_t &rules, const oct9_sphere_t &sphere)
{
    const Point centre = wide(sphere.centre);
    const int64_t radius = sphere.radius_q6;
    Blocked blocked = { false, false };

    for (size_t a = 0; a < 3; a++)
        blocked.outside |= outside_blocks(rules) && (centre[a] - radius <= OCT9_LOW_Q6 ||
                                                     centre[a] + radius >= OCT9_HIGH_Q6);
    if (rules.start_inside == OCT9_BLOCKS)
        for (const ListedLeaf &leaf : scene.leaves)
            blocked.leaf |= blocks(rules, leaf.leaf) &&
                            squared_distance(leaf, centre) <= radius * radius;
    return blocked;
}

static std::string output_differs(const Scene &scene, const oct9_spheres_input_t &input,
                                  const oct9_spheres_output_t &output)
{
    bool any = false;

    for (unsigned i = 0; i < input.count; i++) {
        const Blocked blocked = expected(scene, input.rules, input.spheres[i]);
        any |= blocked.leaf || blocked.outside;
        if (output.hit != OCT9_HIT_NONE && output.index == i)
            return (output.hit == OCT9_HIT_LEAF ? blocked.leaf : blocked.outside)
                     ? ""
                     : "sphere " + std::to_string(i) + " is not blocked so";
    }
    if (output.hit != OCT9_HIT_NONE)
        return "sphere " + std::to_string(output.index) + " is none of the input's";
    return any ? "a false clear" : "";
}

/* While it returns AGAIN, it writes the counts and nothing else. The beginning of a group counts as
 * a visit. */
static std::string slices_differ(const Scene &scene, const oct9_spheres_input_t &input,
                                 const oct9_spheres_output_t &whole, uint32_t budget)
{
    oct9_spheres_t spheres;
    oct9_spheres_output_t output, untouched;
    oct9_status_t status;
    uint64_t allowed = 0;

    paint(untouched);
    paint(spheres);
    paint(output);
    if (oct9_spheres_begin(&spheres, &scene.map, &input) != OCT9_OK)
        return "begin fails";
    do {
        allowed += budget;
        status = oct9_spheres_run(&spheres, budget, &output);
        if (uint64_t{ output.leaves } + output.nodes > allowed)
            return "more is visited than the budget allows";
        untouched.leaves = output.leaves;
        untouched.nodes = output.nodes;
        if (status == OCT9_AGAIN && std::memcmp(&untouched, &output, sizeof output) != 0)
            return "an answer is returned before the end";
    } while (status == OCT9_AGAIN && allowed < 1u << 30);
    const bool same = status == OCT9_OK && output.hit == whole.hit &&
                      (whole.hit == OCT9_HIT_NONE || output.index == whole.index) &&
                      output.leaves == whole.leaves && output.nodes == whole.nodes;
    return same ? "" : "slices of " + std::to_string(budget) + " give another output";
}

static int16_t near(Random &random, int16_t at)
{
    return static_cast<int16_t>(std::clamp(at + random.between(-2000, 2000), -32768, 32767));
}

/* One that just reaches the cube's rim, or is one sub-cell away from it. */
static oct9_sphere_t at_the_rim(Random &random, const oct9_point_t &centre)
{
    const Point at = wide(centre);
    const size_t axis = random.below(3);
    const int64_t away = random.chance(50) ? OCT9_HIGH_Q6 - at[axis] : at[axis] - OCT9_LOW_Q6;
    const int64_t radius = std::clamp<int64_t>(away - random.between(0, 1), 0, 32767);

    return { centre, static_cast<uint16_t>(radius) };
}

/* Most are small and near one place, as the spheres of an arm are; some just touch a leaf or the
 * rim. */
static std::vector<oct9_sphere_t> random_spheres(Random &random, const Scene &scene)
{
    static const unsigned counts[] = { 1, 1, 2, 5, 31, 32, 33, 64, 65, 100 };
    const unsigned count = counts[random.below(10)];
    const Ball first = random_ball(random, scene);
    std::vector<oct9_sphere_t> spheres;

    for (unsigned i = 0; i < count; i++) {
        const Ball ball = random_ball(random, scene);
        if (random.below(count) < 2)
            spheres.push_back(random.chance(10) ? at_the_rim(random, ball.centre)
                                                : oct9_sphere_t{ ball.centre, ball.radius });
        else
            spheres.push_back({ { near(random, first.centre.x), near(random, first.centre.y),
                                  near(random, first.centre.z) },
                                static_cast<uint16_t>(random.below(60)) });
    }
    return spheres;
}

static std::string spheres_question(const Scene &scene, Random &random)
{
    const std::vector<oct9_sphere_t> spheres = random_spheres(random, scene);
    const oct9_spheres_input_t input = { spheres.data(), static_cast<uint16_t>(spheres.size()),
                                         random_rules(random, scene) };
    oct9_spheres_output_t output;
    std::string text;

    paint(output);
    if (oct9_spheres_check(&scene.map, &input, &output) != OCT9_OK)
        return "the check fails";
    things_found += output.hit == OCT9_HIT_NONE ? 1 : 0;
    text = output_differs(scene, input, output);
    for (uint32_t budget : { 1u, 2u, 7u, 100u })
        if (text.empty())
            text = slices_differ(scene, input, output, budget);
    return text.empty() ? ""
                        : std::to_string(input.count) + ", " + text_of(input.rules) + ": " + text;
}

static void spheres(void)
{
    ask_everywhere(spheres_question, "spheres", "clear", 11);
}

/* One sphere of many groups, at each place in them, alone in meeting the only obstacle. */
static void each_place_is_looked_at(void)
{
    Model model;
    const LoadedImage image(model);
    const oct9_map_t map = image.map();
    std::vector<oct9_sphere_t> many(100, { point_from_low(-9000, -9000, -9000), 10 });

    for (uint16_t i = 0; i < many.size(); i++) {
        oct9_spheres_input_t input = { many.data(), static_cast<uint16_t>(many.size()), {} };
        oct9_spheres_output_t output;
        input.rules.outside = OCT9_FREE;
        const oct9_sphere_t away = many[i];
        many[i].centre = point_from_low(16000, 100, 32000); /* in unknown space */
        CHECK_EQ(oct9_spheres_check(&map, &input, &output), OCT9_OK);
        CHECK(output.hit == OCT9_HIT_LEAF && output.index == i);
        many[i] = away;
        CHECK_EQ(oct9_spheres_check(&map, &input, &output), OCT9_OK);
        CHECK_EQ(output.hit, OCT9_HIT_NONE);
    }
}

/* ---- What is refused. ---- */

static void check_refused(const oct9_map_t &map, const oct9_spheres_input_t &input,
                          oct9_status_t expected)
{
    oct9_spheres_t scratch;
    oct9_spheres_output_t output;

    paint(output);
    CHECK_EQ(oct9_spheres_check(&map, &input, &output), expected);
    CHECK_EQ(oct9_spheres_begin(&scratch, &map, &input), expected);
    CHECK(is_painted(output));
}

static void bad_inputs_are_refused(void)
{
    const Model model;
    const LoadedImage image(model);
    oct9_sphere_t spheres[40] = {};

    for (const BadRules &bad : bad_rules())
        check_refused(image.map(), { spheres, 40, bad.rules }, bad.status);
    check_refused(image.map(), { spheres, 0, {} }, OCT9_ERR_ARGUMENT);
    for (unsigned i : { 0u, 31u, 32u, 39u })
        for (uint16_t radius : { uint16_t{ 32768 }, uint16_t{ 65535 } }) {
            spheres[i].radius_q6 = radius;
            check_refused(image.map(), { spheres, 40, {} }, OCT9_ERR_ARGUMENT);
            spheres[i].radius_q6 = 0;
        }
}

/* And does not disturb a question that is in progress. */
static void a_budget_of_zero_is_refused(void)
{
    const Model model;
    const LoadedImage image(model);
    const oct9_map_t map = image.map();
    const oct9_sphere_t sphere = { point_from_low(500, 500, 500), 100 };
    const oct9_spheres_input_t input = { &sphere, 1, {} };
    oct9_spheres_t scratch;
    oct9_spheres_output_t output;

    CHECK_EQ(oct9_spheres_begin(&scratch, &map, &input), OCT9_OK);
    paint(output);
    CHECK_EQ(oct9_spheres_run(&scratch, 0, &output), OCT9_ERR_ARGUMENT);
    CHECK(is_painted(output));
    CHECK_EQ(oct9_spheres_run(&scratch, 1, &output), OCT9_OK);
    CHECK_EQ(output.hit, OCT9_HIT_LEAF);
}

int main(int argc, char **argv)
{
    begin_searches(argc, argv);
    RUN(spheres);
    RUN(each_place_is_looked_at);
    RUN(bad_inputs_are_refused);
    RUN(a_budget_of_zero_is_refused);
    return test_end();
}
