// SPDX-License-Identifier: MIT
// Vectors, turns and random numbers of the bench of flights. Metres, seconds, radians.
#ifndef FLIGHTS_GEOMETRY_HPP
#define FLIGHTS_GEOMETRY_HPP

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace flights {

constexpr double pi = 3.14159265358979323846;
constexpr double far_away = 1e9;

struct V3 {
    double x = 0, y = 0, z = 0;
};

inline V3 operator+(V3 a, V3 b)
{
    return { a.x + b.x, a.y + b.y, a.z + b.z };
}

inline V3 operator-(V3 a, V3 b)
{
    return { a.x - b.x, a.y - b.y, a.z - b.z };
}

inline V3 operator*(V3 a, double by)
{
    return { a.x * by, a.y * by, a.z * by };
}

inline double dot(V3 a, V3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

inline double length(V3 a)
{
    return std::sqrt(dot(a, a));
}

inline V3 unit(V3 a) // or zero
{
    const double l = length(a);
    return l > 0 ? a * (1 / l) : V3();
}

inline V3 toward(double yaw)
{
    return { std::cos(yaw), std::sin(yaw), 0 };
}

// Into -pi..pi.
inline double wrap(double angle)
{
    return std::remainder(angle, 2 * pi);
}

// A unit quaternion.
struct Turn {
    double w = 1, x = 0, y = 0, z = 0;

    V3 operator()(V3 v) const
    {
        const V3 q = { x, y, z };
        const V3 t = cross(q, v) * 2;
        return v + t * w + cross(q, t);
    }

    Turn then(const Turn &b) const // first b, then this
    {
        return { w * b.w - x * b.x - y * b.y - z * b.z, w * b.x + x * b.w + y * b.z - z * b.y,
                 w * b.y - x * b.z + y * b.w + z * b.x, w * b.z + x * b.y - y * b.x + z * b.w };
    }

    static Turn yaw(double a) { return { std::cos(a / 2), 0, 0, std::sin(a / 2) }; }
    static Turn pitch(double a) { return { std::cos(a / 2), 0, std::sin(a / 2), 0 }; }
    static Turn roll(double a) { return { std::cos(a / 2), std::sin(a / 2), 0, 0 }; }

    static V3 cross(V3 a, V3 b)
    {
        return { a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x };
    }
};

struct Pose {
    V3 place;
    Turn turn;
};

// SplitMix64.
class Random {
public:
    explicit Random(uint64_t seed) : state_(seed) {}

    uint64_t u64()
    {
        uint64_t z = state_ += 0x9E3779B97F4A7C15u;
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
        return z ^ (z >> 31);
    }

    double unit() { return static_cast<double>(u64() >> 11) * 0x1p-53; } // 0..1
    double in(double lo, double hi) { return lo + (hi - lo) * unit(); }
    bool chance(double p) { return unit() < p; }
    int below(int n) { return static_cast<int>(u64() % static_cast<uint64_t>(n)); }

    // Nearly normal, of deviation 1, never beyond 3.
    double normal()
    {
        double sum = -6;
        for (int i = 0; i < 12; i++)
            sum += unit();
        return std::clamp(sum, -3.0, 3.0);
    }

private:
    uint64_t state_;
};

inline uint64_t seed_of(uint64_t seed, uint64_t a, uint64_t b)
{
    Random random(seed * 0x100000001B3u + a * 0x9E3779B1u + b);
    random.u64();
    return random.u64();
}

} // namespace flights

#endif
