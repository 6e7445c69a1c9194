/* SPDX-License-Identifier: MIT */
/* Floats: oct9/metric.h against long double, in which a float times 1000 is exact.
 * Each case is asked of the header compiled as C++ and as C with -ffast-math.
 * SEED and COUNT come from the environment. */
#include "tests/shared/check_none.hpp"
#include "metric_exact.hpp"

#include <cfenv>
#include <cfloat>

using namespace metric_exact;

static const metric_calls_t *const both[] = { &in_cxx, &metric_in_c };
static uint64_t count, seed;

/* ---- Metres to millimetres. ---- */

static float random_metres(Random &random)
{
    switch (random.below(5)) {
    case 0: return of_bits(random.u32());                                    /* anything */
    case 1: return static_cast<float>(random.between(-400000, 400000)) / 16; /* half mm, ties */
    case 2: return static_cast<float>(random_real(random, -2.2e6L, 2.2e6L));
    case 3: return static_cast<float>(random_real(random, -0.003L, 0.003L));
    default: return static_cast<float>(random_real(random, -30, 30));
    }
}

static bool one_fails(const metric_calls_t &calls, float metres)
{
    int32_t mm = 77;
    const bool fails = calls.mm(metres, &mm) == OCT9_ERR_RANGE &&
                       calls.length(metres, &mm) == OCT9_ERR_RANGE &&
                       calls.radius(metres, &mm) == OCT9_ERR_RANGE;
    return fails && mm == 77;
}

static std::string metres_differ(const metric_calls_t &calls, float metres)
{
    const Real exact = real(metres) * 1000;
    int32_t mm = 0;
    if (!(std::fabs(exact) < 4e9L))
        return one_fails(calls, metres) ? "" : "takes what is no length";
    const Real nearest = std::floor(exact + 0.5L);
    const bool fits = nearest >= INT32_MIN && nearest <= INT32_MAX;
    if (calls.mm(metres, &mm) != (fits ? OCT9_OK : OCT9_ERR_RANGE) || (fits && mm != nearest))
        return "mm " + std::to_string(mm) + " of " + std::to_string(exact);
    const Real up = std::ceil(exact);
    const bool is_length = exact >= 0 && up <= INT32_MAX;
    if (calls.length(metres, &mm) != (is_length ? OCT9_OK : OCT9_ERR_RANGE) ||
        (is_length && mm != up))
        return "length " + std::to_string(mm) + " of " + std::to_string(exact);
    const bool is_radius = exact >= 0 && exact < INT32_MAX - 2;
    const oct9_status_t status = calls.radius(metres, &mm);
    if (exact < 0 ? status == OCT9_OK : is_radius && status != OCT9_OK)
        return "radius: status " + std::to_string(status);
    if (status == OCT9_OK && (mm < exact + place_error || mm > exact + 1.88L))
        return "radius " + std::to_string(mm) + " of " + std::to_string(exact);
    return "";
}

static void metres_are_rounded(void)
{
    const float known[] = { 0.0f,         -0.0f,        FLT_MIN,       -FLT_MIN,    FLT_MAX,
                            -FLT_MAX,     FLT_TRUE_MIN, -FLT_TRUE_MIN, 0.0005f,     -0.0005f,
                            0.0625f,      -0.0625f,     0.15f,         1e-12f,      1e-20f,
                            2097152.0f,   -2097152.0f,  2147483.5f,    2147483.75f, -2147483.5f,
                            -2147483.75f, 4194304.0f,   4294967.5f };
    Random random(seed);
    for (const metric_calls_t *calls : both) {
        for (float metres : known)
            oracle::check_none(metres_differ(*calls, metres), seed, "a known number");
        for (uint32_t bits : no_numbers)
            CHECK(one_fails(*calls, of_bits(bits)));
    }
    for (uint64_t i = 0; i < count; i++) {
        const float metres = random_metres(random);
        for (const metric_calls_t *calls : both)
            oracle::check_none(metres_differ(*calls, metres), seed, "metres");
    }
    int32_t mm = 0;
    CHECK(oct9_metric_length(0.15f, &mm) == OCT9_OK && mm == 151);
    CHECK(oct9_metric_mm(0.0625f, &mm) == OCT9_OK && mm == 63);
    CHECK(oct9_metric_mm(-0.0625f, &mm) == OCT9_OK && mm == -62);
}

