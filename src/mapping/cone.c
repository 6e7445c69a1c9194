/* SPDX-License-Identifier: MIT */
/* Cones. One search goes depth first through the blocks of the tree, of which it leaves out those
 * apart from the cone; the second through the tiles of the box around the cap, of which it tests
 * parts, groups of cells, and then cells.
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
#include "src/number/magnitude.h"
#include "src/number/morton.h"

enum {
    PART = 16, /* nodes that a part looks at */
    TILE_Q6 = OCT9_CELL_Q6 << OCT9_TILE_LEVEL,
    AROUND = 8,              /* more than rounding */
    SPARE = 2 * OCT9_LEVELS, /* blocks that stay free for hits */
    HALF = OCT9_CELL_Q6 / 2,
    HALF_DIAGONAL = 56,                        /* 55.43, of a cell */
    SEEN_FROM = (OCT9_NEUTRAL + 1) * OCT9_AGES /* the least payload above log-odds 0 */
};

enum { PASSING, MARKING, MARKED };

enum { APART, MEETS, HOLDS, INSIDE };

/* --- a node and the cone ---------------------------------------------------------------------- */

static uint32_t square_32(int32_t x)
{
    return (uint32_t)(x * x);
}

/* The square of a length that is not below 0, or 0. */
static uint32_t square_from_0(int32_t length)
{
    return length > 0 ? square_32(length) : 0;
}

/* Half of the edge of a node. */
static inline int32_t half_of(unsigned level)
{
    return (int32_t)HALF * (1 << level); /* at most 2^14 */
}

/* The middle of the node at a corner. */
static void set_place(const oct9_cone_t *cone, uint32_t corner, unsigned level, int32_t place[3])
{
    oct9_cell_t cell;
    oct9_morton_decode(corner, &cell);
    for (unsigned a = 0; a < 3; a++)
        place[a] = oct9_cell_low(oct9_cell_axis(&cell, a)) + half_of(level) -
                   oct9_point_axis(&cone->origin, a);
}

/* A corner of the cube around a place. */
static void set_corner(const int32_t place[3], int32_t half, unsigned corner, int32_t to[3])
{
    for (unsigned a = 0; a < 3; a++)
        to[a] = corner >> a & 1u ? place[a] + half : place[a] - half;
}

/* The middle of a child of a node of `level`. */
static void set_child(const int32_t place[3], unsigned level, unsigned child, int32_t to[3])
{
    set_corner(place, (HALF / 2) << level, child, to);
}

/* The squares of the distances to the nearest point and to the farthest of the children of a node,
 * on each axis for the lower ones and the upper. The farthest corner is within 2^15 on each axis,
 * so that three squares are below 2^32. */
typedef struct {
    uint32_t axis[3][2];
} sums_t;

typedef struct {
    sums_t near, far;
} squares_t;

static void set_squares(const int32_t place[3], unsigned level, squares_t *squares)
{
    const int32_t half = half_of(level) / 2;
    for (unsigned a = 0; a < 3; a++)
        for (unsigned upper = 0; upper < 2; upper++) {
            const int32_t middle = (int32_t)oct9_magnitude(upper ? place[a] + half
                                                                 : place[a] - half);
            squares->far.axis[a][upper] = square_32(middle + half);
            squares->near.axis[a][upper] = middle > half ? square_32(middle - half) : 0;
        }
}

static inline uint32_t sum_of(const sums_t *sums, unsigned child)
{
    return sums->axis[0][child & 1u] + sums->axis[1][child >> 1 & 1u] + sums->axis[2][child >> 2];
}

/* Rounds a number in Q15, within 2^30, to the nearest integer. */
static inline int32_t rounded_q15(int32_t q15)
{
    return (int32_t)(((uint32_t)q15 + 0x40004000u) >> 15) - 32768;
}

/* How far a place lies along the cone's axis. */
static int32_t along_axis(const oct9_cone_t *cone, const int32_t place[3])
{
    const int32_t *const d = cone->direction;
    return rounded_q15(place[0] * d[0] + place[1] * d[1] + place[2] * d[2]);
}

/* The cone's radius there: its tangent times that, which is at most 2^29 in Q14. */
static int32_t radius_at(const oct9_cone_t *cone, int32_t along)
{
    return along * cone->sight->spread_q14 / OCT9_ONE_Q14;
}

/* The square of how far a place lies from the cone's axis: as that of the place, below 2^30. */
static uint32_t across2(const oct9_cone_t *cone, const int32_t place[3])
{
    const int32_t *const d = cone->direction;
    return square_32(rounded_q15(place[1] * d[2] - place[2] * d[1])) +
           square_32(rounded_q15(place[2] * d[0] - place[0] * d[2])) +
           square_32(rounded_q15(place[0] * d[1] - place[1] * d[0]));
}

