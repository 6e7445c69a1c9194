/* SPDX-License-Identifier: MIT */
/* Routes in a tree that is written to between their slices, and within them: an answer is OCT9_OK
 * only for a route that is clear in the tree as it is then, and each search ends.
 *
 * Environment: SEED; SEARCHES, how many. */
#include "route_cases.hpp"
#include "route_judge.hpp"

#include "tests/shared/report.hpp"

#include <cinttypes>

using namespace oracle;

static uint64_t seed;
static struct {
    unsigned long searches, writes, within, found, found_after, blocked_after, stale;
} seen;

enum { BLOCKS = 20000, MOST_WRITES = 60, MOST_SLICES = 3000000 };

/* A room in a tree that has blocks left. */
struct WrittenTree {
    std::vector<oct9_block_t> pool = std::vector<oct9_block_t>(BLOCKS);
    oct9_tree_t tree = {};

    explicit WrittenTree(const RouteWorld &world)
    {
        CHECK_EQ(oct9_tree_init(&tree, pool.data(), BLOCKS, nullptr), OCT9_OK);
        for (const Node &node : world.model().nodes())
            if (node.is_leaf()) {
                const oct9_leaf_t leaf = world.model().as_leaf(node);
                const oct9_node_t as = { leaf.corner, leaf.level };
                CHECK_EQ(oct9_tree_set_node(&tree, &as, leaf.payload), OCT9_OK);
            }
    }
};

static uint16_t at(const RouteWorld &world, const Cell &cell, size_t axis)
{
    return static_cast<uint16_t>(world.patch.origin[axis] + cell[axis]);
}

/* To the tree, and to what the judges know. */
static void write(RouteWorld &world, WrittenTree &written, Random &random)
{
    const Room part = part_of(random, world.room, random.between(1, 4));
    const uint8_t state = static_cast<uint8_t>(random.below(3));
    const Cell end = { part.hi[0] + 1, part.hi[1] + 1, part.hi[2] + 1 };
    const oct9_box_t box = { { at(world, part.lo, 0), at(world, part.lo, 1),
                               at(world, part.lo, 2) },
                             { at(world, end, 0), at(world, end, 1), at(world, end, 2) } };
    CHECK_EQ(oct9_tree_fill_box(&written.tree, &box, state), OCT9_OK);
    world.write(part, state);
    seen.writes++;
}

/* --- one search ------------------------------------------------------------------------------- */

struct Pace {
    uint32_t budget;
    unsigned percent; /* of the slices that a write comes before */
    unsigned most;    /* writes */
};

static Pace random_pace(Random &random)
{
    static const uint32_t budgets[] = { 1, 2, 7, 60, 1000, UINT32_MAX };
    static const unsigned percents[] = { 1, 3, 20, 100 };
    Pace pace = { budgets[random.below(6)], percents[random.below(4)], 1 };
    /* A slice that takes no sweep to its end begins it again after a write. */
    pace.most = pace.budget == UINT32_MAX ? UINT32_MAX : random.below(MOST_WRITES);
    return pace;
}

/* A slice that finds a write in progress does nothing. */
static void slice_within(oct9_route_t &route, WrittenTree &written, const Pace &pace)
{
    oct9_route_output_t output;
    written.tree.generation++;
    CHECK_EQ(oct9_route_run(&route, pace.budget, &output), OCT9_AGAIN);
    written.tree.generation--;
    seen.within++;
}

static oct9_status_t search(oct9_route_t &route, RouteWorld &world, WrittenTree &written,
                            const Pace &pace, Random &random, oct9_route_output_t *output)
{
    unsigned writes = 0, slices = 0;
    oct9_status_t status = OCT9_AGAIN;
    for (; status == OCT9_AGAIN && slices < MOST_SLICES; slices++) {
        if (writes < pace.most && random.chance(pace.percent)) {
            write(world, written, random);
            writes++;
        }
        if (random.chance(1))
            slice_within(route, written, pace);
        status = oct9_route_run(&route, pace.budget, output);
    }
    return status;
}

