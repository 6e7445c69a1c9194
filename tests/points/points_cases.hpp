/* SPDX-License-Identifier: MIT */
/* Random point sets, with the degenerate ones on purpose, and shapes to ask them about. */
#ifndef OCT9_TEST_POINTS_CASES_HPP
#define OCT9_TEST_POINTS_CASES_HPP

#include "points_model.hpp"
#include "tests/shared/random.hpp"

#include <optional>

namespace oracle {

/* Where the points of one set come from. */
class PointSource {
public:
    explicit PointSource(Random &random) : random_(random), kind_(random.below(kinds))
    {
        for (int &c : origin_)
            c = any();
        axis_ = random.below(3);
        spread_ = 1 << random.between(0, 12);
        ids_ = random.chance(50) ? 2 : 65536;
        distinct_ = 1 + random.below(4);
        for (unsigned i = 0; i < distinct_; i++)
            known_[i] = entry_of({ any(), any(), any() }, id());
    }

    Entry next()
    {
        Entry e = place();

        for (unsigned axis = 0; axis < 3; axis++)
            e[axis] = std::clamp(e[axis], OCT9_LOW_Q6, OCT9_HIGH_Q6 - 1);
        e[3] = static_cast<int>(id());
        return e;
    }

private:
    static constexpr unsigned kinds = 9;

    int16_t any() { return static_cast<int16_t>(random_.between(OCT9_LOW_Q6, OCT9_HIGH_Q6 - 1)); }
    oct9_points_id_t id() { return static_cast<oct9_points_id_t>(random_.below(ids_)); }
    int near(int c) { return c + random_.between(-spread_, spread_); }

    Entry place()
    {
        const Entry uniform = entry_of({ any(), any(), any() }, 0);
        Entry e = { origin_[0], origin_[1], origin_[2], 0 };

        switch (kind_) {
        case 0: /* anywhere */ return uniform;
        case 1: /* few points, again and again */ return known_[random_.below(distinct_)];
        case 2: /* a line along an axis */ e[axis_] = uniform[axis_]; return e;
        case 3: /* a plane */
            e[axis_ == 0] = uniform[axis_ == 0];
            e[axis_ == 2 ? 1 : 2] = uniform[2];
            return e;
        case 4: /* a grid, and beside it */
            for (unsigned axis = 0; axis < 3; axis++)
                e[axis] = uniform[axis] / spread_ * spread_ - (random_.chance(20) ? 1 : 0);
            return e;
        case 5: /* the rim */
            for (unsigned axis = 0; axis < 3; axis++)
                e[axis] = random_.chance(40) ? OCT9_LOW_Q6
                        : random_.chance(60) ? OCT9_HIGH_Q6 - 1
                                             : uniform[axis];
            return e;
        case 6: /* one cell, often its corners */
            for (unsigned axis = 0; axis < 3; axis++)
                e[axis] = e[axis] / OCT9_CELL_Q6 * OCT9_CELL_Q6 + (random_.chance(50)
                                                                       ? random_.between(0, 1) * 63
                                                                       : random_.between(0, 63));
            return e;
        case 7: /* the diagonal */ return { uniform[0], uniform[0], uniform[0], 0 };
        default: /* a cluster, and some far from it */
            if (random_.chance(10))
                return uniform;
            return { near(e[0]), near(e[1]), near(e[2]), 0 };
        }
    }

