/* SPDX-License-Identifier: MIT */
/* Visits of boxes, spheres and frusta against all leaves, each looked at; in one call a leaf and
 * in slices. */
#include "visit_shapes.hpp"

using namespace oracle;

/* ---- What a leaf must do to be visited. ---- */

struct Everything {};

static bool meets(const Everything &, const ListedLeaf &)
{
    return true;
}

/* A sub-cell of the box is one of the leaf's, lo up to hi - 1. */
static bool meets(const Box &box, const ListedLeaf &leaf)
{
    const Point lo = wide(box.lo), hi = wide(box.hi);

    for (size_t axis = 0; axis < 3; axis++)
        if (std::max<int64_t>(lo[axis], leaf.lo[axis]) >
            std::min<int64_t>(hi[axis], leaf.hi[axis] - 1))
            return false;
    return true;
}

static bool meets(const Ball &ball, const ListedLeaf &leaf)
{
    return squared_distance(leaf, wide(ball.centre)) <= int64_t{ ball.radius } * ball.radius;
}

/* A linear function is largest at a corner: of its three terms each is as large as it can be. */
static bool meets(const oct9_frustum_t &frustum, const ListedLeaf &leaf)
{
    for (const oct9_plane_t &plane : frustum.plane) {
        int64_t most = 0;
        for (size_t axis = 0; axis < 3; axis++)
            most += std::max(int64_t{ plane.normal[axis] } * leaf.lo[axis],
                             int64_t{ plane.normal[axis] } * leaf.hi[axis]);
        if (most < plane.offset)
            return false;
    }
    return true;
}

/* ---- The visits of the library. ---- */

static oct9_region_t region_of(const Everything &)
{
    return { OCT9_REGION_ALL, {}, {}, {}, 0, {} };
}

static oct9_region_t region_of(const Box &box)
{
    return { OCT9_REGION_BOX, box.lo, box.hi, {}, 0, nullptr };
}

static oct9_region_t region_of(const Ball &ball)
{
    return { OCT9_REGION_SPHERE, {}, {}, ball.centre, ball.radius, nullptr };
}

static oct9_region_t region_of(const oct9_frustum_t &frustum)
{
    return { OCT9_REGION_FRUSTUM, {}, {}, {}, 0, &frustum };
}

/* The leaves must be those expected, in their order. Each call takes at most its budget, so that
 * all of them together may not take less than the answer does: each node where all leaves are in
 * it. A call that returns OCT9_AGAIN takes all of it, and none is visited twice. */
static std::string visited_differ(oct9_visit_t &visit, const Scene &scene,
                                  const std::vector<const ListedLeaf *> &expected, uint32_t budget)
{
    const uint64_t most = scene.leaves.size() + scene.model.inner_count();
    const uint64_t least = expected.size() == scene.leaves.size() ? most : expected.size();
    uint64_t spent = 0, calls = 0;
    size_t seen = 0;
    oct9_leaf_t leaf;

    for (;;) {
        const int got = oct9_visit_next(&visit, budget, &leaf);
        calls++;
        if (got == OCT9_AGAIN && (spent += budget) <= most)
            continue;
        if (got == 0)
            break;
        if (got != 1)
            return difference("next", std::to_string(got), "0 or 1");
        if (seen == expected.size())
            return "one leaf too many: " + text_of(leaf);
        if (!same_leaf(leaf, expected[seen]->leaf))
            return difference("leaf", text_of(leaf), text_of(expected[seen]->leaf));
        seen++;
    }
    if (seen != expected.size())
        return difference("leaves", std::to_string(seen), std::to_string(expected.size()));
    if (calls * budget < least)
        return "more is visited in a call than its budget";
    return oct9_visit_next(&visit, budget, &leaf) == 0 ? "" : "it goes on after its end";
}

/* The whole and all slicings; where each takes long, one of them. */
static std::vector<uint32_t> budgets(Random &random, size_t leaves)
{
    const std::vector<uint32_t> all = { UINT32_MAX, 1, 2, 7, 100 };

    return leaves <= 500 ? all : std::vector<uint32_t>{ all[random.below(5)] };
}

template <class Shape>
static std::string visits_differ(const Scene &scene, Random &random, const Shape &shape)
{
    const unsigned states = 1 + random.below(OCT9_STATES_ALL);
    const oct9_region_t region = region_of(shape);
    const oct9_region_t *given = region.kind == OCT9_REGION_ALL && random.chance(50) ? nullptr
                                                                                     : &region;
    std::vector<const ListedLeaf *> expected;
    oct9_visit_t visit;

    for (const ListedLeaf &leaf : scene.leaves)
        if ((states >> leaf.leaf.state & 1u) && meets(shape, leaf))
            expected.push_back(&leaf);
    things_found += expected.size();
    for (uint32_t budget : budgets(random, expected.size())) {
        paint(visit);
        if (oct9_visit_begin(&visit, &scene.map, given, states) != OCT9_OK)
            return "begin fails";
        const std::string text = visited_differ(visit, scene, expected, budget);
        if (!text.empty())
            return "states " + std::to_string(states) + ", budget " + std::to_string(budget) +
                   ": " + text;
    }
    return "";
}

