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

/* ---- All in a shape. ---- */

/* Bits, in memory of their exact size and not clean. */
struct Seen {
    std::unique_ptr<uint8_t[]> bytes;

    explicit Seen(const World &world) : bytes(new uint8_t[(world.count() + 7) / 8])
    {
        std::memset(bytes.get(), 0xA5, (world.count() + 7) / 8);
    }
};

/* The indices that are found, sorted; what is wrong with the calls comes as one more index. */
static std::vector<size_t> found_by(oct9_scene_find_t &find, const World &world, uint32_t budget)
{
    std::vector<size_t> out;
    uint64_t left = 1000000; /* of slices */
    int answer = OCT9_AGAIN;
    uint16_t index = 0;

    while (answer != 0 && left-- > 0) {
        answer = oct9_scene_find_next(&find, budget, &index);
        if (answer == 1)
            out.push_back(index);
        else if (answer != 0 && answer != OCT9_AGAIN)
            out.push_back(world.count());
    }
    if (answer != 0 || oct9_scene_find_next(&find, budget, &index) != 0)
        out.push_back(world.count() + 1);
    std::sort(out.begin(), out.end());
    return out;
}

static std::string text_of(const std::vector<size_t> &numbers)
{
    std::string text = "{";

    for (size_t n : numbers)
        text += " " + std::to_string(n);
    return text + " }";
}

template <class Begin>
static std::string find_differs(const World &world, Random &random,
                                const std::vector<size_t> &should, Begin begin)
{
    static const uint32_t budgets[] = { 1, 2, 7, UINT32_MAX };
    const size_t chosen = random.below(3);

    for (uint32_t budget : { UINT32_MAX, budgets[chosen] }) {
        const Seen seen(world);
        oct9_scene_find_t find;
        paint(find);
        if (begin(&find, seen.bytes.get()) != OCT9_OK)
            return "begin fails";
        const std::vector<size_t> is = found_by(find, world, budget);
        if (is != should)
            return "with budget " + std::to_string(budget) + " found " + text_of(is) +
                   ", should be " + text_of(should);
    }
    things_found += should.size();
    return "";
}

template <class Test>
static std::vector<size_t> all_that(const World &world, uint16_t ignored, Test test)
{
    std::vector<size_t> out;

    for (size_t i = 0; i < world.count(); i++)
        if (counts(world.primitives[i], ignored) && test(i))
            out.push_back(i);
    return out;
}

static std::string box_differs(const World &world, Random &random)
{
    const uint16_t ignored = random_ignored(random);
    Vec lo = vec(narrow(random_place(random, world)));
    Vec hi = random.chance(10) ? lo : vec(narrow(random_place(random, world)));

    for (size_t a = 0; a < 3; a++)
        if (hi[a] < lo[a])
            std::swap(lo[a], hi[a]);
    const oct9_region_t box = { OCT9_REGION_BOX, narrow(lo), narrow(hi), {}, 0, nullptr };
    const std::string text = find_differs(
        world, random,
        all_that(world, ignored, [&](size_t i) { return meets_box(world.bodies[i], lo, hi); }),
        [&](oct9_scene_find_t *find, uint8_t *seen) {
            return oct9_scene_find_begin(find, &world.scene, &box, ignored, seen);
        });
    return text.empty() ? ""
                        : "box " + text_of(box.lo) + " " + text_of(box.hi) + " ignored " +
                              std::to_string(ignored) + ": " + text;
}

static std::string ball_differs(const World &world, Random &random)
{
    const Motion ball = random_rest(random, world);
    const oct9_region_t region = { OCT9_REGION_SPHERE, {}, {}, ball.from, ball.radius_q6, nullptr };
    const std::string text = find_differs(
        world, random,
        all_that(world, ball.ignored,
                 [&](size_t i) {
                     return ball_touches(vec(ball.from), ball.radius_q6, world.bodies[i]);
                 }),
        [&](oct9_scene_find_t *find, uint8_t *seen) {
            return oct9_scene_find_begin(find, &world.scene, &region, ball.ignored, seen);
        });

    return text.empty() ? "" : "ball " + text_of(ball) + ": " + text;
}

static Vec normal_of(const oct9_plane_t &plane)
{
    return { plane.normal[0], plane.normal[1], plane.normal[2] };
}

static bool meets_each_plane(const oct9_frustum_t &frustum, const Body &body)
{
    return std::all_of(frustum.plane, frustum.plane + 6, [&](const oct9_plane_t &plane) {
        return meets_half_space(body, normal_of(plane), plane.offset);
    });
}