/* across <= radius, for a square below 2^30. */
static bool within_radius(uint32_t across2, int32_t radius)
{
    return radius >= 32768 || (radius >= 0 && across2 <= square_32(radius));
}

/* INSIDE if the ball around a node lies in the cone; MEETS if it meets the cone, which is wider by
 * what it may be, and HOLDS if its middle lies in that. */
static unsigned relation(const oct9_cone_t *cone, const int32_t place[3], unsigned level)
{
    const int32_t at = along_axis(cone, place), ball = cone->ball_q6 << level;
    if (at + (HALF_DIAGONAL << level) < cone->least)
        return APART; /* it ends before all of it */
    const uint32_t across = across2(cone, place);
    const int32_t radius = radius_at(cone, at);
    const int32_t wide = radius + OCT9_CONE_ROUNDING + cone->sight->loose_q6;
    if (!within_radius(across, wide))
        return within_radius(across, wide + ball) ? MEETS : APART; /* below 2^17 */
    return within_radius(across, radius - OCT9_CONE_ROUNDING - ball) ? INSIDE : HOLDS;
}

/* True if a node, its sides moved in, lies in the cone: as that is convex, if all its corners
 * do. */
static bool inside(const oct9_cone_t *cone, const int32_t place[3], unsigned level)
{
    const int32_t by = half_of(level) - cone->sight->loose_q6;
    const unsigned ball = relation(cone, place, level);
    int32_t corner[3];
    for (unsigned i = 0; ball == HOLDS && i < 8; i++) {
        set_corner(place, by, i, corner);
        const int32_t radius = radius_at(cone, along_axis(cone, corner)) - OCT9_CONE_ROUNDING;
        if (!within_radius(across2(cone, corner), radius))
            return false;
    }
    return ball >= HOLDS;
}

/* --- leaves that are passed ------------------------------------------------------------------- */

/* At most the square of the distance to the farthest point of the nearest cell of a node: on each
 * axis it is at least half a cell from the origin. */
static uint32_t far_of_nearest(const int32_t place[3], unsigned level)
{
    const int32_t half = half_of(level);
    uint32_t far = 0; /* below 3 2^30 */
    for (unsigned a = 0; a < 3; a++) {
        const int32_t side = (int32_t)oct9_magnitude(place[a]) - half + OCT9_CELL_Q6;
        far += square_32(side > HALF ? side : HALF);
    }
    return far;
}

/* The leaves of a block with log-odds above 0, as bits. */
static unsigned leaves_above_0(const oct9_block_t *block)
{
    unsigned leaves = 0;
    for (unsigned i = 8; i-- != 0;)
        leaves = leaves * 2u + (block->slot[i] >= OCT9_SLOT_LEAF + SEEN_FROM);
    return leaves;
}

/* Whether a node reaches below the floor. */
static bool below_floor(const oct9_cone_t *cone, const int32_t middle[3], unsigned level)
{
    return middle[2] + cone->origin.z - half_of(level) < oct9_cell_low(cone->floor);
}

/* The children of a node of `level` that lie before the reading and in the cone, as bits; those
 * that do not lie before it are not compared with the cone. */
static unsigned children_inside(const oct9_cone_t *cone, const int32_t place[3], unsigned level,
                                unsigned children, bool whole)
{
    squares_t squares;
    unsigned found = 0;
    set_squares(place, level, &squares);
    for (; children != 0; children &= children - 1u) {
        const unsigned i = oct9_port_low_bit(children);
        int32_t middle[3];
        if (sum_of(&squares.far, i) > cone->before2)
            continue;
        set_child(place, level, i, middle);
        if (below_floor(cone, middle, level - 1u))
            continue;
        if (whole || inside(cone, middle, level - 1u))
            found |= 1u << i;
    }
    return found;
}

/* Splits the leaves of level 1 that lie in the cone in part, where blocks are left for hits: their
 * cells come next. */
static void split_leaves(const oct9_cone_t *cone, oct9_block_t *block, const int32_t place[3],
                         unsigned children)
{
    oct9_occupancy_t *const occupancy = cone->occupancy;
    for (; children != 0; children &= children - 1u) {
        const unsigned i = oct9_port_low_bit(children);
        int32_t middle[3];
        set_child(place, 2, i, middle);
        if (oct9_occupancy_free(occupancy) > SPARE &&
            children_inside(cone, middle, 1, 0xFF, false) != 0) {
            oct9_occupancy_begin(occupancy);
            (void)oct9_tree_split(&occupancy->tree, &block->slot[i]);
            oct9_occupancy_end(occupancy);
        }
    }
}

