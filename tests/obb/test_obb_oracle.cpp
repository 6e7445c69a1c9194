/* SPDX-License-Identifier: MIT */
/* Oriented boxes against the oracle: at rest exactly, in motion by looking at many times; whole and
 * in slices, in trees, images and a real building.
 *
 * test_obb_oracle [IMAGE]: the building's image. Environment: SEED; MAPS, how many trees and
 * images; BOXES, how many at rest and in motion in each; IN_BUILDING, how many there. */
#include "tests/shared/generate.hpp"
#include "tests/shared/load.hpp"
#include "tests/shared/building.hpp"
#include "obb_cases.hpp"
#include "obb_moving.hpp"
#include "tests/shared/report.hpp"

#include "oct9/obb.h"

#include <cinttypes>
#include <cstring>
#include <fstream>
#include <functional>
#include <map>

using namespace oracle;

static uint64_t seed;
static const char *image_path;
static unsigned long rests, rest_answers[3], motions, motion_answers[3], stopped_at_start, sliced,
    sooner;

struct Field {
    const Model &model;
    oct9_map_t map;
    const char *kind;
    unsigned number;
};

/* ---- What every answer must be. ---- */

static std::string text_of(const oct9_pose_t &p)
{
    char text[96];

    std::snprintf(text, sizeof text, "{ { %d, %d, %d }, { %d, %d, %d, %d } }", p.place.x, p.place.y,
                  p.place.z, p.rotation.w, p.rotation.x, p.rotation.y, p.rotation.z);
    return text;
}

static std::string text_of(const oct9_obb_input_t &input)
{
    char text[160];

    std::snprintf(text, sizeof text, ", { %d, %d, %d }, { %d, %d, %d, %d, %d } }", input.half_q6[0],
                  input.half_q6[1], input.half_q6[2], input.rules.unknown, input.rules.outside,
                  input.rules.start_inside, input.rules.filter_mask, input.rules.filter_value);
    return "{ " + text_of(input.from) + ", " + text_of(input.to) + text;
}

static void check_none(const std::string &text, const Field &field, const oct9_obb_input_t &input)
{
    static int reported = 0;

    CHECK(text.empty());
    if (!text.empty() && reported++ < 10)
        std::printf("  %s %u, %s: %s\n", field.kind, field.number, text_of(input).c_str(),
                    text.c_str());
}

static bool same_output(const oct9_obb_output_t &a, const oct9_obb_output_t &b)
{
    return a.hit == b.hit && (a.hit != OCT9_HIT_LEAF || same_leaf(a.leaf, b.leaf)) &&
           a.fraction.num == b.fraction.num && a.fraction.den == b.fraction.den;
}

static std::string text_of(const oct9_obb_output_t &output)
{
    return "hit " + std::to_string(output.hit) + " " +
           (output.hit == OCT9_HIT_LEAF ? text_of(output.leaf) : "") + " at " +
           text_of(output.fraction);
}

static std::string fraction_differs(const oct9_obb_output_t &output)
{
    const oct9_fraction_t &f = output.fraction;

    if (output.hit == OCT9_HIT_NONE)
        return f.num == 1 && f.den == 1 ? "" : difference("fraction", text_of(f), "1/1");
    return f.den == 65535 && f.num <= f.den ? "" : difference("fraction", text_of(f), "k/65535");
}

/* While it returns AGAIN, a check writes the counts and nothing else. */
static bool only_counts_set(const oct9_obb_output_t &output, const oct9_obb_output_t &untouched)
{
    oct9_obb_output_t copy = output;

    copy.leaves = untouched.leaves;
    copy.nodes = untouched.nodes;
    return std::memcmp(&copy, &untouched, sizeof copy) == 0;
}

