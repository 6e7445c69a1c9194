/* SPDX-License-Identifier: MIT */
/* Far queries: one piece of the segment after the other. */
#include "oct9/far.h"

#include "port/oct9_port.h"
#include "src/far/far.h"
#include "src/number/axes.h"
#include "src/number/fraction.h"
#include "src/number/magnitude.h"
#include "src/query/rules.h"
#include "src/query/search.h"
#include "src/query/sweep.h"
#include "src/world/world.h"

/* A piece's ends are rounded, its box is longer by one, and a sphere grows by one. */
#define MARGIN 4u
/* What is left of a cube: a piece and twice the radius. */
#define ROOM (OCT9_HALF_Q6 - 2u * MARGIN)
#define FARTHEST ((int32_t)32766 * 32768)

/* --- the segment ------------------------------------------------------------------------------ */

/* Sets start, displacement and radius. */
static oct9_status_t find_ends(oct9_far_t *far, int32_t radius_mm)
{
    const oct9_far_input_t *const input = far->input;
    int32_t to[3];
    uint16_t radius_q6;
    oct9_status_t status = oct9_world_point(far->world, &input->from_mm, radius_mm, far->from,
                                            &far->radius_q6);
    if (status == OCT9_OK)
        status = oct9_world_point(far->world, &input->to_mm, radius_mm, to, &radius_q6);
    if (status != OCT9_OK)
        return status;
    if (far->radius_q6 < radius_q6)
        far->radius_q6 = radius_q6;
    bool near = far->radius_q6 <= OCT9_FAR_RADIUS_MAX;
    for (unsigned a = 0; a < 3; a++) {
        near = near && oct9_magnitude(far->from[a]) <= (uint32_t)FARTHEST &&
               oct9_magnitude(to[a]) <= (uint32_t)FARTHEST;
        far->by[a] = (int32_t)((uint32_t)to[a] - (uint32_t)far->from[a]);
    }
    return near ? OCT9_OK : OCT9_ERR_RANGE;
}

/* Cuts the segment. Returns false if it is too long. */
static bool cut_segment(oct9_far_t *far)
{
    uint32_t longest = 0;
    for (unsigned a = 0; a < 3; a++) {
        const uint32_t length = oct9_magnitude(far->by[a]);
        longest = longest < length ? length : longest;
    }
    const uint32_t pieces = longest / (ROOM - 2u * far->radius_q6) + 1u;
    if (pieces > OCT9_FAR_PIECES)
        return false;
    far->pieces = (uint16_t)pieces;
    return true;
}

static oct9_status_t begin_far(oct9_far_t *far, oct9_world_t *world, const oct9_far_input_t *input,
                               bool ray)
{
    const oct9_map_t map = oct9_world_map(world);
    oct9_status_t status = oct9_rules_check(&input->rules, &map);
    if (status != OCT9_OK)
        return status;
    far->ray = ray;
    far->input = input;
    far->world = world;
    far->moves = world->tiles.layers.moves;
    far->leaves = far->nodes = 0;
    far->piece = far->pieces = 0; /* ended, if the rest fails */
    far->searching = false;
    status = find_ends(far, ray ? 0 : input->radius_mm);
    if (status == OCT9_OK && !cut_segment(far))
        status = OCT9_ERR_RANGE;
    return status;
}

oct9_status_t oct9_far_ray_begin(oct9_far_t *far, oct9_world_t *world,
                                 const oct9_far_input_t *input)
{
    OCT9_ASSERT(far && world && input);
    return begin_far(far, world, input, true);
}

oct9_status_t oct9_far_sphere_begin(oct9_far_t *far, oct9_world_t *world,
                                    const oct9_far_input_t *input)
{
    OCT9_ASSERT(far && world && input);
    return input->radius_mm < 0 ? OCT9_REFUSE() : begin_far(far, world, input, false);
}

/* --- a piece ---------------------------------------------------------------------------------- */

