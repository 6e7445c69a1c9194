/* SPDX-License-Identifier: MIT */
/* Queries that just touch an object, or just do not, and objects of which the order is decided by
 * their indices alone. */
#include "oct9/objects.h"
#include "tests/golden/suites.h"
#include "tests/objects/things.h"
#include "tests/test.h"

enum { OBJECTS = 40, TIES = 40 };

static oct9_objects_find_t find;

/* --- what touches ---------------------------------------------------------------------------- */

static int16_t *coordinate(oct9_point_t *point, unsigned axis)
{
    return axis == 0 ? &point->x : axis == 1 ? &point->y : &point->z;
}

/* The point `by` beyond the middle of the object's face on that side (-1, 1) of the axis. */
static oct9_point_t beyond(const oct9_bounds_t *bounds, unsigned axis, int side, uint16_t by)
{
    oct9_point_t point = bounds->centre;
    const int32_t half = bounds->half_q6[bounds->kind == OCT9_BOUND_BOX ? axis : 0];
    *coordinate(&point, axis) = (int16_t)(*coordinate(&point, axis) + side * (half + by));
    return point;
}

static bool next(void)
{
    oct9_handle_t handle;
    const bool found = oct9_objects_find_next(&find, UINT32_MAX, &handle) == 1;
    CHECK(!found || oct9_objects_find_next(&find, UINT32_MAX, &handle) == 0);
    return found;
}

static bool box_finds(oct9_point_t point)
{
    const oct9_region_t box = { .kind = OCT9_REGION_BOX, .lo = point, .hi = point };
    CHECK_EQ(oct9_objects_find_begin(&find, &things, &box, 0), OCT9_OK);
    return next();
}

static bool sphere_finds(oct9_point_t point, uint16_t radius)
{
    const oct9_region_t ball = { .kind = OCT9_REGION_SPHERE, .centre = point, .radius_q6 = radius };
    CHECK_EQ(oct9_objects_find_begin(&find, &things, &ball, 0), OCT9_OK);
    return next();
}

static bool nearest_finds(oct9_point_t point, uint16_t range)
{
    oct9_object_near_t near = { 0, { 0, 0 } };
    oct9_objects_output_t out;
    const oct9_objects_nearest_input_t in = { point, range, 0, 1, &near, NULL };
    CHECK_EQ(oct9_objects_nearest(&things, &in, &out), OCT9_OK);
    CHECK(out.count == 0 || near.distance_q14 == (uint32_t)range * 256);
    return out.count == 1;
}

/* A ray past the point, along an axis that is not `axis`. */
static bool ray_finds(oct9_point_t point, unsigned axis, int length)
{
    oct9_object_hit_t hit;
    oct9_objects_output_t out;
    oct9_objects_cast_input_t in = { .motion = { point, point, 0 }, .capacity = 1, .hits = &hit };
    const unsigned along = axis == 0 ? 1 : 0;
    *coordinate(&in.motion.from, along) = (int16_t)(*coordinate(&point, along) - length);
    *coordinate(&in.motion.to, along) = (int16_t)(*coordinate(&point, along) + length / 2);
    CHECK_EQ(oct9_objects_cast(&things, &in, &out), OCT9_OK);
    return out.count == 1;
}

static void touch(const oct9_bounds_t *bounds, uint16_t reach)
{
    for (unsigned axis = 0; axis < 3; axis++)
        for (int side = -1; side <= 1; side += 2) {
            CHECK(box_finds(beyond(bounds, axis, side, 0)));
            CHECK(!box_finds(beyond(bounds, axis, side, 1)));
            CHECK(ray_finds(beyond(bounds, axis, side, 0), axis, 5000));
            CHECK(!ray_finds(beyond(bounds, axis, side, 1), axis, 5000));
            CHECK(sphere_finds(beyond(bounds, axis, side, reach), reach));
            CHECK(!sphere_finds(beyond(bounds, axis, side, (uint16_t)(reach + 1)), reach));
            CHECK(nearest_finds(beyond(bounds, axis, side, reach), reach));
            CHECK(!nearest_finds(beyond(bounds, axis, side, (uint16_t)(reach + 1)), reach));
        }
}

