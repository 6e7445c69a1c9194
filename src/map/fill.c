/* SPDX-License-Identifier: MIT */
/* Filling a shape, in three passes over the nodes that it cuts or covers. The first counts the
 * blocks that will be freed and made. The second frees the blocks of nodes that the shape covers.
 * The third splits the leaves that it cuts. Nothing is written before the count is known to fit.
 * Frees come before splits, so the count is the peak.
 *
 * The relation of a node to the shape's box of cells follows from its parent's relation and from
 * its number as a child alone (src/number/morton.h). */
#include "src/map/fill.h"

#include "port/oct9_port.h"
#include "src/map/tree.h"
#include "src/number/axes.h"
#include "src/number/morton.h"

enum { COUNT, COVER, CUT };

/* --- the shape ------------------------------------------------------------------------------- */

static uint32_t larger(int32_t a, int32_t b)
{
    return (uint32_t)(a > b ? a : b);
}

/* On one axis, a point relative to a node's low side: the distance from the point to the far side
 * of the node's nearest cell, 32..65600. */
static uint32_t farthest_of_nearest(int32_t point, int32_t size)
{
    if (point < 0)
        return (uint32_t)(OCT9_CELL_Q6 - point);
    if (point >= size)
        return (uint32_t)(point - size + OCT9_CELL_Q6);
    const int32_t inside = point & (OCT9_CELL_Q6 - 1);
    return larger(inside, OCT9_CELL_Q6 - inside);
}

/* The axes are independent: the node's nearest cell is the nearest to the centre on each axis. The
 * node's corner is its parent's, plus one bit on each axis for its number as a child. */
static OCT9_NOT_INLINE unsigned sphere_relation(oct9_fill_t *fill)
{
    const unsigned level = fill->descent.level;
    const int32_t size = (int32_t)OCT9_CELL_Q6 << level;
    const uint32_t radius = fill->radius_q6;
    uint32_t best = 0, all = 0; /* squares: three, each below 2^30 */
    unsigned relation = OCT9_COVERS, child = oct9_morton_child(fill->descent.code, level);
    for (unsigned a = 0; a < 3; a++, child >>= 1) {
        const unsigned above = oct9_cell_axis(&fill->corner, a) & ~((2u << level) - 1u);
        const unsigned low = above | (child & 1u) << level;
        oct9_cell_set_axis(&fill->corner, a, low);
        const int32_t point = oct9_point_axis(&fill->centre, a) - oct9_cell_low(low);
        const uint32_t near = farthest_of_nearest(point, size), far = larger(point, size - point);
        if (near > radius)
            return OCT9_APART_FROM;
        best += near * near;
        if (far > radius)
            relation = OCT9_CUTS;
        else
            all += far * far;
    }
    if (best > radius * radius)
        return OCT9_APART_FROM;
    return all > radius * radius ? OCT9_CUTS : relation;
}

/* The box cuts a node that it overlaps if a face of the box that may cut the node is inside it. */
unsigned oct9_fill_relation(oct9_fill_t *fill)
{
    const unsigned level = fill->descent.level, span = fill->span[level];
    const unsigned child = oct9_morton_child(fill->descent.code, level);
    const unsigned above = fill->cut[level + 1u];
    fill->cut[level] = (uint8_t)oct9_span_cut(above, span, child);
    if (oct9_span_beyond(above, span, child) != 0)
        return OCT9_APART_FROM;
    if (fill->is_sphere)
        return sphere_relation(fill);
    return (fill->cut[level] & fill->inside[level]) != 0 ? OCT9_CUTS : OCT9_COVERS;
}

/* Sets the box of cells from low to high, both included. */
static void set_cell_box(oct9_fill_t *fill, const oct9_cell_t *low, const oct9_cell_t *high)
{
    const uint32_t from = oct9_morton_encode(low), to = oct9_morton_encode(high);
    unsigned inside = 0;
    fill->level = 0;
    for (unsigned l = 0; l <= OCT9_LEVELS; l++) {
        const unsigned span = oct9_morton_child(from, l) | oct9_morton_child(~to, l) << 3;
        fill->span[l] = (uint8_t)span;
        fill->inside[l] = (uint8_t)inside;
        fill->cut[l + 1u] = 63;
        inside |= span;
        if (from >> 3u * l != to >> 3u * l)
            fill->level = (uint8_t)(l + 1u);
    }
    fill->descent.code = from;
    oct9_cell_copy(&fill->corner, low);
}

void oct9_fill_box(oct9_fill_t *fill, const oct9_box_t *box)
{
    const oct9_cell_t last = { (uint16_t)(box->hi.x - 1u), (uint16_t)(box->hi.y - 1u),
                               (uint16_t)(box->hi.z - 1u) };
    fill->is_sphere = false;
    set_cell_box(fill, &box->lo, &last);
}

/* The cell at a distance from the low face of the cube, or the nearest one in the cube. */
static uint16_t cell_near(int32_t at)
{
    return (uint16_t)(at < 0 ? 0 : at < OCT9_CUBE_Q6 ? at >> 6 : OCT9_CELLS - 1);
}

/* The box contains, on each axis, the cells between the sphere's sides, or one cell if there is
 * none between them. */
