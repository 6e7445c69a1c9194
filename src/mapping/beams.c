/* SPDX-License-Identifier: MIT */
/* Beams from readings: one matrix, which contains the rotation and the scale, turns millimetres on
 * the sensor's axes into sub-cells on the map's.
 *
 * The matrix is in 2^-22 sub-cells per millimetre. A millimetre is at most 16 sub-cells, so each
 * element is at most 2^26 (1 + 2^-6). A reading is at most 2^15 mm on an axis, or 2^30 as a
 * direction in Q1.14 times its distance. The sum of three such products is below 2^59. */
#include "oct9/mm.h"
#include "oct9/scan.h"
#include "port/oct9_port.h"
#include "src/mapping/beams.h"
#include "src/number/axes.h"
#include "src/number/fraction.h"
#include "src/number/frame.h"

enum { CELL_UM_MIN = 4000, TURN_BITS = 22, DIRECTION_BITS = 14 };

/* Returns 64000 2^22 / cell_um: sub-cells per millimetre. */
static uint32_t scale_of_cell(uint32_t cell_um)
{
    const uint32_t whole = ((uint32_t)64000 << 16) / cell_um; /* 64000 2^16 < 2^32 */
    const uint32_t rest = ((uint32_t)64000 << 16) % cell_um;  /* below 2^26 */
    return whole * 64u + rest * 64u / cell_um;                /* at most 16 2^22 */
}

/* The row's elements and the scale are below 2^29. */
static void set_row(int32_t turn[3], const int32_t row[3], uint32_t scale)
{
    for (unsigned column = 0; column < 3; column++) {
        const int64_t product = (int64_t)row[column] * scale;
        turn[column] = (int32_t)oct9_shift_down(product, 28);
    }
}

static void set_turn(oct9_beams_t *list, uint32_t cell_um, const oct9_rotation_t *rotation)
{
    oct9_matrix_t matrix;
    oct9_pose_matrix(rotation, &matrix);
    /* The matrix has its own scale, which is divided out here. */
    const uint32_t scale = oct9_ratio_q28(scale_of_cell(cell_um), (uint32_t)matrix.scale);
    for (unsigned row = 0; row < 3; row++)
        set_row(list->turn[row], matrix.m[row], scale);
}

oct9_status_t oct9_scan_beams_begin(oct9_beams_t *list, const oct9_frame_t *frame,
                                    const oct9_pose_t *pose, const oct9_range_t *range,
                                    oct9_beam_t *beams, uint32_t capacity)
{
    OCT9_ASSERT(list && frame && pose && range && beams);
    if (!oct9_frame_good(frame) || frame->cell_um < CELL_UM_MIN)
        return OCT9_REFUSE();
    const oct9_status_t status = oct9_pose_check(&pose->rotation);
    if (status != OCT9_OK)
        return status;
    if (range->min_mm < 1 || range->min_mm > range->max_mm)
        return OCT9_ERR_RANGE;
    if (capacity == 0 || capacity > OCT9_BEAMS_MAX)
        return OCT9_REFUSE();
    oct9_point_copy(&list->origin, &pose->place);
    list->capacity = (uint16_t)capacity;
    list->count = 0;
    list->refused = 0;
    list->beams = beams;
    list->range.min_mm = range->min_mm;
    list->range.max_mm = range->max_mm;
    list->clear_mm = range->max_mm - (int32_t)oct9_two_cells_mm(frame->cell_um);
    set_turn(list, frame->cell_um, &pose->rotation);
    return OCT9_OK;
}

static void refuse(oct9_beams_t *list)
{
    if (list->refused != UINT16_MAX)
        list->refused++;
}

/* A coordinate of a beam's end. Returns false if it does not fit. */
static bool set_coordinate(const oct9_beams_t *list, unsigned axis, const int32_t reading[3],
                           unsigned bits, int16_t place, int16_t *end)
{
    const int32_t *const turn = list->turn[axis];
    const int64_t to = place + oct9_shift_down((int64_t)turn[0] * reading[0] +
                                                   (int64_t)turn[1] * reading[1] +
                                                   (int64_t)turn[2] * reading[2],
                                               bits);
    if (to < INT16_MIN || to > INT16_MAX)
        return false;
    *end = (int16_t)to;
    return true;
}

