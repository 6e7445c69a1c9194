/* SPDX-License-Identifier: MIT */
/* Prints differences so that each can be played again, the first ten in full. */
#ifndef OCT9_TEST_REPORT_HPP
#define OCT9_TEST_REPORT_HPP

#include "generate.hpp"
#include "oracle.hpp"

#include <cstdio>
#include <string>

extern "C" {
#include "tests/test.h"
}

namespace oracle {

inline std::string text_of(const oct9_leaf_t &leaf)
{
    char text[96];

    std::snprintf(text, sizeof text, "(%d %d %d) level %d payload %d state %d", leaf.corner.x,
                  leaf.corner.y, leaf.corner.z, leaf.level, leaf.payload, leaf.state);
    return text;
}

inline std::string text_of(const oct9_fraction_t &f)
{
    return std::to_string(f.num) + "/" + std::to_string(f.den);
}

inline std::string text_of(const Time &t)
{
    return std::to_string(t.num) + "/" + std::to_string(t.den);
}

/* "what: is A, should be B" */
inline std::string difference(const char *what, const std::string &is, const std::string &should)
{
    return std::string(what) + ": is " + is + ", should be " + should;
}

inline bool same_leaf(const oct9_leaf_t &a, const oct9_leaf_t &b)
{
    return a.corner.x == b.corner.x && a.corner.y == b.corner.y && a.corner.z == b.corner.z &&
           a.level == b.level && a.payload == b.payload && a.state == b.state;
}

/* A fraction of the library's: in its promised range, and equal as a rational number. */
inline bool same_fraction(const oct9_fraction_t &f, const Time &t)
{
    return f.den >= 1 && f.den <= 65535 && f.num <= f.den && Time{ f.num, f.den } == t;
}

/* Checks that a difference is empty; prints where it was found if not. */
inline void check_same(const std::string &text, const char *map, unsigned map_number, const Ends &e)
{
    static int reported = 0;

    CHECK(text.empty());
    if (!text.empty() && reported++ < 10)
        std::printf("  %s %u, (%d %d %d) to (%d %d %d): %s\n", map, map_number, e.from.x, e.from.y,
                    e.from.z, e.to.x, e.to.y, e.to.z, text.c_str());
}

/* How often segments came into the cube and went out of it, by each of its faces. */
struct FaceCounts {
    unsigned long entered[6] = {}, left[6] = {};

    void count(const Ends &ends, const std::vector<Visit> &all)
    {
        const Segment s = segment_between(ends.from, ends.to);

        if (all.size() > 1 && all.front().leaf == nullptr)
            entered[all[1].entry.face]++;
        for (size_t axis = 0; axis < 3 && all.size() > 1 && all.back().leaf == nullptr; axis++) {
            left[2 * axis] += s.to[axis] < OCT9_LOW_Q6;
            left[2 * axis + 1] += s.to[axis] >= OCT9_HIGH_Q6;
        }
    }

    /* Checks that no face is seldom used, and prints the counts. */
    void check() const
    {
        unsigned long all = 0;

        for (size_t face = 0; face < 6; face++)
            all += entered[face] + left[face];
        std::printf("into and out of the cube by each face:");
        for (size_t face = 0; face < 6; face++) {
            CHECK(entered[face] * 60 > all && left[face] * 60 > all);
            std::printf(" %lu/%lu", entered[face], left[face]);
        }
        std::printf("\n");
    }
};

} // namespace oracle

#endif
