/* SPDX-License-Identifier: MIT */
/* Ranges that agree: what hits have marked is free again once beams have seen through it, and the
 * cell of a hit that is too far to be marked is never freed by it. */
#include "oct9/mm.h"
#include "oct9/visit.h"

#include "tests/golden/robot.h"
#include "tests/random.h"
#include "tests/test.h"

#include <math.h>
#include <stddef.h>

enum {
    CELL_UM = 40000,
    BLOCKS = 32768,
    BEAMS = 200,
    NEAREST = 50,
    FARTHEST = 2000,
    CLEAR = FARTHEST - 80, /* two cells before it */
    BEYOND = 2500
};

static oct9_block_t pool[BLOCKS];
static oct9_beam_t beams[BEAMS];
static oct9_occupancy_t map;
static oct9_direction_t directions[BEAMS];
static oct9_pose_t pose = { { 11, 22, 33 }, OCT9_ROTATION_NONE };
static random_t noise = { 77 };

/* How readings become beams. */
typedef enum { ZONES, LONG_ZONES, LASER, POINTS } kind_t;

static void reset(void)
{
    const oct9_model_t model = OCT9_MODEL_DEFAULT;
    CHECK_EQ(oct9_occupancy_init(&map, pool, BLOCKS, &model, NULL), OCT9_OK);
}

/* Even over the sphere: a spiral, so that no two are near each other. */
static void aim(kind_t kind)
{
    for (int i = 0; i < BEAMS; i++) {
        const double z = (2 * i + 1) / (double)BEAMS - 1, turn = 2.399963 * i;
        const double flat = sqrt(1 - z * z), length = kind == LONG_ZONES ? 1.25 : 1;
        directions[i].x = (int16_t)lround(OCT9_ONE_Q14 * length * flat * cos(turn));
        directions[i].y = (int16_t)lround(OCT9_ONE_Q14 * length * flat * sin(turn));
        directions[i].z = (int16_t)lround(OCT9_ONE_Q14 * length * z);
    }
}

static void add_points(oct9_beams_t *list, int mm)
{
    for (unsigned i = 0; i < BEAMS; i++) {
        const oct9_reading_t point = { (int16_t)(directions[i].x * mm / OCT9_ONE_Q14),
                                       (int16_t)(directions[i].y * mm / OCT9_ONE_Q14),
                                       (int16_t)(directions[i].z * mm / OCT9_ONE_Q14) };
        CHECK_EQ(oct9_scan_beams_point(list, &point), OCT9_OK);
    }
}

/* A frame of that distance in all directions; `zone` is what zones say of it. */
static void see(kind_t kind, int mm, oct9_zone_t zone)
{
    const oct9_frame_t frame = OCT9_FRAME(0, 0, 0, CELL_UM);
    const oct9_range_t range = { NEAREST, FARTHEST };
    const bool clear = zone == OCT9_ZONE_CLEAR;
    int16_t distances[BEAMS];
    uint8_t zones[BEAMS];
    oct9_beams_t list;
    oct9_scan_t scan;
    for (unsigned i = 0; i < BEAMS; i++) {
        distances[i] = (int16_t)(clear && kind == LASER ? 0 : mm);
        zones[i] = (uint8_t)zone;
    }
    CHECK_EQ(oct9_scan_beams_begin(&list, &frame, &pose, &range, beams, BEAMS), OCT9_OK);
    if (kind == POINTS)
        add_points(&list, clear ? BEYOND : mm); /* a point is never clear */
    else if (kind == LASER)
        CHECK_EQ(oct9_scan_beams_laser(&list, 0, (int32_t)((uint32_t)-1 / BEAMS), distances, BEAMS,
                                       true),
                 OCT9_OK);
    else
        CHECK_EQ(oct9_scan_beams_zones(&list, directions, distances, zones, BEAMS), OCT9_OK);
    CHECK_EQ(list.count, BEAMS);
    CHECK_EQ(oct9_scan_begin(&scan, &map, &list.origin, beams, list.count), OCT9_OK);
    CHECK_EQ(oct9_scan_run(&scan, UINT32_MAX), OCT9_OK);
}

static unsigned occupied(void)
{
    const oct9_map_t asked = oct9_map_of_tree(&map.tree);
    oct9_visit_t visit;
    oct9_leaf_t leaf;
    unsigned count = 0;
    CHECK_EQ(oct9_visit_begin(&visit, &asked, NULL, OCT9_STATES_OCCUPIED), OCT9_OK);
    while (oct9_visit_next(&visit, UINT32_MAX, &leaf) > 0)
        count++;
    return count;
}

/* A little aside: a beam's end is rounded, and may have marked a cell that its own line passes by.
 */
static void shake(void)
{
    pose.place.x = (int16_t)random_below(&noise, 8);
    pose.place.y = (int16_t)random_below(&noise, 8);
    pose.place.z = (int16_t)random_below(&noise, 8);
}

