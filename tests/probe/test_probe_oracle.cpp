/* SPDX-License-Identifier: MIT */
/* What is at a point and what is below a node, against all leaves, each looked at. */
#include "tests/shared/search_cases.hpp"

#include "oct9/probe.h"

using namespace oracle;

/* ---- Points. ---- */

/* The leaf that the point lies in, or NULL outside the cube: cells are half-open. */
static const ListedLeaf *leaf_of(const Scene &scene, const Point &p)
{
    for (const ListedLeaf &leaf : scene.leaves)
        if (leaf.lo[0] <= p[0] && p[0] < leaf.hi[0] && leaf.lo[1] <= p[1] && p[1] < leaf.hi[1] &&
            leaf.lo[2] <= p[2] && p[2] < leaf.hi[2])
            return &leaf;
    return nullptr;
}

static oct9_hit_t expected_hit(const oct9_rules_t &rules, const ListedLeaf *leaf)
{
    if (leaf == nullptr)
        return outside_blocks(rules) ? OCT9_HIT_OUTSIDE : OCT9_HIT_NONE;
    return blocks(rules, leaf->leaf) && rules.start_inside == OCT9_BLOCKS ? OCT9_HIT_LEAF
                                                                          : OCT9_HIT_NONE;
}

static std::string output_differs(const Scene &scene, const oct9_probe_point_input_t &input,
                                  const oct9_probe_point_output_t &output)
{
    const ListedLeaf *leaf = leaf_of(scene, wide(input.point));
    const oct9_hit_t hit = expected_hit(input.rules, leaf);
    const unsigned nodes = leaf != nullptr ? OCT9_LEVELS - leaf->leaf.level : 0u;

    things_found += hit != OCT9_HIT_NONE ? 1 : 0;
    if (output.inside != (leaf != nullptr))
        return difference("inside", std::to_string(output.inside), leaf != nullptr ? "1" : "0");
    if (output.hit != hit)
        return difference("hit", std::to_string(output.hit), std::to_string(hit));
    if (output.leaves != (leaf != nullptr ? 1u : 0u))
        return difference("leaves", std::to_string(output.leaves), leaf != nullptr ? "1" : "0");
    if (output.nodes != nodes)
        return difference("nodes", std::to_string(output.nodes), std::to_string(nodes));
    if (leaf == nullptr)
        return is_painted(output.leaf) ? "" : "a leaf is returned outside the cube";
    return same_leaf(output.leaf, leaf->leaf)
             ? ""
             : difference("leaf", text_of(output.leaf), text_of(leaf->leaf));
}

static std::string point_question(const Scene &scene, Random &random)
{
    const oct9_probe_point_input_t input = { random_point(random, scene),
                                             random_rules(random, scene) };
    oct9_probe_point_output_t output;

    paint(output);
    if (oct9_probe_point(&scene.map, &input, &output) != OCT9_OK)
        return "the check fails";
    const std::string text = output_differs(scene, input, output);
    return text.empty() ? "" : text_of(input.point) + ", " + text_of(input.rules) + ": " + text;
}

static void points(void)
{
    ask_everywhere(point_question, "points", "blocked", 6);
}

/* ---- Nodes. ---- */

/* At a leaf's place or anywhere, of the leaf's size or of any. */
static oct9_node_t random_node(Random &random, const Scene &scene)
{
    const oct9_leaf_t &leaf = scene.any_leaf(random).leaf;
    oct9_node_t node = { leaf.corner, leaf.level };
    const auto align = [&](uint32_t c) {
        return static_cast<uint16_t>(c / (1u << node.level) * (1u << node.level));
    };

    if (random.chance(70))
        node.level = static_cast<uint8_t>(
            random.chance(50) ? random.below(10)
                              : std::min<uint32_t>(leaf.level + random.below(4), 9));
    if (random.chance(20))
        node.corner = { static_cast<uint16_t>(random.below(512)),
                        static_cast<uint16_t>(random.below(512)),
                        static_cast<uint16_t>(random.below(512)) };
    node.corner = { align(node.corner.x), align(node.corner.y), align(node.corner.z) };
    return node;
}

