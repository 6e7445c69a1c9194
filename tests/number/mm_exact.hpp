/* SPDX-License-Identifier: MIT */
/* Shapes against blocks in whole micrometres, exactly: a cell's faces are multiples of cell_um from
 * the frame's origin, and a millimetre is 1000 of them. Sub-cells do not occur here.
 *
 * All but a turn is a straight motion; "within" is the part of it that is looked at. A box and an
 * oriented box overlap with their open insides, a sphere's surface counts.
 *
 * Bounds: lengths from a shape to a block are below 2^27 um; a rotation's elements are below 2^29.
 * So a square is below 2^56, a product of an element and a length, for three axes, below 2^59, and
 * what is compared below 2^120. */
#ifndef OCT9_TEST_MM_EXACT_HPP
#define OCT9_TEST_MM_EXACT_HPP

#include "oct9/pose.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>

namespace mm_exact {

__extension__ typedef __int128 Wide;
using Triple = std::array<int64_t, 3>;

struct Block {
    Triple lo, hi;
};

struct Part {         /* of a motion, num / den */
    int64_t num, den; /* den > 0 */
};
constexpr Part all_of_it = { 1, 1 };

inline bool operator<(const Part &a, const Part &b)
{
    return Wide{ a.num } * b.den < Wide{ b.num } * a.den;
}

/* ---- Spheres ---- */

struct Sphere {
    Triple from, to;
    int64_t radius;
};

/* The squared distance of the centre from the block, from a part of the motion on until the next
 * plane of the block is crossed: a t^2 + b t + c. */
struct Quadratic {
    Wide a = 0, b = 0, c = 0;