/* ---- Boxes. ---- */

static std::string box_question(const Scene &scene, Random &random)
{
    const Box box = random_box(random, scene);
    const bool all = random.chance(2);
    const std::string text = all ? visits_differ(scene, random, Everything{})
                                 : visits_differ(scene, random, box);

    return text.empty() ? "" : (all ? "all" : text_of(box)) + ", " + text;
}

static void boxes(void)
{
    ask_everywhere(box_question, "boxes", "leaves visited", 3);
}

/* How many occupied leaves a box from lo to hi above the low corner visits on all axes, of cells
 * 10, 10, 10 and 511, 511, 511. */
static int occupied_between(int lo, int hi)
{
    static oct9_block_t pool[32];
    static oct9_tree_t tree;
    const oct9_region_t region = region_of(
        Box{ point_from_low(lo, lo, lo), point_from_low(hi, hi, hi) });
    const oct9_map_t map = oct9_map_of_tree(&tree);
    oct9_visit_t visit;
    oct9_leaf_t leaf;
    int count = 0;

    CHECK_EQ(oct9_tree_init(&tree, pool, 32, nullptr), OCT9_OK);
    CHECK_EQ(oct9_tree_set_cell(&tree, { 10, 10, 10 }, 2), OCT9_OK);
    CHECK_EQ(oct9_tree_set_cell(&tree, { 511, 511, 511 }, 2), OCT9_OK);
    CHECK_EQ(oct9_visit_begin(&visit, &map, &region, OCT9_STATES_OCCUPIED), OCT9_OK);
    while (oct9_visit_next(&visit, UINT32_MAX, &leaf) > 0)
        count++;
    return count;
}

/* A leaf has its low faces and not its high ones; a box has both. */
static void faces_of_boxes(void)
{
    const int least = INT16_MIN - OCT9_LOW_Q6, most = INT16_MAX - OCT9_LOW_Q6;

    CHECK_EQ(occupied_between(639, 639), 0);
    CHECK_EQ(occupied_between(640, 640), 1);
    CHECK_EQ(occupied_between(703, 703), 1);
    CHECK_EQ(occupied_between(704, 704), 0);
    CHECK_EQ(occupied_between(least, 639), 0);
    CHECK_EQ(occupied_between(least, 640), 1);
    CHECK_EQ(occupied_between(703, most), 2);
    CHECK_EQ(occupied_between(704, most), 1);
    CHECK_EQ(occupied_between(704, 32703), 0);
    CHECK_EQ(occupied_between(704, 32704), 1);
    CHECK_EQ(occupied_between(32767, 32767), 1);
    CHECK_EQ(occupied_between(32767, most), 1);
    CHECK_EQ(occupied_between(32768, 32768), 0);
    CHECK_EQ(occupied_between(32768, most), 0);
    CHECK_EQ(occupied_between(least, -1), 0);
    CHECK_EQ(occupied_between(least, most), 2);
}

/* ---- Spheres. ---- */

static std::string sphere_question(const Scene &scene, Random &random)
{
    const Ball ball = random_ball(random, scene);
    const std::string text = visits_differ(scene, random, ball);
    return text.empty()
             ? ""
             : text_of(ball.centre) + " radius " + std::to_string(ball.radius) + ", " + text;
}

static void spheres(void)
{
    ask_everywhere(sphere_question, "spheres", "leaves visited", 4);
}

/* ---- Frusta. ---- */

static std::string frustum_question(const Scene &scene, Random &random)
{
    const oct9_frustum_t frustum = random_frustum(random, scene);
    const std::string text = visits_differ(scene, random, frustum);

    return text.empty() ? "" : text_of(frustum) + ", " + text;
}

static void frusta(void)
{
    ask_everywhere(frustum_question, "frusta", "leaves visited", 5);
}

/* ---- What is refused. ---- */

struct Refusals {
    const Model model;
    const LoadedImage image{ model };
    const oct9_map_t map = image.map();
    oct9_visit_t visit;
};

