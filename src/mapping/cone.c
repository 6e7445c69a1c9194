/* SPDX-License-Identifier: MIT */
/* Cones. Both searches go depth first in the order of Morton codes: the first through the blocks of
 * the tree, of which it leaves out those apart from the cone; the second through the nodes of the
 * cube, down to tiles that the cap may meet, of which it tests groups of cells, and then cells.
 *
 * A place is the vector from the origin to a node's middle, in sub-cells. Origin and node are in
 * the cube, so each coordinate is within 2^15. A node that meets the ball around the origin with
 * the reading as its radius, at most 2^14 + 5, has its middle within that and half of its diagonal:
 * 30,580 of level 8, and that of level 9 is within 28,378 anyway. So the length of a place that is
 * compared with the cone is below 2^15 - 2^11.
 *
 * The direction has the length 2^15 within 2. So its products with such a place, as vectors, are
 * below 2^30, and no sum in them is larger: the parts of a sum belong to parts of the vectors.
 *
 * The rounding. The direction's length is off by 2^-16 of it, its elements by half of 1 / 2^15: at
 * 2^14 sub-cells that is 0.3 and 0.5. A product is rounded by half, three of them across by 0.9. So
 * what is across is within 1.7, and what is along within 1.3; times the tangent, at most 1, which
 * is rounded by 1 more, within 2.3: 4 together, and OCT9_CONE_ROUNDING is 5. */
#include "src/mapping/cone.h"

#include "port/oct9_port.h"
#include "src/map/tree.h"
#include "src/mapping/make_room.h"
#include "src/mapping/tile.h"
#include "src/number/axes.h"
#include "src/number/morton.h"

enum {
    PART = 16, /* nodes that a part looks at */
    TILE = OCT9_TILE_LEVEL,
    HALF = OCT9_CELL_Q6 / 2,
    HALF_DIAGONAL = 56,                        /* 55.43, of a cell */
    SEEN_FROM = (OCT9_NEUTRAL + 1) * OCT9_AGES /* the least payload above log-odds 0 */
};

/* --- a node and the cone ---------------------------------------------------------------------- */

static uint32_t square(int32_t x)
{
    return (uint32_t)(x * x);
}

static int32_t magnitude(int32_t x)
{
    return x < 0 ? -x : x;
}

/* The middle of the node at a corner. */
static void set_place(const oct9_cone_t *cone, uint32_t corner, unsigned level, int32_t place[3])
{
    oct9_cell_t cell;
    oct9_morton_decode(corner, &cell);
    for (unsigned a = 0; a < 3; a++)
        place[a] = oct9_cell_low(oct9_cell_axis(&cell, a)) + (HALF << level) -
                   oct9_point_axis(&cone->origin, a);
}

/* The middle of a child of a node of `level`. */
static void set_child(const int32_t place[3], unsigned level, unsigned child, int32_t to[3])
{
    const int32_t by = (HALF / 2) << level;
    for (unsigned a = 0; a < 3; a++)
        to[a] = child >> a & 1u ? place[a] + by : place[a] - by;
}

/* The squares of the distances to a node's nearest point and to its farthest. Its farthest corner
 * is within 2^15 on each axis, so that three squares are below 2^32. */
static void set_squares(const int32_t place[3], unsigned level, uint32_t *near, uint32_t *far)
{
    const int32_t half = HALF << level;
    *near = *far = 0;
    for (unsigned a = 0; a < 3; a++) {
        const int32_t middle = magnitude(place[a]);
        *far += square(middle + half);
        if (middle > half)
            *near += square(middle - half);
    }
}

/* Rounds a number in Q15 to the nearest integer. */
static int32_t rounded(int32_t q15)
{
    return (q15 < 0 ? q15 - 16384 : q15 + 16384) / 32768;
}

