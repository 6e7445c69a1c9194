/* SPDX-License-Identifier: MIT */
/* Oriented boxes, at rest and moving.
 *
 * The box is first tested exactly where it starts. For a box at rest that is all.
 *
 * A motion is cut into parts by repeated halving. For a long part, the box at its middle is grown
 * by a bound of what half the part moves it along each axis. If it is clear, so is the part. If it
 * meets few leaves, they are listed, and the halves of the part are compared with these alone. If
 * it meets more, each half is searched by itself. A part is short if no point moves more than half
 * a sub-cell in half of it. For a short part the box is grown by as much on all sides; if it is not
 * clear, the part blocks. The bound of a long part holds the true box in all of the part: so what
 * is left out is no contact, though the grown box of a short part may reach a little beyond it.
 *
 * Places and lengths are in 1/16 sub-cells ("fine"). */
#include "port/oct9_hot.h"

#include "src/number/axes.h"
#include "src/query/obb.h"

#include "oct9/obb.h"
#include "port/oct9_port.h"
#include "src/number/fraction.h"
#include "src/number/magnitude.h"
#include "src/query/leaving.h"
#include "src/query/turn.h"
#include "src/query/rules.h"
#include "src/query/search.h"

enum {
    FINE = OCT9_OBB_FINE,
    /* With 2 more for rounding, corners grow by 8 * 1.74 and are off by 0.87, less than FINE. */
    MOVED_ENOUGH = 6,
    NOT_LISTED = OCT9_OBB_PARTS + 1
};

/* A number of 1 / 2^15 parts, rounded to the nearest integer. */
static inline int32_t whole_number(int32_t parts)
{
    return (parts + ((int32_t)1 << 14)) >> 15;
}

/* The place on one axis at a time, in units of 2^-19, rounded to the nearest fine unit: `from` plus
 * a part of the displacement `delta`. delta is within 2^16 sub-cells, so each product is within
 * 2^31 - 2^14. */
static inline int32_t place_at_time(uint32_t time, int32_t from, int32_t delta)
{
    const int32_t upper = (int32_t)(time / 0x8000u), lower = (int32_t)(time % 0x8000u);
    return from * FINE + upper * delta + whole_number(lower * delta);
}

/* length / scale, rounded up. Each step is left / 2^28, made odd. 2^28 is within 1/64 of scale, so
 * each step makes six more bits right. An odd step is never 0, and steps of 1 or -1 end between 0
 * and scale. */
static inline int32_t quotient(int64_t length, int32_t scale)
{
    int64_t left = length - 1;
    int32_t sum = 1;
    while ((uint64_t)left >= (uint32_t)scale) {
        const int32_t more = (int32_t)((uint32_t)((uint64_t)left / ((uint32_t)1 << 29)) * 2u + 1u);
        sum += more;
        left -= oct9_obb_product(more, scale);
    }
    return sum;
}

/* The box's extent along an axis of the map. */
static inline int32_t extent(const oct9_obb_shape_t *shape, unsigned axis)
{
    return quotient(oct9_obb_part(shape->half[0], shape->axes.m[0][axis]) +
                        oct9_obb_part(shape->half[1], shape->axes.m[1][axis]) +
                        oct9_obb_part(shape->half[2], shape->axes.m[2][axis]),
                    shape->axes.scale);
}

/* The high word of a product. */
static inline int32_t high(int32_t a, int32_t b)
{
    return (int32_t)(oct9_obb_product(a, b) >> 32);
}

/* The extent of a box that turns by a vector of up to 1.75 radian, in 2^-30 radian along the body's
 * axes, or back. Axis k of the body moves by its cross product with the vector, within 1.02 * 1.75
 * * 2^28; what this leaves out is of the square of the turn. The extent is convex in the turn, so
 * that it is the greatest at one of the ends. */
