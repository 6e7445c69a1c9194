/* SPDX-License-Identifier: MIT */
/* The state of a scan: the caller owns it, reads its counters and may set its floor; only the
 * library uses its other fields. See oct9/scan.h. */
#ifndef OCT9_DETAIL_SCAN_H
#define OCT9_DETAIL_SCAN_H

#include "oct9/occupancy.h"

/* What was seen of a tile of 8 x 8 x 8 cells: a bit for each cell, by its Morton code. A hit
 * wins. */
typedef struct {
    uint32_t passed[16], hit[16];
} oct9_marks_t;

/* A scan. The first five fields are counters for the caller. */
typedef struct {
    uint32_t tiles;                  /* tiles of 8 x 8 x 8 cells visited in this pass; with
                                        OCT9_REFUSE a first pass only counts blocks */
    uint32_t changed;                /* cells and larger leaves whose payload changed */
    uint32_t merged, grown, skipped; /* how much was coarsened: as in occupancy.h */
    oct9_occupancy_t *occupancy;
    uint32_t generation; /* the map's at the end of the last call */
    struct oct9_beam *beams;
    oct9_point_t origin;
    uint16_t count;
    uint16_t floor;         /* cells whose z is below it never count as passed; 0: none */
    uint8_t level;          /* of the node that is searched */
    bool counting;          /* this pass only counts whether the pool has enough blocks */
    uint32_t made;          /* blocks that the scan will take */
    uint32_t at, start;     /* Morton codes: that node's corner, and the origin's cell */
    uint32_t before;        /* the last tile that would take blocks */
    uint16_t waiting[6][8]; /* the lists of beams, for levels 3 to 8 */
    uint32_t rows[32];      /* used as bytes, one at x + 16 y, with a bit for each z */
    oct9_marks_t marks;
} oct9_scan_t;

#endif