/* How far a place lies along the cone's axis, times the tangent: the cone's radius there. */
static int32_t radius_at(const oct9_cone_t *cone, const int32_t place[3])
{
    const int32_t *const d = cone->direction;
    const int32_t along = rounded(place[0] * d[0] + place[1] * d[1] + place[2] * d[2]);
    return along * cone->sight.spread_q14 / OCT9_ONE_Q14; /* at most 2^29 */
}

/* The square of how far a place lies from the cone's axis: as that of the place, below 2^30. */
static uint32_t across2(const oct9_cone_t *cone, const int32_t place[3])
{
    const int32_t *const d = cone->direction;
    return square(rounded(place[1] * d[2] - place[2] * d[1])) +
           square(rounded(place[2] * d[0] - place[0] * d[2])) +
           square(rounded(place[0] * d[1] - place[1] * d[0]));
}

/* across <= radius, for a square below 2^30. */
static bool within(uint32_t across2, int32_t radius)
{
    return radius >= 32768 || (radius >= 0 && across2 <= square(radius));
}

enum { APART, MEETS, HOLDS };

/* MEETS if the ball around a node meets the cone, which is wider by what it may be; HOLDS if its
 * middle lies in that. */
static unsigned relation(const oct9_cone_t *cone, const int32_t place[3], unsigned level)
{
    const uint32_t across = across2(cone, place);
    const int32_t radius = radius_at(cone, place) + OCT9_CONE_ROUNDING + cone->sight.loose_q6;
    if (within(across, radius))
        return HOLDS;
    return within(across, radius + (cone->ball_q6 << level)) ? MEETS : APART; /* below 2^17 */
}

/* True if the leaf, its sides moved in, lies in the cone: all its corners do, as a cone is convex.
 */
static bool inside(const oct9_cone_t *cone, const int32_t place[3], unsigned level)
{
    const int32_t by = (HALF << level) - cone->sight.loose_q6;
    int32_t corner[3];
    uint32_t near, far;
    set_squares(place, level, &near, &far);
    if (far > cone->before2)
        return false;
    for (unsigned i = 0; i < 8; i++) {
        for (unsigned a = 0; a < 3; a++)
            corner[a] = i >> a & 1u ? place[a] + by : place[a] - by;
        if (!within(across2(cone, corner), radius_at(cone, corner) - OCT9_CONE_ROUNDING))
            return false;
    }
    return true;
}

/* --- leaves that are passed ------------------------------------------------------------------- */

/* How many of the block's children are inner nodes or above log-odds 0. */
static unsigned count_of_interest(const oct9_block_t *block)
{
    unsigned count = 0;
    for (unsigned i = 0; i < 8; i++)
        count += block->slot[i] < OCT9_SLOT_LEAF || block->slot[i] >= OCT9_SLOT_LEAF + SEEN_FROM;
    return count;
}

/* Passes the leaves of a block that are inside. Returns true if there are such. */
static bool pass_leaves(const oct9_cone_t *cone, oct9_block_t *block, uint32_t corner,
                        unsigned level, const int32_t place[3])
{
    oct9_occupancy_t *const occupancy = cone->occupancy;
    const uint32_t cells = oct9_morton_below(level - 1u) + 1u;
    bool any = false;
    for (unsigned i = 0; i < 8; i++, corner += cells) {
        int32_t middle[3];
        if (block->slot[i] < OCT9_SLOT_LEAF + SEEN_FROM)
            continue;
        set_child(place, level, i, middle);
        if (!inside(cone, middle, level - 1u))
            continue;
        const uint16_t before = block->slot[i] & OCT9_PAYLOAD_MAX;
        const uint16_t after = oct9_payload_seen(&occupancy->model, before, false);
        if (!any)
            oct9_occupancy_begin(occupancy);
        any = true;
        oct9_slot_set(&block->slot[i], oct9_leaf_slot(after));
        oct9_occupancy_note(occupancy, corner, level - 1u, before, after);
    }
    return any;
}

/* Visits the block at which the path ends: its leaves, not the blocks below it. Returns true if
 * there may be something to do in these. */
