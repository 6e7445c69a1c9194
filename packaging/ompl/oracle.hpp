// SPDX-License-Identifier: MIT
// What the tests of packaging/ompl and packaging/ros compare with: boxes in metres, and how far a
// segment is from them, in doubles. It shares no code with the library.
#ifndef PACKAGING_OMPL_ORACLE_HPP
#define PACKAGING_OMPL_ORACLE_HPP

#include <algorithm>
#include <cmath>
#include <vector>

// A closed box; one without thickness is a rectangle.
struct Solid {
    double lo[3], hi[3];
};

// The squared distance of the position at time t of the motion.
inline double square_at(const Solid &solid, const double *from, const double *to, double t)
{
    double sum = 0;
    for (int i = 0; i < 3; i++) {
        const double at = from[i] + (to[i] - from[i]) * t;
        const double off = std::max({ solid.lo[i] - at, at - solid.hi[i], 0.0 });
        sum += off * off;
    }
    return sum;
}

// The least distance over the times 0..end: the square is convex in t, so that thirds find it.
inline double distance_until(const std::vector<Solid> &solids, const double *from, const double *to,
                             double end)
{
    double least = INFINITY;
    for (const Solid &solid : solids) {
        double low = 0, high = end;
        for (int i = 0; i < 80; i++) {
            const double third = (high - low) / 3;
            if (square_at(solid, from, to, low + third) < square_at(solid, from, to, high - third))
                high -= third;
            else
                low += third;
        }
        least = std::min({ least, square_at(solid, from, to, 0), square_at(solid, from, to, end),
                           square_at(solid, from, to, (low + high) / 2) });
    }
    return std::sqrt(least);
}

#endif
