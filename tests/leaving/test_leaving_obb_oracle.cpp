/* SPDX-License-Identifier: MIT */
/* OCT9_LEAVES for turned boxes that begin in contact, against all leaves in exact arithmetic: in
 * trees and in images, in one call and in slices. What the box overlaps where it starts is decided
 * exactly; the rest of some motions is looked at in many times, as in test_obb_oracle.
 *
 * Environment: SEED; MAPS, how many trees and how many images; CASES, how many in each; LOOKED, in
 * percent, of how many the whole motion is looked at. */
#include "tests/shared/generate.hpp"
#include "tests/shared/load.hpp"
#include "tests/obb/obb_cases.hpp"
#include "tests/obb/obb_moving.hpp"
#include "tangents.hpp"

#include "oct9/obb.h"

#include <cinttypes>
#include <cstring>

extern "C" {
#include "tests/test.h"
}

using namespace oracle;

static uint64_t seed;
static unsigned long cases, touching, left, nearer, inside, clear, looked;

static std::string text_of(const oct9_obb_input_t &input)
{
    char text[240];
    const oct9_pose_t &p = input.from, &q = input.to;

    std::snprintf(text, sizeof text,
                  "(%d %d %d) to (%d %d %d), rotation %d %d %d %d to %d %d %d %d, half %d %d %d, "
                  "rules %d %d %d",
                  p.place.x, p.place.y, p.place.z, q.place.x, q.place.y, q.place.z, p.rotation.w,
                  p.rotation.x, p.rotation.y, p.rotation.z, q.rotation.w, q.rotation.x,
                  q.rotation.y, q.rotation.z, input.half_q6[0], input.half_q6[1], input.half_q6[2],
                  input.rules.unknown, input.rules.outside, input.rules.start_inside);
    return text;
}

/* ---- Boxes in contact. ---- */

/* At a leaf's face, edge or corner, or beside it by some sub-cells, so that the box overlaps it
 * with its middle mostly outside. */
static oct9_obb_input_t box_in_contact(Random &random, const std::vector<const Node *> &leaves)
{
    oct9_obb_input_t input = random_rest(random, leaves);
    const Node &leaf = *leaves[random.below(static_cast<uint32_t>(leaves.size()))];
    Step place = {}, gap = {};

    for (uint16_t &half : input.half_q6)
        half = static_cast<uint16_t>(1 + random.below(random.chance(85) ? 200 : 4096));
    for (size_t a = 0; a < 3; a++) {
        const int64_t low = leaf.low(a), high = leaf.high(a);
        const int off = random.between(0, 60);
        place[a] = low + static_cast<int64_t>(random.below(static_cast<uint32_t>(high - low)));
        if (random.chance(50))
            place[a] = random.chance(50) ? low - off : high + off;
        place[a] = std::clamp<int64_t>(place[a], INT16_MIN, INT16_MAX);
        gap[a] = place[a] < low ? place[a] - low : place[a] > high ? place[a] - high : 0;
    }
    const Step step = step_beside(random, gap);
    for (size_t a = 0; a < 3; a++) {
        const int64_t to = std::clamp<int64_t>(place[a] + step[a], INT16_MIN, INT16_MAX);
        (a == 0   ? input.from.place.x
         : a == 1 ? input.from.place.y
                  : input.from.place.z) = static_cast<int16_t>(place[a]);
        (a == 0   ? input.to.place.x
         : a == 1 ? input.to.place.y
                  : input.to.place.z) = static_cast<int16_t>(to);
    }
    input.to.rotation = input.from.rotation;
    return input;
}

/* The same numbers with the other sign are no turn. */
static void turn_now_and_then(Random &random, oct9_obb_input_t &input)
{
    oct9_rotation_t &to = input.to.rotation;
    int unit;

    if (random.chance(10))
        to = random_rotation(random, unit);
    else if (random.chance(10))
        to = { static_cast<int16_t>(-to.w), static_cast<int16_t>(-to.x),
               static_cast<int16_t>(-to.y), static_cast<int16_t>(-to.z) };
}

/* ---- The answer. ---- */

/* What the leaves of the start do: one that blocks, if there is one. */
static const Node *blocked_by(const Model &model, const oct9_obb_input_t &input,
                              const MovingBox &box)
{
    const Shape shape = shape_of(input.from, input.half_q6);
    const Node *first = nullptr;

    for (const Node *leaf : leaves_near(model, shape)) {
        if (!blocks(model, *leaf, input.rules) || !overlaps(shape, *leaf))
            continue;
        const leaving::Meeting meeting = box.meeting_with(*leaf);
        touching++;
        inside += meeting.square(0, 1) == 0;
        nearer += meeting.comes_nearer();
        left += box.passes_at_start(*leaf);
        if (!box.passes_at_start(*leaf))
            first = leaf;
        else if (input.rules.start_inside == OCT9_LEAVES)
            CHECK(meeting.never_nearer());
    }
    return first;
}

static bool same_output(const oct9_obb_output_t &a, const oct9_obb_output_t &b)
{
    return a.hit == b.hit && (a.hit != OCT9_HIT_LEAF || same_leaf(a.leaf, b.leaf)) &&
           a.fraction.num == b.fraction.num && a.fraction.den == b.fraction.den;
}

static std::string slices_differ(const oct9_map_t &map, const oct9_obb_input_t &input,
                                 uint32_t budget, const oct9_obb_output_t &whole)
{
    oct9_obb_t obb;
    oct9_obb_output_t output;
    oct9_status_t status = oct9_obb_begin(&obb, &map, &input);

    if (status == OCT9_OK)
        do
            status = oct9_obb_run(&obb, budget, &output);
        while (status == OCT9_AGAIN);
    return status == OCT9_OK && same_output(whole, output) ? "" : "slices differ from the whole";
}

