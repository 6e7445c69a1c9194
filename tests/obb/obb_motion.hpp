/* SPDX-License-Identifier: MIT */
/* An oriented box in motion, in long double: where it is at a time, how deep it is in a leaf,
 * and how far from it. Right to about 2^-45 sub-cells, so that a margin of 1e-6 is ample. */
#ifndef OCT9_TEST_OBB_MOTION_HPP
#define OCT9_TEST_OBB_MOTION_HPP

#include "obb_exact.hpp"
#include "oct9/obb.h"

#include <cmath>

namespace oracle {

using Real = long double;
using Vector = std::array<Real, 3>;
using Versor = std::array<Real, 4>;

inline Vector operator+(const Vector &a, const Vector &b)
{
    return { a[0] + b[0], a[1] + b[1], a[2] + b[2] };
}
inline Vector operator-(const Vector &a, const Vector &b)
{
    return { a[0] - b[0], a[1] - b[1], a[2] - b[2] };
}
inline Vector operator*(Real k, const Vector &a)
{
    return { k * a[0], k * a[1], k * a[2] };
}
inline Real dot(const Vector &a, const Vector &b)
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
inline Vector cross(const Vector &a, const Vector &b)
{
    return { a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0] };
}
inline Real length(const Vector &a)
{
    return std::sqrt(dot(a, a));
}

/* A leaf, in sub-cells. */
struct Block {
    Vector middle;
    Real half;
};

inline Block block_of(const Node &leaf)
{
    const Real half = (leaf.high(0) - leaf.low(0)) / Real(2);
    const auto middle = [&](size_t axis) { return leaf.low(axis) + half; };

    return { { middle(0), middle(1), middle(2) }, half };
}

/* The box at one time: the points place + axes v. */
struct Frame {
    Vector place, half;
    std::array<Vector, 3> axes;   /* [body's axis][map's axis] */
    std::array<Vector, 3> sizes;  /* the same without signs */
    Vector reach;                 /* along the map's axes */
    std::array<Vector, 3> across; /* 1 / the length of axes[k] x the map's axis; 0: none */

    Vector to_body(const Vector &point) const
    {
        const Vector v = point - place;
        return { dot(axes[0], v), dot(axes[1], v), dot(axes[2], v) };
    }
    Vector corner(unsigned k) const
    {
        return place + (k & 1 ? half[0] : -half[0]) * axes[0] +
               (k & 2 ? half[1] : -half[1]) * axes[1] + (k & 4 ? half[2] : -half[2]) * axes[2];
    }
};

inline std::array<Vector, 3> axes_of(const Versor &q)
{
    const Real w = q[0], x = q[1], y = q[2], z = q[3];

    return { { { 1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y) },
               { 2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x) },
               { 2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y) } } };
}

inline Frame frame_of(const Vector &place, const Versor &q, const Vector &half)
{
    Frame out = { place, half, axes_of(q), {}, {}, {} };

    for (size_t k = 0; k < 3; k++)
        for (size_t axis = 0; axis < 3; axis++) {
            const Vector &r = out.axes[k];
            const Real a = r[(axis + 1) % 3], b = r[(axis + 2) % 3], square = a * a + b * b;
            out.sizes[k][axis] = std::abs(r[axis]);
            out.reach[axis] += half[k] * out.sizes[k][axis];
            out.across[k][axis] = square > Real(1e-17) ? 1 / std::sqrt(square) : 0;
        }
    return out;
}

inline Versor unit(const Versor &q)
{
    const Real size = std::sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    return { q[0] / size, q[1] / size, q[2] / size, q[3] / size };
}

inline Versor versor_of(const oct9_rotation_t &r)
{
    return unit({ Real(r.w), Real(r.x), Real(r.y), Real(r.z) });
}

inline Vector vector_of(const oct9_point_t &p)
{
    return { static_cast<Real>(p.x), static_cast<Real>(p.y), static_cast<Real>(p.z) };
}

/* The angle of the turn from one to the other. */
inline Real angle_between(const Versor &a, const Versor &b)
{
    Real apart = 0, along = 0;

    for (size_t i = 0; i < 4; i++) {
        apart += (a[i] - b[i]) * (a[i] - b[i]);
        along += (a[i] + b[i]) * (a[i] + b[i]);
    }
    return 4 * std::atan2(std::sqrt(std::min(apart, along)), std::sqrt(std::max(apart, along)));
}

/* Between two poses. Half a turn has two directions: `other` takes the second. */
class Motion {
public:
    Motion(const oct9_obb_input_t &input, bool other)
        : from_(vector_of(input.from.place)), displacement_(vector_of(input.to.place) - from_),
          a_(versor_of(input.from.rotation)), b_(versor_of(input.to.rotation))
    {
        const int64_t side = dot(wide_of(input.from.rotation), wide_of(input.to.rotation));

        half_ = { Real(input.half_q6[0]), Real(input.half_q6[1]), Real(input.half_q6[2]) };
        if (side < 0 || (side == 0 && other))
            for (Real &c : b_)
                c = -c;
        angle_ = angle_between(a_, b_) / 2;
    }

    Frame at(Real t) const { return frame_of(from_ + t * displacement_, rotation_at(t), half_); }
    Real diagonal() const { return length(half_); }

