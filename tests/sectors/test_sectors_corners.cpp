/* SPDX-License-Identifier: MIT */
/* Sectors and layers of pitch whose edges are at a corner of the only leaf, or a few 65536ths of a
 * turn beside it, against brute force, as sectors_truth.hpp has it: what is seen is a sliver, which
 * random questions hardly meet. Angles that are off by more than the room they are given are a
 * false clear here.
 *
 * Usage: SEED and CASES (leaves) from the environment. */
#include "sectors_truth.hpp"
#include "tests/shared/random.hpp"

#include "oct9/sectors.h"
#include "oct9/tree.h"

extern "C" {
#include "tests/test.h"
}

#include <cinttypes>
#include <cstdio>

using namespace oracle;

namespace {

enum { BLOCKS = 64, QUESTIONS = 40, RANGE_Q6 = 32767 };

uint64_t seed = 1, cases = 5000;
oct9_block_t pool[BLOCKS];
oct9_tree_t tree;

struct Question {
    std::array<int16_t, 3> borders = {};
    std::array<uint16_t, OCT9_SECTORS_MAX> obstacle_q6 = {};
    oct9_sectors_input_t input = {};
};

/* All is free but one leaf. */
Wall make_map(Random &random)
{
    const unsigned level = random.below(random.chance(80) ? 3 : 7);
    const oct9_node_t all = { { 0, 0, 0 }, OCT9_LEVELS };
    std::array<uint16_t, 3> at = {};
    Wall wall = { {}, {}, true, double(OCT9_CELL_Q6 << level) };
    for (size_t a = 0; a < 3; a++) {
        at[a] = static_cast<uint16_t>(random.below(512u >> level) << level);
        wall.lo[a] = CELL_LOW(at[a]);
        wall.hi[a] = wall.lo[a] + wall.size;
    }
    const oct9_node_t leaf = { { at[0], at[1], at[2] }, static_cast<uint8_t>(level) };
    CHECK_EQ(oct9_tree_init(&tree, pool, BLOCKS, nullptr), OCT9_OK);
    CHECK_EQ(oct9_tree_set_node(&tree, &all, OCT9_FREE), OCT9_OK);
    CHECK_EQ(oct9_tree_set_node(&tree, &leaf, OCT9_OCCUPIED), OCT9_OK);
    return wall;
}

int16_t coordinate(Random &random, double near)
{
    const int away = random.chance(50) ? 1500 : random.chance(50) ? 8000 : 30000;
    const int at = static_cast<int>(near) + (random.chance(15) ? 0 : random.between(-away, away));
    return static_cast<int16_t>(std::clamp(at, OCT9_LOW_Q6, OCT9_HIGH_Q6 - 1));
}

int beside(Random &random, double angle)
{
    return static_cast<int>(std::lround(angle / turn * 65536)) + random.between(-2, 2);
}

/* An edge of a ring, and a border of a layer, at a corner. */
void aim(Random &random, const Wall &wall, Question &asked)
{
    oct9_sectors_input_t &in = asked.input;
    in.point = { coordinate(random, wall.lo[0]), coordinate(random, wall.lo[1]),
                 coordinate(random, wall.lo[2]) };
    const Wall seen = relative(wall, in.point);
    const double x = random.chance(50) ? seen.lo[0] : seen.hi[0];
    const double y = random.chance(50) ? seen.lo[1] : seen.hi[1];
    const double z = random.chance(50) ? seen.lo[2] : seen.hi[2];
    in.kind = random.chance(50) ? OCT9_SECTORS_PITCH : OCT9_SECTORS_HEIGHTS;
    in.range_q6 = RANGE_Q6;
    in.sectors = static_cast<uint16_t>(random.between(1, 24));
    in.layers = in.kind == OCT9_SECTORS_PITCH ? 2 : 1;
    const double step = turn / in.sectors;
    const double first = std::atan2(y, x) - step * random.below(in.sectors);
    in.from = static_cast<uint16_t>(beside(random, first));
    const int up = beside(random, std::atan2(z, length({ x, y })));
    asked.borders = { INT16_MIN, INT16_MAX, 0 };
    if (in.kind == OCT9_SECTORS_PITCH)
        asked.borders = { -16384, static_cast<int16_t>(std::clamp(up, -16384, 16384)), 16384 };
    in.borders = asked.borders.data();
    in.obstacle_q6 = asked.obstacle_q6.data();
}

bool is_true(double answer, const Bounds &bounds)
{
    return answer == OCT9_SECTORS_NONE
             ? bounds.most > RANGE_Q6
             : answer <= bounds.most + 1e-5 && answer >= bounds.least - 2 - 1e-5;
}

void corners()
{
    Random random(seed);
    uint64_t bad = 0, answers = 0;
    for (uint64_t i = 0; i < cases * QUESTIONS; i++) {
        static std::vector<Wall> walls;
        if (i % QUESTIONS == 0)
            walls = { make_map(random) };
        Question asked;
        aim(random, walls[0], asked);
        const oct9_sectors_input_t &in = asked.input;
        const oct9_map_t map = oct9_map_of_tree(&tree);
        CHECK_EQ(oct9_sectors_find(&map, &in), OCT9_OK);
        const std::vector<Bounds> bounds = Ring(in).bounds(walls, true);
        for (size_t p = 0; p < bounds.size(); p++, answers++) {
            if (is_true(asked.obstacle_q6[p], bounds[p]) || bad++ >= 5)
                continue;
            std::printf("question %" PRIu64 ", %s, sector %zu: %u, must be %.6f..%.6f\n", i,
                        in.kind == OCT9_SECTORS_PITCH ? "pitch" : "heights", p,
                        unsigned{ asked.obstacle_q6[p] }, bounds[p].least - 2, bounds[p].most);
        }
    }
    CHECK_EQ(bad, 0);
    std::printf("%" PRIu64 " answers\n", answers);
}

} // namespace

int main()
{
    seed = setting("SEED", seed);
    cases = setting("CASES", cases);
    std::printf("seed %" PRIu64 "\n", seed);
    RUN(corners);
    return test_end();
}
