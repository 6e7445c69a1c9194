/* SPDX-License-Identifier: MIT */
/* Rotations: which are good, their matrices exactly, and the middles and bounds of a turn. SEED
 * comes from the environment. */
#include "obb_cases.hpp"
#include "obb_motion.hpp"
extern "C" {
#include "tests/test.h"
}

#include "oct9/obb.h"

#include <cinttypes>
#include <cstdio>

extern "C" {
#include "src/query/turn.h"
}

using namespace oracle;

static uint64_t seed;

static oct9_rotation_t random_components(Random &random)
{
    const int most = random.chance(50) ? 32767 : 16700;
    const auto c = [&] {
        return static_cast<int16_t>(random.chance(2) ? -32768 : random.between(-most, most));
    };
    return { c(), c(), c(), c() };
}

static void rotations_are_good_within_a_64th(void)
{
    const oct9_rotation_t good[] = { { 16384, 0, 0, 0 },
                                     { 16384, 2048, 0, 0 },
                                     { 14336, 6144, 4096, 2048 } };
    const oct9_rotation_t bad[] = { { 16384, 2048, 1, 0 }, { 12994, 8755, 3561, 2463 } };
    Random random(seed + (5u << 20));

    for (const oct9_rotation_t &r : good)
        CHECK_EQ(oct9_pose_check(&r), OCT9_OK);
    for (const oct9_rotation_t &r : bad)
        CHECK_EQ(oct9_pose_check(&r), OCT9_ERR_ARGUMENT);
    for (unsigned i = 0; i < 20000; i++) {
        const oct9_rotation_t r = random_components(random);
        CHECK_EQ(oct9_pose_check(&r), good_rotation(r) ? OCT9_OK : OCT9_ERR_ARGUMENT);
    }
}

static Triple column(const oct9_matrix_t &matrix, size_t k)
{
    return { matrix.m[0][k], matrix.m[1][k], matrix.m[2][k] };
}

static Wide wide_dot(const Triple &a, const Triple &b)
{
    return Wide{ a[0] } * b[0] + Wide{ a[1] } * b[1] + Wide{ a[2] } * b[2];
}

/* The columns are what q v ~q makes of the axes; with no care for how the matrix is made, they
 * are at right angles and of the length `scale`. */
static bool matrix_is_right(const oct9_rotation_t &r)
{
    const Triple units[3] = { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } };
    oct9_matrix_t matrix;
    bool right = true;

    oct9_pose_matrix(&r, &matrix);
    right = right && matrix.scale == dot(wide_of(r), wide_of(r));
    for (size_t k = 0; k < 3; k++) {
        right = right && column(matrix, k) == turned(wide_of(r), units[k]);
        for (size_t n = 0; n < 3; n++)
            right = right && wide_dot(column(matrix, k), column(matrix, n)) ==
                                 (n == k ? Wide{ matrix.scale } * matrix.scale : 0);
    }
    return right;
}

static void matrices_are_exact(void)
{
    Random random(seed + (6u << 20));

    for (unsigned i = 0; i < 20000; i++) {
        int denominator;
        const oct9_rotation_t r = random_rotation(random, denominator);
        CHECK(matrix_is_right(r));
    }
}

/* How far halving the turn again and again, to either side, departs from the turn; in radians, of
 * the rotation itself and as it is rounded to a pose's bits. */
static std::array<Real, 2> middles_off(const oct9_obb_input_t &input, bool other, Random random)
{
    const Motion motion(input, other);
    oct9_obb_rotation_t ends[2], middle;
    oct9_rotation_t narrow;
    std::array<Real, 2> off = { 0, 0 };
    Real begin = 0, part = 1;

    oct9_obb_rotation_ends(&input.from.rotation, &input.to.rotation, ends);
    oct9_obb_rotation_normalise(&ends[0]);
    oct9_obb_rotation_normalise(&ends[1]);
    for (unsigned depth = 0; depth < OCT9_OBB_PARTS; depth++) {
        oct9_obb_rotation_middle(&ends[0], &ends[1], &middle);
        oct9_obb_rotation_narrow(&middle, &narrow);
        part /= 2;
        const Versor should = motion.rotation_at(begin + part);
        const Versor is = { Real(middle.q[0]), Real(middle.q[1]), Real(middle.q[2]),
                            Real(middle.q[3]) };
        off[0] = std::max(off[0], angle_between(unit(is), should));
        off[1] = std::max(off[1], angle_between(versor_of(narrow), should));
        const bool second = random.chance(50);
        ends[second ? 0 : 1] = middle;
        begin += second ? part : 0;
    }
    return off;
}

static void middles_are_on_the_turn(void)
{
    Random random(seed + (7u << 20));
    std::array<Real, 2> most = { 0, 0 };

    for (unsigned i = 0; i < 20000; i++) {
        oct9_obb_input_t input = {};
        set_rotations(random, random_versor(random), random_direction(random),
                      random_real(random, 0, 1), input);
        std::array<Real, 2> off = middles_off(input, false, random);
        if (half_turn(input))
            off = std::min(off, middles_off(input, true, random));
        most = { std::max(most[0], off[0]), std::max(most[1], off[1]) };
    }
    std::printf("  middles are off by 1/%.0Lf, and 1/%.0Lf as a pose\n", 1 / most[0], 1 / most[1]);
    CHECK(most[0] <= Real(1) / 16384);
    CHECK(most[1] <= Real(1) / OCT9_OBB_ROTATION_ERROR);
}

/* Half the turn as a vector in the body's axes, of either sign. */
static Vector half_turn_of(const Versor &a, const Versor &b)
{
    const Vector u = { a[1], a[2], a[3] }, v = { b[1], b[2], b[3] };
    const Real cosine = a[0] * b[0] + dot(u, v);
    const Vector sine = a[0] * v + Real(-1) * (b[0] * u + cross(u, v));
    const Real size = length(sine);

    return size > 0 ? std::atan2(size, std::abs(cosine)) / size * sine : sine;
}

static bool swing_is_bound(const oct9_obb_input_t &input)
{
    const Vector half = half_turn_of(unit(versor_of(input.from.rotation)),
                                     unit(versor_of(input.to.rotation)));
    int32_t swing[3];
    bool good = true;

    oct9_obb_rotation_swing(&input.from.rotation, &input.to.rotation, swing);
    for (size_t i = 0; i < 3; i++) {
        const Real is = std::abs(Real(swing[i])) / (1 << 30), least = std::abs(half[i]);
        good = good && is >= least && is <= Real(1.12L) * least + Real(3) / 16384;
        good = good && (least < Real(1e-6L) || (swing[i] < 0) == (half[i] < 0));
    }
    return good;
}

static void swings_are_bounds(void)
{
    Random random(seed + (8u << 20));

    for (unsigned i = 0; i < 20000; i++) {
        oct9_obb_input_t input = {};
        set_rotations(random, random_versor(random), random_direction(random),
                      random_real(random, 0, 1), input);
        CHECK(swing_is_bound(input));
    }
}

int main()
{
    seed = setting("SEED", 1);
    std::printf("seed %" PRIu64 "\n", seed);
    RUN(rotations_are_good_within_a_64th);
    RUN(matrices_are_exact);
    RUN(middles_are_on_the_turn);
    RUN(swings_are_bounds);
    return test_end();
}