/* Those that are listed in leaves that meet each plane: the tree's lists are judged elsewhere. */
static std::vector<bool> listed_in(const World &world, const oct9_frustum_t &frustum)
{
    std::vector<bool> out(world.count());

    for (const Place &node : all_nodes(world.scene))
        if (node.is_leaf() && node.payload() != 0 &&
            meets_each_plane(frustum, body_of_box(node.lo, node.hi())))
            for (uint16_t index : list_of(world.scene, node))
                out[index] = true;
    return out;
}

static std::string frustum_differs(const World &world, Random &random)
{
    const uint16_t ignored = random_ignored(random);
    const oct9_frustum_t frustum = random_frustum(random, world);
    const oct9_region_t region = { OCT9_REGION_FRUSTUM, {}, {}, {}, 0, &frustum };
    const std::vector<bool> listed = listed_in(world, frustum);
    std::string text = find_differs(
        world, random,
        all_that(world, ignored,
                 [&](size_t i) { return listed[i] && meets_each_plane(frustum, world.bodies[i]); }),
        [&](oct9_scene_find_t *find, uint8_t *seen) {
            return oct9_scene_find_begin(find, &world.scene, &region, ignored, seen);
        });

    if (text.empty())
        return "";
    text += " frustum";
    for (const oct9_plane_t &p : frustum.plane)
        text += " {{" + std::to_string(p.normal[0]) + ", " + std::to_string(p.normal[1]) + ", " +
                std::to_string(p.normal[2]) + "}, " + std::to_string(p.offset) + "}";
    return text + " ignored " + std::to_string(ignored);
}

static void all_in_a_box(void)
{
    ask_everywhere(box_differs, "box", 4);
}
static void all_in_a_ball(void)
{
    ask_everywhere(ball_differs, "ball", 5);
}
static void all_in_a_frustum(void)
{
    ask_everywhere(frustum_differs, "frustum", 6);
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

static void bad_boxes_and_balls_are_refused(void)
{
    Random random(seed);
    const World world(random);
    const Seen seen(world);
    const oct9_point_t p = { 5, 5, 5 };
    oct9_scene_find_t find;
    uint16_t index;

    for (const oct9_point_t &hi :
         { oct9_point_t{ 4, 9, 9 }, oct9_point_t{ 9, 4, 9 }, oct9_point_t{ 9, 9, -4 } }) {
        const oct9_region_t box = { OCT9_REGION_BOX, p, hi, {}, 0, nullptr };
        CHECK_EQ(oct9_scene_find_begin(&find, &world.scene, &box, 0, seen.bytes.get()),
                 OCT9_ERR_ARGUMENT);
    }
    for (uint16_t radius : { uint16_t{ 32768 }, uint16_t{ 65535 } }) {
        const oct9_region_t ball = { OCT9_REGION_SPHERE, {}, {}, p, radius, nullptr };
        CHECK_EQ(oct9_scene_find_begin(&find, &world.scene, &ball, 0, seen.bytes.get()),
                 OCT9_ERR_ARGUMENT);
    }
    CHECK_EQ(oct9_scene_find_begin(&find, &world.scene, nullptr, 0, seen.bytes.get()), OCT9_OK);
    paint(index);
    CHECK_EQ(oct9_scene_find_next(&find, 0, &index), OCT9_ERR_ARGUMENT);
    CHECK(is_painted(index));
}

static void bad_frusta_are_refused(void)
{
    static const int16_t bad[][3] = {
        { 0, 0, 0 }, { 16385, 0, 0 }, { 0, -16385, 0 }, { 0, 1, INT16_MIN }
    };
    Random random(seed);
    const World world(random);
    const Seen seen(world);
    oct9_scene_find_t find;

    for (size_t plane = 0; plane < 6; plane++)
        for (const int16_t *normal : bad) {
            oct9_frustum_t frustum = random_frustum(random, world);
            std::copy(normal, normal + 3, frustum.plane[plane].normal);
            const oct9_region_t region = { OCT9_REGION_FRUSTUM, {}, {}, {}, 0, &frustum };
            CHECK_EQ(oct9_scene_find_begin(&find, &world.scene, &region, 0, seen.bytes.get()),
                     OCT9_ERR_ARGUMENT);
        }
}

int main(void)
{
    seed = oracle::setting("SEED", 1);
    std::printf("seed %" PRIu64 "\n", seed);
    RUN(a_line);
    RUN(a_sphere_at_rest);
    RUN(a_swept_sphere);
    RUN(all_in_a_box);
    RUN(all_in_a_ball);
    RUN(all_in_a_frustum);
    RUN(the_nearest);
    RUN(bad_casts_are_refused);
    RUN(bad_nearest_are_refused);
    RUN(bad_boxes_and_balls_are_refused);
    RUN(bad_frusta_are_refused);
    outside.check("ends of motions");
    return test_end();
}
