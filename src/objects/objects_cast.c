/* SPDX-License-Identifier: MIT */
/* The first objects that a motion meets: a search along its path, near nodes first, up to the last
 * hit that still counts. */
#include "port/oct9_port.h"
#include "src/number/axes.h"
#include "src/number/fraction.h"
#include "src/number/magnitude.h"
#include "src/number/ranking.h"
#include "src/objects/objects.h"
#include "src/query/reach.h"
#include "src/solid/core_point.h"

/* The last time, in 1 / 65535, that still counts. */
static uint16_t last_object_num(const oct9_objects_cast_t *cast)
{
    const oct9_objects_cast_input_t *in = cast->input;
    if (cast->count == in->capacity)
        return in->hits[in->capacity - 1u].contact.num;
    return (uint16_t)(in->before - 1u); /* 65535 without a limit */
}

/* Limits the search to the box of the motion up to time (last + 1) / 65535. A step of 1 / 65535 is
 * at most one sub-cell on an axis. */
static void limit_box(oct9_objects_cast_t *cast, uint32_t last)
{
    const oct9_motion_t *motion = &cast->input->motion;
    oct9_objects_search_t *search = &cast->search;
    oct9_line_t line;
    oct9_line_of_motion(motion, &line);
    oct9_objects_search_box(search, &motion->from, &motion->from, motion->radius_q6);
    for (unsigned a = 0; a < 3; a++) {
        const uint32_t whole = oct9_magnitude(line.delta[a]);
        const uint32_t part = whole * last / OCT9_WAY_MAX + 2u; /* a product below 2^32 */
        const int32_t length = (int32_t)(part < whole ? part : whole);
        if (line.delta[a] < 0)
            search->low[a] -= length;
        else
            search->high[a] += length;
    }
}

oct9_status_t oct9_objects_cast_begin(oct9_objects_cast_t *cast, oct9_objects_t *objects,
                                      const oct9_objects_cast_input_t *input)
{
    OCT9_ASSERT(cast && objects && input && (input->hits || input->capacity == 0));
    if (input->motion.radius_q6 > OCT9_RADIUS_MAX)
        return OCT9_REFUSE();
    if (input->capacity == 0)
        return OCT9_REFUSE();
    if ((unsigned)input->start_inside > OCT9_LEAVES)
        return OCT9_REFUSE();
    cast->input = input;
    cast->count = cast->placed = 0;
    cast->goes_on = input->after != NULL;
    if (cast->goes_on) {
        cast->after_num = input->after->contact.num;
        cast->after_index = input->after->handle.index;
    }
    oct9_objects_search_begin(&cast->search, objects, input->ignored);
    limit_box(cast, last_object_num(cast));
    return OCT9_OK;
}

/* --- what is near the path -------------------------------------------------------------------- */

/* A box relative to the start of the motion: its centre, within 2^16, and half its edges, grown by
 * the motion's radius, at most 65535. */
typedef struct {
    int32_t centre[3], half[3];
} place_t;

/* False if the path, seen along an axis, does not pass the box: |du v - dv u| > half_v |du| +
 * half_u |dv|. u, v and the halves are in units of 8 and rounded such that the result is true if in
 * doubt. They are within 8192, products within 2^29, sums within 2^30. */
static OCT9_INLINE bool passes_on_axis(const int32_t delta[3], const place_t *place, unsigned u,
                                       unsigned v)
{
    const int32_t cross = delta[u] * (place->centre[v] / 8) - delta[v] * (place->centre[u] / 8);
    const int32_t reach = (place->half[v] + 14) / 8 * (int32_t)oct9_magnitude(delta[u]) +
                          (place->half[u] + 14) / 8 * (int32_t)oct9_magnitude(delta[v]);
    return (int32_t)oct9_magnitude(cross) <= reach;
}

static bool passes_all(const oct9_motion_t *motion, place_t *place)
{
    oct9_line_t line;
    oct9_line_of_motion(motion, &line);
    for (unsigned a = 0; a < 3; a++) {
        place->centre[a] -= line.from[a];
        place->half[a] += motion->radius_q6;
    }
    return passes_on_axis(line.delta, place, 0, 1) && passes_on_axis(line.delta, place, 1, 2) &&
           passes_on_axis(line.delta, place, 2, 0);
}

static bool passes_node(const oct9_objects_cast_t *cast)
{
    place_t place;
    int32_t edge;
    oct9_objects_search_bounds(&cast->search, place.centre, &edge);
    for (unsigned a = 0; a < 3; a++) {
        place.centre[a] += edge / 2;
        place.half[a] = edge / 2;
    }
    return passes_all(&cast->input->motion, &place);
}

