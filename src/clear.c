/* SPDX-License-Identifier: MIT */
/* Clearing a box or a sphere of an occupancy map. */
#include "port/oct9_port.h"
#include "src/occupancy.h"
#include "src/packed.h"
#include "src/room.h"
#include "src/tree_fill.h"

static void set_node(oct9_fill_t *fill, uint32_t corner, unsigned level)
{
    oct9_cell_t cell;
    oct9_morton_cell(corner, &cell);
    fill->cursor.at = oct9_packed(&cell);
    fill->cursor.level = level;
}

/* On its own, as proofs have a contract for it: which functions `lies` can be. */
static OCT9_INLINE unsigned lies_of(const oct9_fill_t *fill)
{
    return fill->lies(fill);
}

/* Notes what becomes unknown of a shape: goes through the largest nodes that lie in it. */
static void note(oct9_occupancy_t *occupancy, oct9_fill_t *fill)
{
    const uint32_t corner = fill->cursor.at;
    for (uint32_t at = 0; at < OCT9_MORTON_END;) {
        unsigned level = OCT9_LEVELS;
        while ((at & oct9_morton_below(level)) != 0)
            level--;
        set_node(fill, at, level);
        while (lies_of(fill) == OCT9_CUTS)        /* no cell is cut */
            set_node(fill, at, --level);
        if (lies_of(fill) == OCT9_COVERS)
            oct9_occupancy_note_node(occupancy, at, level, 0);
        at += oct9_morton_below(level) + 1u;
    }
    fill->cursor.at = corner;
}

static oct9_status_t clear(oct9_occupancy_t *occupancy, oct9_fill_t *fill)
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
        note(occupancy, fill);
    status = oct9_fill(fill, tree, 0, true);
    oct9_occupancy_noted(occupancy);
    return status;
}

oct9_status_t oct9_occupancy_clear_box(oct9_occupancy_t *occupancy, const oct9_box_t *box)
{
    OCT9_ASSERT(occupancy && box);
    oct9_fill_t fill;
    if (!oct9_box_good(box))
        return OCT9_ERR_BOX;
    oct9_fill_box(&fill, oct9_packed(&box->lo), oct9_packed(&box->hi) - OCT9_EACH);
    return clear(occupancy, &fill);
}

oct9_status_t oct9_occupancy_clear_sphere(oct9_occupancy_t *occupancy, const oct9_point_t *centre,
                                          uint16_t radius_q6)
{
    OCT9_ASSERT(occupancy && centre);
    oct9_fill_t fill;
    if (radius_q6 > INT16_MAX)
        return OCT9_ERR_RADIUS;
    oct9_fill_sphere(&fill, centre, radius_q6);
    return clear(occupancy, &fill);
}
