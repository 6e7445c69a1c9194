/* SPDX-License-Identifier: MIT */
/* The first hits of a motion: a sweep's search through the tree of lists, near leaves first, up to
 * the last hit that still counts. The hits are a list in their order. */
#include "oct9/scene.h"
#include "port/oct9_port.h"
#include "src/number/axes.h"
#include "src/number/fraction.h"
#include "src/number/ranking.h"
#include "src/query/reach.h"
#include "src/query/sweep.h"
#include "src/scene/scene.h"

/* Empties the hits. Fails as oct9_scene_cast_begin does. */
static oct9_status_t empty_hits(oct9_scene_hits_t *hits, const oct9_scene_t *scene,
                                const oct9_scene_cast_input_t *input)
{
    if (input->motion.radius_q6 > OCT9_RADIUS_MAX)
        return OCT9_REFUSE();
    if (input->capacity == 0)
        return OCT9_REFUSE();
    if ((unsigned)input->start_inside > OCT9_LEAVES)
        return OCT9_REFUSE();
    hits->scene = scene;
    hits->input = input;
    hits->count = hits->placed = 0;
    hits->more = false;
    hits->last_index = UINT16_MAX;
    oct9_solid_parting_init(&hits->parting);
    oct9_scene_list_init(&hits->list);
    return OCT9_OK;
}

oct9_status_t oct9_scene_cast_begin(oct9_scene_cast_t *cast, const oct9_scene_t *scene,
                                    const oct9_scene_cast_input_t *input)
{
    OCT9_ASSERT(cast && scene && input && (input->hits || input->capacity == 0));
    static const oct9_rules_t rules = { .unknown = OCT9_PASSES, .outside = OCT9_FREE };
    const oct9_map_t map = oct9_map_of_tree(&scene->tree);
    const oct9_status_t status = empty_hits(&cast->hits, scene, input);
    if (status != OCT9_OK)
        return status;
    return oct9_sweep_start(&cast->sweep, &map, &input->motion, &rules, false);
}

/* True if what comes after the last hit of a full list does not count any more. A list of several
 * is to say whether there are more, so that one more is looked for. */
static bool is_full(const oct9_scene_hits_t *hits)
{
    const uint16_t capacity = hits->input->capacity;
    return hits->count == capacity && (hits->more || capacity == 1);
}

/* The last hit of a full list. */
static const oct9_scene_hit_t *last_of(const oct9_scene_hits_t *hits)
{
    return &hits->input->hits[hits->input->capacity - 1u];
}

/* The last time, in 1 / 65535, that still counts. */
static uint16_t last_hit_num(const oct9_scene_hits_t *hits)
{
    if (is_full(hits))
        return last_of(hits)->contact.num;
    return (uint16_t)(hits->input->before - 1u); /* 65535 without a limit */
}

/* Sets `end` if no hit can count any more in a leaf that the motion enters after it. A hit whose
 * time rounds to the same 65535th may come up to 1 / 65535 later, even at time 1. So the numerator
 * is at most 65536. */
static void limit_hits(const oct9_scene_hits_t *hits, oct9_fraction_t *end)
{
    if (!is_full(hits) && hits->input->before == 0)
        return;
    end->num = (uint32_t)last_hit_num(hits) + 2u;
    end->den = OCT9_WAY_MAX;
}

/* Inserts a hit into the list, unless it is there, and notes where a full list leaves one out. The
 * contacts are computed at the end. */
static void insert_hit(oct9_scene_hits_t *hits, uint16_t index, uint16_t num)
{
    const uint16_t capacity = hits->input->capacity;
    oct9_scene_hit_t *const hit = hits->input->hits;
    unsigned place = hits->count;
    while (place > 0 &&
           oct9_ranking_before(num, index, hit[place - 1u].contact.num, hit[place - 1u].index))
        place--;
    if (place > 0 && hit[place - 1u].index == index)
        return;
    hits->more = hits->more || hits->count == capacity;
    if (place == capacity)
        return;
    oct9_ranking_open(hit, sizeof *hit, place, &hits->count, capacity);
    hit[place].index = index;
    hit[place].contact.num = num;
}

/* If all hits of a full list are at the start, its last one bounds the indices. */
static void note_last(oct9_scene_hits_t *hits)
{
    const oct9_scene_hit_t *last = last_of(hits);
    if (is_full(hits) && last->contact.num == 0)
        hits->last_index = last->index;
}

