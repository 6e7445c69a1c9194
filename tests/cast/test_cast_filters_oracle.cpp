/* SPDX-License-Identifier: MIT */
/* Casts with filters against the walk's oracle, for every policy, in one call and in slices; asked
 * again, a cast that has ended says the same. */
#include "tests/shared/search_cases.hpp"

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

/* The first leaf that blocks, the outside where it does before, or the end. */
static Due first_due(const Scene &scene, const std::vector<Visit> &visits,
                     const oct9_rules_t &rules)
{
    unsigned leaves = 0;

    for (size_t i = 0; i < visits.size(); i++) {
        const Visit &visit = visits[i];
        leaves += visit.leaf != nullptr ? 1 : 0;
        if (visit_blocks(scene, visit, i == 0, rules))
            return { visit.leaf != nullptr ? OCT9_HIT_LEAF : OCT9_HIT_OUTSIDE, visit.leaf,
                     visit.entry, leaves };
    }
    return { OCT9_HIT_NONE, nullptr, { { 1, 1 }, OCT9_FACE_NONE }, leaves };
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

static std::string slices_differ(const Scene &scene, const oct9_cast_input_t &input, const Due &due,
                                 uint32_t budget)
{
    oct9_cast_t cast;
    oct9_cast_output_t output;
    std::string text;

    paint(cast);
    if (oct9_cast_begin(&cast, &scene.map, &input) != OCT9_OK)
        return "begin fails";
    for (unsigned ends = 0; ends < 2 && text.empty(); ends++) {
        oct9_status_t status;
        do
            status = oct9_cast_run(&cast, budget, &output);
        while (status == OCT9_AGAIN);
        text = status != OCT9_OK ? "run fails" : answer_differs(scene, input, output, due);
    }
    return text.empty() ? "" : "budget " + std::to_string(budget) + ": " + text;
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

/* All policies, each with a separate filter. */
static std::string segment_differs(const Scene &scene, Random &random)
{
    const Ends ends = random_ends(random, scene.model);
    const std::vector<Visit> all = visits(scene.model, segment_between(ends.from, ends.to));

    faces.count(ends, all);
    for (unsigned number = 0; number < 12; number++) {
        const oct9_cast_input_t input = { ends.from, ends.to,
                                          rules_of(number, random_filter(random, scene)) };
        const Due due = first_due(scene, all, input.rules);
        things_found += due.hit != OCT9_HIT_NONE;
        for (uint32_t budget : { UINT32_MAX, 1u, 2u, 7u, 100u }) {
            const std::string text = slices_differ(scene, input, due, budget);
            if (!text.empty())
                return text_of(ends.from) + " to " + text_of(ends.to) + ", " +
                       text_of(input.rules) + ": " + text;
        }
    }
    return "";
}

static void filtered_casts(void)
{
    ask_everywhere(segment_differs, "segments", "casts that hit", 9);
}

int main(int argc, char **argv)
{
    begin_searches(argc, argv);
    RUN(filtered_casts);
    faces.check();
    return test_end();
}
