/* SPDX-License-Identifier: MIT */
/* Beams for a scan, from what sensors say in millimetres and the sensor's pose: points, frames of
 * zones, 2-D laser scans. In integers; the sine comes from a table of 65 numbers.
 *
 *     oct9_beams_begin(&list, &frame, &pose, &range, beams, 64);
 *     oct9_beams_zones(&list, directions, range_mm, met, 64);
 *     oct9_scan_begin(&scan, &occupancy, &list.origin, list.beams, list.count);
 *
 * An end that would lie above the cube, which no int16_t can say, or 512 cells below it, is
 * refused: keep the robot max_mm away from the cube's high faces (window.h).
 *
 * An end is within two sub-cells on each axis of where exact arithmetic puts it (a laser's within
 * 1/8192 of its length more), and the same on every target. A place that was made of millimetres
 * (oct9_place_from_mm) adds half a sub-cell: 2.5 on each axis, 4.4 in all. So an obstacle may stand
 * in the cell next to the true one. A robot that asks this map takes 5 sub-cells, a twelfth of a
 * cell, more for its radius, beside what the sensor and the pose are off by. */
#ifndef OCT9_BEAMS_H
#define OCT9_BEAMS_H

#include "oct9/pose.h"
#include "oct9/scan.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A place in the sensor's axes, in millimetres. */
typedef struct {
    int16_t x, y, z;
} oct9_reading_t;

/* Where a zone of a sensor looks, in the sensor's axes, Q1.14: times its reading it is the place
 * that was seen. Length 1 for readings along the beam; longer for those along the sensor's axis. */
typedef struct {
    int16_t x, y, z;
} oct9_direction_t;

/* What a zone says of its reading. */
typedef enum {
    OCT9_ZONE_NONE = 0,                   /* nothing: it is left out */
    OCT9_ZONE_HIT = 1,                    /* something at the distance that was read */
    OCT9_ZONE_CLEAR = 2                   /* nothing within the range: it clears to max_mm */
} oct9_zone_t;

/* Which readings count. */
typedef struct {
    int16_t min_mm;                       /* 1..max_mm: below it a reading is nonsense */
    int16_t max_mm;                       /* ..32767: at it and beyond a beam only clears so far */
} oct9_range_t;

/* A list of beams; the caller owns it and the array. Read `origin`, `count` and `refused`. */
typedef struct {
    oct9_point_t origin;
    uint16_t capacity, count;
    uint16_t refused;                     /* readings that were nonsense, or end beyond int16_t */
    oct9_beam_t *beams;
    oct9_range_t range;
    int32_t turn[3][3];                   /* sub-cells to a millimetre, times 2^22 */
} oct9_beams_t;

/* Begins an empty list for a sensor at `pose` in the map, whose axes the rotation gives.
 * Fails with OCT9_ERR_FRAME iff the frame is bad or a sub-cell is below 1/16 mm (cell_um below
 * 4000), OCT9_ERR_ROTATION as oct9_rotation_check does, OCT9_ERR_RANGE iff min_mm is below 1 or
 * above max_mm, OCT9_ERR_CAPACITY iff capacity is 0 or above OCT9_BEAMS_MAX.
 * Cost: two divisions, 29 doublings and nine products of 64 bits. */
oct9_status_t oct9_beams_begin(oct9_beams_t *list, const oct9_frame_t *frame,
                               const oct9_pose_t *pose, const oct9_range_t *range,
                               oct9_beam_t *beams, uint32_t capacity);

/* Adds a point that was seen. One nearer than min_mm, zero included, is refused and counted; one
 * at max_mm or farther clears up to max_mm.
 * Fails with OCT9_ERR_CAPACITY iff the list is full. Cost: nine products of 64 bits; at max_mm and
 * beyond a root, a division, 29 doublings and three products more. */
oct9_status_t oct9_beams_point(oct9_beams_t *list, const oct9_reading_t *point);

/* Adds a frame of zones: distances in mm, what each says (oct9_zone_t; any other number counts as
 * NONE) and where it looks. A hit below min_mm, at zero and below included, is refused and
 * counted; one at max_mm or beyond clears up to max_mm, as a zone that says CLEAR does whatever
 * its distance.
 * Fails with OCT9_ERR_CAPACITY iff the list has no room for `count` beams; then none is added. */
oct9_status_t oct9_beams_zones(oct9_beams_t *list, const oct9_direction_t *directions,
                               const int16_t *distance_mm, const uint8_t *zone, uint32_t count);

/* Adds a 2-D laser scan in the sensor's x-y plane: reading i lies at the angle first + i step,
 * 65536ths of a turn from x towards y, step in 65536ths of that. Readings as for zones; 0 counts
 * as "nothing within the range" where `zero_clears`, as some lasers say it.
 * Fails with OCT9_ERR_CAPACITY as above. */
oct9_status_t oct9_beams_laser(oct9_beams_t *list, uint16_t first, int32_t step,
                               const int16_t *distance_mm, uint32_t count, bool zero_clears);

#ifdef __cplusplus
}
#endif
#endif
