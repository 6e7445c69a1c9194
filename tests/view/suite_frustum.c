/* SPDX-License-Identifier: MIT */
/* The frustum of a sensor: by hand; and at random, where it must hold the place and the ends of the
 * outermost rays by the rule of view.h, and be near to them. */
#include "oct9/view.h"
#include "oct9/visit.h"
#include "src/number/axes.h"
#include "tests/golden/query.h"
#include "tests/golden/suites.h"
#include "tests/test.h"

enum { FRUSTA = 60, CORNERS = 4 };

/* How far a point is on the inner side of a plane, times the length of the plane's normal. */
static int64_t inside_by(const oct9_plane_t *plane, const int32_t at[3])
{
    int64_t sum = -(int64_t)plane->offset;
    for (unsigned a = 0; a < 3; a++)
        sum += (int64_t)plane->normal[a] * at[a];
    return sum;
}

static bool holds(const oct9_frustum_t *frustum, int32_t x, int32_t y, int32_t z)
{
    const int32_t at[3] = { x, y, z };
    for (unsigned i = 0; i < 6; i++)
        if (inside_by(&frustum->plane[i], at) < 0)
            return false;
    return true;
}

/* 90 degrees across and 45 up and down, level along y, of 1000 sub-cells. */
static void by_hand(void)
{
    const oct9_view_sensor_t sensor = { .tan_y_q14 = 16384, .tan_z_q14 = 6786, .range_q6 = 1000 };
    const oct9_pose_t pose = { { 100, 200, 300 }, { 11585, 0, 0, 11585 } };
    oct9_frustum_t f;
    CHECK_EQ(oct9_view_frustum(&sensor, &pose, &f), OCT9_OK);
    CHECK(holds(&f, 100, 200, 300) && !holds(&f, 100, 198, 300));
    CHECK(holds(&f, 100, 1200, 300) && !holds(&f, 100, 1203, 300));
    CHECK(holds(&f, 600, 700, 300) && !holds(&f, 603, 700, 300));
    CHECK(holds(&f, -400, 700, 300) && !holds(&f, -403, 700, 300));
    CHECK(holds(&f, 100, 1200, 714) && !holds(&f, 100, 1200, 718));
    CHECK(holds(&f, 100, 1200, -114) && !holds(&f, 100, 1200, -118));
}

/* It leaves out what is behind the sensor, and finds the glass before it. */
static void leaves_of_a_room(void)
{
    const oct9_view_sensor_t sensor = { .tan_y_q14 = 8192, .tan_z_q14 = 8192, .range_q6 = 1000 };
    const oct9_pose_t pose = { POINT(1600, 768, 768), OCT9_ROTATION_NONE };
    oct9_frustum_t frustum;
    const oct9_region_t region = { .kind = OCT9_REGION_FRUSTUM, .frustum = &frustum };
    oct9_visit_t visit;
    oct9_leaf_t leaf;
    query_room();
    CHECK_EQ(oct9_view_frustum(&sensor, &pose, &frustum), OCT9_OK);
    CHECK_EQ(oct9_visit_begin(&visit, &world_map, &region, OCT9_STATES_OCCUPIED), OCT9_OK);
    CHECK_EQ(oct9_visit_next(&visit, UINT32_MAX, &leaf), 1);
    CHECK(leaf.corner.x == 32 && leaf.corner.y == 8 && leaf.corner.z == 8);
    CHECK_EQ(oct9_visit_next(&visit, UINT32_MAX, &leaf), 0);
}

static void refused(void)
{
    const oct9_pose_t bad = { { 0, 0, 0 }, { OCT9_ONE_Q14, 4000, 0, 0 } };
    const oct9_pose_t good = { { 0, 0, 0 }, OCT9_ROTATION_NONE };
    oct9_view_sensor_t sensor = { .range_q6 = 1 };
    oct9_frustum_t frustum;
    query_paint(&frustum, sizeof frustum);
    CHECK_EQ(oct9_view_frustum(&sensor, &bad, &frustum), OCT9_ERR_ARGUMENT);
    sensor.range_q6 = 32768;
    CHECK_EQ(oct9_view_frustum(&sensor, &good, &frustum), OCT9_ERR_ARGUMENT);
    sensor.range_q6 = 32767;
    sensor.tan_y_q14 = 32768;
    CHECK_EQ(oct9_view_frustum(&sensor, &good, &frustum), OCT9_ERR_ARGUMENT);
    sensor.tan_y_q14 = 32767;
    sensor.tan_z_q14 = 32768;
    CHECK_EQ(oct9_view_frustum(&sensor, &good, &frustum), OCT9_ERR_ARGUMENT);
    CHECK(query_painted(&frustum, sizeof frustum));
    sensor.tan_z_q14 = 32767;
    CHECK_EQ(oct9_view_frustum(&sensor, &good, &frustum), OCT9_OK);
}

/* --- at random ------------------------------------------------------------------------------- */

static int64_t floor_of(int64_t x, int64_t by)
{
    return x / by - (x % by < 0);
}

/* One of the sensor's axes in the map's axis a: floor(2^28 m / scale), with the sign before the
 * floor. */