static bool visit(const oct9_cone_t *cone, oct9_descent_t *descent)
{
    oct9_tree_t *const tree = &cone->occupancy->tree;
    oct9_block_t *const block = &tree->pool[*oct9_descent_end(descent)];
    const unsigned level = descent->level;
    const uint32_t corner = oct9_morton_corner(descent->code, level);
    int32_t place[3];
    uint32_t near, far;
    if (count_of_interest(block) == 0)
        return false;
    set_place(cone, corner, level, place);
    set_squares(place, level, &near, &far);
    if (near > cone->before2 || relation(cone, place, level) == APART)
        return false;
    if (!pass_leaves(cone, block, corner, level, place))
        return true;
    if (oct9_tree_merge(tree, oct9_descent_end(descent)))
        oct9_descent_merge(descent, tree);
    oct9_occupancy_end(cone->occupancy);
    return true;
}

/* Goes to the next block, in the one at which the path ends or behind it. Returns false if there is
 * none. */
static bool go_on(const oct9_cone_t *cone, oct9_descent_t *descent, bool into)
{
    unsigned child = into ? 0 : 8;
    for (;;) {
        if (*oct9_descent_end(descent) < OCT9_SLOT_LEAF &&
            oct9_descent_inner(descent, cone->occupancy->tree.pool, child))
            return true;
        if (descent->level == OCT9_LEVELS)
            return false;
        child = oct9_descent_up(descent);
    }
}

/* Begins the next search at the cube. */
static void start(oct9_cone_t *cone, bool marking)
{
    cone->at = marking && !cone->hit ? OCT9_MORTON_END : 0;
    cone->level = OCT9_LEVELS;
    cone->marking = marking;
}

static OCT9_APART void pass_part(oct9_cone_t *cone)
{
    oct9_descent_t descent;
    oct9_descent_find(&descent, &cone->occupancy->tree, cone->at, cone->level);
    for (unsigned i = 0; i < PART; i++) {
        const bool inner = *oct9_descent_end(&descent) < OCT9_SLOT_LEAF;
        if (!go_on(cone, &descent, inner && visit(cone, &descent))) {
            start(cone, true);
            return;
        }
    }
    cone->at = oct9_morton_corner(descent.code, descent.level);
    cone->level = (uint8_t)descent.level;
}

/* --- the cap ---------------------------------------------------------------------------------- */

/* Squares of distances that the cap has. */
static inline bool in_shell(const oct9_cone_t *cone, uint32_t near, uint32_t far)
{
    return near <= cone->shell2[1] && far >= cone->shell2[0];
}

static unsigned cap_relation(const oct9_cone_t *cone, const int32_t place[3], unsigned level)
{
    uint32_t near, far;
    set_squares(place, level, &near, &far);
    return in_shell(cone, near, far) ? relation(cone, place, level) : APART;
}

/* The cells that the cap may meet, of eight around a place, as bits. In a group whose middle is in
 * the cone, the ball around each cell meets it. Its squares are the same of two cells on an axis.
 */
static unsigned cells_of(const oct9_cone_t *cone, const int32_t place[3], bool holds)
{
    uint32_t near[3][2], far[3][2];
    unsigned cells = 0;
    for (unsigned a = 0; a < 3; a++)
        for (unsigned upper = 0; upper < 2; upper++) {
            const int32_t middle = magnitude(upper ? place[a] + HALF : place[a] - HALF);
            far[a][upper] = square(middle + HALF);
            near[a][upper] = middle > HALF ? square(middle - HALF) : 0;
        }
    for (unsigned i = 0; i < 8; i++) {
        const unsigned x = i & 1u, y = i >> 1 & 1u, z = i >> 2;
        int32_t middle[3];
        if (!in_shell(cone, near[0][x] + near[1][y] + near[2][z],
                      far[0][x] + far[1][y] + far[2][z]))
            continue;
        set_child(place, 1, i, middle);
        if (holds || relation(cone, middle, 0) != APART)
            cells |= 1u << i;
    }
    return cells;
}

/* Marks cells of a node of level 2, whose first word of marks is this. Returns true if there are
 * such. */