static bool passes_object(const oct9_objects_cast_t *cast)
{
    const oct9_bounds_t *bounds = &oct9_objects_search_object(&cast->search)->bounds;
    place_t place = { { bounds->centre.x, bounds->centre.y, bounds->centre.z },
                      { bounds->half_q6[0], bounds->half_q6[1], bounds->half_q6[2] } };
    return passes_all(&cast->input->motion, &place);
}

static OCT9_APART void look_at_node(oct9_objects_cast_t *cast)
{
    const oct9_motion_t *motion = &cast->input->motion;
    const unsigned mirror = (motion->to.x < motion->from.x ? 1u : 0) |
                            (motion->to.y < motion->from.y ? 2u : 0) |
                            (motion->to.z < motion->from.z ? 4u : 0);
    if (oct9_objects_search_in_box(&cast->search) && passes_node(cast))
        oct9_objects_search_open(&cast->search, mirror);
}

/* --- hits ------------------------------------------------------------------------------------ */

/* Inserts the current object into the list, unless it comes after the last one of a full list, or
 * not after the hit from which the cast goes on. The contacts are computed at the end. */
static void insert_object_hit(oct9_objects_cast_t *cast, uint16_t num)
{
    const oct9_objects_cast_input_t *in = cast->input;
    oct9_object_hit_t *const hits = in->hits;
    const uint16_t index = cast->search.object;
    unsigned place = cast->count;
    if (cast->goes_on && !oct9_ranking_before(cast->after_num, cast->after_index, num, index))
        return;
    while (place > 0 && oct9_ranking_before(num, index, hits[place - 1u].contact.num,
                                            hits[place - 1u].handle.index))
        place--;
    if (place == in->capacity)
        return;
    oct9_ranking_open(hits, sizeof *hits, place, &cast->count, in->capacity);
    hits[place].contact.num = num;
    oct9_objects_handle(cast->search.objects, index, &hits[place].handle);
    if (cast->count == in->capacity)
        limit_box(cast, last_object_num(cast));
}

/* True if the object would come after the last hit of a full list even if the motion meets it at
 * the start. */
static bool too_late(const oct9_objects_cast_t *cast)
{
    const oct9_object_hit_t *last = &cast->input->hits[cast->input->capacity - 1u];
    return cast->count == cast->input->capacity &&
           !oct9_ranking_before(0, cast->search.object, last->contact.num, last->handle.index);
}

static OCT9_APART void look_at_object(oct9_objects_cast_t *cast)
{
    const oct9_objects_cast_input_t *in = cast->input;
    oct9_solid_t solid;
    uint16_t num;
    oct9_object_solid(&oct9_objects_search_object(&cast->search)->bounds, &solid);
    if (!too_late(cast) &&
        oct9_solid_contact(&solid, &in->motion, last_object_num(cast), NULL, &num) &&
        (in->start_inside == OCT9_BLOCKS || num != 0 ||
         oct9_solid_start_blocks(&solid, &in->motion, in->start_inside)))
        insert_object_hit(cast, num);
}

/* Fills in the next hit's contact, when all hits are found. */
static OCT9_APART void place_next_object(oct9_objects_cast_t *cast)
{
    oct9_object_hit_t *hit = &cast->input->hits[cast->placed++];
    oct9_solid_t solid;
    oct9_object_solid(&cast->search.objects->object[hit->handle.index].bounds, &solid);
    oct9_solid_place(&solid, &cast->input->motion, &hit->contact);
}

oct9_status_t oct9_objects_cast_run(oct9_objects_cast_t *cast, uint32_t budget,
                                    oct9_objects_output_t *output)
{
    OCT9_ASSERT(cast && output);
    if (budget == 0)
        return OCT9_REFUSE();
    if (oct9_objects_search_stale(&cast->search))
        return OCT9_ERR_STALE;
    int met;
    while ((met = oct9_objects_search_next(&cast->search, &budget)) > 0)
        if (met == OCT9_MET_NODE)
            look_at_node(cast);
        else if (passes_object(cast))
            look_at_object(cast);
    output->objects = cast->search.looked;
    output->nodes = cast->search.nodes;
    if (met == OCT9_AGAIN)
        return OCT9_AGAIN;
    for (; cast->placed < cast->count && budget != 0; budget--)
        place_next_object(cast);
    if (cast->placed < cast->count)
        return OCT9_AGAIN;
    output->count = cast->count;
    output->more = cast->count == cast->input->capacity;
    return OCT9_OK;
}

oct9_status_t oct9_objects_cast(oct9_objects_t *objects, const oct9_objects_cast_input_t *input,
                                oct9_objects_output_t *output)
{
    oct9_objects_cast_t cast;
    const oct9_status_t status = oct9_objects_cast_begin(&cast, objects, input);
    return status == OCT9_OK ? oct9_objects_cast_run(&cast, UINT32_MAX, output) : status;
}
