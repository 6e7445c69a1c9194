/* SPDX-License-Identifier: MIT */
/* In a round of forgetting each leaf is treated once, however the round is cut into slices, and
 * also where others change meanwhile. SEED and MAPS come from the environment. */
#include "furnish.hpp"
#include "robot.hpp"

#include <cstdio>
#include <memory>
#include <string>

using namespace oracle;

static uint64_t leaves_treated, leaves_late;

static void check_none(const std::string &text, uint64_t seed)
{
    static int reported = 0;

    CHECK(text.empty());
    if (!text.empty() && reported++ < 10)
        std::printf("  seed %llu: %s\n", static_cast<unsigned long long>(seed), text.c_str());
}

static std::string text_at(const char *what, uint32_t code, uint16_t was, uint16_t is)
{
    const std::array<int, 3> cell = cell_of(code);
    char text[160];

    std::snprintf(text, sizeof text, "%s at (%d %d %d): was %d age %d, is %d age %d", what, cell[0],
                  cell[1], cell[2], log_odds_of(was), age_of(was), log_odds_of(is), age_of(is));
    return text;
}

/* ---- A round. ---- */

/* What was treated in time, or a round late or early because it merged. */
static bool may_become(const oct9_model_t &model, uint16_t was, uint16_t is, bool merged)
{
    const uint16_t should = older(model, was);

    return is == should || (merged && (is == was || is == older(model, should)));
}

/* What a round has made of the cells [first, end): each leaf older by one. */
static std::string round_differs(const oct9_model_t &model, const LeafList &before,
                                 const LeafList &after, uint32_t first, uint32_t end)
{
    std::string text;

    side_by_side(before, after, [&](uint32_t at, uint32_t count, uint16_t was, uint16_t is) {
        if (at < first || at >= end || !text.empty())
            return;
        leaves_treated++;
        leaves_late += is != older(model, was);
        if (!may_become(model, was, is, leaf_at(after, at).count > leaf_at(before, at).count))
            text = text_at("not treated once", at, was, is) + ", of " + std::to_string(count);
    });
    return text;
}

/* At most `budget` leaves have changed, each into an older one. */
static std::string slice_differs(const oct9_model_t &model, const LeafList &before,
                                 const LeafList &after, uint32_t budget)
{
    const Run *last = nullptr;
    uint32_t changed = 0;
    std::string text;

    side_by_side(before, after, [&](uint32_t at, uint32_t count, uint16_t was, uint16_t is) {
        const Run *leaf = &leaf_at(after, at);
        if (is == was)
            return;
        changed += leaf != last;
        last = leaf;
        if (!may_become(model, was, is, leaf->count > count))
            text = text_at("not a round older", at, was, is);
    });
    return changed <= budget ? text : std::to_string(changed) + " leaves in a slice";
}

static uint32_t random_budget(Random &random)
{
    static const uint32_t budgets[] = { UINT32_MAX, 1, 2, 7, 100, 1000 };

    return budgets[random.below(6)];
}

/* A round in slices of random size, each of which is looked at. */
static std::string one_round(OwnedMap &owned, Random &random)
{
    const uint32_t budget = random_budget(random);
    const LeafList before = owned.leaves();
    LeafList last = before;
    uint64_t calls = 0;

    for (;;) {
        const oct9_status_t status = oct9_occupancy_forget(&owned.map, budget);
        calls++;
        if (!owned.good())
            return "an invariant is broken";
        LeafList now = owned.leaves();
        const std::string text = slice_differs(owned.map.model, last, now, budget);
        if (!text.empty())
            return text;
        last = std::move(now);
        if (status == OCT9_OK)
            break;
        if (status != OCT9_AGAIN || (calls - 1) * budget > before.size())
            return "status " + std::to_string(status) + " of call " + std::to_string(calls);
    }
    return round_differs(owned.map.model, before, last, 0, cube_cells);
}

static constexpr std::array<int, 3> whole_lo = { 0, 0, 0 }, whole_hi = { 512, 512, 512 };

/* A map of nodes that lie close together, and some far away. */
static void furnish(OwnedMap &owned, Random &random)
{
    const int at = random.between(0, 480), size = random.between(2, 32);

    oracle::furnish(owned, random, { at, at, at }, { at + size, at + size, at + size },
                    random.between(1, 120), 2);
    oracle::furnish(owned, random, whole_lo, whole_hi, random.between(0, 10), 7);
}

