/* SPDX-License-Identifier: MIT */
/* Random objects and questions about them, with what touches exactly among them on purpose. */
#ifndef OCT9_TEST_OBJECTS_CASES_HPP
#define OCT9_TEST_OBJECTS_CASES_HPP

#include "tests/shared/motion.hpp"
#include "objects_model.hpp"
#include "tests/shared/random.hpp"

namespace oracle {

inline int16_t clamped(int64_t c)
{
    return static_cast<int16_t>(std::clamp<int64_t>(c, -32768, 32767));
}

inline oct9_point_t point_near(const Triple &p)
{
    return { clamped(p[0]), clamped(p[1]), clamped(p[2]) };
}

/* Three whole numbers, and the root of the sum of their squares, which is whole too. */
struct Quadruple {
    Triple step;
    int64_t length;
};

inline Quadruple random_quadruple(Random &random)
{
    static const Quadruple some[] = { { { 1, 0, 0 }, 1 },  { { 0, 3, 4 }, 5 }, { { 1, 2, 2 }, 3 },
                                      { { 2, 3, 6 }, 7 },  { { 1, 4, 8 }, 9 }, { { 2, 6, 9 }, 11 },
                                      { { 3, 4, 12 }, 13 } };
    Quadruple q = some[random.below(7)];

    std::rotate(q.step.begin(), q.step.begin() + random.below(3), q.step.end());
    for (int64_t &c : q.step)
        c = random.chance(50) ? c : -c;
    return q;
}

/* A point of its surface, for a ball as near as a quadruple comes, or the middle of it. */
inline Triple surface_point(Random &random, const oct9_bounds_t &b)
{
    const Block block = block_of(b);
    Triple p = triple_of(b.centre);

    if (random.chance(10))
        return p;
    if (is_ball(b)) {
        const Quadruple q = random_quadruple(random);
        for (size_t axis = 0; axis < 3; axis++)
            p[axis] += q.step[axis] * (b.half_q6[0] / q.length);
        return p;
    }
    for (size_t axis = 0; axis < 3; axis++) {
        const unsigned side = random.below(3);
        p[axis] = side == 0 ? block.lo[axis] : side == 1 ? block.hi[axis] : p[axis];
    }
    return p;
}

/* Where one world's objects are, and how large. */
class ThingSource {
public:
    explicit ThingSource(Random &random) : random_(random)
    {
        static const int sizes[] = { 0, 8, 100, 1000, 5000, 16384, 32768 };
        static const int ends[] = { -32768, OCT9_LOW_Q6, OCT9_HIGH_Q6 - 1, 32767 };

        size_ = sizes[random.below(7)];
        halves_ = random.chance(50) ? size_ / 3 : random.chance(50) ? 70 : sizes[random.below(7)];
        on_grid_ = random.chance(20);
        tile_ = random.chance(25) ? 64 << random.below(8) : 0;
        shift_ = random.between(-1, 1);
        for (int &c : origin_)
            c = random.chance(70) ? random.between(OCT9_LOW_Q6, OCT9_HIGH_Q6 - 1)
                                  : ends[random.below(4)];
    }

    oct9_bounds_t next(const std::vector<Thing> &things)
    {
        if (!things.empty() && random_.chance(35))
            return beside(things[random_.below(static_cast<uint32_t>(things.size()))].bounds);
        oct9_bounds_t b = sized();
        b.centre = place();
        return b;
    }

    oct9_bounds_t next_to(const oct9_bounds_t &old)
    {
        oct9_bounds_t b = old;

        switch (random_.below(5)) {
        case 0: /* another size, or kind */
            b = sized();
            b.centre = old.centre;
            return b;
        case 1: /* far away */ b.centre = place(); return b;
        case 2: /* where it is */ return b;
        default: /* a few steps */
            b.centre = point_near({ old.centre.x + random_.between(-70, 70),
                                    old.centre.y + random_.between(-70, 70),
                                    old.centre.z + random_.between(-70, 70) });
            return b;
        }
    }

private:
    uint16_t half()
    {
        static const uint16_t some[] = { 0,   0,   1,    31,    32,    33,    64,   127,
                                         128, 129, 8192, 16383, 16384, 16385, 32767 };

        if (random_.chance(15))
            return some[random_.below(15)];
        if (random_.chance(2))
            return static_cast<uint16_t>(random_.below(32768));
        return static_cast<uint16_t>(
            std::min<uint32_t>(32767, random_.below(static_cast<uint32_t>(halves_) + 1)));
    }

