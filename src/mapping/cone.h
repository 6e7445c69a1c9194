/* SPDX-License-Identifier: MIT */
/* Internal: what a wide beam saw, written into an occupancy map.
 *
 * A beam that is wide reports the nearest thing somewhere on its cap: the part of the sphere around
 * the sensor, with the reading as its radius, that lies in the cone. All that is in the cone and
 * nearer is free. A scan (scan.h) has treated the beam's ray already: it passes the cells before
 * the end and hits the cell of the end. The cone then adds:
 *
 * - Each leaf with log-odds above 0 that lies in the cone, before the reading, is passed once. No
 *   other leaf is, and none is split.
 * - Of a hit that is near enough, each cell that the cap meets is hit once, but for the cell of the
 *   end. A hit gives such a cell at most the log-odds `most`: it is only one of many in which the
 *   thing may be. So a few looks through all of them clear them, where a wall stays.
 *
 * The bounds, in sub-cells, with s = OCT9_CONE_ROUNDING, which covers all rounding:
 *
 * - Each cell of which the closed cube meets the cap is hit. A cell that is hit has a point within
 *   80 of the cap: a cell and a quarter.
 * - A leaf that is passed is nearer than the reading by margin_q6 with all its points. Each of its
 *   sides moved in by loose_q6, it lies in the cone; with loose_q6 0 all of it does. A leaf is
 *   passed if, so moved in, it lies at least 2 s from the cone's side, and 2 s + margin_q6 before
 *   the reading as it is.
 *
 * With loose_q6 above 0 a thing that is thinner than that, at the side of a cell that sticks out of
 * the cone, may be passed. It lies within loose_q6 of a cell that was hit with it, because the cap
 * is as much wider, and which this cone does not pass. So add loose_q6 to the robot's radius.
 *
 * A beam of 27 degrees and cells of 40 mm: a doorway 360 mm wide becomes clear for a robot of 240
 * mm only if cells may stick out by 10 mm, loose_q6 16. With cells of 20 mm it may be 0. */
#ifndef OCT9_SRC_CONE_H
#define OCT9_SRC_CONE_H

#include "oct9/scan.h"

enum {
    OCT9_CONE_ROUNDING = 5,
    OCT9_CONE_LONGEST = 16384, /* sub-cells, 256 cells: what a longer beam saw beyond is left out */
    OCT9_CONE_LOOSE_MAX = 31
};

/* How the beams of a sensor see. */
typedef struct {
    uint16_t spread_q14; /* the tangent of the cone's half angle, 1..16384 */
    uint16_t cap_q6;     /* a hit nearer than this marks its cap; 0: none does */
    uint16_t margin_q6;  /* leaves are passed up to so far before the reading: the noise of it */
    uint8_t loose_q6;    /* 0..OCT9_CONE_LOOSE_MAX: see above */
    int8_t most;         /* log-odds, 1..the model's `highest`: of its `hit`, a look or two clear */
} oct9_cone_sight_t;

/* A cone that is being written. */
typedef struct {
    oct9_occupancy_t *occupancy;
    oct9_cone_sight_t sight;
    oct9_point_t origin;
    int32_t direction[3];        /* of length 1, Q15 */
    uint32_t reach_q6;           /* of the reading */
    uint32_t before2, shell2[2]; /* squares: of where passing ends, and of the cap's sides */
    int32_t ball_q6;             /* the radius of the ball around a cell, over the cosine */
    uint32_t end;                /* the cell of the end; OCT9_MORTON_END: none */
    uint32_t at;                 /* the node that is next, in the order of Morton codes */
    uint8_t level;               /* and its level */
    bool marking;                /* leaves are passed, and now the cap is marked */
    bool hit;                    /* it has a cap */
    int8_t status;               /* that the last call returns */
    oct9_marks_t marks;
} oct9_cone_t;

/* Begins with a beam whose ray was scanned. The origin is in the cube; the end need not be. */
void oct9_cone_begin(oct9_cone_t *cone, oct9_occupancy_t *occupancy, const oct9_point_t *origin,
                     const oct9_point_t *end, bool hit, const oct9_cone_sight_t *sight);

/* Does at most `budget` parts: a part looks at 16 nodes, or marks a tile of 8 x 8 x 8 cells.
 * Returns OCT9_OK at the end, OCT9_AGAIN when the budget is used up: call again. Nothing else may
 * write to the map between two calls. The result does not depend on the budgets.
 * Fails with OCT9_ERR_ARGUMENT iff budget is 0; at the end with OCT9_ERR_POOL_FULL, only with a
 * model that refuses, iff a tile had no room for its part of the cap: nothing is marked there, and
 * tree.failed counts the tile. All else is done. Then what was seen is not in the map. */
oct9_status_t oct9_cone_run(oct9_cone_t *cone, uint32_t budget);

#endif
