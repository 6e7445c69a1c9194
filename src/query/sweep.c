/* SPDX-License-Identifier: MIT */
/* Sweeps of spheres and boxes.
 *
 * A box that moves from A to B meets a leaf iff a point with the same displacement meets the leaf
 * grown by the box (their Minkowski sum). A sphere meets a leaf only if the point meets the leaf
 * grown by the radius on each axis. Both are slab tests with all times as exact fractions. For a
 * box this is the whole test. For a sphere it is the test for nodes, and src/query/capsule.c
 * decides for leaves.
 *
 * Axes on which the motion descends are mirrored (x -> -x), so that all travel is upward.
 *
 * Source of the slabs: Kay and Kajiya 1986, "Ray tracing complex scenes". */
#include "src/query/sweep.h"

#include "oct9/sweep.h"
#include "port/oct9_port.h"
#include "src/number/axes.h"
#include "src/number/fraction.h"
#include "src/query/capsule.h"
#include "src/query/leaving.h"
#include "src/query/reach.h"
#include "src/query/rules.h"
#include "src/query/search.h"

/* The values are used in arithmetic: a sphere touches with its surface, but a box does not contain
 * its upper face. So the bounds of a box differ by one from those of a sphere. */
enum { SWEPT_BOX = 0, SWEPT_SPHERE = 1 };

/* Sets one axis. The point moves from `from` to `to`; the shape extends `low` below it and `high`
 * above it. */
static void set_sweep_axis(oct9_sweep_t *sweep, unsigned number, int32_t from, int32_t to,
                           uint16_t low, uint16_t high)
{
    oct9_sweep_axis_t *axis = &sweep->axis[number];
    const int32_t touch = sweep->kind;
    int32_t first = from, last = to;
    oct9_point_set_axis(&sweep->from, number, from);
    oct9_point_set_axis(&sweep->to, number, to);
    axis->start = from;
    axis->before = high;
    axis->behind = low;
    axis->mirrored = to < from;
    if (axis->mirrored) {
        first = to;
        last = from;
        axis->start = -from;
        axis->before = low;
        axis->behind = high;
        sweep->mirror = (uint8_t)(sweep->mirror | 1u << number);
    }
    axis->length = (uint16_t)(last - first);
    oct9_search_span(&sweep->search, number, first - low - touch, last + high - 1 + touch);
}

/* Handles the outside on one axis. The shape meets it where the point starts less than `behind`
 * above the low face of the cube, or rises to less than `before` below the high face; a sphere also
 * where it exactly reaches that limit. */
static void meet_outside(oct9_sweep_t *sweep, const oct9_sweep_axis_t *axis)
{
    const int32_t touch = sweep->kind, length = axis->length;
    int32_t distance = (int32_t)OCT9_HIGH_Q6 - axis->before - axis->start; /* to the cube's face */
    if (axis->start < OCT9_LOW_Q6 + (int32_t)axis->behind + touch)
        distance = -1;
    if (distance >= length + touch)
        return;
    oct9_fraction_t rim;
    rim.num = distance > 0 && !sweep->any ? (uint32_t)distance : 0;
    rim.den = distance > 0 ? (uint32_t)length : 1;
    if (!oct9_fraction_below(&rim, &sweep->first))
        return;
    sweep->hit = OCT9_HIT_OUTSIDE;
    sweep->first.num = touch ? rim.num * OCT9_WAY_MAX / rim.den : rim.num;
    sweep->first.den = touch ? OCT9_WAY_MAX : rim.den;
}

/* Begins the sweep of a sphere, whose radius is set, or of the box from `from` to `high`, whose
 * radius is 0. `any` is set. The caller starts the search. */
