/* SPDX-License-Identifier: MIT */
/* The header of a .pcd file: where x, y and z stand. */
#ifndef OCT9_TOOLS_PCD_H
#define OCT9_TOOLS_PCD_H

#include "tools/format/lines.h"

typedef enum { PCD_ASCII, PCD_BINARY, PCD_COMPRESSED } pcd_data_t;

/* One of x, y, z. */
typedef struct {
    size_t offset; /* bytes before it in a point */
    size_t column; /* numbers before it in a line */
    size_t size;   /* 4 or 8: float or double */
} pcd_field_t;

typedef struct {
    pcd_field_t field[3];
    size_t points;  /* at most INT32_MAX */
    size_t stride;  /* bytes of a point, at most PCD_STRIDE_MOST */
    size_t columns; /* numbers of a point, no more than bytes */
    pcd_data_t data;
    double viewpoint[7]; /* where the sensor was, and its turn as w x y z; all zero: not said */
} pcd_t;

#define PCD_STRIDE_MOST 65536u

/* Reads the header; the points are what the lines have left. False: an error was printed. */
bool pcd_header(pcd_t *pcd, lines_t *lines);

#endif
