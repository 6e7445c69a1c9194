/* SPDX-License-Identifier: MIT */
/* Forgetting: leaves that are not seen for a time fade to unknown.
 *
 * A sweep goes round the whole map, a few leaves at each call, so that all are treated alike. It
 * ages each leaf by a round; one older than the model's `keep` rounds loses `fade` of its
 * log-odds, free or occupied, until it is unknown. An update makes a leaf young again. Of a leaf
 * that merged with some that the round had treated already, an obstacle waits for the next round,
 * and free space is treated again. A round goes by places in the cube: what a move of the window
 * puts elsewhere may be treated twice or not at all in that round. How long a round takes is the
 * caller's: he calls at the pace he likes and waits between rounds. */
#ifndef OCT9_FORGET_H
#define OCT9_FORGET_H

#include "oct9/occupancy.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Goes on by at most `budget` leaves: OCT9_OK when a round has ended with this call, OCT9_AGAIN
 * otherwise. Needs no blocks; gives back what merges. The map may change between two calls.
 * Fails with OCT9_ERR_BUDGET iff budget is 0. Cost: 9 levels down and up for each leaf. A larger
 * leaf that becomes unknown is noted, where changes are, by nodes that are aligned in the world: 8
 * times as many for each level that the window lies off its size (up to 8^6 for one of 512 cells),
 * until the table is full. */
oct9_status_t oct9_forget(oct9_occupancy_t *occupancy, uint32_t budget);

#ifdef __cplusplus
}
#endif
#endif