static void begin_sweep(oct9_sweep_t *sweep, const oct9_map_t *map, const oct9_rules_t *rules,
                        const oct9_point_t *from, const oct9_point_t *to, const oct9_point_t *high)
{
    oct9_search_blocking(&sweep->search, map, rules);
    sweep->kind = high ? SWEPT_BOX : SWEPT_SPHERE;
    sweep->hit = OCT9_HIT_NONE;
    sweep->mirror = 0;
    sweep->first.num = OCT9_WAY_MAX + (uint32_t)1;
    sweep->first.den = OCT9_WAY_MAX;
    sweep->start_inside = (uint8_t)rules->start_inside;
    OCT9_UNROLL
    for (unsigned a = 0; a < 3; a++) {
        const int32_t at = oct9_point_axis(from, a);
        const uint16_t radius = sweep->capsule.radius_q6;
        set_sweep_axis(sweep, a, at, oct9_point_axis(to, a), radius,
                       high ? (uint16_t)(oct9_point_axis(high, a) - at) : radius);
        if (oct9_rules_outside_blocks(rules))
            meet_outside(sweep, &sweep->axis[a]);
    }
}

oct9_status_t oct9_sweep_start(oct9_sweep_t *sweep, const oct9_map_t *map,
                               const oct9_motion_t *motion, const oct9_rules_t *rules,
                               bool any_contact)
{
    const oct9_status_t status = oct9_rules_check(rules, map);
    if (status != OCT9_OK)
        return status;
    if (motion->radius_q6 > OCT9_RADIUS_MAX)
        return OCT9_REFUSE();
    sweep->capsule.radius_q6 = motion->radius_q6;
    sweep->any = any_contact;
    begin_sweep(sweep, map, rules, &motion->from, &motion->to, NULL);
    oct9_search_start(&sweep->search);
    return OCT9_OK;
}

oct9_status_t oct9_sweep_sphere_begin(oct9_sweep_t *sweep, const oct9_map_t *map,
                                      const oct9_sphere_input_t *input)
{
    OCT9_ASSERT(sweep && map && input);
    return oct9_sweep_start(sweep, map, &input->motion, &input->rules, input->any_contact);
}

oct9_status_t oct9_sweep_box_begin(oct9_sweep_t *sweep, const oct9_map_t *map,
                                   const oct9_box_input_t *input)
{
    OCT9_ASSERT(sweep && map && input);
    const oct9_status_t status = oct9_rules_check(&input->rules, map);
    if (status != OCT9_OK)
        return status;
    for (unsigned a = 0; a < 3; a++)
        if (oct9_point_axis(&input->hi, a) <= oct9_point_axis(&input->lo, a))
            return OCT9_REFUSE();
    sweep->capsule.radius_q6 = 0;
    sweep->any = input->any_contact;
    begin_sweep(sweep, map, &input->rules, &input->lo, &input->to, &input->hi);
    oct9_search_start(&sweep->search);
    return OCT9_OK;
}

/* The interval of time in which the shape, as a point, is in a grown node. */
typedef struct {
    oct9_fraction_t in, out;
    bool starts;
} stay_t;

/* Cuts the stay with the slab of one axis. The point meets this slab, because the node has a
 * sub-cell in the search's span. A sphere's slab is closed: it includes its faces. Distances are
 * within 2^17; numerators that are kept are at most the length. */
static inline void cut(stay_t *stay, const oct9_sweep_t *sweep, unsigned number)
{
    const oct9_sweep_axis_t *axis = &sweep->axis[number];
    const int32_t touch = sweep->kind, length = axis->length;
    const int32_t low = oct9_sweep_low(sweep, number) - axis->start;
    const int32_t in = low - axis->before;
    const int32_t out = low + oct9_search_size(&sweep->search) + axis->behind;
    if (in >= touch)
        stay->starts = false;
    if (in > 0 && stay->in.num * (uint32_t)length < (uint32_t)in * stay->in.den) {
        stay->in.num = (uint32_t)in;
        stay->in.den = (uint32_t)length;
    }
    if (out < length && (uint32_t)out * stay->out.den < stay->out.num * (uint32_t)length) {
        stay->out.num = (uint32_t)out;
        stay->out.den = (uint32_t)length;
    }
}

