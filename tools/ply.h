/* SPDX-License-Identifier: MIT */
/* A .ply file: its header, and the numbers behind it one after the other. */
#ifndef OCT9_TOOLS_PLY_H
#define OCT9_TOOLS_PLY_H

#include <stdbool.h>
#include <stddef.h>

#define PLY_ELEMENTS_MOST 16u
#define PLY_PROPERTIES_MOST 64u

typedef enum {
    PLY_INT8, PLY_UINT8, PLY_INT16, PLY_UINT16, PLY_INT32, PLY_UINT32, PLY_FLOAT, PLY_DOUBLE,
    PLY_NONE
} ply_type_t;

typedef enum {
    PLY_ASCII, PLY_LITTLE, PLY_BIG
} ply_format_t;

typedef struct {
    const char *name;
    ply_type_t length;                    /* of a list's length; PLY_NONE: it is one number */
    ply_type_t type;
} ply_property_t;

typedef struct {
    const char *name;
    size_t count;
    size_t property_count;                /* at least one, so that each item has its bytes */
    ply_property_t property[PLY_PROPERTIES_MOST];
} ply_element_t;

typedef struct {
    size_t element_count;
    ply_element_t element[PLY_ELEMENTS_MOST];
    ply_format_t format;
    const char *at, *end;                 /* what is yet to be read */
} ply_t;

/* Reads the header at `text`, which has a 0 behind its `size` bytes; they are changed, and must
 * stay. NULL, or what is wrong with it. */
const char *ply_header(ply_t *ply, char *text, size_t size);

/* Reads the next number of the data; false: there is none. */
bool ply_number(ply_t *ply, ply_type_t type, double *number);

#endif
