/* SPDX-License-Identifier: MIT */
/* Routes in random rooms, in trees, images and layered maps, against exact contacts with all leaves
 * and a search through all cells; in one call and in slices.
 *
 * Environment: SEED; ROUTES, how many. A release is tested with ROUTES=100000. */
#include "route_cases.hpp"
#include "route_judge.hpp"

#include "oct9/sweep.h"
#include "tests/shared/report.hpp"

#include <cinttypes>
#include <cstring>

using namespace oracle;

static uint64_t seed;

enum { RESULTS = OCT9_ROUTE_TO_BLOCKED + 1 };

struct Seen {
    unsigned long routes, answers[RESULTS], slices, touching, nearby, points, hasty;
};
static Seen seen;

static const char *const names[RESULTS] = { "none", "found", "full", "from blocked", "to blocked" };

/* --- an answer -------------------------------------------------------------------------------- */

struct Answer {
    oct9_status_t status = OCT9_OK;
    oct9_route_output_t output = {};
    std::vector<oct9_point_t> points;
};

static bool has_points(const oct9_route_output_t &output)
{
    return output.result == OCT9_ROUTE_FOUND || output.result == OCT9_ROUTE_FULL;
}

/* With `budget` in each slice; 0: any. */
static Answer ask(const oct9_map_t &map, RouteCase &of, uint32_t budget, Random &random)
{
    static oct9_route_t route;
    Answer answer;
    std::memset(static_cast<void *>(&route), 0xA5, sizeof route);
    std::memset(static_cast<void *>(of.nodes.data()), 0xA5,
                of.nodes.size() * sizeof(oct9_route_node_t));
    answer.status = oct9_route_begin(&route, &map, &of.input);
    if (answer.status != OCT9_OK)
        return answer;
    do {
        const uint32_t least = budget != 0 ? budget : 1 + random.below(300);
        const uint32_t before = answer.output.sweeps;
        answer.status = oct9_route_run(&route, least, &answer.output);
        /* A step sweeps one motion, which with a price takes two. */
        if (budget != UINT32_MAX && answer.output.sweeps - before > 2 * least + 1)
            seen.hasty++;
    } while (answer.status == OCT9_AGAIN);
    if (answer.output.count <= of.points.size())
        answer.points.assign(of.points.begin(), of.points.begin() + answer.output.count);
    return answer;
}

static bool same_points(const std::vector<oct9_point_t> &a, const std::vector<oct9_point_t> &b)
{
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), same_point);
}

static bool same_answer(const Answer &a, const Answer &b)
{
    const oct9_route_output_t &p = a.output, &q = b.output;
    return a.status == b.status && p.result == q.result && p.clear_set == q.clear_set &&
           (!p.clear_set || same_point(p.clear, q.clear)) && same_points(a.points, b.points);
}

static bool same_counts(const Answer &a, const Answer &b)
{
    const oct9_route_output_t &p = a.output, &q = b.output;
    return p.nodes_used == q.nodes_used && p.sweeps == q.sweeps && p.leaves == q.leaves &&
           p.nodes == q.nodes;
}

/* --- is it right? ----------------------------------------------------------------------------- */

/* One room, and what is asked in it. */
struct Question {
    const RouteWorld &world;
    RouteCase &of;
    Judge judge;
    bool from_clear, to_clear;

    Question(const RouteWorld &world_, RouteCase &of_)
        : world(world_), of(of_), judge(world_, of_.input.body.radius_q6, of_.input.body.rules),
          from_clear(judge.clear(of_.input.from, true)), to_clear(judge.clear(of_.input.to, false))
    {
    }
};

static std::string heights_differ(const oct9_route_input_t &input,
                                  const std::vector<oct9_point_t> &points)
{
    const oct9_heights_t *heights = input.body.heights;
    for (size_t i = 1; heights != nullptr && i < points.size(); i++) {
        const bool last = i + 1 == points.size() && same_point(points[i], input.to);
        if (!last && (points[i].z < heights->low || points[i].z > heights->high))
            return "point " + std::to_string(i) + " at a height of " + std::to_string(points[i].z);
    }
    return "";
}

