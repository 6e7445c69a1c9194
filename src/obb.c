/* SPDX-License-Identifier: MIT */
/* Oriented boxes, at rest and moving.
 *
 * The box is first looked at where it starts, exactly: at rest, that is all.
 *
 * A way is cut into parts, halved again and again. For a part the box is taken at its middle and
 * grown by the most that any of its points moves from there to either end: if that is clear, so
 * is the part. A part in which that is less than half a sub-cell, and which is not clear, blocks.
 *
 * Places and lengths are in 1/16 sub-cells ("fine"). */
#include "oct9/obb.h"

#include "port/oct9_port.h"
#include "src/copy.h"
#include "src/fraction.h"
#include "src/obb_rotation.h"
#include "src/obb_shape.h"
#include "src/search.h"

enum {
    FINE = OCT9_OBB_FINE,
    MOVED_ENOUGH = 6                      /* and 2 for rounding: corners grow by 8 * 1.74 and are
                                             off by 0.87, less than FINE */
};

/* Parts of 2^15 as a number, to the nearest. */
static inline int32_t whole(int32_t parts)
{
    return (parts + ((int32_t)1 << 14)) >> 15;
}

/* The place on one axis at a time in parts of 2^19, to the nearest fine unit: `from` and the part
 * of the way, which is within 2^16 sub-cells, so that each product is within 2^31 - 2^14. */
static inline int32_t place_at(uint32_t time, int32_t from, int32_t way)
{
    const int32_t upper = (int32_t)(time / 0x8000u), lower = (int32_t)(time % 0x8000u);
    return from * FINE + upper * way + whole(lower * way);
}

/* Puts a shape to a time and a rotation, grown, and begins to search there. The rotation's inverse
 * has the body's axes for its rows. */
static inline void begin_shape(oct9_obb_t *obb, oct9_obb_shape_t *shape,
                                   const oct9_obb_rotation_t *turned, uint32_t time, int32_t grown)
{
    const oct9_obb_input_t *in = obb->input;
    oct9_rotation_t rotation;
    oct9_obb_rotation_narrow(turned, &rotation);
    rotation.w = (int16_t)-rotation.w;
    oct9_rotation_matrix(&rotation, &shape->axes);
    for (unsigned a = 0; a < 3; a++) {
        const int32_t from = oct9_point_axis(&in->from.place, a);
        shape->place[a] = place_at(time, from, oct9_point_axis(&in->to.place, a) - from);
        shape->half[a] = (int32_t)in->half_q6[a] * FINE + grown;
    }
    oct9_search_anew(&obb->search);
    obb->hit = oct9_obb_shape_span(shape, &obb->search) && oct9_rules_outside_blocks(&in->rules)
                   ? OCT9_HIT_OUTSIDE : OCT9_HIT_NONE;
    oct9_search_start(&obb->search);
}

/* Puts the shape to the middle of the part. Without a turn its axes stay as they are, exactly. */
static OCT9_APART void begin_part(oct9_obb_t *obb)
{
    oct9_obb_rotation_t *turn = obb->turn;
    const uint32_t time = 2u * obb->begin + ((uint32_t)1 << (OCT9_OBB_PARTS - obb->depth));
    obb->moved = (obb->way >> (obb->depth + 1u)) + 1u;
    uint32_t grown = 1;                   /* for what was rounded: the place */
    if (obb->lever != 0) {
        oct9_obb_rotation_t *end = &turn[obb->depth + 1u];
        obb->moved += oct9_obb_rotation_chord(turn, end, obb->lever);
        oct9_obb_rotation_middle(turn, end, end + 1);
        turn = end + 1;
        /* And the rotation, by up to a unit more than the quotient. */
        grown += obb->lever / OCT9_OBB_ROTATION_ERROR + 1u;
    }
    begin_shape(obb, &obb->shape, turn, time, (int32_t)(obb->moved + grown));
}

static oct9_status_t input_check(const oct9_obb_input_t *input, const oct9_map_t *map)
{
    oct9_status_t status = oct9_rules_check(&input->rules, map);
    if (status == OCT9_OK)
        status = oct9_rotation_check(&input->from.rotation);
    if (status == OCT9_OK)
        status = oct9_rotation_check(&input->to.rotation);
    for (unsigned i = 0; i < 3 && status == OCT9_OK; i++)
        if (input->half_q6[i] == 0 || input->half_q6[i] > OCT9_OBB_HALF_MAX)
            status = OCT9_ERR_EXTENT;
    return status;
}

/* How far the place goes: a bound. The shape is yet to be used. */
static uint32_t way_of(oct9_obb_t *obb)
{
    for (unsigned a = 0; a < 3; a++)
        obb->shape.place[a] = (oct9_point_axis(&obb->input->to.place, a) -
                               oct9_point_axis(&obb->input->from.place, a)) * FINE;
    return oct9_obb_length_bound(obb->shape.place, 3);
}

