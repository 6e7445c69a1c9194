/* SPDX-License-Identifier: MIT */
/* Casts over linked leaves, and by splitting planes, against oct9_cast over the map that they were
 * linked from: every field of the output, for each combination of rules, in one call and in slices,
 * and each hit behind another.
 *
 * Environment: SEED; MAPS, how many trees and images; SEGMENTS, how many in each. */
#include "generate.hpp"
#include "linked_image.hpp"
#include "model.hpp"
#include "oracle.hpp"
#include "report.hpp"
#include "worlds.hpp"

#include "oct9/planes.h"

#include <cinttypes>

using namespace oracle;

static uint64_t seed;
static unsigned long segments_cast, casts_made, hits_seen[3], passed, refused;

/* A cast over leaves does not cross nodes unread, as one through an image does. */
static bool crosses_unread(const oct9_map_t &map, const oct9_cast_input_t &input)
{
    return map.image != nullptr && input.rules.unknown == OCT9_PASSES;
}

static std::string output_differs(const oct9_cast_output_t &is, const oct9_cast_output_t &should,
                                  bool leaves_counted)
{
    if (is.hit != should.hit)
        return difference("hit", std::to_string(is.hit), std::to_string(should.hit));
    if (is.hit == OCT9_HIT_LEAF && !same_leaf(is.leaf, should.leaf))
        return difference("leaf", text_of(is.leaf), text_of(should.leaf));
    if (is.face != should.face)
        return difference("face", std::to_string(is.face), std::to_string(should.face));
    if (is.fraction.num != should.fraction.num || is.fraction.den != should.fraction.den)
        return difference("fraction", std::to_string(is.fraction.num),
                          std::to_string(should.fraction.num));
    if (is.point.x != should.point.x || is.point.y != should.point.y ||
        is.point.z != should.point.z)
        return "points differ";
    if (is.nodes != 0)
        return difference("nodes", std::to_string(is.nodes), "0");
    if (leaves_counted ? is.leaves != should.leaves : is.leaves < should.leaves)
        return difference("leaves", std::to_string(is.leaves), std::to_string(should.leaves));
    return "";
}

/* All hits of both casts, one behind the other, in slices of `budget`. */
static std::string hits_differ(const oct9_map_t &map, const oct9_linked_t *linked,
                               const oct9_cast_input_t &input, uint32_t budget)
{
    oct9_cast_t cast;
    oct9_linked_cast_t over;
    oct9_cast_output_t is, should;

    if (oct9_cast_begin(&cast, &map, &input) != OCT9_OK ||
        oct9_linked_cast_begin(&over, linked, &input) != OCT9_OK)
        return "a cast does not begin";
    do {
        oct9_status_t status;
        uint32_t allowed = over.leaves;

        if (oct9_cast_run(&cast, UINT32_MAX, &should) != OCT9_OK)
            return "the cast fails";
        do {
            status = oct9_linked_cast_run(&over, budget, &is);
            allowed = budget > UINT32_MAX - allowed ? UINT32_MAX : allowed + budget;
            if (is.leaves > allowed)
                return difference("slice", std::to_string(is.leaves), std::to_string(allowed));
            if (status == OCT9_AGAIN && is.leaves != allowed)
                return "a slice ends early";
        } while (status == OCT9_AGAIN);
        const std::string text = output_differs(is, should, !crosses_unread(map, input));
        if (!text.empty())
            return text;
        hits_seen[is.hit]++;
        oct9_cast_pass(&cast);
        oct9_linked_cast_pass(&over);
        passed++;
    } while (should.hit == OCT9_HIT_LEAF);
    return "";
}

