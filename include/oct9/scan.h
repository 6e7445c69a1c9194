/* SPDX-License-Identifier: MIT */
/* Scans: one frame of a range sensor, written into an occupancy map.
 *
 * Example, with (oct9_scan_t *scan, oct9_occupancy_t *map, const oct9_point_t *sensor,
 *                oct9_beam_t *beams, uint32_t count, void (*done)(void)):
 *
 *     oct9_status_t status = oct9_scan_begin(scan, map, sensor, beams, count);
 *     if (status == OCT9_OK)
 *         while ((status = oct9_scan_run(scan, 50)) == OCT9_AGAIN)
 *             continue;
 *     if (status == OCT9_OK)
 *         done();
 *
 * A beam goes from the sensor to a point. The scan finds the cells that hold its points by the
 * exact walk (walk.h): no cell is missed and none is extra. All cells before the end count as
 * passed. The cell of the end counts as hit, or as passed if the beam met nothing. A scan updates
 * each cell once: one hit wins over all beams that pass. To insert a single ray, make a scan of one
 * beam.
 *
 * All beams start at one point and never turn back on an axis. So a depth-first search of the cube,
 * nearest children first, visits each node once, after all nodes from which beams enter it. Beams
 * wait in lists at the nodes that they enter. In a tile of 8 x 8 x 8 cells the scan walks all beams
 * that wait there, then applies their marks at once. So a scan needs only its struct of 0.5 KB and
 * 28 bytes for each beam, and the tree needs no more blocks than the result has.
 *
 * Beams that graze a floor pass through the cells that it lies in, and free them where more pass
 * than hit: from some distance on, unless the floor lies just below the upper border of its cells.
 * Name a floor that is known: set `scan.floor`, after oct9_scan_begin and before oct9_scan_run, to
 * the first z in the cube above the floor's cells. Cells below it never count as passed in this
 * scan; hits count as always. oct9_scan_begin sets 0: there is none.
 *
 * Source: Bresenham 1965, "Algorithm for computer control of a digital plotter", for the steps; the
 * lists of beams are this library's own. */
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
    OCT9_BEAM_CLEAR = 0, /* nothing up to its end: all its cells count as passed */
    OCT9_BEAM_HIT = 1    /* something at its end */
} oct9_met_t;

/* A beam. The caller sets `end` and `met`; the other fields are the library's while the scan
 * runs. */
typedef struct oct9_beam {
    oct9_point_t end; /* Q9.6; may be outside the cube: only the part inside counts */
    uint8_t met;      /* oct9_met_t */
    uint8_t faces;    /* of tiles, that it still crosses before its end */
    uint16_t next;    /* the next beam in the list in which it waits */
    uint8_t row, bit; /* its cell in its tile */
    uint32_t at;      /* its tile, mirrored: see src/mapping/scan.c */
    int32_t lag[3];   /* which comes first of x and y, of x and z, of y and z */
} oct9_beam_t;

/* Begins a scan from `origin`, in the axes of the map. The scan keeps `beams` until it ends. Read
 * its counters `tiles`, `changed`, `merged`, `grown` and `skipped`.
 * Fails with OCT9_ERR_OUTSIDE iff the origin is outside the cube, OCT9_ERR_ARGUMENT iff count is 0
 * or above OCT9_BEAMS_MAX, or the `met` of a beam is not in its enum.
 * After an error a scan that was in progress in this struct is over: oct9_scan_run returns
 * OCT9_ERR_STALE.
 * Its cost grows with the number of beams.
 * Stack: M0 128 bytes. One writer. */
oct9_status_t oct9_scan_begin(oct9_scan_t *scan, oct9_occupancy_t *occupancy,
                              const oct9_point_t *origin, oct9_beam_t *beams, uint32_t count);

