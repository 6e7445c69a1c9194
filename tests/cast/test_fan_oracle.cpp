/* SPDX-License-Identifier: MIT */
/* Fans against casts, ray by ray (test_cast_oracle and test_cast_filters_oracle judge those):
 * frames of 8 x 8 rays, scans of 360, and rays to anywhere. */
#include "tests/shared/search_cases.hpp"

#include "oct9/cast.h"

#include <cmath>

using namespace oracle;

/* ---- Where the rays go. ---- */

static Point random_axis(Random &random, int most)
{
    return { random.between(-most, most), random.between(-most, most),
             random.between(-most, most) };
}

/* An 8 x 8 grid at some distance. */
static std::vector<oct9_point_t> frame(Random &random, const Point &from)
{
    const int reach = random.chance(50) ? 2000 : 30000;
    const Point ahead = random_axis(random, reach);
    const Point right = random_axis(random, reach / 8), up = random_axis(random, reach / 8);
    std::vector<oct9_point_t> to;

    for (int row = -4; row < 4; row++)
        for (int column = -4; column < 4; column++) {
            Point p = {};
            for (size_t axis = 0; axis < 3; axis++)
                p[axis] = from[axis] + ahead[axis] + column * right[axis] + row * up[axis];
            to.push_back(narrow(p));
        }
    return to;
}

/* A ray a degree in a plane of the map's axes. */
static std::vector<oct9_point_t> scan(Random &random, const Point &from)
{
    const size_t across = random.below(3), along = (across + 1) % 3;
    const double reach = random.chance(50) ? 3000 : 25000;
    std::vector<oct9_point_t> to;

    for (int degree = 0; degree < 360; degree++) {
        const double angle = degree * 3.14159265358979 / 180;
        Point p = from;
        p[across] += std::llround(reach * std::cos(angle));
        p[along] += std::llround(reach * std::sin(angle));
        to.push_back(narrow(p));
    }
    return to;
}

/* Few rays, to anywhere; some of them of no length, and some that never meet the cube. */
static std::vector<oct9_point_t> anywhere(Random &random, const Scene &scene,
                                          const oct9_point_t &from)
{
    std::vector<oct9_point_t> to(1 + random.below(12));

    for (oct9_point_t &p : to)
        p = random.chance(5)  ? from
          : random.chance(50) ? random_point(random, scene)
                              : random_ends(random, scene.model).to;
    return to;
}

static std::vector<oct9_point_t> random_ends_of(Random &random, const Scene &scene,
                                                const oct9_point_t &from)
{
    const uint32_t kind = random.below(100);

    if (kind < 6)
        return frame(random, wide(from));
    if (kind < 9)
        return scan(random, wide(from));
    return anywhere(random, scene, from);
}

/* A corner of a leaf, or any other point, in the cube or not. */
static oct9_point_t random_origin(Random &random, const Scene &scene)
{
    const oct9_cell_t &corner = scene.any_leaf(random).leaf.corner;

    if (random.chance(30))
        return cell_corner(corner.x, corner.y, corner.z);
    return random_point(random, scene);
}

/* ---- What the fan must say. ---- */

struct Fan {
    std::vector<oct9_point_t> to;
    std::vector<oct9_fan_hit_t> hits; /* one more than the library may write */
    oct9_fan_input_t input = {};

    Fan(const oct9_point_t &from, const std::vector<oct9_point_t> &to_, const oct9_rules_t &rules)
        : to(to_), hits(to_.size() + 1)
    {
        for (oct9_fan_hit_t &hit : hits)
            paint(hit);
        input.from = from;
        input.to = to.data();
        input.count = static_cast<uint16_t>(to.size());
        input.rules = rules;
        input.hits = hits.data();
    }
    Fan(const Fan &) = delete;
    Fan &operator=(const Fan &) = delete;
    bool kept_to_it() const { return is_painted(hits.back()); }
};

static bool cast_to(const Scene &scene, const oct9_fan_input_t &fan, const oct9_point_t &to,
                    oct9_cast_output_t &output)
{
    const oct9_cast_input_t input = { fan.from, to, fan.rules };

    return oct9_cast_ray(&scene.map, &input, &output) == OCT9_OK;
}

