/* SPDX-License-Identifier: MIT */
/* The header of a .pcd file: where x, y and z stand. */
#ifndef OCT9_TOOLS_PCD_H
#define OCT9_TOOLS_PCD_H

#include <stdbool.h>
#include <stddef.h>

typedef enum {
    PCD_ASCII,
    PCD_BINARY,
    PCD_COMPRESSED
} pcd_data_t;

/* One of x, y, z. */
typedef struct {
    size_t offset;                        /* bytes before it in a point */
    size_t column;                        /* numbers before it in a line */
    size_t size;                          /* 4 or 8: float or double */
} pcd_field_t;

typedef struct {
    pcd_field_t field[3];
    size_t points;
    size_t stride;                        /* bytes of a point, at most PCD_STRIDE_MOST */
    size_t columns;                       /* numbers of a point, no more than bytes */
    size_t data_begin;                    /* where the points begin in the file */
    pcd_data_t data;
} pcd_t;

#define PCD_STRIDE_MOST 65536u

/* Reads the header at `text`, which has a 0 behind its `size` bytes; they are changed. NULL, or
 * what is wrong with it. */
const char *pcd_header(pcd_t *pcd, char *text, size_t size);

#endif