    void add(int64_t start, int64_t step) /* (start + step t)^2 */
    {
        a += Wide{ step } * step;
        b += 2 * Wide{ start } * step;
        c += Wide{ start } * start;
    }
    /* Its value at a part less a square, times den^2. */
    Wide above(const Part &t, Wide square) const
    {
        return a * t.num * t.num + b * t.num * t.den + (c - square) * t.den * t.den;
    }
    /* Its least value between two parts is below a square, or equal to it. */
    bool reaches(const Part &low, const Part &high, Wide square, bool or_equal) const
    {
        const auto good = [&](Wide value) { return value < 0 || (or_equal && value == 0); };
        if (good(above(low, square)) || good(above(high, square)))
            return true;
        const bool dips = a > 0 && -b * low.den > 2 * a * low.num &&
                        -b * high.den < 2 * a * high.num;
        return dips && good(4 * a * (c - square) - b * b);
    }
};

/* The sphere comes as near as its radius, or nearer if `or_equal` is false. */
inline bool meets(const Sphere &s, const Block &block, const Part &within, bool or_equal)
{
    std::array<Part, 8> parts = { { { 0, 1 }, within } };
    size_t count = 2;
    for (size_t a = 0; a < 3; a++)
        for (int64_t plane : { block.lo[a], block.hi[a] }) {
            const int64_t step = s.to[a] - s.from[a], gap = plane - s.from[a];
            const Part at = { step < 0 ? -gap : gap, std::abs(step) };
            if (step == 0 || at.num <= 0 || !(at < within))
                continue;
            size_t i = count++; /* in order; the first is below it */
            for (; at < parts[i - 1]; i--)
                parts[i] = parts[i - 1];
            parts[i] = at;
        }
    for (size_t i = 0; i + 1 < count; i++) {
        Quadratic distance;
        for (size_t a = 0; a < 3; a++) {
            const int64_t step = s.to[a] - s.from[a];
            /* Where the part's middle is: all of the part is on that side. */
            const Wide num = Wide{ parts[i].num } * parts[i + 1].den +
                             Wide{ parts[i + 1].num } * parts[i].den;
            const Wide den = 2 * Wide{ parts[i].den } * parts[i + 1].den;
            const Wide middle = s.from[a] * den + step * num;
            if (middle < block.lo[a] * den)
                distance.add(s.from[a] - block.lo[a], step);
            else if (middle > block.hi[a] * den)
                distance.add(s.from[a] - block.hi[a], step);
        }
        if (distance.reaches(parts[i], parts[i + 1], Wide{ s.radius } * s.radius, or_equal))
            return true;
    }
    return false;
}

/* ---- Times between bounds that do not count ---- */

class Window {
public:
    /* |apart - step t| < reach */
    void narrow(int64_t apart, int64_t step, int64_t reach)
    {
        if (step < 0) {
            step = -step;
            apart = -apart;
        }
        if (step == 0) {
            empty_ = empty_ || std::abs(apart) >= reach;
            return;
        }
        low_ = std::max(low_, { apart - reach, step });
        high_ = std::min(high_, { apart + reach, step });
    }
    bool meets(const Part &within) const
    {
        return !empty_ && low_ < high_ && low_ < within && Part{ 0, 1 } < high_;
    }

private:
    bool empty_ = false;
    Part low_ = { -1, 1 }, high_ = { 2, 1 };
};

/* ---- Boxes ---- */

struct Box {
    Triple lo, hi, to;
};

/* In a part of no length nothing is met: the motion begins there. */
inline bool meets(const Box &b, const Block &block, const Part &within)
{
    Window window;
    for (size_t a = 0; a < 3; a++) /* all twice, for the middles */
        window.narrow(block.lo[a] + block.hi[a] - b.lo[a] - b.hi[a], 2 * (b.to[a] - b.lo[a]),
                      block.hi[a] - block.lo[a] + b.hi[a] - b.lo[a]);
    return window.meets(within);
}

/* ---- Oriented boxes ---- */

struct Turned {
    Triple from, to, half;
    oct9_rotation_t rotation;
};

/* The rotation's matrix, times the square of the quaternion's length: each unit vector, turned. */
inline std::array<Triple, 3> body_axes(const oct9_rotation_t &r)
{
    const int64_t w = r.w, v[3] = { r.x, r.y, r.z };
    const int64_t square = v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
    std::array<Triple, 3> out;
    for (size_t k = 0; k < 3; k++) /* (w w - v v) e + 2 (v e) v + 2 w v x e */
        for (size_t a = 0; a < 3; a++) {
            const size_t l = 3 - k - a;
            const int64_t cross = a == k ? 0 : ((k + 1) % 3 == a ? v[l] : -v[l]);
            out[k][a] = (a == k ? w * w - square : 0) + 2 * v[k] * v[a] + 2 * w * cross;
        }
    return out;
}

/* Separating axes: the map's, the body's, and the products of both. */
inline bool meets(const Turned &t, const Block &block, const Part &within)
{
    const std::array<Triple, 3> axes = body_axes(t.rotation);
    const oct9_rotation_t &r = t.rotation;
    const int64_t scale = int64_t{ r.w } * r.w + int64_t{ r.x } * r.x + int64_t{ r.y } * r.y +
                          int64_t{ r.z } * r.z;
    Triple apart, step, size; /* twice */
    for (size_t a = 0; a < 3; a++) {
        apart[a] = block.lo[a] + block.hi[a] - 2 * t.from[a];
        step[a] = 2 * (t.to[a] - t.from[a]);
        size[a] = block.hi[a] - block.lo[a];
    }
    const auto along = [](const Triple &n, const Triple &v) {
        return n[0] * v[0] + n[1] * v[1] + n[2] * v[2];
    };
    Window window;
    const auto narrow = [&](const Triple &n, int64_t reach) {
        if (n[0] != 0 || n[1] != 0 || n[2] != 0)
            window.narrow(along(n, apart), along(n, step),
                          2 * reach + std::abs(n[0]) * size[0] + std::abs(n[1]) * size[1] +
                              std::abs(n[2]) * size[2]);
    };
    for (size_t a = 0; a < 3; a++) {
        Triple n = {};
        n[a] = scale;
        narrow(n, std::abs(axes[0][a]) * t.half[0] + std::abs(axes[1][a]) * t.half[1] +
                      std::abs(axes[2][a]) * t.half[2]);
        narrow(axes[a], scale * t.half[a]);
        for (size_t k = 0; k < 3; k++) { /* e_a x axis k; its part along axis l is axis m's */
            const size_t b = (a + 1) % 3, c = (a + 2) % 3, l = (k + 1) % 3, m = (k + 2) % 3;
            Triple product = {};
            product[b] = -axes[k][c];
            product[c] = axes[k][b];
            narrow(product, t.half[l] * std::abs(axes[m][a]) + t.half[m] * std::abs(axes[l][a]));
        }
    }
    return window.meets(within);
}

} // namespace mm_exact

#endif
