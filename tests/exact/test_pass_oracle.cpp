/* SPDX-License-Identifier: MIT */
/* oct9_cast_pass: all leaves on a segment that block, one after the other, against the walk's
 * oracle; for every policy, with filters, in one call a hit and in slices. */
#include "search_cases.hpp"

#include "oct9/cast.h"

using namespace oracle;

/* An answer that is due, and how many leaves are visited by then. */
struct Due {
    oct9_hit_t hit;
    const Node *leaf;
    Entry entry;
    unsigned leaves;
};

static bool visit_blocks(const Scene &scene, const Visit &visit, bool first,
                         const oct9_rules_t &rules)
{
    if (visit.leaf == nullptr)
        return outside_blocks(rules);
    if (first && rules.start_inside == OCT9_PASSES)
        return false;
    return blocks(rules, scene.model.as_leaf(*visit.leaf));
}

/* Every leaf that blocks, and then the outside where it does, or the end. */
static std::vector<Due> all_due(const Scene &scene, const std::vector<Visit> &visits,
                                const oct9_rules_t &rules)
{
    std::vector<Due> out;
    unsigned leaves = 0;

    for (size_t i = 0; i < visits.size(); i++) {
        const Visit &visit = visits[i];
        leaves += visit.leaf != nullptr ? 1 : 0;
        if (!visit_blocks(scene, visit, i == 0, rules))
            continue;
        out.push_back({ visit.leaf != nullptr ? OCT9_HIT_LEAF : OCT9_HIT_OUTSIDE, visit.leaf,
                        visit.entry, leaves });
        if (visit.leaf == nullptr)
            return out;
    }
    out.push_back({ OCT9_HIT_NONE, nullptr, { { 1, 1 }, OCT9_FACE_NONE }, leaves });
    return out;
}

/* An image's nodes with nothing occupied below are crossed as one leaf where unknown passes. */
static bool leaves_plausible(const Scene &scene, const oct9_rules_t &rules, uint32_t is,
                             uint32_t should)
{
    const bool may_skip = scene.map.image != nullptr && rules.unknown == OCT9_PASSES;

    return may_skip ? is <= should : is == should;
}

static std::string point_differs(const oct9_cast_output_t &output, const oct9_cast_input_t &input,
                                 const Time &t)
{
    const Point from = wide(input.from), to = wide(input.to), is = wide(output.point);

    for (size_t axis = 0; axis < 3; axis++) {
        const int64_t should = from[axis] + (to[axis] - from[axis]) * t.num / t.den;
        if (is[axis] != should)
            return difference("point", std::to_string(is[axis]), std::to_string(should));
    }
    return "";
}

static std::string answer_differs(const Scene &scene, const oct9_cast_input_t &input,
                                  const oct9_cast_output_t &output, const Due &due)
{
    if (output.hit != due.hit)
        return difference("hit", std::to_string(output.hit), std::to_string(due.hit));
    if (!same_fraction(output.fraction, due.entry.time))
        return difference("fraction", text_of(output.fraction), text_of(due.entry.time));
    if (!leaves_plausible(scene, input.rules, output.leaves, due.leaves))
        return difference("leaves", std::to_string(output.leaves), std::to_string(due.leaves));
    if (output.face != due.entry.face)
        return difference("face", std::to_string(output.face), std::to_string(due.entry.face));
    if (due.hit == OCT9_HIT_LEAF && !same_leaf(output.leaf, scene.model.as_leaf(*due.leaf)))
        return difference("leaf", text_of(output.leaf), text_of(scene.model.as_leaf(*due.leaf)));
    return point_differs(output, input, due.entry.time);
}

/* Calls of oct9_cast_pass that must do nothing. */
struct Needless {
    bool before_run;  /* nothing was hit yet */
    bool after_again; /* nor here */
    bool twice;       /* the leaf that was hit is passed already */
};

/* Runs to the next answer. */
static oct9_status_t run_on(oct9_cast_t &cast, uint32_t budget, bool pass_after_again,
                            oct9_cast_output_t &output)
{
    oct9_status_t status;

    while ((status = oct9_cast_run(&cast, budget, &output)) == OCT9_AGAIN)
        if (pass_after_again)
            oct9_cast_pass(&cast);
    return status;
}

