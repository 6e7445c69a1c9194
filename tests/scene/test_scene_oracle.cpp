/* SPDX-License-Identifier: MIT */
/* Questions to a scene against all of its primitives, each judged in exact arithmetic; in one call
 * and in slices.
 *
 * Environment: SEED; SCENES, how many for each kind of question; CASES, how many in each. */
#include "tests/shared/outside_counts.hpp"
#include "scene_judge.hpp"

using namespace scenes;

/* ---- Motions. ---- */

static oracle::OutsideCounts outside; /* ends of motions */

static bool same_hits(const Hits &a, const Hits &b, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (a[i].index != b[i].index || !same_contact(a[i].contact, b[i].contact))
            return false;
    return true;
}

static bool same_output(const oct9_scene_output_t &a, const oct9_scene_output_t &b)
{
    return a.count == b.count && a.more == b.more && a.leaves == b.leaves && a.nodes == b.nodes &&
           a.tests == b.tests;
}

static std::string all_hits_differ(const World &world, const Motion &motion, const Hits &hits,
                                   size_t count)
{
    const Move move = move_of(motion);
    std::vector<int64_t> guess(world.count(), 0);
    std::vector<std::pair<int64_t, size_t>> expected;

    for (size_t i = 0; i < count; i++)
        if (hits[i].index < world.count())
            guess[hits[i].index] = hits[i].contact.num;
    for (size_t i = 0; i < world.count(); i++)
        if (counts(world.primitives[i], motion.ignored)) {
            const int64_t num = contact_num(move, motion.radius_q6, world.bodies[i], guess[i]);
            if (num >= 0)
                expected.push_back({ num, i });
        }
    std::sort(expected.begin(), expected.end());
    for (size_t i = 0; i < count && i < expected.size(); i++) {
        const std::string hit = "hit " + std::to_string(i) + " ";
        if (hits[i].index != static_cast<int64_t>(expected[i].second))
            return difference(hit + "index", hits[i].index,
                              static_cast<int64_t>(expected[i].second));
        if (hits[i].contact.num != expected[i].first)
            return difference(hit + "num", hits[i].contact.num, expected[i].first);
        const std::string text = contact_differs(motion, world.bodies[hits[i].index],
                                                 hits[i].contact);
        if (!text.empty())
            return hit + "of " + std::to_string(hits[i].index) + " " + text;
    }
    return count == expected.size() ? ""
                                    : difference("count", static_cast<int64_t>(count),
                                                 static_cast<int64_t>(expected.size()));
}

static std::string first_hits_differ(const World &world, const Motion &motion, size_t capacity,
                                     const Hits &all, size_t count)
{
    Hits hits(capacity);
    const oct9_scene_cast_input_t input = cast_input(motion, hits);
    oct9_scene_output_t output;

    if (oct9_scene_cast(&world.scene, &input, &output) != OCT9_OK)
        return "cast fails";
    if (output.count != std::min(capacity, count) || !same_hits(hits, all, output.count))
        return "capacity " + std::to_string(capacity) + " gives other hits";
    if (output.more != (capacity > 1 && capacity < count))
        return "capacity " + std::to_string(capacity) + " says more " + (output.more ? "1" : "0");
    return "";
}

/* Those of all hits that are in time, which come first. */
static std::string limited_hits_differ(const World &world, const Motion &motion, size_t capacity,
                                       uint16_t before, const Hits &all, size_t count)
{
    Hits hits(capacity);
    oct9_scene_cast_input_t input = cast_input(motion, hits);
    oct9_scene_output_t output;
    size_t early = 0;

    while (early < count && all[early].contact.num < before)
        early++;
    input.before = before;
    if (oct9_scene_cast(&world.scene, &input, &output) != OCT9_OK)
        return "cast fails";
    if (output.count != std::min(capacity, early) || !same_hits(hits, all, output.count))
        return "before " + std::to_string(before) + " gives other hits";
    return output.more == (capacity > 1 && capacity < early) ? "" : "before: more is wrong";
}