/* Adds the beam of a reading in millimetres times 2^(bits - 22). The list must have room. */
static void append_beam(oct9_beams_t *list, const int32_t reading[3], unsigned bits, oct9_met_t met)
{
    oct9_beam_t *const beam = &list->beams[list->count];
    beam->met = (uint8_t)met;
    if (set_coordinate(list, 0, reading, bits, list->origin.x, &beam->end.x) &&
        set_coordinate(list, 1, reading, bits, list->origin.y, &beam->end.y) &&
        set_coordinate(list, 2, reading, bits, list->origin.z, &beam->end.z))
        list->count++;
    else
        refuse(list);
}

static bool has_room(const oct9_beams_t *list, uint32_t count)
{
    return count <= (uint32_t)(list->capacity - list->count);
}

/* max / sqrt(square) in Q28, for max^2 <= square <= 2^32 - 4. Powers of four make the square large,
 * so that the integer root has 16 significant bits. One step of Newton's method adds 14 bits. */
static uint32_t share_q28(uint32_t max, uint32_t square)
{
    for (; square < (uint32_t)1 << 30; square *= 4u)
        max *= 2u;
    const uint32_t root = oct9_point_isqrt(square);                      /* 2^15 .. 2^16 - 1 */
    const uint32_t rest = square - root * root;                          /* at most 2 root < 2^17 */
    const uint32_t length = root * 16384u + rest * 16384u / (2u * root); /* below 2^30 */
    const uint32_t part = max * 16384u;
    return oct9_ratio_q28(part < length ? part : length - 1u, length);
}

/* How far the beam clears that met something at clear_mm or farther, in mm; below 1 it is left out.
 * Two cells before what was met it is in another cell: a cell's diagonal is 1.74 cells, and its end
 * is off by 0.06 of a cell. */
static int32_t clears_to(const oct9_beams_t *list, int32_t distance)
{
    const int32_t max = list->range.max_mm, two_cells = max - list->clear_mm;
    return distance < max ? distance - two_cells : list->clear_mm;
}

/* The square of a number in -2^15..2^15: at most 2^30. */
static inline uint32_t square_of(int32_t x)
{
    return (uint32_t)(x * x);
}

oct9_status_t oct9_scan_beams_point(oct9_beams_t *list, const oct9_reading_t *point)
{
    OCT9_ASSERT(list && point);
    if (!has_room(list, 1))
        return OCT9_ERR_BEAMS_FULL;
    int32_t reading[] = { point->x, point->y, point->z };
    const int32_t min = list->range.min_mm, clear = list->clear_mm;
    /* At most 3 2^30 < 2^32. */
    const uint32_t square = square_of(reading[0]) + square_of(reading[1]) + square_of(reading[2]);
    if (square < square_of(min)) {
        refuse(list);
        return OCT9_OK;
    }
    if (clear > 0 && square < square_of(clear)) {
        append_beam(list, reading, TURN_BITS, OCT9_BEAM_HIT);
        return OCT9_OK;
    }
    const int32_t reach = clears_to(list, oct9_point_isqrt(square)); /* the root is rounded down */
    if (reach < 1)
        return OCT9_OK;
    /* The beam ends at `reach` in the point's direction. The result is in Q14, as the products
     * below need it. */
    const uint32_t share = share_q28((uint32_t)reach, square);
    for (unsigned a = 0; a < 3; a++) /* Q14: at most 2^29 */
        reading[a] = (int32_t)oct9_shift_down((int64_t)reading[a] * share, 28 - DIRECTION_BITS);
    append_beam(list, reading, TURN_BITS + DIRECTION_BITS, OCT9_BEAM_CLEAR);
    return OCT9_OK;
}

/* Adds the beam of a distance in a direction. Each coordinate is within +-2^15. Where the direction
 * is longer than 1, so are the two cells that the distance is shortened by. */
