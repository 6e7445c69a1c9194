/* SPDX-License-Identifier: MIT */
/* Lines over the linked leaves of a scene against oct9_scene_cast: the same hits and contacts, for
 * lists of any capacity, in one call and in slices; and leaves that are not the scene's.
 *
 * Environment: SEED; SCENES, how many; CASES, how many lines in each. */
#include "linked_image.hpp"
#include "scene_judge.hpp"

#include "oct9/linked_scene.h"
#include "oct9/walk.h"

using namespace scenes;
using oracle::LinkedImage;

static unsigned long lines_cast, lists_full, hits_met[3];

static std::string answer_differs(const Hits &is, const oct9_scene_output_t &answer,
                                  const Hits &should, const oct9_scene_output_t &expected)
{
    if (answer.count != expected.count)
        return difference("count", answer.count, expected.count);
    if (answer.more != expected.more)
        return difference("more", answer.more, expected.more);
    for (size_t i = 0; i < answer.count; i++)
        if (is[i].index != should[i].index || !same_contact(is[i].contact, should[i].contact))
            return "hit " + std::to_string(i) + " differs";
    return answer.nodes == 0 ? "" : difference("nodes", answer.nodes, 0);
}

static std::string slices_differ(const oct9_linked_scene_t &linked,
                                 const oct9_scene_cast_input_t &input, uint32_t budget,
                                 oct9_scene_output_t &output)
{
    oct9_linked_scene_cast_t cast;
    uint64_t allowed = 0;
    oct9_status_t status;

    paint(cast);
    if (oct9_linked_scene_cast_begin(&cast, &linked, &input) != OCT9_OK)
        return "begin fails";
    do {
        paint(output.count);
        allowed += budget;
        status = oct9_linked_scene_cast_run(&cast, budget, &output);
        const uint64_t work = uint64_t{ output.leaves } + output.tests;
        if (work > allowed)
            return difference("work", static_cast<int64_t>(work), static_cast<int64_t>(allowed));
        if (status == OCT9_AGAIN && !is_painted(output.count))
            return "a slice sets the count";
    } while (status == OCT9_AGAIN);
    return status == OCT9_OK ? "" : difference("status", status, OCT9_OK);
}

/* The leaves that a cast for the first hit visits: those of the walk that the line enters not later
 * than two 65535ths after the hit. */
static uint32_t leaves_up_to(const oct9_scene_t &scene, const Motion &motion,
                             const oct9_scene_output_t &found, const Hits &hits)
{
    const oct9_map_t map = oct9_map_of_tree(&scene.tree);
    const uint64_t end = found.count == 0 ? 65535 : hits[0].contact.num + 2u;
    oct9_walk_t walk;
    uint32_t leaves = 0;
    int more = oct9_walk_begin(&walk, &map, &motion.from, &motion.to);

    for (; more > 0; more = oct9_walk_next(&walk)) {
        oct9_fraction_t entry;
        (void)oct9_walk_entry(&walk, &entry);
        leaves += entry.num * uint64_t{ 65535 } <= end * entry.den;
    }
    return leaves;
}

static std::string line_differs(const oct9_linked_scene_t &linked, const Motion &motion,
                                size_t capacity, uint32_t budget)
{
    Hits is(capacity), should(capacity), sliced(capacity);
    const oct9_scene_cast_input_t input = cast_input(motion, is);
    const oct9_scene_cast_input_t input_sliced = cast_input(motion, sliced);
    const oct9_scene_cast_input_t expected_input = cast_input(motion, should);
    oct9_scene_output_t answer, expected;

    if (oct9_linked_scene_cast(&linked, &input, &answer) != OCT9_OK ||
        oct9_scene_cast(linked.scene, &expected_input, &expected) != OCT9_OK)
        return "a cast fails";
    lists_full += expected.more;
    hits_met[std::min<size_t>(expected.count, 2)]++;
    std::string text = answer_differs(is, answer, should, expected);
    const uint32_t leaves = leaves_up_to(*linked.scene, motion, expected, should);
    if (text.empty() && capacity == 1 && answer.leaves != leaves)
        text = difference("leaves", answer.leaves, leaves);
    if (text.empty())
        text = slices_differ(linked, input_sliced, budget, answer);
    return text.empty() ? answer_differs(sliced, answer, should, expected) : text;
}

static std::string any_differs(const oct9_linked_scene_t &linked, const Motion &motion,
                               size_t capacity)
{
    Hits any(1), all(capacity);
    oct9_scene_cast_input_t input = cast_input(motion, any);
    const oct9_scene_cast_input_t all_input = cast_input(motion, all);
    oct9_scene_output_t answer, expected;

    input.any_contact = true;
    if (oct9_linked_scene_cast(&linked, &input, &answer) != OCT9_OK ||
        oct9_scene_cast(linked.scene, &all_input, &expected) != OCT9_OK)
        return "a cast fails";
    return any_hit_differs(answer, any, all, expected.count);
}