static bool overlap(const oct9_node_t &node, const ListedLeaf &leaf)
{
    const int corner[3] = { node.corner.x, node.corner.y, node.corner.z };

    for (size_t axis = 0; axis < 3; axis++) {
        const int32_t lo = CELL_LOW(corner[axis]);
        if (leaf.hi[axis] <= lo || leaf.lo[axis] >= lo + (OCT9_CELL_Q6 << node.level))
            return false;
    }
    return true;
}

static unsigned expected_states(const Scene &scene, const oct9_probe_node_input_t &input)
{
    unsigned states = 0;

    for (const ListedLeaf &leaf : scene.leaves)
        if (overlap(input.node, leaf)) {
            const bool match = leaf.leaf.state != OCT9_OCCUPIED ||
                               matches(leaf.leaf, input.filter_mask, input.filter_value);
            states |= 1u << (match ? leaf.leaf.state : static_cast<uint8_t>(OCT9_FREE));
        }
    return states;
}

/* While it returns AGAIN, it writes the counts and nothing else. */
static std::string slices_differ(const Scene &scene, const oct9_probe_node_input_t &input,
                                 const oct9_probe_node_output_t &whole, uint32_t budget)
{
    oct9_probe_node_t below;
    oct9_probe_node_output_t output;
    oct9_status_t status;
    uint64_t allowed = 0;

    paint(below);
    paint(output);
    if (oct9_probe_node_begin(&below, &scene.map, &input) != OCT9_OK)
        return "begin fails";
    do {
        allowed += budget;
        status = oct9_probe_node_run(&below, budget, &output);
        const uint64_t visited = uint64_t{ output.leaves } + output.nodes;
        if (visited > allowed || (status == OCT9_AGAIN && visited != allowed))
            return difference("visited", std::to_string(visited), std::to_string(allowed));
        if (status == OCT9_AGAIN && output.states != 0xA5)
            return "states are returned before the end";
    } while (status == OCT9_AGAIN);
    const bool same = status == OCT9_OK && output.states == whole.states &&
                      output.leaves == whole.leaves && output.nodes == whole.nodes;
    return same ? "" : "slices of " + std::to_string(budget) + " give another output";
}

static std::string below_differs(const Scene &scene, const oct9_probe_node_input_t &input)
{
    const unsigned states = expected_states(scene, input);
    oct9_probe_node_output_t output;
    std::string text;

    things_found += (states & (states - 1)) != 0 ? 1 : 0;
    if (oct9_probe_node(&scene.map, &input, &output) != OCT9_OK)
        return "below fails";
    if (output.states != states)
        return difference("states", std::to_string(output.states), std::to_string(states));
    if (output.leaves > scene.leaves.size() || output.nodes > scene.model.inner_count())
        return "more is visited than there is";
    for (uint32_t budget : { 1u, 2u, 7u, 100u })
        if (text.empty())
            text = slices_differ(scene, input, output, budget);
    return text;
}

static std::string below_question(const Scene &scene, Random &random)
{
    const Filter filter = random_filter(random, scene);
    const oct9_probe_node_input_t input = { random_node(random, scene), filter.mask, filter.value };
    const std::string text = below_differs(scene, input);
    const oct9_node_t &node = input.node;

    return text.empty()
             ? ""
             : "node (" + std::to_string(node.corner.x) + " " + std::to_string(node.corner.y) +
                   " " + std::to_string(node.corner.z) + ") level " + std::to_string(node.level) +
                   " filter " + std::to_string(filter.mask) + "/" + std::to_string(filter.value) +
                   ": " + text;
}

static void below(void)
{
    ask_everywhere(below_question, "below", "of several states", 7);
}

/* ---- What is refused. ---- */