static inline int32_t extent_turning(const oct9_obb_shape_t *shape, const int32_t turn[3],
                                     unsigned axis)
{
    int64_t before = 0, after = 0;
    OCT9_UNROLL
    for (unsigned k = 0; k < 3; k++) {
        const unsigned l = oct9_obb_next_axis(k), n = oct9_obb_next_axis(l);
        const int32_t to = shape->axes.m[k][axis];
        const int32_t by = (high(shape->axes.m[l][axis], turn[n]) -
                            high(shape->axes.m[n][axis], turn[l])) *
                           4;
        before += oct9_obb_part(shape->half[k], to - by);
        after += oct9_obb_part(shape->half[k], to + by);
    }
    return quotient(before > after ? before : after, shape->axes.scale);
}

/* How far a turn moves points of the box along the body's axis `j` at most. An element of the
 * rotation by t about the axis u is within t |u_l| + t^2 / 2 |u_j u_k|. */
static inline int32_t turned_distance(const oct9_obb_shape_t *shape, const int32_t turn[3],
                                      unsigned j)
{
    const unsigned k = oct9_obb_next_axis(j), l = oct9_obb_next_axis(k);
    const int64_t across = oct9_obb_part(shape->half[k], turn[l]) +
                           oct9_obb_part(shape->half[l], turn[k]);
    const int64_t along = oct9_obb_part(shape->half[k], turn[k]) +
                          oct9_obb_part(shape->half[l], turn[l]);
    const int32_t half = (int32_t)((uint64_t)along / ((uint32_t)1 << 31));
    const int64_t sum = across + oct9_obb_part(half, turn[j]);
    return (int32_t)((uint64_t)sum / ((uint32_t)1 << 30)) + 1;
}

static inline int32_t displacement(const oct9_obb_t *obb, unsigned axis)
{
    return oct9_point_axis(&obb->input->to.place, axis) -
           oct9_point_axis(&obb->input->from.place, axis);
}

/* Sets the shape's extents: those of the box while it turns, within `bend` of extent_turning, and
 * its travel. The vector is off by 3 / 2^14 radian on each axis, less than 1 / 2048 in all. The 2
 * are for what the quotients are rounded down. */
static OCT9_NOT_INLINE void stretch_extent(oct9_obb_t *obb, const int32_t turn[3])
{
    const uint32_t bend = obb->bend >> obb->depth;
    for (unsigned a = 0; a < 3; a++) {
        const uint32_t travel = oct9_magnitude(displacement(obb, a)) * (FINE / 2);
        obb->shape.extent[a] = extent_turning(&obb->shape, turn, a) + 2 +
                               (int32_t)((obb->lever / 2048u + travel + bend) >> obb->depth);
    }
}

/* How far the place travels in half the part along the body's axis `j`, at most. The scale is at
 * least 2^28 less one part in 64. The sum is below 2^46. */
static inline int32_t travelled(const oct9_obb_t *obb, unsigned j)
{
    int64_t along = 0;
    for (unsigned a = 0; a < 3; a++)
        along += oct9_obb_product(displacement(obb, a), obb->shape.axes.m[j][a]);
    const uint32_t fine = (uint32_t)(oct9_magnitude_long(along) / ((uint32_t)1 << 25));
    return (int32_t)((fine + fine / 32u + 2u) >> obb->depth) + 1;
}

/* Grows the box along its axes by what half a long part moves it: to less than 2^21. */
static OCT9_NOT_INLINE void stretch_half(oct9_obb_t *obb, const int32_t turn[3])
{
    int32_t more[3];
    for (unsigned j = 0; j < 3; j++)
        more[j] = turned_distance(&obb->shape, turn, j) + travelled(obb, j);
    for (unsigned j = 0; j < 3; j++)
        obb->shape.half[j] += more[j];
}

/* Sets half the shape's edges: the box's, grown by so much. */
static inline void grow_shape(const oct9_obb_t *obb, oct9_obb_shape_t *shape, int32_t grown)
{
    for (unsigned j = 0; j < 3; j++)
        shape->half[j] = (int32_t)obb->input->half_q6[j] * FINE + grown;
}

