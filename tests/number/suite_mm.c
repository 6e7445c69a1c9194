/* SPDX-License-Identifier: MIT */
/* Millimetres: contacts worked out by hand, where points that round down said "clear"; and what
 * each call promises of random shapes, by its defining inequality in 64 bits. */
#include "oct9/mm.h"
#include "oct9/obb.h"
#include "oct9/sweep.h"
#include "tests/golden/query.h"
#include "tests/golden/suites.h"
#include "tests/test.h"

enum { SHAPES = 300, POINTS = 3 };

static const oct9_frame_t cells_80 = OCT9_FRAME(0, 0, 0, 80000); /* a sub-cell is 1.25 mm */
static const oct9_frame_t cells_1000 = OCT9_FRAME(0, 0, 0, 1000000);
static const oct9_frame_t exact = OCT9_FRAME(0, 0, 0, 64000); /* a sub-cell is 1 mm */

/* All free but cell 14, 14, 14. */
static void build(void)
{
    const oct9_box_t all = { { 0, 0, 0 }, { OCT9_CELLS, OCT9_CELLS, OCT9_CELLS } };
    const oct9_box_t cell = { { 14, 14, 14 }, { 15, 15, 15 } };
    CHECK_EQ(oct9_tree_init(&world_tree, world_pool, WORLD_BLOCKS, NULL), OCT9_OK);
    CHECK_EQ(oct9_tree_fill_box(&world_tree, &all, 1), OCT9_OK);
    CHECK_EQ(oct9_tree_fill_box(&world_tree, &cell, 2), OCT9_OK);
}

static oct9_hit_t sphere_hits(const oct9_sphere_input_t *input)
{
    oct9_sweep_output_t output;
    CHECK_EQ(oct9_sweep_sphere(&world_map, input, &output), OCT9_OK);
    return output.hit;
}

/* A sphere at rest. */
static oct9_hit_t stands(const oct9_frame_t *frame, int32_t x, int32_t y, int32_t z, int32_t radius)
{
    const oct9_mm_t at = { x, y, z };
    oct9_sphere_input_t input = { .rules = { .outside = OCT9_FREE } };
    CHECK_EQ(oct9_mm_sphere(frame, &at, &at, radius, &input.motion), OCT9_OK);
    return sphere_hits(&input);
}

/* The same through single points, which are not for shapes. */
static oct9_hit_t floored(const oct9_frame_t *frame, int32_t at, int32_t radius)
{
    const oct9_mm_t mm = { at, at, at };
    oct9_sphere_input_t input = { .rules = { .outside = OCT9_FREE } };
    CHECK_EQ(oct9_mm_floor(frame, &mm, &input.motion.from), OCT9_OK);
    CHECK_EQ(oct9_mm_length(frame, radius, &input.motion.radius_q6), OCT9_OK);
    input.motion.to = input.motion.from;
    return sphere_hits(&input);
}

/* 79.67 mm from the corner at 1120: sqrt(3) * 46. */
static void sphere_at_a_corner(void)
{
    build();
    CHECK_EQ(floored(&cells_80, 1074, 80), OCT9_HIT_NONE);
    CHECK_EQ(stands(&cells_80, 1074, 1074, 1074, 80), OCT9_HIT_LEAF);
    CHECK_EQ(stands(&cells_80, 1074, 1074, 1074, 75), OCT9_HIT_NONE);
    CHECK_EQ(stands(&cells_80, 1120 - 80, 1150, 1150, 80), OCT9_HIT_LEAF);
    CHECK_EQ(stands(&cells_80, 1200 + 80, 1150, 1150, 80), OCT9_HIT_LEAF);
    CHECK_EQ(stands(&cells_80, 1200 + 84, 1150, 1150, 80), OCT9_HIT_NONE);
    /* 109.12 mm from the corner at 14000: 15.9 mm of overlap. */
    CHECK_EQ(floored(&cells_1000, 13937, 125), OCT9_HIT_NONE);
    CHECK_EQ(stands(&cells_1000, 13937, 13937, 13937, 125), OCT9_HIT_LEAF);
    CHECK_EQ(stands(&cells_1000, 13937, 13937, 13937, 66), OCT9_HIT_NONE);
}

