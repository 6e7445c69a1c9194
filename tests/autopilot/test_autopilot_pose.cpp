/* SPDX-License-Identifier: MIT */
/* Poses from an autopilot: published pairs of axes, rotations as they turn vectors, headings, and
 * what is too old.
 *
 * SEED, CASES from the environment. */
#include "mavlink_frames.hpp"
#include "tests/shared/random.hpp"

extern "C" {
#include "oct9/autopilot.h"
#include "tests/test.h"
}

#include <array>
#include <cmath>
#include <cstdio>

using oracle::Random;
using oracle::setting;

static Random random_numbers(setting("SEED", 1));
static const unsigned cases = static_cast<unsigned>(setting("CASES", 10000));

using Vector = std::array<double, 3>;
using Quaternion = std::array<double, 4>;

constexpr double PI = 3.14159265358979323846;

static double uniform(double least, double most)
{
    return least + (most - least) * random_numbers.u32() / 4294967295.0;
}

/* By Rodrigues' formula, as the quaternion's axis and angle have it. */
static Vector turned(const Quaternion &q, const Vector &v)
{
    const double sine = std::sqrt(q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    const double angle = 2 * std::atan2(sine, q[0]);
    if (sine < 1e-12)
        return v;
    const Vector k = { q[1] / sine, q[2] / sine, q[3] / sine };
    const double along = k[0] * v[0] + k[1] * v[1] + k[2] * v[2];
    const Vector across = { k[1] * v[2] - k[2] * v[1], k[2] * v[0] - k[0] * v[2],
                            k[0] * v[1] - k[1] * v[0] };
    Vector out;
    for (size_t i = 0; i < 3; i++)
        out[i] = v[i] * std::cos(angle) + across[i] * std::sin(angle) +
                 k[i] * along * (1 - std::cos(angle));
    return out;
}

static oct9_mavlink_receiver_t receiver_of(const Quaternion &q)
{
    oct9_mavlink_receiver_t receiver = {};
    for (unsigned i = 0; i < 4; i++)
        receiver.attitude.q_q16[i] = static_cast<int32_t>(std::lround(q[i] * 65536));
    receiver.attitude.known = receiver.position.known = true;
    return receiver;
}

static oct9_autopilot_pose_t pose_of(const oct9_mavlink_receiver_t &receiver)
{
    oct9_autopilot_pose_t pose;
    CHECK_EQ(oct9_autopilot_pose(&receiver, 0, 1, nullptr, &pose), OCT9_OK);
    CHECK_EQ(oct9_pose_check(&pose.pose.rotation), OCT9_OK);
    return pose;
}

/* A rotation is the published one, or its negative. */
static bool is_rotation(const oct9_rotation_t &got, const Quaternion &wanted)
{
    const double parts[4] = { got.w / 16384.0, got.x / 16384.0, got.y / 16384.0, got.z / 16384.0 };
    double same = 0;
    for (size_t i = 0; i < 4; i++)
        same += parts[i] * wanted[i];
    return std::fabs(std::fabs(same) - 1) < 1e-4;
}

/* Level, and facing north, east, south, west: REP 103 has yaw 0 at east and 90 degrees at north.
 * The rolled and the pitched one: right wing down is right wing down; nose up is a negative pitch
 * where y is left. As in mavros, test_frame_conversions and ftf_frame_conversions. */
static void published_pairs()
{
    const double r = std::sqrt(0.5), s = std::sin(PI / 8), c = std::cos(PI / 8);
    const struct {
        Quaternion north, east;
        uint16_t heading;
    } pairs[] = {
        { { 1, 0, 0, 0 }, { r, 0, 0, r }, 16384 },         /* north: yaw 90 */
        { { r, 0, 0, r }, { 1, 0, 0, 0 }, 0 },             /* east: yaw 0 */
        { { 0, 0, 0, 1 }, { r, 0, 0, -r }, 49152 },        /* south: yaw -90 */
        { { r, 0, 0, -r }, { 0, 0, 0, 1 }, 32768 },        /* west: yaw 180 */
        { { c, 0, 0, s }, { c, 0, 0, s }, 8192 },          /* north-east is the same in both */
        { { r, r, 0, 0 }, { 0.5, 0.5, 0.5, 0.5 }, 16384 }, /* north, rolled right by 90 */
        { { c, 0, s, 0 }, { r * c, r * s, -r * s, r * c }, 16384 }, /* north, nose up by 45 */
    };
    for (const auto &pair : pairs) {
        const oct9_autopilot_pose_t pose = pose_of(receiver_of(pair.north));
        CHECK(is_rotation(pose.pose.rotation, pair.east));
        CHECK_EQ(static_cast<int16_t>(pose.heading - pair.heading), 0);
    }
    oct9_mavlink_receiver_t receiver = receiver_of({ 1, 0, 0, 0 });
    for (int i = 0; i < 3; i++) {
        receiver.position.place_mm[i] = i + 1;
        receiver.position.velocity_mm[i] = 10 * (i + 1);
    }
    oct9_autopilot_pose_t pose;
    const int16_t command[3] = { 100, 200, 300 };
    CHECK_EQ(oct9_autopilot_pose(&receiver, 0, 1, command, &pose), OCT9_OK);
    CHECK(pose.pose.place_mm.x == 2 && pose.pose.place_mm.y == 1 && pose.pose.place_mm.z == -3);
    CHECK(std::memcmp(&pose.pose.place_mm, &pose.motion.place_mm, sizeof(oct9_mm_t)) == 0);
    CHECK(pose.motion.velocity_mm[0] == 20 && pose.motion.velocity_mm[1] == 10 &&
          pose.motion.velocity_mm[2] == -30);
    CHECK(pose.motion.command_mm[0] == 200 && pose.motion.command_mm[1] == 100 &&
          pose.motion.command_mm[2] == -300);
    CHECK_EQ(oct9_autopilot_pose(&receiver, 0, 1, nullptr, &pose), OCT9_OK);
    CHECK(std::memcmp(pose.motion.command_mm, pose.motion.velocity_mm, 6) == 0);
}

/* A point of the robot, turned by the autopilot into north, east, down, is the point that the
 * map's rotation turns it to. */
static void rotations_turn_alike()
{
    double worst = 0;
    int worst_heading = 0;
    for (unsigned n = 0; n < cases; n++) {
        Quaternion q;
        double square = 0;
        for (double &part : q) {
            part = uniform(-1, 1);
            square += part * part;
        }
        const double scale = uniform(0.955, 1.045) / std::sqrt(square);
        for (double &part : q)
            part *= scale;
        const oct9_autopilot_pose_t pose = pose_of(receiver_of(q));
        oct9_matrix_t matrix;
        oct9_pose_matrix(&pose.pose.rotation, &matrix);
        for (size_t axis = 0; axis < 3; axis++) {
            Vector right = { 0, 0, 0 };
            right[axis] = axis == 0 ? 1 : -1; /* forward; left and up are against right and down */
            const Vector north = turned(q, right);
            const Vector east = { north[1], north[0], -north[2] };
            for (size_t row = 0; row < 3; row++)
                worst = std::max(worst,
                                 std::fabs(matrix.m[row][axis] / double(matrix.scale) - east[row]));
        }
        const Vector ahead = turned(q, { 1, 0, 0 });
        if (std::hypot(ahead[0], ahead[1]) > 0.7) {
            const double yaw = std::atan2(ahead[0], ahead[1]) / (2 * PI) * 65536;
            const auto off = static_cast<int16_t>(pose.heading -
                                                  static_cast<uint16_t>(std::lround(yaw)));
            worst_heading = std::max(worst_heading, std::abs(off));
        }
    }
    std::printf("axes within %.6f, heading within %d\n", worst, worst_heading);
    CHECK(worst < 0.0003);
    CHECK(worst_heading <= 2);
}

static void too_old()
{
    const auto status = [](const oct9_mavlink_receiver_t &receiver, uint32_t now) {
        oct9_autopilot_pose_t pose;
        return oct9_autopilot_pose(&receiver, now, 100, nullptr, &pose);
    };
    oct9_autopilot_pose_t pose;
    oct9_mavlink_receiver_t receiver = {};
    CHECK_EQ(status(receiver, 0), OCT9_ERR_STALE);
    receiver = receiver_of({ 1, 0, 0, 0 });
    CHECK_EQ(oct9_autopilot_pose(&receiver, 0, 0, nullptr, &pose), OCT9_ERR_ARGUMENT);
    receiver.attitude.came_ms = 4294967290u;
    receiver.position.came_ms = 4;
    CHECK_EQ(status(receiver, 94), OCT9_OK);
    CHECK_EQ(status(receiver, 95), OCT9_ERR_STALE); /* the attitude */
    CHECK_EQ(status(receiver, 3), OCT9_ERR_STALE);  /* before it came */
    receiver.attitude.came_ms = 90;
    CHECK_EQ(status(receiver, 104), OCT9_OK);
    CHECK_EQ(status(receiver, 105), OCT9_ERR_STALE); /* the position */
    receiver.attitude.time_ms = 100;
    CHECK_EQ(status(receiver, 104), OCT9_OK);
    receiver.attitude.time_ms = 101; /* of another time */
    CHECK_EQ(status(receiver, 104), OCT9_ERR_STALE);
    receiver.attitude.time_ms = 4294967195u;
    CHECK_EQ(status(receiver, 104), OCT9_ERR_STALE);
    receiver.attitude.time_ms = 4294967196u;
    CHECK_EQ(status(receiver, 104), OCT9_OK);
    receiver.attitude.known = false;
    CHECK_EQ(status(receiver, 104), OCT9_ERR_STALE);
    receiver.attitude.known = true;
    receiver.position.known = false;
    CHECK_EQ(status(receiver, 104), OCT9_ERR_STALE);
    receiver.position.known = true;
    for (int axis = 0; axis < 3; axis++)
        for (int32_t mm : { 32767, -32767, 32768, -32768 }) {
            receiver.position.velocity_mm[axis] = mm;
            CHECK_EQ(status(receiver, 104), std::abs(mm) < 32768 ? OCT9_OK : OCT9_ERR_RANGE);
            receiver.position.velocity_mm[axis] = 0;
        }
}

int main()
{
    std::printf("seed %u\n", static_cast<unsigned>(setting("SEED", 1)));
    RUN(published_pairs);
    RUN(rotations_turn_alike);
    RUN(too_old);
    return test_end();
}
