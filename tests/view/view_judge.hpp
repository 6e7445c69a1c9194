/* SPDX-License-Identifier: MIT */
/* What view.h says, by brute force: where rays end by its rule in 128 bits, what they touch from
 * the oracle's list of visits, the quadtree by recursion, and what is seen as a map of leaves. */
#ifndef OCT9_TEST_VIEW_JUDGE_HPP
#define OCT9_TEST_VIEW_JUDGE_HPP

#include "tests/shared/search_cases.hpp"

#include "oct9/view.h"

#include <map>
#include <tuple>

namespace oracle {

using Wide = __int128;
using Key = std::tuple<int, int, int, int>; /* a leaf's corner and level */
using Grid = std::array<std::array<Wide, 3>, 3>;

inline Key key_of(const oct9_cell_t &corner, int level)
{
    return { corner.x, corner.y, corner.z, level };
}

inline Wide floor_quotient(Wide n, Wide d)
{
    return n / d - (n % d < 0 ? 1 : 0);
}

/* ---- Where rays end. ---- */

struct Quaternion {
    Wide w, x, y, z;
};

inline Quaternion times(const Quaternion &a, const Quaternion &b)
{
    return { a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z,
             a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
             a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
             a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w };
}

/* The body's axes, as columns: q v q* of each, so long as the square of q's length. */
inline Grid body_axes(const oct9_rotation_t &r)
{
    const Quaternion q = { r.w, r.x, r.y, r.z }, back = { r.w, -r.x, -r.y, -r.z };
    const Quaternion unit[3] = { { 0, 1, 0, 0 }, { 0, 0, 1, 0 }, { 0, 0, 0, 1 } };
    Grid m = {};

    for (size_t c = 0; c < 3; c++) {
        const Quaternion v = times(times(q, unit[c]), back);
        m[0][c] = v.x;
        m[1][c] = v.y;
        m[2][c] = v.z;
    }
    return m;
}

inline Wide square_of(const oct9_rotation_t &r)
{
    return Wide{ r.w } * r.w + Wide{ r.x } * r.x + Wide{ r.y } * r.y + Wide{ r.z } * r.z;
}

inline Wide unit_of(Wide m, Wide scale)
{
    const Wide size = ((m < 0 ? -m : m) << 28) / scale;

    return m < 0 ? -size : size;
}

/* An end as the header's rule puts it, in whole sub-cells, not clamped. */
inline Point end_of(const oct9_view_sensor_t &sensor, const oct9_pose_t &pose, int u, int v)
{
    const Grid m = body_axes(pose.rotation);
    const Wide s = square_of(pose.rotation), n = 1 << sensor.grid, range = sensor.range_q6;
    const Point place = wide(pose.place);
    Point end = {};

    for (size_t a = 0; a < 3; a++) {
        const Wide x = floor_quotient(unit_of(m[a][0], s) * range, Wide{ 1 } << 21);
        const Wide y = floor_quotient(unit_of(m[a][1], s) * range * sensor.tan_y_q14,
                                      Wide{ 1 } << 35);
        const Wide z = floor_quotient(unit_of(m[a][2], s) * range * sensor.tan_z_q14,
                                      Wide{ 1 } << 35);
        end[a] = place[a] + static_cast<int64_t>(floor_quotient(
                                n * x + (2 * u - n) * y + (2 * v - n) * z + 64 * n, 128 * n));
    }
    return end;
}

/* No coordinate is farther than 0.53 of a sub-cell from the exact one, a fraction over
 * s 2^14 N. */
inline bool is_near_exact(const oct9_view_sensor_t &sensor, const oct9_pose_t &pose, int u, int v,
                          const Point &end)
{
    const Grid m = body_axes(pose.rotation);
    const Wide n = 1 << sensor.grid, unit = square_of(pose.rotation) * 16384 * n;
    const Point place = wide(pose.place);

    for (size_t a = 0; a < 3; a++) {
        const Wide exact = sensor.range_q6 *
                           (m[a][0] * 16384 * n + m[a][1] * sensor.tan_y_q14 * (2 * u - n) +
                            m[a][2] * sensor.tan_z_q14 * (2 * v - n));
        const Wide off = (end[a] - place[a]) * unit - exact;
        if (100 * (off < 0 ? -off : off) > 53 * unit)
            return false;
    }
    return true;
}

/* ---- What the view must have come to. ---- */

struct Touched {
    uint64_t frame;
    int state;
    bool stopped;
};

struct Pixel {
    bool hit = false, outside = false;
    Key leaf = {};
    int64_t depth = OCT9_DEPTH_UNSEEN;
    uint64_t frame = 0; /* from 1; 0: not looked at */
    bool filled = false;
};

inline FaceCounts faces; /* of all rays */

class Judge {
public:
    uint64_t rays = 0, leaves = 0; /* of the last frame */
    uint64_t frame = 0;            /* the next one's number, from 0 */
    std::vector<Pixel> pixels;
    std::map<Key, Touched> touched; /* ever */

