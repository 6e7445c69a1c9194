/* SPDX-License-Identifier: MIT */
/* Angles, their directions and what is seen at them, against floating point, as
 * src/number/bearing.h promises them.
 *
 * Usage: test_bearing, and SEED, CASES from the environment. */
#include "tests/shared/random.hpp"

extern "C" {
#include "src/number/bearing.h"
#include "tests/test.h"
}

#include <algorithm>
#include <cinttypes>
#include <cmath>
#include <cstdio>

using oracle::Random;
using oracle::setting;

namespace {

constexpr double turn = 2 * 3.14159265358979323846;
uint64_t seed, cases;

int any(Random &random)
{
    static const int most[] = { 1, 3, 64, 1000, 32767, 65535 };
    const int m = most[random.below(6)];
    return random.between(-m, m);
}

/* In 65536ths of a turn, from -32768 to 32768: how far it is off. */
double off(int x, int y)
{
    static int reported;
    const double is = std::atan2(y, x) / turn * 65536;
    const double by = std::remainder(oct9_bearing(x, y) - is, 65536);
    if (std::fabs(by) >= OCT9_BEARING_ERROR && reported++ < 5)
        std::printf("%d %d: off by %.3f\n", x, y, by);
    return by;
}

void angles()
{
    Random random(seed);
    double least = 0, most = 0;
    for (uint64_t i = 0; i < cases; i++) {
        const int x = any(random), y = any(random);
        if (x == 0 && y == 0)
            continue;
        least = std::fmin(least, off(x, y));
        most = std::fmax(most, off(x, y));
    }
    for (int y = 0; y <= 65535; y++) { /* all of an eighth, and it never decreases */
        least = std::fmin(least, off(65535, y));
        most = std::fmax(most, off(65535, y));
        CHECK(y == 0 || oct9_bearing(65535, y) >= oct9_bearing(65535, y - 1));
        CHECK(y == 0 || oct9_bearing(y, 65535) <= oct9_bearing(y - 1, 65535));
    }
    CHECK(least > -double(OCT9_BEARING_ERROR) && most < double(OCT9_BEARING_ERROR));
    std::printf("angles are off by %.3f to %.3f of a 65536th\n", least, most);
}

void units()
{
    Random random(seed + 2);
    long double most = 0;
    for (uint64_t i = 0; i < cases; i++) {
        const uint32_t angle = random.chance(50) ? random.u32() : 0x1000000u * random.below(256);
        const long double at = angle * (long double)turn / 4294967296.0L;
        int32_t cosine, sine;
        oct9_bearing_unit(angle, &cosine, &sine);
        most = std::fmax(most, std::fabs(cosine - 1073741824.0L * std::cos(at)));
        most = std::fmax(most, std::fabs(sine - 1073741824.0L * std::sin(at)));
    }
    std::printf("cosines and sines are off by %.3Lf\n", most);
    CHECK(most < 4);
}

/* Where a ray meets a side, if it does. */
double meets(double side, long double part)
{
    if (side == 0)
        return 0;
    return side * part > 1e-15L ? static_cast<double>(side / part) : 1e9;
}

double true_distance(uint32_t angle, double x, double y)
{
    const long double at = angle * (long double)turn / 4294967296.0L;
    return std::fmax(meets(x, std::cos(at)), meets(y, std::sin(at)));
}

int32_t random_side(Random &random)
{
    const int32_t most = random.chance(50) ? 32767 : 499;
    return random.chance(20) ? 0 : random.between(-most, most);
}

uint32_t random_angle(Random &random)
{
    if (random.chance(50))
        return random.u32();
    const int by = random.between(8, 9999); /* not at an axis: see EDGE_ERROR in ring.c */
    return 0x10000000u * random.below(16) + static_cast<uint32_t>(random.chance(50) ? by : -by);
}

/* Within 0.004 degrees of an axis. */
bool by_axis(uint32_t angle)
{
    const uint32_t off = angle % 0x40000000u;
    return std::min(off, 0x40000000u - off) < 47722;
}

void distances()
{
    Random random(seed + 1);
    double least = 0;
    for (uint64_t i = 0; i < cases; i++) {
        const int32_t x = random_side(random), y = random_side(random);
        const uint32_t angle = random_angle(random);
        if (x == 0 && y == 0)
            continue;
        const double is = true_distance(angle, x, y);
        const uint32_t got = oct9_bearing_distance(angle, x, y);
        const double room = by_axis(angle) ? 0.5 : 1e-6;
        const bool good = is > 32769 ? got > 32767 || got >= is - 2 : got <= is + room;
        CHECK(good && (got >= is - 2 - 1e-6 || got > 32767));
        if (!good)
            std::printf("seed %" PRIu64 ": angle %" PRIu32 ", %" PRId32 " %" PRId32 ": %" PRIu32
                        ", is %.6f\n",
                        seed, angle, x, y, got, is);
        if (is < 32767)
            least = std::fmin(least, got - is);
    }
    std::printf("distances are off by %.3f to 0\n", least);
}

} // namespace

int main()
{
    seed = setting("SEED", 1);
    cases = setting("CASES", 300000);
    std::printf("seed %" PRIu64 "\n", seed);
    RUN(angles);
    RUN(units);
    RUN(distances);
    return test_end();
}