    Versor rotation_at(Real t) const
    {
        Real of_a = 1 - t, of_b = t;

        if (angle_ > Real(1e-9)) {
            of_a = std::sin((1 - t) * angle_);
            of_b = std::sin(t * angle_);
        }
        return unit({ of_a * a_[0] + of_b * b_[0], of_a * a_[1] + of_b * b_[1],
                      of_a * a_[2] + of_b * b_[2], of_a * a_[3] + of_b * b_[3] });
    }

    /* No point of the box moves farther in the whole motion. */
    Real travel() const { return length(displacement_) + 2 * angle_ * diagonal(); }

private:
    Vector from_, displacement_, half_;
    Versor a_, b_;
    Real angle_; /* between the two quaternions: half the turn */
};

inline Real gap_on_map_axis(const Frame &f, const Block &block, const Vector &d, size_t axis)
{
    return std::abs(d[axis]) - block.half - f.reach[axis];
}

inline Real gap_on_box_axis(const Frame &f, const Block &block, const Vector &d, size_t k)
{
    const Vector &size = f.sizes[k];
    return std::abs(dot(d, f.axes[k])) - f.half[k] - block.half * (size[0] + size[1] + size[2]);
}

/* On the map's axis times the box's. */
inline Real gap_on_product(const Frame &f, const Block &block, const Vector &d, size_t axis,
                           size_t k)
{
    const size_t a = (axis + 1) % 3, b = (axis + 2) % 3, m = (k + 1) % 3, n = (k + 2) % 3;
    const Real gap = std::abs(d[b] * f.axes[k][a] - d[a] * f.axes[k][b]) -
                     block.half * (f.sizes[k][a] + f.sizes[k][b]) - f.half[m] * f.sizes[n][axis] -
                     f.half[n] * f.sizes[m][axis];
    return f.across[k][axis] > 0 ? gap * f.across[k][axis] : Real(-1e9);
}

/* The widest gap between box and block along the fifteen axes, or one that is above `enough`;
 * below 0 how deep they overlap. Never more than the distance. */
inline Real separation(const Frame &f, const Block &block, Real enough)
{
    const Vector d = f.place - block.middle;
    Real widest = -1e9L;

    for (size_t axis = 0; axis < 3 && widest <= enough; axis++)
        widest = std::max(widest, gap_on_map_axis(f, block, d, axis));
    for (size_t k = 0; k < 3 && widest <= enough; k++)
        widest = std::max(widest, gap_on_box_axis(f, block, d, k));
    for (size_t k = 0; k < 3 && widest <= enough; k++)
        for (size_t axis = 0; axis < 3; axis++)
            widest = std::max(widest, gap_on_product(f, block, d, axis, k));
    return widest;
}

/* The same for the space outside the cube. */
inline Real separation_outside(const Frame &f)
{
    Real least = 1e9L;

    for (size_t axis = 0; axis < 3; axis++)
        least = std::min({ least, f.place[axis] - f.reach[axis] - OCT9_LOW_Q6,
                           OCT9_HIGH_Q6 - f.place[axis] - f.reach[axis] });
    return least;
}

/* Of a point and a box around 0. */
inline Real distance_to_box(const Vector &point, const Vector &half)
{
    Vector off;

    for (size_t axis = 0; axis < 3; axis++)
        off[axis] = std::max(std::abs(point[axis]) - half[axis], Real(0));
    return length(off);
}

/* The distance of the segments p + s u and q + t v, 0 <= s, t <= 1. */
inline Real distance_of_segments(const Vector &p, const Vector &u, const Vector &q, const Vector &v)
{
    const Vector w = p - q;
    const Real uu = dot(u, u), uv = dot(u, v), vv = dot(v, v), uw = dot(u, w), vw = dot(v, w);
    const Real det = uu * vv - uv * uv;
    const auto clamp = [](Real x) { return std::clamp(x, Real(0), Real(1)); };

    Real s = det > Real(1e-12) * uu * vv ? clamp((uv * vw - vv * uw) / det) : 0;
    const Real t = clamp((uv * s + vw) / vv);
    s = clamp((uv * t - uw) / uu);
    return length(w + s * u - t * v);
}

/* The corner at the low end of an axis' edge number 0..3: a bit for each of the other two axes. */
inline unsigned edge_begin(unsigned axis, unsigned number)
{
    return (number << (axis + 1) | number >> (2 - axis)) & 7u & ~(1u << axis);
}

/* Of box and block that do not overlap: between a corner of one and the other, or two edges. */
inline Real distance(const Frame &f, const Block &block)
{
    const Frame leaf = frame_of(block.middle, { 1, 0, 0, 0 },
                                { block.half, block.half, block.half });
    Real least = 1e9L;

    for (unsigned k = 0; k < 8; k++) {
        least = std::min(least, distance_to_box(leaf.to_body(f.corner(k)), leaf.half));
        least = std::min(least, distance_to_box(f.to_body(leaf.corner(k)), f.half));
    }
    for (unsigned i = 0; i < 12; i++)
        for (unsigned j = 0; j < 12; j++) {
            const unsigned a = i / 4, b = j / 4;
            least = std::min(least, distance_of_segments(f.corner(edge_begin(a, i % 4)),
                                                         2 * f.half[a] * f.axes[a],
                                                         leaf.corner(edge_begin(b, j % 4)),
                                                         2 * leaf.half[b] * leaf.axes[b]));
        }
    return least;
}

inline bool half_turn(const oct9_obb_input_t &input)
{
    return dot(wide_of(input.from.rotation), wide_of(input.to.rotation)) == 0;
}

} // namespace oracle

#endif
