/* SPDX-License-Identifier: MIT */
/* The cast against the oracle, for every policy, in one call and in slices.
 *
 * Environment: SEED; MAPS, how many trees and images; BAKED, how many images by the tools' baker;
 * SEGMENTS, how many in each. */
#include "tests/shared/generate.hpp"
#include "tests/shared/oracle.hpp"
#include "tests/shared/report.hpp"
#include "tests/shared/worlds.hpp"

#include "oct9/cast.h"

#include <cinttypes>
#include <cstring>

using namespace oracle;

static uint64_t seed;
static unsigned long segments_cast, casts_made, hits_seen[3];
static FaceCounts faces;

struct Answer {
    oct9_hit_t hit = OCT9_HIT_NONE;
    const Node *leaf = nullptr;
    Entry entry = { { 1, 1 }, OCT9_FACE_NONE };
    unsigned leaves = 0;
};

static bool state_blocks(oct9_state_t state, const oct9_cast_input_t &input)
{
    return state == OCT9_OCCUPIED || (state == OCT9_UNKNOWN && input.rules.unknown == OCT9_BLOCKS);
}

/* The first of the visits that blocks. */
static Answer answer_of(const Model &model, const std::vector<Visit> &all,
                        const oct9_cast_input_t &input)
{
    Answer answer;

    for (size_t i = 0; i < all.size(); i++) {
        const bool outside = all[i].leaf == nullptr;
        bool blocks = outside ? input.rules.outside != OCT9_FREE
                              : state_blocks(model.state(*all[i].leaf), input);
        if (i == 0 && !outside && input.rules.start_inside == OCT9_PASSES)
            blocks = false;
        answer.leaves += outside ? 0 : 1;
        if (blocks) {
            answer.hit = outside ? OCT9_HIT_OUTSIDE : OCT9_HIT_LEAF;
            answer.leaf = all[i].leaf;
            answer.entry = all[i].entry;
            return answer;
        }
    }
    return answer;
}

/* from + time * (to - from) on one axis, rounded toward `from`. */
static int64_t toward_from(int64_t from, int64_t to, const Time &t)
{
    return from + (to - from) * t.num / t.den;
}

static std::string point_differs(const oct9_cast_output_t &output, const oct9_cast_input_t &input,
                                 const Time &t)
{
    const Segment s = segment_between(input.from, input.to);
    const int64_t is[3] = { output.point.x, output.point.y, output.point.z };

    for (size_t axis = 0; axis < 3; axis++) {
        const int64_t should = toward_from(s.from[axis], s.to[axis], t);
        if (is[axis] != should)
            return difference("point", std::to_string(is[axis]), std::to_string(should));
    }
    return "";
}

/* Images cross what holds nothing occupied unread when unknown passes, so they count less. */
static bool leaves_plausible(const oct9_map_t &map, const oct9_cast_input_t &input, uint32_t is,
                             uint32_t should)
{
    const bool may_skip = map.image != nullptr && input.rules.unknown == OCT9_PASSES;

    return may_skip ? is <= should : is == should;
}

static std::string output_differs(const oct9_map_t &map, const Model &model,
                                  const oct9_cast_input_t &input, const oct9_cast_output_t &output,
                                  const Answer &answer)
{
    if (output.hit != answer.hit)
        return difference("hit", std::to_string(output.hit), std::to_string(answer.hit));
    if (!same_fraction(output.fraction, answer.entry.time))
        return difference("fraction", text_of(output.fraction), text_of(answer.entry.time));
    if (!leaves_plausible(map, input, output.leaves, answer.leaves))
        return difference("leaves", std::to_string(output.leaves), std::to_string(answer.leaves));
    if (answer.hit == OCT9_HIT_LEAF) {
        const oct9_leaf_t leaf = model.as_leaf(*answer.leaf);
        if (!same_leaf(output.leaf, leaf))
            return difference("leaf", text_of(output.leaf), text_of(leaf));
        if (output.face != answer.entry.face)
            return difference("face", std::to_string(output.face),
                              std::to_string(answer.entry.face));
    }
    return point_differs(output, input, answer.entry.time);
}

/* All that a whole cast and a sliced one must have in common. */
static bool same_output(const oct9_cast_output_t &a, const oct9_cast_output_t &b)
{
    return a.hit == b.hit && (a.hit != OCT9_HIT_LEAF || same_leaf(a.leaf, b.leaf)) &&
           a.face == b.face && a.fraction.num == b.fraction.num &&
           a.fraction.den == b.fraction.den && a.point.x == b.point.x && a.point.y == b.point.y &&
           a.point.z == b.point.z && a.leaves == b.leaves && a.nodes == b.nodes;
}

