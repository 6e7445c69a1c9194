/* SPDX-License-Identifier: MIT */
/* The first hits of a motion: a sweep's search through the tree of lists, near leaves first, up to
 * the last hit that still counts. */
#include "oct9/scene.h"
#include "port/oct9_port.h"
#include "src/number/axes.h"
#include "src/number/fraction.h"
#include "src/number/ranking.h"
#include "src/query/reach.h"
#include "src/query/sweep.h"
#include "src/scene/scene.h"

oct9_status_t oct9_scene_cast_begin(oct9_scene_cast_t *cast, const oct9_scene_t *scene,
                                    const oct9_scene_cast_input_t *input)
{
    OCT9_ASSERT(cast && scene && input && (input->hits || input->capacity == 0));
    const oct9_map_t map = oct9_map_of_tree(&scene->tree);
    const oct9_motion_t *motion = &input->motion;
    oct9_sphere_input_t sphere;
    if (motion->radius_q6 > OCT9_RADIUS_MAX)
        return OCT9_REFUSE();
    if (input->capacity == 0)
        return OCT9_REFUSE();
    cast->scene = scene;
    cast->input = input;
    cast->count = cast->placed = 0;
    cast->more = false;
    oct9_scene_list_init(&cast->list);
    oct9_point_copy(&sphere.from, &motion->from);
    oct9_point_copy(&sphere.to, &motion->to);
    sphere.radius_q6 = motion->radius_q6;
    sphere.rules.unknown = OCT9_PASSES;
    sphere.rules.outside = OCT9_FREE;
    sphere.rules.start_inside = OCT9_BLOCKS;
    sphere.rules.filter_mask = sphere.rules.filter_value = 0;
    return oct9_sweep_sphere_begin(&cast->sweep, &map, &sphere);
}

/* True if what comes after the last hit of a full list does not count any more. A list of several
 * is to say whether there are more, so that one more is looked for. */
static bool is_bounded(const oct9_scene_cast_t *cast)
{
    const uint16_t capacity = cast->input->capacity;
    return cast->count == capacity && (cast->more || capacity == 1);
}

/* Leaves out the leaves in which no hit can count any more: those that the path enters after the
 * last hit of a full list. A hit whose time rounds to the same 65535th may come up to 1 / 65535
 * later, even at time 1. So the numerator is at most 65536. */
static void bound(oct9_scene_cast_t *cast)
{
    const oct9_scene_cast_input_t *in = cast->input;
    if (!is_bounded(cast))
        return;
    cast->sweep.first.num = (uint32_t)in->hits[in->capacity - 1u].contact.num + 2u;
    cast->sweep.first.den = OCT9_WAY_MAX;
}

/* Inserts a hit into the list, unless it is there, and notes where a full list leaves one out. The
 * contacts are computed at the end. */
static void enter(oct9_scene_cast_t *cast, uint16_t index, uint16_t num)
{
    const oct9_scene_cast_input_t *in = cast->input;
    oct9_scene_hit_t *const hits = in->hits;
    unsigned place = cast->count;
    while (place > 0 &&
           oct9_ranking_before(num, index, hits[place - 1u].contact.num, hits[place - 1u].index))
        place--;
    if (place > 0 && hits[place - 1u].index == index)
        return;
    cast->more = cast->more || cast->count == in->capacity;
    if (place < in->capacity) {
        oct9_ranking_open(hits, sizeof *hits, place, &cast->count, in->capacity);
        hits[place].index = index;
        hits[place].contact.num = num;
    }
    bound(cast);
}

/* The last time, in 1 / 65535, that still counts. */
static uint16_t last_num(const oct9_scene_cast_t *cast)
{
    const oct9_scene_cast_input_t *in = cast->input;
    return is_bounded(cast) ? in->hits[in->capacity - 1u].contact.num : OCT9_WAY_MAX;
}

/* True if all hits are at the start and the primitive would come after the last one of a full
 * list. */
static bool too_late(const oct9_scene_cast_t *cast, uint16_t index)
{
    const oct9_scene_hit_t *last = &cast->input->hits[cast->input->capacity - 1u];
    return is_bounded(cast) && last->contact.num == 0 && index > last->index;
}

static void test(oct9_scene_cast_t *cast, uint16_t index)
{
    const oct9_primitive_t *primitive = &cast->scene->primitives[index];
    const oct9_motion_t *motion = &cast->input->motion;
    oct9_solid_t solid;
    uint16_t num;
    if (too_late(cast, index) ||
        !oct9_scene_list_tests(&cast->list, primitive->category, motion->ignored, index))
        return;
    oct9_solid_of_primitive(primitive, &solid);
    if (oct9_solid_contact(&solid, motion, last_num(cast), &num))
        enter(cast, index, num);
}

/* Tests the primitives in the lists along the path. Returns false if the budget ends before the
 * path. */
static OCT9_APART bool find(oct9_scene_cast_t *cast, uint32_t *budget)
{
    int found;
    do {
        for (; cast->list.left != 0; cast->list.left--) {
            if (*budget == 0)
                return false;
            --*budget;
            test(cast, *cast->list.index++);
        }
        found = oct9_sweep_next_leaf(&cast->sweep, budget);
        if (found == OCT9_FOUND_LEAF)
            oct9_scene_list_take(&cast->list, cast->scene,
                                 oct9_ref_payload(cast->sweep.search.ref));
    } while (found == OCT9_FOUND_LEAF);
    return found == OCT9_FOUND_NONE;
}

static OCT9_APART void place_next(oct9_scene_cast_t *cast)
{
    oct9_scene_hit_t *hit = &cast->input->hits[cast->placed++];
    oct9_solid_t solid;
    oct9_solid_of_primitive(&cast->scene->primitives[hit->index], &solid);
    oct9_solid_place(&solid, &cast->input->motion, &hit->contact);
}

bool oct9_scene_cast_go(oct9_scene_cast_t *cast, uint32_t *budget)
{
    if (!find(cast, budget))
        return false;
    for (; cast->placed < cast->count && *budget != 0; --*budget)
        place_next(cast);
    return cast->placed == cast->count;
}

oct9_status_t oct9_scene_cast_run(oct9_scene_cast_t *cast, uint32_t budget,
                                  oct9_scene_output_t *output)
{
    OCT9_ASSERT(cast && output);
    if (budget == 0)
        return OCT9_REFUSE();
    if (oct9_search_stale(&cast->sweep.search))
        return OCT9_ERR_STALE;
    const bool done = oct9_scene_cast_go(cast, &budget);
    output->leaves = cast->sweep.search.leaves;
    output->nodes = cast->sweep.search.nodes;
    output->tests = cast->list.tests;
    if (!done)
        return OCT9_AGAIN;
    output->count = cast->count;
    output->more = cast->more && cast->input->capacity > 1;
    return OCT9_OK;
}

oct9_status_t oct9_scene_cast(const oct9_scene_t *scene, const oct9_scene_cast_input_t *input,
                              oct9_scene_output_t *output)
{
    oct9_scene_cast_t cast;
    const oct9_status_t status = oct9_scene_cast_begin(&cast, scene, input);
    return status == OCT9_OK ? oct9_scene_cast_run(&cast, UINT32_MAX, output) : status;
}
