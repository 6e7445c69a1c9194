/* SPDX-License-Identifier: MIT */
/* Oriented boxes against the oracle: at rest exactly, on their way by looking at many times;
 * whole and in slices, in trees, images and a real building.
 *
 * test_obb_oracle [IMAGE]: the building's image. Environment: SEED; MAPS, how many trees and
 * images; BOXES, how many at rest and on their way in each; IN_BUILDING, how many there. */
#include "generate.hpp"
#include "load.hpp"
#include "building.hpp"
#include "obb_cases.hpp"
#include "obb_way.hpp"
#include "report.hpp"

#include "oct9/obb.h"

#include <cinttypes>
#include <cstring>
#include <fstream>
#include <functional>
#include <map>

extern "C" {
#include "src/query/pose.h"
}

using namespace oracle;

static uint64_t seed;
static const char *image_path;
static unsigned long rests, rest_answers[3], motions, motion_answers[3], stopped_at_start, sliced;

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

    std::snprintf(text, sizeof text, "{ { %d, %d, %d }, { %d, %d, %d, %d } }", p.place.x,
                  p.place.y, p.place.z, p.rotation.w, p.rotation.x, p.rotation.y, p.rotation.z);
    return text;
}

static std::string text_of(const oct9_obb_input_t &input)
{
    char text[160];

    std::snprintf(text, sizeof text, ", { %d, %d, %d }, { %d, %d, %d, %d, %d } }",
                  input.half_q6[0], input.half_q6[1], input.half_q6[2], input.rules.unknown,
                  input.rules.outside, input.rules.start_inside, input.rules.filter_mask,
                  input.rules.filter_value);
    return "{ " + text_of(input.from) + ", " + text_of(input.to) + text;
}

static void check_none(const std::string &text, const Field &field, const oct9_obb_input_t &input)
{
    static int told = 0;

    CHECK(text.empty());
    if (!text.empty() && told++ < 10)
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

/* While it answers AGAIN, a check writes the counts and nothing else. */
static bool only_counts_set(const oct9_obb_output_t &output, const oct9_obb_output_t &untouched)
{
    oct9_obb_output_t copy = output;

    copy.leaves = untouched.leaves;
    copy.nodes = untouched.nodes;
    return std::memcmp(&copy, &untouched, sizeof copy) == 0;
}

static std::string slices_differ(const Field &field, const oct9_obb_input_t &input,
                                 uint32_t budget, const oct9_obb_output_t &whole)
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
            return difference("slice", std::to_string(output.leaves) + " leaves and " +
                              std::to_string(output.nodes) + " nodes",
                              "at most " + std::to_string(allowed));
    } while (status == OCT9_AGAIN && allowed <= enough);
    sliced++;
    if (status != OCT9_OK)
        return difference("slice", std::to_string(status), "OCT9_OK");
    if (!same_output(whole, output) || whole.leaves != output.leaves ||
        whole.nodes != output.nodes)
        return "slices of " + std::to_string(budget) + " differ from the whole";
    return "";
}

/* The answer in one call, or what is wrong with it whatever the map. */
static std::string ask(const Field &field, const oct9_obb_input_t &input,
                       oct9_obb_output_t &output)
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
                       ? "" : "not blocked by the outside at once";
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
        const Node *leaf = told_leaf(model_, output.leaf);

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

/* ---- On the way. ---- */

static std::string motion_differs(const Field &field, const oct9_obb_input_t &input,
                                  const oct9_obb_output_t &output, bool other)
{
    Way way(field.model, input, other);
    std::string text;

    if (output.hit != OCT9_HIT_NONE)
        text = way.not_blocked(output);
    if (text.empty() && output.fraction.num > 0)
        text = way.not_clear(static_cast<Real>(output.fraction.num) / output.fraction.den);
    return text.empty() ? "" : text_of(output) + ": " + text;
}

