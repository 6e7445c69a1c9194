/* SPDX-License-Identifier: MIT */
/* Sweeps of spheres and boxes.
 *
 * A box that goes from A to B meets a leaf iff a point that goes so meets the leaf grown by the
 * box; a sphere meets it only if the point meets the leaf grown by the radius on each axis. Both
 * are a test of slabs, with all times as exact fractions. It is the whole test for a box; for a
 * sphere it is that of the nodes, and src/capsule.c decides on the leaves.
 *
 * Axes that the way descends are mirrored (x -> 32768 - x), so that all travel is upward.
 *
 * Source: Kay and Kajiya 1986 for the slabs. */
#include "oct9/sweep.h"

#include "port/oct9_port.h"
#include "src/capsule.h"
#include "src/copy.h"
#include "src/fraction.h"
#include "src/reach.h"
#include "src/search.h"
#include "src/sweep.h"

/* The numbers count: a sphere touches with its surface, a box does not reach its upper face, and so
 * bounds that a sphere takes in are one off for a box. */
enum { BOX = 0, SPHERE = 1 };

/* Sets one axis: the point goes from `from` to `to`; the shape reaches `low` below it and `high`
 * above it. */
static void set_axis(oct9_sweep_t *sweep, unsigned number, int32_t from, int32_t to,
                     uint16_t low, uint16_t high)
{
    oct9_sweep_axis_t *axis = &sweep->axis[number];
    const bool mirrored = to < from;
    const int32_t first = mirrored ? to : from, last = mirrored ? from : to;
    const int32_t touch = sweep->kind == SPHERE;
    axis->start = mirrored ? OCT9_CUBE_Q6 - from : from;
    axis->length = (uint16_t)(last - first);
    axis->before = mirrored ? low : high;
    axis->behind = mirrored ? high : low;
    axis->mirrored = mirrored;
    sweep->mirror = (uint8_t)(sweep->mirror | (unsigned)mirrored << number);
    oct9_search_span(&sweep->search, number, first - low - touch, last + high - 1 + touch);
}

/* Brings the first contact forward to num / den; a sphere's in 65535ths. */
static void contact_at(oct9_sweep_t *sweep, oct9_hit_t hit, uint32_t num, uint32_t den)
{
    sweep->hit = (uint8_t)hit;
    sweep->first.num = sweep->kind == SPHERE ? num * OCT9_WAY_MAX / den : num;
    sweep->first.den = sweep->kind == SPHERE ? OCT9_WAY_MAX : den;
}

/* Meets the outside on one axis: where the point starts below `behind` or comes above
 * 32768 - before; for a sphere also if it gets just there. */
static void meet_outside(oct9_sweep_t *sweep, const oct9_sweep_axis_t *axis)
{
    const int32_t touch = sweep->kind == SPHERE, length = axis->length;
    const int32_t way = OCT9_CUBE_Q6 - axis->before - axis->start;     /* to the rim */
    oct9_fraction_t rim = { 0, 1 };
    if (axis->start >= axis->behind + touch) {
        if (way >= length + touch)
            return;
        if (way > 0) {
            rim.num = (uint32_t)way;
            rim.den = (uint32_t)length;
        }
    }
    if (sweep->hit == OCT9_HIT_NONE || oct9_fraction_below(&rim, &sweep->first))
        contact_at(sweep, OCT9_HIT_OUTSIDE, rim.num, rim.den);
}

/* The point goes from `from` to `to`; the shape reaches `low` below it on each axis, and `high`
 * above it. */
static void begin(oct9_sweep_t *sweep, const oct9_map_t *map, const oct9_rules_t *rules,
                  const oct9_point_t *from, const oct9_point_t *to, uint16_t low,
                  const int32_t high[3])
{
    const bool outside = oct9_rules_outside_blocks(rules);
    int32_t begins[3], ends[3];
    oct9_point_get(from, begins);
    oct9_point_get(to, ends);
    oct9_search_blocking(&sweep->search, map, rules);
    sweep->hit = OCT9_HIT_NONE;
    sweep->mirror = 0;
    sweep->first.num = sweep->first.den = 1;
    sweep->start_inside = (uint8_t)rules->start_inside;
    OCT9_UNROLL
    for (unsigned a = 0; a < 3; a++) {
        set_axis(sweep, a, begins[a], ends[a], low, (uint16_t)high[a]);
        if (outside)
            meet_outside(sweep, &sweep->axis[a]);
    }
    oct9_search_start(&sweep->search);
}

oct9_status_t oct9_sweep_begin_sphere(oct9_sweep_t *sweep, const oct9_map_t *map,
                                      const oct9_point_t *from, const oct9_point_t *to,
                                      uint16_t radius, const oct9_rules_t *rules)
{
    const int32_t high[3] = { radius, radius, radius };
    const oct9_status_t status = oct9_rules_check(rules);
    if (status != OCT9_OK)
        return status;
    if (radius > OCT9_RADIUS_MAX)
        return OCT9_ERR_RADIUS;
    sweep->kind = SPHERE;
    sweep->radius_q6 = radius;
    begin(sweep, map, rules, from, to, radius, high);
    return OCT9_OK;
}