static oct9_hit_t box_hits(const oct9_frame_t *frame, const oct9_mm_t *lo, const oct9_mm_t *hi,
                           const oct9_mm_t *to)
{
    oct9_box_input_t input = { .rules = { .outside = OCT9_FREE } };
    oct9_sweep_output_t output;
    CHECK_EQ(oct9_mm_box(frame, lo, hi, to, &input.lo, &input.hi, &input.to), OCT9_OK);
    CHECK_EQ(oct9_sweep_box(&world_map, &input, &output), OCT9_OK);
    return output.hit;
}

static void box_in_a_cell(void)
{
    const oct9_mm_t lo = { 1000, 1130, 1130 }, over = { 1121, 1140, 1140 };
    const oct9_mm_t up_to = { 1120, 1140, 1140 };
    build();
    CHECK_EQ(box_hits(&cells_80, &lo, &over, &lo), OCT9_HIT_LEAF);  /* by 1 mm */
    CHECK_EQ(box_hits(&cells_80, &lo, &up_to, &lo), OCT9_HIT_NONE); /* it touches */

    const oct9_mm_t low = { 13000, 14100, 14100 }, high = { 14001, 14200, 14200 };
    CHECK_EQ(box_hits(&cells_1000, &low, &high, &low), OCT9_HIT_LEAF);
}

/* `to` is moved down by 0.8 of a sub-cell, `lo` by none: the box would lag behind, and end at 1120
 * where the true one overlaps the cell. */
static void box_that_goes(void)
{
    const oct9_mm_t lo = { 1000, 1130, 1130 }, hi = { 1110, 1140, 1140 };
    const oct9_mm_t at = { 1011, 1130, 1130 }, before = { 1008, 1130, 1130 };
    oct9_point_t a, b, to;
    build();
    CHECK_EQ(oct9_mm_box(&cells_80, &lo, &hi, &at, &a, &b, &to), OCT9_OK);
    CHECK(query_point_at(&a, 800, 904, 904));
    CHECK(query_point_at(&b, 889, 912, 912));  /* 888 + 0.8 */
    CHECK(query_point_at(&to, 808, 904, 904)); /* 808.8 */
    CHECK_EQ(box_hits(&cells_80, &lo, &hi, &at), OCT9_HIT_LEAF);
    CHECK_EQ(box_hits(&cells_80, &lo, &hi, &before), OCT9_HIT_NONE);
}

/* 859.2 on each axis: the move is 0.35, and 64 becomes 65. */
static void spheres_by_hand(void)
{
    const oct9_mm_t at = { 1074, 1074, 1074 }, to = { -1, 1, 1000 };
    oct9_motion_t ball;
    oct9_point_t a;
    CHECK_EQ(oct9_mm_sphere(&cells_80, &at, &at, 80, &ball), OCT9_OK);
    CHECK(query_point_at(&ball.from, 859, 859, 859) && query_point_at(&ball.to, 859, 859, 859));
    CHECK_EQ(ball.radius_q6, 65);
    CHECK_EQ(oct9_mm_sphere(&cells_80, &at, &to, 0, &ball), OCT9_OK);
    CHECK(query_point_at(&ball.from, 859, 859, 859) && query_point_at(&ball.to, -1, 1, 800));
    CHECK_EQ(ball.radius_q6, 1);
    CHECK_EQ(oct9_mm_sphere(&exact, &at, &to, 17, &ball), OCT9_OK);
    CHECK(query_point_at(&ball.from, 1074, 1074, 1074) && query_point_at(&ball.to, -1, 1, 1000));
    CHECK_EQ(ball.radius_q6, 17); /* nothing moved */
    CHECK_EQ(oct9_mm_place(&cells_80, &to, &a), OCT9_OK);
    CHECK(query_point_at(&a, -1, 1, 800)); /* -0.8, 0.8, 800 */

    /* A half goes up: 8 mm are 0.5 of 16. */
    const oct9_frame_t sixteen = OCT9_FRAME(0, 0, 0, 1024000);
    const oct9_mm_t half = { 8, -8, 7 };
    CHECK_EQ(oct9_mm_place(&sixteen, &half, &a), OCT9_OK);
    CHECK(query_point_at(&a, 1, 0, 0));
}

