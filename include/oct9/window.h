/* SPDX-License-Identifier: MIT */
/* Windows: the cube follows the robot through a world without bounds.
 *
 * Example, with (oct9_occupancy_t *map, const oct9_frame_t *base, oct9_frame_t *frame):
 *
 *     const oct9_offset_t by = { .x = map->robot.x > 320, .y = 0, .z = 0 };
 *     if (by.x != 0 && oct9_window_move(map, &by, 6) == OCT9_OK)
 *         (void)oct9_window_frame(&map->window, base, frame);
 *
 * The window moves by whole nodes, so that what stays keeps its blocks; only the slots above those
 * nodes are made again. What leaves the window is forgotten and its blocks are freed; what enters
 * is unknown. There is no seam: every query sees plain coordinates 0..511. The cell of the world is
 * window + cell. Objects, landmarks and scenes (objects.h, points.h, scene.h) do not move along:
 * put them where they are in the new frame. */
#ifndef OCT9_WINDOW_H
#define OCT9_WINDOW_H

#include "oct9/occupancy.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Moves the window by (x, y, z) nodes of `level`, 3..9: by (x, y, z) << level cells. What was at
 * cell c is now at cell c - ((x, y, z) << level). `robot` moves along, within the cube. `window` is
 * part of what the tree's generation protects (tree.h).
 * Fails with OCT9_ERR_ARGUMENT iff the level is not 3..9, OCT9_ERR_RANGE iff a cell of the window,
 * or the one after its last, does not fit int32_t, OCT9_ERR_POOL_FULL iff the blocks above the
 * nodes at their new places are more than are free together with those that leave (counted in
 * `tree.failed`).
 * After an error the window and the map are unchanged, except that a model that coarsens may have
 * merged leaves to make room.
 * Changes that were noted stay valid; those of cells that leave are dropped, and what enters is not
 * noted.
 * But the whole set is lost (oct9_occupancy_changed returns OCT9_ERR_CHANGES_LOST) if a node larger
 * than `level` was noted since the set was last empty, or if one leaves that is not aligned to the
 * nodes of this window (oct9_packet_lost may note such a node).
 * Its cost is what the map holds above the level: it goes from the root to the nodes of the level,
 * 512 for a step of 64 cells, where those that come together are not equal leaves, and visits each
 * block that leaves once. Where fewer blocks are free than there are nodes above the level, 73 for
 * a step of 64 cells, it does all of this twice.
 * A move is one write: a reader between two parts of it would miss what moves. Where a
 * write must be short, first clear what will leave, node by node (oct9_occupancy_clear_box): the
 * move then finds no block that leaves. A step of 128 cells or more is the shortest write.
 * It goes once through the table of changes, if there is one.
 * Where it must make room, it does at most 8 times as much and looks at 8 * OCT9_ROOM_STEPS blocks;
 * call again to look for more.
 * Stack: M0 480 bytes. One writer. */
oct9_status_t oct9_window_move(oct9_occupancy_t *occupancy, const oct9_offset_t *by,
                               unsigned level);

/* Computes the frame of a window, exactly: `window` is that of an oct9_occupancy_t. `base` is the
 * frame in which it is (0, 0, 0). Where another task moves the window, read the frame as a part of
 * an oct9_reader_t (reader.h).
 * Fails with OCT9_ERR_ARGUMENT iff the base is bad, or the corner of the window is not a whole
 * number of millimetres from that of the base: a rounded frame would shift queries against the map.
 * Fails with OCT9_ERR_RANGE iff the origin does not fit int32_t.
 * If cell_um is a multiple of 125, the corner is always a whole number.
 * Stack: M0 120 bytes. Reentrant. */
oct9_status_t oct9_window_frame(const oct9_offset_t *window, const oct9_frame_t *base,
                                oct9_frame_t *frame);

#ifdef __cplusplus
}
#endif
#endif
