/* SPDX-License-Identifier: MIT */
/* Random steps beside a gap: at a right angle to it, a little more or less, toward it and away. */
#ifndef OCT9_TEST_TANGENTS_HPP
#define OCT9_TEST_TANGENTS_HPP

#include "tests/shared/random.hpp"

#include <array>
#include <cstddef>

namespace oracle {

using Step = std::array<int64_t, 3>;

inline int64_t length2_of(const Step &v)
{
    return v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
}

inline Step scaled(const Step &v, int64_t by)
{
    return { by * v[0], by * v[1], by * v[2] };
}

/* At a right angle to the gap, exactly. */
inline Step right_angle(Random &random, const Step &gap)
{
    const Step r = { random.between(-3, 3), random.between(-3, 3), random.between(-3, 3) };

    return { gap[1] * r[2] - gap[2] * r[1], gap[2] * r[0] - gap[0] * r[2],
             gap[0] * r[1] - gap[1] * r[0] };
}

/* Steps are within 2^15, mostly; where they leave the numbers' range the caller limits them. */
inline Step step_beside(Random &random, const Step &gap)
{
    Step step = right_angle(random, gap);

    switch (random.below(8)) {
    case 0: return { 0, 0, 0 };
    case 1:
    case 2: return scaled(step, random.between(1, 5));
    case 3:
    case 4: /* just more or less than at a right angle */
        step[random.below(3)] += random.between(-1, 1);
        return step;
    case 5: return scaled(gap, random.between(-3, 20));
    case 6: return { random.between(-3, 3), random.between(-3, 3), random.between(-3, 3) };
    default:
        return { random.between(-4000, 4000), random.between(-4000, 4000),
                 random.between(-4000, 4000) };
    }
}

} // namespace oracle

#endif