static bool half_turn(const oct9_obb_input_t &input)
{
    return dot(wide_of(input.from.rotation), wide_of(input.to.rotation)) == 0;
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
        if (!Way(field.model, input, false).starts_blocked())
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

/* ---- Errors. ---- */

static const oct9_obb_input_t good_input = {
    { { 100, 200, 300 }, OCT9_ROTATION_NONE }, { { 900, 200, 300 }, { 11585, 0, 0, 11585 } },
    { 64, 32, 16 }, { OCT9_BLOCKS, OCT9_UNKNOWN, OCT9_BLOCKS, 0, 0 }
};

/* A map of one free leaf. */
class FreeSpace {
public:
    FreeSpace()
    {
        oct9_tree_init(&tree_, pool_, 1, nullptr);
        const oct9_node_t cube = { { 0, 0, 0 }, OCT9_LEVELS };
        CHECK(oct9_tree_set_node(&tree_, &cube, 1) == OCT9_OK);
    }
    oct9_map_t map() const { return oct9_map_of_tree(&tree_); }

private:
    oct9_block_t pool_[1];
    oct9_tree_t tree_;
};

static void expect_status(const oct9_obb_input_t &input, oct9_status_t should)
{
    const FreeSpace space;
    const oct9_map_t map = space.map();
    oct9_obb_t obb;
    oct9_obb_output_t output, untouched;

    std::memset(&untouched, 0xA5, sizeof untouched);
    std::memcpy(&output, &untouched, sizeof output);
    CHECK_EQ(oct9_obb_sweep(&map, &input, &output), should);
    CHECK((std::memcmp(&output, &untouched, sizeof output) != 0) == (should == OCT9_OK));
    CHECK_EQ(oct9_obb_begin(&obb, &map, &input), should);
}

static void bad_extents_fail(void)
{
    expect_status(good_input, OCT9_OK);
    for (size_t axis = 0; axis < 3; axis++)
        for (int half : { 0, 1, OCT9_OBB_HALF_MAX, OCT9_OBB_HALF_MAX + 1, 32768, 65535 }) {
            oct9_obb_input_t input = good_input;
            input.half_q6[axis] = static_cast<uint16_t>(half);
            expect_status(input, half >= 1 && half <= OCT9_OBB_HALF_MAX ? OCT9_OK
                                                                        : OCT9_ERR_EXTENT);
        }
}

static void bad_rotations_fail(void)
{
    const oct9_rotation_t bad[] = {
        { 0, 0, 0, 0 }, { 16000, 0, 0, 0 }, { -16700, 0, 0, 0 }, { -32768, 0, 0, 0 },
        { -32768, -32768, -32768, -32768 }, { 32767, 32767, 32767, 32767 },
        { 16384, 16384, 16384, 16384 }, { 8192, 8192, 8192, 0 }
    };

    for (const oct9_rotation_t &r : bad) {
        oct9_obb_input_t from = good_input, to = good_input;
        from.from.rotation = r;
        to.to.rotation = r;
        expect_status(from, OCT9_ERR_ROTATION);
        expect_status(to, OCT9_ERR_ROTATION);
    }
}

/* A number that the enum does not have, as C lets one write it. */
template <typename Enum> static void set_number(Enum &field, int number)
{
    static_assert(sizeof field == sizeof number, "an enum is an int here");
    std::memcpy(&field, &number, sizeof field);
}

static void bad_rules_fail(void)
{
    oct9_obb_input_t input = good_input;

    set_number(input.rules.unknown, 2);
    expect_status(input, OCT9_ERR_POLICY);
    input = good_input;
    set_number(input.rules.start_inside, 2);
    expect_status(input, OCT9_ERR_POLICY);
    input = good_input;
    set_number(input.rules.outside, 3);
    expect_status(input, OCT9_ERR_POLICY);
    input = good_input;
    input.rules.filter_value = 1;
    expect_status(input, OCT9_ERR_FILTER);
    input.rules.filter_mask = 0xFFFF;
    input.rules.filter_value = 0x8000;
    expect_status(input, OCT9_ERR_FILTER);
}

static void zero_budget_fails_and_changes_nothing(void)
{
    const FreeSpace space;
    const oct9_map_t map = space.map();
    oct9_obb_t obb;
    oct9_obb_output_t output, untouched;

    std::memset(&untouched, 0xA5, sizeof untouched);
    std::memcpy(&output, &untouched, sizeof output);
    CHECK_EQ(oct9_obb_begin(&obb, &map, &good_input), OCT9_OK);
    CHECK_EQ(oct9_obb_run(&obb, 0, &output), OCT9_ERR_BUDGET);
    CHECK(std::memcmp(&output, &untouched, sizeof output) == 0);
    CHECK_EQ(oct9_obb_run(&obb, 1000, &output), OCT9_OK);
    CHECK_EQ(output.hit, OCT9_HIT_NONE);
}

/* ---- Poses. ---- */

static oct9_rotation_t random_components(Random &random)
{
    const int most = random.chance(50) ? 32767 : 16700;
    const auto c = [&] {
        return static_cast<int16_t>(random.chance(2) ? -32768 : random.between(-most, most));
    };
    return { c(), c(), c(), c() };
}

static void rotations_are_good_within_a_64th(void)
{
    const oct9_rotation_t good[] = {
        { 16384, 0, 0, 0 }, { 16384, 2048, 0, 0 }, { 14336, 6144, 4096, 2048 }
    };
    const oct9_rotation_t bad[] = { { 16384, 2048, 1, 0 }, { 12994, 8755, 3561, 2463 } };
    Random random(seed + (5u << 20));

    for (const oct9_rotation_t &r : good)
        CHECK_EQ(oct9_pose_check(&r), OCT9_OK);
    for (const oct9_rotation_t &r : bad)
        CHECK_EQ(oct9_pose_check(&r), OCT9_ERR_ROTATION);
    for (unsigned i = 0; i < 20000; i++) {
        const oct9_rotation_t r = random_components(random);
        CHECK_EQ(oct9_pose_check(&r), good_rotation(r) ? OCT9_OK : OCT9_ERR_ROTATION);
    }
}

static Triple column(const oct9_matrix_t &matrix, size_t k)
{
    return { matrix.m[0][k], matrix.m[1][k], matrix.m[2][k] };
}

static Wide wide_dot(const Triple &a, const Triple &b)
{
    return Wide{ a[0] } * b[0] + Wide{ a[1] } * b[1] + Wide{ a[2] } * b[2];
}

/* The columns are what q v ~q makes of the axes; with no care for how the matrix is made, they
 * are at right angles and of the length `scale`. */
static bool matrix_is_right(const oct9_rotation_t &r)
{
    const Triple units[3] = { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } };
    oct9_matrix_t matrix;
    bool right = true;

    oct9_pose_matrix(&r, &matrix);
    right = right && matrix.scale == dot(wide_of(r), wide_of(r));
    for (size_t k = 0; k < 3; k++) {
        right = right && column(matrix, k) == turned(wide_of(r), units[k]);
        for (size_t n = 0; n < 3; n++)
            right = right && wide_dot(column(matrix, k), column(matrix, n)) ==
                                 (n == k ? Wide{ matrix.scale } * matrix.scale : 0);
    }
    return right;
}

