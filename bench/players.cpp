// SPDX-License-Identifier: MIT
#include "bench/players.hpp"

#include "bench/pin.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace {

constexpr int rounds = 15;

} // namespace

// What is counted: one pass over all placements, inputs prepared beforehand.
extern "C" __attribute__((noinline)) void counted_pass(const Pass &pass, Answers &answers)
{
    pass(answers);
}

namespace {

double nanoseconds(const Check &check, const Pass &pass, Answers &answers)
{
    const double begin = process_ns();
    counted_pass(pass, answers);
    return (process_ns() - begin) / check.count;
}

double median(std::vector<double> values)
{
    std::nth_element(values.begin(), values.begin() + rounds / 2, values.end());
    return values[rounds / 2];
}

struct Result {
    Answers answers;
    std::vector<double> taken, times_faster; // a round each; oct9 is so many times faster
    uint32_t wrong = 0;
};

std::vector<Result> play(const Check &check)
{
    std::vector<Result> results(check.players.size());
    for (Result &result : results)
        result.answers.resize(check.count);
    for (int round = 0; round < rounds; round++) {
        for (size_t p = 0; p < results.size(); p++) {
            Result &result = results[p];
            result.taken.push_back(nanoseconds(check, check.players[p].pass, result.answers));
        }
        for (Result &result : results)
            result.times_faster.push_back(result.taken.back() / results.back().taken.back());
    }
    return results;
}

// How many placements met or found something; counts the wrong answers.
uint32_t judge(const Check &check, std::vector<Result> &results)
{
    uint32_t met = 0;
    for (uint32_t i = 0; i < check.count; i++) {
        const double truth = check.truth(i);
        met += truth != check.nothing;
        for (size_t p = 0; p < results.size(); p++) {
            const double off = std::abs(results[p].answers[i] - truth);
            results[p].wrong += off > check.players[p].tolerance;
        }
    }
    return met;
}

} // namespace

static bool measure(const Check &check)
{
    std::vector<Result> results = play(check);
    const uint32_t met = judge(check, results);
    for (size_t p = 0; p < results.size(); p++)
        std::printf("row %s %s %u %.0f %.1f %u %u\n", check.name.c_str(), check.players[p].name,
                    check.count, median(results[p].taken), median(results[p].times_faster), met,
                    results[p].wrong);
    return results.back().wrong == 0;
}

static void count(const std::vector<Check> &checks)
{
    for (const Check &check : checks)
        for (const Player &player : check.players) {
            Answers answers(check.count);
            counted_pass(player.pass, answers);
        }
}

int run(const std::vector<Check> &checks, bool only_count)
{
    if (only_count) {
        count(checks);
        return 0;
    }
    pin();
    bool exact = true;
    for (const Check &check : checks)
        exact &= measure(check);
    return exact ? 0 : 1;
}
