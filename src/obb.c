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

/* The place at the middle of the part on one axis, to the nearest fine unit. The time, in parts of
 * 2^19, times |to - from| * 16 is below 2^39; shifting a negative product as an unsigned one
 * leaves its low 32 bits right, and they are converted modulo 2^32, as in src/node.h. */
static int32_t middle(const oct9_obb_t *obb, int32_t from, int32_t to)
{
    const int32_t time = (int32_t)((2u * obb->part + 1u) << (OCT9_OBB_PARTS - obb->depth));
    const int64_t product = (int64_t)time * ((to - from) * FINE) + ((int32_t)1 << OCT9_OBB_PARTS);
    return from * FINE + (int32_t)(uint32_t)((uint64_t)product >> (OCT9_OBB_PARTS + 1));
}

/* How much the box must grow in the part. The way is below 2^21, the lever at
 * most 2^17. */
static int32_t growth(oct9_obb_t *obb)
{
    obb->moved = (obb->way >> (obb->depth + 1u)) + 1u;
    if (obb->lever != 0)
        obb->moved += oct9_obb_rotation_chord(&obb->left, &obb->right[obb->depth], obb->lever);
    /* And what was rounded: the place, and the rotation by up to a unit more than the quotient. */
    return (int32_t)(obb->moved + 1u + obb->lever / OCT9_OBB_ROTATION_ERROR + (obb->lever != 0));
}

/* Turns the shape to the middle of the part. Without a turn its axes stay as they are, exactly. */
static void turn_half(oct9_obb_t *obb)
{
    oct9_obb_rotation_t *half = &obb->right[obb->depth + 1u];
    oct9_rotation_t rotation;
    oct9_obb_rotation_middle(&obb->left, &obb->right[obb->depth], half);
    if (obb->lever == 0)
        return;
    oct9_obb_rotation_narrow(half, &rotation);
    oct9_rotation_matrix(&rotation, &obb->shape.axes);
}

/* Begins to search where the shape is now. */
static void begin_search(oct9_obb_t *obb)
{
    const oct9_rules_t *rules = &obb->input->rules;
    oct9_search_blocking(&obb->search, &obb->search.map, rules);
    oct9_obb_shape_span(&obb->shape, &obb->search);
    oct9_search_start(&obb->search);
    obb->hit = oct9_rules_outside_blocks(rules) && oct9_obb_shape_leaves_cube(&obb->shape)
                   ? OCT9_HIT_OUTSIDE : OCT9_HIT_NONE;
}

/* Puts the shape to the middle of the part, and begins to search. */
static OCT9_APART void begin_part(oct9_obb_t *obb)
{
    const oct9_obb_input_t *in = obb->input;
    oct9_obb_shape_t *shape = &obb->shape;
    const int32_t grown = growth(obb);
    int32_t from[3], to[3];
    oct9_point_get(&in->from.place, from);
    oct9_point_get(&in->to.place, to);
    turn_half(obb);
    for (unsigned i = 0; i < 3; i++) {
        shape->place[i] = middle(obb, from[i], to[i]);
        shape->half[i] = in->half_q6[i] * FINE + grown;
    }
    begin_search(obb);
}

/* The box where it starts. */
static OCT9_APART void start_shape(const oct9_obb_input_t *in, oct9_obb_shape_t *shape)
{
    oct9_rotation_matrix(&in->from.rotation, &shape->axes);
    oct9_point_get(&in->from.place, shape->place);
    for (unsigned i = 0; i < 3; i++) {
        shape->place[i] *= FINE;
        shape->half[i] = in->half_q6[i] * FINE;
    }
}

static oct9_status_t input_check(const oct9_obb_input_t *input)
{
    oct9_status_t status = oct9_rules_check(&input->rules);
    if (status == OCT9_OK)
        status = oct9_rotation_check(&input->from.rotation);
    if (status == OCT9_OK)
        status = oct9_rotation_check(&input->to.rotation);
    for (unsigned i = 0; i < 3 && status == OCT9_OK; i++)
        if (input->half_q6[i] == 0 || input->half_q6[i] > OCT9_OBB_HALF_MAX)
            status = OCT9_ERR_EXTENT;
    return status;
}

