/* SPDX-License-Identifier: MIT */
/* Layered maps against brute force by cells: each family of queries, both policies, over images and
 * over trees, in random poses. The oracle has two arrays of cells and the contract of layered.h.
 *
 * Usage: test_layered_oracle, and SEED, CASES (of each family) from the environment. */
#include "layered_world.hpp"
#include "tests/shared/cells_questions.hpp"

using namespace oracle;

static uint64_t seed, cases;

static void all_families(void)
{
    for (const Family &family : families())
        ask_family(family, seed, cases, [](Random &random, uint64_t i, const Family &asked) {
            return std::make_unique<LayeredWorld>(
                random, i % 2 ? OCT9_LAYERED_UNION : OCT9_LAYERED_UPPER_FIRST, asked.known_around);
        });
}

int main(void)
{
    seed = setting("SEED", 1);
    cases = setting("CASES", 20000);
    std::printf("seed %" PRIu64 "\n", seed);
    RUN(all_families);
    return test_end();
}
