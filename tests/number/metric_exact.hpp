/* SPDX-License-Identifier: MIT */
/* What the tests of floats share: numbers that are none, quaternions and turns in long double. */
#ifndef OCT9_TEST_METRIC_EXACT_HPP
#define OCT9_TEST_METRIC_EXACT_HPP

#include "tests/shared/random.hpp"
extern "C" {
#include "metric_calls.h"
#include "tests/test.h"
}

#include <algorithm>
#include <array>
#include <cinttypes>
#include <cmath>
#include <cstdio>
#include <cstring>

namespace metric_exact {

using oracle::Random;
using Real = long double;
using Metres = std::array<float, 3>;
using Vector = std::array<Real, 3>;
using Versor = std::array<Real, 4>; /* w, x, y, z */
__extension__ typedef __int128 Wide;

const metric_calls_t in_cxx = METRIC_CALLS;

const Real pi = 3.141592653589793238462643383279502884L;
const Real rotation_error = Real{ 1 } / 8100, place_error = std::sqrt(Real{ 3 }) / 2;

inline float of_bits(uint32_t bits)
{
    float number;
    std::memcpy(&number, &bits, sizeof number);
    return number;
}

inline Real real(float number)
{
    return static_cast<Real>(number);
}

/* NaN, quiet and signalling, infinities. */
const uint32_t no_numbers[] = { 0x7FC00000, 0xFFC00000, 0x7F800001, 0xFFBFFFFF,
                                0x7FFFFFFF, 0x7F800000, 0xFF800000 };

inline Real random_real(Random &random, Real lo, Real hi)
{
    const Real part = (static_cast<Real>(random.u32()) + random.u32() / Real{ 4294967296 }) /
                      Real{ 4294967296 };
    return lo + (hi - lo) * part;
}

inline Versor unit(Versor q)
{
    const Real length = std::sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    for (Real &part : q)
        part /= length;
    return q;
}

inline Versor versor_of(const oct9_rotation_t &r)
{
    return unit({ Real(r.w), Real(r.x), Real(r.y), Real(r.z) });
}

inline Real dot(const Versor &a, const Versor &b)
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
}

/* The angle of the rotation from one to the other: small ones, too. */
inline Real angle_between(const Versor &a, const Versor &b)
{
    Real less = 0, more = 0;
    for (size_t i = 0; i < 4; i++) {
        less += (a[i] - b[i]) * (a[i] - b[i]);
        more += (a[i] + b[i]) * (a[i] + b[i]);
    }
    return 4 * std::atan2(std::sqrt(std::min(less, more)), std::sqrt(std::max(less, more)));
}

inline Versor times(const Versor &a, const Versor &b)
{
    return { a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3],
             a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
             a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1],
             a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0] };
}

inline Vector turned(const Versor &q, const Vector &v)
{
    const Versor r = times(times(q, { 0, v[0], v[1], v[2] }), { q[0], -q[1], -q[2], -q[3] });
    return { r[1], r[2], r[3] };
}

/* Four floats whose square of the length is in a range, and what they truly are. */
inline Versor random_floats(Random &random, Real square_lo, Real square_hi, float q[4])
{
    Versor v;
    do {
        for (Real &part : v)
            part = random.chance(15) ? 0 : random_real(random, -1, 1);
    } while (dot(v, v) < 0.01L);
    v = unit(v);
    const Real length = std::sqrt(random_real(random, square_lo, square_hi));
    for (size_t i = 0; i < 4; i++) {
        q[i] = static_cast<float>(v[i] * length);
        v[i] = real(q[i]);
    }
    return unit(v);
}

} // namespace metric_exact

#endif
