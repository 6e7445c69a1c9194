/* SPDX-License-Identifier: MIT */
/* Numbers: any that are allowed; a CRC of 256 bytes. */
#include "bench/calls.h"
#include "bench/calls_place.h"
#include "oct9/image.h"
#include "oct9/mm.h"
#include "oct9/rules.h"

static const oct9_frame_t frame = OCT9_FRAME(-20480, -20480, 0, 80000);

static uint32_t folded(int32_t x, int32_t y, int32_t z)
{
    return ((uint32_t)x * 31u + (uint32_t)y) * 31u + (uint32_t)z;
}

static oct9_mm_t any_mm(void)
{
    oct9_mm_t mm;
    mm.x = (int32_t)calls_below(40000) - 20000;
    mm.y = (int32_t)calls_below(40000) - 20000;
    mm.z = (int32_t)calls_below(40000) - 20000;
    return mm;
}

static void frame_from_cell(void)
{
    for (unsigned i = 0; i < CALLS_CASES; i++) {
        const oct9_mm_t origin = any_mm();
        const uint32_t cell_um = 1u + calls_below(1000000);
        oct9_frame_t made = { { 0, 0, 0 }, 0, 0, 0, 0 };
        CALL((void)oct9_mm_frame(&made, &origin, cell_um));
        calls_answer(folded((int32_t)made.q6_a_mm, (int32_t)made.mm_a_q6, (int32_t)made.seal));
    }
}

static void point_from_mm(void)
{
    for (unsigned i = 0; i < CALLS_CASES; i++) {
        const oct9_mm_t mm = any_mm();
        oct9_point_t point = { 0, 0, 0 };
        CALL((void)oct9_mm_floor(&frame, &mm, &point));
        calls_answer(folded(point.x, point.y, point.z));
    }
}

static void point_to_mm(void)
{
    for (unsigned i = 0; i < CALLS_CASES; i++) {
        const oct9_point_t point = place_point(0, OCT9_CUBE_Q6);
        oct9_mm_t mm = { 0, 0, 0 };
        CALL((void)oct9_mm_of_point(&frame, &point, &mm));
        calls_answer(folded(mm.x, mm.y, mm.z));
    }
}

static void length_from_mm(void)
{
    for (unsigned i = 0; i < CALLS_CASES; i++) {
        const int32_t mm = (int32_t)calls_below(20000);
        uint16_t length_q6 = 0;
        CALL((void)oct9_mm_length(&frame, mm, &length_q6));
        calls_answer(length_q6);
    }
}

static void length_to_mm(void)
{
    for (unsigned i = 0; i < CALLS_CASES; i++) {
        const uint16_t length_q6 = (uint16_t)calls_below(65536);
        int32_t mm = 0;
        CALL((void)oct9_mm_of_length(&frame, length_q6, &mm));
        calls_answer((uint32_t)mm);
    }
}

static void place_from_mm(void)
{
    for (unsigned i = 0; i < CALLS_CASES; i++) {
        const oct9_mm_t mm = any_mm();
        oct9_point_t point = { 0, 0, 0 };
        CALL((void)oct9_mm_place(&frame, &mm, &point));
        calls_answer(folded(point.x, point.y, point.z));
    }
}

static void sphere_from_mm(void)
{
    for (unsigned i = 0; i < CALLS_CASES; i++) {
        const oct9_mm_t from_mm = any_mm(), to_mm = any_mm();
        oct9_motion_t ball = { 0 };
        CALL((void)oct9_mm_sphere(&frame, &from_mm, &to_mm, 150, &ball));
        calls_answer(folded(ball.from.x, ball.to.x, ball.radius_q6));
    }
}

static void path_from_mm(void)
{
    for (unsigned i = 0; i < CALLS_CASES; i++) {
        oct9_mm_t places[5];
        oct9_point_t points[5] = { { 0, 0, 0 } };
        uint16_t radius_q6 = 0;
        for (unsigned k = 0; k < 5; k++)
            places[k] = any_mm();
        CALL((void)oct9_mm_path(&frame, places, 5, 150, points, &radius_q6));
        calls_answer(folded(points[0].x, points[4].z, radius_q6));
    }
}

static void obb_from_mm(void)
{
    static const int32_t half_mm[3] = { 250, 175, 60 };
    for (unsigned i = 0; i < CALLS_CASES; i++) {
        const oct9_mm_t from_mm = any_mm(), to_mm = any_mm();
        oct9_point_t from = { 0, 0, 0 }, to = { 0, 0, 0 };
        uint16_t half_q6[3] = { 0, 0, 0 };
        CALL((void)oct9_mm_obb(&frame, &from_mm, &to_mm, half_mm, &from, &to, half_q6));
        calls_answer(folded(from.x, to.x, half_q6[0]));
    }
}

static void box_from_mm(void)
{
    for (unsigned i = 0; i < CALLS_CASES; i++) {
        const oct9_mm_t lo_mm = any_mm(), to_mm = any_mm();
        const oct9_mm_t hi_mm = { lo_mm.x + 240, lo_mm.y + 170, lo_mm.z + 60 };
        oct9_point_t lo = { 0, 0, 0 }, hi = { 0, 0, 0 }, to = { 0, 0, 0 };
        CALL((void)oct9_mm_box(&frame, &lo_mm, &hi_mm, &to_mm, &lo, &hi, &to));
        calls_answer(folded(lo.x, hi.x, to.x));
    }
}