/* Passes these leaves of a block of `level`, and merges it if they are all equal then. */
static void pass_leaves(const oct9_cone_t *cone, oct9_descent_t *descent, unsigned children)
{
    oct9_occupancy_t *const occupancy = cone->occupancy;
    const unsigned level = descent->level - 1u;
    const uint32_t corner = oct9_morton_corner(descent->code, level + 1u);
    uint16_t *const slots = occupancy->tree.pool[*oct9_descent_end(descent)].slot;
    oct9_occupancy_begin(occupancy);
    for (; children != 0; children &= children - 1u) {
        const unsigned i = oct9_port_low_bit(children);
        const uint16_t before = slots[i] & OCT9_PAYLOAD_MAX;
        const uint16_t after = oct9_payload_seen(&occupancy->model, before, false);
        oct9_slot_set(&slots[i], oct9_leaf_slot(after)); /* log-odds above 0 always change */
        oct9_occupancy_note(occupancy, corner + ((uint32_t)i << 3u * level), level, before, after);
    }
    if (oct9_tree_merge(&occupancy->tree, oct9_descent_end(descent)))
        oct9_descent_merge(descent, &occupancy->tree);
    oct9_occupancy_end(occupancy);
}

/* Visits the block at which the path ends: its leaves, not the blocks below it. Returns true if
 * there may be something to do in these. */
static bool visit_block(const oct9_cone_t *cone, oct9_descent_t *descent)
{
    oct9_block_t *const block = &cone->occupancy->tree.pool[*oct9_descent_end(descent)];
    const unsigned level = descent->level;
    const unsigned leaves = leaves_above_0(block);
    int32_t place[3];
    if (leaves == 0 && level == 1)
        return false;
    set_place(cone, oct9_morton_corner(descent->code, level), level, place);
    if (far_of_nearest(place, level) > cone->before2)
        return false;
    const unsigned ball = relation(cone, place, level);
    if (ball == APART)
        return false;
    const unsigned found = children_inside(cone, place, level, leaves, ball == INSIDE);
    if (level == 2)
        split_leaves(cone, block, place, leaves & ~found);
    if (found != 0)
        pass_leaves(cone, descent, found);
    return true;
}

/* Goes to the next block, in the one at which the path ends or behind it. Returns false if there is
 * none. */
static bool go_to_block(const oct9_cone_t *cone, oct9_descent_t *descent, bool into)
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

/* Begins with the cap, if there is one. */
static void start_cap(oct9_cone_t *cone)
{
    cone->stage = cone->hit ? MARKING : MARKED;
    cone->least = cone->cap;
}

static OCT9_APART void pass_part(oct9_cone_t *cone)
{
    oct9_descent_t descent;
    oct9_descent_find(&descent, &cone->occupancy->tree, cone->at, cone->level);
    for (unsigned i = 0; i < PART || descent.level == 1; i++) { /* no block is left just split */
        const bool inner = *oct9_descent_end(&descent) < OCT9_SLOT_LEAF;
        if (!go_to_block(cone, &descent, inner && visit_block(cone, &descent))) {
            start_cap(cone);
            return;
        }
    }
    cone->at = oct9_morton_corner(descent.code, descent.level);
    cone->level = (uint8_t)descent.level;
}

/* --- the cap ---------------------------------------------------------------------------------- */

/* The children of a node of `level` that the cap may meet, as bits: of nodes those whose ball meets
 * the cone, of cells those that a farther reading of the same beam would pass. */
static unsigned children_at_cap(const oct9_cone_t *cone, const int32_t place[3], unsigned level)
{
    squares_t squares;
    unsigned children = 0;
    set_squares(place, level, &squares);
    for (unsigned i = 0; i < 8; i++) {
        int32_t middle[3];
        if (sum_of(&squares.near, i) > cone->shell2[1] || sum_of(&squares.far, i) < cone->shell2[0])
            continue;
        set_child(place, level, i, middle);
        if (level == 1 ? inside(cone, middle, 0) : relation(cone, middle, level - 1u) != APART)
            children |= 1u << i;
    }
    return children;
}

/* Marks cells of a node of level 2, whose first word of marks is this. */
static OCT9_APART void mark_groups(const oct9_cone_t *cone, const int32_t place[3], uint32_t *word)
{
    for (unsigned left = children_at_cap(cone, place, 2); left != 0; left &= left - 1u) {
        int32_t group[3];
        const unsigned i = oct9_port_low_bit(left);
        set_child(place, 2, i, group);
        word[i / 4u] |= (uint32_t)children_at_cap(cone, group, 1) << 8u * (i % 4u);
    }
}