    explicit Judge(const oct9_view_sensor_t &sensor)
        : pixels(static_cast<size_t>((n_of(sensor) + 1) * (n_of(sensor) + 1))), sensor_(sensor),
          n_(n_of(sensor))
    {
    }

    /* False iff a ray's end does not fit: then nothing is done. */
    bool look(const Scene &scene, const oct9_pose_t &pose)
    {
        if (!set_ends(pose))
            return false;
        scene_ = &scene;
        rays = leaves = 0;
        now_ = pixels;
        cast_.assign(pixels.size(), false);
        fills_.clear();
        const int step = 1 << sensor_.coarse;
        for (int v = 0; v < n_; v += step)
            for (int u = 0; u < n_; u += step)
                if (in_share(u / step, v / step))
                    square(u, v, step);
        for (const auto &[to, from] : fills_)
            if (!cast_[to]) {
                now_[to] = now_[from];
                now_[to].filled = true;
            }
        pixels = now_;
        frame++;
        return true;
    }

    bool counts(const Touched &t) const { return frame - 1 - t.frame < sensor_.frames; }
    bool counts(const Key &key) const
    {
        const auto at = touched.find(key);
        return at != touched.end() && counts(at->second);
    }

    /* Occupied, not seen, and both neighbours on an axis are. */
    bool is_between(const Scene &scene, const ListedLeaf &listed) const
    {
        const oct9_leaf_t &leaf = listed.leaf;

        if (leaf.state != OCT9_OCCUPIED || counts(key_of(leaf.corner, leaf.level)))
            return false;
        for (size_t axis = 0; axis < 3; axis++)
            if (side_counts(scene, leaf, axis, -1) &&
                side_counts(scene, leaf, axis, 1 << leaf.level))
                return true;
        return false;
    }

private:
    /* The leaf that counts as a neighbour was touched: it holds the cell across the middle. */
    bool side_counts(const Scene &scene, const oct9_leaf_t &leaf, size_t axis, int beyond) const
    {
        const int half = (1 << leaf.level) / 2;
        int c[3] = { leaf.corner.x + half, leaf.corner.y + half, leaf.corner.z + half };

        c[axis] += beyond - half;
        if (c[axis] < 0 || c[axis] >= OCT9_CELLS)
            return false;
        const ListedLeaf &side = scene.holding({ static_cast<uint16_t>(c[0]),
                                                 static_cast<uint16_t>(c[1]),
                                                 static_cast<uint16_t>(c[2]) });
        return counts(key_of(side.leaf.corner, side.leaf.level));
    }

    const oct9_view_sensor_t &sensor_;
    const int n_;
    const Scene *scene_ = nullptr;
    std::vector<Point> ends_;
    oct9_point_t place_ = {};
    std::vector<Pixel> now_;
    std::vector<bool> cast_;
    std::vector<std::pair<size_t, size_t>> fills_; /* to, from */

