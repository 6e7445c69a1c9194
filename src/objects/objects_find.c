/* SPDX-License-Identifier: MIT */
/* The objects in a region, and the nearest objects. */
#include "port/oct9_port.h"
#include "src/number/axes.h"
#include "src/number/ranking.h"
#include "src/objects/bounds.h"
#include "src/objects/objects.h"
#include "src/query/cull.h"
#include "src/query/reach.h"
#include "src/query/region.h"

oct9_status_t oct9_objects_find_begin(oct9_objects_find_t *find, oct9_objects_t *objects,
                                      const oct9_region_t *region, uint16_t ignored)
{
    static const oct9_region_t everywhere;
    OCT9_ASSERT(find && objects);
    const oct9_status_t status = oct9_region_check(region);
    if (status != OCT9_OK)
        return status;
    if (!region)
        region = &everywhere;
    find->region = region;
    find->open = OCT9_CULL_ALL;
    if (region->kind == OCT9_REGION_FRUSTUM)
        oct9_cull_begin(&find->cull, region->frustum);
    oct9_objects_search_begin(&find->search, objects, ignored);
    if (region->kind == OCT9_REGION_BOX)
        oct9_objects_search_box(&find->search, &region->lo, &region->hi, 0);
    else if (region->kind == OCT9_REGION_SPHERE)
        oct9_objects_search_box(&find->search, &region->centre, &region->centre, region->radius_q6);
    else /* all points: the centre of each object is one */
        oct9_objects_search_box(&find->search, &everywhere.centre, &everywhere.centre,
                                OCT9_CUBE_Q6);
    return OCT9_OK;
}

/* True if the current node, which overlaps the box around the region, overlaps the region. The root
 * does: its bounds are larger than a cull takes. */
static bool node_meets(oct9_objects_find_t *find)
{
    const unsigned level = find->search.level;
    int32_t low[3], edge;
    if (find->region->kind != OCT9_REGION_FRUSTUM || level == OCT9_LEVELS)
        return true;
    oct9_objects_search_bounds(&find->search, low, &edge);
    const unsigned crossed = oct9_cull_cube(&find->cull, level + 1u, low, edge);
    if (crossed == OCT9_CULL_OUTSIDE)
        return false;
    oct9_cull_keep(&find->cull, level, crossed);
    find->open = (uint8_t)crossed;
    return true;
}

static bool in_ball(const oct9_bounds_t *bounds, const oct9_region_t *region)
{
    oct9_bounds_t ball;
    oct9_point_copy(&ball.centre, &region->centre);
    ball.half_q6[0] = ball.half_q6[1] = ball.half_q6[2] = region->radius_q6;
    ball.kind = OCT9_BOUND_SPHERE;
    return oct9_bounds_meet(bounds, &ball);
}

/* True if the current object, whose box overlaps the box around the region, overlaps the region. */
static bool object_meets(const oct9_objects_find_t *find)
{
    const oct9_bounds_t *bounds = &oct9_objects_search_object(&find->search)->bounds;
    const oct9_region_t *region = find->region;
    if (region->kind == OCT9_REGION_ALL)
        return true;
    if (region->kind == OCT9_REGION_SPHERE)
        return in_ball(bounds, region);
    if (region->kind == OCT9_REGION_BOX && bounds->kind == OCT9_BOUND_BOX)
        return true;
    if (find->open == OCT9_CULL_INSIDE)
        return true; /* with all of its node */
    oct9_solid_t solid;
    oct9_object_solid(bounds, &solid);
    return region->kind == OCT9_REGION_BOX
             ? oct9_solid_meets_box(&solid, find->search.low, find->search.high)
             : oct9_solid_meets_frustum(&solid, region->frustum, find->open);
}

int oct9_objects_find_next(oct9_objects_find_t *find, uint32_t budget, oct9_handle_t *handle)
{
    OCT9_ASSERT(find && handle);
    oct9_objects_search_t *search = &find->search;
    if (budget == 0)
        return OCT9_REFUSE();
    if (oct9_objects_search_stale(search))
        return OCT9_ERR_STALE;
    int met;
    while ((met = oct9_objects_search_next(search, &budget)) > 0) {
        if (met == OCT9_MET_NODE) {
            if (node_meets(find))
                oct9_objects_search_open(search, 0);
        } else if (object_meets(find)) {
            oct9_objects_handle(search->objects, search->object, handle);
            return 1;
        }
    }
    return met;
}

/* The nearest objects: a search from near to far, within a reach that shrinks. */