static std::string mm_differs(const metric_calls_t &calls, int32_t mm)
{
    const Real exact = static_cast<Real>(mm) / 1000;
    const float metres = calls.of_mm(mm), nearest = static_cast<float>(exact);
    int32_t again = 0;
    if (std::fabs(real(metres) - exact) > std::fabs(exact) / 4194304)
        return "is far off: " + std::to_string(mm);
    if (&calls == &in_cxx && std::abs(int64_t{ mm }) <= 16000000 &&
        std::memcmp(&metres, &nearest, sizeof metres) != 0)
        return "not the nearest float: " + std::to_string(mm);
    if (std::abs(int64_t{ mm }) <= 2000000 && (calls.mm(metres, &again) != OCT9_OK || again != mm))
        return std::to_string(mm) + " comes back as " + std::to_string(again);
    return "";
}

static void millimetres_return(void)
{
    Random random(seed + 1);
    for (uint64_t i = 0; i < count; i++) {
        const int32_t mm = static_cast<int32_t>(random.u32()) >> random.below(31);
        for (const metric_calls_t *calls : both) {
            oracle::check_none(mm_differs(*calls, mm), seed, "mm");
            oracle::check_none(mm_differs(*calls, i < 20 ? INT32_MIN + static_cast<int32_t>(i) : 0),
                               seed, "mm");
        }
    }
}

/* The mode of rounding changes nothing of what comes in; what goes out is not above. */
static void modes_change_nothing(void)
{
    Random random(seed + 2);
    for (uint64_t i = 0; i < count / 10; i++) {
        const float metres = random_metres(random);
        const int32_t mm = static_cast<int32_t>(random.u32() >> 1 >> random.below(31));
        int32_t usual = 77, other = 77;
        const oct9_status_t status = oct9_metric_mm(metres, &usual);
        for (int mode : { FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO, FE_TONEAREST }) {
            std::fesetround(mode);
            const oct9_status_t again = metric_in_c.mm(metres, &other);
            const float down = oct9_metric_down(mm);
            std::fesetround(FE_TONEAREST);
            CHECK(status == again && usual == other);
            CHECK(real(down) * 1000 <= mm && real(down) * 1000 >= mm * (1 - 1 / Real{ 4194304 }));
        }
    }
}

/* ---- Rotations. ---- */

static void quaternions_keep_their_direction(void)
{
    Random random(seed + 3);
    Real most = 0;
    for (uint64_t i = 0; i < count; i++) {
        float q[4];
        oct9_rotation_t r = OCT9_ROTATION_NONE;
        const bool drifts = random.chance(50);
        const Versor should = random_floats(random, drifts ? 0.51L : 0.999L,
                                            drifts ? 1.99L : 1.001L, q);
        for (const metric_calls_t *calls : both) {
            CHECK_EQ(calls->quaternion(q[0], q[1], q[2], q[3], &r), OCT9_OK);
            CHECK_EQ(oct9_pose_check(&r), OCT9_OK);
            CHECK(dot(versor_of(r), should) > 0);
            most = std::max(most, angle_between(versor_of(r), should));
        }
    }
    CHECK(most <= rotation_error);
    std::printf("  a quaternion is off by 1/%.0Lf, seed %" PRIu64 "\n", 1 / most, seed);
}

static void what_is_no_quaternion_is_refused(void)
{
    Random random(seed + 4);
    for (uint64_t i = 0; i < count / 10; i++)
        for (const metric_calls_t *calls : both) {
            oct9_rotation_t r = { 1, 2, 3, 4 };
            float q[4];
            random_floats(random, 0, random.chance(50) ? 0.49L : 1e-6L, q);
            CHECK_EQ(calls->quaternion(q[0], q[1], q[2], q[3], &r), OCT9_ERR_RANGE);
            random_floats(random, 2.01L, random.chance(50) ? 2.1L : 1e9L, q);
            CHECK_EQ(calls->quaternion(q[0], q[1], q[2], q[3], &r), OCT9_ERR_RANGE);
            random_floats(random, 1, 1, q);
            q[random.below(4)] = of_bits(no_numbers[random.below(7)]);
            CHECK_EQ(calls->quaternion(q[0], q[1], q[2], q[3], &r), OCT9_ERR_RANGE);
            CHECK_EQ(calls->quaternion(0, -0.0f, FLT_TRUE_MIN, FLT_MIN, &r), OCT9_ERR_RANGE);
            CHECK(r.w == 1 && r.x == 2 && r.y == 3 && r.z == 4);
            CHECK_EQ(calls->quaternion(-1, -0.0f, FLT_TRUE_MIN, FLT_MIN, &r), OCT9_OK);
            CHECK(r.w == -16384 && r.x == 0 && r.y == 0 && r.z == 0);
        }
}

static float random_angle(Random &random)
{
    switch (random.below(4)) {
    case 0: return static_cast<float>(random.between(-16, 16) * pi / 4);
    case 1: return static_cast<float>(random_real(random, -1024, 1024));
    case 2: return static_cast<float>(std::ldexp(Real{ 1 }, random.between(-149, 10)));
    default: return static_cast<float>(random_real(random, -pi, pi));
    }
}

