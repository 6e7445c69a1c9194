/* SPDX-License-Identifier: MIT */
/* What the tests of the searches share: random points and rules, calls that are refused, and the
 * loop over maps.
 *
 * Environment: SEED; MAPS, how many trees and images; CASES, the most in each of them; BUILDING,
 * how many in the real building, whose image is the program's argument. */
#ifndef OCT9_TEST_SEARCH_CASES_HPP
#define OCT9_TEST_SEARCH_CASES_HPP

#include "load.hpp"
#include "building.hpp"
#include "report.hpp"
#include "search_scene.hpp"

#include <cinttypes>
#include <cstring>
#include <memory>

namespace oracle {

/* ---- Random questions. ---- */

/* A whole number of sub-cells from a corner of the leaf, along a Pythagorean quadruple: the
 * sphere of that radius only just touches. */
struct Touch {
    Point place;
    int64_t distance;
};

inline Touch random_touch(Random &random, const ListedLeaf &leaf)
{
    static const int quadruples[][4] = { { 1, 0, 0, 1 },  { 3, 4, 0, 5 },   { 5, 12, 0, 13 },
                                         { 1, 2, 2, 3 },  { 2, 3, 6, 7 },   { 1, 4, 8, 9 },
                                         { 2, 6, 9, 11 }, { 6, 10, 15, 19 } };
    const int *q = quadruples[random.below(8)];
    const int scale = random.between(1, random.chance(50) ? 40 : 1500);
    const uint32_t turn = random.below(3);
    Touch touch = { {}, int64_t{ q[3] } * scale };

    for (size_t axis = 0; axis < 3; axis++) {
        const int64_t away = int64_t{ q[(axis + turn) % 3] } * scale;
        touch.place[axis] = random.chance(50) ? leaf.lo[axis] - away : leaf.hi[axis] + away;
    }
    return touch;
}

inline oct9_point_t random_point(Random &random, const Scene &scene)
{
    if (random.chance(20))
        return narrow(random_touch(random, scene.any_leaf(random)).place);
    return random_ends(random, scene.model).from;
}

/* 0..32767, often just what a leaf of the map needs to be reached, or one less. */
inline uint16_t random_radius(Random &random, const Scene &scene, const oct9_point_t &centre)
{
    static const int limits[] = { 0, 1, 63, 64, 32766, 32767 };
    int64_t radius = 0;

    switch (random.below(8)) {
    case 0: return static_cast<uint16_t>(limits[random.below(6)]);
    case 1: return static_cast<uint16_t>(random.below(32768));
    case 2:
    case 3: return static_cast<uint16_t>(random.below(2000));
    case 4: return static_cast<uint16_t>(random.below(200));
    default:
        const int64_t square = squared_distance(scene.any_leaf(random), wide(centre));
        while (radius < 32767 && radius * radius < square)
            radius++;
        return static_cast<uint16_t>(std::max<int64_t>(radius - random.between(0, 1), 0));
    }
}

/* What is within a distance of a point. */
struct Ball {
    oct9_point_t centre;
    uint16_t radius;
};

inline Ball random_ball(Random &random, const Scene &scene)
{
    if (random.chance(15)) {
        const Touch touch = random_touch(random, scene.any_leaf(random));
        return { narrow(touch.place),
                 static_cast<uint16_t>(std::min<int64_t>(touch.distance, 32767)) };
    }
    const oct9_point_t centre = random_point(random, scene);
    return { centre, random_radius(random, scene, centre) };
}

struct Filter {
    uint16_t mask, value;
};

/* One that some obstacle of the map can match: of a leaf of the map, often. */
inline Filter random_filter(Random &random, const Scene &scene)
{
    const bool image = scene.map.image != nullptr;

    const uint32_t few = image ? 3u : 1u << random.below(15);
    const uint32_t mask = random.chance(70) ? few & random.u32() : random.below(32768);
    const uint32_t payload = random.chance(70) ? scene.any_leaf(random).leaf.payload : random.u32();

    if (random.chance(60))
        return { 0, 0 };
    const Filter filter = { static_cast<uint16_t>(mask), static_cast<uint16_t>(payload & mask) };
    return some_obstacle_matches(scene.model, image, filter.mask, filter.value) ? filter
                                                                                : Filter{ 0, 0 };
}

inline oct9_rules_t random_rules(Random &random, const Scene &scene)
{
    const Filter filter = random_filter(random, scene);
    oct9_rules_t rules = {};

    rules.unknown = random.chance(50) ? OCT9_PASSES : OCT9_BLOCKS;
    rules.outside = static_cast<oct9_state_t>(random.below(3));
    rules.start_inside = random.chance(50) ? OCT9_PASSES : OCT9_BLOCKS;
    rules.filter_mask = filter.mask;
    rules.filter_value = filter.value;
    return rules;
}

/* ---- Texts. ---- */

inline std::string text_of(const oct9_point_t &p)
{
    return "(" + std::to_string(p.x) + " " + std::to_string(p.y) + " " + std::to_string(p.z) + ")";
}

inline std::string text_of(const oct9_rules_t &rules)
{
    return "unknown " + std::to_string(rules.unknown) + " outside " +
           std::to_string(rules.outside) + " start " + std::to_string(rules.start_inside) +
           " filter " + std::to_string(rules.filter_mask) + "/" +
           std::to_string(rules.filter_value);
}

/* ---- What a call must leave as it was. ---- */

template <class T> void paint(T &object)
{
    std::memset(&object, 0xA5, sizeof object);
}

template <class T> bool is_painted(const T &object)
{
    const unsigned char *bytes = reinterpret_cast<const unsigned char *>(&object);

    return std::all_of(bytes, bytes + sizeof object, [](unsigned char b) { return b == 0xA5; });
}

/* Rules that are refused, and what they are refused with. An enum of C++ cannot be given a value
 * it does not have. */
struct BadRules {
    oct9_rules_t rules;
    oct9_status_t status;
};

inline std::vector<BadRules> bad_rules(void)
{
    static const struct {
        uint16_t mask, value;
    } filters[] = {
        { 0, 1 }, { 1, 2 }, { 0x7FFF, 0x8000 }, { 0xFFFF, 0x8000 }, { 0xFFFF, 0xFFFF }
    };
    static const int numbers[] = { 2, 3, -1, 256, INT32_MIN };
    std::vector<BadRules> out;

    for (const auto &filter : filters)
        out.push_back({ { OCT9_BLOCKS, OCT9_FREE, OCT9_BLOCKS, filter.mask, filter.value },
                        OCT9_ERR_ARGUMENT });
    for (int number : numbers)
        for (int field = 0; field < 3; field++) {
            BadRules bad = { {}, OCT9_ERR_ARGUMENT };
            void *at[] = { &bad.rules.unknown, &bad.rules.outside, &bad.rules.start_inside };
            if (field != 0 && number == 2)
                continue; /* OCT9_OCCUPIED, OCT9_LEAVES */
            std::memcpy(at[field], &number, sizeof number);
            out.push_back(bad);
        }
    return out;
}

static_assert(sizeof(oct9_policy_t) == sizeof(int) && sizeof(oct9_state_t) == sizeof(int),
              "enums as large as the numbers put into them");

/* ---- The loop over maps. ---- */

inline uint64_t seed;
inline std::unique_ptr<Building> building;

inline void begin_searches(int argc, char **argv)
{
    seed = setting("SEED", 1);
    std::printf("seed %" PRIu64 "\n", seed);
    if (argc > 1 && std::ifstream(argv[1])) {
        building = std::make_unique<Building>();
        CHECK(building->open(argv[1]));
    } else {
        std::printf("the building is skipped: no image\n");
    }
}

/* Asks one random question: how the answer is wrong, "" if it is right. */
using Question = std::string (*)(const Scene &scene, Random &random);

/* What right answers held so far, so that one sees that they were not all empty. */
inline unsigned long things_found;

inline unsigned long ask(Question question, const Scene &scene, Random &random, uint64_t count)
{
    static int reported = 0;

    for (uint64_t i = 0; i < count; i++) {
        const std::string text = question(scene, random);
        CHECK(text.empty());
        if (!text.empty() && reported++ < 10)
            std::printf("  %s %u, question %" PRIu64 ": %s\n", scene.kind, scene.number, i,
                        text.c_str());
    }
    return count;
}

/* Fewer in large maps, where each takes long. */
inline uint64_t cases_in(const Scene &scene)
{
    return std::clamp<uint64_t>(2000000 / scene.leaves.size(), 20, setting("CASES", 120));
}

inline unsigned long ask_in_tree(Question question, unsigned number, uint64_t map_seed)
{
    Random random(map_seed);
    const Model model = random_model(random, Payloads::wide);
    const LoadedTree tree(model, random);
    const Scene scene("tree", number, model, tree.map());

    CHECK(tree.ok());
    return tree.ok() ? ask(question, scene, random, cases_in(scene)) : 0;
}

inline unsigned long ask_in_image(Question question, unsigned number, uint64_t map_seed)
{
    Random random(map_seed);
    const Model model = random_model(random, Payloads::states);
    const LoadedImage image(model);
    const Scene scene("image", number, model, image.map());

    CHECK(image.ok());
    return image.ok() ? ask(question, scene, random, cases_in(scene)) : 0;
}

inline unsigned long ask_in_building(Question question, uint64_t map_seed)
{
    Random random(map_seed);
    const Scene scene("building", 0, building->model(), oct9_map_of_image(&building->image()));

    return ask(question, scene, random, setting("BUILDING", 100));
}

/* Asks the question in every map; `stream` sets its random numbers apart from those of others. */
inline void ask_everywhere(Question question, const char *name, const char *things, uint64_t stream)
{
    const uint64_t maps = setting("MAPS", 100), first = seed + (stream << 24);
    unsigned long asked = 0;

    things_found = 0;
    for (unsigned m = 0; m < maps; m++) {
        asked += ask_in_tree(question, m, first + m);
        asked += ask_in_image(question, m, first + (1u << 20) + m);
    }
    if (building != nullptr)
        asked += ask_in_building(question, first + (2u << 20));
    CHECK(things_found > 0);
    std::printf("%s: %lu cases, %lu %s\n", name, asked, things_found, things);
}

} // namespace oracle

#endif
