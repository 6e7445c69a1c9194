/* SPDX-License-Identifier: MIT */
/* Prints what is wrong and the seed that plays it again, the first ten times. */
#ifndef OCT9_TEST_CHECK_NONE_HPP
#define OCT9_TEST_CHECK_NONE_HPP

#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <string>

extern "C" {
#include "tests/test.h"
}

namespace oracle {

/* Checks that a text is empty. */
inline void check_none(const std::string &text, uint64_t seed, const char *what)
{
    static int reported = 0;

    CHECK(text.empty());
    if (!text.empty() && reported++ < 10)
        std::printf("  seed %" PRIu64 ", %s: %s\n", seed, what, text.c_str());
}

} // namespace oracle

#endif
