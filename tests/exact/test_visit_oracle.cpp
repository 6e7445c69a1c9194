/* SPDX-License-Identifier: MIT */
/* Visits of boxes, spheres and frusta against all leaves, each looked at; in one call a leaf and
 * in slices. */
#include "visit_shapes.hpp"

using namespace oracle;

struct Box {
    oct9_box_t box;
    bool everything;                      /* the library is given no box */
};

/* ---- What a leaf must do to be visited. ---- */

static bool meets(const Box &box, const ListedLeaf &leaf)
{
    const int lo[3] = { box.box.lo.x, box.box.lo.y, box.box.lo.z };
    const int hi[3] = { box.box.hi.x, box.box.hi.y, box.box.hi.z };

    for (size_t axis = 0; axis < 3 && !box.everything; axis++)
        if (leaf.lo[axis] >= hi[axis] * OCT9_CELL_Q6 || leaf.hi[axis] <= lo[axis] * OCT9_CELL_Q6)
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

static oct9_status_t begin(oct9_visit_t *visit, const Scene &scene, const Box &box,
                           unsigned states)
{
    return oct9_visit_box(visit, &scene.map, box.everything ? nullptr : &box.box, states);
}

static oct9_status_t begin(oct9_visit_t *visit, const Scene &scene, const Ball &ball,
                           unsigned states)
{
    return oct9_visit_sphere(visit, &scene.map, &ball.centre, ball.radius, states);
}

static oct9_status_t begin(oct9_visit_t *visit, const Scene &scene, const oct9_frustum_t &frustum,
                           unsigned states)
{
    return oct9_visit_frustum(visit, &scene.map, &frustum, states);
}

/* The leaves must be those expected, in their order. Each call takes at most its budget, so that
 * all of them together may not take less than the answer does: each node where all leaves are in
 * it. A call that answers OCT9_AGAIN takes all of it, and none is visited twice. */
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
    std::vector<const ListedLeaf *> expected;
    oct9_visit_t visit;

    for (const ListedLeaf &leaf : scene.leaves)
        if ((states >> leaf.leaf.state & 1u) && meets(shape, leaf))
            expected.push_back(&leaf);
    things_found += expected.size();
    for (uint32_t budget : budgets(random, expected.size())) {
        spoil(visit);
        if (begin(&visit, scene, shape, states) != OCT9_OK)
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
    const Box box = { random_box(random, scene), random.chance(2) };
    const std::string text = visits_differ(scene, random, box);

    return text.empty() ? "" : (box.everything ? "all" : text_of(box.box)) + ", " + text;
}

static void boxes(void) { ask_everywhere(box_question, "boxes", "leaves visited", 3); }

/* ---- Spheres. ---- */

static std::string sphere_question(const Scene &scene, Random &random)
{
    const Ball ball = random_ball(random, scene);
    const std::string text = visits_differ(scene, random, ball);
    return text.empty() ? "" : text_of(ball.centre) + " radius " +
                                   std::to_string(ball.radius) + ", " + text;
}

static void spheres(void) { ask_everywhere(sphere_question, "spheres", "leaves visited", 4); }

/* ---- Frusta. ---- */

static std::string frustum_question(const Scene &scene, Random &random)
{
    const oct9_frustum_t frustum = random_frustum(random, scene);
    const std::string text = visits_differ(scene, random, frustum);

    return text.empty() ? "" : text_of(frustum) + ", " + text;
}

static void frusta(void) { ask_everywhere(frustum_question, "frusta", "leaves visited", 5); }

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
    const oct9_box_t box = { { 0, 0, 0 }, { 1, 1, 1 } };
    const oct9_point_t centre = {};
    const oct9_frustum_t frustum = everything_seen();

    for (unsigned states : { 0u, 8u, 15u, 256u, 257u, 0x10000u, 0x10007u, UINT32_MAX }) {
        CHECK_EQ(oct9_visit_box(&r.visit, &r.map, nullptr, states), OCT9_ERR_STATES);
        CHECK_EQ(oct9_visit_box(&r.visit, &r.map, &box, states), OCT9_ERR_STATES);
        CHECK_EQ(oct9_visit_sphere(&r.visit, &r.map, &centre, 1, states), OCT9_ERR_STATES);
        CHECK_EQ(oct9_visit_frustum(&r.visit, &r.map, &frustum, states), OCT9_ERR_STATES);
    }
}

