/* SPDX-License-Identifier: MIT */
/* Frontiers against brute force: each free leaf's faces are visited cell by cell, and the leaf
 * beyond each cell is looked up in the model.
 *
 * Usage: test_frontier_oracle [IMAGE], and SEED, MAPS, CASES, BUILDING from the environment. */
#include "visit_shapes.hpp"

#include "oct9/visit.h"

using namespace oracle;

/* A part of the face on one side holds unknown space: rows of cells, from leaf to leaf. */
static bool face_touches(const Scene &scene, const ListedLeaf &leaf, size_t axis, bool upper)
{
    const size_t u = (axis + 1) % 3, v = (axis + 2) % 3;
    const int64_t size = oct9_leaf_size(&leaf.leaf);
    const int64_t lo[3] = { leaf.leaf.corner.x, leaf.leaf.corner.y, leaf.leaf.corner.z };
    std::array<int64_t, 3> cell = {};

    cell[axis] = upper ? lo[axis] + size : lo[axis] - 1;
    for (cell[u] = lo[u]; cell[u] < lo[u] + size; cell[u] += scene.model.finest_size())
        for (cell[v] = lo[v]; cell[v] < lo[v] + size;) {
            const Node *beyond = scene.model.leaf_at(cell);
            if (beyond == nullptr)
                return false; /* the rim */
            if (scene.model.state(*beyond) == OCT9_UNKNOWN)
                return true;
            cell[v] = beyond->corner[v] + beyond->size;
        }
    return false;
}

static bool is_frontier(const Scene &scene, const ListedLeaf &leaf)
{
    if (leaf.leaf.state != OCT9_FREE)
        return false;
    for (size_t axis = 0; axis < 3; axis++)
        if (face_touches(scene, leaf, axis, false) || face_touches(scene, leaf, axis, true))
            return true;
    return false;
}

static bool overlaps(const ListedLeaf &leaf, const Box &box)
{
    const Point lo = wide(box.lo), hi = wide(box.hi);

    for (size_t axis = 0; axis < 3; axis++)
        if (leaf.lo[axis] > hi[axis] || leaf.hi[axis] <= lo[axis])
            return false;
    return true;
}

static std::string found_differ(const Scene &scene, const oct9_region_t *region, uint32_t budget,
                                const std::vector<const ListedLeaf *> &expected)
{
    oct9_frontier_t frontier;
    oct9_leaf_t leaf;
    size_t seen = 0;
    int got;

    paint(frontier);
    if (oct9_visit_frontier_begin(&frontier, &scene.map, region) != OCT9_OK)
        return "begin fails";
    while ((got = oct9_visit_frontier_next(&frontier, budget, &leaf)) != 0) {
        if (got == OCT9_AGAIN)
            continue;
        if (got != 1 || seen == expected.size())
            return "one leaf too many: " + text_of(leaf);
        if (!same_leaf(leaf, expected[seen]->leaf))
            return difference("leaf", text_of(leaf), text_of(expected[seen]->leaf));
        seen++;
    }
    return seen == expected.size()
             ? ""
             : difference("leaves", std::to_string(seen), std::to_string(expected.size()));
}

/* A box of at most 16 cells' edge around a leaf's corner, so that brute force keeps pace. */
static Box small_box(Random &random, const Scene &scene)
{
    const ListedLeaf &leaf = scene.any_leaf(random);
    Point lo = {}, hi = {};

    for (size_t axis = 0; axis < 3; axis++) {
        lo[axis] = leaf.lo[axis] - random.between(0, 8 * OCT9_CELL_Q6);
        hi[axis] = leaf.lo[axis] + random.between(0, 8 * OCT9_CELL_Q6);
    }
    return { narrow(lo), narrow(hi) };
}

static std::string frontier_question(const Scene &scene, Random &random)
{
    static const uint32_t budgets[] = { UINT32_MAX, 1, 2, 7, 100 };
    const bool all = scene.leaves.size() < 2000 && random.chance(5);
    const Box box = small_box(random, scene);
    const oct9_region_t region = { OCT9_REGION_BOX, box.lo, box.hi, {}, 0, nullptr };
    std::vector<const ListedLeaf *> expected;

    for (const ListedLeaf &leaf : scene.leaves)
        if ((all || overlaps(leaf, box)) && is_frontier(scene, leaf))
            expected.push_back(&leaf);
    things_found += expected.size();
    for (uint32_t budget : budgets) {
        const std::string text = found_differ(scene, all ? nullptr : &region, budget, expected);
        if (!text.empty())
            return (all ? "all" : text_of(box)) + ", budget " + std::to_string(budget) + ": " +
                   text;
    }
    return "";
}

static void frontiers(void)
{
    ask_everywhere(frontier_question, "frontiers", "leaves found", 6);
}

static void refusals(void)
{
    const Model model;
    const LoadedImage image{ model };
    const oct9_map_t map = image.map();
    const oct9_region_t bad = { OCT9_REGION_BOX, { 3, 0, 0 }, { 2, 1, 1 }, {}, 0, nullptr };
    oct9_frontier_t frontier;
    oct9_leaf_t leaf;

    CHECK_EQ(oct9_visit_frontier_begin(&frontier, &map, &bad), OCT9_ERR_ARGUMENT);
    CHECK_EQ(oct9_visit_frontier_begin(&frontier, &map, nullptr), OCT9_OK);
    paint(leaf);
    CHECK_EQ(oct9_visit_frontier_next(&frontier, 0, &leaf), OCT9_ERR_ARGUMENT);
    CHECK(is_painted(leaf));
}

int main(int argc, char **argv)
{
    begin_searches(argc, argv);
    RUN(frontiers);
    RUN(refusals);
    return test_end();
}