/* Where piece `number` begins, on an axis: rounded to the nearest sub-cell. Rests and numbers are
 * at most OCT9_FAR_PIECES, so that their product fits. */
static int32_t piece_begin(const oct9_far_t *far, uint32_t number, unsigned axis)
{
    const uint32_t pieces = far->pieces, length = oct9_magnitude(far->by[axis]);
    const uint32_t rest = (length % pieces * number + pieces / 2u) / pieces;
    const int32_t by = (int32_t)(length / pieces * number + rest);
    return far->by[axis] < 0 ? far->from[axis] - by : far->from[axis] + by;
}

/* The low corner of the world's cube. */
static void find_cube_corner(const oct9_far_t *far, int32_t corner[3])
{
    for (unsigned a = 0; a < 3; a++)
        corner[a] = far->world->half[a] * (int32_t)OCT9_HALF_Q6;
}

/* Has the world's cube hold the piece. */
static oct9_status_t hold_piece(oct9_far_t *far)
{
    int32_t middle[3];
    for (unsigned a = 0; a < 3; a++) {
        const int32_t from = piece_begin(far, far->piece, a);
        const int32_t to = piece_begin(far, far->piece + 1u, a);
        far->piece_at[0][a] = from;
        far->piece_at[1][a] = to;
        middle[a] = from + (to - from) / 2;
    }
    const oct9_status_t status = oct9_world_hold(far->world, middle, OCT9_HALF_Q6 / 2u);
    far->moves = far->world->tiles.layers.moves;
    return status;
}

/* An end of the piece, in the cube. */
static void end_in_cube(const oct9_far_t *far, unsigned end, const int32_t corner[3],
                        oct9_point_t *point)
{
    for (unsigned a = 0; a < 3; a++)
        oct9_point_set_axis(point, a, far->piece_at[end][a] - corner[a] + OCT9_LOW_Q6);
}

/* What a sphere meets at its start, and in the next piece, too, it meets at the end of this one, as
 * the distance to a leaf is convex. So the rule of the start applies anew to each piece. */
static oct9_status_t begin_far_sphere(oct9_far_t *far, const int32_t corner[3])
{
    const oct9_map_t map = oct9_world_map(far->world);
    oct9_motion_t motion;
    end_in_cube(far, 0, corner, &motion.from);
    end_in_cube(far, 1, corner, &motion.to);
    motion.radius_q6 = (uint16_t)(far->radius_q6 + (far->pieces > 1u));
    return oct9_sweep_start(&far->sweep, &map, &motion, &far->input->rules, false);
}

/* Begins the search of the piece when its tiles are there. */
static oct9_status_t begin_piece(oct9_far_t *far, uint32_t budget)
{
    const oct9_world_t *const world = far->world;
    const oct9_rules_t *const rules = &far->input->rules;
    const oct9_status_t status = hold_piece(far);
    int32_t corner[3];
    if (status == OCT9_AGAIN) {
        (void)oct9_world_run(far->world, budget); /* how it failed the next hold says */
        return OCT9_AGAIN;
    }
    /* A tile that cannot be had is unknown now, and may be there for the next piece: only where all
     * blocks that is careful. */
    if (status != OCT9_OK && (world->table != OCT9_OK || rules->unknown != OCT9_BLOCKS ||
                              rules->start_inside != OCT9_BLOCKS))
        return status;
    find_cube_corner(far, corner);
    far->searching = true;
    if (far->ray) {
        oct9_far_ray_search(far, corner);
        return OCT9_OK;
    }
    return begin_far_sphere(far, corner);
}

/* --- the answer ------------------------------------------------------------------------------- */

/* whole * num / den, rounded down, for num <= den <= 2^30: bit by bit, as cores divide 32. */
static uint32_t part_of_length(uint32_t whole, uint32_t num, uint32_t den)
{
    uint32_t quotient = 0, rest = 0; /* rest < den */
    for (uint32_t bit = (uint32_t)1 << 31; bit != 0; bit >>= 1) {
        quotient *= 2u;
        rest = 2u * rest + ((whole & bit) != 0 ? num : 0u); /* below 3 * den */
        for (; rest >= den; rest -= den)
            quotient++;
    }
    return quotient;
}