static std::string slices_differ(const Field &field, const oct9_obb_input_t &input, uint32_t budget,
                                 const oct9_obb_output_t &whole)
{
    const uint64_t parts = uint64_t{ 2 } << OCT9_OBB_PARTS;
    const uint64_t enough = uint64_t{ whole.leaves } + whole.nodes + parts + budget;
    oct9_obb_t obb;
    oct9_obb_output_t output, untouched;
    uint64_t allowed = 0;
    std::memset(static_cast<void *>(&obb), 0xA5, sizeof obb);
    oct9_status_t status = oct9_obb_begin(&obb, &field.map, &input);

    if (status != OCT9_OK)
        return difference("begin", std::to_string(status), "OCT9_OK");
    std::memset(&untouched, 0xA5, sizeof untouched);
    std::memcpy(&output, &untouched, sizeof output);
    do {
        status = oct9_obb_run(&obb, budget, &output);
        allowed += budget;
        if (status == OCT9_AGAIN && !only_counts_set(output, untouched))
            return difference("slice", "a full output", "counts only");
        if (uint64_t{ output.leaves } + output.nodes > allowed)
            return difference("slice",
                              std::to_string(output.leaves) + " leaves and " +
                                  std::to_string(output.nodes) + " nodes",
                              "at most " + std::to_string(allowed));
    } while (status == OCT9_AGAIN && allowed <= enough);
    sliced++;
    if (status != OCT9_OK)
        return difference("slice", std::to_string(status), "OCT9_OK");
    if (!same_output(whole, output) || whole.leaves != output.leaves || whole.nodes != output.nodes)
        return "slices of " + std::to_string(budget) + " differ from the whole";
    return "";
}

/* The answer in one call, or what is wrong with it for any map. */
static std::string ask(const Field &field, const oct9_obb_input_t &input, oct9_obb_output_t &output)
{
    const oct9_status_t status = oct9_obb_sweep(&field.map, &input, &output);
    if (status != OCT9_OK)
        return difference("check", std::to_string(status), "OCT9_OK");
    return fraction_differs(output);
}

/* ---- At rest. ---- */

/* What the leaves near a box at rest are to it, looked at once each. */
class Rest {
public:
    Rest(const Model &model, const oct9_obb_input_t &input)
        : model_(model), shape_(shape_of(input.from, input.half_q6)),
          near_(leaves_near(model, shape_)), outside_(overlaps_outside(shape_))
    {
    }

    std::string answer_differs(const oct9_rules_t &rules, const oct9_obb_output_t &output)
    {
        if (output.hit == OCT9_HIT_LEAF)
            return leaf_differs(rules, output);
        if (output.hit == OCT9_HIT_OUTSIDE)
            return outside_ && outside_blocks(rules) && output.fraction.num == 0
                     ? ""
                     : "not blocked by the outside at once";
        if (outside_ && outside_blocks(rules))
            return "clear, but the outside blocks";
        return rules.start_inside == OCT9_PASSES ? "" : overlapped(rules);
    }

private:
    const Model &model_;
    const Shape shape_;
    const std::vector<const Node *> near_;
    const bool outside_;
    std::map<const Node *, bool> known_;

    bool meets(const Node *leaf)
    {
        const auto at = known_.find(leaf);
        if (at != known_.end())
            return at->second;
        return known_[leaf] = overlaps(shape_, *leaf);
    }

    std::string leaf_differs(const oct9_rules_t &rules, const oct9_obb_output_t &output)
    {
        const Node *leaf = same_leaf_of(model_, output.leaf);

        if (leaf == nullptr || !blocks(model_, *leaf, rules))
            return "no leaf that blocks: " + text_of(output.leaf);
        if (rules.start_inside == OCT9_PASSES)
            return "a leaf of the start: " + text_of(output.leaf);
        if (output.fraction.num != 0)
            return difference("fraction", text_of(output.fraction), "0");
        return meets(leaf) ? "" : "a leaf that is not overlapped: " + text_of(output.leaf);
    }

