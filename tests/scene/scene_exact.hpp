/* SPDX-License-Identifier: MIT */
/* Primitives and moving spheres in exact arithmetic, without any order of cases: the least distance
 * of two convex bodies lies between the insides of two of their features (corners, edges, faces),
 * where it is least between the points, lines and planes that these span. So each pair of features
 * is tried: where that least distance is at, if it is at one place alone, and whether the place
 * lies in both features. Each one that does is a distance that occurs, and one of them is the
 * least.
 *
 * Bounds: corners are within [-16384, 16384], centres within [-32768, 32767], so that an edge E is
 * at most 2^15.8 long, a centre's displacement D and what lies between a centre and a corner, w,
 * 2^16.8, and a triangle's normal n, twice its area, 2^30.8. A box given to a search may be as
 * large as the numbers; its features are parallel to the axes and are treated by themselves. */
#ifndef OCT9_TEST_SCENE_EXACT_HPP
#define OCT9_TEST_SCENE_EXACT_HPP

#include "oct9/primitive.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace scenes {

using Wide = __int128;
using Vec = std::array<int64_t, 3>;
using WideVec = std::array<Wide, 3>;

constexpr int64_t WHOLE = 65535; /* a motion is divided into so many parts */

inline Vec vec(const oct9_point_t &p)
{
    return { p.x, p.y, p.z };
}
inline Vec operator-(const Vec &a, const Vec &b)
{
    return { a[0] - b[0], a[1] - b[1], a[2] - b[2] };
}
inline Vec operator+(const Vec &a, const Vec &b)
{
    return { a[0] + b[0], a[1] + b[1], a[2] + b[2] };
}
inline Vec operator*(int64_t s, const Vec &a)
{
    return { s * a[0], s * a[1], s * a[2] };
}

template <class A, class B> Wide dot(const A &a, const B &b)
{
    return Wide{ a[0] } * b[0] + Wide{ a[1] } * b[1] + Wide{ a[2] } * b[2];
}

template <class A, class B> WideVec cross(const A &a, const B &b)
{
    return { Wide{ a[1] } * b[2] - Wide{ a[2] } * b[1], Wide{ a[2] } * b[0] - Wide{ a[0] } * b[2],
             Wide{ a[0] } * b[1] - Wide{ a[1] } * b[0] };
}

/* ---- Bodies: a core of corners, edges and a face, or a box; and a radius around it. ---- */

struct Edge {
    Vec from, along;
};

struct Body {
    bool is_box;
    Vec lo, hi; /* of the box; of any other core the box around it */
    std::vector<Vec> corners;
    std::vector<Edge> edges;
    bool has_face;  /* corners 0, 1, 2, not in one line */
    WideVec normal; /* of that */
    int64_t radius;
};

inline void put_around(Body &body)
{
    body.lo = body.hi = body.corners[0];
    for (const Vec &corner : body.corners)
        for (size_t a = 0; a < 3; a++) {
            body.lo[a] = std::min(body.lo[a], corner[a]);
            body.hi[a] = std::max(body.hi[a], corner[a]);
        }
}

/* One corner, two and what is between them, or three. */
inline Body body_of_corners(const std::vector<Vec> &corners, int64_t radius)
{
    Body body = { false, {}, {}, corners, {}, false, {}, radius };

    for (size_t i = 0; i < corners.size(); i++)
        for (size_t j = 0; j < i; j++)
            body.edges.push_back({ corners[j], corners[i] - corners[j] });
    if (corners.size() == 3) {
        body.normal = cross(corners[1] - corners[0], corners[2] - corners[0]);
        body.has_face = dot(body.normal, body.normal) != 0;
    }
    put_around(body);
    return body;
}

inline Body body_of_box(const Vec &lo, const Vec &hi)
{
    return { true, lo, hi, {}, {}, false, {}, 0 };
}

inline Body body_of(const oct9_primitive_t &p)
{
    switch (p.kind) {
    case OCT9_PRIMITIVE_SPHERE: return body_of_corners({ vec(p.a) }, p.radius_q6);
    case OCT9_PRIMITIVE_BOX: return body_of_box(vec(p.a), vec(p.b));
    case OCT9_PRIMITIVE_CAPSULE: return body_of_corners({ vec(p.a), vec(p.b) }, p.radius_q6);
    default: return body_of_corners({ vec(p.a), vec(p.b), vec(p.c) }, 0);
    }
}

