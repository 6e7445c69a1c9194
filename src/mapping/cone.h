/* SPDX-License-Identifier: MIT */
/* Internal: what a wide beam saw, written into an occupancy map.
 *
 * A beam that is wide reports the nearest thing somewhere on its cap: the part of the sphere around
 * the sensor, with the reading as its radius, that lies in the cone. All that is in the cone and
 * nearer is free. A scan (scan.h) has treated the beam's ray already: it passes the cells before
 * the end and hits the cell of the end. The cone then adds:
 *
 * - Each leaf with log-odds above 0 that lies in the cone, before the reading, is passed once. No
 *   other leaf is. A leaf of level 1 that lies in it in part is split, where blocks are left.
 * - Of a hit that is near enough, each cell is hit once, except the cell of the end, that the cap
 *   meets and that a farther reading of the same beam would pass: what is marked can be cleared. A
 *   hit gives such a cell at most the log-odds `most`: it is only one of many in which the thing
 *   may be. So a few looks through all of them clear them, where a wall stays.
 *
 * The bounds, in sub-cells, with s = OCT9_CONE_ROUNDING, which covers all rounding:
 *
 * - With loose_q6 24, each point of the cap is within 84, a cell and a third, of a cell that is
 *   hit, the end's included; with less, within 84 + 2.5 (24 - loose_q6). Only the rim of the cap is
 *   so far from one: what comes nearer to the axis is hit itself. A cell that is hit has a point
 *   within 5 of the cap's sphere.
 * - A leaf that is passed is nearer than the reading by margin_q6 with all its points. Each of its
 *   sides moved in by loose_q6, it lies in the cone; with loose_q6 0 all of it does. A leaf is
 *   passed if, so moved in, it lies at least 2 s from the cone's side, and 2 s + margin_q6 before
 *   the reading as it is.
 *
 * With loose_q6 above 0 a cell is passed of which a part is not seen, at most so far from its
 * sides. What lies in that part alone is lost until a beam sees it again. So loose_q6 is an error
 * of the map's places.
 *
 * A beam of 27 degrees and cells of 40 mm: a doorway 360 mm wide becomes clear for a robot of 240
 * mm only if cells may stick out by 15 mm, loose_q6 24. With cells of 20 mm it may be 0. */
#ifndef OCT9_SRC_CONE_H
#define OCT9_SRC_CONE_H

#include "oct9/detail/cone.h"

enum {
    OCT9_CONE_ROUNDING = 5,
    OCT9_CONE_LONGEST = 16384, /* sub-cells, 256 cells: what a longer beam saw beyond is left out */
    OCT9_CONE_LOOSE_MAX = 31
};

/* Begins with a beam whose ray was scanned. The origin is in the cube; the end need not be. The
 * cone keeps `sight`. */
void oct9_cone_begin(oct9_cone_t *cone, oct9_occupancy_t *occupancy, const oct9_point_t *origin,
                     const oct9_point_t *end, bool hit, const oct9_cone_sight_t *sight);

/* Does at most `*budget` parts, and takes them from it: a part looks at 16 nodes, or marks a tile
 * of 8 x 8 x 8 cells. Returns OCT9_OK at the end, OCT9_AGAIN when the budget is used up: call
 * again. Nothing else may write to the map between two calls. The result does not depend on the
 * budgets. Fails at the end with OCT9_ERR_POOL_FULL, only with a model that refuses, iff a tile had
 * no room for its part of the cap: nothing is marked there, and tree.failed counts the tile. All
 * else is done. Then what was seen is not in the map. */
oct9_status_t oct9_cone_run(oct9_cone_t *cone, uint32_t *budget);

#endif