/* Its second point alone is moved; so the radius grows on the whole path. */
static void path_at_a_corner(void)
{
    const oct9_mm_t places[POINTS] = { { 500, 500, 500 }, { 1074, 1074, 1074 }, { 500, 500, 500 } };
    oct9_point_t points[POINTS];
    oct9_path_input_t input = { .points = points,
                                .count = POINTS,
                                .rules = { .outside = OCT9_FREE } };
    oct9_path_output_t output;
    build();
    CHECK_EQ(oct9_mm_path(&cells_80, places, POINTS, 80, points, &input.radius_q6), OCT9_OK);
    CHECK_EQ(input.radius_q6, 65);
    CHECK(query_point_at(&points[0], 400, 400, 400) && query_point_at(&points[1], 859, 859, 859));
    CHECK_EQ(oct9_sweep_path(&world_map, &input, &output), OCT9_OK);
    CHECK(output.sweep.hit == OCT9_HIT_LEAF && output.segment == 0);
    CHECK_EQ(oct9_mm_path(&cells_80, places, 0, 80, points, &input.radius_q6), OCT9_OK);
    CHECK_EQ(input.radius_q6, 64); /* nothing moved */
}

/* From 1009 to 1121 mm, level. */
static void obb_in_a_cell(void)
{
    const oct9_mm_t at = { 1065, 1160, 1160 };
    const int32_t half[3] = { 56, 10, 10 }, short_of[3] = { 53, 10, 10 };
    const oct9_rotation_t none = OCT9_ROTATION_NONE;
    oct9_obb_input_t input = { .from.rotation = none,
                               .to.rotation = none,
                               .rules = { .outside = OCT9_FREE } };
    oct9_obb_output_t output;
    build();
    CHECK_EQ(
        oct9_mm_obb(&cells_80, &at, &at, half, &input.from.place, &input.to.place, input.half_q6),
        OCT9_OK);
    CHECK_EQ(input.half_q6[0], 45); /* 44.8 */
    CHECK_EQ(oct9_obb_sweep(&world_map, &input, &output), OCT9_OK);
    CHECK_EQ(output.hit, OCT9_HIT_LEAF);
    CHECK_EQ(oct9_mm_obb(&cells_80, &at, &at, short_of, &input.from.place, &input.to.place,
                         input.half_q6),
             OCT9_OK);
    CHECK_EQ(oct9_obb_sweep(&world_map, &input, &output), OCT9_OK);
    CHECK_EQ(output.hit, OCT9_HIT_NONE);
}

/* --- back to millimetres --------------------------------------------------------------------- */

static void distances(void)
{
    static const struct {
        uint16_t q6;
        int32_t mm;
    } known[] = { { 0, 0 }, { 1, 0 }, { 2, 1 }, { 65, 80 }, { 66, 81 }, { 65535, 81917 } };
    for (unsigned i = 0; i < sizeof known / sizeof known[0]; i++) {
        int32_t mm = -1;
        CHECK_EQ(oct9_mm_of_distance(&cells_80, known[i].q6, &mm), OCT9_OK);
        CHECK_EQ(mm, known[i].mm);
    }
}

static void drives(void)
{
    const oct9_mm_t from = { 100, -7, 0 }, to = { -200, 393, 0 };
    oct9_mm_t stop = { 0, 0, 0 };
    int32_t mm = 0;
    CHECK_EQ(oct9_mm_of_drive(&from, &to, 1, 1, &mm), OCT9_OK);
    CHECK_EQ(mm, 500);
    CHECK_EQ(oct9_mm_of_drive(&from, &to, 65534, 65535, &mm), OCT9_OK);
    CHECK_EQ(mm, 499);
    CHECK_EQ(oct9_mm_of_drive(&from, &to, 0, 65535, &mm), OCT9_OK);
    CHECK_EQ(mm, 0);
    CHECK_EQ(oct9_mm_of_stop(&from, &to, 1, 7, &stop), OCT9_OK); /* by -42.86, 57.14 */
    CHECK(stop.x == 58 && stop.y == 50 && stop.z == 0);
    CHECK_EQ(oct9_mm_of_stop(&from, &to, 3, 3, &stop), OCT9_OK);
    CHECK(stop.x == to.x && stop.y == to.y && stop.z == to.z);

    const int32_t far = ((int32_t)1 << 27) - 1;
    const oct9_mm_t low = { INT32_MIN, INT32_MIN, INT32_MIN };
    const oct9_mm_t high = { INT32_MIN + far, INT32_MIN + far, INT32_MIN + far };
    CHECK_EQ(oct9_mm_of_drive(&low, &high, 65535, 65535, &mm), OCT9_OK);
    CHECK_EQ(mm, 232471922); /* sqrt(3) (2^27 - 1) */
}