static void each_leaf_once_a_round(void)
{
    for (uint64_t i = 0; i < setting("MAPS", 200); i++) {
        const uint64_t seed = setting("SEED", 1) + i;
        Random random(seed);
        OwnedMap owned(4000, random_model(random, OCT9_REFUSE));
        std::string text;

        furnish(owned, random);
        for (int k = random.between(1, 6); k > 0 && text.empty(); k--)
            text = one_round(owned, random);
        check_none(text, seed);
    }
}

/* Fade makes all unknown in the end, and nothing is left; without it nothing ever changes. */
static void all_is_forgotten(void)
{
    for (uint64_t i = 0; i < setting("MAPS", 200) / 3; i++) {
        Random random(setting("SEED", 1) + i);
        OwnedMap owned(4000, random_model(random, OCT9_REFUSE));

        furnish(owned, random);
        owned.map.model.fade = static_cast<uint8_t>(random.between(5, 127));
        /* Late leaves wait a round at each level at most. */
        for (int k = 127 / owned.map.model.fade + 1 + OCT9_AGE_MAX + OCT9_LEVELS; k > 0; k--)
            CHECK_EQ(oct9_occupancy_forget(&owned.map, UINT32_MAX), OCT9_OK);
        CHECK_EQ(owned.map.tree.used, 0);
        CHECK_EQ(owned.map.tree.root, OCT9_SLOT_LEAF);
    }
}

static void without_fade_all_is_kept(void)
{
    for (uint64_t i = 0; i < setting("MAPS", 200) / 3; i++) {
        Random random(setting("SEED", 1) + i);
        OwnedMap owned(4000, random_model(random, OCT9_REFUSE));

        furnish(owned, random);
        owned.map.model.fade = 0;
        const LeafList before = owned.leaves();
        for (int k = random.between(1, 10); k > 0; k--)
            CHECK_EQ(forget_round(owned, random_budget(random)), OCT9_OK);
        side_by_side(before, owned.leaves(), [](uint32_t, uint32_t, uint16_t was, uint16_t is) {
            CHECK(log_odds_of(is) == log_odds_of(was));
        });
    }
}

/* ---- While the map changes. ---- */

/* A robot in the half of the cube below x = 256: half of all Morton codes, but not in a row. */
static std::unique_ptr<Robot> robot_below(Random &random)
{
    for (;;) {
        auto robot = std::make_unique<Robot>(random, 60);
        if (robot->room().hall().hi[0] < 64 * 230)
            return robot;
    }
}

/* What the robot does not come near to is treated once all the same. */
static std::string round_meanwhile(OwnedMap &owned, Robot &robot, Random &random)
{
    const LeafList before = owned.leaves();
    const uint32_t octant = cube_cells / 8;
    std::string text;
    oct9_scan_t scan;
    uint64_t calls = 0;

    while (oct9_occupancy_forget(&owned.map, 1 + random.below(400)) == OCT9_AGAIN) {
        const Event event = robot.next();
        if (event.kind != Kind::forget)
            apply(owned, event, scan);
        if (++calls > 5000)
            return "a round without an end";
    }
    const LeafList after = owned.leaves();
    for (uint32_t i = 1; i < 8 && text.empty(); i += 2)
        text = round_differs(owned.map.model, before, after, i * octant, (i + 1) * octant);
    return owned.good() ? text : "an invariant is broken";
}

static void also_while_the_map_changes(void)
{
    for (uint64_t i = 0; i < setting("MAPS", 200) / 5; i++) {
        const uint64_t seed = setting("SEED", 1) + i;
        Random random(seed);
        OwnedMap owned(OCT9_BLOCKS_MAX, random_model(random, OCT9_REFUSE));
        const std::unique_ptr<Robot> robot = robot_below(random);
        std::string text;

        oracle::furnish(owned, random, { 256, 0, 0 }, whole_hi, random.between(1, 200), 5);
        for (int k = 0; k < 6 && text.empty(); k++)
            text = round_meanwhile(owned, *robot, random);
        check_none(text, seed);
    }
}

/* ---- A moving obstacle. ---- */

/* How many leaves are occupied in the air of a hall, away from its walls. */
static size_t occupied_in_air(const OwnedMap &owned, const Room::Block &hall)
{
    size_t count = 0;

    for (const Run &run : owned.leaves()) {
        const std::array<int, 3> cell = cell_of(run.first);
        const int size = 1 << level_of(run.count);
        bool inside = true;

        for (size_t axis = 0; axis < 3; axis++)
            inside = inside && 64 * (cell[axis] + size) > hall.lo[axis] + 64 &&
                     64 * cell[axis] < hall.hi[axis] - 64;
        count += inside && state_of(owned.map.model, run.payload) == OCT9_OCCUPIED;
    }
    return count;
}

