/* SPDX-License-Identifier: MIT */
/* A .ply file: its header, and the numbers behind it one after the other. */
#ifndef OCT9_TOOLS_PLY_H
#define OCT9_TOOLS_PLY_H

#include "tools/format/lines.h"

#define PLY_ELEMENTS_MOST 16u
#define PLY_PROPERTIES_MOST 64u

typedef enum {
    PLY_INT8,
    PLY_UINT8,
    PLY_INT16,
    PLY_UINT16,
    PLY_INT32,
    PLY_UINT32,
    PLY_FLOAT,
    PLY_DOUBLE,
    PLY_NONE
} ply_type_t;

typedef enum { PLY_ASCII, PLY_LITTLE, PLY_BIG } ply_format_t;

typedef struct {
    const char *name;
    ply_type_t length; /* of a list's length; PLY_NONE: it is one number */
    ply_type_t type;
} ply_property_t;

typedef struct {
    const char *name;
    size_t count;
    size_t property_count; /* at least one, so that each item has its bytes */
    ply_property_t property[PLY_PROPERTIES_MOST];
} ply_element_t;

typedef struct {
    size_t element_count;
    ply_element_t element[PLY_ELEMENTS_MOST];
    ply_format_t format;
    const char *text; /* what is yet to be read of a line */
    size_t item;      /* of its element; for errors, from 1 */
} ply_t;

/* Reads the header; the data is what the lines have left. False: an error was printed. */
bool ply_header(ply_t *ply, lines_t *lines);

/* An item is a line of text, or bytes. Between its begin and its end come its numbers, one after
 * the other. False: an error was printed. */
bool ply_begin(ply_t *ply, lines_t *lines);
bool ply_number(ply_t *ply, lines_t *lines, ply_type_t type, double *number);
bool ply_end(ply_t *ply, lines_t *lines);

/* Returns whether nothing is left behind the last item. False: an error was printed. */
bool ply_finish(const ply_t *ply, lines_t *lines);

/* Prints what is wrong with the item at hand, and where it is. Returns false. */
bool ply_fail(const ply_t *ply, lines_t *lines, const char *cause);

#endif