/* --- random ---------------------------------------------------------------------------------- */

static oct9_frame_t random_frame(random_t *random)
{
    static const uint32_t cells[] = { 1000,  40000,  79999,   80000,
                                      80001, 999983, 1000000, OCT9_CELL_UM_MAX };
    oct9_frame_t frame;
    frame.origin_mm.x = (int32_t)random_u32(random) / 4;
    frame.origin_mm.y = (int32_t)random_u32(random) / 65536;
    frame.origin_mm.z = 0;
    const uint32_t cell_um = random_below(random, 2) ? cells[random_below(random, 8)]
                                                     : 1000 + random_below(random, 999001);
    CHECK_EQ(oct9_mm_frame(&frame, &frame.origin_mm, cell_um), OCT9_OK);
    return frame;
}

/* In the cube, and up to 240 cells below it; as much above it less what shapes reach farther. */
static int32_t random_coordinate(random_t *random, const oct9_frame_t *frame, int32_t origin)
{
    const uint32_t cell = frame->cell_um / 1000u;
    return origin - (int32_t)(cell * 240u) + (int32_t)random_below(random, cell * 980u + 1u);
}

static oct9_mm_t random_mm(random_t *random, const oct9_frame_t *frame)
{
    oct9_mm_t mm;
    mm.x = random_coordinate(random, frame, frame->origin_mm.x);
    mm.y = random_coordinate(random, frame, frame->origin_mm.y);
    mm.z = random_coordinate(random, frame, frame->origin_mm.z);
    return mm;
}

/* mm from the origin, in parts of a sub-cell / cell_um, less q sub-cells. */
static int64_t rest(const oct9_frame_t *frame, int32_t mm, int32_t origin, int32_t q)
{
    return ((int64_t)mm - origin) * 64000 - (int64_t)q * frame->cell_um;
}

/* The same of a coordinate, which counts from the cube's middle, not from the origin. */
static int64_t rest_at(const oct9_frame_t *frame, int32_t mm, int32_t origin, int16_t at)
{
    return rest(frame, mm, origin, at - (int32_t)OCT9_LOW_Q6);
}

/* Each coordinate is the nearest, half up; the square of the move. */
static int64_t moved2(const oct9_frame_t *frame, const oct9_mm_t *mm, const oct9_point_t *point)
{
    const oct9_mm_t *o = &frame->origin_mm;
    const int64_t rests[3] = { rest_at(frame, mm->x, o->x, point->x),
                               rest_at(frame, mm->y, o->y, point->y),
                               rest_at(frame, mm->z, o->z, point->z) };
    int64_t sum = 0;
    for (unsigned a = 0; a < 3; a++) {
        CHECK(-(int64_t)frame->cell_um <= 2 * rests[a] && 2 * rests[a] < (int64_t)frame->cell_um);
        sum += rests[a] * rests[a];
    }
    return sum;
}

/* q sub-cells hold mm and the move, and q - 1 do not. */
static bool holds(const oct9_frame_t *frame, int32_t mm, uint16_t q, int64_t moved)
{
    const int64_t room = -rest(frame, mm, 0, q), less = room - frame->cell_um;
    return room >= 0 && room * room >= moved && (less < 0 || less * less < moved);
}

/* A sphere of three less, with its centre moved, lies within the true one. */
static bool shrinks(const oct9_frame_t *frame, int32_t mm, uint16_t q, int64_t moved)
{
    const int64_t room = rest(frame, mm, 0, (int32_t)q - 3);
    return room >= 0 && room * room >= moved;
}

static uint32_t add_points(uint32_t digest, const oct9_point_t *points, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        digest = query_add_point(digest, &points[i]);
    return digest;
}

