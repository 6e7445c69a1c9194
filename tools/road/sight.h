/* SPDX-License-Identifier: MIT */
/* What the vertices of a road map see: the places that the sphere can go to straight from there. */
#ifndef OCT9_TOOLS_SIGHT_H
#define OCT9_TOOLS_SIGHT_H

#include "tools/road/field.h"

/* One place that one vertex sees. */
typedef struct {
    uint32_t next; /* 1 + the next one of the place; 0: none */
    uint32_t vertex;
} seen_t;

typedef struct {
    field_t *field;
    uint32_t *queue; /* what was seen last: `count` places, itself first */
    uint32_t count;
    uint32_t *stamp, mark;
    uint32_t *vertices; /* the places of all vertices */
    uint32_t vertex_count;
    size_t vertex_room;
    uint32_t *first; /* of each place: 1 + its first in `seen`; 0: no vertex sees it */
    seen_t *seen;
    uint32_t seen_count;
    size_t seen_room;
} sight_t;

/* Begins without vertices. False: an error was printed. */
bool sight_begin(sight_t *sight, field_t *field);
void sight_end(sight_t *sight);

/* Looks from a place, as far as 32 cells; in a flat box as far as 112. It goes from one place that
 * it sees to those beside it: what it sees is in one piece. */
void sight_look(sight_t *sight, uint32_t place);

/* Adds a vertex, and all that it sees. False: an error was printed. */
bool sight_add(sight_t *sight, uint32_t place);

/* Takes away the vertices from that number on. */
void sight_cut(sight_t *sight, uint32_t count);

/* The first vertex that sees a place; then the next one. NULL: there are no more. */
const seen_t *sight_first(const sight_t *sight, uint32_t place);
const seen_t *sight_next(const sight_t *sight, const seen_t *seen);

#endif