/* True if the motion meets the solid not later than the last hit that counts: sets `num`, 0 where
 * any contact is enough. */
static bool meets_solid(oct9_scene_hits_t *hits, const oct9_solid_t *solid, uint16_t *num)
{
    const oct9_scene_cast_input_t *in = hits->input;
    *num = 0;
    return oct9_solid_contact(solid, &in->motion, last_hit_num(hits), &hits->parting,
                              in->any_contact ? NULL : num) &&
           (in->start_inside == OCT9_BLOCKS || *num != 0 ||
            oct9_solid_start_blocks(solid, &in->motion, in->start_inside));
}

static void test_for_hit(oct9_scene_hits_t *hits, uint16_t index)
{
    const oct9_primitive_t *primitive = &hits->scene->primitives[index];
    const oct9_motion_t *motion = &hits->input->motion;
    oct9_solid_t solid;
    uint16_t num;
    if (index > hits->last_index ||
        !oct9_scene_list_tests(&hits->list, primitive->category, hits->input->ignored, index))
        return;
    if ((hits->parting.limit != INT32_MIN && oct9_primitive_parted_by(primitive, &hits->parting)) ||
        !oct9_primitive_near(primitive, motion))
        return;
    oct9_solid_of_primitive(primitive, &solid);
    if (!meets_solid(hits, &solid, &num))
        return;
    if (hits->input->any_contact)
        hits->list.left = 1; /* nobody needs the rest */
    insert_hit(hits, index, num);
    note_last(hits);
}

/* Tests the rest of the leaf's list, until the answer is known, and takes one from the budget for
 * each primitive. Returns false if the budget ends before the list. */
static OCT9_NOT_INLINE bool test_listed(oct9_scene_hits_t *hits, uint32_t *budget)
{
    for (; hits->list.left != 0; hits->list.left--) {
        if (*budget == 0)
            return false;
        --*budget;
        test_for_hit(hits, *hits->list.index++);
    }
    return true;
}

/* Tests the primitives in the lists along the path, up to the leaves in which no hit can count any
 * more. Returns false if the budget ends before the path. */
static OCT9_APART bool find_along_path(oct9_scene_cast_t *cast, uint32_t *budget)
{
    oct9_scene_hits_t *hits = &cast->hits;
    int found;
    do {
        if (!test_listed(hits, budget))
            return false;
        if (hits->input->any_contact && hits->count != 0)
            return true;
        limit_hits(hits, &cast->sweep.first);
        found = oct9_sweep_next_leaf(&cast->sweep, budget);
        if (found == OCT9_FOUND_LEAF)
            oct9_scene_list_take(&hits->list, hits->scene,
                                 oct9_ref_payload(cast->sweep.search.ref));
    } while (found == OCT9_FOUND_LEAF);
    return found == OCT9_FOUND_NONE;
}

static OCT9_APART void place_next_hit(oct9_scene_hits_t *hits)
{
    oct9_scene_hit_t *hit = &hits->input->hits[hits->placed++];
    oct9_solid_t solid;
    oct9_solid_of_primitive(&hits->scene->primitives[hit->index], &solid);
    oct9_solid_place(&solid, &hits->input->motion, &hit->contact);
}

/* Computes the contacts, and takes one from the budget for each. Returns false if the budget ends
 * before. */
static OCT9_NOT_INLINE bool place_hits(oct9_scene_hits_t *hits, uint32_t *budget)
{
    for (; hits->placed < hits->count && *budget != 0; --*budget)
        place_next_hit(hits);
    return hits->placed == hits->count;
}

bool oct9_scene_cast_go(oct9_scene_cast_t *cast, uint32_t *budget)
{
    return find_along_path(cast, budget) && place_hits(&cast->hits, budget);
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
    output->tests = cast->hits.list.tests;
    if (!done)
        return OCT9_AGAIN;
    output->count = cast->hits.count;
    output->more = cast->hits.more && cast->hits.input->capacity > 1;
    return OCT9_OK;
}

oct9_status_t oct9_scene_cast(const oct9_scene_t *scene, const oct9_scene_cast_input_t *input,
                              oct9_scene_output_t *output)
{
    oct9_scene_cast_t cast;
    const oct9_status_t status = oct9_scene_cast_begin(&cast, scene, input);
    return status == OCT9_OK ? oct9_scene_cast_run(&cast, UINT32_MAX, output) : status;
}
