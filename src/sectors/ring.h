/* SPDX-License-Identifier: MIT */
/* Internal: boxes seen from the robot, and the sectors in which they are seen. */
#ifndef OCT9_SRC_RING_H
#define OCT9_SRC_RING_H

#include "oct9/sectors.h"

#include <stdbool.h>

/* A closed box, seen from the robot's middle. In a search by heights z is not read. */
typedef struct {
    int32_t low[3], high[3]; /* within +-65535 */
    int32_t gap[3];          /* its nearest point */
    uint32_t near2;          /* the square of the distance to that */
    uint32_t begin;          /* where it begins, in 65536ths of a turn, with some room */
    uint8_t first, last; /* the sectors in which it is seen, counted on from the first, so that 0
                            is `sectors`, too, at most once around */
    uint8_t least, most; /* the layers in which it is seen */
} oct9_sectors_box_t;

/* While a search runs the arrays hold distances from the robot's middle, and where nothing was
 * found one more than this. */
static inline uint32_t oct9_sectors_reach(const oct9_sectors_input_t *input)
{
    return (uint32_t)input->radius_q6 + input->range_q6;
}

/* How often the space is searched: once for each layer of heights, once for all of pitch. */
static inline unsigned oct9_sectors_searches(const oct9_sectors_input_t *input)
{
    return input->kind == OCT9_SECTORS_PITCH ? 1u : input->layers;
}

/* The heights of a layer, in a search by pitch of all that is in reach. */
void oct9_sectors_heights(const oct9_sectors_input_t *input, unsigned layer, int32_t to[2]);

/* True if a box is seen in a sector and a layer, in a search by heights in `layer`, in which it may
 * be nearer than what was found: in obstacle_q6 if `obstacle`, else in free_q6. Its low and high
 * are set. */
bool oct9_sectors_matters(const oct9_sectors_input_t *input, unsigned layer, bool obstacle,
                          oct9_sectors_box_t *box);

/* Puts a box that matters into free_q6, and if `obstacle` into obstacle_q6; what is NULL is left
 * out. */
void oct9_sectors_put(const oct9_sectors_input_t *input, const oct9_sectors_box_t *box,
                      bool obstacle);

/* Ends a slice. With OCT9_OK the distances become those from the robot's surface, with an error
 * they become 0. Returns the status. */
oct9_status_t oct9_sectors_end(const oct9_sectors_input_t *input, oct9_status_t status);

/* Sets all distances of both arrays. */
void oct9_sectors_set(const oct9_sectors_input_t *input, uint16_t to);

#endif