void oct9_fill_sphere(oct9_fill_t *fill, const oct9_point_t *centre, uint16_t radius_q6)
{
    oct9_cell_t low, high;
    const int32_t reach = radius_q6 - OCT9_CELL_Q6;
    for (unsigned a = 0; a < 3; a++) {
        const int32_t at = oct9_point_axis(centre, a) - OCT9_LOW_Q6; /* sums within 2^17 */
        const uint16_t first = cell_near(at - reach - 1), last = cell_near(at + reach);
        oct9_cell_set_axis(&low, a, first);
        oct9_cell_set_axis(&high, a, last < first ? first : last);
    }
    fill->is_sphere = true;
    oct9_point_copy(&fill->centre, centre);
    fill->radius_q6 = radius_q6;
    set_cell_box(fill, &low, &high);
}

/* --- the passes ------------------------------------------------------------------------------ */

/* Does the pass's work on the node at which the descent ends, and goes on to its first child.
 * Returns false if there is nothing to do below the node. A cut node has level > 0, because a cell
 * is either covered or apart. While blocks are only counted, the slot of a leaf that would be split
 * also serves as its children's. */
static bool enter_node(oct9_fill_t *fill)
{
    uint16_t *const slot = oct9_descent_end(&fill->descent);
    uint16_t *children = slot;
    const unsigned relation = oct9_fill_relation(fill);
    if (relation == OCT9_APART_FROM)
        return false;
    if (*slot < OCT9_SLOT_LEAF) {
        fill->frees += relation - OCT9_CUTS;
        children = fill->tree->pool[*slot].slot;
    } else if (relation == OCT9_COVERS) {
        if (fill->pass != COUNT)
            oct9_slot_set(slot, fill->leaf);
        return false;
    } else if (*slot == fill->leaf || fill->pass == COVER) {
        return false;
    } else if (fill->pass == CUT) {
        children = oct9_tree_split(fill->tree, slot);
    } else {
        fill->takes++;
    }
    oct9_descent_to(&fill->descent, children);
    oct9_descent_name(&fill->descent, 0);
    return true;
}

/* Goes to the next sibling that overlaps the box. Returns false if there is none. */
static OCT9_APART bool next_sibling(oct9_fill_t *fill)
{
    oct9_descent_t *const descent = &fill->descent;
    const unsigned level = descent->level;
    unsigned meets = oct9_span_meets(fill->cut[level + 1u], fill->span[level]) >>
                     oct9_morton_child(descent->code, level);
    unsigned steps = 0;
    do {
        meets >>= 1;
        if (meets == 0)
            return false;
        steps++;
    } while (!(meets & 1u));
    if (descent->slot[level] != descent->slot[level + 1u])
        descent->slot[level] += steps;
    descent->code += (uint32_t)steps << 3u * level;
    return true;
}

/* One pass. */
static void run_pass(oct9_fill_t *fill, unsigned pass)
{
    fill->pass = (uint8_t)pass;
    for (;;) {
        if (enter_node(fill))
            continue;
        for (;;) {
            if (fill->descent.level == fill->top)
                return;
            if (next_sibling(fill))
                break;
            fill->descent.level++;
            if (fill->pass != COUNT)
                (void)oct9_tree_merge(fill->tree, oct9_descent_end(&fill->descent));
        }
    }
}

oct9_status_t oct9_fill(oct9_fill_t *fill, oct9_tree_t *tree, uint16_t payload, bool writes)
{
    if (payload > OCT9_PAYLOAD_MAX)
        return OCT9_REFUSE();
    fill->tree = tree;
    fill->leaf = oct9_leaf_slot(payload);
    fill->takes = 0;
    fill->frees = 0;
    oct9_descent_find(&fill->descent, tree, fill->descent.code, fill->level);
    fill->top = (uint8_t)fill->descent.level;
    run_pass(fill, COUNT);
    if (fill->takes > fill->frees + tree->capacity - tree->used) {
        tree->failed += writes;
        return OCT9_ERR_POOL_FULL;
    }
    if (!writes)
        return OCT9_OK;
    oct9_tree_touch(tree);
    if (fill->frees != 0)
        run_pass(fill, COVER);
    run_pass(fill, CUT);
    oct9_descent_merge(&fill->descent, tree);
    oct9_tree_touch(tree);
    return OCT9_OK;
}

oct9_status_t oct9_tree_fill_box(oct9_tree_t *tree, const oct9_box_t *box, uint16_t payload)
{
    OCT9_ASSERT(tree && box);
    oct9_fill_t fill;
    if (!oct9_box_good(box))
        return OCT9_REFUSE();
    oct9_fill_box(&fill, box);
    return oct9_fill(&fill, tree, payload, true);
}

oct9_status_t oct9_tree_fill_sphere(oct9_tree_t *tree, const oct9_point_t *centre,
                                    uint16_t radius_q6, uint16_t payload)
{
    OCT9_ASSERT(tree && centre);
    oct9_fill_t fill;
    if (radius_q6 > INT16_MAX)
        return OCT9_REFUSE();
    oct9_fill_sphere(&fill, centre, radius_q6);
    return oct9_fill(&fill, tree, payload, true);
}
