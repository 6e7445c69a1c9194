/* SPDX-License-Identifier: MIT */
/* An oriented box at rest, exactly and without separating axes: two open boxes overlap iff the
 * body that their closed ones share has points strictly inside of each of their twelve planes.
 *
 * That body's corners are a box's corners inside of the other, and where an edge of one meets a
 * plane of the other: all are listed as fractions. Its middle lies strictly inside of a plane iff
 * one of its corners does. */
#ifndef OCT9_TEST_OBB_EXACT_HPP
#define OCT9_TEST_OBB_EXACT_HPP

#include "tests/shared/model.hpp"
#include "oct9/pose.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

namespace oracle {

__extension__ typedef __int128 Wide;
using Triple = std::array<int64_t, 3>;
using Wides = std::array<Wide, 3>;

struct Quaternion {
    int64_t w, x, y, z;
};

inline Quaternion operator*(const Quaternion &a, const Quaternion &b)
{
    return { a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z,
             a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
             a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
             a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w };
}

inline Quaternion operator~(const Quaternion &a)
{
    return { a.w, -a.x, -a.y, -a.z };
}

inline Quaternion wide_of(const oct9_rotation_t &r)
{
    return { r.w, r.x, r.y, r.z };
}

inline int64_t dot(const Quaternion &a, const Quaternion &b)
{
    return a.w * b.w + a.x * b.x + a.y * b.y + a.z * b.z;
}

/* A vector turned by a quaternion, times the square of its length: q v ~q. */
inline Triple turned(const Quaternion &q, const Triple &v)
{
    const Quaternion out = q * Quaternion{ 0, v[0], v[1], v[2] } * ~q;
    return { out.x, out.y, out.z };
}

/* The points place + axes v / scale, |v| < half. In sub-cells. */
struct Shape {
    Triple place, half;
    std::array<Triple, 3> axes; /* [body's axis][map's axis] */
    int64_t scale;
};

inline Shape shape_of(const oct9_pose_t &pose, const uint16_t half_q6[3])
{
    const Quaternion q = wide_of(pose.rotation);

    return { { pose.place.x, pose.place.y, pose.place.z },
             { half_q6[0], half_q6[1], half_q6[2] },
             { turned(q, { 1, 0, 0 }), turned(q, { 0, 1, 0 }), turned(q, { 0, 0, 1 }) },
             dot(q, q) };
}

/* How far the box reaches from its place on a map's axis, times scale. */
inline int64_t reach(const Shape &shape, size_t axis)
{
    int64_t sum = 0;

    for (size_t k = 0; k < 3; k++)
        sum += std::abs(shape.axes[k][axis]) * shape.half[k];
    return sum;
}

inline bool overlaps_outside(const Shape &shape)
{
    for (size_t axis = 0; axis < 3; axis++) {
        const int64_t middle = shape.place[axis] * shape.scale, far = reach(shape, axis);
        if (middle - far < OCT9_LOW_Q6 * shape.scale || middle + far > OCT9_HIGH_Q6 * shape.scale)
            return true;
    }
    return false;
}

/* The body that a box and a leaf share. All offsets are from the box's place. */
class Shared {
public:
    Shared(const Shape &shape, const Node &leaf) : shape_(shape)
    {
        for (size_t axis = 0; axis < 3; axis++) {
            lo_[axis] = leaf.low(axis) - shape.place[axis];
            hi_[axis] = leaf.high(axis) - shape.place[axis];
        }
    }

    bool has_volume()
    {
        for (unsigned k = 0; k < 8; k++) {
            add_box_corner(k);
            add_leaf_corner(k);
        }
        for (size_t axis = 0; axis < 3; axis++)
            for (unsigned k = 0; k < 4 && inside_ != all_planes; k++) {
                add_box_edge(axis, k);
                add_leaf_edge(axis, k);
            }
        return inside_ == all_planes;
    }

private:
    static constexpr unsigned all_planes = 0xFFF;
    const Shape &shape_;
    Triple lo_, hi_;
    unsigned inside_ = 0; /* planes of which some corner is strictly inside */

    /* Terms: a half is below 2^13, an axis below 2^29, an offset and a leaf's face below 2^18.
     * So a corner's fraction is below 2^48 / 2^29, and turned again 2^79 / 2^58. */

    Wides to_map(const Wides &body) const
    {
        Wides out = {};
        for (size_t axis = 0; axis < 3; axis++)
            for (size_t k = 0; k < 3; k++)
                out[axis] += shape_.axes[k][axis] * body[k];
        return out;
    }

    Wides to_body(const Wides &map) const
    {
        Wides out = {};
        for (size_t k = 0; k < 3; k++)
            for (size_t axis = 0; axis < 3; axis++)
                out[k] += shape_.axes[k][axis] * map[axis];
        return out;
    }

    /* The planes that numerator / den lies strictly between, or -1 if it lies beyond one. */
    static int within(const Wides &numerator, Wide den, const Triple &lo, const Triple &hi)
    {
        int planes = 0;

        for (size_t axis = 0; axis < 3; axis++) {
            const Wide above = numerator[axis] - lo[axis] * den;
            const Wide below = hi[axis] * den - numerator[axis];
            if (above < 0 || below < 0)
                return -1;
            planes |= (above > 0 ? 1 : 0) << (2 * axis) | (below > 0 ? 2 : 0) << (2 * axis);
        }
        return planes;
    }