static void lines_in(const World &world, const oct9_linked_scene_t &linked, Random &random,
                     uint64_t number)
{
    static const uint32_t budgets[] = { 1, 2, 7, UINT32_MAX };
    const uint64_t count = oracle::setting("CASES", 250);

    for (uint64_t i = 0; i < count; i++) {
        const Motion motion = random_line(random, world);
        const uint32_t budget = budgets[random.below(4)];
        std::string text = line_differs(linked, motion, 1, budget);
        if (text.empty())
            text = line_differs(linked, motion, 2 + random.below(3), budget);
        if (text.empty())
            text = line_differs(linked, motion, world.count() + 1, budget);
        if (text.empty())
            text = any_differs(linked, motion, world.count() + 1);
        CHECK(text.empty());
        if (!text.empty())
            report(text_of(motion) + ": " + text, number, world);
        lines_cast++;
    }
}

static void lines(void)
{
    const uint64_t count = oracle::setting("SCENES", 400);

    for (uint64_t s = 0; s < count; s++) {
        Random random(seed + s);
        const World world(random);
        const LinkedImage image(oct9_map_of_tree(&world.scene.tree),
                                oracle::random_page_most(random));
        oct9_linked_scene_t linked;

        CHECK(world.status == OCT9_OK && image.linked());
        CHECK_EQ(oct9_linked_scene_open(&linked, image.linked(), &world.scene), OCT9_OK);
        lines_in(world, linked, random, s);
    }
    CHECK(lists_full > 0 && hits_met[0] > 0 && hits_met[1] > 0 && hits_met[2] > 0);
    std::printf("%lu lines; lists: %lu empty, %lu of one, %lu of more, %lu full\n", lines_cast,
                hits_met[0], hits_met[1], hits_met[2], lists_full);
}

static void others_leaves_are_refused(void)
{
    unsigned refused = 0;

    for (uint64_t s = 0; s < 40; s++) {
        Random random(seed + (1u << 24) + s);
        const World one(random), other(random);
        const LinkedImage image(oct9_map_of_tree(&other.scene.tree));
        oct9_linked_scene_t linked;
        uint8_t before[sizeof linked];

        CHECK(image.linked());
        paint(linked);
        std::memcpy(before, &linked, sizeof linked);
        const oct9_status_t status = oct9_linked_scene_open(&linked, image.linked(), &one.scene);
        CHECK(status == OCT9_OK || std::memcmp(before, &linked, sizeof linked) == 0);
        refused += status == OCT9_ERR_IMAGE_INDEX;
    }
    CHECK(refused > 30);
}

static void bad_lines_are_refused(void)
{
    Random random(seed);
    World world(random);
    const LinkedImage image(oct9_map_of_tree(&world.scene.tree));
    Hits hits(1);
    oct9_scene_cast_input_t input = cast_input(random_line(random, world), hits);
    oct9_linked_scene_t linked;
    oct9_linked_scene_cast_t cast;
    oct9_scene_output_t output;

    CHECK_EQ(oct9_linked_scene_open(&linked, image.linked(), &world.scene), OCT9_OK);
    input.motion.radius_q6 = 1;
    CHECK_EQ(oct9_linked_scene_cast(&linked, &input, &output), OCT9_ERR_ARGUMENT);
    input.motion.radius_q6 = 0;
    input.capacity = 0;
    CHECK_EQ(oct9_linked_scene_cast(&linked, &input, &output), OCT9_ERR_ARGUMENT);
    input.capacity = 1;
    CHECK_EQ(oct9_linked_scene_cast_begin(&cast, &linked, &input), OCT9_OK);
    CHECK_EQ(oct9_linked_scene_cast_run(&cast, 0, &output), OCT9_ERR_ARGUMENT);
    CHECK_EQ(oct9_scene_build(&world.scene, &world.config), OCT9_OK);
    CHECK_EQ(oct9_linked_scene_cast_run(&cast, 1, &output), OCT9_ERR_STALE);
    CHECK_EQ(oct9_linked_scene_cast(&linked, &input, &output), OCT9_ERR_STALE);
    CHECK_EQ(oct9_linked_scene_open(&linked, image.linked(), &world.scene), OCT9_OK);
    CHECK_EQ(oct9_linked_scene_cast(&linked, &input, &output), OCT9_OK);
}

int main(void)
{
    seed = oracle::setting("SEED", 1);
    std::printf("seed %" PRIu64 "\n", seed);
    RUN(lines);
    RUN(others_leaves_are_refused);
    RUN(bad_lines_are_refused);
    return test_end();
}
