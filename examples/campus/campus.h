/* SPDX-License-Identifier: MIT */
/* How the campus lies. Two rows of tiles face each other across houses: along those leads the
 * street A in the even row, the street B in the odd one, and every half tile a passage joins both.
 * Behind a hedge of each street stands a large building. */
#ifndef CAMPUS_H
#define CAMPUS_H

enum {
    CAMPUS_CELL_MM = 128,
    CAMPUS_TILES = 8,  /* along each side */
    CAMPUS_FLOOR = 64, /* cells; it is at 0 mm */
    CAMPUS_LOW_MM = -CAMPUS_FLOOR * CAMPUS_CELL_MM,
    CAMPUS_HEIGHT = 16,       /* what is known above it: a robot on the ground needs no more */
    CAMPUS_HEDGE = 368,       /* of an even row, from its low side; an odd one is its mirror */
    CAMPUS_STREET = 376,      /* to CAMPUS_HOUSES */
    CAMPUS_HOUSES = 432,      /* to the row's end */
    CAMPUS_PASSAGE_HALF = 24, /* of a passage's width; its middle is at a multiple of 256 */
    CAMPUS_RUNG_MM = 256 * CAMPUS_CELL_MM, /* from passage to passage */
    CAMPUS_SIDE_MM = (512 - (CAMPUS_STREET + CAMPUS_HOUSES) / 2) * CAMPUS_CELL_MM
    /* from a street's middle to the end of the row */
};

#endif