static OCT9_NOT_INLINE void extend(oct9_obb_shape_t *shape)
{
    for (unsigned a = 0; a < 3; a++)
        shape->extent[a] = extent(shape, a);
}

/* A part whose points move so little that it blocks if it is not clear. At depth 18 they move at
 * most 4 by the displacement, 2^21 / 2^19 rounded down plus 1, and 2 by the turn. */
static inline bool is_short(const oct9_obb_t *obb)
{
    return obb->moved <= MOVED_ENOUGH || obb->depth == OCT9_OBB_PARTS;
}

/* Places a shape's centre and axes at a time. The rows of the inverse rotation's matrix are the
 * body's axes. */
static inline void place_shape(const oct9_obb_t *obb, oct9_obb_shape_t *shape,
                               const oct9_obb_rotation_t *turn, uint32_t time)
{
    oct9_rotation_t rotation;
    oct9_obb_rotation_narrow(turn, &rotation);
    rotation.w = (int16_t)-rotation.w;
    oct9_pose_matrix(&rotation, &shape->axes);
    for (unsigned a = 0; a < 3; a++)
        shape->place[a] = place_at_time(time, oct9_point_axis(&obb->input->from.place, a),
                                        displacement(obb, a));
}

/* A place in sub-cells, rounded down: FINE is 2^4. */
static inline int32_t sub_cell(int32_t fine)
{
    return fine >> 4;
}
/* True if a point of the box is outside the cube. */
static bool leaves_cube(const oct9_obb_shape_t *shape)
{
    for (unsigned a = 0; a < 3; a++)
        if (shape->place[a] - shape->extent[a] < OCT9_LOW_Q6 * (int32_t)FINE ||
            shape->place[a] + shape->extent[a] > OCT9_HIGH_Q6 * (int32_t)FINE)
            return true;
    return false;
}

static void look_outside(oct9_obb_t *obb, const oct9_obb_shape_t *shape)
{
    obb->hit = oct9_rules_outside_blocks(&obb->input->rules) && leaves_cube(shape)
                 ? OCT9_HIT_OUTSIDE
                 : OCT9_HIT_NONE;
}

/* Begins a search of what the shape may meet. */
static void begin_search(oct9_obb_t *obb, const oct9_obb_shape_t *shape)
{
    obb->count = 0;
    oct9_search_anew(&obb->search);
    for (unsigned a = 0; a < 3; a++)
        oct9_search_span(&obb->search, a, sub_cell(shape->place[a] - shape->extent[a]),
                         sub_cell(shape->place[a] + shape->extent[a] - 1));
    oct9_search_start(&obb->search);
}

/* A listed leaf: its corner, with x doubled; the lowest bit set in x is that of the level. */
static inline uint32_t listed_leaf(const oct9_search_t *search)
{
    return search->corner + search->corner % 512u + ((uint32_t)1 << search->level);
}

/* Makes a listed leaf the current node. The search has ended. */
static inline void go_to(oct9_search_t *search, uint32_t entry)
{
    const unsigned level = oct9_port_low_bit(entry);
    const uint32_t x = entry % 1024u;
    search->level = (uint8_t)level;
    search->corner = entry - x + (x - ((uint32_t)1 << level)) / 2u;
}

/* Leaves out the listed leaves up to one that meets the shape, which becomes the current node, or
 * all. Returns what is left. */
static unsigned next_met(oct9_obb_t *obb, unsigned left)
{
    for (; left != 0; left &= left - 1u) {
        go_to(&obb->search, obb->list[oct9_port_low_bit(left)]);
        if (oct9_obb_shape_meets(&obb->shape, &obb->search, true))
            break;
    }
    return left;
}

/* Compares the listed leaves that are left of the part's parent. */
static void compare_listed(oct9_obb_t *obb)
{
    const unsigned left = next_met(obb, obb->left[obb->depth - 1u]);
    if (left != 0)
        obb->hit = OCT9_HIT_LEAF;
    obb->left[obb->depth] = (uint8_t)left;
}

