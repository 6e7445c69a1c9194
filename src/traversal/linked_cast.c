/* SPDX-License-Identifier: MIT */
/* Casts over linked leaves: the walk from neighbour to neighbour until a leaf blocks. Rules, times
 * and faces are those of every cast. */
#include "port/oct9_port.h"
#include "src/map/tree.h"
#include "src/number/fraction.h"
#include "src/query/cast.h"
#include "src/traversal/course.h"
#include "src/traversal/linked.h"

oct9_face_t oct9_linked_entry(const oct9_linked_walk_t *walk, oct9_fraction_t *time)
{
    OCT9_ASSERT(walk && time && walk->leaf != OCT9_LINKED_BEYOND);
    const uint32_t word = oct9_linked_mirrored(walk, walk->leaf);
    const unsigned inside = oct9_word_inside(word);
    uint16_t low[3];
    for (unsigned axis = 0; axis < 3; axis++)
        low[axis] = (uint16_t)(oct9_word_last(word, axis) - inside);
    return oct9_course_face(&walk->course, low, time);
}

oct9_status_t oct9_linked_cast_begin(oct9_linked_cast_t *cast, const oct9_linked_t *linked,
                                     const oct9_cast_input_t *input)
{
    OCT9_ASSERT(cast && linked && input);
    const oct9_rules_t *rules = &input->rules;
    if (!oct9_rules_good(rules) || !oct9_filter_reaches(linked->thresholds.occupied_from,
                                                        rules->filter_mask, rules->filter_value))
        return OCT9_REFUSE();
    cast->input = input;
    cast->leaves = 0;
    cast->hit = false;
    cast->inside = oct9_linked_begin(&cast->walk, linked, &input->from, &input->to) &&
                   oct9_cast_enters(input);
    return OCT9_OK;
}

/* True if the leaf that the walk is in blocks. */
static inline bool blocks(const oct9_linked_cast_t *cast)
{
    const oct9_linked_t *linked = cast->walk.linked;
    const uint16_t payload = oct9_port_le16(oct9_linked_record(&cast->walk)->payload);
    return oct9_cast_blocks(cast->input, oct9_thresholds_state(&linked->thresholds, payload),
                            payload, cast->leaves);
}

/* Visits leaves until one blocks, or the segment or the budget ends. */
static oct9_status_t visit(oct9_linked_cast_t *cast, uint32_t budget)
{
    while (cast->inside && !cast->hit) {
        if (budget-- == 0)
            return OCT9_AGAIN;
        cast->leaves++;
        if (blocks(cast))
            break;
        cast->inside = oct9_linked_next(&cast->walk);
    }
    return OCT9_OK;
}

/* Sets the result at the end of a cast. If cast->inside is true, a leaf blocks. */
static void conclude(const oct9_linked_cast_t *cast, oct9_cast_output_t *output)
{
    const oct9_cast_input_t *in = cast->input;
    if (cast->inside) {
        output->hit = OCT9_HIT_LEAF;
        output->face = oct9_linked_entry(&cast->walk, &output->fraction);
        oct9_linked_leaf(&cast->walk, &output->leaf);
    } else {
        oct9_cast_miss(in, output);
    }
    oct9_fraction_point(&output->fraction, &in->from, &in->to, &output->point);
}

oct9_status_t oct9_linked_cast_run(oct9_linked_cast_t *cast, uint32_t budget,
                                   oct9_cast_output_t *output)
{
    OCT9_ASSERT(cast && output);
    if (budget == 0)
        return OCT9_REFUSE();
    const oct9_status_t status = visit(cast, budget);
    output->leaves = cast->leaves;
    output->nodes = 0;
    if (status == OCT9_OK) {
        cast->hit = cast->inside;
        conclude(cast, output);
    }
    return status;
}

void oct9_linked_cast_pass(oct9_linked_cast_t *cast)
{
    OCT9_ASSERT(cast);
    if (cast->hit)
        cast->inside = oct9_linked_next(&cast->walk);
    cast->hit = false;
}

oct9_status_t oct9_linked_cast_ray(const oct9_linked_t *linked, const oct9_cast_input_t *input,
                                   oct9_cast_output_t *output)
{
    oct9_linked_cast_t cast;
    const oct9_status_t status = oct9_linked_cast_begin(&cast, linked, input);
    return status == OCT9_OK ? oct9_linked_cast_run(&cast, UINT32_MAX, output) : status;
}
