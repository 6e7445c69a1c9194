/* SPDX-License-Identifier: MIT */
/* How often the points of a test lie outside the cube, beyond each of its faces: all six alike. */
#ifndef OCT9_TEST_OUTSIDE_COUNTS_HPP
#define OCT9_TEST_OUTSIDE_COUNTS_HPP

#include "oct9/point.h"

#include <cstddef>
#include <cstdio>

extern "C" {
#include "tests/test.h"
}

namespace oracle {

struct OutsideCounts {
    unsigned long beyond[6] = {}; /* by oct9_face_t */

    void count(const oct9_point_t &point)
    {
        const int16_t at[] = { point.x, point.y, point.z };

        for (size_t axis = 0; axis < 3; axis++) {
            beyond[2 * axis] += at[axis] < OCT9_LOW_Q6;
            beyond[2 * axis + 1] += at[axis] >= OCT9_HIGH_Q6;
        }
    }

    /* Checks that no face is seldom gone beyond, and prints the counts. */
    void check(const char *what) const
    {
        unsigned long all = 0;

        for (unsigned long number : beyond)
            all += number;
        std::printf("%s beyond each face of the cube:", what);
        for (unsigned long number : beyond) {
            CHECK(number * 60 > all);
            std::printf(" %lu", number);
        }
        std::printf("\n");
    }
};

} // namespace oracle

#endif
