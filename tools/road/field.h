/* SPDX-License-Identifier: MIT */
/* The places of a road map: all cells of a map at whose centre a sphere can be, each with a number,
 * in ascending order of z, y and x. */
#ifndef OCT9_TOOLS_FIELD_H
#define OCT9_TOOLS_FIELD_H

#include "oct9/map.h"

#include <stdbool.h>
#include <stddef.h>

#define FIELD_NONE UINT32_MAX /* no place */
#define FIELD_AROUND 26u      /* the cells around one */

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
    size_t room;
    uint32_t *pages; /* of 8 x 8 x 8 cells: 1 + where its numbers begin in `numbers`; 0: none */
    uint32_t *numbers;
    size_t number_count, number_room;
    uint32_t *sizes; /* of the part whose least place it is */
    uint64_t sweeps; /* that were made */
} field_t;

/* Finds the places. False: an error was printed. */
bool field_make(field_t *field, const char *path, const oct9_map_t *map, uint16_t radius_q6);
void field_free(field_t *field);

/* The place beside another, in one of the 26 directions; or FIELD_NONE. */
uint32_t field_beside(const field_t *field, uint32_t place, unsigned direction);

oct9_point_t field_point(const field_t *field, uint32_t place);

/* The square of the distance of two places, in cells. */
uint32_t field_square(const field_t *field, uint32_t a, uint32_t b);

/* Whether the sphere can go straight from one place to another. */
bool field_clear(field_t *field, uint32_t a, uint32_t b);

#endif