static OCT9_APART bool mark_groups(const oct9_cone_t *cone, const int32_t place[3], uint32_t *word)
{
    int32_t group[3];
    for (unsigned i = 0; i < 8; i++) {
        set_child(place, 2, i, group);
        const unsigned holds = cap_relation(cone, group, 1);
        if (holds != APART)
            word[i / 4u] |= (uint32_t)cells_of(cone, group, holds == HOLDS) << 8u * (i % 4u);
    }
    return (word[0] | word[1]) != 0;
}

/* Marks cells of the tile that is next. Returns true if there are such. */
static OCT9_APART bool mark_tile(oct9_cone_t *cone, const int32_t place[3])
{
    uint32_t *const hit = cone->marks.hit;
    int32_t part[3];
    bool any = false;
    oct9_marks_clear(&cone->marks);
    for (unsigned i = 0; i < 8; i++) {
        set_child(place, TILE, i, part);
        if (cap_relation(cone, part, TILE - 1u) != APART && mark_groups(cone, part, &hit[2u * i]))
            any = true;
    }
    const uint32_t end = cone->end - cone->at; /* wraps, if it is before the tile */
    if (end <= oct9_morton_below(TILE))
        hit[end >> 5] &= ~((uint32_t)1 << (end & 31u));
    return any;
}

static void write_tile(oct9_cone_t *cone)
{
    oct9_occupancy_t *const occupancy = cone->occupancy;
    oct9_tile_t tile;
    oct9_tile_begin(&tile, occupancy, &cone->marks, cone->at);
    tile.most = oct9_occupancy_payload(cone->sight.most, 0);
    if (occupancy->model.full == OCT9_REFUSE &&
        oct9_tile_need(&tile, OCT9_MORTON_END) > oct9_occupancy_free(occupancy)) {
        occupancy->tree.failed++;
        cone->status = OCT9_ERR_POOL_FULL;
        return;
    }
    oct9_tile_apply(&tile);
}

/* Goes behind a node, to the largest one that begins there. */
static void go_behind(oct9_cone_t *cone)
{
    cone->at += oct9_morton_below(cone->level) + 1u;
    while (cone->level < OCT9_LEVELS && (cone->at & oct9_morton_below(cone->level + 1u)) == 0)
        cone->level++;
}

/* Tests the node that is next. Returns true if it is a tile with marks, to be written. */
static OCT9_APART bool find_tile(oct9_cone_t *cone)
{
    int32_t place[3];
    set_place(cone, cone->at, cone->level, place);
    if (cap_relation(cone, place, cone->level) == APART) {
        go_behind(cone);
        return false;
    }
    if (cone->level == TILE) {
        if (mark_tile(cone, place))
            return true;
        go_behind(cone);
        return false;
    }
    cone->level--;
    return false;
}

static OCT9_APART void mark_part(oct9_cone_t *cone)
{
    for (unsigned i = 0; i < PART && cone->at < OCT9_MORTON_END; i++)
        if (find_tile(cone)) {
            write_tile(cone);
            go_behind(cone);
            return;
        }
}

/* --- the cone --------------------------------------------------------------------------------- */

/* Multiplies a beam by a power of two, so that its largest coordinate is 2^14..2^15 - 1. Returns
 * the power's logarithm, -1..14. It is not 0 everywhere. */
static int scale(int32_t beam[3])
{
    int32_t most = 0;
    int bits = 0;
    for (unsigned a = 0; a < 3; a++)
        if (magnitude(beam[a]) > most)
            most = magnitude(beam[a]);
    for (; most >= 32768; most /= 2, bits--)
        for (unsigned a = 0; a < 3; a++)
            beam[a] /= 2;
    for (; most < 16384; most *= 2, bits++)
        for (unsigned a = 0; a < 3; a++)
            beam[a] *= 2;
    return bits;
}