/* At a place of its node where it reaches out farthest, or anywhere; up to 64 cells outside. */
static int16_t place(random_t *random, int32_t size)
{
    const int32_t node = size * (int32_t)random_below(random, (uint32_t)(40960 / size)) - 4096;
    const uint32_t kind = random_below(random, 4);
    return AT(node + (kind == 0   ? 0
                      : kind == 1 ? size - 1
                                  : (int32_t)random_below(random, (uint32_t)size)));
}

static void touching(void)
{
    random_t random = { 530 };
    for (unsigned i = 0; i < OBJECTS; i++) {
        const int size = 64 << random_below(&random, 6), half = i % 3 ? size / 2 : size / 3;
        oct9_bounds_t bounds = { .half_q6 = { (uint16_t)half, (uint16_t)half, (uint16_t)half },
                                 .kind = (uint16_t)(i % 2) };
        bounds.centre.x = place(&random, size);
        bounds.centre.y = place(&random, size);
        bounds.centre.z = place(&random, size);
        things_init(i % 4 < 3 ? OCT9_LOOSE : OCT9_ENCLOSING, 40);
        (void)thing_add(bounds);
        touch(&bounds, (uint16_t)(1 + random_below(&random, 3000)));
    }
}

/* --- ties ------------------------------------------------------------------------------------- */

/* Two boxes side by side, whose faces a sphere between them reaches at once: the first of them is
 * that of index 0, wherever it lies. */
static void tied_casts(void)
{
    random_t random = { 531 };
    for (unsigned i = 0; i < TIES; i++) {
        const int face = 15000 + (int)random_below(&random, 3000), side = i % 2 ? 200 : -200;
        oct9_object_hit_t hit = { .handle = { 9, 9 } };
        oct9_objects_output_t out;
        oct9_objects_cast_input_t in = { .motion = { POINT(4000, 16000, 16000),
                                                     POINT(32000, 16000, 16000), 500 },
                                         .capacity = 1,
                                         .hits = &hit };
        if (random_below(&random, 2)) {
            in.motion.from.x = AT(32000);
            in.motion.to.x = AT(4000);
        }
        things_init(OCT9_LOOSE, THING_NODES);
        (void)thing_add(thing_box(face, 16000 + side, 16000, 100, 200, 50));
        (void)thing_add(thing_box(face, 16000 - side, 16000, 100, 200, 50));
        CHECK_EQ(oct9_objects_cast(&things, &in, &out), OCT9_OK);
        CHECK(out.count == 1 && hit.handle.index == 0);
    }
}

/* Two spheres opposite each other from a point. */
static void tied_distances(void)
{
    random_t random = { 532 };
    for (unsigned i = 0; i < TIES; i++) {
        const int x = (int)random_below(&random, 900) - 450;
        const int y = (int)random_below(&random, 900) - 450;
        const int z = i % 2 ? 500 : -500;
        oct9_object_near_t near = { 0, { 9, 9 } };
        oct9_objects_output_t out;
        const oct9_objects_nearest_input_t in = {
            POINT(16384, 16384, 16384), 4000, 0, 1, &near, NULL
        };
        things_init(OCT9_LOOSE, THING_NODES);
        (void)thing_add(thing_ball(16384 + x, 16384 + y, 16384 + z, 60));
        (void)thing_add(thing_ball(16384 - x, 16384 - y, 16384 - z, 60));
        CHECK_EQ(oct9_objects_nearest(&things, &in, &out), OCT9_OK);
        CHECK(out.count == 1 && near.handle.index == 0);
    }
}

GOLDEN_SUITE(rims)
{
    RUN(touching);
    RUN(tied_casts);
    RUN(tied_distances);
}
