/* SPDX-License-Identifier: MIT */
/* Scans: what one look of a range sensor says, into an occupancy map.
 *
 * A beam goes from the sensor to a point. The cells that its points lie in are found by the exact
 * walk, none left out and none too many (walk.h); those before the end were seen through, the
 * end's own was hit, or seen through too where the beam met nothing. Within a scan each cell is
 * updated once: a hit wins over all beams that pass.
 *
 *     status = oct9_scan_begin(&scan, &occupancy, &origin, beams, count);
 *     if (status == OCT9_OK)
 *         while ((status = oct9_scan_run(&scan, 50)) == OCT9_AGAIN) ...
 *
 * A ray is a scan of one beam.
 *
 * All beams start at one point, so they leave it on each axis and never come back: a depth-first
 * search of the cube, nearest children first, meets each node once and after all that sends beams
 * there. Beams wait in lists at the nodes that they enter; in a tile of 8 x 8 x 8 cells they are
 * walked together, and their marks are applied at once. So a scan needs no memory but its struct of
 * 0.5 KB and 28 bytes a beam, and the tree no more blocks than its result has.
 *
 * Source: this library's own; Bresenham for the steps. */
#ifndef OCT9_SCAN_H
#define OCT9_SCAN_H

#include "oct9/detail/scan.h"
#include "oct9/occupancy.h"
#include "oct9/pose.h"

#ifdef __cplusplus
extern "C" {
#endif

#define OCT9_BEAMS_MAX 65535u

/* What a beam met. */
typedef enum {
    OCT9_BEAM_CLEAR = 0, /* nothing up to its end: it only clears */
    OCT9_BEAM_HIT = 1    /* something at its end */
} oct9_met_t;

/* A beam: `end` and `met` are the caller's, the rest is the library's while the scan runs. */
typedef struct oct9_beam {
    oct9_point_t end; /* Q9.6; outside the cube only the way inside counts */
    uint8_t met;      /* oct9_met_t */
    uint8_t mirror;   /* the axes that it descends */
    uint16_t next;    /* the next beam in the list that it waits in */
    uint32_t at;      /* its cell, mirrored: see src/mapping/scan.c */
    int32_t lag[3];   /* which of x and y, x and z, y and z comes first */
} oct9_beam_t;

/* Begins a scan from `origin`, in the map's axes; read its counters `tiles`, `changed`, `merged`,
 * `grown` and `skipped`. `beams` are kept until it ends.
 * Fails with OCT9_ERR_OUTSIDE iff the origin lies outside the cube, OCT9_ERR_ARGUMENT iff count is
 * 0 or above OCT9_BEAMS_MAX, or a beam's `met` is none of its enum: a scan that was under way is
 * over then, and oct9_scan_run answers OCT9_ERR_STALE. Cost: once over the beams. */
oct9_status_t oct9_scan_begin(oct9_scan_t *scan, oct9_occupancy_t *occupancy,
                              const oct9_point_t *origin, oct9_beam_t *beams, uint32_t count);

/* Goes on: OCT9_OK at the end, OCT9_AGAIN when `budget` tiles were visited: call again. The map may
 * be asked between two calls, and is then part before, part after.
 * Fails with OCT9_ERR_ARGUMENT iff budget is 0; with OCT9_ERR_STALE iff anything else wrote to the
 * map since the last call, as oct9_occupancy_forget, oct9_window_move or oct9_packet_apply do: the
 * scan is over, with the tiles that it visited updated; make the beams anew, as the window may have
 * moved, and begin again. Where the model refuses, with OCT9_ERR_POOL_FULL iff the leaves that
 * would be split, merges not counted, take more blocks than are free (a leaf larger than a tile is
 * split for each tile that it holds): then nothing was changed, and tree.failed counts it.
 * Cost: a step for each cell that each beam crosses, and an update for each cell that is marked;
 * where the model refuses, the steps twice. A tile holds 512 cells, and coarsening looks at
 * OCT9_ROOM_STEPS blocks for each: the bound of a call is `budget` times both, and 22 steps for
 * each beam in a tile. Stack: see docs/footprint.md. Reentrant for maps that are not the same. */
oct9_status_t oct9_scan_run(oct9_scan_t *scan, uint32_t budget);

/* --- Beams for a scan, from what sensors say in millimetres and the sensor's pose: points, frames
 * of zones, 2-D laser scans. In integers; the sine comes from a table of 65 numbers.
 *
 *     oct9_scan_beams_begin(&list, &frame, &pose, &range, beams, 64);
 *     oct9_scan_beams_zones(&list, directions, range_mm, met, 64);
 *     oct9_scan_begin(&scan, &occupancy, &list.origin, list.beams, list.count);
 *
 * An end that would lie above the cube, which no int16_t can say, or 512 cells below it, is
 * refused: keep the robot max_mm away from the cube's high faces (window.h).
 *
 * An end is within two sub-cells on each axis of where exact arithmetic puts it (a laser's within
 * 1/8192 of its length more), and the same on every target. A place that was made of millimetres
 * (oct9_mm_place) adds half a sub-cell: 2.5 on each axis, 4.4 in all. So an obstacle may stand
 * in the cell next to the true one. A robot that asks this map takes 5 sub-cells, a twelfth of a
 * cell, more for its radius, beside what the sensor and the pose are off by. */

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
    OCT9_ZONE_NONE = 0, /* nothing: it is left out */
    OCT9_ZONE_HIT = 1,  /* something at the distance that was read */
    OCT9_ZONE_CLEAR = 2 /* nothing within the range: it clears to max_mm */
} oct9_zone_t;

