/* SPDX-License-Identifier: MIT */
/* Frames: the defining inequality is checked in 64 bits, not the arithmetic repeated. */
#include "oct9/mm.h"
#include "oct9/point.h"
#include "src/number/frame.h"
#include "tests/golden/suites.h"
#include "tests/golden/world.h"
#include "tests/test.h"

static oct9_frame_t random_frame(random_t *random)
{
    static const uint32_t cells[] = {
        1, 63, 64, 999, 1000, 40000, 80000, 1000000, OCT9_CELL_UM_MAX
    };
    oct9_frame_t frame;
    frame.origin_mm.x = (int32_t)random_u32(random);
    frame.origin_mm.y = (int32_t)random_u32(random) / 65536;
    frame.origin_mm.z = 0;
    const uint32_t cell_um = random_below(random, 2) ? cells[random_below(random, 9)]
                                                     : 1 + random_below(random, OCT9_CELL_UM_MAX);
    CHECK_EQ(oct9_mm_frame(&frame, &frame.origin_mm, cell_um), OCT9_OK);
    return frame;
}

/* The origin is the low corner of the cube. From there q is floor((mm - origin) * 64000 / cell) iff
 * q cell <= (mm - origin) * 64000 < (q + 1) cell. */
static bool is_floor(int16_t at, int32_t mm, int32_t origin, uint32_t cell_um)
{
    const int64_t scaled = ((int64_t)mm - origin) * 64000, q = (int64_t)at - OCT9_LOW_Q6;
    return q * (int64_t)cell_um <= scaled && scaled < (q + 1) * (int64_t)cell_um;
}

/* The same for millimetres of a sub-cell's corner. */
static bool is_floor_mm(int64_t mm, int16_t at, int32_t origin, uint32_t cell_um)
{
    const int64_t scaled = ((int64_t)at - OCT9_LOW_Q6) * cell_um, offset = mm - origin;
    return offset * 64000 <= scaled && scaled < (offset + 1) * 64000;
}

static void points_from_mm(void)
{
    random_t random = { 1 };
    uint32_t good = 0;
    for (int i = 0; i < 800; i++) {
        const oct9_frame_t frame = random_frame(&random);
        const int32_t reach = (int32_t)(frame.cell_um / 1000u * 600u + 3u);
        oct9_mm_t mm = frame.origin_mm;
        mm.z = (int32_t)random_below(&random, 2u * (uint32_t)reach) - reach;
        mm.z += (int32_t)(frame.cell_um / 1000u * 256u); /* about the middle of the cube */
        oct9_point_t point = { 7, 7, 7 };
        const oct9_status_t status = oct9_mm_floor(&frame, &mm, &point);
        if (status == OCT9_OK) {
            good++;
            CHECK_EQ(point.x, AT(0));
            CHECK(is_floor(point.z, mm.z, 0, frame.cell_um));
        } else {
            const int64_t scaled = (int64_t)mm.z * 64000, cell = frame.cell_um;
            CHECK_EQ(status, OCT9_ERR_RANGE);
            CHECK(scaled < -16384 * cell || scaled >= 49152 * cell);
            CHECK_EQ(point.z, 7);
        }
    }
    CHECK(good > 250 && good < 800);
}

static void points_to_mm(void)
{
    random_t random = { 2 };
    for (int i = 0; i < 800; i++) {
        const oct9_frame_t frame = random_frame(&random);
        const oct9_point_t point = { AT(0), world_coordinate(&random), world_coordinate(&random) };
        oct9_mm_t mm, again;
        if (oct9_mm_of_point(&frame, &point, &mm) != OCT9_OK)
            continue;
        CHECK_EQ(mm.x, frame.origin_mm.x);
        CHECK(is_floor_mm(mm.y, point.y, frame.origin_mm.y, frame.cell_um));
        CHECK(is_floor_mm(mm.z, point.z, 0, frame.cell_um));
        mm.z++; /* back up over the floor */
        oct9_point_t back;
        if (frame.cell_um >= 64000 && oct9_mm_floor(&frame, &mm, &back) == OCT9_OK)
            CHECK(back.z - point.z <= 1 && back.z >= point.z);
        CHECK_EQ(oct9_mm_of_point(&frame, &point, &again), OCT9_OK);
    }
}