/* Any time, or that of a hit, or the next one. */
static uint16_t random_limit(Random &random, const Hits &all, size_t count)
{
    if (count == 0 || random.chance(30))
        return static_cast<uint16_t>(1 + random.below(65535));
    const uint16_t num = all[random.below(static_cast<uint32_t>(count))].contact.num;
    return static_cast<uint16_t>(num + (num == 0 || random.chance(50) ? 1 : 0));
}

static std::string any_differs(const World &world, const Motion &motion, const Hits &all,
                               size_t count)
{
    Hits hits(1 + count % 3);
    oct9_scene_cast_input_t input = cast_input(motion, hits);
    oct9_scene_output_t output;

    input.any_contact = true;
    return oct9_scene_cast(&world.scene, &input, &output) == OCT9_OK
             ? any_hit_differs(output, hits, all, count)
             : "cast fails";
}

/* While it returns AGAIN, a question writes the counts of its work and nothing else. */
template <class Run>
static std::string slices_differ(const oct9_scene_output_t &whole, uint32_t budget, Run run)
{
    oct9_scene_output_t output;
    uint64_t allowed = 0;
    oct9_status_t status;

    do {
        paint(output.count);
        allowed += budget;
        status = run(&output);
        const uint64_t work = uint64_t{ output.leaves } + output.nodes + output.tests;
        if (work > allowed)
            return difference("work", static_cast<int64_t>(work), static_cast<int64_t>(allowed));
        if (status == OCT9_AGAIN && !is_painted(output.count))
            return "a slice sets the count";
    } while (status == OCT9_AGAIN);
    if (status != OCT9_OK || !same_output(output, whole))
        return "slices of " + std::to_string(budget) + " give another output";
    paint(output);
    if (run(&output) != OCT9_OK || !same_output(output, whole))
        return "a run after the end gives another output";
    return "";
}

static std::string cast_slices_differ(const World &world, const Motion &motion, uint32_t budget,
                                      size_t capacity, bool any)
{
    Hits whole(capacity), hits(capacity);
    oct9_scene_cast_input_t whole_input = cast_input(motion, whole);
    oct9_scene_cast_input_t input = cast_input(motion, hits);
    oct9_scene_cast_t cast;
    oct9_scene_output_t output;

    whole_input.any_contact = input.any_contact = any;
    if (oct9_scene_cast(&world.scene, &whole_input, &output) != OCT9_OK)
        return "cast fails";
    paint(cast);
    if (oct9_scene_cast_begin(&cast, &world.scene, &input) != OCT9_OK)
        return "begin fails";
    const std::string text = slices_differ(output, budget, [&](oct9_scene_output_t *part) {
        return oct9_scene_cast_run(&cast, budget, part);
    });
    if (!text.empty())
        return text;
    return same_hits(hits, whole, output.count) ? "" : "slices give other hits";
}

/* The smaller capacities and the slices are compared with the full list, which is judged. */
static std::string motion_differs(const World &world, const Motion &motion, Random &random)
{
    static const uint32_t budgets[] = { 1, 2, 7, 100 };
    const size_t few = 1 + random.below(4), room = world.count() + 1;
    Hits all(room);
    const oct9_scene_cast_input_t input = cast_input(motion, all);
    oct9_scene_output_t output;

    if (oct9_scene_cast(&world.scene, &input, &output) != OCT9_OK)
        return "cast fails";
    if (output.count > room)
        return difference("count", output.count, static_cast<int64_t>(room));
    if (output.more)
        return "there are more than all";
    things_found += output.count;
    outside.count(motion.from);
    outside.count(motion.to);
    std::string text = all_hits_differ(world, motion, all, output.count);
    if (text.empty())
        text = first_hits_differ(world, motion, 1, all, output.count);
    if (text.empty())
        text = any_differs(world, motion, all, output.count);
    if (text.empty() && random.chance(50))
        text = limited_hits_differ(world, motion, random.chance(50) ? 1 : few,
                                   random_limit(random, all, output.count), all, output.count);
    if (text.empty() && few > 1 && random.chance(60))
        text = first_hits_differ(world, motion, few, all, output.count);
    if (text.empty() && random.chance(20))
        text = cast_slices_differ(world, motion, budgets[random.below(4)],
                                  random.chance(50) ? few : room, random.chance(30));
    return text.empty() ? "" : text_of(motion) + ": " + text;
}