    oct9_bounds_t sized()
    {
        const uint16_t kind = random_.chance(50) ? OCT9_BOUND_SPHERE : OCT9_BOUND_BOX;
        const uint16_t tile = static_cast<uint16_t>((tile_ / 2) >> random_.below(4));

        if (tile != 0 && random_.chance(90))
            return { {}, { tile, tile, tile }, kind };
        return { {}, { half(), half(), half() }, kind };
    }

    int coordinate(unsigned axis)
    {
        static const int low = OCT9_LOW_Q6, high = OCT9_HIGH_Q6;
        static const int rims[] = { -32768, low - 1,   low,       low + 1,  low + 63, low + 64, -1,
                                    0,      high - 65, high - 64, high - 1, high,     32767 };

        if (random_.chance(5))
            return rims[random_.below(13)];
        if (random_.chance(3))
            return random_.between(-32768, 32767);
        if (tile_ != 0) { /* each touches those about it */
            const int half = (tile_ / 2) >> random_.below(4);
            return std::clamp(origin_[axis] / tile_ * tile_ + half * random_.between(-5, 5) +
                                  shift_,
                              -32768, 32767);
        }
        const int c = origin_[axis] + random_.between(-size_, size_);
        return std::clamp(on_grid_ ? c / 64 * 64 : c, -32768, 32767);
    }

    oct9_point_t place()
    {
        return { static_cast<int16_t>(coordinate(0)), static_cast<int16_t>(coordinate(1)),
                 static_cast<int16_t>(coordinate(2)) };
    }

    /* It touches the other exactly, or all but; or lies where it lies. */
    oct9_bounds_t beside(const oct9_bounds_t &other)
    {
        const Quadruple q = random_quadruple(random_);
        oct9_bounds_t b = sized();
        Triple at = surface_point(random_, other);

        if (random_.chance(20))
            return other;
        const int64_t times = is_ball(b) ? b.half_q6[0] / q.length : 0;
        for (size_t axis = 0; axis < 3; axis++)
            at[axis] += is_ball(b)         ? q.step[axis] * times
                      : random_.chance(50) ? b.half_q6[axis]
                                           : -b.half_q6[axis];
        if (is_ball(b))
            b.half_q6[0] = static_cast<uint16_t>(times * q.length);
        if (random_.chance(30))
            at[random_.below(3)] += random_.between(-1, 1);
        b.centre = point_near(at);
        return b;
    }

