/* SPDX-License-Identifier: MIT */
/* The cells that the points of a segment between floats lie in, without any rounding, and by
 * another method than stepping: the times at which it crosses the planes of the cells are sorted,
 * and all that happens at the same time happens at once.
 *
 * Coordinates are whole numbers of 2^-44 cells. Recorded points have no more than 40 binary
 * places, and cells of 100 and 160 mm, 10 and 25/4 to a metre, cost two. */
#ifndef OCT9_TEST_EXACT_CELLS_HPP
#define OCT9_TEST_EXACT_CELLS_HPP

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

namespace exact {

constexpr int places = 44;
constexpr int64_t cell = int64_t{ 1 } << places;

using Place = std::array<int64_t, 3>;

/* A coordinate in metres: false iff it is no whole number of 2^-44 cells, or not within 2^9
 * cells, by which the products below stay under 2^109. */
inline bool coordinate(float metres, unsigned cell_mm, int64_t &place)
{
    const double scaled = std::ldexp(static_cast<double>(metres), places);

    if (!(std::fabs(scaled) < 0x1p52) || scaled != std::floor(scaled))
        return false;
    const __int128 thousands = static_cast<__int128>(scaled) * 1000;
    place = static_cast<int64_t>(thousands / cell_mm);
    return thousands % cell_mm == 0 && std::abs(place) < 512 * cell;
}

/* The cell, or the unit of `bits` binary places, that a coordinate lies in: floor. */
inline int64_t floor_to(int64_t place, int bits)
{
    return place >> (places - bits);
}

/* An axis goes to its next cell at num / den of the segment; a descending one, whose planes belong
 * to the cell that it leaves, just after. */
struct Crossing {
    int64_t num, den;
    bool late;
    unsigned axis;
};

inline bool operator<(const Crossing &a, const Crossing &b)
{
    const __int128 left = static_cast<__int128>(a.num) * b.den;
    const __int128 right = static_cast<__int128>(b.num) * a.den;

    return left < right || (left == right && a.late < b.late);
}

inline std::vector<Crossing> crossings(const Place &from, const Place &to)
{
    std::vector<Crossing> all;

    for (unsigned axis = 0; axis < 3; axis++) {
        const int64_t a = from[axis], b = to[axis];
        const int64_t cells = floor_to(b, 0) - floor_to(a, 0);
        for (int64_t i = 1; i <= cells; i++)
            all.push_back({ (floor_to(a, 0) + i) * cell - a, b - a, false, axis });
        for (int64_t i = 0; i > cells; i--)
            all.push_back({ a - (floor_to(a, 0) + i) * cell, a - b, true, axis });
    }
    std::sort(all.begin(), all.end());
    return all;
}

/* Calls visit(number) for each cell in turn. */
template <typename Visit> void cells_between(const Place &from, const Place &to, Visit visit)
{
    const std::vector<Crossing> all = crossings(from, to);
    Place number = { floor_to(from[0], 0), floor_to(from[1], 0), floor_to(from[2], 0) };

    visit(number);
    for (size_t i = 0; i < all.size(); i++) {
        number[all[i].axis] += all[i].late ? -1 : 1;
        if (i + 1 == all.size() || all[i] < all[i + 1])
            visit(number);
    }
}

} // namespace exact

#endif
