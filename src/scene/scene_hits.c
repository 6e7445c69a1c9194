/* SPDX-License-Identifier: MIT */
/* The first hits of a motion: a list in their order, up to the last one that still counts. */
#include "src/scene/scene_hits.h"

#include "port/oct9_port.h"
#include "src/number/fraction.h"
#include "src/number/ranking.h"
#include "src/query/reach.h"

oct9_status_t oct9_scene_hits_begin(oct9_scene_hits_t *hits, const oct9_scene_t *scene,
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

/* A hit whose time rounds to the same 65535th may come up to 1 / 65535 later, even at time 1. So
 * the numerator is at most 65536. */
bool oct9_scene_hits_end(const oct9_scene_hits_t *hits, oct9_fraction_t *end)
{
    if (!is_full(hits) && hits->input->before == 0)
        return false;
    end->num = (uint32_t)last_hit_num(hits) + 2u;
    end->den = OCT9_WAY_MAX;
    return true;
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

bool oct9_scene_hits_test(oct9_scene_hits_t *hits, uint32_t *budget)
{
    for (; hits->list.left != 0; hits->list.left--) {
        if (*budget == 0)
            return false;
        --*budget;
        test_for_hit(hits, *hits->list.index++);
    }
    return true;
}

static OCT9_APART void place_next_hit(oct9_scene_hits_t *hits)
{
    oct9_scene_hit_t *hit = &hits->input->hits[hits->placed++];
    oct9_solid_t solid;
    oct9_solid_of_primitive(&hits->scene->primitives[hit->index], &solid);
    oct9_solid_place(&solid, &hits->input->motion, &hit->contact);
}

bool oct9_scene_hits_place(oct9_scene_hits_t *hits, uint32_t *budget)
{
    for (; hits->placed < hits->count && *budget != 0; --*budget)
        place_next_hit(hits);
    return hits->placed == hits->count;
}

void oct9_scene_hits_output(const oct9_scene_hits_t *hits, oct9_scene_output_t *output)
{
    output->count = hits->count;
    output->more = hits->more && hits->input->capacity > 1;
}