/* Marks cells of the tile that is next. Returns true if there are such. */
static OCT9_APART bool mark_tile(oct9_cone_t *cone, const int32_t place[3])
{
    uint32_t *const hit = cone->marks.hit, any = 0;
    oct9_marks_clear(&cone->marks);
    for (unsigned left = children_at_cap(cone, place, OCT9_TILE_LEVEL); left != 0;
         left &= left - 1u) {
        int32_t part[3];
        const unsigned i = oct9_port_low_bit(left);
        uint32_t *const words = &hit[(size_t)i * 2u];
        set_child(place, OCT9_TILE_LEVEL, i, part);
        mark_groups(cone, part, words);
        any |= words[0] | words[1];
    }
    const uint32_t end = cone->end - cone->at; /* wraps, if it is before the tile */
    if (end <= oct9_morton_below(OCT9_TILE_LEVEL))
        hit[end >> 5] &= ~((uint32_t)1 << (end & 31u));
    return any != 0;
}

static void write_tile(oct9_cone_t *cone)
{
    oct9_occupancy_t *const occupancy = cone->occupancy;
    oct9_tile_t tile;
    oct9_tile_begin(&tile, occupancy, &cone->marks, cone->at);
    tile.most = oct9_occupancy_payload(cone->sight->most, 0);
    if (occupancy->model.full == OCT9_REFUSE &&
        oct9_tile_need(&tile, OCT9_MORTON_END) > oct9_occupancy_free(occupancy)) {
        occupancy->tree.failed++;
        cone->status = OCT9_ERR_POOL_FULL;
        return;
    }
    oct9_tile_apply(&tile);
}

/* Goes to the next tile of the box that holds the cap. */
static void go_behind(oct9_cone_t *cone)
{
    for (unsigned a = 0; a < 3; a++) {
        const unsigned at = oct9_cell_axis(&cone->tile, a) + 1u;
        if (at <= oct9_cell_axis(&cone->last, a)) {
            oct9_cell_set_axis(&cone->tile, a, at);
            return;
        }
        oct9_cell_set_axis(&cone->tile, a, oct9_cell_axis(&cone->first, a));
    }
    cone->stage = MARKED;
}

/* True if the ball around a tile meets the cap's sphere. Each coordinate is within 2^15. */
static bool tile_near_cap(const oct9_cone_t *cone, const int32_t place[3])
{
    const int32_t reach = (int32_t)cone->reach_q6,
                  ball = (HALF_DIAGONAL << OCT9_TILE_LEVEL) + AROUND;
    const uint32_t far = square_32(place[0]) + square_32(place[1]) + square_32(place[2]);
    return far <= square_32(reach + ball) && far >= square_from_0(reach - ball);
}

/* Sets the marks of the next tile. Returns true if there are such. */
static OCT9_APART bool find_marks(oct9_cone_t *cone)
{
    int32_t place[3];
    for (unsigned a = 0; a < 3; a++)
        place[a] = (int32_t)oct9_cell_axis(&cone->tile, a) * TILE_Q6 + TILE_Q6 / 2 + OCT9_LOW_Q6 -
                   oct9_point_axis(&cone->origin, a);
    const oct9_cell_t corner = { (uint16_t)(cone->tile.x << OCT9_TILE_LEVEL),
                                 (uint16_t)(cone->tile.y << OCT9_TILE_LEVEL),
                                 (uint16_t)(cone->tile.z << OCT9_TILE_LEVEL) };
    cone->at = oct9_morton_encode(&corner);
    return tile_near_cap(cone, place) && relation(cone, place, OCT9_TILE_LEVEL) != APART &&
           mark_tile(cone, place);
}

static OCT9_APART void mark_part(oct9_cone_t *cone)
{
    bool found = false;
    for (unsigned i = 0; i < PART && cone->stage == MARKING && !found; i++) {
        found = find_marks(cone);
        if (found)
            write_tile(cone);
        go_behind(cone);
    }
}

/* --- the cone --------------------------------------------------------------------------------- */

/* Multiplies a beam that is not 0 by a power of two, so that its largest coordinate is 2^14..2^15 -
 * 1. Returns the power's logarithm, -1..14. */