/* True if the point meets the grown node before the first contact so far. */
static bool slabs(const oct9_sweep_t *sweep, stay_t *stay)
{
    stay->in.num = 0;
    stay->in.den = stay->out.num = stay->out.den = 1;
    stay->starts = true;
    OCT9_UNROLL
    for (unsigned a = 0; a < 3; a++)
        cut(stay, sweep, a);
    OCT9_ASSERT(stay->in.num <= OCT9_WAY_MAX && stay->out.num <= OCT9_WAY_MAX);
    /* At most 65535 * 65535 + 1. A box that enters the node enters before 1; one that stays leaves
     * it at 1. */
    return stay->in.num * stay->out.den + (sweep->kind == SWEPT_BOX) <=
               stay->out.num * stay->in.den &&
           oct9_fraction_below(&stay->in, &sweep->first);
}

/* Notes that the current leaf blocks from that time on. */
static void meet_leaf(oct9_sweep_t *sweep, uint32_t num, uint32_t den)
{
    OCT9_ASSERT(den != 0 && num <= den && den <= OCT9_WAY_MAX);
    sweep->hit = OCT9_HIT_LEAF;
    sweep->first.num = num;
    sweep->first.den = den;
    oct9_search_leaf(&sweep->search, &sweep->leaf);
}

/* Sets the capsule for the sphere and the current leaf. */
static inline void set_capsule(oct9_sweep_t *sweep)
{
    for (unsigned a = 0; a < 3; a++) {
        oct9_capsule_axis_t *axis = &sweep->capsule.axis[a];
        axis->low = sweep->axis[a].start - oct9_sweep_low(sweep, a);
        axis->high = axis->low - oct9_search_size(&sweep->search);
        axis->length = sweep->axis[a].length;
    }
}

/* True if the current leaf, which the shape meets at its start, blocks. */
static OCT9_APART bool start_blocks(const oct9_sweep_t *sweep)
{
    if (sweep->start_inside != OCT9_LEAVES)
        return sweep->start_inside == OCT9_BLOCKS;
    return oct9_leaving_leaf_blocks(&sweep->search, &sweep->from, &sweep->to,
                                    sweep->kind == SWEPT_BOX ? sweep->axis : NULL);
}

/* The sphere's path passes the grown leaf, from `in` on. This decides whether the sphere touches
 * the leaf itself. A sphere that touches it no longer approaches it at time 1. With LEAVES a leaf
 * that does not block at the start never does: the sphere does not come nearer to it. */
static void meet_by_sphere(oct9_sweep_t *sweep)
{
    oct9_capsule_t *capsule = &sweep->capsule;
    if (sweep->starts && sweep->start_inside == OCT9_LEAVES && !start_blocks(sweep))
        return;
    set_capsule(sweep);
    const unsigned meets = oct9_capsule_meets(capsule);
    if (meets == OCT9_CAPSULE_APART ||
        (meets == OCT9_CAPSULE_STARTS && sweep->start_inside == OCT9_PASSES))
        return;
    uint32_t contact = 0;
    if (meets == OCT9_CAPSULE_COMES && !sweep->any) {
        if (oct9_capsule_not_before(capsule, sweep->first.num))
            return;
        const uint32_t from = sweep->in.num * OCT9_WAY_MAX / sweep->in.den; /* below 2^32 */
        contact = oct9_capsule_contact(capsule, from, sweep->first.num);
    }
    meet_leaf(sweep, contact, OCT9_WAY_MAX);
}

/* True if the first contact is at the very start: none can be earlier. */
static inline bool at_start(const oct9_sweep_t *sweep)
{
    return sweep->first.num == 0;
}

/* A box at rest meets each leaf that the search finds. The result is the same as that of
 * visit_moving(). */
static inline oct9_status_t visit_at_rest(oct9_sweep_t *sweep, uint32_t *budget)
{
    int found = OCT9_FOUND_NONE;
    while (!at_start(sweep) &&
           (found = oct9_search_next_leaf(&sweep->search, budget)) == OCT9_FOUND_LEAF)
        if (start_blocks(sweep))
            meet_leaf(sweep, 0, 1);
    return found < 0 ? OCT9_AGAIN : OCT9_OK;
}

