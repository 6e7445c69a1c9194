/* SPDX-License-Identifier: MIT */
/* Exports: a map as other programs read it: OctoMap's .bt, and the cells of nav_msgs/OccupancyGrid.
 *
 * Example, with (const oct9_map_t *map, const oct9_frame_t *frame,
 *                void (*send)(const uint8_t *bytes, size_t size)):
 *
 *     static oct9_export_bt_t bt;
 *     uint8_t bytes[64];
 *     size_t written;
 *     int32_t shift_um[3];
 *     oct9_status_t status = oct9_export_bt_begin(&bt, map, frame, shift_um);
 *     if (status == OCT9_OK)
 *         do {
 *             status = oct9_export_bt_run(&bt, 500, bytes, sizeof bytes, &written);
 *             if (status == OCT9_OK || status == OCT9_AGAIN)
 *                 send(bytes, written);
 *         } while (status == OCT9_AGAIN);
 *
 * Both run in slices, and return OCT9_ERR_STALE once the map was written to: what was sent so far
 * is then a part of a map that is no more, and must be thrown away. A map that changes faster than
 * it is sent never arrives. So export one that stands still: a map image; a tree that
 * oct9_store_load filled, or packets on the ground; or one that its writer leaves alone meanwhile.
 * Of a layered map both trees must stand still.
 *
 * --- OctoMap's .bt
 *
 * Every leaf has its state and its place; eight equal nodes are one, as OctoMap prunes. Payloads
 * are not in this format.
 *
 * OctoMap's grid has its zero at the world's zero, and its cells begin at multiples of cell_um. If
 * origin_mm is no such multiple, the map is exported at the nearest cells, by up to half a cell
 * beside its place on each axis; shift_um says by how much. It is 0 where origin_mm * 1000 is a
 * multiple of cell_um.
 *
 * OctoMap divides space at multiples of powers of two cells from its zero. Where the cube's corner
 * is no multiple of a leaf's edge, the leaf becomes several nodes, down to cells along its faces:
 * the stream is shortest where the corner is a multiple of 512 cells, or of 256 as about a zero in
 * the middle.
 *
 * The first OCT9_EXPORT_BT_HEADER bytes are the file's text. The bytes behind them alone are the
 * `data` of an octomap_msgs/Octomap, with `binary` true, `id` "OcTree" and `resolution` cell_um /
 * 10^6.
 *
 * --- nav_msgs/OccupancyGrid
 *
 * A rectangle of columns, each seen from above between two heights: 100 if any of its cells is
 * occupied, else -1 if any is unknown, else 0. What is outside of the cube is unknown.
 *
 *     static int8_t data[100 * 100];
 *     const oct9_export_grid_input_t input = {
 *         .lo = { 206, 206, 258 }, .hi = { 306, 306, 280 }, .data = data, .room = sizeof data
 *     };
 *     static oct9_export_grid_t grid;
 *     if (oct9_export_grid_begin(&grid, map, &input) == OCT9_OK)
 *         while (oct9_export_grid_run(&grid, 500) == OCT9_AGAIN)
 *             wait();
 *
 * `data` is that of the message. Its `info` has width = hi.x - lo.x, height = hi.y - lo.y, and in
 * metres resolution = cell_um / 10^6 and origin.position.x = origin_mm.x / 10^3 + lo.x * cell_um /
 * 10^6, and y; the orientation is none. The cell of a position: oct9_mm_floor, then
 * (x - OCT9_LOW_Q6) / 64, rounded down. */
#ifndef OCT9_EXPORT_H
#define OCT9_EXPORT_H

#include "oct9/detail/export.h"
#include "oct9/map.h"

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#define OCT9_EXPORT_BT_HEADER 74u /* bytes of text before the nodes */

/* Begins an export of a map as OctoMap's .bt; `frame` is the place of its cube: that of an image,
 * oct9_window_frame, oct9_world_frame. It is not needed any more afterwards. Sets shift_um to where
 * the map will be less where it is, in micrometres on x, y and z.
 * Fails with OCT9_ERR_ARGUMENT iff the frame is bad (mm.h), with OCT9_ERR_RANGE iff the cube is not
 * within the 65536 cells of OctoMap's grid on an axis: 32768 on either side of the world's zero.
 * Stack: M0 200 bytes. Reentrant. */
oct9_status_t oct9_export_bt_begin(oct9_export_bt_t *bt, const oct9_map_t *map,
                                   const oct9_frame_t *frame, int32_t shift_um[3]);

/* Goes on, and visits at most `budget` nodes and leaves. Writes up to `size` bytes, the next ones
 * of the stream; `written` of them. Returns OCT9_OK when these are the last; after that OCT9_OK
 * with none. Returns OCT9_AGAIN when the budget is used up or `bytes` is full, also with none:
 * first the nodes are counted, as the header has their number.
 * Fails with OCT9_ERR_ARGUMENT iff budget or size is 0, OCT9_ERR_STALE iff the map was written to
 * since the export began.
 * The bytes do not depend on the slices. Each of OctoMap's nodes that is not of one state is
 * visited twice, and within it what there is of the map until two states are found in each of its
 * children: at most all of its leaves.
 * Stack: M0 200 bytes. Reentrant. */
oct9_status_t oct9_export_bt_run(oct9_export_bt_t *bt, uint32_t budget, uint8_t *bytes, size_t size,
                                 size_t *written);

/* What a grid is asked. */
typedef struct oct9_export_grid_input {
    oct9_offset_t lo, hi; /* the cells [lo, hi), counted from the low corner of the cube: z is the
                             height. -32768..32767, also outside of the cube */
    int8_t *data;         /* [room]; of column x, y: (y - lo.y) * (hi.x - lo.x) + x - lo.x */
    uint32_t room;        /* (hi.x - lo.x) * (hi.y - lo.y) or more */
} oct9_export_grid_input_t;

/* Begins a grid. The input is kept by pointer, and `data` belongs to the library until OCT9_OK.
 * Fails with OCT9_ERR_RANGE iff a coordinate is not in -32768..32767, with OCT9_ERR_ARGUMENT iff hi
 * is not above lo on an axis, or there is too little room.
 * Stack: M0 104 bytes. Reentrant. */
oct9_status_t oct9_export_grid_begin(oct9_export_grid_t *grid, const oct9_map_t *map,
                                     const oct9_export_grid_input_t *input);

/* Goes on: visits a node or leaf, or writes a row of the grid or of a leaf, for each of `budget`.
 * Returns OCT9_OK when `data` is filled, OCT9_AGAIN when the budget is used up.
 * Fails with OCT9_ERR_ARGUMENT iff budget is 0, OCT9_ERR_STALE iff the map was written to since the
 * grid was begun.
 * Its cost grows with the leaves between the heights that are not free, and their rows.
 * Stack: M0 120 bytes. Reentrant. */
oct9_status_t oct9_export_grid_run(oct9_export_grid_t *grid, uint32_t budget);

#ifdef __cplusplus
}
#endif
#endif