static void distance_to_mm(void)
{
    for (unsigned i = 0; i < CALLS_CASES; i++) {
        const uint16_t distance_q6 = (uint16_t)calls_below(65536);
        int32_t mm = 0;
        CALL((void)oct9_mm_of_distance(&frame, distance_q6, &mm));
        calls_answer((uint32_t)mm);
    }
}

static void drive_to_mm(void)
{
    for (unsigned i = 0; i < CALLS_CASES; i++) {
        const oct9_mm_t from = any_mm(), to = any_mm();
        const uint32_t num = calls_below(65536);
        int32_t mm = 0;
        CALL((void)oct9_mm_of_drive(&from, &to, num, 65535, &mm));
        calls_answer((uint32_t)mm);
    }
}

static void stop_to_mm(void)
{
    for (unsigned i = 0; i < CALLS_CASES; i++) {
        const oct9_mm_t from = any_mm(), to = any_mm();
        const uint32_t num = calls_below(65536);
        oct9_mm_t stop = { 0, 0, 0 };
        CALL((void)oct9_mm_of_stop(&from, &to, num, 65535, &stop));
        calls_answer(folded(stop.x, stop.y, stop.z));
    }
}

static void point_length(void)
{
    for (unsigned i = 0; i < CALLS_CASES; i++) {
        const oct9_point_t from = place_point(0, OCT9_CUBE_Q6), to = place_point(0, OCT9_CUBE_Q6);
        const uint32_t num = calls_below(65536);
        uint32_t length;
        CALL(length = oct9_point_length(&from, &to, num, 65535));
        calls_answer(length);
    }
}

static void isqrt(void)
{
    for (unsigned i = 0; i < CALLS_CASES; i++) {
        const uint32_t any = calls_random(), square = any >> calls_below(32);
        uint16_t root;
        CALL(root = oct9_point_isqrt(square));
        calls_answer(root);
    }
}

static void rotation_check(void)
{
    for (unsigned i = 0; i < CALLS_CASES; i++) {
        const oct9_rotation_t rotation = place_rotation();
        oct9_status_t status;
        CALL(status = oct9_pose_check(&rotation));
        calls_answer((uint32_t)status);
    }
}

static void rotation_matrix(void)
{
    for (unsigned i = 0; i < CALLS_CASES; i++) {
        const oct9_rotation_t rotation = place_rotation();
        oct9_matrix_t matrix;
        CALL(oct9_pose_matrix(&rotation, &matrix));
        calls_answer(folded(matrix.m[0][1], matrix.m[1][2], matrix.scale));
    }
}

static oct9_rules_t any_rules(void)
{
    const uint32_t any = calls_below(16);
    const oct9_rules_t rules = { .unknown = any & 1u ? OCT9_PASSES : OCT9_BLOCKS,
                                 .outside = any & 2u ? OCT9_FREE : OCT9_UNKNOWN,
                                 .filter_mask = 3,
                                 .filter_value = (uint16_t)(any >> 2) };
    return rules;
}

static void rules_check(void)
{
    static const oct9_image_t image;
    const oct9_map_t map = oct9_map_of_image(&image);
    for (unsigned i = 0; i < CALLS_CASES; i++) {
        const oct9_rules_t rules = any_rules();
        oct9_status_t status;
        CALL(status = oct9_rules_check(&rules, &map));
        calls_answer((uint32_t)status);
    }
}

static void crc32(void)
{
    static uint8_t bytes[256];
    for (unsigned i = 0; i < sizeof bytes; i++)
        bytes[i] = (uint8_t)calls_random();
    for (unsigned i = 0; i < 4; i++) {
        uint32_t crc;
        CALL(crc = oct9_rom_crc32(i, oct9_rom_of_ram(bytes), sizeof bytes));
        calls_answer(crc);
    }
}

static void text(void)
{
    for (unsigned i = 0; i < CALLS_CASES; i++) {
        const oct9_status_t status = (oct9_status_t) - (int)calls_below(62);
        const char *name;
        CALL(name = oct9_status_text(status));
        calls_answer((uint8_t)name[0]);
    }
}

static const call_t call[] = {
    { "mm_floor", point_from_mm },    { "mm_of_point", point_to_mm },
    { "mm_length", length_from_mm },  { "mm_of_length", length_to_mm },
    { "mm_place", place_from_mm },    { "mm_sphere", sphere_from_mm },
    { "mm_path", path_from_mm },      { "mm_obb", obb_from_mm },
    { "mm_box", box_from_mm },        { "mm_of_distance", distance_to_mm },
    { "mm_of_drive", drive_to_mm },   { "mm_of_stop", stop_to_mm },
    { "point_isqrt", isqrt },         { "point_length", point_length },
    { "pose_check", rotation_check }, { "pose_matrix", rotation_matrix },
    { "rules_check", rules_check },   { "rom_crc32", crc32 },
    { "status_text", text },          { "mm_frame", frame_from_cell }
};

int main(void)
{
    return calls_run(call, sizeof call / sizeof call[0]);
}
