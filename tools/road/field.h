/* SPDX-License-Identifier: MIT */
/* The places of a road map: the cells in a box of a map at whose centre a sphere can be, each with
 * a number, in ascending order of z, y and x. */
#ifndef OCT9_TOOLS_FIELD_H
#define OCT9_TOOLS_FIELD_H

#include "oct9/map.h"

#include <stdbool.h>
#include <stddef.h>

#define FIELD_NONE UINT32_MAX                 /* no place */
#define FIELD_AROUND 26u                      /* the cells around one */
#define FIELD_FARTHEST_Q6 (16 * OCT9_CELL_Q6) /* clearances end there */

/* Cells, from low to before high. */
typedef struct {
    uint16_t low[3], high[3];
} field_box_t;

typedef struct {
    uint16_t at[3];     /* the cell */
    uint16_t clearance; /* the sphere may go so far from the centre, in sub-cells, at least */
    uint32_t part;      /* the least place that it can go to, from centre to centre beside it */
} place_t;

typedef struct {
    const char *path; /* named in errors */
    const oct9_map_t *map;
    uint16_t radius_q6;
    place_t *places;
    uint32_t count;
    size_t place_room;
    uint32_t *pages; /* of 8 x 8 x 8 cells: 1 + where its numbers begin in `numbers`; 0: none */
    uint32_t *numbers;
    size_t number_count, number_room;
    uint32_t *sizes; /* of the part whose least place it is */
    uint16_t *room;  /* of a flat box: of each place in how many steps around none is missing;
                        else NULL */
    uint16_t *open;  /* and in how many all lines are clear */
} field_t;

/* Whether a box is low: there a sphere moves on a floor. */
bool field_box_flat(const field_box_t *box);

/* Finds the places in a box; there may be none. False: an error was printed. */
bool field_make(field_t *field, const char *path, const oct9_map_t *map, uint16_t radius_q6,
                const field_box_t *box);
void field_free(field_t *field);

/* The place in a cell, which may be outside of the cube; or FIELD_NONE. */
uint32_t field_at(const field_t *field, const int at[3]);

/* The place beside another, in one of the 26 directions; or FIELD_NONE. */
uint32_t field_beside(const field_t *field, uint32_t place, unsigned direction);

oct9_point_t field_point(const field_t *field, uint32_t place);

/* The square of the distance of two places, in cells. */
uint32_t field_square(const field_t *field, uint32_t a, uint32_t b);

/* How far from what blocks a place is, to compare places by: in a flat box, where a floor is always
 * near, to all sides but not up and down. */
uint16_t field_room(const field_t *field, uint32_t place);

/* Whether the sphere can go straight from one place to another. */
bool field_clear(const field_t *field, uint32_t a, uint32_t b);

/* The same, by a sweep in any case. */
bool field_swept(const field_t *field, uint32_t a, uint32_t b);

/* Whether it can go to the centre of a cell. */
bool field_reaches(const field_t *field, uint32_t place, const uint16_t cell[3]);

#endif