static void matrices_are_exact(void)
{
    Random random(seed + (6u << 20));

    for (unsigned i = 0; i < 20000; i++) {
        int denominator;
        const oct9_rotation_t r = random_rotation(random, denominator);
        CHECK(matrix_is_right(r));
    }
}

/* How far halving the turn again and again, to either side, comes off the way; in radians, of the
 * rotation itself and as it is rounded to a pose's bits. */
static std::array<Real, 2> middles_off(const oct9_obb_input_t &input, bool other, Random random)
{
    const Motion motion(input, other);
    oct9_obb_rotation_t ends[2], middle;
    oct9_rotation_t narrow;
    std::array<Real, 2> off = { 0, 0 };
    Real begin = 0, part = 1;

    oct9_obb_rotation_ends(&input.from.rotation, &input.to.rotation, ends);
    oct9_obb_rotation_normalise(&ends[0]);
    oct9_obb_rotation_normalise(&ends[1]);
    for (unsigned depth = 0; depth < OCT9_OBB_PARTS; depth++) {
        oct9_obb_rotation_middle(&ends[0], &ends[1], &middle);
        oct9_obb_rotation_narrow(&middle, &narrow);
        part /= 2;
        const Versor should = motion.rotation_at(begin + part);
        const Versor is = { Real(middle.q[0]), Real(middle.q[1]), Real(middle.q[2]),
                            Real(middle.q[3]) };
        off[0] = std::max(off[0], angle_between(unit(is), should));
        off[1] = std::max(off[1], angle_between(versor_of(narrow), should));
        const bool second = random.chance(50);
        ends[second ? 0 : 1] = middle;
        begin += second ? part : 0;
    }
    return off;
}

static void middles_are_on_the_way(void)
{
    Random random(seed + (7u << 20));
    std::array<Real, 2> most = { 0, 0 };

    for (unsigned i = 0; i < 20000; i++) {
        oct9_obb_input_t input = {};
        set_rotations(random, random_versor(random), random_direction(random),
                      random_real(random, 0, 1), input);
        std::array<Real, 2> off = middles_off(input, false, random);
        if (half_turn(input))
            off = std::min(off, middles_off(input, true, random));
        most = { std::max(most[0], off[0]), std::max(most[1], off[1]) };
    }
    std::printf("  middles are off by 1/%.0Lf, and 1/%.0Lf as a pose\n", 1 / most[0], 1 / most[1]);
    CHECK(most[0] <= Real(1) / 16384);
    CHECK(most[1] <= Real(1) / OCT9_OBB_ROTATION_ERROR);
}

int main(int argc, char **argv)
{
    seed = setting("SEED", 1);
    image_path = argc > 1 ? argv[1] : "";
    std::printf("seed %" PRIu64 "\n", seed);
    RUN(bad_extents_fail);
    RUN(bad_rotations_fail);
    RUN(bad_rules_fail);
    RUN(zero_budget_fails_and_changes_nothing);
    RUN(rotations_are_good_within_a_64th);
    RUN(matrices_are_exact);
    RUN(middles_are_on_the_way);
    RUN(boxes_in_trees);
    RUN(boxes_in_images);
    RUN(trees_and_images_agree);
    RUN(long_boxes_turn_into_a_leaf);
    RUN(boxes_in_the_building);
    std::printf("%lu boxes at rest, by twelve rules: %lu clear, %lu in a leaf, %lu outside\n",
                rests, rest_answers[OCT9_HIT_NONE], rest_answers[OCT9_HIT_LEAF],
                rest_answers[OCT9_HIT_OUTSIDE]);
    std::printf("%lu on their way: %lu clear, %lu stopped by a leaf, %lu by the outside, %lu of "
                "them at the start; %.2Lf of the care allowed was used; %lu in slices\n", motions,
                motion_answers[OCT9_HIT_NONE], motion_answers[OCT9_HIT_LEAF],
                motion_answers[OCT9_HIT_OUTSIDE], stopped_at_start, Way::care_used(), sliced);
    return test_end();
}