/* ---- A point and a body. The point is in parts of a sub-cell: `scale` of them, to 65535. ---- */

/* From the core's nearest point to the point, in those parts: v / den, its square num / of. */
struct Offset {
    WideVec v;
    Wide den, num, of;
};

/* |q| is below 2^32.8, in parts. */
inline Offset offset_from_corner(const Vec &q)
{
    const Wide square = dot(q, q);

    return { { q[0], q[1], q[2] }, 1, square, 1 };
}

inline bool offset_from_edge(const Vec &q, int64_t scale, const Edge &edge, Offset &out)
{
    const Wide length2 = dot(edge.along, edge.along), along = dot(q, edge.along);

    if (length2 == 0 || along < 0 || along > scale * length2)
        return false;
    for (size_t a = 0; a < 3; a++)
        out.v[a] = q[a] * length2 - along * edge.along[a];
    out.den = out.of = length2;
    out.num = dot(q, q) * length2 - along * along; /* both below 2^98 */
    return true;
}

/* Where q's foot lies by the coordinates of the triangle, in parts of `whole`. */
inline bool foot_in_triangle(const WideVec &q, const Body &body, Wide whole)
{
    const WideVec &n = body.normal;
    const Wide u = dot(n, cross(q, body.corners[2] - body.corners[0]));
    const Wide v = dot(n, cross(body.corners[1] - body.corners[0], q));

    if (whole < 0)
        return u <= 0 && v <= 0 && u + v >= whole;
    return u >= 0 && v >= 0 && u + v <= whole;
}

inline bool offset_from_face(const Vec &q, int64_t scale, const Body &body, Offset &out)
{
    constexpr Wide most = Wide{ 1 } << 63;
    const Wide length2 = dot(body.normal, body.normal); /* below 2^61.6 */
    Wide height = dot(q, body.normal);                  /* below 2^63.6 */

    if (!foot_in_triangle({ q[0], q[1], q[2] }, body, scale * length2))
        return false;
    for (size_t a = 0; a < 3; a++)
        out.v[a] = body.normal[a] * height;
    /* Beyond 2^63 it is farther than any radius, whose square times length2 is below 2^124. */
    height = std::min(height < 0 ? -height : height, most);
    out.den = out.of = length2;
    out.num = height * height;
    return true;
}

inline Offset offset_from_box(const Vec &q, int64_t scale, const Body &box)
{
    Vec v = {};

    for (size_t a = 0; a < 3; a++)
        v[a] = std::max(q[a] - scale * box.hi[a], int64_t{ 0 }) -
               std::max(scale * box.lo[a] - q[a], int64_t{ 0 });
    return offset_from_corner(v);
}

/* The offsets from all features with a foot: three corners, three edges and a face at most. */
struct Offsets {
    std::array<Offset, 7> at;
    size_t count = 0;

    const Offset *begin() const { return at.data(); }
    const Offset *end() const { return at.data() + count; }
};

inline Offsets offsets(const Vec &q, int64_t scale, const Body &body)
{
    Offsets out;

    if (body.is_box)
        out.at[out.count++] = offset_from_box(q, scale, body);
    for (const Vec &corner : body.corners)
        out.at[out.count++] = offset_from_corner(q - scale * corner);
    for (const Edge &edge : body.edges)
        if (offset_from_edge(q - scale * edge.from, scale, edge, out.at[out.count]))
            out.count++;
    if (body.has_face &&
        offset_from_face(q - scale * body.corners[0], scale, body, out.at[out.count]))
        out.count++;
    return out;
}

inline long double square_of(const Offset &o)
{
    return static_cast<long double>(o.num) / static_cast<long double>(o.of);
}

/* The one from the nearest point. Where two are the same except for long double's rounding, so are
 * their points. */
inline Offset least_offset(const Vec &q, int64_t scale, const Body &body)
{
    const Offsets all = offsets(q, scale, body);

    return *std::min_element(all.begin(), all.end(), [](const Offset &a, const Offset &b) {
        return square_of(a) < square_of(b);
    });
}

/* The core is within `reach` parts; or nearer than that. reach is below 2^32. */
inline bool core_within(const Vec &q, int64_t scale, const Body &body, int64_t reach)
{
    for (const Offset &o : offsets(q, scale, body))
        if (o.num <= Wide{ reach } * reach * o.of)
            return true;
    return false;
}

