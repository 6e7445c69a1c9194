/* SPDX-License-Identifier: MIT */
/* Shortened polylines in random rooms, after every slice: they are as clear as they were, with the
 * same ends, and never longer. The polylines are routes, and others that go to and fro.
 *
 * Environment: SEED; POLYLINES, how many. A release is tested with POLYLINES=100000. */
#include "route_cases.hpp"
#include "route_judge.hpp"

#include "tests/shared/report.hpp"

#include <cinttypes>
#include <cmath>
#include <cstring>

using namespace oracle;

static uint64_t seed;
static struct {
    unsigned long polylines, routes, changes, shorter, straight, dear;
} seen;

using Polyline = std::vector<oct9_point_t>;

static double length(const Polyline &points)
{
    double sum = 0;
    for (size_t i = 0; i + 1 < points.size(); i++)
        sum += std::sqrt(static_cast<double>(square_between(points[i], points[i + 1])));
    return sum;
}

/* --- what a polyline may become --------------------------------------------------------------- */

static oct9_rules_t careful(oct9_rules_t rules)
{
    rules.unknown = OCT9_BLOCKS;
    rules.start_inside = OCT9_BLOCKS;
    return rules;
}

/* A body in a world, with what its price depends on. */
struct Body {
    const oct9_route_body_t &body;
    Judge judge, wide;

    Body(const RouteWorld &world, const oct9_route_body_t &of)
        : body(of), judge(world, of.radius_q6, of.rules), wide(world, of.wide_q6, careful(of.rules))
    {
    }
    bool dear(const Polyline &points, size_t segment) const
    {
        return body.price != 0 && !wide.clear(points[segment], points[segment + 1], false);
    }
    /* Of segments from one to another. */
    bool some_dear(const Polyline &points, size_t first, size_t end) const
    {
        while (first < end && !dear(points, first))
            first++;
        return first < end;
    }
    bool all_dear(const Polyline &points, size_t first, size_t end) const
    {
        while (first < end && dear(points, first))
            first++;
        return first >= end;
    }
};

/* No segment that has the price is there instead of one that has not. */
static bool dear_differs(const Body &body, const Polyline &before, const Polyline &after)
{
    size_t first = 0, last = 0;
    const size_t least = std::min(before.size(), after.size());
    while (first < least && same_point(before[first], after[first]))
        first++;
    while (last + first < least &&
           same_point(before[before.size() - 1 - last], after[after.size() - 1 - last]))
        last++;
    const bool some = body.some_dear(after, first - 1, after.size() - last);
    seen.dear += some;
    return some && !body.all_dear(before, first - 1, before.size() - last);
}

static std::string change_differs(const Body &body, const Polyline &before, const Polyline &after,
                                  bool one_change)
{
    const oct9_heights_t *heights = body.body.heights;
    seen.changes++;
    if (!same_point(before.front(), after.front()) || !same_point(before.back(), after.back()))
        return "an end moved";
    if (length(after) >= length(before))
        return "it is not shorter";
    if (!body.judge.clear(after.data(), after.size()))
        return "it is not clear";
    for (size_t i = 1; heights != nullptr && i + 1 < after.size(); i++)
        if (after[i].z < heights->low || after[i].z > heights->high)
            return "point " + std::to_string(i) + " is at a height of " +
                   std::to_string(after[i].z);
    return one_change && dear_differs(body, before, after) ? "it has the price" : "";
}

/* A point without which a polyline that was shortened to its end would be shorter, as clear, and
 * have the price no more than now; 0 if there is none. The library measures whole sub-cells. */
static size_t needless(const Body &body, const Polyline &points)
{
    for (size_t i = 1; i + 1 < points.size(); i++) {
        const Polyline by = { points[i - 1], points[i], points[i + 1] };
        const Polyline straight = { points[i - 1], points[i + 1] };
        if (length(by) - length(straight) > 34 &&
            body.judge.clear(points[i - 1], points[i + 1], i == 1) &&
            (!body.dear(straight, 0) || body.all_dear(by, 0, 2)))
            return i;
    }
    return 0;
}

/* --- one polyline ----------------------------------------------------------------------------- */

struct Shortened {
    oct9_route_shorten_input_t input;
    Polyline points; /* in their room */
    oct9_route_shorten_output_t output = {};

    Shortened(const oct9_route_body_t &body, const Polyline &of, size_t room, uint16_t sweeps)
        : points(of)
    {
        points.resize(room);
        input = { body, points.data(), static_cast<uint16_t>(of.size()),
                  static_cast<uint16_t>(room), sweeps };
    }
    Polyline now() const { return { points.begin(), points.begin() + output.count }; }
};

static std::string slices_differ(const oct9_map_t &map, const Body &body, Shortened &of,
                                 uint32_t budget)
{
    static oct9_route_shorten_t shorten;
    Polyline before(of.points.begin(), of.points.begin() + of.input.count);
    oct9_status_t status = oct9_route_shorten_begin(&shorten, &map, &of.input);
    if (status != OCT9_OK)
        return difference("begin", std::to_string(status), "OCT9_OK");
    do {
        status = oct9_route_shorten_run(&shorten, budget, &of.output);
        if (of.output.count < 1 || of.output.count > of.input.room)
            return difference("count", std::to_string(of.output.count), "within the room");
        const Polyline after = of.now();
        if (std::equal(before.begin(), before.end(), after.begin(), after.end(), same_point))
            continue;
        const std::string text = change_differs(body, before, after, budget == 1);
        if (!text.empty())
            return text;
        before = after;
    } while (status == OCT9_AGAIN);
    return status == OCT9_OK ? "" : difference("run", std::to_string(status), "OCT9_OK");
}