static std::string hit_differs(const oct9_fan_hit_t &hit, const oct9_cast_output_t &cast)
{
    const oct9_fraction_t fraction = { hit.num, hit.den };

    if (hit.hit != cast.hit)
        return difference("hit", std::to_string(hit.hit), std::to_string(cast.hit));
    if (hit.num != cast.fraction.num || hit.den != cast.fraction.den)
        return difference("fraction", text_of(fraction), text_of(cast.fraction));
    if (wide(hit.point) != wide(cast.point))
        return difference("point", text_of(hit.point), text_of(cast.point));
    if (hit.face != cast.face)
        return difference("face", std::to_string(hit.face), std::to_string(cast.face));
    if (hit.hit == OCT9_HIT_LEAF && (hit.payload != cast.leaf.payload ||
                                     hit.level != cast.leaf.level || hit.state != cast.leaf.state))
        return "it returns another leaf than " + text_of(cast.leaf);
    return "";
}

struct Counts {
    uint64_t leaves, nodes;
};

/* Those of the casts, but the descent from the root to a point in the cube counts only once: it is
 * what a cast of no length takes. */
static std::string fan_differs(const Scene &scene, const oct9_fan_input_t &input, Counts &counts)
{
    oct9_cast_output_t cast;

    counts = { 0, 0 };
    for (size_t i = 0; i < input.count; i++) {
        if (!cast_to(scene, input, input.to[i], cast))
            return "the cast fails";
        const std::string text = hit_differs(input.hits[i], cast);
        if (!text.empty())
            return "ray " + std::to_string(i) + " to " + text_of(input.to[i]) + ": " + text;
        things_found += cast.hit == OCT9_HIT_LEAF ? 1 : 0;
        counts.leaves += cast.leaves;
        counts.nodes += cast.nodes;
    }
    if (!cast_to(scene, input, input.from, cast))
        return "the cast of no length fails";
    if (is_inside(input.from))
        counts.nodes -= uint64_t{ input.count - 1u } * cast.nodes;
    return "";
}

static std::string output_differs(const oct9_fan_output_t &output, const Fan &fan,
                                  const Counts &counts)
{
    if (output.leaves != counts.leaves)
        return difference("leaves", std::to_string(output.leaves), std::to_string(counts.leaves));
    if (output.nodes != counts.nodes)
        return difference("nodes", std::to_string(output.nodes), std::to_string(counts.nodes));
    return fan.kept_to_it() ? "" : "it writes beyond its hits";
}

static std::string fan_question(const Scene &scene, Random &random)
{
    const oct9_point_t from = random_origin(random, scene);
    Fan fan(from, random_ends_of(random, scene, from), random_rules(random, scene));
    oct9_fan_output_t output;
    Counts counts;

    if (oct9_cast_fan(&scene.map, &fan.input, &output) != OCT9_OK)
        return "the fan fails";
    std::string text = fan_differs(scene, fan.input, counts);
    if (text.empty())
        text = output_differs(output, fan, counts);
    return text.empty() ? ""
                        : std::to_string(fan.input.count) + " rays from " + text_of(from) + ", " +
                              text_of(fan.input.rules) + ": " + text;
}

static void fans(void)
{
    ask_everywhere(fan_question, "fans", "rays stopped by a leaf", 8);
}

/* ---- What is refused. ---- */

static void check_refused(const oct9_map_t &map, const Fan &fan, oct9_status_t expected)
{
    oct9_fan_output_t output;

    paint(output);
    CHECK_EQ(oct9_cast_fan(&map, &fan.input, &output), expected);
    CHECK(is_painted(output));
    for (const oct9_fan_hit_t &hit : fan.hits)
        CHECK(is_painted(hit));
}

static void bad_input_is_refused(void)
{
    const Model model;
    const LoadedImage image(model);
    Fan none(cell_corner(0, 0, 0), { point_from_low(1, 1, 1) }, {});

    none.input.count = 0;
    check_refused(image.map(), none, OCT9_ERR_ARGUMENT);
    for (const BadRules &bad : bad_rules())
        for (const oct9_point_t &from :
             { point_from_low(5, 5, 5), point_from_low(-1, 5, 5), point_from_low(5, 32768, 5) }) {
            const Fan fan(from, { { 1, 1, 1 }, { 2, 2, 2 } }, bad.rules);
            check_refused(image.map(), fan, bad.status);
        }
}

int main(int argc, char **argv)
{
    begin_searches(argc, argv);
    RUN(fans);
    RUN(bad_input_is_refused);
    return test_end();
}
