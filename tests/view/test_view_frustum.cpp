/* SPDX-License-Identifier: MIT */
/* The frustum of a sensor: it holds the place and the end of each ray by the rule of view.h, and
 * its planes are not far from the faces of the exact pyramid. SEED comes from the environment;
 * CASES, how many. */
#include "view_judge.hpp"
#include "view_sensors.hpp"

#include <cinttypes>

extern "C" {
#include "src/query/region.h"
}

using namespace oracle;

static uint64_t cases;

static oct9_view_sensor_t random_lens(Random &random)
{
    oct9_view_sensor_t sensor = {};

    sensor.tan_y_q14 = random_tangent(random);
    sensor.tan_z_q14 = random_tangent(random);
    sensor.range_q6 = random_range(random);
    sensor.grid = static_cast<uint8_t>(random.below(5));
    return sensor;
}

static int16_t random_coordinate(Random &random)
{
    static const int ends[] = { INT16_MIN, OCT9_LOW_Q6, 0, OCT9_HIGH_Q6, INT16_MAX };

    return static_cast<int16_t>(random.chance(20) ? ends[random.below(5)]
                                                  : random.between(INT16_MIN, INT16_MAX));
}

static oct9_pose_t random_pose(Random &random)
{
    oct9_pose_t pose;

    pose.place = { random_coordinate(random), random_coordinate(random),
                   random_coordinate(random) };
    pose.rotation = random_rotation(random);
    return pose;
}

static std::string text_of(const oct9_view_sensor_t &sensor, const oct9_pose_t &pose)
{
    const oct9_rotation_t &r = pose.rotation;
    std::string text = "tangents " + std::to_string(sensor.tan_y_q14) + " " +
                       std::to_string(sensor.tan_z_q14) + ", range " +
                       std::to_string(sensor.range_q6) + " from " + oracle::text_of(pose.place) +
                       " rotated";

    for (int q : { r.w, r.x, r.y, r.z })
        text += " " + std::to_string(q);
    return text;
}

static bool holds(const oct9_plane_t &plane, const Point &point)
{
    int64_t sum = 0;

    for (size_t a = 0; a < 3; a++)
        sum += plane.normal[a] * point[a];
    return sum >= plane.offset;
}

/* ---- The exact pyramid, as far as 64 bits of a float go. ---- */

using Vec = std::array<long double, 3>;

/* From the sensor's axes to the map's, by the quaternion itself. */
static Vec turned(const oct9_rotation_t &r, const Vec &v)
{
    const long double w = r.w, length2 = w * w + (long double)r.x * r.x + (long double)r.y * r.y +
                                         (long double)r.z * r.z;
    const Vec q = { (long double)r.x, (long double)r.y, (long double)r.z };
    const auto cross = [](const Vec &a, const Vec &b) {
        return Vec{ a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2],
                    a[0] * b[1] - a[1] * b[0] };
    };
    const Vec once = cross(q, v), twice = cross(q, once);
    Vec out = v;

    for (size_t a = 0; a < 3; a++)
        out[a] += 2 * (w * once[a] + twice[a]) / length2;
    return out;
}

/* The corner of the far face on the sides y and z, each -1 or 1; the place for 0 and 0. */
static Vec corner(const oct9_view_sensor_t &sensor, const oct9_pose_t &pose, int y, int z)
{
    const long double range = y == 0 ? 0 : sensor.range_q6;
    const Vec ahead = { range, range * y * sensor.tan_y_q14 / 16384,
                        range * z * sensor.tan_z_q14 / 16384 };
    Vec at = turned(pose.rotation, ahead);

    at[0] += pose.place.x;
    at[1] += pose.place.y;
    at[2] += pose.place.z;
    return at;
}

/* How far the plane is beyond the point, as a distance. */
static long double beyond(const oct9_plane_t &plane, const Vec &point)
{
    long double sum = -(long double)plane.offset, length2 = 0;

    for (size_t a = 0; a < 3; a++) {
        sum += plane.normal[a] * point[a];
        length2 += (long double)plane.normal[a] * plane.normal[a];
    }
    return sum / std::sqrt(length2);
}

/* The corners of the face of each plane, in the order that view.h says. */
static std::vector<Vec> face(const oct9_view_sensor_t &sensor, const oct9_pose_t &pose, size_t i)
{
    std::vector<Vec> corners;

    if (i != 1)
        corners.push_back(corner(sensor, pose, 0, 0));
    for (int y : { -1, 1 })
        for (int z : { -1, 1 })
            if (i == 1 || (i == 2 && y == 1) || (i == 3 && y == -1) || (i == 4 && z == 1) ||
                (i == 5 && z == -1))
                corners.push_back(corner(sensor, pose, y, z));
    return corners;
}