    Random &random_;
    int size_, halves_, tile_, shift_, origin_[3];
    bool on_grid_;
};

/* ---- Questions. ---- */

inline Triple any_place(Random &random)
{
    return { random.between(-32768, 32767), random.between(-32768, 32767),
             random.between(-32768, 32767) };
}

inline const Thing *any_thing(Random &random, const std::vector<Thing> &things)
{
    return things.empty() ? nullptr : &things[random.below(static_cast<uint32_t>(things.size()))];
}

/* On an object's surface, beside it, or anywhere. */
inline Triple place_to_ask(Random &random, const std::vector<Thing> &things)
{
    const Thing *thing = any_thing(random, things);

    if (thing == nullptr || random.chance(15))
        return any_place(random);
    Triple p = surface_point(random, thing->bounds);
    if (random.chance(30))
        p[random.below(3)] += random.between(-1, 1);
    return p;
}

inline uint16_t radius_to_ask(Random &random)
{
    static const uint32_t most[] = { 0, 3, 100, 2000, 32767 };

    return static_cast<uint16_t>(random.chance(3) ? 32767
                                                  : random.below(most[random.below(5)] + 1));
}

/* A ball that touches an object from outside, exactly or all but. */
inline oct9_point_t ball_to_ask(Random &random, const std::vector<Thing> &things, uint16_t &radius)
{
    const Quadruple q = random_quadruple(random);
    Triple p = place_to_ask(random, things);
    const int64_t times = radius / q.length;

    if (random.chance(60)) {
        for (size_t axis = 0; axis < 3; axis++)
            p[axis] += q.step[axis] * times;
        radius = static_cast<uint16_t>(times * q.length);
    }
    return point_near(p);
}

inline Block box_to_ask(Random &random, const std::vector<Thing> &things)
{
    const Triple a = triple_of(point_near(place_to_ask(random, things)));
    const Triple b = random.chance(30) ? a : triple_of(point_near(place_to_ask(random, things)));
    Block out;

    for (size_t axis = 0; axis < 3; axis++) {
        out.lo[axis] = std::min(a[axis], b[axis]);
        out.hi[axis] = std::max(a[axis], b[axis]);
    }
    return out;
}

/* A plane that an object touches from its outer side, or all but; or one that lets all in. */
inline oct9_plane_t plane_to_ask(Random &random, const std::vector<Thing> &things)
{
    const Quadruple q = random_quadruple(random);
    const int64_t times = random.chance(50) ? 1 : 1 + random.below(1260);
    const Thing *thing = any_thing(random, things);
    oct9_plane_t plane = { { 0, 1, 0 }, INT32_MIN };
    int64_t offset = random.between(-2, 2);

    if (random.chance(40))
        return plane;
    for (size_t axis = 0; axis < 3; axis++) {
        const int64_t n = random.chance(20) ? random.between(-16384, 16384) : q.step[axis] * times;
        plane.normal[axis] = static_cast<int16_t>(n);
        if (thing != nullptr)
            offset += std::max(n * core_of(thing->bounds).lo[axis],
                               n * core_of(thing->bounds).hi[axis]);
    }
    if (plane.normal[0] == 0 && plane.normal[1] == 0 && plane.normal[2] == 0)
        plane.normal[random.below(3)] = -16384;
    if (thing != nullptr)
        offset += q.length * times * radius_of(thing->bounds);
    if (random.chance(10))
        offset = random.between(-1000000000, 1000000000);
    if (random.chance(30))
        offset -= random.below(100000000);
    plane.offset = static_cast<int32_t>(std::clamp<int64_t>(offset, INT32_MIN, INT32_MAX));
    return plane;
}

inline oct9_frustum_t frustum_to_ask(Random &random, const std::vector<Thing> &things)
{
    oct9_frustum_t frustum;

    for (oct9_plane_t &plane : frustum.plane)
        plane = plane_to_ask(random, things);
    return frustum;
}

enum class MotionKind { line, rest, sweep };

/* Along a surface at the radius' distance, to and from objects, or anywhere. */
inline Motion motion_to_ask(Random &random, const std::vector<Thing> &things, MotionKind kind)
{
    Motion motion = {};

    motion.radius_q6 = kind == MotionKind::line ? uint16_t{ 0 } : radius_to_ask(random);
    motion.from = ball_to_ask(random, things, motion.radius_q6);
    motion.ignored = random.chance(60) ? uint16_t{ 0 } : static_cast<uint16_t>(random.u32());
    motion.to = motion.from;
    if (kind == MotionKind::rest)
        return motion;
    Triple to = triple_of(motion.from);
    switch (random.below(4)) {
    case 0: { /* parallel to an axis */
        const size_t axis = random.below(3);
        to[axis] = random.between(-32768, 32767);
        if (random.chance(50)) {
            Triple from = to;
            from[axis] = random.between(-32768, 32767);
            motion.from = point_near(from);
        }
        break;
    }
    case 1: /* from anywhere */ motion.from = point_near(any_place(random)); break;
    case 2: /* diagonal, or short */
        for (int64_t &c : to)
            c += random.chance(50) ? 200 : random.between(-3, 3);
        break;
    default: to = place_to_ask(random, things);
    }
    motion.to = point_near(to);
    return motion;
}

} // namespace oracle

#endif
