/* SPDX-License-Identifier: MIT */
/* tests/random.h for C++, and the seed from the environment. */
#ifndef OCT9_TEST_RANDOM_HPP
#define OCT9_TEST_RANDOM_HPP

#include "tests/random.h"

#include <cstdint>
#include <cstdlib>

namespace oracle {

class Random {
public:
    explicit Random(uint64_t seed) : random_{ seed } {}

    uint32_t u32() { return random_u32(&random_); }
    uint32_t below(uint32_t n) { return random_below(&random_, n); }
    int between(int lo, int hi) /* both included */
    {
        return lo + static_cast<int>(below(static_cast<uint32_t>(hi - lo + 1)));
    }
    bool chance(unsigned percent) { return below(100) < percent; }

private:
    random_t random_;
};

/* A number from the environment, or what it is without it: SEED=7 COUNT=100000. */
inline uint64_t setting(const char *name, uint64_t otherwise)
{
    const char *text = std::getenv(name);

    return text != nullptr ? std::strtoull(text, nullptr, 0) : otherwise;
}

} // namespace oracle

#endif