/* Places the shape at the middle of the part. Without a turn its axes stay exactly the same. */
static OCT9_NOT_INLINE void place_part(oct9_obb_t *obb)
{
    oct9_obb_rotation_t *turn = obb->turn;
    const uint32_t time = 2u * obb->begin + ((uint32_t)1 << (OCT9_OBB_PARTS - obb->depth));
    obb->moved = (obb->distance >> (obb->depth + 1u)) + 1u;
    if (obb->lever != 0) {
        oct9_obb_rotation_t *end = &turn[obb->depth + 1u];
        obb->moved += oct9_obb_rotation_chord(turn, end, obb->lever);
        oct9_obb_rotation_middle(turn, end, end + 1);
        turn = end + 1;
    }
    place_shape(obb, &obb->shape, turn, time);
}

/* Sets the bounds of the part. */
static OCT9_NOT_INLINE void bound_part(oct9_obb_t *obb)
{
    int32_t turn[3];
    if (is_short(obb)) {
        grow_shape(obb, &obb->shape, obb->off + (int32_t)obb->moved);
        extend(&obb->shape);
        return;
    }
    for (unsigned j = 0; j < 3; j++)
        turn[j] = obb->swing[j] >> obb->depth;
    grow_shape(obb, &obb->shape, obb->off + MOVED_ENOUGH);
    stretch_extent(obb, turn);
    stretch_half(obb, turn);
}

static inline void begin_obb_part(oct9_obb_t *obb)
{
    place_part(obb);
    bound_part(obb);
    look_outside(obb, &obb->shape);
    if (obb->listed == NOT_LISTED)
        begin_search(obb, &obb->shape);
    else
        compare_listed(obb);
}

static oct9_status_t input_check(const oct9_obb_input_t *input, const oct9_map_t *map)
{
    oct9_status_t status = oct9_rules_check(&input->rules, map);
    if (status == OCT9_OK)
        status = oct9_pose_check(&input->from.rotation);
    if (status == OCT9_OK)
        status = oct9_pose_check(&input->to.rotation);
    for (unsigned i = 0; i < 3 && status == OCT9_OK; i++)
        if (input->half_q6[i] == 0 || input->half_q6[i] > OCT9_OBB_HALF_MAX)
            status = OCT9_REFUSE();
    return status;
}

/* Notes what the turn does to a box with that lever: a point leaves its tangent by at most half
 * the square of the angle times the lever. The angle is within 1.75; the sum of the squares is
 * below 2^62. */
static void note_turn(oct9_obb_t *obb)
{
    uint32_t square = 0;
    obb->lever = oct9_obb_length_bound(obb->start.half, 3);
    /* For the rotation it is at most one more than the quotient; one more is for the place. */
    obb->off = (uint8_t)(obb->lever / OCT9_OBB_ROTATION_ERROR + 2u);
    oct9_obb_rotation_swing(&obb->input->from.rotation, &obb->input->to.rotation, obb->swing);
    for (unsigned j = 0; j < 3; j++) {
        const int32_t angle = obb->swing[j];
        square += (uint32_t)high(angle, angle) + 1u;
    }
    obb->bend = (uint32_t)((uint64_t)obb->lever * square / ((uint32_t)1 << 29)) + 1u;
    oct9_obb_rotation_normalise(&obb->turn[0]);
    oct9_obb_rotation_normalise(&obb->turn[1]);
}

/* An upper bound of the distance that the place travels. It uses `shape` as scratch. */
static uint32_t distance_of(oct9_obb_t *obb)
{
    for (unsigned a = 0; a < 3; a++)
        obb->shape.place[a] = displacement(obb, a) * FINE;
    return oct9_obb_length_bound(obb->shape.place, 3);
}