static int64_t unit_of(const oct9_matrix_t *m, unsigned a, unsigned column)
{
    const int64_t at = m->m[a][column];
    return at < 0 ? -(-at * ((int64_t)1 << 28) / m->scale) : at * ((int64_t)1 << 28) / m->scale;
}

/* The ends of the rays of the four corners, in a grid of one square. */
static void set_ends(const oct9_view_sensor_t *sensor, const oct9_pose_t *pose,
                     int32_t ends[CORNERS][3])
{
    const int64_t range = sensor->range_q6;
    oct9_matrix_t m;
    oct9_pose_matrix(&pose->rotation, &m);
    for (unsigned a = 0; a < 3; a++) {
        const int64_t x = floor_of(unit_of(&m, a, 0) * range, (int64_t)1 << 21);
        const int64_t y = floor_of(unit_of(&m, a, 1) * range * sensor->tan_y_q14, (int64_t)1 << 35);
        const int64_t z = floor_of(unit_of(&m, a, 2) * range * sensor->tan_z_q14, (int64_t)1 << 35);
        for (unsigned i = 0; i < CORNERS; i++) {
            const int64_t aside = (i & 1u ? y : -y) + (i & 2u ? z : -z);
            ends[i][a] = oct9_point_axis(&pose->place, a) + (int32_t)floor_of(x + aside + 64, 128);
        }
    }
}

/* True if end `i` is a corner of the face of that plane. */
static bool is_of_face(unsigned plane, unsigned i)
{
    const bool y = i & 1u, z = i & 2u;
    return plane == 1 || (plane == 2 && y) || (plane == 3 && !y) || (plane == 4 && z) ||
           (plane == 5 && !z);
}

/* Inside, and on a face no farther than 2 sub-cells and a 1,024th of the range, and what an end is
 * off the exact pyramid. */
static void check_end(const oct9_plane_t *plane, const int32_t at[3], bool of_face, uint32_t range)
{
    uint32_t square = 0;
    for (unsigned a = 0; a < 3; a++)
        square += (uint32_t)((int32_t)plane->normal[a] * plane->normal[a]);
    const int64_t length = (int64_t)oct9_point_isqrt(square) + 1;
    const int64_t by = inside_by(plane, at);
    CHECK(by >= 0);
    if (of_face)
        CHECK(by * 1024 <= length * (3 * 1024 + (int64_t)range));
}

/* A tangent or a range. */
static uint16_t random_number(random_t *random)
{
    const uint32_t kind = random_below(random, 8);
    return kind == 0 ? 0 : kind == 1 ? 32767 : (uint16_t)random_below(random, 32768);
}

static void check_planes(const oct9_view_sensor_t *sensor, const oct9_pose_t *pose,
                         const oct9_frustum_t *frustum)
{
    const int32_t from[3] = { pose->place.x, pose->place.y, pose->place.z };
    int32_t ends[CORNERS][3];
    set_ends(sensor, pose, ends);
    for (unsigned i = 0; i < 6; i++) {
        check_end(&frustum->plane[i], from, i != 1, sensor->range_q6);
        for (unsigned k = 0; k < CORNERS; k++)
            check_end(&frustum->plane[i], ends[k], is_of_face(i, k), sensor->range_q6);
    }
}

static uint32_t add_plane(uint32_t digest, const oct9_plane_t *plane)
{
    for (unsigned a = 0; a < 3; a++)
        digest = digest_add(digest, (uint16_t)plane->normal[a]);
    return digest_add(digest, (uint32_t)plane->offset);
}

/* From two corners of all places, along the diagonal: as far from 0 as offsets come. */
static void large_offsets(void)
{
    const oct9_view_sensor_t sensor = { .tan_y_q14 = 23170, .tan_z_q14 = 32767, .range_q6 = 32767 };
    for (int i = 0; i < 2; i++) {
        const int16_t at = i == 0 ? INT16_MAX : INT16_MIN;
        const oct9_pose_t pose = { { at, at, at }, { 14550, 0, -5326, 5326 } };
        oct9_frustum_t frustum;
        CHECK_EQ(oct9_view_frustum(&sensor, &pose, &frustum), OCT9_OK);
        check_planes(&sensor, &pose, &frustum);
    }
}

static void random_frusta(void)
{
    random_t random = { 193 };
    uint32_t digest = DIGEST_BEGIN;
    for (unsigned i = 0; i < FRUSTA; i++) {
        oct9_view_sensor_t sensor = { .tan_y_q14 = random_number(&random) };
        sensor.tan_z_q14 = random_number(&random);
        sensor.range_q6 = random_number(&random);
        oct9_pose_t pose = { .place = world_point(&random) };
        pose.rotation = query_rotation(&random);
        oct9_frustum_t frustum;
        CHECK_EQ(oct9_view_frustum(&sensor, &pose, &frustum), OCT9_OK);
        check_planes(&sensor, &pose, &frustum);
        for (unsigned k = 0; k < 6; k++)
            digest = add_plane(digest, &frustum.plane[k]);
    }
    TEST_DIGEST("frustum", digest);
}

GOLDEN_SUITE(frustum)
{
    RUN(by_hand);
    RUN(leaves_of_a_room);
    RUN(refused);
    RUN(large_offsets);
    RUN(random_frusta);
}
