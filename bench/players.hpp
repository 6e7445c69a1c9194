// SPDX-License-Identifier: MIT
// Libraries that answer the same questions: timed in turn, and judged.
#ifndef BENCH_PLAYERS_HPP
#define BENCH_PLAYERS_HPP

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

// 1 and 0 for blocked and clear, or metres.
using Answers = std::vector<double>;
using Pass = std::function<void(Answers &)>;

struct Player {
    const char *name;
    Pass pass;
    double tolerance;
};

struct Check {
    std::string name;
    uint32_t count;
    double nothing; // the answer if nothing is met or found
    std::function<double(uint32_t)> truth;
    std::vector<Player> players; // oct9 is the last
};

// All players of all checks, on one core: a row of times for each; or, to count instructions, one
// pass of each in the order of the rows. The exit status: 0 if oct9 got all right.
int run(const std::vector<Check> &checks, bool only_count);

#endif