static void bad_boxes_are_refused(void)
{
    static const oct9_box_t bad[] = {
        { { 0, 0, 0 }, { 0, 1, 1 } },          { { 0, 5, 0 }, { 1, 5, 1 } },
        { { 0, 0, 511 }, { 1, 1, 511 } },      { { 7, 0, 0 }, { 6, 1, 1 } },
        { { 0, 9, 0 }, { 1, 0, 1 } },          { { 0, 0, 3 }, { 1, 1, 2 } },
        { { 0, 0, 0 }, { 513, 1, 1 } },        { { 0, 0, 0 }, { 1, 65535, 1 } },
        { { 0, 0, 512 }, { 1, 1, 513 } },      { { 512, 0, 0 }, { 512, 1, 1 } },
        { { 65535, 0, 0 }, { 1, 1, 1 } },      { { 0, 0, 600 }, { 1, 1, 700 } }
    };
    Refusals r;

    for (const oct9_box_t &box : bad)
        CHECK_EQ(oct9_visit_box(&r.visit, &r.map, &box, OCT9_STATES_ALL), OCT9_ERR_BOX);
}

static void bad_radii_are_refused(void)
{
    const oct9_point_t centre = { 100, 100, 100 };
    Refusals r;

    for (uint32_t radius : { 32768u, 50000u, 65535u })
        CHECK_EQ(oct9_visit_sphere(&r.visit, &r.map, &centre, static_cast<uint16_t>(radius),
                                   OCT9_STATES_ALL), OCT9_ERR_RADIUS);
}

static void bad_planes_are_refused(void)
{
    static const int16_t bad[][3] = { { 0, 0, 0 }, { 16385, 0, 0 }, { 1, -16385, 0 },
                                      { 0, 1, 32767 }, { INT16_MIN, 1, 1 }, { 1, 1, INT16_MIN } };
    Refusals r;

    for (size_t i = 0; i < 6; i++)
        for (const auto &normal : bad) {
            oct9_frustum_t frustum = everything_seen();
            std::copy(normal, normal + 3, frustum.plane[i].normal);
            CHECK_EQ(oct9_visit_frustum(&r.visit, &r.map, &frustum, OCT9_STATES_ALL),
                     OCT9_ERR_PLANE);
        }
}

/* And does not disturb a visit that is under way. */
static void a_budget_of_zero_is_refused(void)
{
    Refusals r;
    oct9_leaf_t leaf;

    spoil(leaf);
    CHECK_EQ(oct9_visit_box(&r.visit, &r.map, nullptr, OCT9_STATES_ALL), OCT9_OK);
    CHECK_EQ(oct9_visit_next(&r.visit, 0, &leaf), OCT9_ERR_BUDGET);
    CHECK(is_spoilt(leaf));
    CHECK_EQ(oct9_visit_next(&r.visit, 1, &leaf), 1);
    CHECK_EQ(leaf.level, OCT9_LEVELS);
    CHECK_EQ(oct9_visit_next(&r.visit, 0, &leaf), OCT9_ERR_BUDGET);
    CHECK_EQ(oct9_visit_next(&r.visit, 1, &leaf), 0);
}

int main(int argc, char **argv)
{
    begin_searches(argc, argv);
    RUN(boxes);
    RUN(spheres);
    RUN(frusta);
    RUN(bad_states_are_refused);
    RUN(bad_boxes_are_refused);
    RUN(bad_radii_are_refused);
    RUN(bad_planes_are_refused);
    RUN(a_budget_of_zero_is_refused);
    return test_end();
}
