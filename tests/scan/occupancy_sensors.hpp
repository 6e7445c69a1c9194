/* SPDX-License-Identifier: MIT */
/* Where a reading of a sensor lies in the map, in long double, and random sensors: frames, poses
 * and ranges. */
#ifndef OCT9_TEST_OCCUPANCY_SENSORS_HPP
#define OCT9_TEST_OCCUPANCY_SENSORS_HPP

#include "tests/shared/random.hpp"

#include "oct9/mm.h"
#include "oct9/scan.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

namespace oracle {

using Real = long double;
using Vector = std::array<Real, 3>;

constexpr uint32_t CELL_UM_MIN = 4000; /* a sub-cell of 1/16 mm */

inline Vector scaled(const Vector &v, Real by)
{
    return { v[0] * by, v[1] * by, v[2] * by };
}

inline Real length_of(const Vector &v)
{
    return std::sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

inline Vector cross(const Vector &a, const Vector &b)
{
    return { a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0] };
}

/* v turned by q's direction: v + 2 (w (u x v) + u x (u x v)) / |q|^2, with u its vector part. */
inline Vector turned(const oct9_rotation_t &q, const Vector &v)
{
    const Vector u = { Real(q.x), Real(q.y), Real(q.z) };
    const Vector once = cross(u, v), twice = cross(u, once);
    const Real square = u[0] * u[0] + u[1] * u[1] + u[2] * u[2] + Real(q.w) * q.w;
    Vector out = v;

    for (size_t axis = 0; axis < 3; axis++)
        out[axis] += 2 * (q.w * once[axis] + twice[axis]) / square;
    return out;
}

struct Sensor {
    oct9_frame_t frame;
    oct9_pose_t pose;
    oct9_range_t range;

    Real q6_in_mm(void) const { return Real(64000) / frame.cell_um; }

    /* A place in the sensor's axes, in mm, as a place in the map, in sub-cells. */
    Vector placed(const Vector &mm) const
    {
        Vector out = scaled(turned(pose.rotation, mm), q6_in_mm());

        out[0] += pose.place.x;
        out[1] += pose.place.y;
        out[2] += pose.place.z;
        return out;
    }
};

inline int64_t square_of(const oct9_rotation_t &q)
{
    return int64_t{ q.w } * q.w + int64_t{ q.x } * q.x + int64_t{ q.y } * q.y +
           int64_t{ q.z } * q.z;
}

/* Any direction, its squared length anywhere in what is allowed: 2^28, 1/64 more or less. */
inline oct9_rotation_t random_rotation(Random &random)
{
    static const oct9_rotation_t special[] = {
        OCT9_ROTATION_NONE,           { 0, 16384, 0, 0 },      { 0, 0, -16384, 0 },
        { 11585, 0, 0, 11585 },       { -11585, 11585, 0, 0 }, { 8192, 8192, 8192, 8192 },
        { 8192, -8192, 8192, -8192 }, { 16256, 0, 0, 0 },      { 0, 0, 0, -16511 }
    };
    const Real one = Real(1 << 28);

    if (random.chance(10))
        return special[random.below(9)];
    for (;;) {
        Real c[4], square = 0;
        for (Real &part : c) {
            part = random.between(-10000, 10000);
            square += part * part;
        }
        const Real off = random.chance(40) ? 1 : random.chance(50) ? -1 : random.below(99) / 99.0L;
        const Real by = std::sqrt(one * (1 + off / 64) / std::max(square, Real(1)));
        const auto part = [&](int i) { return static_cast<int16_t>(std::lround(c[i] * by)); };
        const oct9_rotation_t q = { part(0), part(1), part(2), part(3) };
        if (std::abs(square_of(q) - (int64_t{ 1 } << 28)) <= int64_t{ 1 } << 22)
            return q;
    }
}

/* Each order of magnitude alike. */
inline uint32_t random_cell_um(Random &random)
{
    static const uint32_t special[] = { CELL_UM_MIN,     4001,  40000,  50000,
                                        64000,           65536, 100000, OCT9_CELL_UM_MAX - 1,
                                        OCT9_CELL_UM_MAX };
    const double part = random.below(1u << 20) / double(1u << 20);
    const double span = std::log(double(OCT9_CELL_UM_MAX) / CELL_UM_MIN);

    if (random.chance(30))
        return special[random.below(9)];
    return std::clamp(static_cast<uint32_t>(CELL_UM_MIN * std::exp(part * span)), CELL_UM_MIN,
                      uint32_t{ OCT9_CELL_UM_MAX });
}

inline int16_t random_coordinate(Random &random)
{
    return static_cast<int16_t>(random.chance(70) ? random.between(OCT9_LOW_Q6, OCT9_HIGH_Q6 - 1)
                                                  : random.between(-32768, 32767));
}

/* As far as 16 bits go, or as far as a beam stays in the cube. */
inline oct9_range_t random_range(Random &random, uint32_t cell_um)
{
    const int most = random.chance(30) ? 32767
                                       : std::clamp(static_cast<int>(cell_um / 4), 1, 32767);
    const int max = random.chance(10) ? random.between(1, 3) : random.between(1, most);
    const int min = random.chance(40) ? 1 : random.chance(5) ? max : random.between(1, max / 4 + 1);

    return { static_cast<int16_t>(std::min(min, max)), static_cast<int16_t>(max) };
}

inline Sensor random_sensor_at(Random &random)
{
    Sensor sensor = {};

    const uint32_t cell_um = random_cell_um(random);
    const oct9_mm_t origin = { random.between(-100000, 100000), 0, 7 };
    (void)oct9_mm_frame(&sensor.frame, &origin, cell_um); /* each cell size here is allowed */
    sensor.pose.place = { random_coordinate(random), random_coordinate(random),
                          random_coordinate(random) };
    sensor.pose.rotation = random_rotation(random);
    sensor.range = random_range(random, sensor.frame.cell_um);
    return sensor;
}

} // namespace oracle

#endif