static std::string end_differs(const Body &body, const Shortened &of)
{
    /* A trial that began goes on: it may take three segments, then three times four. */
    const uint32_t most = (of.input.sweeps + 16u) * (body.body.price != 0 ? 2 : 1);
    const size_t point = of.input.sweeps == UINT16_MAX ? needless(body, of.now()) : 0;
    if (of.input.sweeps != UINT16_MAX && of.output.sweeps > most)
        return difference("sweeps", std::to_string(of.output.sweeps), std::to_string(most));
    return point != 0 ? "point " + std::to_string(point) + " is needless" : "";
}

static std::string polyline_differs(const oct9_map_t &map, const Body &body, const Polyline &points,
                                    Random &random)
{
    static const uint32_t budgets[] = { 1, 1, 2, 7, 100 };
    const size_t room = points.size() + (random.chance(50) ? 0 : random.below(30));
    const uint16_t sweeps = static_cast<uint16_t>(random.chance(50) ? 65535 : random.below(40));
    Shortened sliced(body.body, points, room, sweeps), whole(body.body, points, room, sweeps);
    std::string text = slices_differ(map, body, sliced, budgets[random.below(5)]);
    if (text.empty())
        text = end_differs(body, sliced);
    if (text.empty())
        text = slices_differ(map, body, whole, UINT32_MAX);
    const Polyline a = sliced.now(), b = whole.now();
    if (text.empty() && !std::equal(a.begin(), a.end(), b.begin(), b.end(), same_point))
        text = "slices differ from the whole";
    seen.polylines++;
    seen.shorter += length(a) < length(points);
    seen.straight += a.size() == 2 && points.size() > 2;
    return text;
}

/* --- polylines -------------------------------------------------------------------------------- */

/* From place to place where the sphere can go, some of them twice. */
static Polyline to_and_fro(Random &random, const RouteWorld &world, const Body &body,
                           const oct9_point_t &from)
{
    const oct9_heights_t *heights = body.body.heights;
    const size_t most = 1 + random.below(14);
    Polyline points = { from };
    for (int tries = 0; tries < 60 && points.size() < most; tries++) {
        oct9_point_t to = random.chance(5) ? points.back() : random_place(random, world);
        if (heights != nullptr)
            to.z = std::clamp(to.z, heights->low, heights->high);
        if (body.judge.clear(points.back(), to, points.size() == 1) && body.judge.clear(to, false))
            points.push_back(to);
    }
    return points;
}

static Polyline route_of(const oct9_map_t &map, RouteCase &of)
{
    static oct9_route_t route;
    oct9_route_output_t output;
    of.input.sweeps = 0;
    if (oct9_route_begin(&route, &map, &of.input) != OCT9_OK ||
        oct9_route_run(&route, UINT32_MAX, &output) != OCT9_OK)
        return {};
    return { of.points.begin(), of.points.begin() + output.count };
}

static void check_polyline(unsigned number, const RouteWorld &world, RouteCase &of, Random &random)
{
    static int reported = 0;
    const bool leaves = of.input.body.rules.start_inside == OCT9_LEAVES;
    const size_t maps = leaves ? world.unlayered() : world.maps().size();
    const oct9_map_t &map = world.maps()[random.below(static_cast<uint32_t>(maps))];
    const Body body(world, of.input.body);
    if (!body.judge.clear(of.input.from, true))
        return;
    Polyline points = random.chance(50) ? route_of(map, of) : Polyline{};
    seen.routes += points.size() > 2;
    if (points.empty())
        points = to_and_fro(random, world, body, of.input.from);
    const std::string text = polyline_differs(map, body, points, random);
    CHECK(text.empty());
    if (!text.empty() && reported++ < 20)
        std::printf("  room %u, %zu points, %s: %s\n", number, points.size(),
                    text_of(of.input).c_str(), text.c_str());
}

static void polylines_in_rooms(void)
{
    const uint64_t polylines = setting("POLYLINES", 4000);
    for (unsigned number = 0; seen.polylines < polylines; number++) {
        Random random(seed + (32u << 20) + number);
        const RouteWorld world(random);
        CHECK(world.ok());
        for (int i = 0; world.ok() && i < 8; i++)
            check_polyline(number, world, *random_case(random, world), random);
    }
}

static void print_seen(void)
{
    std::printf("%lu polylines, of which %lu are routes with corners: %lu got shorter, %lu "
                "straight, by %lu changes, %lu of them with the price\n",
                seen.polylines, seen.routes, seen.shorter, seen.straight, seen.changes, seen.dear);
    CHECK(seen.routes * 50 > seen.polylines && seen.dear * 200 > seen.changes);
    CHECK(seen.shorter * 4 > seen.polylines && seen.straight * 50 > seen.polylines);
}

int main(void)
{
    seed = setting("SEED", 1);
    std::printf("seed %" PRIu64 "\n", seed);
    RUN(polylines_in_rooms);
    RUN(print_seen);
    return test_end();
}