/* While it returns AGAIN, a cast writes the counts and nothing else. */
static bool only_counts_set(const oct9_cast_output_t &output, const oct9_cast_output_t &untouched)
{
    oct9_cast_output_t copy = output;

    copy.leaves = untouched.leaves;
    copy.nodes = untouched.nodes;
    return std::memcmp(&copy, &untouched, sizeof copy) == 0;
}

static std::string slices_differ(const oct9_map_t &map, const oct9_cast_input_t &input,
                                 uint32_t budget, const oct9_cast_output_t &whole)
{
    oct9_cast_t cast;
    oct9_cast_output_t output, untouched;
    uint32_t allowed = 0;
    std::memset(static_cast<void *>(&cast), 0xA5, sizeof cast);
    oct9_status_t status = oct9_cast_begin(&cast, &map, &input);

    if (status != OCT9_OK)
        return difference("begin", std::to_string(status), "OCT9_OK");
    std::memset(&untouched, 0xA5, sizeof untouched);
    std::memcpy(&output, &untouched, sizeof output);
    do {
        status = oct9_cast_run(&cast, budget, &output);
        allowed += budget;
        if (status == OCT9_AGAIN && !only_counts_set(output, untouched))
            return difference("slice", "a full output", "counts only");
        if (output.leaves > allowed)
            return difference("slice", std::to_string(output.leaves) + " leaves",
                              "at most " + std::to_string(allowed));
    } while (status == OCT9_AGAIN && allowed < 2000 + budget);
    if (status != OCT9_OK)
        return difference("slice", std::to_string(status), "OCT9_OK");
    if (!same_output(whole, output))
        return "slices of " + std::to_string(budget) + " differ from the whole";
    return "";
}

static std::string cast_differs(const oct9_map_t &map, const Model &model,
                                const oct9_cast_input_t &input, const std::vector<Visit> &all)
{
    const Answer answer = answer_of(model, all, input);
    oct9_cast_output_t output;

    const oct9_status_t status = oct9_cast_ray(&map, &input, &output);

    casts_made++;
    hits_seen[answer.hit]++;
    if (status != OCT9_OK)
        return difference("cast", std::to_string(status), "OCT9_OK");
    std::string text = output_differs(map, model, input, output, answer);
    for (uint32_t budget : { 1u, 2u, 7u, 100u })
        if (text.empty())
            text = slices_differ(map, input, budget, output);
    return text;
}

static void cast_every_policy(const oct9_map_t &map, const Model &model, const Ends &ends,
                              const char *kind, unsigned map_number)
{
    const std::vector<Visit> all = visits(model, segment_between(ends.from, ends.to));

    for (unsigned bits = 0; bits < 8; bits++) {
        oct9_cast_input_t input = {};
        input.from = ends.from;
        input.to = ends.to;
        input.rules.unknown = bits & 1 ? OCT9_PASSES : OCT9_BLOCKS;
        input.rules.outside = bits & 2 ? OCT9_FREE : OCT9_OCCUPIED;
        input.rules.start_inside = bits & 4 ? OCT9_PASSES : OCT9_BLOCKS;

        std::string text = cast_differs(map, model, input, all);
        if (!text.empty())
            text = "policies " + std::to_string(bits) + ", " + text;
        check_same(text, kind, map_number, ends);
    }
    faces.count(ends, all);
    segments_cast++;
}

static void cast_segments(const oct9_map_t &map, const Model &model, Random &random,
                          const char *kind, unsigned map_number)
{
    const uint64_t count = setting("SEGMENTS", 100);

    for (uint64_t i = 0; i < count; i++)
        cast_every_policy(map, model, random_ends(random, model), kind, map_number);
}

static void casts_in_trees(void)
{
    for_trees(setting("MAPS", 300), seed + (2u << 20), cast_segments);
}

static void casts_in_images(void)
{
    for_images<LoadedImage>(setting("MAPS", 300), seed + (3u << 20), "image", cast_segments);
}

static void casts_in_baked_images(void)
{
    for_images<BakedImage>(setting("BAKED", 15), seed + (5u << 20), "baked image", cast_segments);
}

int main()
{
    seed = setting("SEED", 1);
    std::printf("seed %" PRIu64 "\n", seed);
    RUN(casts_in_trees);
    RUN(casts_in_images);
    RUN(casts_in_baked_images);
    std::printf("%lu segments, %lu casts and each in four slicings: %lu clear, %lu stopped by a "
                "leaf, %lu by the outside\n",
                segments_cast, casts_made, hits_seen[OCT9_HIT_NONE], hits_seen[OCT9_HIT_LEAF],
                hits_seen[OCT9_HIT_OUTSIDE]);
    faces.check();
    return test_end();
}