oct9_status_t oct9_sphere_begin(oct9_sweep_t *sweep, const oct9_map_t *map,
                                const oct9_sphere_input_t *input)
{
    OCT9_ASSERT(sweep && map && input);
    return oct9_sweep_begin_sphere(sweep, map, &input->from, &input->to, input->radius_q6,
                                   &input->rules);
}

oct9_status_t oct9_box_begin(oct9_sweep_t *sweep, const oct9_map_t *map,
                             const oct9_box_input_t *input)
{
    OCT9_ASSERT(sweep && map && input);
    const oct9_status_t status = oct9_rules_check(&input->rules);
    const oct9_point_t *lo = &input->lo, *hi = &input->hi;
    const int32_t high[3] = { hi->x - lo->x, hi->y - lo->y, hi->z - lo->z };
    if (status != OCT9_OK)
        return status;
    if (high[0] <= 0 || high[1] <= 0 || high[2] <= 0)
        return OCT9_ERR_EXTENT;
    sweep->kind = BOX;
    begin(sweep, map, &input->rules, lo, &input->to, 0, high);
    return OCT9_OK;
}

/* Cuts the stay by one axis; false if the point misses the slab. A sphere's is closed: it takes its
 * faces in. Ways are within 2^17; numerators that are kept are at most the length. */
static inline bool cut(oct9_stay_t *stay, const oct9_sweep_t *sweep, unsigned number)
{
    const oct9_sweep_axis_t *axis = &sweep->axis[number];
    const int32_t touch = sweep->kind == SPHERE, length = axis->length;
    const int32_t low = oct9_sweep_low(sweep, number) - axis->start;
    const int32_t in = low - axis->before;
    const int32_t out = low + oct9_search_size(&sweep->search) + axis->behind;
    if (in >= length + touch || out <= -touch)
        return false;
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
    return true;
}

/* The point meets the node, grown, before the first contact so far. */
static bool slabs(const oct9_sweep_t *sweep, oct9_stay_t *stay)
{
    stay->in.num = 0;
    stay->in.den = stay->out.num = stay->out.den = 1;
    stay->starts = true;
    OCT9_UNROLL
    for (unsigned a = 0; a < 3; a++)
        if (!cut(stay, sweep, a))
            return false;
    /* At most 65535 * 65535 + 1. A box that comes in comes in before 1, and one that stays goes out
     * at 1. */
    if (stay->in.num * stay->out.den + (sweep->kind == BOX) > stay->out.num * stay->in.den)
        return false;
    return sweep->hit == OCT9_HIT_NONE || oct9_fraction_below(&stay->in, &sweep->first);
}

/* The leaf that was found blocks, from that time on. */
static void meet_leaf(oct9_sweep_t *sweep, uint32_t num, uint32_t den)
{
    sweep->hit = OCT9_HIT_LEAF;
    sweep->first.num = num;
    sweep->first.den = den;
    oct9_search_leaf(&sweep->search, &sweep->leaf);
}

/* The sphere and the leaf that was found. */
static void set_capsule(const oct9_sweep_t *sweep, oct9_capsule_t *capsule)
{
    const int32_t size = oct9_search_size(&sweep->search);
    for (unsigned a = 0; a < 3; a++) {
        capsule->from_low[a] = sweep->axis[a].start - oct9_sweep_low(sweep, a);
        capsule->from_high[a] = capsule->from_low[a] - size;
        capsule->length[a] = sweep->axis[a].length;
    }
    capsule->radius_q6 = sweep->radius_q6;
}

/* The sphere's way passes the grown leaf, from `in` on: does it touch the leaf itself? */
static void meet_by_sphere(oct9_sweep_t *sweep, const oct9_fraction_t *in)
{
    oct9_capsule_t capsule;
    const bool none = sweep->hit == OCT9_HIT_NONE;
    const uint32_t from = in->num * OCT9_WAY_MAX / in->den;  /* below 2^32 */
    const uint32_t end = none ? OCT9_WAY_MAX + (uint32_t)1 : sweep->first.num;
    set_capsule(sweep, &capsule);
    if (oct9_capsule_starts(&capsule)) {
        if (sweep->start_inside == OCT9_BLOCKS)
            meet_leaf(sweep, 0, OCT9_WAY_MAX);
        return;
    }
    if (!oct9_capsule_meets(&capsule) ||
        (!none && oct9_capsule_not_before(&capsule, end)))
        return;
    meet_leaf(sweep, oct9_capsule_contact(&capsule, from, end), OCT9_WAY_MAX);
}

/* A contact at the very start cannot be bettered. */
static bool at_start(const oct9_sweep_t *sweep)
{
    return sweep->hit != OCT9_HIT_NONE && sweep->first.num == 0;
}