/* The same by splitting planes, in one call and in slices: the first hit. */
static std::string planes_differ(const oct9_map_t &map, const oct9_cast_input_t &input,
                                 const oct9_cast_output_t &should)
{
    oct9_cast_output_t is;

    if (oct9_planes_cast_ray(&map, &input, &is) != OCT9_OK)
        return "planes fail";
    std::string text = output_differs(is, should, !crosses_unread(map, input));
    for (uint32_t budget : { 1u, 5u }) {
        oct9_planes_cast_t cast;
        oct9_status_t status = oct9_planes_cast_begin(&cast, &map, &input);
        for (uint64_t allowed = budget; status == OCT9_OK; allowed += budget) {
            status = oct9_planes_cast_run(&cast, budget, &is);
            if (is.leaves > allowed || (status == OCT9_AGAIN && is.leaves != allowed))
                return "a slice of planes visits " + std::to_string(is.leaves);
            if (status == OCT9_OK)
                break;
            status = status == OCT9_AGAIN ? OCT9_OK : status;
        }
        if (status != OCT9_OK)
            return difference("planes", std::to_string(status), "OCT9_OK");
        if (text.empty())
            text = output_differs(is, should, !crosses_unread(map, input));
    }
    return text.empty() ? "" : "planes: " + text;
}

static std::string cast_differs(const oct9_map_t &map, const oct9_linked_t *linked,
                                const oct9_cast_input_t &input)
{
    oct9_cast_output_t is, should;
    const oct9_status_t status = oct9_linked_cast_ray(linked, &input, &is);
    const oct9_status_t expected = oct9_cast_ray(&map, &input, &should);

    casts_made++;
    if (status == OCT9_ERR_ARGUMENT)
        refused++;
    if (status != expected)
        return difference("status", std::to_string(status), std::to_string(expected));
    if (status != OCT9_OK)
        return oct9_planes_cast_ray(&map, &input, &is) == status ? "" : "planes do not refuse";
    std::string text = output_differs(is, should, !crosses_unread(map, input));
    if (text.empty())
        text = planes_differ(map, input, should);
    for (uint32_t budget : { 1u, 5u, UINT32_MAX })
        if (text.empty())
            text = hits_differ(map, linked, input, budget);
    return text;
}

/* Of a tree, which has payloads of 15 bits, a filter that half of the occupied leaves match, or
 * any; of an image each that is refused is refused there as well. */
static void set_filter(oct9_cast_input_t &input, const oct9_map_t &map, Random &random)
{
    if (map.tree == nullptr || random.below(2) == 0)
        return;
    input.rules.filter_mask = static_cast<uint16_t>(random.below(2) ? 1 : random.below(65536));
    input.rules.filter_value = static_cast<uint16_t>(
        random.below(65536) & (random.below(16) ? input.rules.filter_mask : 65535u));
}

static void cast_segments(const oct9_map_t &map, const Model &model, Random &random,
                          const char *kind, unsigned map_number)
{
    const uint64_t count = setting("SEGMENTS", 600);
    const LinkedImage image(map, random_page_most(random));

    CHECK(image.linked());
    for (uint64_t i = 0; i < count && image.linked(); i++) {
        const Ends ends = random_ends(random, model);
        oct9_cast_input_t input = {};
        const unsigned bits = static_cast<unsigned>(random.below(12));

        input.from = ends.from;
        input.to = ends.to;
        input.rules.unknown = bits & 1 ? OCT9_PASSES : OCT9_BLOCKS;
        input.rules.start_inside = bits & 2 ? OCT9_PASSES : OCT9_BLOCKS;
        input.rules.outside = static_cast<oct9_state_t>(bits / 4);
        set_filter(input, map, random);
        check_same(cast_differs(map, image.linked(), input), kind, map_number, ends);
        segments_cast++;
    }
}

static void in_trees(void)
{
    for_trees(setting("MAPS", 90), seed, cast_segments);
}

static void in_images(void)
{
    for_images<LoadedImage>(setting("MAPS", 90), seed + (1u << 20), "image", cast_segments);
}

int main()
{
    seed = setting("SEED", 1);
    std::printf("seed %" PRIu64 "\n", seed);
    RUN(in_trees);
    RUN(in_images);
    std::printf("%lu segments, %lu casts, %lu refused; hits: %lu none, %lu leaves, %lu outside; "
                "%lu passed\n",
                segments_cast, casts_made, refused, hits_seen[OCT9_HIT_NONE],
                hits_seen[OCT9_HIT_LEAF], hits_seen[OCT9_HIT_OUTSIDE], passed);
    CHECK(hits_seen[0] > 0 && hits_seen[1] > 0 && hits_seen[2] > 0 && refused > 0);
    return test_end();
}
