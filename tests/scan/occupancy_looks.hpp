/* SPDX-License-Identifier: MIT */
/* Random models of sensors and random scans, the awkward ones among them on purpose. */
#ifndef OCT9_TEST_OCCUPANCY_LOOKS_HPP
#define OCT9_TEST_OCCUPANCY_LOOKS_HPP

#include "tests/shared/random.hpp"

#include "oct9/scan.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <vector>

namespace oracle {

/* What a sensor sees from one place. */
struct Look {
    oct9_point_t origin;
    std::vector<oct9_beam_t> beams;
};

inline oct9_model_t random_sensor(Random &random)
{
    static const oct9_model_t extremes[] = {
        OCT9_MODEL_DEFAULT,
        { 1, 1, -1, 1, -1, 1, 0, 0, OCT9_REFUSE },
        { 127, 127, -127, 127, -127, 127, 3, 127, OCT9_REFUSE },
        { 127, 127, -1, 1, -1, 1, 0, 1, OCT9_REFUSE },
        { 1, 1, -127, 127, -1, 1, 3, 0, OCT9_REFUSE },
        { 127, 1, -127, 127, -127, 1, 1, 127, OCT9_REFUSE },
        { 1, 127, -127, 127, -1, 127, 2, 64, OCT9_REFUSE },
        { 3, 3, -6, 6, -3, 3, 3, 0, OCT9_REFUSE },
    };
    oct9_model_t model = extremes[random.below(8)];

    if (random.chance(40))
        return model;
    model.hit = static_cast<uint8_t>(random.between(1, 127));
    model.miss = static_cast<uint8_t>(random.between(1, 127));
    model.lowest = static_cast<int8_t>(random.between(-127, -1));
    model.highest = static_cast<int8_t>(random.between(1, 127));
    model.free_at = static_cast<int8_t>(random.between(model.lowest, -1));
    model.occupied_at = static_cast<int8_t>(random.between(1, model.highest));
    model.keep = static_cast<uint8_t>(random.between(0, OCT9_AGE_MAX));
    model.fade = static_cast<uint8_t>(random.between(0, 127));
    return model;
}

using Spot = std::array<int, 3>; /* in sub-cells, not yet held to int16_t */

inline oct9_point_t point_of(const Spot &spot, int lowest = -32768, int highest = 32767)
{
    const auto held = [lowest, highest](int c) {
        return static_cast<int16_t>(std::clamp(c, lowest, highest));
    };
    return { held(spot[0]), held(spot[1]), held(spot[2]) };
}

/* The nearest one in the cube. */
inline oct9_point_t point_inside(const Spot &spot)
{
    return point_of(spot, OCT9_LOW_Q6, OCT9_HIGH_Q6 - 1);
}

inline Spot spot_of(const oct9_point_t &point)
{
    return { point.x, point.y, point.z };
}

/* Moves a coordinate down to a multiple. */
inline int moved_down(int c, int step)
{
    return (c + 131072) / step * step - 131072;
}

/* The same, sometimes to just beside it. */
inline int snapped(Random &random, int c)
{
    static const int steps[] = { 32, 64, 64, 512, 4096 };
    const int down = moved_down(c, steps[random.below(5)]);

    return random.chance(20) ? down + random.between(-1, 1) : down;
}

inline Spot spot_near(Random &random, const Spot &centre, int reach)
{
    Spot spot = centre;

    for (int &c : spot)
        c += random.between(-reach, reach);
    return spot;
}

inline Spot snapped_near(Random &random, const Spot &centre, int reach)
{
    Spot spot = spot_near(random, centre, reach);

    for (int &c : spot)
        c = snapped(random, c);
    return spot;
}

/* Where a robot looks from, in the cube. */
inline oct9_point_t random_origin(Random &random)
{
    static const int low = OCT9_LOW_Q6, high = OCT9_HIGH_Q6;
    static const int limits[] = { low,       low + 1,   low + 63, low + 64,
                                  high - 65, high - 64, high - 2, high - 1 };
    const Spot middle = { 0, 0, 0 };
    Spot spot = random.chance(50) ? spot_near(random, middle, 16384)
                                  : snapped_near(random, middle, 16384);

    if (random.chance(15))
        for (int &c : spot)
            c = limits[random.below(8)];
    return point_inside(spot);
}

/* Along an axis, a diagonal, or another direction of small numbers: many ties. */
inline Spot along_direction(Random &random, const Spot &origin, int most, int reach)
{
    static const int units[] = { 1, 32, 64, 512 };
    const int unit = units[random.below(4)];
    const int steps = random.between(0, std::max(reach / unit, 1));
    Spot spot = origin;

    for (int &c : spot)
        c += steps * unit * random.between(-most, most);
    return spot;
}

inline Spot random_end(Random &random, const Look &look, int reach)
{
    const Spot origin = spot_of(look.origin);
    Spot spot = origin;

    switch (random.below(10)) {
    case 0: return origin;
    case 1: /* the origin's own cell */
        for (int &c : spot)
            c = moved_down(c, 64) + random.between(0, 63);
        return spot;
    case 2: /* parallel to an axis */
        spot[random.below(3)] += random.between(-reach, reach);
        return spot;
    case 3: return along_direction(random, origin, 1, reach);
    case 4: return along_direction(random, origin, 4, reach / 4);
    case 5:
    case 6: return snapped_near(random, origin, reach);
    case 7: /* one that was there before */
        return look.beams.empty()
                 ? spot
                 : spot_of(look.beams[random.below(static_cast<uint32_t>(look.beams.size()))].end);
    default: return spot_near(random, origin, reach);
    }
}

inline void add_beam(Look &look, const Spot &end, bool hit)
{
    oct9_beam_t beam;

    std::memset(&beam, 0xA5, sizeof beam); /* what is the library's may hold anything */
    beam.end = point_of(end);
    beam.met = hit ? OCT9_BEAM_HIT : OCT9_BEAM_CLEAR;
    look.beams.push_back(beam);
}

/* Beams to a grid of points side by side: they cover whole nodes. */
inline void add_bundle(Random &random, Look &look, size_t count, int reach, unsigned hits)
{
    static const int steps[] = { 1, 16, 32, 64, 64, 64, 130 };
    const int step = steps[random.below(7)];
    const size_t u = random.below(3), v = (u + 1) % 3;
    const Spot corner = random.chance(50) ? snapped_near(random, spot_of(look.origin), reach)
                                          : spot_near(random, spot_of(look.origin), reach);
    const int row = random.between(2, 16);

    for (int i = 0; static_cast<size_t>(i) < count; i++) {
        Spot end = corner;
        end[u] += step * (i % row);
        end[v] += step * (i / row);
        add_beam(look, end, random.chance(hits));
    }
}

/* 1..200 beams, fewer where they are long, so that the largest pool holds a few scans. */
inline Look random_look(Random &random, const oct9_point_t &origin)
{
    static const struct {
        int reach;
        uint32_t most;
    } kinds[] = { { 100, 200 },  { 700, 200 },  { 700, 200 },
                  { 3000, 200 }, { 12000, 60 }, { 65535, 25 } };
    static const unsigned hits[] = { 0, 20, 50, 50, 80, 100 };
    const auto kind = kinds[random.below(6)];
    const size_t count = 1 + random.below(kind.most);
    const unsigned hit = hits[random.below(6)];
    Look look = { origin, {} };

    if (random.chance(40))
        add_bundle(random, look, random.below(static_cast<uint32_t>(count + 1)), kind.reach, hit);
    while (look.beams.size() < count)
        add_beam(look, random_end(random, look, kind.reach), random.chance(hit));
    return look;
}

inline void shuffle(Random &random, std::vector<oct9_beam_t> &beams)
{
    for (size_t i = beams.size(); i > 1; i--)
        std::swap(beams[i - 1], beams[random.below(static_cast<uint32_t>(i))]);
}

} // namespace oracle

#endif
