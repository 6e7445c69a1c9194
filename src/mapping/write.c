/* SPDX-License-Identifier: MIT */
/* Writes to an occupancy map: an observation of a cell, a payload that a packet contains, and the
 * clearing of a box or a sphere. */
#include "oct9/occupancy.h"
#include "port/oct9_port.h"
#include "src/map/fill.h"
#include "src/map/tree.h"
#include "src/mapping/make_room.h"
#include "src/mapping/occupancy.h"
#include "src/mapping/tile.h"
#include "src/number/morton.h"

/* --- an observation --------------------------------------------------------------------------- */

oct9_status_t oct9_occupancy_observe(oct9_occupancy_t *occupancy, oct9_cell_t cell, bool hit)
{
    OCT9_ASSERT(occupancy);
    if ((cell.x | cell.y | cell.z) >= OCT9_CELLS)
        return OCT9_ERR_OUTSIDE;
    oct9_marks_t marks;
    oct9_marks_clear(&marks);
    const uint32_t at = oct9_morton_encode(&cell);
    oct9_room_refresh(occupancy);
    oct9_marks_set(hit ? marks.hit : marks.passed, at & oct9_morton_below(OCT9_TILE_LEVEL));
    oct9_tile_t tile;
    oct9_tile_begin(&tile, occupancy, &marks, oct9_morton_corner(at, OCT9_TILE_LEVEL));
    if (occupancy->model.full == OCT9_REFUSE &&
        oct9_tile_need(&tile, OCT9_MORTON_END) > oct9_occupancy_free(occupancy)) {
        occupancy->tree.failed++;
        return OCT9_ERR_POOL_FULL;
    }
    oct9_tile_apply(&tile);
    return OCT9_OK;
}

/* --- a payload that a packet contains --------------------------------------------------------- */

/* Splits a larger leaf, if there is one, and gives the node its payload. */
static void write_node(oct9_occupancy_t *occupancy, oct9_descent_t *descent, unsigned level,
                       uint16_t payload)
{
    oct9_occupancy_note_node(occupancy, descent->code, level, payload);
    OCT9_ASSERT(descent->level - level <= oct9_occupancy_free(occupancy));
    oct9_descent_split(descent, &occupancy->tree, level);
    oct9_descent_set(descent, &occupancy->tree, oct9_leaf_slot(payload));
}

/* Makes a larger leaf stand for the node and for its own earlier content. */
static void take_in(oct9_occupancy_t *occupancy, const oct9_descent_t *descent, uint16_t payload)
{
    uint16_t *const slot = oct9_descent_end(descent);
    const uint16_t before = *slot & OCT9_PAYLOAD_MAX;
    const uint16_t joined = oct9_payload_join(before, payload);
    oct9_slot_set(slot, oct9_leaf_slot(joined));
    occupancy->grown++;
    oct9_occupancy_note(occupancy, oct9_morton_corner(descent->code, descent->level),
                        descent->level, before, joined);
}

static OCT9_APART void put_there(oct9_occupancy_t *occupancy, uint32_t corner, unsigned level,
                                 uint16_t payload)
{
    oct9_descent_t descent;
    oct9_descent_find(&descent, &occupancy->tree, corner, level);
    if (*oct9_descent_end(&descent) == oct9_leaf_slot(payload))
        return;
    OCT9_ASSERT(descent.level >= level);
    if (descent.level - level <= oct9_occupancy_free(occupancy))
        write_node(occupancy, &descent, level, payload);
    else
        take_in(occupancy, &descent, payload);
    oct9_descent_merge(&descent, &occupancy->tree);
}

/* The number of blocks that the change takes; 0 also if the node already has the payload. */
static OCT9_APART unsigned blocks_for_change(oct9_occupancy_t *occupancy, uint32_t corner,
                                             unsigned level, uint16_t payload)
{
    oct9_descent_t descent;
    oct9_descent_find(&descent, &occupancy->tree, corner, level);
    return *oct9_descent_end(&descent) == oct9_leaf_slot(payload) ? 0 : descent.level - level;
}

oct9_status_t oct9_occupancy_put(oct9_occupancy_t *occupancy, uint32_t corner, unsigned level,
                                 uint16_t payload)
{
    const unsigned blocks = blocks_for_change(occupancy, corner, level, payload);
    if (blocks > oct9_occupancy_free(occupancy) && occupancy->model.full == OCT9_REFUSE) {
        occupancy->tree.failed++;
        return OCT9_ERR_POOL_FULL;
    }
    oct9_room_refresh(occupancy);
    (void)oct9_room_make(occupancy, blocks);
    put_there(occupancy, corner, level, payload);
    return OCT9_OK;
}

/* --- clearing --------------------------------------------------------------------------------- */

/* Notes what becomes unknown in a shape. It visits the largest nodes that are completely in the
 * shape. */
static void note_unknown(oct9_occupancy_t *occupancy, oct9_fill_t *fill)
{
    oct9_descent_t *const descent = &fill->descent;
    const uint32_t code = descent->code, corner = oct9_morton_corner(code, fill->level);
    for (uint32_t at = corner; at <= corner + oct9_morton_below(fill->level);) {
        unsigned relation;
        descent->code = at;
        descent->level = fill->level;
        while ((at & oct9_morton_below(descent->level)) != 0)
            descent->level--;
        while ((relation = oct9_fill_relation(fill)) == OCT9_CUTS) /* a cell is never cut */
            descent->level--;
        if (relation == OCT9_COVERS)
            oct9_occupancy_note_node(occupancy, at, descent->level, 0);
        at += oct9_morton_below(descent->level) + 1u;
    }
    descent->code = code;
}

static oct9_status_t clear_nodes(oct9_occupancy_t *occupancy, oct9_fill_t *fill)
{
    oct9_tree_t *const tree = &occupancy->tree;
    oct9_status_t status = oct9_fill(fill, tree, 0, false);
    if (status == OCT9_ERR_POOL_FULL && occupancy->model.full == OCT9_COARSEN) {
        oct9_occupancy_begin(occupancy);
        oct9_room_refresh(occupancy);
        (void)oct9_room_make(occupancy, fill->takes - fill->frees);
        oct9_occupancy_end(occupancy);
        status = oct9_fill(fill, tree, 0, false);
    }
    if (status != OCT9_OK) {
        tree->failed++;
        return status;
    }
    oct9_occupancy_heed(occupancy);
    if (occupancy->changes)
        note_unknown(occupancy, fill);
    status = oct9_fill(fill, tree, 0, true);
    oct9_occupancy_noted(occupancy);
    return status;
}

oct9_status_t oct9_occupancy_clear_box(oct9_occupancy_t *occupancy, const oct9_box_t *box)
{
    OCT9_ASSERT(occupancy && box);
    oct9_fill_t fill;
    if (!oct9_box_good(box))
        return OCT9_REFUSE();
    oct9_fill_box(&fill, box);
    return clear_nodes(occupancy, &fill);
}

oct9_status_t oct9_occupancy_clear_sphere(oct9_occupancy_t *occupancy, const oct9_point_t *centre,
                                          uint16_t radius_q6)
{
    OCT9_ASSERT(occupancy && centre);
    oct9_fill_t fill;
    if (radius_q6 > INT16_MAX)
        return OCT9_REFUSE();
    oct9_fill_sphere(&fill, centre, radius_q6);
    return clear_nodes(occupancy, &fill);
}