static std::string route_differs(const RouteWorld &world, const RouteCase &of,
                                 const oct9_route_output_t &output)
{
    const oct9_route_input_t &input = of.input;
    const Judge judge(world, input.body.radius_q6, input.body.rules);
    const int64_t near2 = static_cast<int64_t>(input.near_q6) * input.near_q6;
    if (output.count < 1 || output.count > input.points_room)
        return difference("count", std::to_string(output.count), "within the room");
    if (!same_point(of.points[0], input.from))
        return "it begins elsewhere";
    if (output.result == OCT9_ROUTE_FOUND &&
        square_between(of.points[output.count - 1u], input.to) > near2)
        return "it ends elsewhere";
    /* What rests where it is was not swept again. */
    return output.count == 0 || judge.clear(of.points.data(), output.count) ? ""
                                                                            : "it is not clear";
}

/* After a write: what it says of a blocked end, and of a place beside it, is so now. It says that
 * there is no route where the write came before anything was asked. */
static std::string none_differs(const RouteWorld &world, const RouteCase &of,
                                const oct9_route_output_t &output)
{
    const oct9_route_input_t &input = of.input;
    const Judge judge(world, input.body.radius_q6, input.body.rules);
    const bool from = output.result == OCT9_ROUTE_FROM_BLOCKED;
    if (output.result == OCT9_ROUTE_NONE)
        return can_come(world, input, judge.clear(input.to, false)) ? "there is a route" : "";
    seen.blocked_after++;
    if (judge.clear(from ? input.from : input.to, from))
        return "it is not blocked";
    return !output.clear_set || judge.clear(output.clear, false) ? "" : "clear is not clear";
}

static std::string search_differs(RouteWorld &world, RouteCase &of, Random &random)
{
    static oct9_route_t route;
    WrittenTree written(world);
    const oct9_map_t map = oct9_map_of_tree(&written.tree);
    const Pace pace = random_pace(random);
    oct9_route_output_t output = {};
    const uint32_t generation = written.tree.generation;
    if (oct9_route_begin(&route, &map, &of.input) != OCT9_OK)
        return "it does not begin";
    const oct9_status_t status = search(route, world, written, pace, random, &output);
    const bool changed = written.tree.generation != generation;
    seen.searches++;
    if (status == OCT9_ERR_STALE) {
        seen.stale++;
        CHECK_EQ(oct9_route_run(&route, pace.budget, &output), OCT9_ERR_STALE);
        return changed ? "" : "it is stale, though nothing was written";
    }
    if (status != OCT9_OK)
        return difference("status", std::to_string(status), "OCT9_OK");
    if (output.result != OCT9_ROUTE_FOUND && output.result != OCT9_ROUTE_FULL)
        return changed ? none_differs(world, of, output) : "";
    seen.found++;
    seen.found_after += changed;
    return route_differs(world, of, output);
}

static void writes_meanwhile(void)
{
    const uint64_t searches = setting("SEARCHES", 400);
    int reported = 0;
    for (unsigned number = 0; seen.searches < searches; number++) {
        Random random(seed + (33u << 20) + number);
        RouteWorld world(random);
        CHECK(world.ok());
        if (world.ghosts)
            continue;
        world.write({ world.room.lo, world.room.lo }, OCT9_FREE); /* payloads 0 to 2 */
        const std::unique_ptr<RouteCase> of = random_case(random, world);
        const std::string text = search_differs(world, *of, random);
        CHECK(text.empty());
        if (!text.empty() && reported++ < 20)
            std::printf("  room %u, %s: %s\n", number, text_of(of->input).c_str(), text.c_str());
    }
    std::printf("%lu searches, %lu writes between slices, %lu slices within one: %lu routes, %lu "
                "of them after a write, %lu blocked after one, %lu stale\n",
                seen.searches, seen.writes, seen.within, seen.found, seen.found_after,
                seen.blocked_after, seen.stale);
    CHECK(seen.found_after * 20 > seen.searches && seen.stale * 20 > seen.searches);
    CHECK(seen.blocked_after * 50 > seen.searches);
}

int main(void)
{
    seed = setting("SEED", 1);
    std::printf("seed %" PRIu64 "\n", seed);
    RUN(writes_meanwhile);
    return test_end();
}
