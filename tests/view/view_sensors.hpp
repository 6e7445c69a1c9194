/* SPDX-License-Identifier: MIT */
/* Random lenses and rotations of sensors, with those that are awkward. */
#ifndef OCT9_TEST_VIEW_SENSORS_HPP
#define OCT9_TEST_VIEW_SENSORS_HPP

#include "tests/shared/random.hpp"

#include "oct9/pose.h"

#include <algorithm>
#include <cmath>

namespace oracle {

inline uint16_t random_tangent(Random &random)
{
    static const uint16_t few[] = { 0, 1, 8192, 16384, 32766, 32767 };

    return static_cast<uint16_t>(random.chance(30) ? few[random.below(6)] : random.below(20000));
}

inline uint16_t random_range(Random &random)
{
    static const uint16_t few[] = { 0, 1, 2, 64, 32767 };
    const uint32_t kind = random.below(10);

    if (kind == 0)
        return few[random.below(5)];
    return static_cast<uint16_t>(random.below(kind < 6 ? 1500 : kind < 9 ? 6000 : 32768));
}

/* Quarter turns, halves of them, or any; of a length that is a little off, too. */
inline oct9_rotation_t random_rotation(Random &random)
{
    static const oct9_rotation_t few[] = {
        { 16384, 0, 0, 0 },           { 0, 16384, 0, 0 },      { 0, 0, 0, -16384 },
        { 11585, 0, 0, 11585 },       { 11585, 0, -11585, 0 }, { 8192, 8192, 8192, 8192 },
        { -8192, 8192, -8192, 8192 }, { 16320, 0, 0, 0 },      { 16447, 0, 0, 0 }
    };
    oct9_rotation_t r;

    if (random.chance(40))
        return few[random.below(9)];
    do {
        double q[4];
        for (double &part : q)
            part = random.between(-1000, 1000) / 1e3;
        const double length = std::sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
        const double to = random.between(16350, 16400) / std::max(length, 0.01);
        r = { static_cast<int16_t>(q[0] * to), static_cast<int16_t>(q[1] * to),
              static_cast<int16_t>(q[2] * to), static_cast<int16_t>(q[3] * to) };
    } while (oct9_pose_check(&r) != OCT9_OK);
    return r;
}

} // namespace oracle

#endif