/* Which readings count. */
typedef struct {
    int16_t min_mm; /* 1..max_mm: below it a reading is nonsense */
    int16_t max_mm; /* ..32767: at it and beyond a beam only clears so far */
} oct9_range_t;

/* A list of beams; the caller owns it and the array. Read `origin`, `count` and `refused`. */
typedef struct {
    oct9_point_t origin;
    uint16_t capacity, count;
    uint16_t refused; /* readings that were nonsense, or end beyond int16_t */
    oct9_beam_t *beams;
    oct9_range_t range;
    int32_t turn[3][3]; /* sub-cells to a millimetre, times 2^22 */
} oct9_beams_t;

/* Begins an empty list for a sensor at `pose` in the map, whose axes the rotation gives.
 * Fails with OCT9_ERR_ARGUMENT iff the frame is bad or a sub-cell is below 1/16 mm (cell_um below
 * 4000), capacity is 0 or above OCT9_BEAMS_MAX, or as oct9_pose_check does; with OCT9_ERR_RANGE iff
 * min_mm is below 1 or above max_mm.
 * Cost: two divisions, 29 doublings and nine products of 64 bits. */
oct9_status_t oct9_scan_beams_begin(oct9_beams_t *list, const oct9_frame_t *frame,
                                    const oct9_pose_t *pose, const oct9_range_t *range,
                                    oct9_beam_t *beams, uint32_t capacity);

/* Adds a point that was seen. One nearer than min_mm, zero included, is refused and counted; one
 * at max_mm or farther clears up to max_mm.
 * Fails with OCT9_ERR_BEAMS_FULL iff the list is full. Cost: nine products of 64 bits; at max_mm
 * and beyond a root, a division, 29 doublings and three products more. */
oct9_status_t oct9_scan_beams_point(oct9_beams_t *list, const oct9_reading_t *point);

/* Adds a frame of zones: distances in mm, what each says (oct9_zone_t; any other number counts as
 * NONE) and where it looks. A hit below min_mm, at zero and below included, is refused and
 * counted; one at max_mm or beyond clears up to max_mm, as a zone that says CLEAR does whatever
 * its distance.
 * Fails with OCT9_ERR_BEAMS_FULL iff the list has no room for `count` beams; then none is added. */
oct9_status_t oct9_scan_beams_zones(oct9_beams_t *list, const oct9_direction_t *directions,
                                    const int16_t *distance_mm, const uint8_t *zone,
                                    uint32_t count);

/* Adds a 2-D laser scan in the sensor's x-y plane: reading i lies at the angle first + i step,
 * in turns from x towards y: Q0.16 and Q.32. Readings as for zones; 0 counts
 * as "nothing within the range" where `zero_clears`, as some lasers say it.
 * Fails with OCT9_ERR_BEAMS_FULL as above. */
oct9_status_t oct9_scan_beams_laser(oct9_beams_t *list, uint16_t first_q16, int32_t step_q32,
                                    const int16_t *distance_mm, uint32_t count, bool zero_clears);

#ifdef __cplusplus
}
#endif
#endif