oct9_status_t oct9_obb_begin(oct9_obb_t *obb, const oct9_map_t *map,
                             const oct9_obb_input_t *input)
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
    obb->way = way_of(obb);
    oct9_search_blocking(&obb->search, map, &input->rules);
    begin_shape(obb, &obb->start, obb->turn, 0, 0);
    obb->lever = 0;
    if (turns) {
        obb->lever = oct9_obb_length_bound(obb->start.half, 3);
        oct9_obb_rotation_normalise(&obb->turn[0]);
        oct9_obb_rotation_normalise(&obb->turn[1]);
    }
    return OCT9_OK;
}

/* Searches the part until something blocks, or the search or the budget ends. */
static oct9_status_t search_part(oct9_obb_t *obb, uint32_t *budget)
{
    const oct9_obb_shape_t *shape = obb->moved == 0 ? &obb->start : &obb->shape;
    int found;
    /* MISRA D24 */
    while (obb->hit == OCT9_HIT_NONE && (found = oct9_search_next(&obb->search, budget)) != 0) {
        if (found < 0)
            return OCT9_AGAIN;
        if (!oct9_obb_shape_meets(shape, &obb->search))
            continue;
        if (found == OCT9_FOUND_INNER)
            oct9_search_open(&obb->search, 0);
        else if (obb->input->rules.start_inside == OCT9_BLOCKS || 
                 !oct9_obb_shape_meets(&obb->start, &obb->search)) {
            obb->hit = OCT9_HIT_LEAF;
            oct9_search_leaf(&obb->search, &obb->leaf);
        }
    }
    return OCT9_OK;
}

/* The rotation at the end of a part becomes that at another's beginning or end. Without a turn
 * there is but one. */
static void copy_turn(oct9_obb_t *obb, unsigned from, unsigned to)
{
    oct9_obb_rotation_t *turn = obb->turn;
    for (unsigned i = 0; i < 4 && obb->lever != 0; i++)
        turn[to].q[i] = turn[from].q[i];
}

/* From the start or a clear part to what is behind it, the largest that begins there; false if it
 * was the last. */
static bool next_part(oct9_obb_t *obb)
{
    if (obb->moved == 0)
        return (obb->way | obb->lever) != 0;
    const uint32_t end = obb->begin + ((uint32_t)1 << (OCT9_OBB_PARTS - obb->depth));
    if (end == (uint32_t)1 << OCT9_OBB_PARTS)
        return false;
    copy_turn(obb, obb->depth + 1u, 0);
    obb->begin = end;
    obb->depth = (uint8_t)(OCT9_OBB_PARTS - oct9_port_low_bit(end));
    copy_turn(obb, obb->depth, obb->depth + 1u);
    return true;
}

/* To the first half of a part; false if it is short enough to block. At depth 18 that is so: at
 * most 4 of the way, 2^21 / 2^19 rounded down and 1, and 2 of the turn. */
static bool halve(oct9_obb_t *obb)
{
    if (obb->moved <= MOVED_ENOUGH || obb->depth == OCT9_OBB_PARTS)
        return false;
    obb->depth++;
    return true;
}

/* Goes from part to part until one blocks, or the way or the budget ends. Each takes one of the
 * budget for itself. */
static oct9_status_t visit(oct9_obb_t *obb, uint32_t budget)
{
    for (;;) {
        if (search_part(obb, &budget) == OCT9_AGAIN)
            return OCT9_AGAIN;
        if (obb->hit == OCT9_HIT_NONE ? !next_part(obb) : !halve(obb))
            return OCT9_OK;
        begin_part(obb);
        if (budget < 2)
            return OCT9_AGAIN;
        budget--;
    }
}

oct9_status_t oct9_obb_run(oct9_obb_t *obb, uint32_t budget, oct9_obb_output_t *output)
{
    OCT9_ASSERT(obb && output);
    if (budget == 0)
        return OCT9_ERR_BUDGET;
    if (oct9_search_stale(&obb->search))
        return OCT9_ERR_STALE;
    const oct9_status_t status = visit(obb, budget);
    output->leaves = obb->search.leaves;
    output->nodes = obb->search.nodes;
    if (status != OCT9_OK)
        return status;
    output->hit = (oct9_hit_t)obb->hit;
    output->fraction.num = output->fraction.den = 1;
    if (obb->hit != OCT9_HIT_NONE) {
        /* Rounded down, in parts of 2^16 first. */
        output->fraction.num = (obb->begin >> (OCT9_OBB_PARTS - 16)) * OCT9_WAY_MAX >> 16;
        output->fraction.den = OCT9_WAY_MAX;
    }
    if (obb->hit == OCT9_HIT_LEAF)
        oct9_leaf_copy(&output->leaf, &obb->leaf);
    return status;
}

oct9_status_t oct9_obb(oct9_obb_t *obb, const oct9_map_t *map, const oct9_obb_input_t *input,
                       oct9_obb_output_t *output)
{
    oct9_status_t status = oct9_obb_begin(obb, map, input);
    if (status == OCT9_OK)
        do
            status = oct9_obb_run(obb, UINT32_MAX, output);
        while (status == OCT9_AGAIN);
    return status;
}
