/* SPDX-License-Identifier: MIT */
/* Random oriented boxes, at rest and in motion, that touch, graze and hit leaves on purpose. */
#ifndef OCT9_TEST_OBB_CASES_HPP
#define OCT9_TEST_OBB_CASES_HPP

#include "obb_motion.hpp"
#include "tests/shared/random.hpp"

namespace oracle {

inline bool good_rotation(const oct9_rotation_t &r)
{
    const int64_t off = dot(wide_of(r), wide_of(r)) - (int64_t{ 1 } << 28);
    return std::abs(off) <= int64_t{ 1 } << 22;
}

inline Real random_real(Random &random, Real lo, Real hi)
{
    return lo + (hi - lo) * static_cast<Real>(random.u32()) / 4294967296.0L;
}

/* As many between 1 and 10 as between 10 and 100. */
inline Real random_log(Random &random, Real lo, Real hi)
{
    return lo * std::pow(hi / lo, random_real(random, 0, 1));
}

inline Vector random_direction(Random &random)
{
    Vector v;

    do
        v = { random_real(random, -1, 1), random_real(random, -1, 1), random_real(random, -1, 1) };
    while (dot(v, v) > 1 || dot(v, v) < Real(0.01));
    return 1 / length(v) * v;
}

inline Vector map_axis(Random &random)
{
    Vector v = { 0, 0, 0 };
    v[random.below(3)] = random.chance(50) ? 1 : -1;
    return v;
}

/* In Q1.14, as long as it may be or nearly so; the length 1 is always good. */
inline oct9_rotation_t rotation_near(Random &random, const Versor &q)
{
    const Real lengths[] = { 1, 1, 1, 1, 0.99225L, 1.0077L, random_real(random, 0.993L, 1.007L) };
    const Versor one = unit(q);
    const auto rounded = [&](Real size) {
        const auto c = [&](size_t i) {
            return static_cast<int16_t>(std::lround(one[i] * size * OCT9_ONE_Q14));
        };
        return oct9_rotation_t{ c(0), c(1), c(2), c(3) };
    };
    const oct9_rotation_t r = rounded(lengths[random.below(7)]);

    return good_rotation(r) ? r : rounded(1);
}

inline Versor random_versor(Random &random)
{
    const Vector a = random_direction(random);
    const Real turn = random_real(random, 0, 3.141592653589793238L);
    return { std::cos(turn), std::sin(turn) * a[0], std::sin(turn) * a[1], std::sin(turn) * a[2] };
}

/* A rotation of whole numbers: its matrix is of whole numbers over `denominator`. */
inline oct9_rotation_t rational_rotation(Random &random, int most, int &denominator)
{
    int q[4];

    do {
        denominator = 0;
        for (int &c : q) {
            c = random.chance(30) ? 0 : random.between(-most, most);
            denominator += c * c;
        }
    } while (denominator == 0);
    const int k = static_cast<int>(std::lround(OCT9_ONE_Q14 / std::sqrt(denominator)));
    return { static_cast<int16_t>(k * q[0]), static_cast<int16_t>(k * q[1]),
             static_cast<int16_t>(k * q[2]), static_cast<int16_t>(k * q[3]) };
}

/* An eighth of a turn about an axis of the map, or one after the other about two. */
inline Versor eighth_turns(Random &random)
{
    const Vector a = map_axis(random), b = map_axis(random);
    const Real c = std::cos(3.141592653589793238L / 8), s = std::sin(3.141592653589793238L / 8);
    const Vector u = s * a, v = (random.chance(50) ? s : 0) * b;
    const Real last = dot(v, v) > 0 ? c : 1;

    const Vector w = c * v + last * u + cross(u, v);

    return { c * last - dot(u, v), w[0], w[1], w[2] };
}

/* `denominator` is 1 where the matrix is of whole numbers or of no use. */
inline oct9_rotation_t random_rotation(Random &random, int &denominator)
{
    denominator = 1;
    switch (random.below(8)) {
    case 0: return OCT9_ROTATION_NONE;
    case 1: return rational_rotation(random, 1, denominator);
    case 2:
    case 3: return rational_rotation(random, 4, denominator);
    case 4: return rotation_near(random, eighth_turns(random));
    default: return rotation_near(random, random_versor(random));
    }
}

/* Half edges, all multiples of `unit`. */
inline void random_half(Random &random, int unit, uint16_t half_q6[3])
{
    const unsigned kind = random.below(16);

    for (size_t k = 0; k < 3; k++) {
        const int most = OCT9_OBB_HALF_MAX / unit;
        int n = static_cast<int>(random_log(random, 1, std::max(2, 800 / unit)));
        if (kind == 0)
            n = random.chance(50) ? 1 : most;
        if (kind == 1)
            n = random.between(1, most);
        if (kind == 2)
            n = 1;
        half_q6[k] = static_cast<uint16_t>(std::clamp(n, 1, most) * unit);
    }
}

inline bool fits_point(int64_t c)
{
    return c >= -32768 && c <= 32767;
}

inline oct9_point_t point_near(const Vector &v)
{
    const auto c = [&](size_t i) {
        return static_cast<int16_t>(std::clamp(std::lround(v[i]), -32768l, 32767l));
    };
    return { c(0), c(1), c(2) };
}

inline int16_t random_limit(Random &random)
{
    static const int outward[] = { -4096, -1, 0, 1, 4096, 4097, 16383 };
    const int16_t ends[] = { INT16_MIN, INT16_MAX };
    const int out = outward[random.below(7)];
    const int16_t near[] = { static_cast<int16_t>(OCT9_LOW_Q6 - out),
                             static_cast<int16_t>(OCT9_HIGH_Q6 + out) };

    if (random.chance(10))
        return ends[random.below(2)];
    return random.chance(50) ? near[random.below(2)]
                             : static_cast<int16_t>(random.between(-32768, 32767));
}

inline oct9_point_t extreme_place(Random &random)
{
    return { random_limit(random), random_limit(random), random_limit(random) };
}

/* A point on a face, an edge or a corner, as `faces` says: for each axis 0 low, 1 high, 2 any. */
inline Triple point_on(Random &random, const unsigned faces[3], const Triple &lo, const Triple &hi,
                       int64_t unit)
{
    Triple out;

    for (size_t axis = 0; axis < 3; axis++) {
        const int64_t steps = (hi[axis] - lo[axis]) / unit;
        const int64_t at = random.below(static_cast<uint32_t>(steps + 1));
        out[axis] = faces[axis] == 0 ? lo[axis]
                  : faces[axis] == 1 ? hi[axis]
                                     : lo[axis] + at * unit;
    }
    return out;
}

inline void random_faces(Random &random, unsigned faces[3])
{
    do
        for (size_t axis = 0; axis < 3; axis++)
            faces[axis] = random.below(3);
    while (faces[0] == 2 && faces[1] == 2 && faces[2] == 2);
}

/* Where the box's place is when its point v lies on the map's point x: exact where the rotation
 * is rational and v fits it. */
inline Triple place_with(const Shape &shape, const Triple &v, const Triple &x)
{
    Triple out;

    for (size_t axis = 0; axis < 3; axis++) {
        int64_t sum = 0;
        for (size_t k = 0; k < 3; k++)
            sum += shape.axes[k][axis] * v[k];
        out[axis] = x[axis] - std::lround(static_cast<Real>(sum) / static_cast<Real>(shape.scale));
    }
    return out;
}

/* A box at rest that touches [lo, hi]: one of its corners, edges or faces at one of that. Mostly it
 * comes from where that is not; `outward` says which side that is. */
inline oct9_pose_t touching_pose(Random &random, const Triple &lo, const Triple &hi,
                                 const uint16_t half_q6[3], const oct9_rotation_t &rotation,
                                 int unit)
{
    const Shape shape = shape_of({ { 0, 0, 0 }, rotation }, half_q6);
    const Triple &half = shape.half;
    unsigned faces[3], own[3];
    Triple place = {};
    int64_t outward = 0;

    random_faces(random, faces);
    for (int tries = 0; tries < 6 && outward <= 0; tries++) {
        const Triple x = point_on(random, faces, lo, hi, 1);
        random_faces(random, own);
        place = place_with(shape,
                           point_on(random, own, { -half[0], -half[1], -half[2] }, half, unit), x);
        outward = 0;
        for (size_t axis = 0; axis < 3; axis++)
            outward += faces[axis] == 2 ? 0 : (place[axis] - x[axis]) * (faces[axis] == 1 ? 1 : -1);
    }
    if (random.chance(25))
        place[random.below(3)] += random.chance(50) ? 1 : -1;
    if (!fits_point(place[0]) || !fits_point(place[1]) || !fits_point(place[2]))
        return { extreme_place(random), rotation };
    return { { static_cast<int16_t>(place[0]), static_cast<int16_t>(place[1]),
               static_cast<int16_t>(place[2]) },
             rotation };
}

inline Triple low_corner(const Node &leaf)
{
    return { leaf.low(0), leaf.low(1), leaf.low(2) };
}

inline Triple high_corner(const Node &leaf)
{
    return { leaf.high(0), leaf.high(1), leaf.high(2) };
}

/* At rest; its rules are left at zero. */
inline oct9_obb_input_t random_rest(Random &random, const std::vector<const Node *> &leaves)
{
    const Node &leaf = *leaves[random.below(static_cast<uint32_t>(leaves.size()))];
    const int64_t low = OCT9_LOW_Q6, high = OCT9_HIGH_Q6;
    oct9_obb_input_t input = {};
    int unit;

    input.from.rotation = random_rotation(random, unit);
    random_half(random, unit, input.half_q6);
    switch (random.below(16)) {
    case 0: input.from.place = extreme_place(random); break;
    case 1:
        input.from = touching_pose(random, { low, low, low }, { high, high, high }, input.half_q6,
                                   input.from.rotation, unit);
        break;
    default:
        input.from = touching_pose(random, low_corner(leaf), high_corner(leaf), input.half_q6,
                                   input.from.rotation, unit);
    }
    input.to = input.from;
    return input;
}

/* ---- In motion: a pose close to a leaf, and a motion that goes through it. ---- */

inline Versor turned_by(const Vector &axis, Real angle, const Versor &q)
{
    const Real c = std::cos(angle / 2);
    const Vector u = std::sin(angle / 2) * axis, v = { q[1], q[2], q[3] };

    const Vector w = c * v + q[0] * u + cross(u, v);

    return { c * q[0] - dot(u, v), w[0], w[1], w[2] };
}

/* The leaf's point that is farthest along `normal`; anywhere on its face if that is an axis. */
inline Vector point_toward(Random &random, const Node &leaf, const Vector &normal)
{
    const Block block = block_of(leaf);
    Vector out = block.middle;

    for (size_t axis = 0; axis < 3; axis++)
        out[axis] += block.half * (normal[axis] > 0   ? 1
                                   : normal[axis] < 0 ? -1
                                                      : random_real(random, -1, 1));
    return out;
}

/* Where the box is when, coming from along `normal`, it stands `gap` before the point. */
inline Vector place_before(const Frame &f, const Vector &point, const Vector &normal, Real gap)
{
    Vector place = point + gap * normal;

    for (size_t k = 0; k < 3; k++)
        place = place + (dot(f.axes[k], normal) < 0 ? -f.half[k] : f.half[k]) * f.axes[k];
    return place;
}

inline Vector random_displacement(Random &random, const Vector &normal)
{
    Vector displacement = random_direction(random);

    if (random.chance(15))
        return { 0, 0, 0 };
    if (random.chance(20))
        displacement = map_axis(random);
    else if (random.chance(50))
        displacement = displacement - dot(displacement, normal) * normal;
    return random_log(random, 1, random.chance(10) ? 20000 : 2000) * displacement;
}

inline Real random_turn(Random &random)
{
    if (random.chance(25))
        return 0;
    return random.chance(15) ? 3.141592653589793238L : random_log(random, 0.001L, 3.14L);
}

/* A pose whose rotation is exactly half a turn away, or off that by a bit of the quaternion. */
inline oct9_rotation_t half_turn_from(Random &random, const oct9_rotation_t &r)
{
    const Quaternion units[] = { { 0, 1, 0, 0 }, { 0, 0, 1, 0 }, { 0, 0, 0, 1 } };
    const Quaternion q = wide_of(r) * units[random.below(3)];
    oct9_rotation_t out = { static_cast<int16_t>(q.w), static_cast<int16_t>(q.x),
                            static_cast<int16_t>(q.y), static_cast<int16_t>(q.z) };
    const oct9_rotation_t exact = out;

    if (random.chance(70))
        out.w = static_cast<int16_t>(out.w + random.between(-1, 1));
    return good_rotation(out) ? out : exact;
}

inline void set_rotations(Random &random, const Versor &q, const Vector &normal, Real s,
                          oct9_obb_input_t &input)
{
    const Real angle = random_turn(random);
    const Vector axis = random.chance(40) ? random_direction(random)
                      : random.chance(50) ? normal
                                          : map_axis(random);

    input.from.rotation = rotation_near(random, turned_by(axis, -s * angle, q));
    input.to.rotation = rotation_near(random, turned_by(axis, (1 - s) * angle, q));
    if (angle <= 0)
        input.to.rotation = input.from.rotation;
    if (random.chance(4))
        input.to.rotation = half_turn_from(random, input.from.rotation);
    if (random.chance(20)) {
        oct9_rotation_t &r = input.to.rotation;
        r = { static_cast<int16_t>(-r.w), static_cast<int16_t>(-r.x), static_cast<int16_t>(-r.y),
              static_cast<int16_t>(-r.z) };
    }
}

/* Past or into one of the leaves; its rules are left at zero. */
inline oct9_obb_input_t random_motion(Random &random, const std::vector<const Node *> &leaves)
{
    const Node &leaf = *leaves[random.below(static_cast<uint32_t>(leaves.size()))];
    oct9_obb_input_t input = {};
    int unit;

    const Versor q = versor_of(random_rotation(random, unit));
    random_half(random, 1, input.half_q6);
    const Vector half = { Real(input.half_q6[0]), Real(input.half_q6[1]), Real(input.half_q6[2]) };
    const Frame f = frame_of({ 0, 0, 0 }, q, half);
    const Vector normal = random.chance(50) ? map_axis(random)
                        : random.chance(50) ? random_direction(random)
                                            : f.axes[random.below(3)];
    const Real gap = random.chance(60) ? random_real(random, -3, 3) : random_real(random, -50, 300);
    const Vector place = place_before(f, point_toward(random, leaf, normal), normal, gap);
    const Vector displacement = random_displacement(random, normal);
    const Real s = random.chance(20) ? random.below(2) : random_real(random, 0, 1);

    input.from.place = point_near(place - s * displacement);
    input.to.place = point_near(place + (1 - s) * displacement);
    if (random.chance(2))
        input.to.place = extreme_place(random);
    set_rotations(random, q, normal, s, input);
    return input;
}

/* A long box that turns in place until its end stands in the leaf, by less than a sub-cell, or
 * only just before it: what is worst for a turn's rounding. */
inline oct9_obb_input_t random_end_in(Random &random, const Node &leaf)
{
    oct9_obb_input_t input = {};

    input.half_q6[0] = OCT9_OBB_HALF_MAX;
    input.half_q6[1] = static_cast<uint16_t>(random.between(1, 40));
    input.half_q6[2] = static_cast<uint16_t>(random.between(1, 40));
    input.to.rotation = rotation_near(random, random_versor(random));
    const Versor q = versor_of(input.to.rotation);
    const Frame f = frame_of({ 0, 0, 0 }, q,
                             { OCT9_OBB_HALF_MAX, Real(input.half_q6[1]), Real(input.half_q6[2]) });
    const unsigned around = 1 + random.below(2);
    const Vector normal = Real(random.chance(50) ? 1 : -1) * f.axes[3 - around];
    const Vector end = Real(random.chance(50) ? 1 : -1) * f.half[0] * f.axes[0];
    const Vector tip = end - f.half[3 - around] * normal;
    /* Axis x end points against the normal, so that the turn presses the tip into the leaf. */
    const bool along = dot(cross(f.axes[around], end), normal) < 0;
    const Real angle = (along ? -1 : 1) * random_log(random, 0.001L, 3.0L);

    input.from.rotation = rotation_near(random, turned_by(f.axes[around], angle, q));
    input.from.place = point_near(point_toward(random, leaf, normal) - tip +
                                  random_real(random, -0.7L, 0.2L) * normal);
    input.to.place = input.from.place;
    return input;
}

} // namespace oracle

#endif