    std::string overlapped(const oct9_rules_t &rules)
    {
        for (const Node *leaf : near_)
            if (blocks(model_, *leaf, rules) && meets(leaf))
                return "clear, but overlaps " + text_of(model_.as_leaf(*leaf));
        return "";
    }
};

static void random_filter(Random &random, const Model &model, oct9_rules_t &rules)
{
    const Node &node = model.node(random.below(static_cast<uint32_t>(model.nodes().size())));
    const uint16_t masks[] = { 1, 2, 3, 0x4000, 0x5555, OCT9_PAYLOAD_MAX };

    rules.filter_mask = masks[random.below(6)];
    rules.filter_value = node.payload & rules.filter_mask;
    if (!some_obstacle_matches(model, model.has_three_states(), rules.filter_mask,
                               rules.filter_value))
        rules.filter_mask = rules.filter_value = 0;
}

static oct9_rules_t rules_number(unsigned n)
{
    oct9_rules_t rules = {};

    rules.unknown = n % 2 ? OCT9_PASSES : OCT9_BLOCKS;
    rules.start_inside = n / 2 % 2 ? OCT9_PASSES : OCT9_BLOCKS;
    rules.outside = static_cast<oct9_state_t>(n / 4);
    return rules;
}

static std::string rest_differs(const Field &field, Rest &rest, const oct9_obb_input_t &input,
                                bool in_slices)
{
    oct9_obb_output_t output;
    std::string text = ask(field, input, output);

    if (text.empty()) {
        rest_answers[output.hit]++;
        text = rest.answer_differs(input.rules, output);
    }
    for (uint32_t budget : { 1u, 2u, 7u, 100u })
        if (text.empty() && in_slices)
            text = slices_differ(field, input, budget, output);
    return text;
}

/* Every rule, some of them with a filter, and some in slices. */
static void check_rest(const Field &field, oct9_obb_input_t input, Random &random)
{
    Rest rest(field.model, input);

    for (unsigned n = 0; n < 12; n++) {
        input.rules = rules_number(n);
        if (random.chance(25))
            random_filter(random, field.model, input.rules);
        check_none(rest_differs(field, rest, input, random.chance(20)), field, input);
    }
    rests++;
}

/* ---- In motion. ---- */

static std::string motion_differs(const Field &field, const oct9_obb_input_t &input,
                                  const oct9_obb_output_t &output, bool other)
{
    MovingBox box(field.model, input, other);
    std::string text;

    if (output.hit != OCT9_HIT_NONE)
        text = box.not_blocked(output);
    if (text.empty() && output.fraction.num > 0)
        text = box.not_clear(static_cast<Real>(output.fraction.num) / output.fraction.den);
    return text.empty() ? "" : text_of(output) + ": " + text;
}

/* "", or what is wrong with a yes or no, given what is met first. */
static std::string any_contact_differs(const Field &field, oct9_obb_input_t input,
                                       const oct9_obb_output_t &first, Random &random)
{
    oct9_obb_output_t any;

    input.any_contact = true;
    const std::string text = ask(field, input, any);
    if (!text.empty())
        return text;
    if ((any.hit == OCT9_HIT_NONE) != (first.hit == OCT9_HIT_NONE))
        return difference("any contact", text_of(any), text_of(first));
    if (first.hit != OCT9_HIT_NONE && any.fraction.num > first.fraction.num)
        return difference("clear of any contact", text_of(any), text_of(first));
    if (any.hit == OCT9_HIT_LEAF) {
        const Node *leaf = same_leaf_of(field.model, any.leaf);
        if (leaf == nullptr || !blocks(field.model, *leaf, input.rules))
            return "any contact: no leaf that blocks: " + text_of(any.leaf);
    }
    sooner += any.leaves + any.nodes < first.leaves + first.nodes;
    return random.chance(10) ? slices_differ(field, input, 1, any) : "";
}

