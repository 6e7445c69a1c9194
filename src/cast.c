/* SPDX-License-Identifier: MIT */
/* Cast: the walk until a leaf blocks. */
#include "oct9/cast.h"

#include "port/oct9_port.h"
#include "src/walk_step.h"

static bool policies_good(const oct9_cast_input_t *input)
{
    return ((unsigned)input->unknown | (unsigned)input->outside |
            (unsigned)input->start_inside) <= OCT9_PASSES;
}

static bool outside(const oct9_point_t *point)
{
    return point->x < 0 || point->y < 0 || point->z < 0;   /* no int16_t lies above the cube */
}

oct9_status_t oct9_cast_begin(oct9_cast_t *cast, const oct9_map_t *map,
                              const oct9_cast_input_t *input)
{
    OCT9_ASSERT(cast && map && input);
    if (!policies_good(input))
        return OCT9_ERR_POLICY;
    cast->input = input;
    cast->leaves = 0;
    cast->inside = oct9_walk_start(&cast->walk, map, &input->from, &input->to,
                                   input->unknown == OCT9_PASSES) &&
                   (input->outside == OCT9_PASSES || !outside(&input->from));
    return OCT9_OK;
}

/* A + fraction * (to - from), rounded toward `from`. num <= 65536, length <= 65535: the product
 * is below 2^32, the quotient at most the length. */
static int16_t part_way(int16_t from, int16_t to, const oct9_fraction_t *fraction)
{
    const bool down = to < from;
    const uint32_t length = (uint32_t)(down ? from - to : to - from);
    const int32_t way = (int32_t)(fraction->num * length / fraction->den);
    return (int16_t)(down ? from - way : from + way);
}

/* Keeps the earlier of `fraction` and the time at which an axis falls below the cube: it is at
 * plane 0 after `from` of from - to. Products are at most 32767 * 65535 < 2^31. */
static void keep_earlier_exit(oct9_fraction_t *fraction, int16_t from, int16_t to)
{
    const uint32_t num = (uint32_t)from, den = (uint32_t)(from - to);
    if (to < 0 && num * fraction->den < fraction->num * den) {
        fraction->num = num;
        fraction->den = den;
    }
}

/* When the segment is first outside the cube; 1/1 if it never is. */
static void time_outside(const oct9_cast_input_t *in, oct9_fraction_t *fraction)
{
    fraction->den = 1;
    fraction->num = outside(&in->from) ? 0 : 1;
    if (fraction->num == 0)
        return;
    keep_earlier_exit(fraction, in->from.x, in->to.x);
    keep_earlier_exit(fraction, in->from.y, in->to.y);
    keep_earlier_exit(fraction, in->from.z, in->to.z);
}

/* The leaf that the walk is in stops the ray. */
static bool blocks(const oct9_cast_t *cast)
{
    switch (oct9_walk_state(&cast->walk)) {
    case OCT9_FREE: return false;
    case OCT9_UNKNOWN: if (cast->input->unknown == OCT9_PASSES) return false; break;
    case OCT9_OCCUPIED: break;
    }
    return cast->input->start_inside == OCT9_BLOCKS || cast->leaves > 1 ||
           outside(&cast->input->from);
}

/* Visits leaves until one blocks, or the segment or the budget ends. */
static OCT9_APART oct9_status_t visit(oct9_cast_t *cast, uint32_t budget)
{
    while (cast->inside) {
        if (budget-- == 0)
            return OCT9_AGAIN;
        cast->leaves++;
        if (blocks(cast))
            break;
        cast->inside = oct9_walk_next(&cast->walk);
    }
    return OCT9_OK;
}

/* What the cast has come to; cast->inside says that a leaf blocks. */
static OCT9_APART void conclude(const oct9_cast_t *cast, oct9_cast_output_t *output)
{
    const oct9_cast_input_t *in = cast->input;
    oct9_fraction_t *time = &output->fraction;
    time->num = time->den = 1;
    output->hit = OCT9_HIT_NONE;
    output->face = OCT9_FACE_NONE;
    if (cast->inside) {
        output->hit = OCT9_HIT_LEAF;
        output->face = oct9_walk_entry(&cast->walk, time);
        oct9_walk_leaf(&cast->walk, &output->leaf);
    } else if (in->outside == OCT9_BLOCKS && (outside(&in->from) || outside(&in->to))) {
        output->hit = OCT9_HIT_OUTSIDE;
        time_outside(in, time);
    }
    output->point.x = part_way(in->from.x, in->to.x, time);
    output->point.y = part_way(in->from.y, in->to.y, time);
    output->point.z = part_way(in->from.z, in->to.z, time);
}

oct9_status_t oct9_cast_run(oct9_cast_t *cast, uint32_t budget, oct9_cast_output_t *output)
{
    OCT9_ASSERT(cast && output);
    if (budget == 0)
        return OCT9_ERR_BUDGET;
    const oct9_status_t status = visit(cast, budget);
    output->leaves = cast->leaves;
    output->nodes = cast->walk.nodes;
    if (status == OCT9_OK)
        conclude(cast, output);
    return status;
}

oct9_status_t oct9_cast(oct9_cast_t *cast, const oct9_map_t *map,
                        const oct9_cast_input_t *input, oct9_cast_output_t *output)
{
    const oct9_status_t status = oct9_cast_begin(cast, map, input);
    return status == OCT9_OK ? oct9_cast_run(cast, UINT32_MAX, output) : status;
}
