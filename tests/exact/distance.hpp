/* SPDX-License-Identifier: MIT */
/* The rule of oct9/sweep.h for a distance_q6. */
#ifndef OCT9_TEST_DISTANCE_HPP
#define OCT9_TEST_DISTANCE_HPP

#include "oct9/point.h"

#include <string>

namespace oracle {

/* How it is wrong, "" if it is right: less than 2 below the root, or the greatest there is. */
inline std::string distance_differs(uint16_t is, const oct9_point_t &from, const oct9_point_t &at)
{
    const int64_t x = at.x - from.x, y = at.y - from.y, z = at.z - from.z;
    const int64_t square = x * x + y * y + z * z, low = is, high = low + 2;

    if (low * low <= square && (is == UINT16_MAX || square < high * high))
        return "";
    return "distance_q6: is " + std::to_string(is) + ", its square should be " +
           std::to_string(square);
}

} // namespace oracle

#endif
