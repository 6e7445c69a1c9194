/* SPDX-License-Identifier: MIT */
/* The nearest primitives: a search from near to far, within a reach that shrinks. A primitive is
 * tested in a leaf only if the part of its bounding box that is in the leaf is within the reach:
 * what is nearest of it is in some leaf that lists it. */
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
    nearest->leaf2 = 0;
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
static void limit_reach(oct9_scene_nearest_t *nearest, uint32_t last_q14)
{
    const uint64_t end2 = (uint64_t)(last_q14 + 1u) * (last_q14 + 1u);
    const uint32_t reach2 = (uint32_t)((end2 - 1u) >> 16);
    if (reach2 >= nearest->reach2)
        return;
    nearest->reach2 = reach2;
    nearest->reach_q6 = (uint16_t)((last_q14 >> 8) + 1u);
}

/* Inserts a primitive into the list. It comes before the last one of a full list: see
 * end_of_list(). */
static void insert_primitive(oct9_scene_nearest_t *nearest, uint16_t index, uint32_t distance)
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
        limit_reach(nearest, found[in->capacity - 1u].distance_q14);
}

static bool is_found(const oct9_scene_nearest_t *nearest, uint16_t index)
{
    for (unsigned i = 0; i < nearest->count; i++)
        if (nearest->input->found[i].index == index)
            return true;
    return false;
}

/* The distance from which on a primitive comes after the last one of a full list. */
static uint32_t end_of_list(const oct9_scene_nearest_t *nearest, uint16_t index)
{
    const uint16_t capacity = nearest->input->capacity;
    const oct9_scene_near_t *const last = &nearest->input->found[capacity - 1u];
    if (nearest->count < capacity)
        return OCT9_DISTANCE_END;
    return last->distance_q14 + (index < last->index);
}

/* How far the interval of an outline's points is from `at` on one axis; 0 if it contains it. */
static inline int32_t gap_from(int32_t at, const oct9_outline_t *outline, unsigned axis)
{
    const int32_t p = oct9_point_axis(outline->first, axis) - at;
    const int32_t q = oct9_point_axis(outline->second, axis) - at;
    const int32_t r = oct9_point_axis(outline->third, axis) - at;
    if ((p & q & r) < 0) {
        const int32_t most = p > q ? p : q;
        return -(most > r ? most : r);
    }
    if ((p | q | r) < 0)
        return 0;
    const int32_t least = p < q ? p : q;
    return least < r ? least : r;
}

/* True if what the primitive's bounding box and the leaf have in common may be within the reach:
 * the square of its distance is at most `more2` above that of the leaf. Both meet, so on each axis
 * the gap to what they have in common is the larger one of theirs. Gaps are below 2^16. The sign of
 * `more` is random: where a mispredicted branch costs much, 0 takes the place of a negative one. */
static inline bool is_primitive_within(const oct9_scene_nearest_t *nearest,
                                       const oct9_primitive_t *primitive, uint32_t more2)
{
    const oct9_outline_t outline = oct9_outline_of(primitive);
    OCT9_UNROLL
    for (unsigned a = 0; a < 3; a++) {
        const int32_t at = oct9_point_axis(&nearest->input->point, a);
        const int32_t gap = gap_from(at, &outline, a) - outline.radius;
        const int32_t leaf_gap = nearest->leaf_gap[a], more = gap - leaf_gap;
        if (!OCT9_FEW_BRANCHES && more <= 0)
            continue;
        const uint32_t square = (uint32_t)(more > 0 ? more : 0) * (uint32_t)(gap + leaf_gap);
        if (square > more2)
            return false;
        more2 -= square;
    }
    return true;
}

/* Goes on in the list to the next primitive that may be a result by its part in the leaf, for one
 * of the budget each. If a primitive is nearer elsewhere, another leaf decides. Returns NULL
 * at the end of the list or of the budget. Not inlined, so that its loop has all registers. */
static OCT9_NOT_INLINE const oct9_primitive_t *next_within(oct9_scene_nearest_t *nearest,
                                                           uint32_t *budget)
{
    oct9_scene_list_t *const list = &nearest->list;
    const oct9_primitive_t *found = NULL;
    const uint16_t *index = list->index;
    const uint32_t more2 = nearest->reach2 - nearest->leaf2;
    uint32_t left = nearest->reach2 < nearest->leaf2 ? 0 : list->left, spend = *budget;
    while (!found && left != 0 && spend != 0) {
        const unsigned i = *index++;
        left--;
        spend--;
        if (list->tested[i % OCT9_LIST_TESTED] == i)
            continue;
        list->tests++;
        if (is_primitive_within(nearest, &nearest->scene->primitives[i], more2))
            found = &nearest->scene->primitives[i];
    }
    list->index = index;
    list->left = (uint8_t)left;
    *budget = spend;
    return found;
}

static void test_distance(oct9_scene_nearest_t *nearest, const oct9_primitive_t *primitive)
{
    const oct9_scene_nearest_input_t *in = nearest->input;
    const uint16_t index = (uint16_t)(primitive - nearest->scene->primitives);
    oct9_solid_t solid;
    nearest->list.tested[index % OCT9_LIST_TESTED] = index;
    if (!oct9_category_counts(primitive->category, in->ignored) || is_found(nearest, index))
        return;
    uint32_t distance = end_of_list(nearest, index);
    oct9_solid_of_primitive(primitive, &solid);
    if (oct9_solid_distance(&solid, &in->point, nearest->reach_q6, &distance))
        insert_primitive(nearest, index, distance);
}

/* Measures how far the current leaf is. Returns false if that is beyond the reach. The search's
 * span ends one sub-cell after the first reach, so that gaps are at most 2^15. */
static bool measure_leaf(oct9_scene_nearest_t *nearest)
{
    const oct9_search_t *search = &nearest->search;
    const int32_t size = oct9_search_size(search);
    nearest->leaf2 = 0;
    OCT9_UNROLL
    for (unsigned a = 0; a < 3; a++) {
        const int32_t at = oct9_point_axis(&nearest->input->point, a);
        const int32_t below = oct9_search_low(search, a) - at;
        const int32_t above = -below - size, gap = below > above ? below : above;
        nearest->leaf_gap[a] = (uint16_t)(gap < 0 ? 0 : gap);
        nearest->leaf2 += (uint32_t)nearest->leaf_gap[a] * nearest->leaf_gap[a];
    }
    return nearest->leaf2 <= nearest->reach2;
}

/* The next leaf within the reach. Returns as oct9_search_next does. */
static int next_near_leaf(oct9_scene_nearest_t *nearest, uint32_t *budget)
{
    oct9_search_t *search = &nearest->search;
    int found;
    while ((found = oct9_search_next(search, budget)) > 0) {
        if (found == OCT9_FOUND_INNER)
            oct9_reach_open(search, &nearest->input->point, nearest->reach2);
        else if (measure_leaf(nearest))
            break;
    }
    return found;
}

/* Visits nodes and lists until the search or the budget ends. */
static oct9_status_t visit_lists(oct9_scene_nearest_t *nearest, uint32_t budget)
{
    int found;
    do {
        const oct9_primitive_t *primitive;
        while ((primitive = next_within(nearest, &budget)) != NULL)
            test_distance(nearest, primitive);
        if (nearest->list.left != 0)
            return OCT9_AGAIN;
        found = next_near_leaf(nearest, &budget);
        if (found == OCT9_FOUND_LEAF)
            oct9_scene_list_take(&nearest->list, nearest->scene,
                                 oct9_ref_payload(nearest->search.ref));
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
    const oct9_status_t status = visit_lists(nearest, budget);
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