static uint32_t random_round(random_t *random, uint32_t digest)
{
    const oct9_frame_t frame = random_frame(random);
    oct9_mm_t places[POINTS];
    oct9_point_t points[POINTS], from, to;
    uint16_t radius = 0, half[3] = { 0, 0, 0 };
    oct9_motion_t ball;
    const int32_t mm = (int32_t)random_below(random, frame.cell_um / 1000u * 20u);
    const int32_t half_mm[3] = { mm, mm / 2, 1 };
    int64_t moved = 0;
    for (unsigned i = 0; i < POINTS; i++)
        places[i] = random_mm(random, &frame);
    CHECK_EQ(oct9_mm_path(&frame, places, POINTS, mm, points, &radius), OCT9_OK);
    for (unsigned i = 0; i < POINTS; i++) {
        const int64_t by = moved2(&frame, &places[i], &points[i]);
        moved = moved < by ? by : moved;
    }
    CHECK(holds(&frame, mm, radius, moved) && shrinks(&frame, mm, radius, moved));
    digest = digest_add(add_points(digest, points, POINTS), radius);

    CHECK_EQ(oct9_mm_obb(&frame, &places[0], &places[1], half_mm, &from, &to, half), OCT9_OK);
    const int64_t a = moved2(&frame, &places[0], &from), b = moved2(&frame, &places[1], &to);
    for (unsigned i = 0; i < 3; i++) {
        CHECK(holds(&frame, half_mm[i], half[i], a < b ? b : a));
        digest = digest_add(digest, half[i]);
    }
    CHECK_EQ(oct9_mm_sphere(&frame, &places[0], &places[1], mm, &ball), OCT9_OK);
    CHECK(holds(&frame, mm, ball.radius_q6, a < b ? b : a));
    CHECK_EQ(oct9_mm_place(&frame, &places[2], &from), OCT9_OK);
    CHECK(query_point_is(&from, points[2].x, points[2].y, points[2].z));
    return digest_add(digest, ball.radius_q6);
}

/* The rounded box holds the true one at both ends of its motion, and so between; and little more.
 */
static void box_holds(int64_t low, int64_t high, int64_t end, int64_t cell)
{
    CHECK(low >= 0 && low < cell && end >= 0 && end < cell);
    CHECK(high <= 0 && high - low + end <= 0); /* at the beginning, at the end */
    const int64_t least = high > high - low + end ? high : high - low + end;
    CHECK(least > -cell);
}

static uint32_t random_box(random_t *random, uint32_t digest)
{
    const oct9_frame_t frame = random_frame(random);
    const oct9_mm_t *o = &frame.origin_mm, lo = random_mm(random, &frame);
    const oct9_mm_t to = random_mm(random, &frame);
    const int32_t wide = 1 + (int32_t)random_below(random, frame.cell_um / 1000u * 20u);
    const oct9_mm_t hi = { lo.x + wide, lo.y + 1, lo.z + wide };
    oct9_point_t p[POINTS];
    CHECK_EQ(oct9_mm_box(&frame, &lo, &hi, &to, &p[0], &p[1], &p[2]), OCT9_OK);
    box_holds(rest_at(&frame, lo.x, o->x, p[0].x), rest_at(&frame, hi.x, o->x, p[1].x),
              rest_at(&frame, to.x, o->x, p[2].x), frame.cell_um);
    box_holds(rest_at(&frame, lo.y, o->y, p[0].y), rest_at(&frame, hi.y, o->y, p[1].y),
              rest_at(&frame, to.y, o->y, p[2].y), frame.cell_um);
    box_holds(rest_at(&frame, lo.z, o->z, p[0].z), rest_at(&frame, hi.z, o->z, p[1].z),
              rest_at(&frame, to.z, o->z, p[2].z), frame.cell_um);
    return add_points(digest, p, POINTS);
}