    static int n_of(const oct9_view_sensor_t &sensor) { return 1 << sensor.grid; }
    size_t at(int u, int v) const { return static_cast<size_t>(v * (n_ + 1) + u); }

    bool set_ends(const oct9_pose_t &pose)
    {
        std::vector<Point> ends;

        for (int v = 0; v <= n_; v++)
            for (int u = 0; u <= n_; u++) {
                ends.push_back(end_of(sensor_, pose, u, v));
                CHECK(is_near_exact(sensor_, pose, u, v, ends.back()));
                if (wide(narrow(ends.back())) != ends.back())
                    return false;
            }
        ends_ = ends;
        place_ = pose.place;
        return true;
    }

    /* The lowest bit of the code is the highest of the frame's number, and so on. */
    bool in_share(int su, int sv) const
    {
        int bits = 0;

        while (1 << bits < sensor_.frames)
            bits++;
        for (int i = 0; i < bits; i++) {
            const int code_bit = (i % 2 == 0 ? su : sv) >> i / 2 & 1;
            if (code_bit != static_cast<int>(frame >> (bits - 1 - i) & 1))
                return false;
        }
        return true;
    }

    void square(int u, int v, int size)
    {
        for (int corner = 0; corner < 4; corner++)
            cast(at(u + corner % 2 * size, v + corner / 2 * size));
        if (size > 1 && corners_differ(u, v, size)) {
            for (int part = 0; part < 4; part++)
                square(u + part % 2 * size / 2, v + part / 2 * size / 2, size / 2);
            return;
        }
        for (int y = v; y < v + size || (y == n_ && v + size == n_); y++)
            for (int x = u; x < u + size || (x == n_ && u + size == n_); x++)
                fills_.push_back({ at(x, y), at(u, v) });
    }

    bool corners_differ(int u, int v, int size) const
    {
        const Pixel &first = now_[at(u, v)];
        int64_t near = first.depth, far = first.depth;

        for (int corner = 1; corner < 4; corner++) {
            const Pixel &p = now_[at(u + corner % 2 * size, v + corner / 2 * size)];
            if (p.hit != first.hit || p.outside != first.outside || p.leaf != first.leaf)
                return true;
            near = std::min(near, p.depth);
            far = std::max(far, p.depth);
        }
        return far - near > sensor_.differ_q6;
    }

    void cast(size_t i)
    {
        if (cast_[i])
            return;
        cast_[i] = true;
        rays++;
        now_[i] = Pixel();
        now_[i].depth = OCT9_DEPTH_NONE;
        now_[i].frame = frame + 1;
        const Ends ends = { place_, narrow(ends_[i]) };
        const std::vector<Visit> all = visits(scene_->model, segment_between(ends.from, ends.to));
        bool first = true;
        faces.count(ends, all);
        for (const Visit &visit : all) {
            if (visit.leaf == nullptr ? outside_blocks(sensor_.rules)
                                      : enter(visit, first && is_inside(place_), i)) {
                now_[i].hit = true;
                now_[i].outside = visit.leaf == nullptr;
                now_[i].depth = sensor_.range_q6 * visit.entry.time.num / visit.entry.time.den;
                return;
            }
            first = false;
        }
    }

    /* The ray is in a leaf: true if that stops it. */
    bool enter(const Visit &visit, bool starts, size_t i)
    {
        const oct9_leaf_t leaf = scene_->model.as_leaf(*visit.leaf);
        const bool stops = blocks(sensor_.rules, leaf) &&
                           !(starts && sensor_.rules.start_inside == OCT9_PASSES);
        const Key key = key_of(leaf.corner, leaf.level);
        const auto [entry, is_new] = touched.insert({ key, { frame, leaf.state, stops } });

        leaves++;
        if (!is_new) {
            Touched &t = entry->second;
            t.stopped = stops || (t.frame == frame && t.stopped);
            t.frame = frame;
            t.state = leaf.state;
        }
        if (stops)
            now_[i].leaf = key;
        return stops;
    }
};

} // namespace oracle

#endif