inline bool core_nearer(const Vec &q, int64_t scale, const Body &body, int64_t reach)
{
    for (const Offset &o : offsets(q, scale, body))
        if (o.num < Wide{ reach } * reach * o.of)
            return true;
    return false;
}

/* The closed ball touches the body. */
inline bool ball_touches(const Vec &centre, int64_t radius, const Body &body)
{
    return core_within(centre, 1, body, radius + body.radius);
}

/* 256 times the distance to the surface, rounded down; 0 inside. */
inline int64_t distance_q14(const Vec &p, const Body &body)
{
    const Vec q = 256 * p;
    const long double about = std::sqrt(square_of(least_offset(q, 256, body)));
    const int64_t inside = 256 * body.radius;
    int64_t d = std::max<int64_t>(static_cast<int64_t>(about) - inside, 0);

    while (d > 0 && core_nearer(q, 256, body, d + inside))
        d--;
    while (!core_nearer(q, 256, body, d + 1 + inside))
        d++;
    return d;
}

/* ---- A centre's motion and a body. ---- */

struct Move {
    Vec from, by;
};

/* In 65535ths of a sub-cell. */
inline Vec place_at(const Move &move, int64_t num)
{
    return WHOLE * move.from + num * move.by;
}

/* A time t = num / den, den > 0, is in [0, last / 65535]. */
inline bool in_time(Wide num, Wide den, int64_t last)
{
    return num >= 0 && num * WHOLE <= last * den;
}

inline bool move_near_corner(const Move &move, int64_t last, const Vec &corner, Wide reach2)
{
    const Vec w = move.from - corner;
    const Wide length2 = dot(move.by, move.by), t = -dot(w, move.by);

    return length2 != 0 && in_time(t, length2, last) &&
           dot(w, w) * length2 - t * t <= reach2 * length2;
}

/* The common normal m of both lines is below 2^32.6, the times' numerators 2^65.2. */
inline bool move_near_edge(const Move &move, int64_t last, const Edge &edge, Wide reach2)
{
    const Vec w = move.from - edge.from;
    const WideVec m = cross(move.by, edge.along);
    const Wide length2 = dot(m, m), t = -dot(cross(w, edge.along), m);
    const Wide u = -dot(cross(w, move.by), m), apart = dot(w, m);

    return length2 != 0 && in_time(t, length2, last) && u >= 0 && u <= length2 &&
           apart * apart <= reach2 * length2;
}

/* Through the triangle: w d - height D is below 2^65.4, and what comes of it below 2^113. */
inline bool move_through_face(const Move &move, int64_t last, const Body &body)
{
    const Vec w = move.from - body.corners[0];
    const WideVec &n = body.normal;
    const Wide d = dot(move.by, n), height = dot(w, n);
    WideVec place;

    if (d == 0 || !in_time(d < 0 ? height : -height, d < 0 ? -d : d, last))
        return false;
    for (size_t a = 0; a < 3; a++)
        place[a] = w[a] * d - height * move.by[a];
    return foot_in_triangle(place, body, d * dot(n, n));
}

/* A box's feature: on each axis its low face (0), its high one (1), or all between them (2). */
inline bool move_near_box_feature(const Move &move, int64_t last, const Body &box,
                                  const std::array<unsigned, 3> &feature, Wide reach2)
{
    Wide length2 = 0, t = 0, square = 0;

    for (size_t a = 0; a < 3; a++) {
        const int64_t w = move.from[a] - (feature[a] == 0 ? box.lo[a] : box.hi[a]);
        if (feature[a] == 2)
            continue;
        length2 += move.by[a] * move.by[a];
        t -= move.by[a] * w;
        square += w * w;
    }
    if (length2 == 0 || !in_time(t, length2, last))
        return false;
    for (size_t a = 0; a < 3; a++) {
        const Wide place = move.from[a] * length2 + move.by[a] * t;
        if (feature[a] == 2 && (place < box.lo[a] * length2 || place > box.hi[a] * length2))
            return false;
    }
    return square * length2 - t * t <= reach2 * length2;
}

inline bool move_near_box(const Move &move, int64_t last, const Body &box, Wide reach2)
{
    for (unsigned x = 0; x < 3; x++)
        for (unsigned y = 0; y < 3; y++)
            for (unsigned z = 0; z < 3; z++)
                if (move_near_box_feature(move, last, box, { x, y, z }, reach2))
                    return true;
    return false;
}