    int within_box(const Wides &numerator, Wide den) const
    {
        const Triple &half = shape_.half;
        return within(numerator, den, { -half[0], -half[1], -half[2] }, half);
    }

    void count(int box_planes, int leaf_planes)
    {
        if (box_planes >= 0 && leaf_planes >= 0)
            inside_ |= static_cast<unsigned>(box_planes) | static_cast<unsigned>(leaf_planes) << 6;
    }

    void add_in_body(const Wides &body, Wide den)
    {
        const int box_planes = within_box(body, den);
        if (box_planes >= 0)
            count(box_planes, within(to_map(body), den * shape_.scale, lo_, hi_));
    }

    void add_in_map(const Wides &map, Wide den)
    {
        const int leaf_planes = within(map, den, lo_, hi_);
        if (leaf_planes >= 0)
            count(within_box(to_body(map), den * shape_.scale), leaf_planes);
    }

    int64_t box_end(size_t axis, bool high) const
    {
        return high ? shape_.half[axis] : -shape_.half[axis];
    }

    int64_t leaf_end(size_t axis, bool high) const { return high ? hi_[axis] : lo_[axis]; }

    void add_box_corner(unsigned k)
    {
        add_in_body({ box_end(0, k & 1), box_end(1, k & 2), box_end(2, k & 4) }, 1);
    }

    void add_leaf_corner(unsigned k)
    {
        add_in_map({ leaf_end(0, k & 1), leaf_end(1, k & 2), leaf_end(2, k & 4) }, 1);
    }

    /* A box's edge along `along` with each of the leaf's planes that it is not parallel to. */
    void add_box_edge(size_t along, unsigned ends)
    {
        const size_t a = (along + 1) % 3, b = (along + 2) % 3;
        const int64_t at_a = box_end(a, ends & 1), at_b = box_end(b, ends & 2);

        for (size_t axis = 0; axis < 3; axis++)
            for (bool high : { false, true }) {
                const int64_t den = shape_.axes[along][axis];
                const int64_t rest = leaf_end(axis, high) * shape_.scale -
                                     shape_.axes[a][axis] * at_a - shape_.axes[b][axis] * at_b;
                if (den != 0)
                    add_in_body(on_edge(along, rest, at_a, at_b, den), std::abs(den));
            }
    }

    /* The same with box and leaf exchanged. */
    void add_leaf_edge(size_t along, unsigned ends)
    {
        const size_t a = (along + 1) % 3, b = (along + 2) % 3;
        const int64_t at_a = leaf_end(a, ends & 1), at_b = leaf_end(b, ends & 2);

        for (size_t k = 0; k < 3; k++)
            for (bool high : { false, true }) {
                const int64_t den = shape_.axes[k][along];
                const int64_t rest = box_end(k, high) * shape_.scale - shape_.axes[k][a] * at_a -
                                     shape_.axes[k][b] * at_b;
                if (den != 0)
                    add_in_map(on_edge(along, rest, at_a, at_b, den), std::abs(den));
            }
    }

    /* Times |den|: rest / den on the axis `along`, and the two that the edge has. */
    static Wides on_edge(size_t along, int64_t rest, int64_t at_a, int64_t at_b, int64_t den)
    {
        Wides out = {};
        out[along] = den > 0 ? rest : -rest;
        out[(along + 1) % 3] = at_a * std::abs(den);
        out[(along + 2) % 3] = at_b * std::abs(den);
        return out;
    }
};

inline bool overlaps(const Shape &shape, const Node &leaf)
{
    return Shared(shape, leaf).has_volume();
}

/* The leaves of a model that a box along the map's axes touches; in sub-cells. */
inline std::vector<const Node *> leaves_near(const Model &model, const Triple &lo, const Triple &hi)
{
    const auto touches = [&](const Node &node, size_t axis) {
        return node.low(axis) <= hi[axis] && node.high(axis) >= lo[axis];
    };
    std::vector<const Node *> out;
    std::vector<size_t> open = { 0 };

    while (!open.empty()) {
        const Node &node = model.node(open.back());
        open.pop_back();
        if (!touches(node, 0) || !touches(node, 1) || !touches(node, 2))
            continue;
        if (node.is_leaf())
            out.push_back(&node);
        for (size_t k = 0; k < 8 && !node.is_leaf(); k++)
            open.push_back(static_cast<size_t>(node.first_child) + k);
    }
    return out;
}

/* Those that a box at rest can overlap: its bounds, a sub-cell too large. */
inline std::vector<const Node *> leaves_near(const Model &model, const Shape &shape)
{
    Triple lo, hi;

    for (size_t axis = 0; axis < 3; axis++) {
        const int64_t far = reach(shape, axis) / shape.scale + 1;
        lo[axis] = shape.place[axis] - far;
        hi[axis] = shape.place[axis] + far;
    }
    return leaves_near(model, lo, hi);
}

} // namespace oracle

#endif