static void look_round(OwnedMap &owned, const Room &room, const Room::Vector &from, Random &random)
{
    Event event = {};
    oct9_scan_t scan;

    event.origin = Room::point(from);
    event.budget = UINT32_MAX;
    for (int i = 0; i < 200; i++)
        event.beams.push_back(room.beam(from, Room::direction(random), 1e6));
    CHECK_EQ(run_scan(owned, event, scan), OCT9_OK);
    CHECK_EQ(forget_round(owned, random_budget(random)), OCT9_OK);
}

static void a_moving_obstacle_leaves_no_trail(void)
{
    for (uint64_t i = 0; i < setting("MAPS", 200) / 10; i++) {
        Random random(setting("SEED", 1) + i);
        oct9_model_t model = OCT9_MODEL_DEFAULT;
        model.keep = static_cast<uint8_t>(random.between(0, OCT9_AGE_MAX));
        model.fade = static_cast<uint8_t>(random.between(3, 8));
        OwnedMap owned(OCT9_BLOCKS_MAX, model);
        Room room(random, 40);
        const Room::Block hall = room.hall();
        const double length = (hall.hi[0] - hall.lo[0]) / 12;
        const Room::Vector from = { hall.lo[0] + 70, hall.lo[1] + 70, hall.lo[2] + 70 };
        size_t seen = 0;

        for (int step = 2; step < 10; step++) {
            room.blocks() = { { { hall.lo[0] + step * length, hall.lo[1] + 200, hall.lo[2] + 200 },
                                { hall.lo[0] + (step + 1) * length, hall.hi[1], hall.hi[2] } } };
            for (int look = 0; look < 3; look++)
                look_round(owned, room, from, random);
            seen += occupied_in_air(owned, hall);
        }
        CHECK(seen > 0);
        room.blocks().clear();
        for (int k = model.keep + model.highest / model.fade + 1 + OCT9_LEVELS; k > 0; k--)
            look_round(owned, room, from, random);
        CHECK_EQ(occupied_in_air(owned, hall), 0);
        CHECK(owned.good());
    }
}

/* ---- What is refused. ---- */

static void bad_calls_are_refused(void)
{
    static const oct9_box_t bad[] = { { { 0, 0, 0 }, { 0, 1, 1 } },
                                      { { 7, 0, 0 }, { 6, 1, 1 } },
                                      { { 0, 0, 0 }, { 1, 513, 1 } },
                                      { { 0, 0, 512 }, { 1, 1, 512 } },
                                      { { 65535, 0, 0 }, { 1, 1, 1 } } };
    Random random(setting("SEED", 1));
    const oct9_point_t centre = { 1000, 1000, 1000 };
    OwnedMap owned(1000, OCT9_MODEL_DEFAULT);

    furnish(owned, random);
    const LeafList before = owned.leaves();
    for (const oct9_box_t &box : bad)
        CHECK_EQ(oct9_occupancy_clear_box(&owned.map, &box), OCT9_ERR_ARGUMENT);
    for (unsigned radius : { 32768u, 40000u, 65535u }) {
        const uint16_t r = static_cast<uint16_t>(radius);
        CHECK_EQ(oct9_occupancy_clear_sphere(&owned.map, &centre, r), OCT9_ERR_ARGUMENT);
        CHECK_EQ(oct9_tree_fill_sphere(&owned.map.tree, &centre, r, 0), OCT9_ERR_ARGUMENT);
    }
    CHECK_EQ(oct9_tree_fill_sphere(&owned.map.tree, &centre, 5, 32768u), OCT9_ERR_ARGUMENT);
    CHECK_EQ(oct9_occupancy_forget(&owned.map, 0), OCT9_ERR_ARGUMENT);
    CHECK(owned.leaves() == before);
    CHECK_EQ(owned.map.tree.failed, 0);
}

int main(void)
{
    std::printf("seed %llu\n", static_cast<unsigned long long>(setting("SEED", 1)));
    RUN(each_leaf_once_a_round);
    RUN(all_is_forgotten);
    RUN(without_fade_all_is_kept);
    RUN(also_while_the_map_changes);
    RUN(a_moving_obstacle_leaves_no_trail);
    RUN(bad_calls_are_refused);
    std::printf("%llu leaves treated, %llu late or early by a round\n",
                static_cast<unsigned long long>(leaves_treated),
                static_cast<unsigned long long>(leaves_late));
    return test_end();
}
