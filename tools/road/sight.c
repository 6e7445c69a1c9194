/* SPDX-License-Identifier: MIT */
/* What vertices see, as a list for each place. */
#include "tools/road/sight.h"
#include "tools/fail.h"
#include "tools/grow.h"

#include <stdlib.h>
#include <string.h>

enum { FARTHEST = 32, FARTHEST_FLAT = 112, CUBE_HAS = OCT9_CELLS / 4 - 3 }; /* cells */

/* In a flat box there are few places, and a robot may see far; but it must find what it sees in the
 * cube of a world about it. */
static uint32_t farthest(const field_t *field)
{
    const int32_t has = CUBE_HAS - field->radius_q6 / OCT9_CELL_Q6;
    if (!field->room || has < FARTHEST)
        return FARTHEST;
    return (uint32_t)(has < FARTHEST_FLAT ? has : FARTHEST_FLAT);
}

bool sight_begin(sight_t *sight, field_t *field)
{
    memset(sight, 0, sizeof *sight);
    sight->field = field;
    sight->queue = malloc(field->count * sizeof *sight->queue);
    sight->stamp = calloc(field->count, sizeof *sight->stamp);
    sight->first = calloc(field->count, sizeof *sight->first);
    return (sight->queue && sight->stamp && sight->first) || fail(field->path, "out of memory");
}

void sight_end(sight_t *sight)
{
    free(sight->queue);
    free(sight->stamp);
    free(sight->vertices);
    free(sight->first);
    free(sight->seen);
}

void sight_look(sight_t *sight, uint32_t place)
{
    field_t *field = sight->field;
    const uint32_t far = farthest(field);
    sight->mark++;
    sight->stamp[place] = sight->mark;
    sight->queue[0] = place;
    sight->count = 1;
    for (uint32_t at = 0; at < sight->count; at++)
        for (unsigned d = 0; d < FIELD_AROUND; d++) {
            const uint32_t beside = field_beside(field, sight->queue[at], d);
            if (beside == FIELD_NONE || sight->stamp[beside] == sight->mark ||
                field_square(field, place, beside) > far * far)
                continue;
            sight->stamp[beside] = sight->mark;
            if (field_clear(field, place, beside))
                sight->queue[sight->count++] = beside;
        }
}

static bool note(sight_t *sight, uint32_t place, uint32_t vertex)
{
    seen_t *seen = grow(sight->field->path, sight->seen, sight->seen_count, &sight->seen_room,
                        sizeof *seen);
    if (!seen)
        return false;
    sight->seen = seen;
    seen[sight->seen_count].next = sight->first[place];
    seen[sight->seen_count].vertex = vertex;
    sight->first[place] = ++sight->seen_count;
    return true;
}

bool sight_add(sight_t *sight, uint32_t place)
{
    uint32_t *vertices = grow(sight->field->path, sight->vertices, sight->vertex_count,
                              &sight->vertex_room, sizeof *vertices);
    if (!vertices)
        return false;
    sight->vertices = vertices;
    vertices[sight->vertex_count] = place;
    sight_look(sight, place);
    for (uint32_t i = 0; i < sight->count; i++)
        if (!note(sight, sight->queue[i], sight->vertex_count))
            return false;
    sight->vertex_count++;
    return true;
}

/* Of each place the latest vertex comes first, and what was noted last is at the end. */
void sight_cut(sight_t *sight, uint32_t count)
{
    for (uint32_t place = 0; place < sight->field->count; place++)
        while (sight->first[place] != 0 && sight->seen[sight->first[place] - 1u].vertex >= count)
            sight->first[place] = sight->seen[sight->first[place] - 1u].next;
    while (sight->seen_count != 0 && sight->seen[sight->seen_count - 1u].vertex >= count)
        sight->seen_count--;
    sight->vertex_count = count;
}

const seen_t *sight_first(const sight_t *sight, uint32_t place)
{
    return sight->first[place] == 0 ? NULL : &sight->seen[sight->first[place] - 1u];
}

const seen_t *sight_next(const sight_t *sight, const seen_t *seen)
{
    return seen->next == 0 ? NULL : &sight->seen[seen->next - 1u];
}