    Random &random_;
    unsigned kind_, axis_, distinct_;
    int spread_;
    uint32_t ids_;
    int origin_[3];
    Entry known_[4];
};

/* ---- Places to ask from. ---- */

inline int16_t any_coordinate(Random &random)
{
    static const int low = OCT9_LOW_Q6, high = OCT9_HIGH_Q6;
    static const int limits[] = { -32768,   -32767,   low - 1, low,  low + 1,   low + 63,
                                  low + 64, -1,       0,       1,    high - 64, high - 1,
                                  high,     high + 1, 32766,   32767 };

    return static_cast<int16_t>(random.chance(20) ? limits[random.below(16)]
                                                  : random.between(-32768, 32767));
}

inline oct9_point_t any_point(Random &random)
{
    return { any_coordinate(random), any_coordinate(random), any_coordinate(random) };
}

/* Three whole numbers, and the root of the sum of their squares, which is whole too. */
struct Quadruple {
    int step[3], length;
};

inline Quadruple random_quadruple(Random &random, int most)
{
    static const Quadruple some[] = {
        { { 1, 0, 0 }, 1 },   { { 0, 3, 4 }, 5 },   { { 1, 2, 2 }, 3 },   { { 2, 3, 6 }, 7 },
        { { 1, 4, 8 }, 9 },   { { 4, 4, 7 }, 9 },   { { 2, 6, 9 }, 11 },  { { 6, 6, 7 }, 11 },
        { { 0, 5, 12 }, 13 }, { { 3, 4, 12 }, 13 }, { { 2, 5, 14 }, 15 }, { { 0, 0, 0 }, 0 }
    };
    Quadruple q = some[random.below(12)];
    const int scale = random.between(1, std::max(1, most / std::max(1, q.length)));
    const unsigned turn = random.below(3);

    std::rotate(q.step, q.step + turn, q.step + 3);
    for (int &c : q.step)
        c *= random.chance(50) ? scale : -scale;
    q.length *= scale;
    return q;
}

/* Three numbers whose squares add up to one more than a square: just outside of that radius. With
 * all of them at least half of a cell's edge, the cell's other corners may be inside. */
inline Quadruple random_narrow_miss(Random &random)
{
    static const std::vector<Quadruple> some = [] {
        std::vector<Quadruple> out;
        for (int x = 32; x < 128; x++)
            for (int y = 32; y < 128; y++)
                for (int z = 32; z < 128; z++) {
                    const int square = x * x + y * y + z * z - 1;
                    const int root = oct9_point_isqrt(static_cast<uint32_t>(square));
                    if (root * root == square)
                        out.push_back({ { x, y, z }, root });
                }
        return out;
    }();
    Quadruple q = some[random.below(static_cast<uint32_t>(some.size()))];

    for (int &c : q.step)
        c = random.chance(50) ? c : -c;
    return q;
}

inline std::optional<oct9_point_t> moved(const oct9_point_t &p, const int step[3])
{
    const int to[3] = { p.x + step[0], p.y + step[1], p.z + step[2] };

    for (int c : to)
        if (c < -32768 || c > 32767)
            return std::nullopt;
    return oct9_point_t{ static_cast<int16_t>(to[0]), static_cast<int16_t>(to[1]),
                         static_cast<int16_t>(to[2]) };
}

inline oct9_point_t random_known(Random &random, const std::vector<Entry> &known)
{
    return known.empty() ? any_point(random)
                         : point_of(known[random.below(static_cast<uint32_t>(known.size()))]);
}

/* A ball: often with a point of the set on its surface, or one sub-cell off. */
struct PointBall {
    oct9_point_t centre;
    uint32_t radius;
};

inline PointBall random_ball(Random &random, const std::vector<Entry> &known, uint32_t most)
{
    const oct9_point_t target = random_known(random, known);
    const bool misses = random.chance(15);
    const Quadruple q = misses ? random_narrow_miss(random)
                               : random_quadruple(random,
                                                  random.chance(50) ? 200 : static_cast<int>(most));
    const std::optional<oct9_point_t> centre = moved(target, q.step);

    if (random.chance(30) || !centre)
        return { random.chance(50) ? any_point(random) : target,
                 random.chance(30) ? most - random.below(2)
                                   : random.below(random.chance(50) ? 300 : most + 1) };
    const int radius = q.length - (!misses && random.chance(30) ? random.between(-1, 1) : 0);
    return { *centre, std::clamp<uint32_t>(static_cast<uint32_t>(std::max(radius, 0)), 0, most) };
}

/* A closed box: its faces on points of the set, beside them, or anywhere. */
inline void random_box(Random &random, const std::vector<Entry> &known, oct9_point_t &lo,
                       oct9_point_t &hi)
{
    Entry low, high;

    for (unsigned axis = 0; axis < 3; axis++) {
        int *const ends[2] = { &low[axis], &high[axis] };
        for (int *end : ends) {
            const Entry at = entry_of(random_known(random, known), 0);
            *end = random.chance(30) ? any_coordinate(random) : at[axis] + random.between(-1, 1);
            *end = std::clamp(*end, -32768, 32767);
        }
        if (low[axis] > high[axis])
            std::swap(low[axis], high[axis]);
    }
    lo = point_of(low);
    hi = point_of(high);
}

} // namespace oracle

#endif