/* No two points of theirs are within the reach on an axis: quick, and exact. */
inline bool far_apart(const Move &move, const Body &body, int64_t reach)
{
    for (size_t a = 0; a < 3; a++) {
        const int64_t end = move.from[a] + move.by[a];
        if (std::max(move.from[a], end) + reach < body.lo[a] ||
            std::min(move.from[a], end) - reach > body.hi[a])
            return true;
    }
    return false;
}

/* A sphere on [0, last / 65535] of the motion touches the body. */
inline bool move_touches(const Move &move, int64_t last, int64_t radius, const Body &body)
{
    const int64_t reach = radius + body.radius;
    const Wide reach2 = Wide{ reach } * reach;

    if (far_apart(move, body, reach))
        return false;
    if (core_within(move.from, 1, body, reach) ||
        core_within(place_at(move, last), WHOLE, body, WHOLE * reach))
        return true;
    if (body.is_box)
        return move_near_box(move, last, body, reach2);
    for (const Vec &corner : body.corners)
        if (move_near_corner(move, last, corner, reach2))
            return true;
    for (const Edge &edge : body.edges)
        if (move_near_edge(move, last, edge, reach2))
            return true;
    return body.has_face && move_through_face(move, last, body);
}

/* The last 65535th at which the sphere does not touch the body yet, 0 if it touches it from the
 * beginning; -1 if it never does. `guess` may be anything. */
inline int64_t contact_num(const Move &move, int64_t radius, const Body &body, int64_t guess)
{
    int64_t clear = 0, touch = WHOLE;

    if (!move_touches(move, WHOLE, radius, body))
        return -1;
    if (move_touches(move, 1, radius, body))
        return 0;
    if (guess > 0 && guess < WHOLE && !move_touches(move, guess, radius, body) &&
        move_touches(move, guess + 1, radius, body))
        return guess;
    while (touch - clear > 1) {
        const int64_t middle = (clear + touch) / 2;
        (move_touches(move, middle, radius, body) ? touch : clear) = middle;
    }
    return clear;
}

/* ---- A body and an axis-aligned box. ---- */

inline std::vector<Move> box_edges(const Vec &lo, const Vec &hi)
{
    std::vector<Move> out;

    for (size_t a = 0; a < 3; a++)
        for (unsigned side = 0; side < 4; side++) {
            const size_t b = (a + 1) % 3, c = (a + 2) % 3;
            Move edge = { lo, {} };
            edge.from[b] = (side & 1) != 0 ? hi[b] : lo[b];
            edge.from[c] = (side & 2) != 0 ? hi[c] : lo[c];
            edge.by[a] = hi[a] - lo[a];
            out.push_back(edge);
        }
    return out;
}

/* What a triangle and a box share has corners: on the triangle's edges, or on the box's. */
inline bool triangle_meets_box(const Body &triangle, const Body &box)
{
    for (const Edge &edge : triangle.edges)
        if (move_touches({ edge.from, edge.along }, WHOLE, 0, box))
            return true;
    for (const Move &edge : box_edges(box.lo, box.hi))
        if (move_touches(edge, WHOLE, 0, triangle))
            return true;
    return false;
}

/* The closed box and the body have a point in common. */
inline bool meets_box(const Body &body, const Vec &lo, const Vec &hi)
{
    const Body box = body_of_box(lo, hi);

    for (size_t a = 0; a < 3; a++)
        if (body.hi[a] + body.radius < lo[a] || body.lo[a] - body.radius > hi[a])
            return false;
    if (body.is_box)
        return true;
    if (body.corners.size() == 3)
        return triangle_meets_box(body, box);
    return move_touches({ body.corners[0], body.corners.back() - body.corners[0] }, WHOLE,
                        body.radius, box);
}

/* ---- A body and a half space: normal . p >= offset. ---- */

inline bool meets_half_space(const Body &body, const Vec &normal, int64_t offset)
{
    Vec highest = body.lo;
    Wide most = 0;

    if (body.is_box) {
        for (size_t a = 0; a < 3; a++)
            highest[a] = normal[a] > 0 ? body.hi[a] : body.lo[a];
        return dot(normal, highest) >= offset;
    }
    most = dot(normal, body.corners[0]);
    for (const Vec &corner : body.corners)
        most = std::max(most, dot(normal, corner));
    const Wide gap = offset - most;
    return gap <= 0 || gap * gap <= dot(normal, normal) * body.radius * body.radius;
}

} // namespace scenes

#endif
