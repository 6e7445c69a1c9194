/* SPDX-License-Identifier: MIT */
/* Internal: boxes seen from the robot, and the sectors in which they are seen. */
#ifndef OCT9_SRC_RING_H
#define OCT9_SRC_RING_H

#include "oct9/sectors.h"

#include <stdbool.h>

/* A closed box, relative to the robot's middle, within +-65535. In a search by heights z is not
 * read. */
typedef struct {
    int32_t low[3], high[3];
} oct9_sectors_box_t;

/* Where a box is seen. Sectors are counted on from the one in which it begins: 0 is `sectors`, too.
 * Layers are those whose obstacles it may be. */
typedef struct {
    uint32_t near2;       /* the square of its distance */
    uint16_t first, last; /* sectors */
    uint16_t least, most; /* layers */
} oct9_sectors_look_t;

/* While a search runs the arrays hold distances from the robot's middle, and where nothing was
 * found one more than this. */
static inline uint32_t oct9_sectors_reach(const oct9_sectors_input_t *input)
{
    return (uint32_t)input->radius_q6 + input->range_q6;
}

/* Fills in where a box is seen; `layer` is the one that a search by heights is in. False if it is
 * seen in no layer. */
bool oct9_sectors_look(const oct9_sectors_input_t *input, const oct9_sectors_box_t *box,
                       unsigned layer, oct9_sectors_look_t *look);

/* True if the box is nearer than what was found, in some sector in which it is seen: in obstacle_q6
 * if `obstacle`, else in free_q6. */
bool oct9_sectors_nearer(const oct9_sectors_input_t *input, const oct9_sectors_look_t *look,
                         bool obstacle);

/* Puts a box, which oct9_sectors_look has seen, into free_q6, and if `obstacle` into obstacle_q6;
 * what is NULL is left out. */
void oct9_sectors_put(const oct9_sectors_input_t *input, const oct9_sectors_box_t *box,
                      const oct9_sectors_look_t *look, bool obstacle);

/* Ends a slice. With OCT9_OK the distances become those from the robot's surface, with an error
 * they become 0. Returns the status. */
oct9_status_t oct9_sectors_end(const oct9_sectors_input_t *input, oct9_status_t status);

/* Sets all distances of both arrays. */
void oct9_sectors_set(const oct9_sectors_input_t *input, uint16_t to);

#endif