/* At the start exactly: blocked iff a leaf of the start blocks, or the outside. */
static std::string start_differs(const Model &model, const oct9_obb_input_t &input,
                                 const MovingBox &box, const oct9_obb_output_t &output)
{
    const Node *leaf = blocked_by(model, input, box);
    const bool outside = outside_blocks(input.rules) &&
                         overlaps_outside(shape_of(input.from, input.half_q6));

    if (leaf == nullptr && !outside)
        return "";
    if (output.hit == OCT9_HIT_NONE || output.fraction.num != 0)
        return "not blocked at its start";
    if (output.hit == OCT9_HIT_OUTSIDE)
        return outside ? "" : "blocked by the outside";
    const Node *named = same_leaf_of(model, output.leaf);
    return named != nullptr && blocks(model, *named, input.rules) && !box.passes_at_start(*named)
             ? ""
             : "a leaf that does not block";
}

static std::string motion_differs(MovingBox &box, const oct9_obb_output_t &output)
{
    std::string text;

    looked++;
    if (output.hit != OCT9_HIT_NONE)
        text = box.not_blocked(output);
    if (text.empty() && output.fraction.num > 0)
        text = box.not_clear(static_cast<Real>(output.fraction.num) / output.fraction.den);
    return text;
}

static std::string answer_differs(const Model &model, const oct9_map_t &map,
                                  const oct9_obb_input_t &input, Random &random)
{
    MovingBox box(model, input, false);
    oct9_obb_output_t output = {}, any = {};
    oct9_obb_input_t any_input = input;
    std::string text;

    any_input.any_contact = true;
    if (oct9_obb_sweep(&map, &input, &output) != OCT9_OK ||
        oct9_obb_sweep(&map, &any_input, &any) != OCT9_OK)
        return "it fails";
    text = start_differs(model, input, box, output);
    if (text.empty() && (any.hit == OCT9_HIT_NONE) != (output.hit == OCT9_HIT_NONE))
        text = "any contact: not as clear as the first";
    if (text.empty() && random.chance(10))
        text = slices_differ(map, input, 1 + random.below(9), output);
    if (text.empty() && random.below(100) < setting("LOOKED", 1) && !half_turn(input))
        text = motion_differs(box, output);
    clear += output.hit == OCT9_HIT_NONE;
    return text;
}

/* At rest nothing is rounded: clear iff nothing blocks at the start. */
static std::string rest_differs(const Model &model, const oct9_map_t &map, oct9_obb_input_t input)
{
    input.to = input.from;
    const MovingBox box(model, input, false);
    oct9_obb_output_t output = {};

    if (oct9_obb_sweep(&map, &input, &output) != OCT9_OK)
        return "at rest: it fails";
    const bool blocked = blocked_by(model, input, box) != nullptr ||
                         (outside_blocks(input.rules) &&
                          overlaps_outside(shape_of(input.from, input.half_q6)));
    return (output.hit != OCT9_HIT_NONE) == blocked ? "" : "at rest: it differs";
}

static void check(const Model &model, const oct9_map_t &map, const oct9_obb_input_t &input,
                  Random &random)
{
    static int reported = 0;
    std::string text = answer_differs(model, map, input, random);

    if (text.empty() && random.chance(20))
        text = rest_differs(model, map, input);
    CHECK(text.empty());
    if (!text.empty() && reported++ < 10)
        std::printf("  %s: %s\n", text_of(input).c_str(), text.c_str());
    cases++;
}

static oct9_rules_t random_rules(Random &random)
{
    oct9_rules_t rules = {};

    rules.unknown = random.chance(60) ? OCT9_PASSES : OCT9_BLOCKS;
    rules.outside = random.chance(80) ? OCT9_FREE : static_cast<oct9_state_t>(random.below(3));
    rules.start_inside = random.chance(85) ? OCT9_LEAVES
                       : random.chance(50) ? OCT9_PASSES
                                           : OCT9_BLOCKS;
    return rules;
}

/* ---- The maps. ---- */

static void check_all(const Model &model, const oct9_map_t &map, Random &random)
{
    std::vector<const Node *> leaves;

    for (const Node &node : model.nodes())
        if (node.is_leaf() && model.state(node) != OCT9_FREE)
            leaves.push_back(&node);
    for (uint64_t i = 0; i < setting("CASES", 265) && !leaves.empty(); i++) {
        oct9_obb_input_t input = box_in_contact(random, leaves);
        input.rules = random_rules(random);
        turn_now_and_then(random, input);
        check(model, map, input, random);
    }
}

static void trees(void)
{
    for (unsigned m = 0; m < setting("MAPS", 100); m++) {
        Random random(seed + (33u << 20) + m);
        const Model model = random_model(random, Payloads::wide);
        const LoadedTree tree(model, random);

        CHECK(tree.ok());
        check_all(model, tree.map(), random);
    }
}

static void images(void)
{
    for (unsigned m = 0; m < setting("MAPS", 100); m++) {
        Random random(seed + (34u << 20) + m);
        const Model model = random_model(random, Payloads::states);
        const LoadedImage image(model);

        CHECK(image.ok());
        check_all(model, image.map(), random);
    }
}

static void all_kinds_were_seen(void)
{
    std::printf("%lu turned boxes: %lu leaves are touched at the start, %lu left, %lu come nearer, "
                "%lu hold the middle; %lu runs are clear, %lu looked at\n",
                cases, touching, left, nearer, inside, clear, looked);
    CHECK(left > 0 && nearer > 0 && inside > 0 && clear > 0);
}

int main(void)
{
    seed = setting("SEED", 1);
    std::printf("seed %" PRIu64 "\n", seed);
    RUN(trees);
    RUN(images);
    RUN(all_kinds_were_seen);
    return test_end();
}