static std::string end_differs(const Question &q, const Answer &answer)
{
    const oct9_route_input_t &input = q.of.input;
    const int64_t near2 = static_cast<int64_t>(input.near_q6) * input.near_q6;
    const int64_t left2 = square_between(answer.points.back(), input.to);
    if (answer.output.result == OCT9_ROUTE_FULL) /* the search's memory, or the room for points */
        return left2 > square_between(input.from, input.to) &&
                       answer.points.size() < input.points_room
                 ? "it leads away"
                 : "";
    if (left2 == 0)
        return q.to_clear ? "" : "it ends where the sphere cannot be";
    seen.nearby++;
    return left2 <= near2 ? "" : "it ends at " + text_of(answer.points.back());
}

/* Where the sphere can go straight, and has no price to pay, that is the route. */
static bool goes_straight(const Question &q)
{
    const oct9_route_input_t &input = q.of.input;
    oct9_rules_t careful = input.body.rules;
    careful.unknown = OCT9_BLOCKS;
    careful.start_inside = OCT9_BLOCKS;
    return q.to_clear && q.judge.clear(input.from, input.to, true) &&
           (input.body.price == 0 ||
            Judge(q.world, input.body.wide_q6, careful).clear(input.from, input.to, false));
}

/* As the header says: what is found is clear for oct9_sweep_path. */
static bool path_is_clear(const oct9_map_t &map, const oct9_route_body_t &body,
                          const std::vector<oct9_point_t> &points)
{
    const oct9_path_input_t input = { points.data(), static_cast<uint16_t>(points.size()),
                                      body.radius_q6, body.rules, false };
    oct9_path_output_t output;
    return oct9_sweep_path(&map, &input, &output) == OCT9_OK && output.sweep.hit == OCT9_HIT_NONE;
}

static std::string points_differ(const oct9_map_t &map, const Question &q, const Answer &answer)
{
    const std::vector<oct9_point_t> &points = answer.points;
    const oct9_route_input_t &input = q.of.input;
    if (points.size() <
            (answer.output.result == OCT9_ROUTE_FOUND && input.near_q6 == 0 ? 2u : 1u) ||
        points.size() != answer.output.count)
        return difference("count", std::to_string(answer.output.count), "within the room");
    if (!same_point(points[0], input.from))
        return "it begins at " + text_of(points[0]);
    if (!q.judge.clear(points.data(), points.size()))
        return "it is not clear";
    if (!path_is_clear(map, input.body, points))
        return "it is not clear for oct9_sweep_path";
    if (points.size() > 2 && input.guide_count == 0 && goes_straight(q))
        return "it is not straight";
    seen.points += points.size();
    const std::string text = heights_differ(input, points);
    return text.empty() ? end_differs(q, answer) : text;
}

static std::string blocked_differs(const Question &q, const Answer &answer)
{
    const oct9_route_input_t &input = q.of.input;
    const bool from = answer.output.result == OCT9_ROUTE_FROM_BLOCKED;
    const oct9_point_t &end = from ? input.from : input.to;
    const int64_t best2 = nearest_clear2(q.world, input.body, end);
    const int64_t near2 = static_cast<int64_t>(input.near_q6) * input.near_q6;
    if (from ? q.from_clear : q.to_clear)
        return "it is not blocked";
    if (!from && near2 != 0 && best2 >= 0 && best2 <= near2)
        return "it is not blocked near enough";
    if (answer.output.clear_set != (best2 >= 0))
        return difference("clear_set", std::to_string(answer.output.clear_set),
                          std::to_string(best2 >= 0));
    if (best2 < 0)
        return "";
    if (square_between(answer.output.clear, end) != best2)
        return difference("clear", text_of(answer.output.clear), std::to_string(best2));
    return q.judge.clear(answer.output.clear, false) ? "" : "clear is not clear";
}

static std::string none_differs(const Question &q)
{
    return can_come(q.world, q.of.input, q.to_clear) ? "there is a route" : "";
}