oct9_status_t oct9_obb_begin(oct9_obb_t *obb, const oct9_map_t *map, const oct9_obb_input_t *input)
{
    OCT9_ASSERT(obb && map && input);
    const oct9_status_t status = input_check(input, map);
    if (status != OCT9_OK)
        return status;
    const bool turns = oct9_obb_rotation_ends(&input->from.rotation, &input->to.rotation,
                                              obb->turn);
    obb->input = input;
    obb->begin = 0;
    obb->depth = 0;
    obb->moved = 0;
    obb->distance = distance_of(obb);
    oct9_search_blocking(&obb->search, map, &input->rules);
    obb->listed = NOT_LISTED;
    place_shape(obb, &obb->start, obb->turn, 0);
    grow_shape(obb, &obb->start, 0);
    extend(&obb->start);
    look_outside(obb, &obb->start);
    begin_search(obb, &obb->start);
    obb->lever = obb->bend = 0;
    obb->off = 1;
    for (unsigned j = 0; j < 3; j++)
        obb->swing[j] = 0;
    if (turns)
        note_turn(obb);
    return OCT9_OK;
}

/* Notes a leaf that blocks and that the shape meets. A short part ends with it, a long one with a
 * leaf more than can be listed. */
static void note_leaf(oct9_obb_t *obb)
{
    if (is_short(obb))
        oct9_search_leaf(&obb->search, &obb->leaf);
    else if (obb->count != OCT9_OBB_LIST) {
        obb->list[obb->count++] = listed_leaf(&obb->search);
        return;
    }
    obb->hit = OCT9_HIT_LEAF;
}

/* True if the current leaf, which the box overlaps where it starts, blocks by OCT9_LEAVES. A turn
 * is not proved to leave it. */
static bool does_not_leave(const oct9_obb_t *obb)
{
    const oct9_point_t *from = &obb->input->from.place;
    return obb->lever != 0 ||
           oct9_leaving_leaf_blocks(&obb->search, from, &obb->input->to.place, NULL);
}

/* True if the current leaf, which the part's shape meets, blocks it. */
static inline bool blocks_part(const oct9_obb_t *obb)
{
    const oct9_policy_t policy = obb->input->rules.start_inside;
    return policy == OCT9_BLOCKS || !oct9_obb_shape_meets(&obb->start, &obb->search, true) ||
           (policy == OCT9_LEAVES && does_not_leave(obb));
}

/* Searches the part until a leaf ends it, or the search or the budget ends. */
static oct9_status_t search_part(oct9_obb_t *obb, uint32_t *budget)
{
    const oct9_obb_shape_t *shape = obb->moved == 0 ? &obb->start : &obb->shape;
    int found;
    while (obb->hit == OCT9_HIT_NONE && (found = oct9_search_next(&obb->search, budget)) != 0) {
        if (found < 0)
            return OCT9_AGAIN;
        if (!oct9_obb_shape_meets(shape, &obb->search, found == OCT9_FOUND_LEAF))
            continue;
        if (found == OCT9_FOUND_INNER)
            oct9_search_open(&obb->search, 0);
        else if (blocks_part(obb))
            note_leaf(obb);
    }
    obb->left[obb->depth] = (uint8_t)((1u << obb->count) - 1u);
    if (obb->hit == OCT9_HIT_NONE && obb->count != 0) {
        obb->hit = OCT9_HIT_LEAF;
        obb->listed = obb->depth;
    }
    return OCT9_OK;
}

/* Copies the rotation at one end of a part to another. Without a turn there is only one
 * rotation. */
static void copy_turn(oct9_obb_t *obb, unsigned from, unsigned to)
{
    for (unsigned i = 0; i < 4 && obb->lever != 0; i++)
        obb->turn[to].q[i] = obb->turn[from].q[i];
}

/* Goes from the start or a clear part to the largest part that begins after it. Returns false if
 * there is none. */
static bool next_part(oct9_obb_t *obb)
{
    if (obb->moved == 0)
        return (obb->distance | obb->lever) != 0;
    const uint32_t end = obb->begin + ((uint32_t)1 << (OCT9_OBB_PARTS - obb->depth));
    if (end == (uint32_t)1 << OCT9_OBB_PARTS)
        return false;
    copy_turn(obb, obb->depth + 1u, 0);
    obb->begin = end;
    obb->depth = (uint8_t)(OCT9_OBB_PARTS - oct9_port_low_bit(end));
    copy_turn(obb, obb->depth, obb->depth + 1u);
    if (obb->depth <= obb->listed)
        obb->listed = NOT_LISTED;
    return true;
}