static void add_along(oct9_beams_t *list, const int32_t direction[3], int32_t distance,
                      oct9_zone_t zone)
{
    if (zone == OCT9_ZONE_HIT && distance < list->range.min_mm) {
        refuse(list);
        return;
    }
    if (zone == OCT9_ZONE_CLEAR || distance >= list->clear_mm) {
        distance = zone == OCT9_ZONE_CLEAR ? list->clear_mm : clears_to(list, distance);
        zone = OCT9_ZONE_CLEAR;
        if (distance < 1)
            return;
    }
    const int32_t reading[] = { direction[0] * distance, direction[1] * distance,
                                direction[2] * distance };
    append_beam(list, reading, TURN_BITS + DIRECTION_BITS,
                zone == OCT9_ZONE_HIT ? OCT9_BEAM_HIT : OCT9_BEAM_CLEAR);
}

oct9_status_t oct9_scan_beams_zones(oct9_beams_t *list, const oct9_direction_t *directions,
                                    const int16_t *distance_mm, const uint8_t *zone, uint32_t count)
{
    OCT9_ASSERT(list && directions && distance_mm && zone);
    if (!has_room(list, count))
        return OCT9_ERR_BEAMS_FULL;
    for (uint32_t i = 0; i < count; i++) {
        const int32_t direction[] = { directions[i].x, directions[i].y, directions[i].z };
        if (zone[i] == OCT9_ZONE_HIT || zone[i] == OCT9_ZONE_CLEAR)
            add_along(list, direction, distance_mm[i], (oct9_zone_t)zone[i]);
    }
    return OCT9_OK;
}

/* 2^14 sin for a quarter of a turn, in 64 steps. */
static const uint16_t sines[65] = {
    0,     402,   804,   1205,  1606,  2006,  2404,  2801,  3196,  3590,  3981,  4370,  4756,
    5139,  5520,  5897,  6270,  6639,  7005,  7366,  7723,  8076,  8423,  8765,  9102,  9434,
    9760,  10080, 10394, 10702, 11003, 11297, 11585, 11866, 12140, 12406, 12665, 12916, 13160,
    13395, 13623, 13842, 14053, 14256, 14449, 14635, 14811, 14978, 15137, 15286, 15426, 15557,
    15679, 15791, 15893, 15986, 16069, 16143, 16207, 16261, 16305, 16340, 16364, 16379, 16384
};

/* 2^14 sin of an angle in 1/65536 of a turn, by linear interpolation in the table. The error is at
 * most 2. */
static int32_t sine_q14(uint32_t angle)
{
    uint32_t part = angle % 0x4000u;
    if (angle & 0x4000u)
        part = 0x4000u - part; /* the second quarter runs backwards: 1..0x4000 */
    const uint32_t i = part / 256u, between = part % 256u;
    int32_t sine = sines[i];
    if (between != 0)
        sine += (int32_t)(((uint32_t)(sines[i + 1u] - sines[i]) * between + 128u) / 256u);
    return angle & 0x8000u ? -sine : sine;
}

void oct9_beams_direction(uint32_t angle_q16, int32_t direction[3])
{
    direction[0] = sine_q14(angle_q16 + 0x4000u);
    direction[1] = sine_q14(angle_q16);
    direction[2] = 0;
}

oct9_status_t oct9_scan_beams_laser(oct9_beams_t *list, uint16_t first_q16, int32_t step_q32,
                                    const int16_t *distance_mm, uint32_t count, bool zero_clears)
{
    OCT9_ASSERT(list && distance_mm);
    if (!has_room(list, count))
        return OCT9_ERR_BEAMS_FULL;
    uint32_t angle = (uint32_t)first_q16 << 16; /* in 2^-32 turns */
    for (uint32_t i = 0; i < count; i++, angle += (uint32_t)step_q32) {
        int32_t direction[3];
        oct9_beams_direction((angle + 0x8000u) >> 16, direction);
        const bool clear = zero_clears && distance_mm[i] == 0;
        add_along(list, direction, distance_mm[i], clear ? OCT9_ZONE_CLEAR : OCT9_ZONE_HIT);
    }
    return OCT9_OK;
}
