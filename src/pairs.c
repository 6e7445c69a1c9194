/* SPDX-License-Identifier: MIT */
/* Pairs of objects that overlap: those in the tree by a walk (src/pairs_walk.c). Objects outside
 * of it, and where few have moved those that did, or where few are not static those, ask one by
 * one instead, by a search with the box about them. */
#include "src/pairs.h"

/* A search costs so many times as much as a place in the walk, as measured. */
enum { SEARCH_COSTS = 8 };

/* --- objects that ask -------------------------------------------------------------------------
 * */

static bool asks(const oct9_pairs_t *pairs, const oct9_object_t *object)
{
    if (pairs->asks == OCT9_OUTSIDE_ASK)
        return object->node == OCT9_IN_OUTSIDE;
    return object->node != OCT9_IN_NONE &&
           (pairs->asks == OCT9_MOVED_ASK ? oct9_pairs_moved(pairs, object) : !object->is_static);
}

static void begin_search(oct9_pairs_t *pairs, uint16_t index)
{
    const oct9_bounds_t *bounds = &pairs->objects->object[index].bounds;
    oct9_objects_search_t *search = &pairs->search;
    oct9_objects_search_begin(search, pairs->objects, 0);
    oct9_objects_search_box(search, &bounds->centre, &bounds->centre, 0);
    for (unsigned a = 0; a < 3; a++) {
        search->low[a] -= bounds->half[a];
        search->high[a] += bounds->half[a];
    }
    pairs->first = index;
}

/* What the search found is a partner that does not report the pair itself. */
static bool is_partner(const oct9_pairs_t *pairs, uint16_t index)
{
    const oct9_object_t *object = pairs->objects->object;
    return index != pairs->first && (index > pairs->first || !asks(pairs, &object[index])) &&
           oct9_pairs_is_pair(pairs, &object[pairs->first], &object[index]);
}

/* Finds the next partner of the one that asks. */
static int search_partner(oct9_pairs_t *pairs, uint32_t *budget)
{
    int met;
    while ((met = oct9_objects_search_next(&pairs->search, budget)) > 0)
        if (met == OCT9_MET_NODE)
            oct9_objects_search_open(&pairs->search, 0);
        else if (is_partner(pairs, pairs->search.object))
            break;
    return met;
}

/* As oct9_pairs_next, of those that ask. */
static int ask(oct9_pairs_t *pairs, uint32_t *budget, uint16_t *partner)
{
    for (;;) {
        if (pairs->first != OCT9_NO_INDEX) {
            const int met = search_partner(pairs, budget);
            *partner = pairs->search.object;
            if (met != OCT9_MET_NONE)
                return met;
            pairs->first = OCT9_NO_INDEX;
        }
        if (pairs->asked == pairs->objects->object_count)
            return 0;
        if (*budget == 0)
            return OCT9_AGAIN;
        --*budget;
        const uint16_t index = pairs->asked++;
        if (asks(pairs, &pairs->objects->object[index]))
            begin_search(pairs, index);
    }
}

/* --- the calls --------------------------------------------------------------------------------
 * */

/* So few that they ask one by one. */
static bool are_few(const oct9_objects_t *objects, uint32_t number)
{
    return number * SEARCH_COSTS < objects->used;
}

oct9_status_t oct9_pairs_begin(oct9_pairs_t *pairs, oct9_objects_t *objects, oct9_pairs_of_t of)
{
    OCT9_ASSERT(pairs && objects);
    uint32_t all = UINT32_MAX;
    if (of != OCT9_PAIRS_ALL && of != OCT9_PAIRS_MOVED)
        return OCT9_ERR_POLICY;
    (void)oct9_objects_flush(objects, &all);
    pairs->objects = objects;
    pairs->changes = objects->changes;
    pairs->of = (uint8_t)of;
    pairs->asked = 0;
    pairs->first = OCT9_NO_INDEX;
    if (of == OCT9_PAIRS_MOVED && are_few(objects, objects->moved))
        pairs->asks = OCT9_MOVED_ASK;
    else if (are_few(objects, objects->dynamic))
        pairs->asks = OCT9_DYNAMIC_ASK;
    else if (objects->outside != 0)
        pairs->asks = OCT9_OUTSIDE_ASK;
    else
        oct9_pairs_begin_walk(pairs);
    return OCT9_OK;
}

int oct9_pairs_next(oct9_pairs_t *pairs, uint32_t budget, oct9_handle_t *a, oct9_handle_t *b)
{
    OCT9_ASSERT(pairs && a && b);
    uint16_t partner = OCT9_NO_INDEX;
    int found = 0;
    if (budget == 0)
        return OCT9_ERR_BUDGET;
    if (pairs->changes != pairs->objects->changes)
        return OCT9_ERR_STALE;
    if (pairs->asks != OCT9_NOBODY_ASKS) {
        found = ask(pairs, &budget, &partner);
        if (found == 0 && pairs->asks == OCT9_OUTSIDE_ASK)
            oct9_pairs_begin_walk(pairs);
    }
    if (pairs->asks == OCT9_NOBODY_ASKS)
        found = oct9_pairs_walk(pairs, &budget, &partner);
    if (found > 0) {
        const uint16_t first = pairs->first;
        oct9_objects_handle(pairs->objects, first < partner ? first : partner, a);
        oct9_objects_handle(pairs->objects, first < partner ? partner : first, b);
    }
    return found;
}