/* A box at rest meets each leaf that the search finds: what visit() comes to as well. */
static inline oct9_status_t visit_at_rest(oct9_sweep_t *sweep, uint32_t budget)
{
    int found = OCT9_FOUND_NONE;
    while (!at_start(sweep) &&
           (found = oct9_search_next_leaf(&sweep->search, &budget)) == OCT9_FOUND_LEAF)
        if (sweep->start_inside == OCT9_BLOCKS)
            meet_leaf(sweep, 0, 1);
    return found < 0 ? OCT9_AGAIN : OCT9_OK;
}

int oct9_sweep_next_leaf(oct9_sweep_t *sweep, uint32_t *budget, oct9_stay_t *stay)
{
    int found;
    while ((found = oct9_search_next(&sweep->search, budget)) > 0) {
        if (!slabs(sweep, stay))
            continue;
        if (found == OCT9_FOUND_LEAF)
            break;
        oct9_search_open(&sweep->search, sweep->mirror);
    }
    return found;
}

/* Visits nodes until the search or the budget ends. */
static OCT9_APART oct9_status_t visit(oct9_sweep_t *sweep, uint32_t budget)
{
    int found;
    oct9_stay_t stay;
    while (!at_start(sweep) &&
           (found = oct9_sweep_next_leaf(sweep, &budget, &stay)) != OCT9_FOUND_NONE) {
        if (found < 0)
            return OCT9_AGAIN;
        if (sweep->kind == SPHERE)
            meet_by_sphere(sweep, &stay.in);
        else if (!stay.starts || sweep->start_inside == OCT9_BLOCKS)
            meet_leaf(sweep, stay.in.num, stay.in.den);
    }
    return OCT9_OK;
}

/* Where the shape is at the first contact, rounded toward its start: num and length are at most
 * 65535. */
static OCT9_APART void place_contact(const oct9_sweep_t *sweep, int32_t at[3])
{
    const oct9_sweep_axis_t *axis = sweep->axis;
    for (unsigned a = 0; a < 3; a++, axis++) {
        at[a] = axis->start;
        if (axis->length != 0)
            at[a] += (int32_t)(sweep->first.num * axis->length / sweep->first.den);
        if (axis->mirrored)
            at[a] = OCT9_CUBE_Q6 - at[a];
    }
}

/* What of the leaf is nearest to that. */
static void place_nearest(const oct9_leaf_t *leaf, int32_t at[3])
{
    const uint16_t corner[3] = { leaf->corner.x, leaf->corner.y, leaf->corner.z };
    for (unsigned a = 0; a < 3; a++) {
        const int32_t low = corner[a] * OCT9_CELL_Q6;
        at[a] = oct9_reach_clamp(at[a], low, low + ((int32_t)OCT9_CELL_Q6 << leaf->level));
    }
}

static OCT9_APART void conclude(const oct9_sweep_t *sweep, oct9_sweep_output_t *output)
{
    int32_t at[3];
    output->hit = (oct9_hit_t)sweep->hit;
    output->fraction.num = sweep->first.num;
    output->fraction.den = sweep->first.den;
    place_contact(sweep, at);
    oct9_point_set(&output->at, at);
    if (sweep->hit != OCT9_HIT_LEAF)
        return;
    place_nearest(&sweep->leaf, at);
    oct9_point_set(&output->nearest, at);
    oct9_leaf_copy(&output->leaf, &sweep->leaf);
}

oct9_status_t oct9_sweep_run(oct9_sweep_t *sweep, uint32_t budget, oct9_sweep_output_t *output)
{
    OCT9_ASSERT(sweep && output);
    if (budget == 0)
        return OCT9_ERR_BUDGET;
    const bool rests = (sweep->axis[0].length | sweep->axis[1].length |
                        sweep->axis[2].length) == 0;
    const oct9_status_t status = OCT9_FAST && rests && sweep->kind == BOX
                                     ? visit_at_rest(sweep, budget) : visit(sweep, budget);
    output->leaves = sweep->search.leaves;
    output->nodes = sweep->search.nodes;
    if (status == OCT9_OK)
        conclude(sweep, output);
    return status;
}

oct9_status_t oct9_sphere(oct9_sweep_t *sweep, const oct9_map_t *map,
                          const oct9_sphere_input_t *input, oct9_sweep_output_t *output)
{
    const oct9_status_t status = oct9_sphere_begin(sweep, map, input);
    return status == OCT9_OK ? oct9_sweep_run(sweep, UINT32_MAX, output) : status;
}

oct9_status_t oct9_box(oct9_sweep_t *sweep, const oct9_map_t *map, const oct9_box_input_t *input,
                       oct9_sweep_output_t *output)
{
    const oct9_status_t status = oct9_box_begin(sweep, map, input);
    return status == OCT9_OK ? oct9_sweep_run(sweep, UINT32_MAX, output) : status;
}