oct9_status_t oct9_obb_begin(oct9_obb_t *obb, const oct9_map_t *map,
                             const oct9_obb_input_t *input)
{
    OCT9_ASSERT(obb && map && input);
    int32_t way[3];
    const oct9_status_t status = input_check(input);
    if (status != OCT9_OK)
        return status;
    obb->input = input;
    obb->search.map.tree = map->tree;
    obb->search.map.image = map->image;
    obb->leaves = obb->nodes = 0;
    obb->part = 0;
    obb->depth = 0;
    obb->moved = 0;
    start_shape(input, &obb->shape);
    oct9_point_get(&input->to.place, way);
    for (unsigned a = 0; a < 3; a++)
        way[a] = way[a] * FINE - obb->shape.place[a];
    obb->way = oct9_obb_length_bound(way, 3);
    obb->lever = 0;
    if (oct9_obb_rotation_ends(&input->from.rotation, &input->to.rotation, &obb->left,
                               &obb->right[0]))
        obb->lever = oct9_obb_length_bound(obb->shape.half, 3);
    begin_search(obb);
    return OCT9_OK;
}

/* The leaf that was found is met by the box where it starts. */
static OCT9_APART bool starts_in(const oct9_obb_t *obb)
{
    oct9_obb_shape_t shape;
    start_shape(obb->input, &shape);
    return oct9_obb_shape_meets(&shape, &obb->search);
}

/* Searches the part until something blocks, or the search or the budget ends. */
static oct9_status_t search_part(oct9_obb_t *obb, uint32_t *budget)
{
    int found;
    while (obb->hit == OCT9_HIT_NONE && (found = oct9_search_next(&obb->search, budget)) != 0) {
        if (found < 0)
            return OCT9_AGAIN;
        if (!oct9_obb_shape_meets(&obb->shape, &obb->search))
            continue;
        if (found == OCT9_FOUND_INNER)
            oct9_search_open(&obb->search, 0);
        else if (obb->input->rules.start_inside == OCT9_BLOCKS || !starts_in(obb)) {
            obb->hit = OCT9_HIT_LEAF;
            oct9_search_leaf(&obb->search, &obb->leaf);
        }
    }
    return OCT9_OK;
}

/* From the start or a clear part to what is behind it; false if it was the last. */
static bool next_part(oct9_obb_t *obb)
{
    if (obb->moved == 0)
        return (obb->way | obb->lever) != 0;
    oct9_obb_rotation_copy(&obb->left, &obb->right[obb->depth]);
    while (obb->depth > 0 && (obb->part & 1u)) {
        obb->part >>= 1;
        obb->depth--;
    }
    if (obb->depth == 0)
        return false;
    obb->part++;
    oct9_obb_rotation_copy(&obb->right[obb->depth], &obb->right[obb->depth - 1u]);
    return true;
}

/* To the first half of a part; false if it is short enough to block. At depth 18 that is so: at
 * most 4 of the way, 2^21 / 2^19 rounded down and 1, and 2 of the turn. */
static bool halve(oct9_obb_t *obb)
{
    if (obb->moved <= MOVED_ENOUGH || obb->depth == OCT9_OBB_PARTS)
        return false;
    obb->part *= 2u;
    obb->depth++;
    return true;
}

/* Goes from part to part until one blocks, or the way or the budget ends. Each takes one of the
 * budget for itself. */
static OCT9_APART oct9_status_t visit(oct9_obb_t *obb, uint32_t budget)
{
    for (;;) {
        if (search_part(obb, &budget) == OCT9_AGAIN)
            return OCT9_AGAIN;
        if (obb->hit == OCT9_HIT_NONE ? !next_part(obb) : !halve(obb))
            return OCT9_OK;
        obb->leaves += obb->search.leaves;
        obb->nodes += obb->search.nodes;
        begin_part(obb);
        if (budget < 2)
            return OCT9_AGAIN;
        budget--;
    }
}

/* Where the part begins, in 65535ths, rounded down: part < 2^depth, and 2^16 * 65535 < 2^32. */
static uint32_t beginning(const oct9_obb_t *obb)
{
    return obb->depth <= 16 ? obb->part * OCT9_WAY_MAX >> obb->depth
                            : (obb->part >> (obb->depth - 16u)) * OCT9_WAY_MAX >> 16;
}

oct9_status_t oct9_obb_run(oct9_obb_t *obb, uint32_t budget, oct9_obb_output_t *output)
{
    OCT9_ASSERT(obb && output);
    if (budget == 0)
        return OCT9_ERR_BUDGET;
    const oct9_status_t status = visit(obb, budget);
    output->leaves = obb->leaves + obb->search.leaves;
    output->nodes = obb->nodes + obb->search.nodes;
    if (status != OCT9_OK)
        return status;
    output->hit = (oct9_hit_t)obb->hit;
    output->fraction.num = obb->hit == OCT9_HIT_NONE ? 1u : beginning(obb);
    output->fraction.den = obb->hit == OCT9_HIT_NONE ? 1u : OCT9_WAY_MAX;
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