static int scale(int32_t beam[3])
{
    const uint32_t most = oct9_magnitude(beam[0]) | oct9_magnitude(beam[1]) |
                          oct9_magnitude(beam[2]);
    const int bits = 14 - (int)oct9_port_top_bit(most);
    for (unsigned a = 0; a < 3; a++)
        beam[a] = bits < 0 ? beam[a] / 2 : beam[a] * (1 << bits);
    return bits;
}

/* Sets the direction and the length of the beam. */
static void set_beam(oct9_cone_t *cone, int32_t beam[3])
{
    const int bits = scale(beam);
    const uint32_t length2 = square_32(beam[0]) + square_32(beam[1]) +
                             square_32(beam[2]); /* below 3 2^30 */
    const uint32_t root = oct9_point_isqrt(length2);
    const int32_t length = (int32_t)(root + (length2 - root * root > root)); /* to the nearest */
    for (unsigned a = 0; a < 3; a++) {
        const int32_t part = beam[a] * 32768; /* within 2^30 */
        cone->direction[a] = (part < 0 ? part - length / 2 : part + length / 2) / length;
    }
    cone->reach_q6 = bits < 0 ? (uint32_t)length << -bits : (uint32_t)length >> bits;
}

static void set_lengths(oct9_cone_t *cone)
{
    const int32_t reach = (int32_t)cone->reach_q6, spread = cone->sight->spread_q14;
    const int32_t before = reach - OCT9_CONE_ROUNDING - 1 - cone->sight->margin_q6;
    cone->before2 = square_from_0(before);
    cone->shell2[0] = square_from_0(reach - OCT9_CONE_ROUNDING);
    cone->shell2[1] = square_from_0(reach + OCT9_CONE_ROUNDING);
    /* 1 over the cosine: the root of 1 and the tangent's square, in Q14 below 2^15. */
    const int32_t root = oct9_point_isqrt((uint32_t)OCT9_ONE_Q14 * OCT9_ONE_Q14 +
                                          square_32(spread));
    cone->cap = reach * OCT9_ONE_Q14 / (root + 1) - OCT9_CONE_ROUNDING; /* 2^28 */
    cone->ball_q6 = HALF_DIAGONAL * (root + 1) / OCT9_ONE_Q14 + 1;
}

/* The tile at a distance from the low face of the cube, or the nearest one in the cube. */
static unsigned tile_near(int32_t at)
{
    return at < 0 ? 0 : at < OCT9_CUBE_Q6 ? (unsigned)at / TILE_Q6 : OCT9_CELLS / 8 - 1;
}

/* Sets the box of tiles that holds the cap and what is marked around it. The cap's points are
 * within the tangent times the reading of the end, as its half angle is at most 45 degrees. */
static void set_tile_box(oct9_cone_t *cone, const oct9_point_t *end)
{
    const int32_t by = radius_at(cone, (int32_t)cone->reach_q6) + AROUND + cone->sight->loose_q6;
    for (unsigned a = 0; a < 3; a++) {
        const int32_t at = oct9_point_axis(end, a) - OCT9_LOW_Q6;
        oct9_cell_set_axis(&cone->first, a, tile_near(at - by));
        oct9_cell_set_axis(&cone->last, a, tile_near(at + by));
    }
    oct9_cell_copy(&cone->tile, &cone->first);
}

void oct9_cone_begin(oct9_cone_t *cone, oct9_occupancy_t *occupancy, const oct9_point_t *origin,
                     const oct9_point_t *end, bool hit, const oct9_cone_sight_t *sight)
{
    OCT9_ASSERT(oct9_point_inside(origin) && sight->spread_q14 - 1u < OCT9_ONE_Q14);
    OCT9_ASSERT(sight->loose_q6 <= OCT9_CONE_LOOSE_MAX && sight->most > 0);
    int32_t beam[3];
    cone->occupancy = occupancy;
    cone->sight = sight;
    oct9_point_copy(&cone->origin, origin);
    cone->end = OCT9_MORTON_END;
    cone->status = OCT9_OK;
    cone->floor = 0;
    cone->stage = MARKED; /* where the beam has no length */
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
    if (cone->hit)
        set_tile_box(cone, end);
    oct9_room_refresh(occupancy);
    cone->at = 0;
    cone->level = OCT9_LEVELS;
    cone->least = -OCT9_CONE_ROUNDING;
    cone->stage = PASSING;
}

oct9_status_t oct9_cone_run(oct9_cone_t *cone, uint32_t *budget)
{
    for (; *budget != 0; (*budget)--) {
        if (cone->stage == PASSING)
            pass_part(cone);
        else if (cone->stage == MARKING)
            mark_part(cone);
        else
            return (oct9_status_t)cone->status;
    }
    return OCT9_AGAIN;
}