static void bad_rules_are_refused(void)
{
    const Model model;
    const LoadedImage image(model);
    const oct9_map_t map = image.map();

    for (const BadRules &bad : bad_rules())
        for (const oct9_point_t &point :
             { point_from_low(-1, 0, 0), point_from_low(0, 32768, 0), point_from_low(0, 0, 0) }) {
            const oct9_probe_point_input_t input = { point, bad.rules };
            oct9_probe_point_output_t output;
            paint(output);
            CHECK_EQ(oct9_probe_point(&map, &input, &output), bad.status);
            CHECK(is_painted(output));
        }
}

static void check_refused(const oct9_map_t &map, const oct9_probe_node_input_t &input,
                          oct9_status_t expected)
{
    oct9_probe_node_t scratch;
    oct9_probe_node_output_t output;

    paint(output);
    CHECK_EQ(oct9_probe_node(&map, &input, &output), expected);
    CHECK_EQ(oct9_probe_node_begin(&scratch, &map, &input), expected);
    CHECK(is_painted(output));
}

static void bad_nodes_are_refused(void)
{
    static const struct {
        oct9_node_t node;
        oct9_status_t status;
    } bad[] = { { { { 0, 0, 0 }, 10 }, OCT9_ERR_ARGUMENT },
                { { { 0, 0, 0 }, 255 }, OCT9_ERR_ARGUMENT },
                { { { 512, 0, 0 }, 0 }, OCT9_ERR_OUTSIDE },
                { { { 0, 512, 0 }, 9 }, OCT9_ERR_OUTSIDE },
                { { { 0, 0, 512 }, 9 }, OCT9_ERR_OUTSIDE },
                { { { 0, 0, 65535 }, 0 }, OCT9_ERR_OUTSIDE },
                { { { 32768, 0, 0 }, 3 }, OCT9_ERR_OUTSIDE },
                { { { 1, 0, 0 }, 1 }, OCT9_ERR_ARGUMENT },
                { { { 0, 2, 0 }, 2 }, OCT9_ERR_ARGUMENT },
                { { { 0, 0, 256 }, 9 }, OCT9_ERR_ARGUMENT },
                { { { 511, 511, 511 }, 1 }, OCT9_ERR_ARGUMENT },
                { { { 256, 256, 128 }, 8 }, OCT9_ERR_ARGUMENT } };
    const Model model;
    const LoadedImage image(model);

    for (const auto &b : bad)
        check_refused(image.map(), { b.node, 0, 0 }, b.status);
    for (const BadRules &b : bad_rules())
        if (b.rules.filter_mask != 0 || b.rules.filter_value != 0)
            check_refused(image.map(),
                          { { { 0, 0, 0 }, 9 }, b.rules.filter_mask, b.rules.filter_value },
                          OCT9_ERR_ARGUMENT);
}

/* And does not disturb a question that is in progress. */
static void a_budget_of_zero_is_refused(void)
{
    const Model model;
    const LoadedImage image(model);
    const oct9_map_t map = image.map();
    const oct9_probe_node_input_t input = { { { 0, 0, 0 }, 9 }, 0, 0 };
    oct9_probe_node_t scratch;
    oct9_probe_node_output_t output;

    CHECK_EQ(oct9_probe_node_begin(&scratch, &map, &input), OCT9_OK);
    paint(output);
    CHECK_EQ(oct9_probe_node_run(&scratch, 0, &output), OCT9_ERR_ARGUMENT);
    CHECK(is_painted(output));
    CHECK_EQ(oct9_probe_node_run(&scratch, 1, &output), OCT9_OK);
    CHECK_EQ(output.states, 1u << OCT9_UNKNOWN);
}

int main(int argc, char **argv)
{
    begin_searches(argc, argv);
    RUN(points);
    RUN(below);
    RUN(bad_rules_are_refused);
    RUN(bad_nodes_are_refused);
    RUN(a_budget_of_zero_is_refused);
    return test_end();
}
