/* SPDX-License-Identifier: MIT */
/* A rolling window: the cube follows the robot through a world without bounds.
 *
 * The window moves by whole nodes, so that what stays keeps its blocks: only the slots above
 * those nodes are put in new places. What leaves is forgotten and its blocks are given back, what
 * enters is unknown. Every query sees plain coordinates 0..511, as there is no seam: the cell of
 * the world is window + cell. */
#ifndef OCT9_WINDOW_H
#define OCT9_WINDOW_H

#include "oct9/occupancy.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Moves the window by (x, y, z) nodes of `level`, 3..9, thus by (x, y, z) << level cells: what was
 * cell c is cell c - (x, y, z) << level now. `robot` moves along.
 * Fails with OCT9_ERR_ARGUMENT iff the level is not 3..9, OCT9_ERR_RANGE iff a cell of the window,
 * or the one behind its last, would leave int32_t, OCT9_ERR_POOL_FULL iff the blocks above the
 * nodes, where they come to lie, are more than are free together with those that leave: the window
 * stays, and the map as it is, but for what a model that coarsens has merged in looking for room.
 * Cost: four visits to each node of the level, 8^(9 - level), and two to each block that leaves:
 * 512 nodes for a step of 64 cells, but 262,144 for one of 8; and once through the table of
 * changes, where there is one. Where room must be made, at most 8 times as much and 8
 * OCT9_ROOM_STEPS blocks looked at; call again to look for more. `window` is part of what the
 * generation guards (tree.h). Changes that were noted stay good, those of what leaves are dropped,
 * and what enters is not noted; but if a larger node than `level` was noted since the set was last
 * empty, or one leaves that lies off this window's nodes (oct9_packet_lost may note such), the
 * whole set is lost (OCT9_ERR_CHANGES_LOST when it is taken). */
oct9_status_t oct9_window_move(oct9_occupancy_t *occupancy, const oct9_offset_t *by,
                               unsigned level);

/* The frame of the window, exactly: `base` is the frame in which `window` is (0, 0, 0).
 * Fails with OCT9_ERR_ARGUMENT iff the base is bad or the window's corner is no whole number of
 * millimetres from the base's: a rounded frame would move what is mapped against what is asked.
 * With cell_um a multiple of 125 every window is good. Fails with OCT9_ERR_RANGE iff the origin
 * does not fit int32_t. */
oct9_status_t oct9_window_frame(const oct9_occupancy_t *occupancy, const oct9_frame_t *base,
                                oct9_frame_t *frame);

#ifdef __cplusplus
}
#endif
#endif
