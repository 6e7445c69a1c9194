/* SPDX-License-Identifier: MIT */
/* Guards. The first ones are places far from all that blocks; each sees many places. What they do
 * not see are niches: there the place comes next that sees the most that no guard does (Chvatal
 * 1979, "A greedy heuristic for the set-covering problem"). */
#include "tools/road/guards.h"
#include "tools/fail.h"
#include "tools/grow.h"
#include "tools/progress.h"

#include <stdlib.h>
#include <string.h>

/* Guards of the first kind end when so many in a row see less than so many new places. */
enum { ROW = 24, FRESH = 96, BEFORE = 96 };

static int by_room(const void *a, const void *b)
{
    const ranked_t *first = a, *second = b;
    if (first->room != second->room)
        return first->room > second->room ? -1 : 1;
    return first->place < second->place ? -1 : 1;
}

static uint32_t fresh_of(const sight_t *sight, uint32_t vertex)
{
    uint32_t fresh = 0;
    for (uint32_t i = 0; i < sight->count; i++) {
        const seen_t *seen = sight_first(sight, sight->queue[i]);
        fresh += seen->vertex == vertex && seen->next == 0;
    }
    return fresh;
}

/* Whether a guard sees a place; in a flat box, where they see far, one that is so near that a guard
 * a little beyond would see it, too: then no joint is needed between both. */
static bool is_guarded(const sight_t *sight, uint32_t place)
{
    const seen_t *seen = sight_first(sight, place);
    while (seen && sight->field->room &&
           field_square(sight->field, sight->vertices[seen->vertex], place) > BEFORE * BEFORE)
        seen = sight_next(sight, seen);
    return seen != NULL;
}

static bool add_wide(sight_t *sight, uint32_t most, const ranked_t *ranked)
{
    const uint32_t count = sight->field->count;
    unsigned row = 0;
    for (uint32_t i = 0; i < count && row < ROW && sight->vertex_count < most; i++) {
        progress_show("placing guards", i, count);
        if (is_guarded(sight, ranked[i].place))
            continue;
        if (!sight_add(sight, ranked[i].place))
            return false;
        row = fresh_of(sight, sight->vertex_count - 1u) < FRESH ? row + 1u : 0;
    }
    return true;
}

/* --- niches ---------------------------------------------------------------------------------- */

/* The places that no guard sees, and what can see them. */
typedef struct {
    uint32_t *hidden, hidden_count; /* places */
    uint32_t *from; /* of each of them where its list begins, and the last one's end */
    uint32_t *list; /* places from which it is seen */
    size_t list_count, list_room;
    uint32_t *votes;  /* of each place: how many hidden ones it sees */
    bool *met;        /* of each hidden one: it is seen by now */
    bool *taken;      /* of each place: it is a guard */
    uint32_t *number; /* of each place: 1 + its number among the hidden ones */
} niches_t;

static bool list_hidden(niches_t *niches, sight_t *sight, uint32_t hidden)
{
    sight_look(sight, niches->hidden[hidden]);
    niches->from[hidden] = (uint32_t)niches->list_count;
    for (uint32_t i = 0; i < sight->count; i++) {
        uint32_t *list = grow(sight->field->path, niches->list, niches->list_count,
                              &niches->list_room, sizeof *list);
        if (!list)
            return false;
        niches->list = list;
        list[niches->list_count++] = sight->queue[i];
        niches->votes[sight->queue[i]]++;
    }
    niches->from[hidden + 1u] = (uint32_t)niches->list_count;
    return true;
}

