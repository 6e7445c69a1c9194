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
using Pass = std::function<void(Answers&)>;

struct Player {
    const char* name;
    Pass pass;
    double tolerance;
};

struct Check {
    std::string name;
    uint32_t count;
    double nothing;                       // the answer if nothing is met or found
    std::function<double(uint32_t)> truth;
    std::vector<Player> players;          // oct9 is the last
};

// To one core.
void pin();

// Prints a row for each player; true if oct9 got all right.
bool measure(const Check& check);

// One pass of each, in the order of the rows.
void count(const std::vector<Check>& checks);

#endif