/* True if the box at a long part's middle meets a listed leaf, so that the motion is blocked. The
 * shape becomes the true box less what it is off by and 4 more: its extents are rounded up, so that
 * it may meet what is 1.74 beside it. */
static bool middle_blocks(oct9_obb_t *obb)
{
    const int32_t inward = obb->off + 4;
    for (unsigned j = 0; j < 3; j++)
        if ((int32_t)obb->input->half_q6[j] * FINE <= inward)
            return false;
    grow_shape(obb, &obb->shape, -inward);
    extend(&obb->shape);
    return next_met(obb, obb->left[obb->depth]) != 0;
}

/* Makes the current node, a listed leaf, what blocks. The search goes down to it again for its
 * payload. */
static void take_listed(oct9_obb_t *obb)
{
    oct9_search_t *const search = &obb->search;
    const unsigned level = search->level;
    oct9_search_anew(search);
    oct9_search_below(search, search->corner, level);
    oct9_search_start(search);
    oct9_search_leaf(search, &obb->leaf);
    obb->hit = OCT9_HIT_LEAF;
}

/* Goes to the first half of a part, or, of a short part with listed leaves, to its search for what
 * blocks first. Returns false if the part blocks. */
static bool halve_part(oct9_obb_t *obb)
{
    if (is_short(obb)) {
        const bool listed = obb->listed != NOT_LISTED;
        obb->listed = NOT_LISTED;
        return listed;
    }
    if (obb->input->any_contact && middle_blocks(obb)) {
        take_listed(obb);
        return false;
    }
    obb->depth++;
    return true;
}

/* Visits part after part until one blocks, or the motion or the budget ends. Each part takes one
 * from the budget for itself. */
static oct9_status_t visit_parts(oct9_obb_t *obb, uint32_t budget)
{
    for (;;) {
        if (obb->listed == NOT_LISTED && search_part(obb, &budget) == OCT9_AGAIN)
            return OCT9_AGAIN;
        if (obb->hit == OCT9_HIT_NONE ? !next_part(obb) : !halve_part(obb))
            return OCT9_OK;
        begin_obb_part(obb);
        if (budget < 2)
            return OCT9_AGAIN;
        budget--;
    }
}

oct9_status_t oct9_obb_run(oct9_obb_t *obb, uint32_t budget, oct9_obb_output_t *output)
{
    OCT9_ASSERT(obb && output);
    if (budget == 0)
        return OCT9_REFUSE();
    if (oct9_search_stale(&obb->search))
        return OCT9_ERR_STALE;
    const oct9_status_t status = visit_parts(obb, budget);
    output->leaves = obb->search.leaves;
    output->nodes = obb->search.nodes;
    if (status != OCT9_OK)
        return status;
    output->hit = (oct9_hit_t)obb->hit;
    output->fraction.num = output->fraction.den = 1;
    if (obb->hit != OCT9_HIT_NONE) {
        /* The time is rounded down, first to a multiple of 2^-16. */
        output->fraction.num = (obb->begin >> (OCT9_OBB_PARTS - 16)) * OCT9_WAY_MAX >> 16;
        output->fraction.den = OCT9_WAY_MAX;
    }
    if (obb->hit == OCT9_HIT_LEAF)
        oct9_leaf_copy(&output->leaf, &obb->leaf);
    return status;
}

oct9_status_t oct9_obb_sweep(const oct9_map_t *map, const oct9_obb_input_t *input,
                             oct9_obb_output_t *output)
{
    oct9_obb_t obb;
    oct9_status_t status = oct9_obb_begin(&obb, map, input);
    if (status == OCT9_OK)
        do
            status = oct9_obb_run(&obb, UINT32_MAX, output);
        while (status == OCT9_AGAIN);
    return status;
}
