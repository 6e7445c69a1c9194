/* SPDX-License-Identifier: MIT */
/* The faces of a mesh, cut into triangles.
 *
 * The triangles of a face have its corners, and fill what its outline winds around: the inside of
 * an outline that does not cross itself, and nothing beside it, however concave it is. It may touch
 * itself, as the outline of a wall does that goes along a bridge to a window, around it and back.
 * Corners are compared in billionths of the file's unit, coarser ones only where the face is longer
 * than a million, and without rounding; what is added is not rounded.
 *
 * Two kinds of faces are filled larger, and counted. One that crosses itself, that has no area or
 * more than FACES_CORNERS_MOST corners gets the triangles of its first corner with each of its
 * sides: they hold all that it winds around. One that is not flat has no inside that is certain: it
 * is cut twice, from two corners, and gets both. A square has both diagonals then. */
#ifndef OCT9_TOOLS_FACES_H
#define OCT9_TOOLS_FACES_H

#include "tools/source/source.h"

/* A face is flat if each corner's distance from its mean plane is at most this part of the longest
 * side of the box around it. */
#define FACES_FLAT 1e-4

#define FACES_CORNERS_MOST 4096u

typedef struct {
    double at[3];      /* as the file has them */
    int64_t x, y;      /* from the first corner, in the plane of two axes */
    size_t prev, next; /* of the corners that are not yet cut off */
} faces_corner_t;

/* Set up by the reader: the source and the path, the rest zero. */
typedef struct {
    source_t *source; /* the triangles are added there */
    const char *path;
    faces_corner_t *corners; /* of the face at hand */
    size_t count, room;
    size_t *triangles; /* of that face: the numbers of their corners, three to each */
    size_t triangle_count, triangle_room;
    size_t larger;     /* the faces that were filled larger; of the first of them: */
    const char *cause; /* why, */
    const char *unit;  /* and where */
    size_t number;
} faces_t;

/* Adds a corner to the face at hand; it is within the limits of source_within. False: an error was
 * printed. */
bool faces_corner(faces_t *faces, const double at[3]);

/* Adds the triangles of the face at hand; the next corner begins another. A face of one or two
 * corners is a triangle without area, one without corners nothing. `unit` and `number` say where in
 * the file it is, as "line", 12. False: an error was printed. */
bool faces_end(faces_t *faces, const char *unit, size_t number);

/* Prints a warning if faces were filled larger. */
void faces_warn(const faces_t *faces);

void faces_free(faces_t *faces);

#endif
