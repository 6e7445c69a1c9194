/* SPDX-License-Identifier: MIT */
/* Shapes, distances and motions in metres: what oct9/metric.h makes of floats holds the true shape
 * and is not larger than it says; what it returns is never too far. Spheres are checked in integers
 * that hold floats, millimetres and sub-cells exactly, all else in long double. SEED and COUNT come
 * from the environment. */
#include "tests/shared/check_none.hpp"
#include "metric_exact.hpp"

using namespace metric_exact;

static const metric_calls_t *const both[] = { &in_cxx, &metric_in_c };
static uint64_t count, seed, made;

static const Real float_part = 1 / Real{ 4194304 };

/* The origin is the low corner of the cube. */
static std::array<int64_t, 3> from_origin(const oct9_point_t &point)
{
    return { point.x - OCT9_LOW_Q6, point.y - OCT9_LOW_Q6, point.z - OCT9_LOW_Q6 };
}

struct World {
    oct9_frame_t frame;

    explicit World(Random &random)
    {
        const oct9_mm_t origin = { random.between(-1000000, 1000000),
                                   random.between(-1000000, 1000000),
                                   random.between(-1000000, 1000000) };
        const int32_t cell_um = random.chance(50) ? random.between(1000, 100000)
                                                  : random.between(1000, 2000000);
        CHECK_EQ(oct9_mm_frame(&frame, &origin, static_cast<uint32_t>(cell_um)), OCT9_OK);
    }
    Real sub_cell() const { return static_cast<Real>(frame.cell_um) / 64000; } /* in mm */
    int32_t origin(size_t a) const
    {
        const int32_t at[3] = { frame.origin_mm.x, frame.origin_mm.y, frame.origin_mm.z };
        return at[a];
    }
    /* In whole 2^-20 m, in the cube or outside of it on any side. */
    Metres place(Random &random) const
    {
        Metres at;
        for (size_t a = 0; a < 3; a++) {
            const Real mm = origin(a) + random_real(random, -16000, 48700) * sub_cell();
            at[a] = static_cast<float>(std::ldexp(std::floor(std::ldexp(mm / 1000, 20)), -20));
        }
        return at;
    }
    float length(Random &random, Real sub_cells) const
    {
        const Real mm = random.chance(10) ? random.between(0, 50)
                                          : random_real(random, 0, sub_cells) * sub_cell();
        return static_cast<float>(std::ldexp(std::floor(std::ldexp(mm / 1000, 20)), -20));
    }
    Vector mm(const oct9_point_t &point) const
    {
        const std::array<int64_t, 3> q = from_origin(point);
        return { origin(0) + q[0] * sub_cell(), origin(1) + q[1] * sub_cell(),
                 origin(2) + q[2] * sub_cell() };
    }

    /* The mm are the low corner of the sub-cell, rounded down: exactly. */
    bool rounds_down(const oct9_point_t &point, const oct9_mm_t &mm) const
    {
        const std::array<int64_t, 3> q = from_origin(point), is = { mm.x, mm.y, mm.z };
        bool good = true;
        for (size_t a = 0; a < 3; a++) {
            const int64_t rest = q[a] * int64_t{ frame.cell_um } - (is[a] - origin(a)) * 64000;
            good = good && rest >= 0 && rest < 64000;
        }
        return good;
    }
};

static Vector mm_of(const Metres &at)
{
    return { real(at[0]) * 1000, real(at[1]) * 1000, real(at[2]) * 1000 };
}

static Vector between(const Vector &a, const Vector &b, Real part)
{
    return { a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part,
             a[2] + (b[2] - a[2]) * part };
}

static Real length_of(const Vector &a, const Vector &b)
{
    return std::sqrt((a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1]) +
                     (a[2] - b[2]) * (a[2] - b[2]));
}

/* ---- Spheres, in parts of 2^-23 / 1000 mm: a sub-cell is cell_um * 2^17 of them. ---- */

static const int64_t parts_a_mm = int64_t{ 64000 } << 17;

static int64_t parts_of(float metres) /* a multiple of 2^-20 m */
{
    return static_cast<int64_t>(std::ldexp(real(metres), 20)) * 8000000;
}

static Wide moved2(const World &world, const Metres &from, const oct9_point_t &to)
{
    const std::array<int64_t, 3> q = from_origin(to);
    Wide sum = 0;
    for (size_t a = 0; a < 3; a++) {
        const int64_t by = world.origin(a) * parts_a_mm +
                           q[a] * (int64_t{ world.frame.cell_um } << 17) - parts_of(from[a]);
        sum += Wide{ by } * by;
    }
    return sum;
}

