/* SPDX-License-Identifier: MIT */
/* The oracle: sort the times, look up the points. */
#include "oracle.hpp"

#include <algorithm>

namespace oracle {

/* A critical time's terms are at most 65,535. A midpoint's denominator is below 2 * 2^32 and
 * only cell_at uses it, whose products stay below 2^33 * 2^16: all is far from 2^63. */

bool operator<(const Time &a, const Time &b)
{
    return a.num * b.den < b.num * a.den;
}
bool operator==(const Time &a, const Time &b)
{
    return a.num * b.den == b.num * a.den;
}

Segment segment_between(const oct9_point_t &from, const oct9_point_t &to)
{
    return { { from.x, from.y, from.z }, { to.x, to.y, to.z } };
}

static Time midpoint(const Time &a, const Time &b)
{
    return { a.num * b.den + b.num * a.den, 2 * a.den * b.den };
}

static int64_t floor_div(int64_t n, int64_t d)
{
    return n / d - (n % d < 0 ? 1 : 0);
}

/* The times at which one axis meets the grid's planes, from the cube's low face to its high one. */
static void add_axis_times(std::vector<Time> &times, int64_t a, int64_t b, int spacing)
{
    const int64_t step = static_cast<int64_t>(spacing) * OCT9_CELL_Q6;

    if (a == b)
        return;
    for (int64_t plane = OCT9_LOW_Q6; plane <= OCT9_HIGH_Q6; plane += step)
        if (plane >= std::min(a, b) && plane <= std::max(a, b))
            times.push_back(a < b ? Time{ plane - a, b - a } : Time{ a - plane, a - b });
}

static std::vector<Time> critical_times(const Segment &s, int spacing)
{
    std::vector<Time> times = { { 0, 1 }, { 1, 1 } };

    for (size_t axis = 0; axis < 3; axis++)
        add_axis_times(times, s.from[axis], s.to[axis], spacing);
    std::sort(times.begin(), times.end());
    times.erase(std::unique(times.begin(), times.end()), times.end());
    return times;
}

std::vector<Time> sample_times(const Segment &s, int spacing)
{
    const std::vector<Time> critical = critical_times(s, spacing);
    std::vector<Time> samples;

    for (size_t i = 0; i < critical.size(); i++) {
        if (i > 0)
            samples.push_back(midpoint(critical[i - 1], critical[i]));
        samples.push_back(critical[i]);
    }
    return samples;
}

std::array<int64_t, 3> cell_at(const Segment &s, const Time &t)
{
    std::array<int64_t, 3> cell = {};

    for (size_t axis = 0; axis < 3; axis++) {
        const int64_t scaled = s.from[axis] * t.den + (s.to[axis] - s.from[axis]) * t.num;
        cell[axis] = floor_div(scaled - OCT9_LOW_Q6 * t.den, t.den * OCT9_CELL_Q6);
    }
    return cell;
}

/* When an axis enters [lo, hi): at the time itself going up, just after it going down. */
struct Event {
    bool happens;
    Time time;
    bool after;
};

static Event entry_event(int64_t a, int64_t b, int64_t lo, int64_t hi)
{
    if (a < lo)
        return { true, { lo - a, b - a }, false };
    if (a >= hi)
        return { true, { a - hi, a - b }, true };
    return { false, { 0, 1 }, false };
}

static bool earlier(const Event &a, const Event &b)
{
    if (!a.happens || !b.happens)
        return !a.happens && b.happens;
    return a.time < b.time || (a.time == b.time && !a.after && b.after);
}

/* The segment is inside once its last axis is; where several are last, the first counts. */
Entry entry_into(const Segment &s, const std::array<int, 3> &corner, int size)
{
    Event last = { false, { 0, 1 }, false };
    int face = OCT9_FACE_NONE;

    for (size_t axis = 0; axis < 3; axis++) {
        const int64_t lo = CELL_LOW(corner[axis]), hi = CELL_LOW(corner[axis] + size);
        const Event event = entry_event(s.from[axis], s.to[axis], lo, hi);

        if (earlier(last, event)) {
            last = event;
            face = 2 * static_cast<int>(axis) + (event.after ? 1 : 0);
        }
    }
    return { last.time, static_cast<oct9_face_t>(face) };
}

/* The outside is entered at the start, or by leaving the cube at the earliest time at which an axis
 * leaves it: as it reaches the high face, or just after it reaches the low one. */
static Entry entry_into_outside(const Segment &s, bool at_start)
{
    Time first = { 1, 1 };

    if (at_start)
        return { { 0, 1 }, OCT9_FACE_NONE };
    for (size_t axis = 0; axis < 3; axis++)
        if (s.to[axis] < OCT9_LOW_Q6)
            first = std::min(first, Time{ s.from[axis] - OCT9_LOW_Q6, s.from[axis] - s.to[axis] });
        else if (s.to[axis] >= OCT9_HIGH_Q6)
            first = std::min(first, Time{ OCT9_HIGH_Q6 - s.from[axis], s.to[axis] - s.from[axis] });
    return { first, OCT9_FACE_NONE };
}

std::vector<Visit> visits(const Model &model, const Segment &s)
{
    std::vector<Visit> out;

    for (const Time &t : sample_times(s, model.finest_size())) {
        const Node *leaf = model.leaf_at(cell_at(s, t));

        if (!out.empty() && out.back().leaf == leaf)
            continue;
        out.push_back({ leaf, leaf != nullptr ? entry_into(s, leaf->corner, leaf->size)
                                              : entry_into_outside(s, out.empty()) });
    }
    return out;
}

} // namespace oracle