static void lengths(void)
{
    random_t random = { 3 };
    for (int i = 0; i < 500; i++) {
        const oct9_frame_t frame = random_frame(&random);
        const int32_t mm = (int32_t)random_below(&random, frame.cell_um / 1000u * 600u + 3u);
        uint16_t q;
        if (oct9_mm_length(&frame, mm, &q) == OCT9_OK) {
            const int64_t cell = frame.cell_um, scaled = (int64_t)mm * 64000;
            CHECK(q * cell >= scaled && ((int64_t)q - 1) * cell < scaled);
        }
        const uint16_t length = (uint16_t)random_u32(&random);
        int32_t back = -1;
        CHECK_EQ(oct9_mm_of_length(&frame, length, &back), OCT9_OK);
        const int64_t scaled = (int64_t)length * frame.cell_um;
        CHECK(back * INT64_C(64000) >= scaled && (back - 1) * INT64_C(64000) < scaled);
    }
}

static void square_roots(void)
{
    random_t random = { 4 };
    CHECK_EQ(oct9_point_isqrt(0), 0);
    CHECK_EQ(oct9_point_isqrt(UINT32_MAX), 65535);
    for (uint32_t i = 1; i < 800; i++) {
        const uint32_t x = i < 250 ? i : random_u32(&random) >> i % 32;
        const uint64_t root = oct9_point_isqrt(x);
        CHECK(root * root <= x && (root + 1) * (root + 1) > x);
        CHECK_EQ(oct9_point_isqrt(i * i), i);
        CHECK_EQ(oct9_point_isqrt(i * i - 1), i - 1);
    }
}

static void errors(void)
{
    oct9_frame_t frame = OCT9_FRAME(0, 0, 0, 0);
    oct9_mm_t mm = { 0, 0, INT32_MIN };
    oct9_point_t point = { 1, 2, 3 };
    uint16_t length = 9;
    int32_t length_mm = 9;
    CHECK(!oct9_frame_good(&frame));
    CHECK_EQ(oct9_mm_floor(&frame, &mm, &point), OCT9_ERR_ARGUMENT);
    CHECK_EQ(oct9_mm_of_point(&frame, &point, &mm), OCT9_ERR_ARGUMENT);
    CHECK_EQ(oct9_mm_length(&frame, 1, &length), OCT9_ERR_ARGUMENT);
    CHECK_EQ(oct9_mm_of_length(&frame, 1, &length_mm), OCT9_ERR_ARGUMENT);
    CHECK_EQ(oct9_mm_frame(&frame, &frame.origin_mm, OCT9_CELL_UM_MAX + 1), OCT9_ERR_ARGUMENT);
    CHECK(!oct9_frame_good(&frame));
    frame.cell_um = OCT9_CELL_UM_MAX; /* by hand */
    CHECK(!oct9_frame_good(&frame));
    CHECK_EQ(oct9_mm_frame(&frame, &frame.origin_mm, OCT9_CELL_UM_MAX), OCT9_OK);
    CHECK(oct9_frame_good(&frame));
    CHECK_EQ(oct9_mm_floor(&frame, &mm, &point), OCT9_ERR_RANGE);
    CHECK_EQ(point.x + point.y + point.z, 6);
    CHECK_EQ(oct9_mm_length(&frame, -1, &length), OCT9_ERR_ARGUMENT);
    CHECK_EQ(oct9_mm_length(&frame, INT32_MAX, &length), OCT9_ERR_RANGE);
    CHECK_EQ(length, 9);
    frame.origin_mm.z = INT32_MAX;
    point.z = 32767;
    CHECK_EQ(oct9_mm_of_point(&frame, &point, &mm), OCT9_ERR_RANGE);
    CHECK_EQ(mm.z, INT32_MIN);
}

GOLDEN_SUITE(fixed)
{
    RUN(points_from_mm);
    RUN(points_to_mm);
    RUN(lengths);
    RUN(square_roots);
    RUN(errors);
}