int oct9_sweep_next_leaf(oct9_sweep_t *sweep, uint32_t *budget)
{
    stay_t stay;
    int found;
    while ((found = oct9_search_next(&sweep->search, budget)) > 0) {
        if (!slabs(sweep, &stay))
            continue;
        if (found == OCT9_FOUND_LEAF) {
            sweep->in.num = stay.in.num;
            sweep->in.den = stay.in.den;
            sweep->starts = stay.starts;
            break;
        }
        oct9_search_open(&sweep->search, sweep->mirror);
    }
    return found;
}

/* Visits nodes until the search or the budget ends. */
static oct9_status_t visit_moving(oct9_sweep_t *sweep, uint32_t *budget)
{
    int found;
    while (!at_start(sweep) && (found = oct9_sweep_next_leaf(sweep, budget)) != OCT9_FOUND_NONE) {
        if (found < 0)
            return OCT9_AGAIN;
        if (sweep->kind == SWEPT_SPHERE)
            meet_by_sphere(sweep);
        else if (!sweep->starts || start_blocks(sweep))
            meet_leaf(sweep, sweep->any ? 0 : sweep->in.num, sweep->in.den);
    }
    return OCT9_OK;
}

static void conclude_sweep(oct9_sweep_t *sweep, oct9_sweep_output_t *output)
{
    OCT9_ASSERT(sweep->hit == OCT9_HIT_NONE || sweep->first.num <= sweep->first.den);
    if (sweep->hit == OCT9_HIT_NONE)
        sweep->first.num = sweep->first.den = 1;
    output->hit = (oct9_hit_t)sweep->hit;
    output->fraction.num = sweep->first.num;
    output->fraction.den = sweep->first.den;
    oct9_fraction_point(&sweep->first, &sweep->from, &sweep->to, &output->at);
    if (sweep->hit != OCT9_HIT_LEAF)
        return;
    oct9_leaf_copy(&output->leaf, &sweep->leaf);
    oct9_reach_nearest(&output->leaf, &output->at, &output->nearest);
}

oct9_status_t oct9_sweep_go(oct9_sweep_t *sweep, uint32_t *budget, oct9_sweep_output_t *output)
{
    const bool rests = (sweep->axis[0].length | sweep->axis[1].length | sweep->axis[2].length) == 0;
    const oct9_status_t status = rests && sweep->kind == SWEPT_BOX ? visit_at_rest(sweep, budget)
                                                                   : visit_moving(sweep, budget);
    if (!output)
        return status;
    output->leaves = sweep->search.leaves;
    output->nodes = sweep->search.nodes;
    if (status == OCT9_OK)
        conclude_sweep(sweep, output);
    return status;
}

oct9_status_t oct9_sweep_run(oct9_sweep_t *sweep, uint32_t budget, oct9_sweep_output_t *output)
{
    OCT9_ASSERT(sweep && output);
    if (budget == 0)
        return OCT9_REFUSE();
    if (oct9_search_stale(&sweep->search))
        return OCT9_ERR_STALE;
    return oct9_sweep_go(sweep, &budget, output);
}

oct9_status_t oct9_sweep_sphere(const oct9_map_t *map, const oct9_sphere_input_t *input,
                                oct9_sweep_output_t *output)
{
    oct9_sweep_t sweep;
    const oct9_status_t status = oct9_sweep_sphere_begin(&sweep, map, input);
    return status == OCT9_OK ? oct9_sweep_run(&sweep, UINT32_MAX, output) : status;
}

oct9_status_t oct9_sweep_box(const oct9_map_t *map, const oct9_box_input_t *input,
                             oct9_sweep_output_t *output)
{
    oct9_sweep_t sweep;
    const oct9_status_t status = oct9_sweep_box_begin(&sweep, map, input);
    return status == OCT9_OK ? oct9_sweep_run(&sweep, UINT32_MAX, output) : status;
}