static void check_motion(const Field &field, const oct9_obb_input_t &input, Random &random)
{
    oct9_obb_output_t output;
    std::string text = ask(field, input, output);

    motions++;
    if (text.empty()) {
        motion_answers[output.hit]++;
        stopped_at_start += output.fraction.num == 0;
        text = motion_differs(field, input, output, false);
        if (!text.empty() && half_turn(input))
            text = motion_differs(field, input, output, true);
    }
    for (uint32_t budget : { 1u, 2u, 7u, 100u })
        if (text.empty() && random.chance(budget == 1 ? 10 : 25))
            text = slices_differ(field, input, budget, output);
    if (text.empty())
        text = any_contact_differs(field, input, output, random);
    check_none(text, field, input);
}

/* Rules that let a box go somewhere, mostly. */
static oct9_rules_t random_rules(Random &random, const Model &model)
{
    oct9_rules_t rules = rules_number(random.below(12));

    if (random.chance(50))
        rules.unknown = OCT9_PASSES;
    if (random.chance(30))
        random_filter(random, model, rules);
    return rules;
}

static std::vector<const Node *> leaves_that(const Model &model, const oct9_rules_t *block)
{
    std::vector<const Node *> out;

    for (const Node &node : model.nodes())
        if (node.is_leaf() && (block == nullptr || blocks(model, node, *block)))
            out.push_back(&node);
    return out;
}

/* A motion that begins in the clear, if that can be. */
static oct9_obb_input_t clear_motion(Random &random, const Field &field,
                                     const std::vector<const Node *> &leaves,
                                     const oct9_rules_t &rules)
{
    const unsigned tries = random.chance(90) ? 8 : 1;
    oct9_obb_input_t input;

    for (unsigned i = 0; i < tries; i++) {
        input = random_motion(random, leaves);
        input.rules = rules;
        if (!MovingBox(field.model, input, false).starts_blocked())
            break;
    }
    return input;
}

static void check_motions(const Field &field, Random &random, uint64_t count,
                          const std::function<void(const oct9_obb_input_t &)> &check)
{
    for (unsigned part = 0; part < 4; part++) {
        const oct9_rules_t rules = random_rules(random, field.model);
        std::vector<const Node *> leaves = leaves_that(field.model, &rules);

        if (leaves.empty())
            leaves = leaves_that(field.model, nullptr);
        for (uint64_t i = 0; i < count / 4; i++)
            check(clear_motion(random, field, leaves, rules));
    }
}

/* ---- Maps. ---- */

static void check_field(const Field &field, Random &random, uint64_t count)
{
    const std::vector<const Node *> leaves = leaves_that(field.model, nullptr);

    for (uint64_t i = 0; i < count; i++)
        check_rest(field, random_rest(random, leaves), random);
    check_motions(field, random, count,
                  [&](const oct9_obb_input_t &input) { check_motion(field, input, random); });
}

static void boxes_in_trees(void)
{
    const uint64_t maps = setting("MAPS", 100), count = setting("BOXES", 100);

    for (unsigned m = 0; m < maps; m++) {
        Random random(seed + (1u << 20) + m);
        const Model model = random_model(random, Payloads::wide);
        const LoadedTree tree(model, random);

        CHECK(tree.ok());
        if (tree.ok())
            check_field({ model, tree.map(), "tree", m }, random, count);
    }
}

static void boxes_in_images(void)
{
    const uint64_t maps = setting("MAPS", 100), count = setting("BOXES", 100);

    for (unsigned m = 0; m < maps; m++) {
        Random random(seed + (2u << 20) + m);
        const Model model = random_model(random, Payloads::states);
        const LoadedImage image(model);

        CHECK(image.ok());
        if (image.ok())
            check_field({ model, image.map(), "image", m }, random, count);
    }
}

/* The same answers; an image leaves out nodes with nothing occupied, so it may visit less. */
static void check_alike(const Field &tree, const Field &image, const oct9_obb_input_t &input)
{
    oct9_obb_output_t a, b;
    std::string text = ask(tree, input, a);

    if (text.empty())
        text = ask(image, input, b);
    if (text.empty() && !same_output(a, b))
        text = difference("image", text_of(b), text_of(a));
    if (text.empty() && (b.leaves > a.leaves || b.nodes > a.nodes))
        text = "the image visits more";
    check_none(text, image, input);
}