/* Five frames at each of these distances, then 100 that see farther and 100 that see nothing. */
static void seen_through(kind_t kind, int from_mm, int to_mm, int step_mm, bool marks)
{
    aim(kind);
    for (int mm = from_mm; mm <= to_mm; mm += step_mm) {
        reset();
        for (unsigned i = 0; i < 5; i++)
            see(kind, mm, OCT9_ZONE_HIT);
        CHECK_EQ(occupied() != 0, marks);
        for (unsigned i = 0; i < 200; i++) {
            see(kind, BEYOND, i < 100 ? OCT9_ZONE_HIT : OCT9_ZONE_CLEAR);
            shake();
        }
        CHECK_EQ(occupied(), 0);
    }
}

static void nothing_stays_at_the_rim(void)
{
    for (kind_t kind = ZONES; kind <= POINTS; kind++) {
        /* A point's millimetres are rounded down. */
        seen_through(kind, kind == POINTS ? CLEAR + 2 : CLEAR, FARTHEST - 1, kind == ZONES ? 3 : 17,
                     false);
        seen_through(kind, FARTHEST - 1, FARTHEST - 1, 1, false);
    }
}

/* What is nearer is marked, and freed. */
static void what_is_marked_is_freed(void)
{
    for (kind_t kind = ZONES; kind <= LASER; kind++) /* a point's millimetres turn it */
        seen_through(kind, CLEAR - 41, CLEAR - 1, 8, true);
}

static oct9_rotation_t random_rotation(void)
{
    double q[4], square = 0;
    for (unsigned i = 0; i < 4; i++) {
        q[i] = (double)random_below(&noise, 2001) - 1000.1;
        square += q[i] * q[i];
    }
    const double to_one = OCT9_ONE_Q14 / sqrt(square);
    const oct9_rotation_t rotation = { (int16_t)lround(q[0] * to_one),
                                       (int16_t)lround(q[1] * to_one),
                                       (int16_t)lround(q[2] * to_one),
                                       (int16_t)lround(q[3] * to_one) };
    return rotation;
}

/* q v q*, for a direction in the sensor's axes. */
static void turned(const oct9_direction_t *d, double out[3])
{
    const oct9_rotation_t *const r = &pose.rotation;
    const double v[3] = { d->x / 16384.0, d->y / 16384.0, d->z / 16384.0 };
    const double u[3] = { r->x, r->y, r->z };
    const double square = u[0] * u[0] + u[1] * u[1] + u[2] * u[2] + (double)r->w * r->w;
    double once[3];
    for (unsigned i = 0; i < 3; i++)
        once[i] = u[(i + 1) % 3] * v[(i + 2) % 3] - u[(i + 2) % 3] * v[(i + 1) % 3];
    for (unsigned i = 0; i < 3; i++)
        out[i] = v[i] + 2 *
                            (r->w * once[i] + u[(i + 1) % 3] * once[(i + 2) % 3] -
                             u[(i + 2) % 3] * once[(i + 1) % 3]) /
                            square;
}

/* The state of the cell of what a zone met, worked out in double: the cube's middle is 0. */
static int state_of(const oct9_direction_t *direction, int mm)
{
    double along[3];
    turned(direction, along);
    const double at[3] = { pose.place.x + along[0] * mm * 64000 / CELL_UM,
                           pose.place.y + along[1] * mm * 64000 / CELL_UM,
                           pose.place.z + along[2] * mm * 64000 / CELL_UM };
    return robot_leaf(&map, (unsigned)(floor(at[0] / 64) + 256),
                      (unsigned)(floor(at[1] / 64) + 256), (unsigned)(floor(at[2] / 64) + 256))
        .state;
}

static void what_was_met_is_not_freed(void)
{
    for (unsigned round = 0; round < 40; round++) {
        const kind_t kind = round % 2 ? LONG_ZONES : ZONES;
        const int mm = CLEAR + (int)random_below(&noise, FARTHEST - CLEAR);
        const uint32_t beam = random_below(&noise, BEAMS);
        aim(kind);
        for (unsigned i = 0; i < BEAMS; i++) /* one beam alone: others may see past its cell */
            directions[i] = directions[beam];
        pose.place.x = (int16_t)random_below(&noise, 64);
        pose.place.y = (int16_t)random_below(&noise, 64);
        pose.place.z = (int16_t)random_below(&noise, 64);
        pose.rotation = random_rotation();
        reset();
        for (unsigned i = 0; i < 5; i++)
            see(kind, mm, OCT9_ZONE_HIT);
        CHECK_EQ(state_of(&directions[beam], mm), OCT9_UNKNOWN);
        CHECK_EQ(state_of(&directions[beam], mm - 120), OCT9_FREE);
    }
}

int main(void)
{
    RUN(nothing_stays_at_the_rim);
    RUN(what_is_marked_is_freed);
    RUN(what_was_met_is_not_freed);
    return test_end();
}