static std::string sphere_differs(const metric_calls_t &calls, const World &world,
                                  const Metres &from_m, const Metres &to_m, float radius_m)
{
    oct9_motion_t ball;
    const oct9_status_t status = calls.sphere(&world.frame, from_m.data(), to_m.data(), radius_m,
                                              &ball);
    if (status != OCT9_OK)
        return "status " + std::to_string(status);
    const int64_t sub_cell = int64_t{ world.frame.cell_um } << 17;
    const int64_t room = ball.radius_q6 * sub_cell - parts_of(radius_m);
    const int64_t most = sub_cell / 100 * 274 + parts_a_mm / 100 * 275;
    for (Wide square : { moved2(world, from_m, ball.from), moved2(world, to_m, ball.to) }) {
        if (room < 0 || square > Wide{ room } * room)
            return "leaves a part of it outside";
        if (square > Wide{ most - room } * (most - room) || room > most)
            return "is larger than promised";
    }
    made++;
    return "";
}

static void spheres_hold_the_true_one(void)
{
    for (uint64_t i = 0; i < count; i++) {
        Random random(seed + i);
        const World world(random);
        const Metres from = world.place(random);
        const Metres to = random.chance(50) ? from : world.place(random);
        const float radius = world.length(random, 3000);
        for (const metric_calls_t *calls : both)
            oracle::check_none(sphere_differs(*calls, world, from, to, radius), seed + i, "sphere");
    }
}

/* ---- Boxes that turn. ---- */

static oct9_rotation_t rotation_of(const float q[4])
{
    oct9_rotation_t r = OCT9_ROTATION_NONE;
    CHECK_EQ(oct9_metric_quaternion(q[0], q[1], q[2], q[3], &r), OCT9_OK);
    return r;
}

/* Part of the turn through the smaller angle, at an even rate. */
static Versor turn_between(const Versor &a, Versor b, Real part)
{
    Real cosine = dot(a, b);
    if (cosine < 0)
        for (Real &c : b)
            c = -c;
    cosine = std::min(std::fabs(cosine), Real{ 1 });
    const Real angle = std::acos(cosine);
    const bool small = angle < 1e-9L;
    const Real first = small ? 1 - part : std::sin((1 - part) * angle);
    const Real second = small ? part : std::sin(part * angle);
    Versor out;
    for (size_t i = 0; i < 4; i++)
        out[i] = first * a[i] + second * b[i];
    return unit(out);
}

struct Pose {
    Vector place; /* mm */
    Versor turn;
};

static Pose pose_between(const Pose &a, const Pose &b, Real part)
{
    return { between(a.place, b.place, part), turn_between(a.turn, b.turn, part) };
}

/* Each corner of the true box is in the rounded one, except for what long double leaves. */
static bool holds(const Pose &is, const Vector &half_is, const Pose &truly, const Vector &half)
{
    const Versor back = { is.turn[0], -is.turn[1], -is.turn[2], -is.turn[3] };
    for (unsigned corner = 0; corner < 8; corner++) {
        Vector v;
        for (size_t a = 0; a < 3; a++)
            v[a] = corner >> a & 1 ? half[a] : -half[a];
        v = turned(truly.turn, v);
        for (size_t a = 0; a < 3; a++)
            v[a] += truly.place[a] - is.place[a];
        v = turned(back, v);
        for (size_t a = 0; a < 3; a++)
            if (std::fabs(v[a]) > half_is[a] + 1e-7L)
                return false;
    }
    return true;
}

static std::string box_differs(const metric_calls_t &calls, const World &world, Random random)
{
    const Metres from_m = world.place(random), to_m = world.place(random);
    Metres half_m;
    for (float &half : half_m)
        half = world.length(random, 2000);
    float begins[4], ends[4];
    const Versor begin = random_floats(random, 0.999L, 1.001L, begins);
    const Versor end = random_floats(random, 0.999L, 1.001L, ends);
    const oct9_rotation_t first = rotation_of(begins), last = rotation_of(ends);
    oct9_point_t from, to;
    uint16_t half_q6[3];
    const oct9_status_t status = calls.obb(&world.frame, from_m.data(), to_m.data(), half_m.data(),
                                           &from, &to, half_q6);
    if (status != OCT9_OK)
        return "status " + std::to_string(status);
    Vector half_is, half = mm_of(half_m);
    for (size_t a = 0; a < 3; a++) {
        half_is[a] = half_q6[a] * world.sub_cell();
        if (half_is[a] > half[a] + 0.87L + (half[0] + half[1] + half[2]) / 4096 + 1.01L +
                             1.87L * world.sub_cell())
            return "is larger than promised";
    }
    const Pose is[2] = { { world.mm(from), versor_of(first) }, { world.mm(to), versor_of(last) } };
    const Pose truly[2] = { { mm_of(from_m), begin }, { mm_of(to_m), end } };
    const bool sure = std::fabs(dot(begin, end)) > 0.0002L; /* of the direction of the turn */
    for (Real part : { Real{ 0 }, Real{ 1 }, random_real(random, 0, 1), Real{ 1 } / 2 })
        if ((sure || part == 0 || part == 1) &&
            !holds(pose_between(is[0], is[1], part), half_is,
                   pose_between(truly[0], truly[1], part), half))
            return "leaves a part of it outside";
    made++;
    return "";
}