/* Rounded down, of the distance less a sub-cell; and of a displacement by its square. */
static uint32_t random_back(random_t *random, uint32_t digest)
{
    const oct9_frame_t frame = random_frame(random);
    const oct9_mm_t a = random_mm(random, &frame), b = random_mm(random, &frame);
    const uint16_t distance = (uint16_t)(1u + random_below(random, 65535));
    const uint32_t den = 1 + random_below(random, 65535), num = random_below(random, den + 1);
    oct9_mm_t stop = { 0, 0, 0 };
    int32_t mm = -1, whole = -1, drive = -1;
    CHECK_EQ(oct9_mm_of_distance(&frame, distance, &mm), OCT9_OK);
    const int64_t above = -rest(&frame, mm, 0, (int32_t)distance - 1);
    CHECK(above >= 0 && above < 64000);
    CHECK_EQ(oct9_mm_of_drive(&a, &b, 1, 1, &whole), OCT9_OK);
    CHECK_EQ(oct9_mm_of_drive(&a, &b, num, den, &drive), OCT9_OK);
    const int64_t x = (int64_t)b.x - a.x, y = (int64_t)b.y - a.y, z = (int64_t)b.z - a.z;
    const int64_t square = x * x + y * y + z * z, up = (int64_t)whole + 1;
    CHECK((int64_t)whole * whole <= square && square < up * up);
    CHECK_EQ(drive, (int64_t)whole * num / den);
    CHECK_EQ(oct9_mm_of_stop(&a, &b, num, den, &stop), OCT9_OK);
    CHECK_EQ(stop.x - a.x, x * num / den); /* toward zero */
    CHECK_EQ(stop.y - a.y, y * num / den);
    CHECK_EQ(stop.z - a.z, z * num / den);
    digest = digest_add(digest_add(digest, (uint32_t)mm), (uint32_t)drive);
    return digest_add(digest_add(digest, (uint32_t)stop.x), (uint32_t)stop.z);
}

static void random_shapes(void)
{
    random_t random = { 5 };
    uint32_t digest = DIGEST_BEGIN;
    for (int i = 0; i < SHAPES; i++) {
        digest = random_round(&random, digest);
        digest = random_box(&random, digest);
        digest = random_back(&random, digest);
    }
    TEST_DIGEST("mm", digest);
}

/* --- errors ---------------------------------------------------------------------------------- */

static struct {
    oct9_point_t point[POINTS];
    oct9_motion_t ball;
    uint16_t length[3];
    int32_t mm;
    oct9_mm_t stop;
} out;

static void shapes_fail(const oct9_frame_t *frame, const oct9_mm_t *from, const oct9_mm_t *to,
                        int32_t radius, oct9_status_t status)
{
    const oct9_mm_t places[2] = { *from, *to };
    const int32_t half[3] = { 1, 1, radius };
    query_paint(&out, sizeof out);
    CHECK_EQ(oct9_mm_sphere(frame, from, to, radius, &out.ball), status);
    CHECK_EQ(oct9_mm_path(frame, places, 2, radius, out.point, &out.length[0]), status);
    CHECK_EQ(oct9_mm_obb(frame, from, to, half, &out.point[0], &out.point[1], out.length), status);
    CHECK(query_painted(&out, sizeof out));
}

static void box_fails(const oct9_frame_t *frame, const oct9_mm_t *lo, const oct9_mm_t *hi,
                      const oct9_mm_t *to, oct9_status_t status)
{
    query_paint(&out, sizeof out);
    CHECK_EQ(oct9_mm_box(frame, lo, hi, to, &out.point[0], &out.point[1], &out.point[2]), status);
    CHECK(query_painted(&out, sizeof out));
}

static void bad_shapes(void)
{
    const oct9_frame_t bad = OCT9_FRAME(0, 0, 0, 0);
    const oct9_mm_t zero = { 0, 0, 0 }, ten = { 10, 10, 10 };
    const oct9_mm_t below = { 0, -20481, 0 }; /* -16384.8 */
    const oct9_mm_t above = { 0, 0, 61440 };  /* 49152 */
    const oct9_frame_t finer = OCT9_FRAME(0, 0, 0, 79999);
    const oct9_mm_t rim = { 0, 0, 61439 }; /* 49151.8 of these */
    shapes_fail(&bad, &zero, &zero, 1, OCT9_ERR_ARGUMENT);
    shapes_fail(&cells_80, &zero, &zero, -1, OCT9_ERR_ARGUMENT);
    shapes_fail(&cells_80, &zero, &ten, 40959, OCT9_ERR_RANGE);
    shapes_fail(&cells_80, &zero, &zero, INT32_MAX, OCT9_ERR_RANGE);
    shapes_fail(&cells_80, &zero, &below, 1, OCT9_ERR_RANGE);
    shapes_fail(&cells_80, &above, &zero, 1, OCT9_ERR_RANGE);
    shapes_fail(&finer, &zero, &rim, 1, OCT9_ERR_RANGE);

    /* Both ends and a radius of 32767 fit as they are; 32766.4 and a move of 0.69 do not. */
    const oct9_mm_t moved = { 8, 8, 8 }; /* 6.4 */
    const oct9_mm_t exact_mm = { 49151, 0, -16384 };
    oct9_motion_t ball;
    CHECK_EQ(oct9_mm_sphere(&exact, &exact_mm, &zero, 32767, &ball), OCT9_OK);
    CHECK(ball.from.x == INT16_MAX && ball.from.z == INT16_MIN && ball.radius_q6 == 32767);
    shapes_fail(&cells_80, &moved, &zero, 40958, OCT9_ERR_RANGE);
}

