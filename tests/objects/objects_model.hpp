/* SPDX-License-Identifier: MIT */
/* Moving objects as a plain list: which of them meet a box, a ball, a frustum, a motion or one
 * another, in wide integers; and by the contract's words the node where each belongs.
 *
 * Bounds: coordinates within +-2^17, so that a squared distance is below 2^36. */
#ifndef OCT9_TEST_OBJECTS_MODEL_HPP
#define OCT9_TEST_OBJECTS_MODEL_HPP

#include "tests/sweep/shape_contact.hpp"

#include "oct9/objects.h"

#include <optional>
#include <vector>

namespace oracle {

/* ---- What an object is. ---- */

struct Thing {
    oct9_handle_t handle;
    oct9_bounds_t bounds;
    uint16_t category, ignored;
    bool is_static;
    bool moved; /* or added, since the last update ended */
    bool queued;
};

inline bool is_ball(const oct9_bounds_t &b)
{
    return b.kind == OCT9_BOUND_SPHERE;
}

inline int64_t half_of(const oct9_bounds_t &b, size_t axis)
{
    return b.half_q6[is_ball(b) ? 0 : axis];
}

/* The closed box that it lies in, or that it is. */
inline Block block_of(const oct9_bounds_t &b)
{
    const Triple centre = triple_of(b.centre);
    Block out;

    for (size_t axis = 0; axis < 3; axis++) {
        out.lo[axis] = centre[axis] - half_of(b, axis);
        out.hi[axis] = centre[axis] + half_of(b, axis);
    }
    return out;
}

/* What it is when a ball's radius is taken away. */
inline Block core_of(const oct9_bounds_t &b)
{
    return is_ball(b) ? Block{ triple_of(b.centre), triple_of(b.centre) } : block_of(b);
}

inline int64_t radius_of(const oct9_bounds_t &b)
{
    return is_ball(b) ? b.half_q6[0] : 0;
}

/* ---- Whether it meets something. ---- */

inline bool blocks_meet(const Block &a, const Block &b)
{
    for (size_t axis = 0; axis < 3; axis++)
        if (a.lo[axis] > b.hi[axis] || b.lo[axis] > a.hi[axis])
            return false;
    return true;
}

inline int64_t blocks_distance2(const Block &a, const Block &b)
{
    int64_t sum = 0;

    for (size_t axis = 0; axis < 3; axis++) {
        const int64_t gap = std::max(
            { a.lo[axis] - b.hi[axis], b.lo[axis] - a.hi[axis], int64_t{ 0 } });
        sum += gap * gap;
    }
    return sum;
}

/* Two cores, each with its radius around it. */
inline bool cores_meet(const Block &a, const Block &b, int64_t radius)
{
    return blocks_distance2(a, b) <= radius * radius;
}

inline bool meets(const oct9_bounds_t &a, const oct9_bounds_t &b)
{
    return blocks_meet(block_of(a), block_of(b)) &&
           cores_meet(core_of(a), core_of(b), radius_of(a) + radius_of(b));
}

inline bool meets(const oct9_bounds_t &a, const Block &box)
{
    return cores_meet(core_of(a), box, radius_of(a));
}

inline bool meets(const oct9_bounds_t &a, const Triple &centre, int64_t radius)
{
    return cores_meet(core_of(a), { centre, centre }, radius_of(a) + radius);
}

/* A point of the core is the furthest inward, and a ball goes on from there by its radius. */
inline bool meets(const oct9_bounds_t &a, const oct9_plane_t &plane)
{
    const Block core = core_of(a);
    Wide gap = plane.offset, length2 = 0;

    for (size_t axis = 0; axis < 3; axis++) {
        const int64_t n = plane.normal[axis];
        gap -= std::max(n * core.lo[axis], n * core.hi[axis]);
        length2 += n * n;
    }
    return gap <= 0 || gap * gap <= length2 * radius_of(a) * radius_of(a);
}

inline bool meets(const oct9_bounds_t &a, const oct9_frustum_t &frustum)
{
    for (const oct9_plane_t &plane : frustum.plane)
        if (!meets(a, plane))
            return false;
    return true;
}

/* ---- How far it is. ---- */

inline bool within(const oct9_bounds_t &a, const Triple &p, int64_t range)
{
    return meets(a, p, range);
}

/* 256 times the distance to its surface, floor. */
inline int64_t distance_q14(const oct9_bounds_t &a, const Triple &p)
{
    const int64_t square = blocks_distance2(core_of(a), { p, p }) << 16; /* below 2^52 */
    int64_t root = static_cast<int64_t>(std::sqrt(static_cast<double>(square)));

    while (root * root > square)
        root--;
    while ((root + 1) * (root + 1) <= square)
        root++;
    return std::max(root - 256 * radius_of(a), int64_t{ 0 });
}

/* ---- When a motion meets it. ---- */

inline bool motion_is_far(const oct9_motion_t &motion, const oct9_bounds_t &a)
{
    const Triple from = triple_of(motion.from), to = triple_of(motion.to);
    Block swept;

    for (size_t axis = 0; axis < 3; axis++) {
        swept.lo[axis] = std::min(from[axis], to[axis]) - motion.radius_q6;
        swept.hi[axis] = std::max(from[axis], to[axis]) + motion.radius_q6;
    }
    return !blocks_meet(swept, block_of(a));
}

/* The last 65535th at which it does not touch yet. */
inline std::optional<uint16_t> contact_num(const oct9_motion_t &motion, const oct9_bounds_t &a)
{
    if (motion_is_far(motion, a))
        return std::nullopt;
    const std::optional<Part> part = sphere_contact(move_between(motion.from, motion.to),
                                                    motion.radius_q6 + radius_of(a), core_of(a));
    if (!part)
        return std::nullopt;
    return static_cast<uint16_t>(part->k - (part->exact && part->k > 0 ? 1 : 0));
}

/* ---- Where it belongs. ---- */

/* A node: its level, and its corner in its own size. */
using NodeKey = std::array<int, 4>;

constexpr NodeKey root_key = { OCT9_LEVELS, 0, 0, 0 };

inline NodeKey parent_of(const NodeKey &key)
{
    return { key[0] + 1, key[1] / 2, key[2] / 2, key[3] / 2 };
}

inline bool holds(const NodeKey &node, NodeKey key)
{
    while (key[0] < node[0])
        key = parent_of(key);
    return key == node;
}

inline bool is_in_cube(const Triple &p)
{
    return std::all_of(p.begin(), p.end(),
                       [](int64_t c) { return c >= OCT9_LOW_Q6 && c < OCT9_HIGH_Q6; });
}

/* The node of a level that a point of the cube lies in. Nodes count from its low corner. */
inline NodeKey node_at(int level, const Triple &p)
{
    const int64_t size = int64_t{ OCT9_CELL_Q6 } << level;
    NodeKey key = { level, 0, 0, 0 };

    for (size_t axis = 0; axis < 3; axis++)
        key[axis + 1] = static_cast<int>((p[axis] - OCT9_LOW_Q6) / size);
    return key;
}

inline std::optional<NodeKey> loose_node(const oct9_bounds_t &b)
{
    const int64_t size = 2 * std::max({ half_of(b, 0), half_of(b, 1), half_of(b, 2) });
    int level = 0;

    if (size > OCT9_CUBE_Q6 || !is_in_cube(triple_of(b.centre)))
        return std::nullopt;
    while ((int64_t{ OCT9_CELL_Q6 } << level) < size)
        level++;
    return node_at(level, triple_of(b.centre));
}

inline std::optional<NodeKey> enclosing_node(const oct9_bounds_t &b)
{
    const Block block = block_of(b);
    int level = 0;

    if (!is_in_cube(block.lo) || !is_in_cube(block.hi))
        return std::nullopt;
    while (node_at(level, block.lo) != node_at(level, block.hi))
        level++;
    return node_at(level, block.lo);
}

/* None: it is kept outside the tree. */
inline std::optional<NodeKey> node_of(const oct9_bounds_t &b, oct9_placement_t placement)
{
    return placement == OCT9_LOOSE ? loose_node(b) : enclosing_node(b);
}

/* ---- Categories. ---- */

/* It is left out where all of its categories are ignored; what has none never is. */
inline bool counts(unsigned category, unsigned ignored)
{
    for (unsigned bit = 0; bit < 16; bit++)
        if ((category >> bit & 1u) != 0 && (ignored >> bit & 1u) == 0)
            return true;
    return category == 0;
}

inline bool makes_pairs(const Thing &a, const Thing &b)
{
    return !(a.is_static && b.is_static) && counts(a.category, b.ignored) &&
           counts(b.category, a.ignored);
}

} // namespace oracle

#endif
