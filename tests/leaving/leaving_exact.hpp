/* SPDX-License-Identifier: MIT */
/* The rule OCT9_LEAVES in exact arithmetic, without a slope: the square of the distance from a
 * point that moves to a block is computed where it starts and 2^-36 of its motion later. Up to the
 * first time at which the point crosses a face, at least 2^-17, that square is one quadratic. Its
 * slope at the start is a whole number of sub-cells squared or more if it is not 0, its second
 * derivative is below 2^34. So the square is less at 2^-36 iff the slope is below 0.
 *
 * Bounds: places within 2^17 half sub-cells, steps within 2^16 sub-cells; in 2^-36 of half
 * sub-cells the squares are below 3 * 2^108. */
#ifndef OCT9_TEST_LEAVING_EXACT_HPP
#define OCT9_TEST_LEAVING_EXACT_HPP

#include <array>
#include <cstddef>
#include <cstdint>

namespace leaving {

using Whole = __int128;
using Axes = std::array<int64_t, 3>;

/* A point that moves, its place in half sub-cells, and a block. */
struct Meeting {
    Axes twice, step, lo, hi;

    /* The square of the distance at the time num / den, times (2 den)^2. */
    Whole square(int64_t num, int64_t den) const
    {
        Whole sum = 0;

        for (size_t a = 0; a < 3; a++) {
            const Whole at = Whole{ twice[a] } * den + Whole{ 2 * step[a] } * num;
            const Whole low = Whole{ 2 * lo[a] } * den, high = Whole{ 2 * hi[a] } * den;
            const Whole gap = at < low ? low - at : at > high ? at - high : 0;
            sum += gap * gap;
        }
        return sum;
    }

    bool comes_nearer() const
    {
        constexpr int64_t parts = int64_t{ 1 } << 36;

        return square(1, parts) < square(0, parts);
    }

    /* What is touched at the start blocks. */
    bool blocks() const { return square(0, 1) == 0 || comes_nearer(); }

    /* Nowhere on the line it is nearer than at the start: looked at in 16 places. */
    bool never_nearer() const
    {
        const Whole start = square(0, 16);

        for (int64_t k = 1; k <= 16; k++)
            if (square(k, 16) < start)
                return false;
        return true;
    }
};

} // namespace leaving

#endif