/* Visits at most `budget` tiles. Returns OCT9_OK at the end of the scan, OCT9_AGAIN when the budget
 * is used up: call again. Queries may run between two calls; a part of the map is then updated and
 * a part is not.
 * Fails with OCT9_ERR_ARGUMENT iff budget is 0; OCT9_ERR_STALE iff something else wrote to the map
 * since the last call, as oct9_occupancy_forget, oct9_window_move and oct9_packet_apply do;
 * OCT9_ERR_POOL_FULL, only with a model whose `full` is OCT9_REFUSE, iff the leaves that would be
 * split take more blocks than are free: merges do not count, and a leaf larger than a tile is split
 * for each tile in it.
 * After OCT9_ERR_STALE the scan is over, and the tiles that it visited are updated. Make the beams
 * again, as the window may have moved, and begin again.
 * After OCT9_ERR_POOL_FULL nothing is changed, and tree.failed counts it.
 * Its cost is a step for each cell that each beam crosses and an update for each cell that is
 * marked; with OCT9_REFUSE the steps count twice. A tile has 512 cells, and coarsening visits at
 * most OCT9_ROOM_STEPS blocks for each tile: a call costs at most `budget` times both, and 22 steps
 * for each beam in a tile.
 * Stack: M0 448 bytes. One writer. */
oct9_status_t oct9_scan_run(oct9_scan_t *scan, uint32_t budget);

/* --- Beams: made from what a sensor measures in millimetres and from the pose of the sensor. It
 * may measure points, frames of zones, or 2-D laser scans. The arithmetic is in integers; the sine
 * comes from a table of 65 numbers.
 *
 *     oct9_scan_beams_begin(&list, &frame, &pose, &range, beams, 64);
 *     oct9_scan_beams_zones(&list, directions, range_mm, met, 64);
 *     oct9_scan_begin(&scan, &occupancy, &list.origin, list.beams, list.count);
 *
 * An end more than 256 cells outside the cube does not fit int16_t and is refused. The robot is
 * inside, so each end fits if the range, times the length of the longest direction, is at most 256
 * cells.
 *
 * An end is within two sub-cells of its exact place on each axis; for a laser add 1/8192 of its
 * length. It is the same on every target. A place that was rounded from millimetres
 * (oct9_mm_place) adds half a sub-cell: 2.5 on each axis, 4.4 in all. So an obstacle may be in the
 * cell next to its true one. When you check a robot against this map, add 5 sub-cells, a twelfth of
 * a cell, to its radius, and the errors of the sensor and of the pose. */

/* A point in the axes of the sensor, in millimetres. */
typedef struct {
    int16_t x, y, z;
} oct9_reading_t;

/* The direction of a zone in the axes of the sensor, Q1.14. Direction times distance is the point
 * that was seen. Its length is 1 for distances along the beam, and more than 1 for distances along
 * the axis of the sensor. */
typedef struct {
    int16_t x, y, z;
} oct9_direction_t;

/* What a zone reports with its distance. */
typedef enum {
    OCT9_ZONE_NONE = 0,  /* no valid distance: the zone makes no beam */
    OCT9_ZONE_HIT = 1,   /* something at that distance */
    OCT9_ZONE_CLEAR = 2, /* nothing within the range: the beam clears, see oct9_range_t */
    OCT9_ZONE_NEAR = 3,  /* something nearer than the sensor can measure: makes no beam */
    OCT9_ZONE_DARK = 4   /* nothing came back, from an open space or a black wall: makes no beam */
} oct9_zone_t;

/* Which distances are valid. clear_mm is two cells before max_mm.
 *
 * - A hit nearer than clear_mm marks its cell.
 * - A hit at clear_mm or farther marks nothing. It clears up to two cells before what was met, and
 *   no farther than clear_mm: so it never clears the cell where something was met.
 * - A beam that met nothing clears up to clear_mm.
 *
 * So what is marked can be cleared again: a beam that sees through it, to max_mm or farther, clears
 * it. In a range of two cells or less nothing is marked. What would clear less than 1 mm makes no
 * beam. Where distances are along the axis of the sensor, these are, too: two cells along the axis
 * are more along the beam. */