static int32_t stop_on(const oct9_far_output_t *output, int32_t from, int32_t to)
{
    const uint32_t by = part_of_length(oct9_magnitude_between(to, from), output->num, output->den);
    return (int32_t)(to < from ? (uint32_t)from - by : (uint32_t)from + by);
}

/* Ends the query: fills in where it stops. */
static oct9_status_t end_far(oct9_far_t *far, oct9_far_output_t *output)
{
    const oct9_mm_t *const from = &far->input->from_mm, *const to = &far->input->to_mm;
    output->stop_mm.x = stop_on(output, from->x, to->x);
    output->stop_mm.y = stop_on(output, from->y, to->y);
    output->stop_mm.z = stop_on(output, from->z, to->z);
    far->piece = far->pieces;
    return OCT9_OK;
}

/* Nothing blocks in this piece: goes on to the next one, or ends. */
static oct9_status_t end_piece(oct9_far_t *far, oct9_far_output_t *output)
{
    far->leaves = output->leaves;
    far->nodes = output->nodes;
    far->searching = false;
    if (++far->piece < far->pieces)
        return OCT9_AGAIN;
    output->hit = OCT9_HIT_NONE;
    output->num = output->den = 1;
    return end_far(far, output);
}

static oct9_status_t go_ray(oct9_far_t *far, uint32_t budget, oct9_far_output_t *output)
{
    const oct9_search_t *const search = &far->sweep.search;
    int32_t corner[3];
    find_cube_corner(far, corner);
    const int found = oct9_far_ray_next(far, corner, budget);
    output->leaves = far->leaves + search->leaves;
    output->nodes = far->nodes + search->nodes;
    if (found == OCT9_AGAIN)
        return OCT9_AGAIN;
    if (found == OCT9_FOUND_NONE)
        return end_piece(far, output);
    output->hit = OCT9_HIT_LEAF;
    oct9_search_leaf(search, &output->leaf);
    oct9_far_ray_entry(far, corner, output);
    return end_far(far, output);
}

static oct9_status_t go_sphere(oct9_far_t *far, uint32_t budget, oct9_far_output_t *output)
{
    oct9_sweep_output_t met;
    const oct9_status_t status = oct9_sweep_go(&far->sweep, &budget, &met);
    output->leaves = far->leaves + met.leaves;
    output->nodes = far->nodes + met.nodes;
    if (status != OCT9_OK)
        return status;
    if (met.hit == OCT9_HIT_NONE)
        return end_piece(far, output);
    OCT9_ASSERT(met.hit == OCT9_HIT_LEAF); /* the piece is in the cube */
    output->hit = met.hit;
    oct9_leaf_copy(&output->leaf, &met.leaf);
    output->num = (uint32_t)far->piece * OCT9_WAY_MAX + met.fraction.num;
    output->den = (uint32_t)far->pieces * OCT9_WAY_MAX;
    return end_far(far, output);
}

/* True if the query has ended, or another changed what it searches. */
static bool is_stale(const oct9_far_t *far)
{
    return far->piece >= far->pieces || far->moves != far->world->tiles.layers.moves ||
           (far->searching && oct9_search_stale(&far->sweep.search));
}

oct9_status_t oct9_far_run(oct9_far_t *far, uint32_t budget, oct9_far_output_t *output)
{
    OCT9_ASSERT(far && output);
    if (budget == 0)
        return OCT9_REFUSE();
    output->leaves = far->leaves;
    output->nodes = far->nodes;
    if (is_stale(far))
        return OCT9_ERR_STALE;
    if (!far->searching) {
        const oct9_status_t status = begin_piece(far, budget);
        if (status != OCT9_OK)
            return status;
    }
    return far->ray ? go_ray(far, budget, output) : go_sphere(far, budget, output);
}