/* Rz(yaw) Ry(pitch) Rx(roll) of a vector: each a turn in its plane. */
static Vector turned_by(const float rpy[3], Vector v)
{
    for (size_t axis = 0; axis < 3; axis++) {
        const Real s = std::sin(real(rpy[axis])), c = std::cos(real(rpy[axis]));
        const size_t a = (axis + 1) % 3, b = (axis + 2) % 3;
        const Real first = v[a], second = v[b];
        v[a] = c * first - s * second;
        v[b] = s * first + c * second;
    }
    return v;
}

/* The angle that turns the one into the other, from the difference of their matrices. */
static Real off_from(const float rpy[3], const oct9_rotation_t &r)
{
    oct9_matrix_t matrix;
    Real square = 0;
    oct9_pose_matrix(&r, &matrix);
    for (size_t k = 0; k < 3; k++) {
        Vector axis = { 0, 0, 0 };
        axis[k] = 1;
        axis = turned_by(rpy, axis);
        for (size_t row = 0; row < 3; row++) {
            const Real is = static_cast<Real>(matrix.m[row][k]) / matrix.scale;
            square += (is - axis[row]) * (is - axis[row]);
        }
    }
    return 2 * std::asin(std::sqrt(square / 8));
}

static void angles_turn_yaw_pitch_roll(void)
{
    Random random(seed + 5);
    Real most = 0;
    for (uint64_t i = 0; i < count; i++) {
        const float rpy[3] = { random_angle(random), random_angle(random), random_angle(random) };
        for (const metric_calls_t *calls : both) {
            oct9_rotation_t r = OCT9_ROTATION_NONE;
            CHECK_EQ(calls->rpy(rpy[0], rpy[1], rpy[2], &r), OCT9_OK);
            CHECK_EQ(oct9_pose_check(&r), OCT9_OK);
            most = std::max(most, off_from(rpy, r));
        }
    }
    CHECK(most <= rotation_error);
    std::printf("  roll, pitch and yaw are off by 1/%.0Lf\n", 1 / most);
    oct9_rotation_t r = OCT9_ROTATION_NONE;
    CHECK(oct9_metric_rpy(0, 0, static_cast<float>(pi / 2), &r) == OCT9_OK && r.w == 11585 &&
          r.x == 0 && r.y == 0 && r.z == 11585);
}

static void what_is_no_angle_is_refused(void)
{
    const float too_far[] = { std::nextafter(1024.0f, 2000.0f), -1e9f, FLT_MAX };
    for (const metric_calls_t *calls : both)
        for (size_t axis = 0; axis < 3; axis++) {
            oct9_rotation_t r = { 1, 2, 3, 4 };
            const auto fails = [&](float angle) {
                float rpy[3] = { 1, 1, 1 };
                rpy[axis] = angle;
                return calls->rpy(rpy[0], rpy[1], rpy[2], &r) == OCT9_ERR_RANGE;
            };
            for (uint32_t bits : no_numbers)
                CHECK(fails(of_bits(bits)));
            for (float angle : too_far)
                CHECK(fails(angle));
            CHECK(r.w == 1 && r.x == 2 && r.y == 3 && r.z == 4);
            CHECK(!fails(1024) && !fails(-1024) && !fails(-0.0f) && !fails(FLT_TRUE_MIN));
        }
}

static void sines_are_within_their_bound(void)
{
    Random random(seed + 6);
    Real most = 0;
    for (uint64_t i = 0; i < count; i++) {
        const uint32_t turn = random.chance(50) ? random.u32() : random.u32() << 29;
        const Real angle = turn * (2 * pi) / 4294967296, one = 1 << 30;
        int32_t sine, cosine;
        oct9_metric_sine(turn, &sine, &cosine);
        most = std::max(most, std::fabs(sine / one - std::sin(angle)));
        most = std::max(most, std::fabs(cosine / one - std::cos(angle)));
    }
    CHECK(most < 1 / Real{ 1 << 24 });
}

int main()
{
    count = oracle::setting("COUNT", 100000);
    seed = oracle::setting("SEED", 1);
    std::printf("seed %" PRIu64 "\n", seed);
    RUN(metres_are_rounded);
    RUN(millimetres_return);
    RUN(modes_change_nothing);
    RUN(quaternions_keep_their_direction);
    RUN(what_is_no_quaternion_is_refused);
    RUN(angles_turn_yaw_pitch_roll);
    RUN(what_is_no_angle_is_refused);
    RUN(sines_are_within_their_bound);
    return test_end();
}