typedef struct {
    int16_t min_mm; /* 1..max_mm: a shorter hit is refused */
    int16_t max_mm; /* ..32767: two cells more than what is to be marked */
} oct9_range_t;

/* A list of beams; the caller owns it and the array. Read `origin`, `count` and `refused`. */
typedef struct {
    oct9_point_t origin;
    uint16_t capacity, count;
    uint16_t refused; /* readings too short, or with an end that does not fit int16_t; stays at
                         65535 */
    oct9_beam_t *beams;
    oct9_range_t range;
    int32_t clear_mm;   /* two cells before max_mm, rounded down; may be below 1 */
    int32_t turn[3][3]; /* the rotation: sub-cells for a millimetre, times 2^22 */
} oct9_beams_t;

/* Begins an empty list of beams, for a sensor at `pose` in the map. The rotation of the pose gives
 * the axes of the sensor.
 * Fails with OCT9_ERR_ARGUMENT iff the frame is bad, cell_um is below 4000 (a sub-cell is then
 * below 1/16 mm), capacity is 0 or above OCT9_BEAMS_MAX, or as oct9_pose_check does; with
 * OCT9_ERR_RANGE iff min_mm is below 1 or above max_mm.
 * Takes two divisions, 29 doublings and nine products of 64 bits.
 * Stack: M0 104 bytes. Reentrant. */
oct9_status_t oct9_scan_beams_begin(oct9_beams_t *list, const oct9_frame_t *frame,
                                    const oct9_pose_t *pose, const oct9_range_t *range,
                                    oct9_beam_t *beams, uint32_t capacity);

/* Adds a beam to a point that was seen. A point nearer than min_mm, zero included, or a beam whose
 * end does not fit int16_t, is refused and counted in `refused`; this is no error, the call returns
 * OCT9_OK. For a point at clear_mm or farther the beam only clears (oct9_range_t), and is up to 1
 * mm shorter.
 * Fails with OCT9_ERR_BEAMS_FULL iff the list is full.
 * Takes nine products of 64 bits; at clear_mm and beyond also two roots, a division, 29 doublings
 * and three products.
 * Stack: M0 152 bytes. Reentrant. */
oct9_status_t oct9_scan_beams_point(oct9_beams_t *list, const oct9_reading_t *point);

/* Adds a frame of zones: for each its direction, its distance in mm, and what it reports
 * (oct9_zone_t; NEAR, DARK and any other number count as NONE). A hit below min_mm, also at zero
 * and below, or an end that does not fit int16_t, is refused and counted, which is no error. A hit
 * at clear_mm or beyond only clears (oct9_range_t). A CLEAR zone does so at any distance, up to
 * clear_mm.
 * Fails with OCT9_ERR_BEAMS_FULL iff the list has no room for `count` beams; then it adds none.
 * Stack: M0 176 bytes. Reentrant. */
oct9_status_t oct9_scan_beams_zones(oct9_beams_t *list, const oct9_direction_t *directions,
                                    const int16_t *distance_mm, const uint8_t *zone,
                                    uint32_t count);

/* Adds a 2-D laser scan in the x-y plane of the sensor. Distance i is at the angle first + i *
 * step, in turns, from x towards y: `first_q16` in Q0.16 and `step_q32` in Q0.32. Distances count
 * as for zones that report a hit. With `zero_clears` a distance of 0 means "nothing within the
 * range", as some lasers report it.
 * Fails as oct9_scan_beams_zones does.
 * Stack: M0 184 bytes. Reentrant. */
oct9_status_t oct9_scan_beams_laser(oct9_beams_t *list, uint16_t first_q16, int32_t step_q32,
                                    const int16_t *distance_mm, uint32_t count, bool zero_clears);

#ifdef __cplusplus
}
#endif
#endif