static void bad_states_are_refused(void)
{
    Refusals r;
    const oct9_frustum_t frustum = everything_seen();
    const oct9_region_t regions[] = { region_of(Everything{}), region_of(Box{}), region_of(Ball{}),
                                      region_of(frustum) };

    for (unsigned states : { 0u, 8u, 15u, 256u, 257u, 0x10000u, 0x10007u, UINT32_MAX }) {
        CHECK_EQ(oct9_visit_begin(&r.visit, &r.map, nullptr, states), OCT9_ERR_ARGUMENT);
        for (const oct9_region_t &region : regions)
            CHECK_EQ(oct9_visit_begin(&r.visit, &r.map, &region, states), OCT9_ERR_ARGUMENT);
    }
}

static void refuse(const oct9_region_t &region, oct9_status_t status)
{
    Refusals r;

    CHECK_EQ(oct9_visit_begin(&r.visit, &r.map, &region, OCT9_STATES_ALL), status);
}

static void bad_boxes_are_refused(void)
{
    static const Box bad[] = {
        { { 1, 0, 0 }, { 0, 1, 1 } },     { { 0, 6, 0 }, { 1, 5, 1 } },
        { { 0, 0, 511 }, { 1, 1, 510 } }, { { INT16_MAX, 0, 0 }, { INT16_MIN, 1, 1 } },
        { { 0, -1, 0 }, { 1, -2, 1 } },   { { 0, 0, 0 }, { 0, 0, INT16_MIN } }
    };

    for (const Box &box : bad)
        refuse(region_of(box), OCT9_ERR_ARGUMENT);
}

/* Of cells: the cube has them up to 511, however the numbers of a region would wrap. */
static void bad_boxes_of_cells_are_refused(void)
{
    for (unsigned axis = 0; axis < 3; axis++) {
        for (unsigned at = 0; at <= UINT16_MAX; at++) {
            uint16_t lo[3] = {}, hi[3] = { 512, 512, 512 };
            const auto judge = [&](bool good) {
                const oct9_box_t box = { { lo[0], lo[1], lo[2] }, { hi[0], hi[1], hi[2] } };
                refuse(oct9_region_of_box(&box), good ? OCT9_OK : OCT9_ERR_ARGUMENT);
            };
            lo[axis] = static_cast<uint16_t>(at);
            judge(at <= 511);
            hi[axis] = lo[axis];
            lo[axis] = 0;
            judge(at >= 1 && at <= 512);
            lo[axis] = hi[axis];
            judge(false);
        }
    }
}

static void bad_radii_are_refused(void)
{
    for (uint32_t radius : { 32768u, 50000u, 65535u })
        refuse(region_of(Ball{ { 100, 100, 100 }, static_cast<uint16_t>(radius) }),
               OCT9_ERR_ARGUMENT);
}

static void bad_kinds_are_refused(void)
{
    for (int kind : { 4, 5, 255, 256 }) {
        oct9_region_t region = region_of(Everything{});
        memcpy(&region.kind, &kind, sizeof kind);
        refuse(region, OCT9_ERR_ARGUMENT);
    }
}

static void bad_planes_are_refused(void)
{
    static const int16_t bad[][3] = { { 0, 0, 0 },     { 16385, 0, 0 },     { 1, -16385, 0 },
                                      { 0, 1, 32767 }, { INT16_MIN, 1, 1 }, { 1, 1, INT16_MIN } };

    for (size_t i = 0; i < 6; i++)
        for (const auto &normal : bad) {
            oct9_frustum_t frustum = everything_seen();
            std::copy(normal, normal + 3, frustum.plane[i].normal);
            refuse(region_of(frustum), OCT9_ERR_ARGUMENT);
        }
}

/* And does not disturb a visit that is in progress. */
static void a_budget_of_zero_is_refused(void)
{
    Refusals r;
    oct9_leaf_t leaf;

    paint(leaf);
    CHECK_EQ(oct9_visit_begin(&r.visit, &r.map, nullptr, OCT9_STATES_ALL), OCT9_OK);
    CHECK_EQ(oct9_visit_next(&r.visit, 0, &leaf), OCT9_ERR_ARGUMENT);
    CHECK(is_painted(leaf));
    CHECK_EQ(oct9_visit_next(&r.visit, 1, &leaf), 1);
    CHECK_EQ(leaf.level, OCT9_LEVELS);
    CHECK_EQ(oct9_visit_next(&r.visit, 0, &leaf), OCT9_ERR_ARGUMENT);
    CHECK_EQ(oct9_visit_next(&r.visit, 1, &leaf), 0);
}

int main(int argc, char **argv)
{
    begin_searches(argc, argv);
    RUN(boxes);
    RUN(faces_of_boxes);
    RUN(spheres);
    RUN(frusta);
    RUN(bad_states_are_refused);
    RUN(bad_boxes_are_refused);
    RUN(bad_boxes_of_cells_are_refused);
    RUN(bad_radii_are_refused);
    RUN(bad_kinds_are_refused);
    RUN(bad_planes_are_refused);
    RUN(a_budget_of_zero_is_refused);
    return test_end();
}
