/* SPDX-License-Identifier: MIT */
/* Worlds against brute force in one grid of cells: each family of queries, at tiles' corners, edges
 * and faces, with absent tiles; and the same with a tree over the world.
 *
 * Usage: test_world_oracle, and SEED, CASES (of each family) from the environment. */
#include "tests/shared/cells_questions.hpp"
#include "tile_world.hpp"

using namespace oracle;

static uint64_t seed, cases;

static void worlds(void)
{
    for (const Family &family : families())
        ask_family(family, seed, cases, [](Random &random, uint64_t, const Family &asked) {
            return std::make_unique<TileWorld>(random, asked.known_around);
        });
}

static void layered_worlds(void)
{
    for (const Family &family : families())
        ask_family(family, seed + 1000, cases, [](Random &random, uint64_t i, const Family &asked) {
            return std::make_unique<LayeredTiles>(
                random, i % 2 ? OCT9_LAYERED_UNION : OCT9_LAYERED_UPPER_FIRST, asked.known_around);
        });
}

int main(void)
{
    seed = setting("SEED", 1);
    cases = setting("CASES", 3000);
    std::printf("seed %" PRIu64 "\n", seed);
    RUN(worlds);
    RUN(layered_worlds);
    return test_end();
}