static bool find_hidden(niches_t *niches, sight_t *sight)
{
    const uint32_t count = sight->field->count;
    niches->hidden = malloc(count * sizeof *niches->hidden);
    niches->votes = calloc(count, sizeof *niches->votes);
    niches->number = calloc(count, sizeof *niches->number);
    niches->taken = calloc(count, sizeof *niches->taken);
    if (!niches->hidden || !niches->votes || !niches->number || !niches->taken)
        return fail(sight->field->path, "out of memory");
    for (uint32_t i = 0; i < sight->vertex_count; i++)
        niches->taken[sight->vertices[i]] = true;
    for (uint32_t i = 0; i < count; i++)
        if (!sight_first(sight, i)) {
            niches->hidden[niches->hidden_count++] = i;
            niches->number[i] = niches->hidden_count;
        }
    niches->from = malloc((niches->hidden_count + 1u) * sizeof *niches->from);
    niches->met = calloc(niches->hidden_count + 1u, sizeof *niches->met);
    if (!niches->from || !niches->met)
        return fail(sight->field->path, "out of memory");
    niches->from[0] = 0;
    for (uint32_t i = 0; i < niches->hidden_count; i++) {
        progress_show("looking into niches", i, niches->hidden_count);
        if (!list_hidden(niches, sight, i))
            return false;
    }
    return true;
}

static void free_niches(niches_t *niches)
{
    free(niches->hidden);
    free(niches->from);
    free(niches->list);
    free(niches->votes);
    free(niches->met);
    free(niches->taken);
    free(niches->number);
}

/* The place that sees the most; of several one that a guard sees, then that with the most
 * room. FIELD_NONE: nothing is hidden. */
static uint32_t best_place(const niches_t *niches, const sight_t *sight)
{
    const field_t *field = sight->field;
    uint32_t best = FIELD_NONE;
    for (uint32_t i = 0; i < field->count; i++) {
        if (niches->votes[i] == 0 || niches->taken[i])
            continue;
        const uint32_t votes = 2u * niches->votes[i] + (sight_first(sight, i) != NULL);
        const uint32_t most = best == FIELD_NONE
                                ? 0
                                : 2u * niches->votes[best] + (sight_first(sight, best) != NULL);
        if (votes > most || (votes == most && field_room(field, i) > field_room(field, best)))
            best = i;
    }
    return best;
}

/* Takes the votes of what the newest guard sees. */
static void take_votes(niches_t *niches, const sight_t *sight)
{
    for (uint32_t i = 0; i < sight->count; i++) {
        const uint32_t hidden = niches->number[sight->queue[i]] - 1u;
        if (hidden == UINT32_MAX || niches->met[hidden])
            continue;
        niches->met[hidden] = true;
        for (uint32_t j = niches->from[hidden]; j < niches->from[hidden + 1u]; j++)
            niches->votes[niches->list[j]]--;
    }
}

static bool add_to_niches(sight_t *sight, uint32_t most)
{
    niches_t niches;
    memset(&niches, 0, sizeof niches);
    bool good = find_hidden(&niches, sight);
    uint32_t place;
    while (good && sight->vertex_count < most &&
           (place = best_place(&niches, sight)) != FIELD_NONE) {
        progress_show("placing guards in niches", sight->vertex_count, most);
        good = sight_add(sight, place);
        take_votes(&niches, sight);
        /* From there a niche may not be in one piece with what is seen, and stay hidden. */
        niches.taken[place] = true;
    }
    free_niches(&niches);
    return good;
}

ranked_t *guards_rank(const field_t *field)
{
    ranked_t *ranked = malloc((field->count + 1u) * sizeof *ranked);
    if (!ranked) {
        fail(field->path, "out of memory");
        return NULL;
    }
    for (uint32_t i = 0; i < field->count; i++)
        ranked[i] = (ranked_t){ i, field_room(field, i) };
    if (field->count != 0)
        qsort(ranked, field->count, sizeof *ranked, by_room);
    return ranked;
}

bool guards_add(sight_t *sight, uint32_t most)
{
    ranked_t *ranked = guards_rank(sight->field);
    const bool good = ranked && add_wide(sight, most, ranked) && add_to_niches(sight, most);
    free(ranked);
    return good;
}