static void bad_boxes(void)
{
    const oct9_frame_t bad = OCT9_FRAME(0, 0, 0, 0);
    const oct9_mm_t zero = { 0, 0, 0 }, ten = { 10, 10, 10 }, flat = { 10, 0, 10 };
    const oct9_mm_t less = { 10, 10, -1 }, below = { 0, -20481, 0 };
    const oct9_mm_t high = { 10, 61439, 10 }; /* 49151.2 */
    box_fails(&bad, &zero, &ten, &zero, OCT9_ERR_ARGUMENT);
    box_fails(&cells_80, &zero, &flat, &zero, OCT9_ERR_ARGUMENT);
    box_fails(&cells_80, &zero, &less, &zero, OCT9_ERR_ARGUMENT);
    box_fails(&cells_80, &below, &ten, &zero, OCT9_ERR_RANGE);
    box_fails(&cells_80, &zero, &ten, &below, OCT9_ERR_RANGE);
    box_fails(&cells_80, &zero, &high, &zero, OCT9_ERR_RANGE);
    const oct9_mm_t low = { -16384, -16384, -16384 }, whole = { 49151, 49151, 49151 };
    oct9_point_t a, b, c;
    CHECK_EQ(oct9_mm_box(&exact, &low, &whole, &zero, &a, &b, &c), OCT9_OK);
    CHECK(query_point_is(&a, INT16_MIN, INT16_MIN, INT16_MIN));
    CHECK(query_point_is(&b, INT16_MAX, INT16_MAX, INT16_MAX));
    CHECK(query_point_at(&c, 0, 0, 0));
}

static void drive_fails(const oct9_mm_t *from, const oct9_mm_t *to, uint32_t num, uint32_t den)
{
    query_paint(&out, sizeof out);
    CHECK_EQ(oct9_mm_of_drive(from, to, num, den, &out.mm), OCT9_ERR_RANGE);
    CHECK_EQ(oct9_mm_of_stop(from, to, num, den, &out.stop), OCT9_ERR_RANGE);
    CHECK(query_painted(&out, sizeof out));
}

static void bad_drives(void)
{
    const oct9_frame_t bad = OCT9_FRAME(0, 0, 0, OCT9_CELL_UM_MAX + 1);
    const oct9_mm_t zero = { 0, 0, 0 }, ten = { 10, 10, 10 };
    const oct9_mm_t far = { 0, (int32_t)1 << 27, 0 }, low = { 0, 0, INT32_MIN };
    drive_fails(&zero, &ten, 2, 1);
    drive_fails(&zero, &ten, 0, 0);
    drive_fails(&zero, &ten, 1, 65536);
    drive_fails(&zero, &far, 1, 1);
    drive_fails(&far, &zero, 1, 1);
    drive_fails(&ten, &low, 1, 1);
    query_paint(&out, sizeof out);
    CHECK_EQ(oct9_mm_of_distance(&bad, 5, &out.mm), OCT9_ERR_ARGUMENT);
    CHECK_EQ(oct9_mm_place(&bad, &zero, &out.point[0]), OCT9_ERR_ARGUMENT);
    CHECK_EQ(oct9_mm_place(&cells_80, &far, &out.point[0]), OCT9_ERR_RANGE);
    CHECK(query_painted(&out, sizeof out));
}

GOLDEN_SUITE(mm)
{
    RUN(sphere_at_a_corner);
    RUN(box_in_a_cell);
    RUN(box_that_goes);
    RUN(spheres_by_hand);
    RUN(path_at_a_corner);
    RUN(obb_in_a_cell);
    RUN(distances);
    RUN(drives);
    RUN(random_shapes);
    RUN(bad_shapes);
    RUN(bad_boxes);
    RUN(bad_drives);
}