/* ---- The questions. ---- */

static std::string rays_differ(const oct9_view_sensor_t &sensor, const oct9_pose_t &pose,
                               const oct9_frustum_t &frustum)
{
    const int n = 1 << sensor.grid;

    for (const oct9_plane_t &plane : frustum.plane) {
        if (!holds(plane, wide(pose.place)))
            return "the place is outside";
        for (int u = 0; u <= n; u++)
            for (int v = 0; v <= n; v++)
                if (!holds(plane, end_of(sensor, pose, u, v)))
                    return "pixel " + std::to_string(u) + " " + std::to_string(v) + " is outside";
    }
    return "";
}

static std::string faces_differ(const oct9_view_sensor_t &sensor, const oct9_pose_t &pose,
                                const oct9_frustum_t &frustum)
{
    for (size_t i = 0; i < 6; i++)
        for (const Vec &at : face(sensor, pose, i)) {
            const long double off = beyond(frustum.plane[i], at);
            if (off > 2 + sensor.range_q6 / 1024.0L)
                return "plane " + std::to_string(i) + " is beyond its face by " +
                       std::to_string(off);
        }
    return "";
}

static void frusta_hold_all_rays(void)
{
    Random random(seed);
    oct9_frustum_t frustum;

    for (uint64_t i = 0; i < cases; i++) {
        const oct9_view_sensor_t sensor = random_lens(random);
        const oct9_pose_t pose = random_pose(random);
        const oct9_region_t region = { OCT9_REGION_FRUSTUM, {}, {}, {}, 0, &frustum };
        CHECK_EQ(oct9_view_frustum(&sensor, &pose, &frustum), OCT9_OK);
        CHECK_EQ(oct9_region_check(&region), OCT9_OK);
        std::string text = rays_differ(sensor, pose, frustum);
        if (text.empty())
            text = faces_differ(sensor, pose, frustum);
        if (!text.empty()) {
            printf("%s: %s\n", text_of(sensor, pose).c_str(), text.c_str());
            CHECK(false);
            return;
        }
    }
}

/* 90 degrees across and 45 up and down, level along y, of 1000 sub-cells. */
static void a_frustum_by_hand(void)
{
    const oct9_view_sensor_t sensor = { 16384, 6786, 1000, 0, 0, 0, 0, false, {} };
    const oct9_pose_t pose = { { 100, 200, 300 }, { 11585, 0, 0, 11585 } };
    oct9_frustum_t frustum;

    CHECK_EQ(oct9_view_frustum(&sensor, &pose, &frustum), OCT9_OK);
    const auto in = [&](int x, int y, int z) {
        return std::all_of(frustum.plane, frustum.plane + 6, [&](const oct9_plane_t &plane) {
            return holds(plane, { x, y, z });
        });
    };
    CHECK(in(100, 200, 300) && in(100, 1200, 300) && !in(100, 198, 300) && !in(100, 1203, 300));
    CHECK(in(600, 700, 300) && in(-400, 700, 300) && !in(603, 700, 300) && !in(-403, 700, 300));
    CHECK(in(100, 1200, 714) && in(100, 1200, -114));
    CHECK(!in(100, 1200, 718) && !in(100, 1200, -118));
}

static void bad_lenses_and_poses_are_refused(void)
{
    const oct9_pose_t pose = { { 0, 0, 0 }, OCT9_ROTATION_NONE };
    const oct9_pose_t bad = { { 0, 0, 0 }, { 16384, 4000, 0, 0 } };
    oct9_view_sensor_t sensor = {};
    oct9_frustum_t frustum;

    paint(frustum);
    CHECK_EQ(oct9_view_frustum(&sensor, &bad, &frustum), OCT9_ERR_ARGUMENT);
    for (uint16_t *field : { &sensor.tan_y_q14, &sensor.tan_z_q14, &sensor.range_q6 }) {
        *field = 32768;
        CHECK_EQ(oct9_view_frustum(&sensor, &pose, &frustum), OCT9_ERR_ARGUMENT);
        *field = 32767;
    }
    CHECK(is_painted(frustum));
    CHECK_EQ(oct9_view_frustum(&sensor, &pose, &frustum), OCT9_OK);
}

int main(void)
{
    seed = setting("SEED", 1);
    cases = setting("CASES", 20000);
    printf("seed %" PRIu64 "\n", seed);
    RUN(frusta_hold_all_rays);
    RUN(a_frustum_by_hand);
    RUN(bad_lenses_and_poses_are_refused);
    return test_end();
}