/* Sets the direction and the length of the beam. */
static void set_beam(oct9_cone_t *cone, int32_t beam[3])
{
    const int bits = scale(beam);
    const uint32_t length2 = square(beam[0]) + square(beam[1]) + square(beam[2]); /* below 3 2^30 */
    const uint32_t root = oct9_point_isqrt(length2);
    const int32_t length = (int32_t)(root + (length2 - root * root > root)); /* to the nearest */
    for (unsigned a = 0; a < 3; a++) {
        const int32_t part = beam[a] * 32768; /* within 2^30 */
        cone->direction[a] = (part < 0 ? part - length / 2 : part + length / 2) / length;
    }
    cone->reach_q6 = bits < 0 ? (uint32_t)length << -bits : (uint32_t)length >> bits;
}

/* The square of a length that is not below 0, of at most 2^14 and a little. */
static uint32_t square_from_0(int32_t length)
{
    return length > 0 ? square(length) : 0;
}

static void set_lengths(oct9_cone_t *cone)
{
    const int32_t reach = (int32_t)cone->reach_q6, spread = cone->sight.spread_q14;
    const int32_t before = reach - OCT9_CONE_ROUNDING - 1 - cone->sight.margin_q6;
    cone->before2 = square_from_0(before);
    cone->shell2[0] = square_from_0(reach - OCT9_CONE_ROUNDING);
    cone->shell2[1] = square_from_0(reach + OCT9_CONE_ROUNDING);
    /* 1 over the cosine: the root of 1 and the tangent's square, in Q14 below 2^15. */
    const int32_t root = oct9_point_isqrt((uint32_t)(OCT9_ONE_Q14 * OCT9_ONE_Q14) + square(spread));
    cone->ball_q6 = HALF_DIAGONAL * (root + 1) / OCT9_ONE_Q14 + 1;
}

void oct9_cone_begin(oct9_cone_t *cone, oct9_occupancy_t *occupancy, const oct9_point_t *origin,
                     const oct9_point_t *end, bool hit, const oct9_cone_sight_t *sight)
{
    OCT9_ASSERT(oct9_point_inside(origin) && sight->spread_q14 - 1u < OCT9_ONE_Q14);
    OCT9_ASSERT(sight->loose_q6 <= OCT9_CONE_LOOSE_MAX && sight->most > 0);
    int32_t beam[3];
    cone->occupancy = occupancy;
    cone->sight.spread_q14 = sight->spread_q14;
    cone->sight.cap_q6 = sight->cap_q6;
    cone->sight.margin_q6 = sight->margin_q6;
    cone->sight.loose_q6 = sight->loose_q6;
    cone->sight.most = sight->most;
    oct9_point_copy(&cone->origin, origin);
    cone->end = OCT9_MORTON_END;
    cone->status = OCT9_OK;
    cone->hit = false;
    start(cone, true); /* of no length: there is nothing to do */
    for (unsigned a = 0; a < 3; a++)
        beam[a] = oct9_point_axis(end, a) - oct9_point_axis(origin, a);
    if ((beam[0] | beam[1] | beam[2]) == 0)
        return;
    set_beam(cone, beam);
    cone->hit = hit && cone->reach_q6 < sight->cap_q6 && cone->reach_q6 <= OCT9_CONE_LONGEST;
    if (cone->reach_q6 > OCT9_CONE_LONGEST)
        cone->reach_q6 = OCT9_CONE_LONGEST;
    set_lengths(cone);
    if (oct9_point_inside(end)) {
        oct9_cell_t cell;
        oct9_point_cell(end, &cell);
        cone->end = oct9_morton_encode(&cell);
    }
    oct9_room_refresh(occupancy);
    start(cone, false);
}

oct9_status_t oct9_cone_run(oct9_cone_t *cone, uint32_t budget)
{
    if (budget == 0)
        return OCT9_REFUSE();
    for (; budget != 0; budget--) {
        if (cone->at >= OCT9_MORTON_END)
            return (oct9_status_t)cone->status;
        if (cone->marking)
            mark_part(cone);
        else
            pass_part(cone);
    }
    return OCT9_AGAIN;
}