static void boxes_hold_the_true_one(void)
{
    for (uint64_t i = 0; i < count; i++) {
        Random random(seed + 1000000 + i);
        const World world(random);
        for (const metric_calls_t *calls : both)
            oracle::check_none(box_differs(*calls, world, random), seed + 1000000 + i, "box");
    }
}

/* ---- What comes back. ---- */

static std::string distance_differs(const metric_calls_t &calls, const World &world, Random random)
{
    const Metres at_m = world.place(random);
    oct9_point_t at, other;
    float metres, back[3];
    oct9_mm_t mm;
    if (calls.point(&world.frame, at_m.data(), &at) != OCT9_OK)
        return "no point";
    const Vector is = world.mm(at), truly = mm_of(at_m);
    for (size_t a = 0; a < 3; a++)
        if (std::fabs(is[a] - truly[a]) > world.sub_cell() / 2 + 0.5L)
            return "the point is far off";
    uint64_t square;
    do {
        other = { static_cast<int16_t>(random.u32()), static_cast<int16_t>(random.u32()),
                  static_cast<int16_t>(random.u32()) };
        square = 0;
        for (int by : { other.x - at.x, other.y - at.y, other.z - at.z })
            square += static_cast<uint64_t>(int64_t{ by } * by);
    } while (square > UINT32_MAX); /* too far for a square root of 32 bits */
    const uint16_t distance_q6 = oct9_point_isqrt(static_cast<uint32_t>(square));
    if (calls.of_distance(&world.frame, distance_q6, &metres) != OCT9_OK)
        return "no distance";
    const Real should = length_of(truly, world.mm(other)), result = real(metres) * 1000;
    if (result > should)
        return "says more than the distance";
    if (result < should * (1 - float_part) - 2.87L * world.sub_cell() - 3)
        return "says far less than the distance";
    if (oct9_mm_of_point(&world.frame, &other, &mm) != OCT9_OK || !world.rounds_down(other, mm))
        return "mm of a point";
    if (calls.of_point(&world.frame, &other, back) != OCT9_OK ||
        std::fabs(real(back[0]) * 1000 - mm.x) > std::fabs(Real(mm.x)) * float_part ||
        std::fabs(real(back[1]) * 1000 - mm.y) > std::fabs(Real(mm.y)) * float_part ||
        std::fabs(real(back[2]) * 1000 - mm.z) > std::fabs(Real(mm.z)) * float_part)
        return "another point comes back";
    return "";
}

static std::string drive_differs(const metric_calls_t &calls, const World &world, Random random)
{
    const Metres from_m = world.place(random), to_m = world.place(random);
    const uint32_t den = random.below(65535) + 1, num = random.below(den + 1);
    const Real part = static_cast<Real>(num) / den;
    const Vector from = mm_of(from_m), to = mm_of(to_m), there = between(from, to, part);
    float metres, stop[3];
    if (calls.of_drive(from_m.data(), to_m.data(), num, den, &metres) != OCT9_OK ||
        calls.of_stop(from_m.data(), to_m.data(), num, den, stop) != OCT9_OK)
        return "fails";
    const Real should = length_of(from, to) * part, result = real(metres) * 1000;
    if (result > should && result > 0)
        return "drives too far";
    if (result < should * (1 - float_part) - 6)
        return "drives too short";
    for (size_t a = 0; a < 3; a++)
        if (std::fabs(real(stop[a]) * 1000 - there[a]) >= 1.5L + std::fabs(there[a]) * float_part)
            return "stops elsewhere";
    return "";
}

