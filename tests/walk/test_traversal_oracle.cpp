/* SPDX-License-Identifier: MIT */
/* The three traversals against the oracle and so against one another: the walk, the splitting
 * planes and linked leaves visit the same leaves in the same order, and enter each at the same time
 * by the same face, in RAM trees, in images, and in the linked images of both.
 *
 * Environment: SEED; MAPS, how many trees and images; BAKED, how many images by the tools' baker;
 * SEGMENTS, how many in each. */
#include "tests/shared/generate.hpp"
#include "tests/linked/linked_image.hpp"
#include "tests/shared/oracle.hpp"
#include "tests/shared/report.hpp"
#include "tests/shared/worlds.hpp"

#include "oct9/planes.h"
#include "oct9/walk.h"

#include <cinttypes>

using namespace oracle;

static uint64_t seed;
static unsigned long segments_walked, leaves_walked, maps_linked, pages_linked;
static FaceCounts faces;

struct Walk {
    static constexpr const char *name = "walk";
    oct9_walk_t state;

    bool begin(const oct9_map_t &map, const oct9_linked_t *, const Ends &ends)
    {
        return oct9_walk_begin(&state, &map, &ends.from, &ends.to);
    }
    bool next() { return oct9_walk_next(&state) > 0; }
    void leaf(oct9_leaf_t &leaf) const { oct9_walk_leaf(&state, &leaf); }
    oct9_face_t entry(oct9_fraction_t &time) const { return oct9_walk_entry(&state, &time); }
};

struct Planes {
    static constexpr const char *name = "planes";
    oct9_planes_t state;

    bool begin(const oct9_map_t &map, const oct9_linked_t *, const Ends &ends)
    {
        return oct9_planes_begin(&state, &map, &ends.from, &ends.to);
    }
    bool next() { return oct9_planes_next(&state) > 0; }
    void leaf(oct9_leaf_t &leaf) const { oct9_planes_leaf(&state, &leaf); }
    oct9_face_t entry(oct9_fraction_t &time) const { return oct9_planes_entry(&state, &time); }
};

struct Linked {
    static constexpr const char *name = "linked";
    oct9_linked_walk_t state;

    bool begin(const oct9_map_t &, const oct9_linked_t *linked, const Ends &ends)
    {
        return oct9_linked_begin(&state, linked, &ends.from, &ends.to);
    }
    bool next() { return oct9_linked_next(&state); }
    void leaf(oct9_leaf_t &leaf) const { oct9_linked_leaf(&state, &leaf); }
    oct9_face_t entry(oct9_fraction_t &time) const { return oct9_linked_entry(&state, &time); }
};

/* A leaf and how it is entered. */
struct Entered {
    oct9_leaf_t leaf;
    Entry entry;
};

template <class Traversal>
static std::string leaf_differs(const Traversal &traversal, const Entered &expected)
{
    oct9_leaf_t leaf;
    oct9_fraction_t time;

    traversal.leaf(leaf);
    if (!same_leaf(leaf, expected.leaf))
        return difference(Traversal::name, text_of(leaf), text_of(expected.leaf));
    const oct9_face_t face = traversal.entry(time);
    if (!same_fraction(time, expected.entry.time) || face != expected.entry.face)
        return difference(Traversal::name,
                          text_of(time) + " by face " + std::to_string(face) + " into " +
                              text_of(leaf),
                          text_of(expected.entry.time));
    return "";
}

/* The first difference between a traversal and what the oracle says, or nothing. */
template <class Traversal>
static std::string sequence_differs(const oct9_map_t &map, const oct9_linked_t *linked,
                                    const Ends &ends, const std::vector<Entered> &expected)
{
    Traversal traversal;
    bool more = traversal.begin(map, linked, ends);

    for (const Entered &entered : expected) {
        if (!more)
            return difference(Traversal::name, "at its end", text_of(entered.leaf));
        const std::string text = leaf_differs(traversal, entered);
        if (!text.empty())
            return text;
        more = traversal.next();
    }
    if (more)
        return difference(Traversal::name, "going on", "at its end");
    if (expected.empty())
        return "";
    if (traversal.next()) /* at its end, it stays where it was */
        return difference(Traversal::name, "going on after its end", "at its end");
    return leaf_differs(traversal, expected.back());
}

static std::vector<Entered> leaves_along(const Model &model, const Ends &ends)
{
    const std::vector<Visit> all = visits(model, segment_between(ends.from, ends.to));
    std::vector<Entered> leaves;

    faces.count(ends, all);
    for (const Visit &visit : all)
        if (visit.leaf != nullptr)
            leaves.push_back({ model.as_leaf(*visit.leaf), visit.entry });
    return leaves;
}

static void traverse(const oct9_map_t &map, const Model &model, Random &random, const char *kind,
                     unsigned map_number)
{
    const uint64_t count = setting("SEGMENTS", 300);
    const LinkedImage image(map, random_page_most(random));

    CHECK(image.linked());
    maps_linked++;
    pages_linked += image.linked() ? image.linked()->page_count : 0;
    for (uint64_t i = 0; i < count && image.linked(); i++) {
        const Ends ends = random_ends(random, model);
        const std::vector<Entered> expected = leaves_along(model, ends);

        check_same(sequence_differs<Walk>(map, nullptr, ends, expected), kind, map_number, ends);
        check_same(sequence_differs<Planes>(map, nullptr, ends, expected), kind, map_number, ends);
        check_same(sequence_differs<Linked>(map, image.linked(), ends, expected), kind, map_number,
                   ends);
        segments_walked++;
        leaves_walked += expected.size();
    }
}

static void in_trees(void)
{
    for_trees(setting("MAPS", 90), seed, traverse);
}

static void in_images(void)
{
    for_images<LoadedImage>(setting("MAPS", 90), seed + (1u << 20), "image", traverse);
}

static void in_baked_images(void)
{
    for_images<BakedImage>(setting("BAKED", 5), seed + (4u << 20), "baked image", traverse);
}

int main()
{
    seed = setting("SEED", 1);
    std::printf("seed %" PRIu64 "\n", seed);
    RUN(in_trees);
    RUN(in_images);
    RUN(in_baked_images);
    CHECK(pages_linked > maps_linked);
    std::printf("%lu segments, %lu leaves; %lu maps linked in %lu pages\n", segments_walked,
                leaves_walked, maps_linked, pages_linked);
    faces.check();
    return test_end();
}
