/* SPDX-License-Identifier: MIT */
/* The state of what a wide beam saw: a part of oct9_mapper_t, of which only the library uses the
 * fields. See src/mapping/cone.h. */
#ifndef OCT9_DETAIL_CONE_H
#define OCT9_DETAIL_CONE_H

#include "oct9/scan.h"

/* How the beams of a sensor see. */
typedef struct {
    uint16_t spread_q14; /* the tangent of the cone's half angle, 1..16384 */
    uint16_t cap_q6;     /* a hit nearer than this marks its cap; 0: none does */
    uint16_t margin_q6;  /* leaves are passed up to so far before the reading: the noise of it */
    uint8_t loose_q6;    /* 0..31: how far a cell may stick out of the cone */
    int8_t most;         /* log-odds, 1..the model's `highest`: of its `hit`, 3 looks clear */
} oct9_cone_sight_t;

/* A cone that is being written. */
typedef struct {
    oct9_occupancy_t *occupancy;
    const oct9_cone_sight_t *sight;
    oct9_point_t origin;
    int32_t direction[3];        /* of length 1, Q15 */
    uint32_t reach_q6;           /* of the reading */
    uint32_t before2, shell2[2]; /* squares: of where passing ends, and of the cap's sides */
    int32_t cap, least;          /* how far along the axis the cap begins, and what is looked for */
    int32_t ball_q6;             /* the radius of the ball around a cell, over the cosine */
    uint32_t end;                /* the cell of the end; 2^27: none */
    uint32_t at;                 /* the node that is next, or the tile that is marked */
    oct9_cell_t first, last, tile; /* tiles: the corners of the box around the cap, and the next */
    uint16_t floor;                /* cells below are not passed; may be set after begin */
    uint8_t level;                 /* of the node that is next */
    uint8_t stage;
    bool hit;      /* it has a cap */
    int8_t status; /* that the last call returns */
    oct9_marks_t marks;
} oct9_cone_t;

#endif
