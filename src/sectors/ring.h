/* SPDX-License-Identifier: MIT */
/* Internal: boxes seen from the robot, and the sectors in which they are seen. */
#ifndef OCT9_SRC_RING_H
#define OCT9_SRC_RING_H

#include "oct9/sectors.h"
#include "src/number/magnitude.h"

#include <stdbool.h>

/* Where something is seen: sectors, counted on from the first, so that 0 is `sectors`, too, at most
 * once around; and layers. */
typedef struct {
    uint8_t first, last, least, most;
} oct9_sectors_view_t;

/* A closed box, seen from the robot's middle. In a search by heights z is not read. */
typedef struct {
    int32_t low[3], high[3]; /* within +-65535 */
    int32_t gap[3];          /* its nearest point */
    uint32_t near2;          /* the square of the distance to that */
    uint32_t begin;          /* where it begins, in 65536ths of a turn, with some room */
    oct9_sectors_view_t view;
} oct9_sectors_box_t;

/* While a search runs the arrays hold distances from the robot's middle, and where nothing was
 * found one more than this. */
static inline uint32_t oct9_sectors_reach(const oct9_sectors_input_t *input)
{
    return (uint32_t)input->radius_q6 + input->range_q6;
}

/* Finds a box's nearest point on the first `axes` axes; low and high are set there. False if it is
 * out of reach. */
static inline bool oct9_sectors_near(oct9_sectors_box_t *box, unsigned axes, uint32_t reach)
{
    box->near2 = 0;
    for (unsigned a = 0; a < axes; a++) {
        const int32_t low = box->low[a], high = box->high[a];
        const int32_t gap = low > 0 ? low : high < 0 ? high : 0;
        const uint32_t length = oct9_magnitude(gap);
        if (length > reach)
            return false;
        box->gap[a] = gap;
        box->near2 += length * length;
    }
    return true;
}

/* Finds in which sectors such a box is seen, and in which layers: in a search by heights in
 * `layer`. False if it is seen in none. */
bool oct9_sectors_look(const oct9_sectors_input_t *input, unsigned layer, oct9_sectors_box_t *box);

/* True if a distance, given by its square, is below one that was found somewhere in a view: in
 * obstacle_q6 if `obstacle`, else in free_q6. */
bool oct9_sectors_nearer(const oct9_sectors_input_t *input, const oct9_sectors_view_t *view,
                         uint32_t near2, bool obstacle);

/* Puts a box that was looked at into free_q6, and if `obstacle` into obstacle_q6; what is NULL is
 * left out. */
void oct9_sectors_put(const oct9_sectors_input_t *input, const oct9_sectors_box_t *box,
                      bool obstacle);

/* Ends a slice. With OCT9_OK the distances become those from the robot's surface, with an error
 * they become 0. Returns the status. */
oct9_status_t oct9_sectors_end(const oct9_sectors_input_t *input, oct9_status_t status);

/* Sets all distances of both arrays. */
void oct9_sectors_set(const oct9_sectors_input_t *input, uint16_t to);

#endif
