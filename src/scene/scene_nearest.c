/* SPDX-License-Identifier: MIT */
/* The nearest primitives: a search from near to far, within a reach that shrinks. */
#include "oct9/scene.h"
#include "port/oct9_port.h"
#include "src/number/axes.h"
#include "src/number/ranking.h"
#include "src/query/reach.h"
#include "src/query/search.h"
#include "src/scene/scene.h"

oct9_status_t oct9_scene_nearest_begin(oct9_scene_nearest_t *nearest, const oct9_scene_t *scene,
                                       const oct9_scene_nearest_input_t *input)
{
    OCT9_ASSERT(nearest && scene && input && (input->found || input->capacity == 0));
    const oct9_map_t map = oct9_map_of_tree(&scene->tree);
    if (input->range_q6 > OCT9_RADIUS_MAX)
        return OCT9_REFUSE();
    if (input->capacity == 0)
        return OCT9_REFUSE();
    nearest->scene = scene;
    nearest->input = input;
    nearest->reach_q6 = input->range_q6;
    nearest->reach2 = (uint32_t)input->range_q6 * input->range_q6;
    nearest->count = 0;
    oct9_scene_list_init(&nearest->list);
    oct9_search_begin(&nearest->search, &map, OCT9_STATES_OCCUPIED);
    oct9_reach_span(&nearest->search, &input->point, input->range_q6);
    oct9_search_start(&nearest->search);
    return OCT9_OK;
}

/* Shrinks the reach when the list is full: what comes before its last one is less than 1/256
 * farther than that one's distance says. Its box or node is at most as far, by whole sub-cells
 * squared. */
static void shrink(oct9_scene_nearest_t *nearest, uint32_t last_q14)
{
    const uint64_t end2 = (uint64_t)(last_q14 + 1u) * (last_q14 + 1u);
    const uint32_t reach2 = (uint32_t)((end2 - 1u) >> 16);
    if (reach2 >= nearest->reach2)
        return;
    nearest->reach2 = reach2;
    nearest->reach_q6 = (uint16_t)((last_q14 >> 8) + 1u);
}

/* Inserts a primitive into the list. It comes before the last one of a full list: see end_of(). */
static void enter(oct9_scene_nearest_t *nearest, uint16_t index, uint32_t distance)
{
    const oct9_scene_nearest_input_t *in = nearest->input;
    oct9_scene_near_t *const found = in->found;
    unsigned place = nearest->count;
    while (place > 0 && oct9_ranking_before(distance, index, found[place - 1u].distance_q14,
                                            found[place - 1u].index))
        place--;
    oct9_ranking_open(found, sizeof *found, place, &nearest->count, in->capacity);
    found[place].distance_q14 = distance;
    found[place].index = index;
    if (nearest->count == in->capacity)
        shrink(nearest, found[in->capacity - 1u].distance_q14);
}

static bool is_found(const oct9_scene_nearest_t *nearest, uint16_t index)
{
    for (unsigned i = 0; i < nearest->count; i++)
        if (nearest->input->found[i].index == index)
            return true;
    return false;
}

/* The distance from which on a primitive comes after the last one of a full list. */
static uint32_t end_of(const oct9_scene_nearest_t *nearest, uint16_t index)
{
    const uint16_t capacity = nearest->input->capacity;
    const oct9_scene_near_t *const last = &nearest->input->found[capacity - 1u];
    if (nearest->count < capacity)
        return OCT9_DISTANCE_END;
    return last->distance_q14 + (index < last->index);
}

static void test(oct9_scene_nearest_t *nearest, uint16_t index)
{
    const oct9_primitive_t *primitive = &nearest->scene->primitives[index];
    const oct9_scene_nearest_input_t *in = nearest->input;
    oct9_solid_t solid;
    if (!oct9_scene_list_tests(&nearest->list, primitive->category, in->ignored, index) ||
        !oct9_primitive_within(primitive, &in->point, nearest->reach2) || is_found(nearest, index))
        return;
    uint32_t distance = end_of(nearest, index);
    oct9_solid_of_primitive(primitive, &solid);
    if (oct9_solid_distance(&solid, &in->point, nearest->reach_q6, &distance))
        enter(nearest, index, distance);
}

/* The next leaf within the reach. Returns as oct9_search_next does. */
static int next_leaf(oct9_scene_nearest_t *nearest, uint32_t *budget)
{
    const oct9_point_t *point = &nearest->input->point;
    oct9_search_t *search = &nearest->search;
    int found;
    while ((found = oct9_search_next(search, budget)) > 0) {
        if (found == OCT9_FOUND_INNER)
            oct9_reach_open(search, point, nearest->reach2);
        else if (oct9_reach_distance2(search, point, nearest->reach_q6) <= nearest->reach2)
            break;
    }
    return found;
}

/* Visits nodes and lists until the search or the budget ends. */
static oct9_status_t visit(oct9_scene_nearest_t *nearest, uint32_t budget)
{
    oct9_scene_list_t *list = &nearest->list;
    int found;
    do {
        for (; list->left != 0; list->left--) {
            if (budget-- == 0)
                return OCT9_AGAIN;
            test(nearest, *list->index++);
        }
        found = next_leaf(nearest, &budget);
        if (found == OCT9_FOUND_LEAF)
            oct9_scene_list_take(list, nearest->scene, oct9_ref_payload(nearest->search.ref));
    } while (found == OCT9_FOUND_LEAF);
    return found < 0 ? OCT9_AGAIN : OCT9_OK;
}

oct9_status_t oct9_scene_nearest_run(oct9_scene_nearest_t *nearest, uint32_t budget,
                                     oct9_scene_output_t *output)
{
    OCT9_ASSERT(nearest && output);
    if (budget == 0)
        return OCT9_REFUSE();
    if (oct9_search_stale(&nearest->search))
        return OCT9_ERR_STALE;
    const oct9_status_t status = visit(nearest, budget);
    output->leaves = nearest->search.leaves;
    output->nodes = nearest->search.nodes;
    output->tests = nearest->list.tests;
    if (status == OCT9_OK) {
        output->count = nearest->count;
        output->more = false;
    }
    return status;
}

oct9_status_t oct9_scene_nearest(const oct9_scene_t *scene, const oct9_scene_nearest_input_t *input,
                                 oct9_scene_output_t *output)
{
    oct9_scene_nearest_t nearest;
    const oct9_status_t status = oct9_scene_nearest_begin(&nearest, scene, input);
    return status == OCT9_OK ? oct9_scene_nearest_run(&nearest, UINT32_MAX, output) : status;
}