oct9_status_t oct9_objects_nearest_begin(oct9_objects_nearest_t *nearest, oct9_objects_t *objects,
                                         const oct9_objects_nearest_input_t *input)
{
    OCT9_ASSERT(nearest && objects && input && (input->found || input->capacity == 0));
    if (input->range_q6 > OCT9_RADIUS_MAX)
        return OCT9_REFUSE();
    if (input->capacity == 0)
        return OCT9_REFUSE();
    nearest->input = input;
    nearest->reach_q6 = input->range_q6;
    nearest->count = 0;
    nearest->goes_on = input->after != NULL;
    if (nearest->goes_on) {
        nearest->after_q14 = input->after->distance_q14;
        nearest->after_index = input->after->handle.index;
    }
    oct9_objects_search_begin(&nearest->search, objects, input->ignored);
    oct9_objects_search_box(&nearest->search, &input->point, &input->point, input->range_q6);
    return OCT9_OK;
}

/* Shrinks the reach when the list is full: an object farther than its last one is left out. That
 * one may be up to 1/256 farther than its distance says. */
static void shrink_reach(oct9_objects_nearest_t *nearest, uint32_t last_q14)
{
    const uint32_t last_q6 = last_q14 >> 8;
    if (last_q6 < nearest->reach_q6) {
        nearest->reach_q6 = (uint16_t)(last_q6 + 1u);
        oct9_objects_search_box(&nearest->search, &nearest->input->point, &nearest->input->point,
                                nearest->reach_q6);
    }
}

/* Inserts the current object into the list, unless it comes after the last one of a full list, or
 * not after the one from which the search goes on. */
static void insert_near_object(oct9_objects_nearest_t *nearest, uint32_t distance_q14)
{
    const oct9_objects_nearest_input_t *in = nearest->input;
    oct9_object_near_t *const found = in->found;
    const uint16_t index = nearest->search.object;
    unsigned place = nearest->count;
    if (nearest->goes_on &&
        !oct9_ranking_before(nearest->after_q14, nearest->after_index, distance_q14, index))
        return;
    while (place > 0 && oct9_ranking_before(distance_q14, index, found[place - 1u].distance_q14,
                                            found[place - 1u].handle.index))
        place--;
    if (place == in->capacity)
        return;
    oct9_ranking_open(found, sizeof *found, place, &nearest->count, in->capacity);
    found[place].distance_q14 = distance_q14;
    oct9_objects_handle(nearest->search.objects, index, &found[place].handle);
    if (nearest->count == in->capacity)
        shrink_reach(nearest, found[in->capacity - 1u].distance_q14);
}

static void look_near_object(oct9_objects_nearest_t *nearest)
{
    const oct9_objects_nearest_input_t *in = nearest->input;
    oct9_solid_t solid;
    uint32_t distance = OCT9_DISTANCE_END;
    oct9_object_solid(&oct9_objects_search_object(&nearest->search)->bounds, &solid);
    if (oct9_solid_within(&solid, &in->point, nearest->reach_q6) &&
        oct9_solid_distance(&solid, &in->point, nearest->reach_q6, &distance))
        insert_near_object(nearest, distance);
}

/* The number of the current node's child that contains the point or is nearest to it. */
static unsigned octant(const oct9_objects_nearest_t *nearest)
{
    int32_t low[3], at[3], edge;
    unsigned child = 0;
    oct9_objects_search_bounds(&nearest->search, low, &edge);
    oct9_point_get(&nearest->input->point, at);
    for (unsigned a = 0; a < 3; a++)
        if (at[a] >= low[a] + edge / 2)
            child |= 1u << a;
    return child;
}

static void look_near_node(oct9_objects_nearest_t *nearest)
{
    if (oct9_objects_search_in_box(&nearest->search))
        oct9_objects_search_open(&nearest->search, octant(nearest));
}

oct9_status_t oct9_objects_nearest_run(oct9_objects_nearest_t *nearest, uint32_t budget,
                                       oct9_objects_output_t *output)
{
    OCT9_ASSERT(nearest && output);
    if (budget == 0)
        return OCT9_REFUSE();
    if (oct9_objects_search_stale(&nearest->search))
        return OCT9_ERR_STALE;
    int met;
    while ((met = oct9_objects_search_next(&nearest->search, &budget)) > 0)
        if (met == OCT9_MET_NODE)
            look_near_node(nearest);
        else
            look_near_object(nearest);
    output->objects = nearest->search.looked;
    output->nodes = nearest->search.nodes;
    if (met == OCT9_AGAIN)
        return OCT9_AGAIN;
    output->count = nearest->count;
    output->more = nearest->count == nearest->input->capacity;
    return OCT9_OK;
}

oct9_status_t oct9_objects_nearest(oct9_objects_t *objects,
                                   const oct9_objects_nearest_input_t *input,
                                   oct9_objects_output_t *output)
{
    oct9_objects_nearest_t nearest;
    const oct9_status_t status = oct9_objects_nearest_begin(&nearest, objects, input);
    return status == OCT9_OK ? oct9_objects_nearest_run(&nearest, UINT32_MAX, output) : status;
}
