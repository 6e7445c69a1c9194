/* SPDX-License-Identifier: MIT */
/* The walk against the oracle: the same leaves, in the same order, entered at the same time
 * through the same face, in RAM trees and in images.
 *
 * Environment: SEED; MAPS, how many trees and images; BAKED, how many images by the tools' baker;
 * SEGMENTS, how many in each. */
#include "tests/shared/generate.hpp"
#include "tests/shared/oracle.hpp"
#include "tests/shared/report.hpp"
#include "tests/shared/worlds.hpp"

#include "oct9/walk.h"

extern "C" {
#include "src/walk/walk.h"
}

#include <cinttypes>

using namespace oracle;

static uint64_t seed;
static unsigned long segments_walked, leaves_walked;
static FaceCounts faces;

static std::string walk_differs(const oct9_walk_t &walk, const Model &model, const Visit &visit)
{
    const oct9_leaf_t expected = model.as_leaf(*visit.leaf);
    oct9_leaf_t leaf;

    oct9_walk_leaf(&walk, &leaf);
    if (!same_leaf(leaf, expected))
        return difference("leaf", text_of(leaf), text_of(expected));
    if (oct9_walk_state(&walk) != expected.state)
        return difference("state", std::to_string(oct9_walk_state(&walk)), text_of(expected));
    oct9_fraction_t time;
    const oct9_face_t face = oct9_walk_entry(&walk, &time);
    if (!same_fraction(time, visit.entry.time))
        return difference("entry", text_of(time) + " into " + text_of(leaf),
                          text_of(visit.entry.time));
    if (face != visit.entry.face)
        return difference("face", std::to_string(face) + " into " + text_of(leaf),
                          std::to_string(visit.entry.face));
    return "";
}

/* The first difference between a walk and what the oracle says, or nothing. */
static std::string segment_differs(const oct9_map_t &map, const Model &model, const Ends &ends,
                                   const std::vector<Visit> &expected)
{
    oct9_walk_t walk;
    bool more = oct9_walk_begin(&walk, &map, &ends.from, &ends.to);
    const Visit *last = nullptr;

    for (const Visit &visit : expected) {
        if (visit.leaf == nullptr)
            continue;
        if (!more)
            return difference("walk", "at its end", text_of(model.as_leaf(*visit.leaf)));
        const std::string text = walk_differs(walk, model, visit);
        if (!text.empty())
            return text;
        last = &visit;
        leaves_walked++;
        more = oct9_walk_next(&walk) > 0;
    }
    if (more)
        return difference("walk", "going on", "at its end");
    if (last != nullptr) { /* at its end, a walk stays where it was */
        if (oct9_walk_next(&walk) > 0)
            return difference("walk", "going on after its end", "at its end");
        return walk_differs(walk, model, *last);
    }
    return "";
}

static void walk_segments(const oct9_map_t &map, const Model &model, Random &random,
                          const char *kind, unsigned map_number)
{
    const uint64_t count = setting("SEGMENTS", 300);

    for (uint64_t i = 0; i < count; i++) {
        const Ends ends = random_ends(random, model);
        const std::vector<Visit> expected = visits(model, segment_between(ends.from, ends.to));

        check_same(segment_differs(map, model, ends, expected), kind, map_number, ends);
        faces.count(ends, expected);
        segments_walked++;
    }
}

static void walks_in_trees(void)
{
    for_trees(setting("MAPS", 500), seed, walk_segments);
}

static void walks_in_images(void)
{
    for_images<LoadedImage>(setting("MAPS", 500), seed + (1u << 20), "image", walk_segments);
}

static void walks_in_baked_images(void)
{
    for_images<BakedImage>(setting("BAKED", 15), seed + (4u << 20), "baked image", walk_segments);
}

int main()
{
    seed = setting("SEED", 1);
    std::printf("seed %" PRIu64 "\n", seed);
    RUN(walks_in_trees);
    RUN(walks_in_images);
    RUN(walks_in_baked_images);
    std::printf("%lu segments, %lu leaves\n", segments_walked, leaves_walked);
    faces.check();
    return test_end();
}