static std::string answer_differs(const oct9_map_t &map, const Question &q, const Answer &answer)
{
    const oct9_route_output_t &output = answer.output;
    if (answer.status != OCT9_OK)
        return difference("status", std::to_string(answer.status), "OCT9_OK");
    if (static_cast<unsigned>(output.result) >= RESULTS)
        return difference("result", std::to_string(output.result), "one of five");
    if ((output.count != 0) != has_points(output))
        return difference("count", std::to_string(output.count), "that of the result");
    if (output.nodes_used > q.of.nodes.size())
        return difference("nodes_used", std::to_string(output.nodes_used), "within the room");
    if (!q.from_clear && output.result != OCT9_ROUTE_FROM_BLOCKED)
        return difference("result", names[output.result], "from blocked");
    seen.answers[output.result]++;
    if (has_points(output))
        return points_differ(map, q, answer);
    return output.result == OCT9_ROUTE_NONE ? none_differs(q) : blocked_differs(q, answer);
}

/* --- one question ----------------------------------------------------------------------------- */

static std::string slices_differ(const oct9_map_t &map, RouteCase &of, const Answer &whole,
                                 Random &random)
{
    static const uint32_t budgets[] = { 1, 2, 7, 0 };
    const uint32_t budget = budgets[random.below(4)];
    const Answer answer = ask(map, of, budget, random);
    seen.slices++;
    return same_answer(whole, answer) && same_counts(whole, answer)
             ? ""
             : "slices of " + std::to_string(budget) + " differ from the whole";
}

static std::string route_differs(const Question &q, size_t map, Answer &first, Random &random)
{
    const Answer answer = ask(q.world.maps()[map], q.of, UINT32_MAX, random);
    std::string text;
    if (map == 0 || map >= q.world.unlayered())
        text = answer_differs(q.world.maps()[map], q, answer);
    else if (!same_answer(first, answer))
        text = "it differs from that in the tree";
    if (text.empty() && random.chance(25))
        text = slices_differ(q.world.maps()[map], q.of, answer, random);
    if (map == 0)
        first = answer;
    return text;
}

static void check_route(unsigned number, const RouteWorld &world, RouteCase &of, Random &random)
{
    static int reported = 0;
    const Question q(world, of);
    /* What a leaf is differs in layers. */
    const bool leaves = of.input.body.rules.start_inside == OCT9_LEAVES;
    const size_t maps = leaves ? world.unlayered() : world.maps().size();
    Answer first;
    seen.routes++;
    seen.touching += q.from_clear && leaves && !q.judge.clear(of.input.from, false);
    for (size_t i = 0; i < maps; i++) {
        const std::string text = route_differs(q, i, first, random);
        CHECK(text.empty());
        if (!text.empty() && reported++ < 20)
            std::printf("  room %u, map %zu, %s: %s\n", number, i, text_of(of.input).c_str(),
                        text.c_str());
    }
}

static void routes_in_rooms(void)
{
    const uint64_t routes = setting("ROUTES", 6000);
    for (unsigned number = 0; seen.routes < routes; number++) {
        Random random(seed + (31u << 20) + number);
        const RouteWorld world(random);
        CHECK(world.ok());
        for (int i = 0; world.ok() && i < 8; i++)
            check_route(number, world, *random_case(random, world), random);
    }
}

static void print_seen(void)
{
    std::printf("%lu routes:", seen.routes);
    for (unsigned i = 0; i < RESULTS; i++) {
        std::printf(" %lu %s,", seen.answers[i], names[i]);
        CHECK(seen.answers[i] * 60 > seen.routes);
    }
    CHECK_EQ(seen.hasty, 0);
    CHECK(seen.touching * 100 > seen.routes && seen.nearby * 100 > seen.routes);
    std::printf(" %lu in slices; %lu began where they touch, %lu ended near by, %lu points\n",
                seen.slices, seen.touching, seen.nearby, seen.points);
}

int main(void)
{
    seed = setting("SEED", 1);
    std::printf("seed %" PRIu64 "\n", seed);
    RUN(routes_in_rooms);
    RUN(print_seen);
    return test_end();
}
