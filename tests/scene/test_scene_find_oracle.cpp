/* SPDX-License-Identifier: MIT */
/* All primitives of a scene in a box, a ball or a frustum, each judged in exact arithmetic; in
 * slices.
 *
 * Environment: SEED; SCENES, how many for each kind of question; CASES, how many in each. */
#include "scene_judge.hpp"

using namespace scenes;

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

/* ---- What is refused. ---- */

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
    RUN(all_in_a_box);
    RUN(all_in_a_ball);
    RUN(all_in_a_frustum);
    RUN(bad_boxes_and_balls_are_refused);
    RUN(bad_frusta_are_refused);
    return test_end();
}