static void trees_and_images_agree(void)
{
    const uint64_t maps = setting("MAPS", 100) / 2, count = setting("BOXES", 100);

    for (unsigned m = 0; m < maps; m++) {
        Random random(seed + (3u << 20) + m);
        const Model model = random_model(random, Payloads::states);
        const LoadedTree tree(model, random);
        const LoadedImage image(model);
        const Field in_tree = { model, tree.map(), "tree", m };
        const Field in_image = { model, image.map(), "image", m };

        CHECK(tree.ok() && image.ok());
        check_motions(in_tree, random, count, [&](const oct9_obb_input_t &input) {
            check_alike(in_tree, in_image, input);
            oct9_obb_input_t rest = input;
            rest.to = rest.from;
            check_alike(in_tree, in_image, rest);
        });
    }
}

/* A free cube with one leaf in it that is not; its node. */
static size_t add_obstacle(Model &model, Random &random)
{
    size_t at = 0;

    for (unsigned level = OCT9_LEVELS - random.below(4); level > 0; level--) {
        model.split(at);
        for (size_t k = model.nodes().size() - 8; k < model.nodes().size(); k++)
            model.set_payload(k, OCT9_FREE);
        at = model.nodes().size() - 8 + random.below(8);
    }
    model.set_payload(at, OCT9_OCCUPIED);
    return at;
}

static void long_boxes_turn_into_a_leaf(void)
{
    const uint64_t maps = setting("MAPS", 100), count = setting("BOXES", 100) / 2;

    for (unsigned m = 0; m < maps; m++) {
        Random random(seed + (8u << 20) + m);
        Model model;
        const size_t obstacle = add_obstacle(model, random);
        const LoadedImage image(model);
        const Field field = { model, image.map(), "free space", m };

        CHECK(image.ok());
        for (uint64_t i = 0; i < count; i++) {
            oct9_obb_input_t input = random_end_in(random, model.node(obstacle));
            input.rules.outside = OCT9_FREE;
            check_motion(field, input, random);
        }
    }
}

static void boxes_in_the_building(void)
{
    Building building;
    Random random(seed + (4u << 20));

    if (!std::ifstream(image_path)) {
        std::printf("  skipped: no image (test_obb_oracle IMAGE)\n");
        return;
    }
    CHECK(building.open(image_path));
    check_field({ building.model(), oct9_map_of_image(&building.image()), "building", 0 }, random,
                setting("IN_BUILDING", 1000));
}

int main(int argc, char **argv)
{
    seed = setting("SEED", 1);
    image_path = argc > 1 ? argv[1] : "";
    std::printf("seed %" PRIu64 "\n", seed);
    RUN(boxes_in_trees);
    RUN(boxes_in_images);
    RUN(trees_and_images_agree);
    RUN(long_boxes_turn_into_a_leaf);
    RUN(boxes_in_the_building);
    std::printf("%lu boxes at rest, by twelve rules: %lu clear, %lu in a leaf, %lu outside\n",
                rests, rest_answers[OCT9_HIT_NONE], rest_answers[OCT9_HIT_LEAF],
                rest_answers[OCT9_HIT_OUTSIDE]);
    std::printf(
        "%lu in motion: %lu clear, %lu stopped by a leaf, %lu by the outside, %lu of "
        "them at the start; %.2Lf of the care allowed was used; %lu in slices; %lu visited less "
        "for a yes or no\n",
        motions, motion_answers[OCT9_HIT_NONE], motion_answers[OCT9_HIT_LEAF],
        motion_answers[OCT9_HIT_OUTSIDE], stopped_at_start, MovingBox::care_used(), sliced, sooner);
    return test_end();
}