static void a_line(void)
{
    ask_everywhere(
        [](const World &world, Random &random) {
            return motion_differs(world, random_line(random, world), random);
        },
        "line", 1);
}

static void a_sphere_at_rest(void)
{
    ask_everywhere(
        [](const World &world, Random &random) {
            return motion_differs(world, random_rest(random, world), random);
        },
        "sphere at rest", 2);
}

static void a_swept_sphere(void)
{
    ask_everywhere(
        [](const World &world, Random &random) {
            return motion_differs(world, random_sweep(random, world), random);
        },
        "swept sphere", 3);
}

/* ---- The nearest. ---- */

using Found = std::vector<oct9_scene_near_t>;

static std::string nearest_list_differs(const World &world, const oct9_scene_nearest_input_t &input,
                                        size_t count)
{
    const Vec p = vec(input.point);
    std::vector<std::pair<int64_t, size_t>> expected;

    for (size_t i : all_that(world, input.ignored, [&](size_t n) {
             return ball_touches(p, input.range_q6, world.bodies[n]);
         }))
        expected.push_back({ distance_q14(p, world.bodies[i]), i });
    std::sort(expected.begin(), expected.end());
    if (count != std::min<size_t>(expected.size(), input.capacity))
        return difference("count", static_cast<int64_t>(count),
                          static_cast<int64_t>(expected.size()));
    for (size_t i = 0; i < count; i++) {
        if (input.found[i].distance_q14 != expected[i].first)
            return difference("distance_q14", input.found[i].distance_q14, expected[i].first);
        if (input.found[i].index != static_cast<int64_t>(expected[i].second))
            return difference("index", input.found[i].index,
                              static_cast<int64_t>(expected[i].second));
    }
    return "";
}

static std::string nearest_slices_differ(const World &world,
                                         const oct9_scene_nearest_input_t &whole,
                                         const oct9_scene_output_t &whole_output, uint32_t budget)
{
    Found found(whole.capacity);
    oct9_scene_nearest_input_t input = whole;
    oct9_scene_nearest_t nearest;

    input.found = found.data();
    paint(nearest);
    if (oct9_scene_nearest_begin(&nearest, &world.scene, &input) != OCT9_OK)
        return "begin fails";
    const std::string text = slices_differ(whole_output, budget, [&](oct9_scene_output_t *part) {
        return oct9_scene_nearest_run(&nearest, budget, part);
    });
    for (size_t i = 0; i < whole_output.count && text.empty(); i++)
        if (found[i].index != whole.found[i].index ||
            found[i].distance_q14 != whole.found[i].distance_q14)
            return "slices find others";
    return text;
}

static std::string nearest_differs(const World &world, Random &random)
{
    static const uint32_t budgets[] = { 1, 2, 7, 100 };
    Found found(random.chance(40)   ? 1
                : random.chance(50) ? 2 + random.below(4)
                                    : world.count() + 1);
    oct9_scene_nearest_input_t input = {};
    oct9_scene_output_t output;

    input.point = narrow(random_place(random, world));
    input.range_q6 = random.chance(20) ? static_cast<uint16_t>(REACH_MAX)
                                       : random_reach(random, world, vec(input.point));
    input.ignored = random_ignored(random);
    input.capacity = static_cast<uint16_t>(found.size());
    input.found = found.data();
    if (oct9_scene_nearest(&world.scene, &input, &output) != OCT9_OK)
        return "nearest fails";
    things_found += output.count;
    std::string text = output.count > found.size()
                         ? "more is found than there is room for"
                         : nearest_list_differs(world, input, output.count);
    if (text.empty() && random.chance(30))
        text = nearest_slices_differ(world, input, output, budgets[random.below(4)]);
    return text.empty()
             ? ""
             : "nearest to " + text_of(input.point) + " range " + std::to_string(input.range_q6) +
                   " capacity " + std::to_string(input.capacity) + " ignored " +
                   std::to_string(input.ignored) + ": " + text;
}