static std::string hits_differ(const Scene &scene, const oct9_cast_input_t &input,
                               const std::vector<Due> &all, uint32_t budget,
                               const Needless &needless)
{
    oct9_cast_t cast;
    oct9_cast_output_t output;

    paint(cast);
    if (oct9_cast_begin(&cast, &scene.map, &input) != OCT9_OK)
        return "begin fails";
    if (needless.before_run)
        oct9_cast_pass(&cast);
    for (size_t i = 0; i < all.size() + 2; i++) { /* the last answer stays */
        const Due &due = all[std::min(i, all.size() - 1)];
        if (run_on(cast, budget, needless.after_again, output) != OCT9_OK)
            return "run fails";
        const std::string text = answer_differs(scene, input, output, due);
        if (!text.empty())
            return "answer " + std::to_string(i) + ", budget " + std::to_string(budget) + ": " +
                   text;
        oct9_cast_pass(&cast);
        if (needless.twice)
            oct9_cast_pass(&cast);
    }
    return "";
}

static oct9_rules_t rules_of(unsigned number, const Filter &filter)
{
    oct9_rules_t rules = {};

    rules.unknown = number & 1 ? OCT9_PASSES : OCT9_BLOCKS;
    rules.start_inside = number & 2 ? OCT9_PASSES : OCT9_BLOCKS;
    rules.outside = static_cast<oct9_state_t>(number / 4);
    rules.filter_mask = filter.mask;
    rules.filter_value = filter.value;
    return rules;
}

static FaceCounts faces;

using Judge = std::string (*)(const Scene &, const oct9_cast_input_t &, const std::vector<Due> &);

/* All policies, each with a separate filter. */
static std::string segment_differs(const Scene &scene, Random &random, Judge judge)
{
    const Ends ends = random_ends(random, scene.model);
    const std::vector<Visit> all = visits(scene.model, segment_between(ends.from, ends.to));

    faces.count(ends, all);
    for (unsigned number = 0; number < 12; number++) {
        const oct9_cast_input_t input = { ends.from, ends.to,
                                          rules_of(number, random_filter(random, scene)) };
        const std::vector<Due> due = all_due(scene, all, input.rules);
        const std::string text = judge(scene, input, due);
        things_found += due.size() - 1;
        if (!text.empty())
            return text_of(ends.from) + " to " + text_of(ends.to) + ", " + text_of(input.rules) +
                   ": " + text;
    }
    return "";
}

static std::string all_slicings_differ(const Scene &scene, const oct9_cast_input_t &input,
                                       const std::vector<Due> &due)
{
    std::string text;

    for (uint32_t budget : { UINT32_MAX, 1u, 2u, 7u, 100u })
        if (text.empty())
            text = hits_differ(scene, input, due, budget, {});
    return text;
}

static void all_hits_come_in_order(void)
{
    ask_everywhere(
        [](const Scene &scene, Random &random) {
            return segment_differs(scene, random, all_slicings_differ);
        },
        "segments", "leaves passed", 9);
}

static std::string differs_passed_before_run(const Scene &scene, const oct9_cast_input_t &input,
                                             const std::vector<Due> &due)
{
    return hits_differ(scene, input, due, 7, { true, false, false });
}

static void a_pass_before_a_run_does_nothing(void)
{
    ask_everywhere(
        [](const Scene &scene, Random &random) {
            return segment_differs(scene, random, differs_passed_before_run);
        },
        "passed before a run", "leaves passed", 10);
}

static std::string differs_passed_after_again(const Scene &scene, const oct9_cast_input_t &input,
                                              const std::vector<Due> &due)
{
    return hits_differ(scene, input, due, 2, { false, true, false });
}

static void a_pass_after_again_does_nothing(void)
{
    ask_everywhere(
        [](const Scene &scene, Random &random) {
            return segment_differs(scene, random, differs_passed_after_again);
        },
        "passed after OCT9_AGAIN", "leaves passed", 11);
}

static std::string differs_passed_twice(const Scene &scene, const oct9_cast_input_t &input,
                                        const std::vector<Due> &due)
{
    return hits_differ(scene, input, due, UINT32_MAX, { false, false, true });
}

static void a_second_pass_does_nothing(void)
{
    ask_everywhere(
        [](const Scene &scene, Random &random) {
            return segment_differs(scene, random, differs_passed_twice);
        },
        "passed twice", "leaves passed", 12);
}

int main(int argc, char **argv)
{
    begin_searches(argc, argv);
    RUN(all_hits_come_in_order);
    RUN(a_pass_before_a_run_does_nothing);
    RUN(a_pass_after_again_does_nothing);
    RUN(a_second_pass_does_nothing);
    faces.check();
    return test_end();
}