static void distances_are_never_too_long(void)
{
    for (uint64_t i = 0; i < count; i++) {
        Random random(seed + 2000000 + i);
        const World world(random);
        for (const metric_calls_t *calls : both) {
            oracle::check_none(distance_differs(*calls, world, random), seed + 2000000 + i,
                               "distance");
            oracle::check_none(drive_differs(*calls, world, random), seed + 2000000 + i, "drive");
        }
    }
}

/* ---- What is refused. ---- */

/* Each call with one number changed fails, and writes nothing. */
static void refuses(const metric_calls_t &calls, size_t which, float number, oct9_status_t status)
{
    const oct9_frame_t frame = OCT9_FRAME(0, 0, 0, 80000);
    float given[9] = { 1, 2, 3, 4, 5, 6, 0.3f, 0.2f, 0.1f };
    oct9_point_t from = { 7, 7, 7 }, to = { 7, 7, 7 };
    oct9_motion_t ball = { { 7, 7, 7 }, { 7, 7, 7 }, 7 };
    oct9_mm_t place = { 7, 7, 7 };
    uint16_t half[3] = { 7, 7, 7 };
    float out[3] = { 7, 7, 7 };
    given[which] = number;
    const float *a = given, *b = given + 3, *h = given + 6;
    CHECK_EQ(calls.obb(&frame, a, b, h, &from, &to, half), status);
    if (which <= 6)
        CHECK_EQ(calls.sphere(&frame, a, b, h[0], &ball), status);
    if (which < 3) {
        CHECK_EQ(calls.point(&frame, a, &from), status);
        if (number > 1e9f || !(number < 1e9f)) /* else the place fits, but not the cube */
            CHECK_EQ(calls.place(a, &place), status);
    }
    if (which < 6) {
        CHECK_EQ(calls.of_drive(a, b, 1, 2, &out[0]), status);
        CHECK_EQ(calls.of_stop(a, b, 1, 2, out), status);
    }
    CHECK(from.x == 7 && from.y == 7 && from.z == 7 && to.x == 7 && to.y == 7 && to.z == 7);
    CHECK(ball.from.x == 7 && ball.to.z == 7 && ball.radius_q6 == 7);
    CHECK(place.x == 7 && place.y == 7 && place.z == 7);
    CHECK(half[0] == 7 && half[1] == 7 && half[2] == 7);
    CHECK(real(out[0]) == 7 && real(out[1]) == 7 && real(out[2]) == 7);
}

static void bad_numbers_are_refused(void)
{
    for (const metric_calls_t *calls : both)
        for (size_t which = 0; which < 9; which++) {
            for (uint32_t bits : no_numbers)
                refuses(*calls, which, of_bits(bits), OCT9_ERR_RANGE);
            for (float number : { 1e20f, -1e20f, 3e6f, 3e38f })
                refuses(*calls, which, number, OCT9_ERR_RANGE);
            if (which >= 6) {
                refuses(*calls, which, -0.0001f, OCT9_ERR_RANGE);
                refuses(*calls, which, -1e-30f, OCT9_ERR_RANGE);
                refuses(*calls, which, 1e5f, OCT9_ERR_RANGE);
            }
        }
}

static void frames_fail_as_in_mm(void)
{
    const oct9_frame_t bad = OCT9_FRAME(0, 0, 0, 0);
    const float at[3] = { 1, 2, 3 };
    for (const metric_calls_t *calls : both) {
        oct9_point_t from, to;
        oct9_motion_t ball;
        uint16_t half[3];
        float out[3];
        CHECK_EQ(calls->sphere(&bad, at, at, 1, &ball), OCT9_ERR_ARGUMENT);
        CHECK_EQ(calls->obb(&bad, at, at, at, &from, &to, half), OCT9_ERR_ARGUMENT);
        CHECK_EQ(calls->point(&bad, at, &from), OCT9_ERR_ARGUMENT);
        from = { 1, 2, 3 };
        CHECK_EQ(calls->of_point(&bad, &from, out), OCT9_ERR_ARGUMENT);
        CHECK_EQ(calls->of_distance(&bad, 1, out), OCT9_ERR_ARGUMENT);
        CHECK_EQ(calls->of_drive(at, at, 2, 1, out), OCT9_ERR_RANGE);
    }
}

int main()
{
    count = oracle::setting("COUNT", 50000);
    seed = oracle::setting("SEED", 1);
    std::printf("seed %" PRIu64 "\n", seed);
    RUN(spheres_hold_the_true_one);
    RUN(boxes_hold_the_true_one);
    RUN(distances_are_never_too_long);
    RUN(bad_numbers_are_refused);
    RUN(frames_fail_as_in_mm);
    CHECK(made > count * 3);
    return test_end();
}