static void the_nearest(void)
{
    ask_everywhere(nearest_differs, "nearest", 7);
}

/* ---- What is refused. ---- */

static void check_cast_refused(const World &world, const oct9_scene_cast_input_t &input,
                               const Hits &hits, oct9_status_t expected)
{
    oct9_scene_cast_t cast;
    oct9_scene_output_t output;

    paint(output);
    CHECK_EQ(oct9_scene_cast(&world.scene, &input, &output), expected);
    CHECK_EQ(oct9_scene_cast_begin(&cast, &world.scene, &input), expected);
    CHECK(is_painted(output) && is_painted(hits[0]));
}

static void bad_casts_are_refused(void)
{
    Random random(seed);
    const World world(random);
    Hits hits(1);
    oct9_scene_cast_input_t input = cast_input({}, hits);
    oct9_scene_cast_t cast;
    oct9_scene_output_t output;

    paint(hits[0]);
    for (uint32_t radius : { 32768u, 65535u }) {
        input.motion.radius_q6 = static_cast<uint16_t>(radius);
        check_cast_refused(world, input, hits, OCT9_ERR_ARGUMENT);
    }
    input = cast_input({}, hits);
    input.capacity = 0;
    check_cast_refused(world, input, hits, OCT9_ERR_ARGUMENT);
    input.capacity = 1;
    CHECK_EQ(oct9_scene_cast_begin(&cast, &world.scene, &input), OCT9_OK);
    paint(output);
    CHECK_EQ(oct9_scene_cast_run(&cast, 0, &output), OCT9_ERR_ARGUMENT);
    CHECK(is_painted(output) && is_painted(hits[0]));
    CHECK_EQ(oct9_scene_cast_run(&cast, UINT32_MAX, &output), OCT9_OK);
}

static void check_nearest_refused(const World &world, const oct9_scene_nearest_input_t &input,
                                  oct9_status_t expected)
{
    oct9_scene_nearest_t nearest;
    oct9_scene_output_t output;

    paint(output);
    CHECK_EQ(oct9_scene_nearest(&world.scene, &input, &output), expected);
    CHECK_EQ(oct9_scene_nearest_begin(&nearest, &world.scene, &input), expected);
    CHECK(is_painted(output) && is_painted(input.found[0]));
}

static void bad_nearest_are_refused(void)
{
    Random random(seed);
    const World world(random);
    Found found(1);
    oct9_scene_nearest_input_t input = {};
    oct9_scene_nearest_t nearest;
    oct9_scene_output_t output;

    paint(found[0]);
    input.found = found.data();
    check_nearest_refused(world, input, OCT9_ERR_ARGUMENT);
    input.capacity = 1;
    for (uint32_t range : { 32768u, 65535u }) {
        input.range_q6 = static_cast<uint16_t>(range);
        check_nearest_refused(world, input, OCT9_ERR_ARGUMENT);
    }
    input.range_q6 = 32767;
    CHECK_EQ(oct9_scene_nearest_begin(&nearest, &world.scene, &input), OCT9_OK);
    paint(output);
    CHECK_EQ(oct9_scene_nearest_run(&nearest, 0, &output), OCT9_ERR_ARGUMENT);
    CHECK(is_painted(output) && is_painted(found[0]));
    CHECK_EQ(oct9_scene_nearest_run(&nearest, UINT32_MAX, &output), OCT9_OK);
}

int main(void)
{
    seed = oracle::setting("SEED", 1);
    std::printf("seed %" PRIu64 "\n", seed);
    RUN(a_line);
    RUN(a_sphere_at_rest);
    RUN(a_swept_sphere);
    RUN(the_nearest);
    RUN(bad_casts_are_refused);
    RUN(bad_nearest_are_refused);
    outside.check("ends of motions");
    return test_end();
}
