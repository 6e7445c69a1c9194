/* SPDX-License-Identifier: MIT */
/* The ends of routes. The vertices lie in boxes of 8 x 8 x 8 cells, so that those near a place are
 * counted without a look at all others. */
#include "tools/road/ends.h"
#include "tools/fail.h"
#include "tools/progress.h"

#include <math.h>
#include <stdlib.h>

enum {
    NEAREST = 24,
    BOX_EDGE = 8,
    BOXES_EDGE = OCT9_CELLS / BOX_EDGE,
    BOXES = BOXES_EDGE * BOXES_EDGE * BOXES_EDGE
};

typedef struct {
    uint32_t *first; /* of each box: 1 + its first vertex; 0: none */
    uint32_t *next;  /* of each vertex: 1 + the next one of its box; 0: none */
} boxes_t;

static size_t box_at(int x, int y, int z)
{
    return ((size_t)z * BOXES_EDGE + (size_t)y) * BOXES_EDGE + (size_t)x;
}

static void fill_boxes(boxes_t *boxes, const sight_t *sight)
{
    for (uint32_t i = 0; i < sight->vertex_count; i++) {
        const uint16_t *at = sight->field->places[sight->vertices[i]].at;
        uint32_t *first =
            &boxes->first[box_at(at[0] / BOX_EDGE, at[1] / BOX_EDGE, at[2] / BOX_EDGE)];
        boxes->next[i] = *first;
        *first = i + 1u;
    }
}

/* How many vertices of a box are at most so far from a place. */
static uint32_t count_box(const boxes_t *boxes, const sight_t *sight, size_t box, uint32_t place,
                          uint32_t square)
{
    uint32_t count = 0;
    for (uint32_t i = boxes->first[box]; i != 0; i = boxes->next[i - 1u])
        count += field_square(sight->field, place, sight->vertices[i - 1u]) <= square;
    return count;
}

static uint32_t count_near(const boxes_t *boxes, const sight_t *sight, uint32_t place,
                           uint32_t square)
{
    const uint16_t *at = sight->field->places[place].at;
    const int reach = (int)sqrt((double)square) + 1;
    int low[3] = { 0 }, high[3] = { 0 };
    uint32_t count = 0;
    for (unsigned a = 0; a < 3; a++) {
        low[a] = at[a] > reach ? (at[a] - reach) / BOX_EDGE : 0;
        high[a] = at[a] + reach < OCT9_CELLS ? (at[a] + reach) / BOX_EDGE : BOXES_EDGE - 1;
    }
    for (int z = low[2]; z <= high[2]; z++)
        for (int y = low[1]; y <= high[1]; y++)
            for (int x = low[0]; x <= high[0]; x++)
                count += count_box(boxes, sight, box_at(x, y, z), place, square);
    return count;
}

/* The square of the distance to the nearest vertex that sees a place; UINT32_MAX: none does. */
static uint32_t nearest_square(const sight_t *sight, uint32_t place)
{
    uint32_t least = UINT32_MAX;
    for (const seen_t *seen = sight_first(sight, place); seen; seen = sight_next(sight, seen)) {
        const uint32_t square = field_square(sight->field, place, sight->vertices[seen->vertex]);
        least = square < least ? square : least;
    }
    return least;
}

bool ends_find(const sight_t *sight, uint32_t **places, uint32_t *count)
{
    boxes_t boxes = { calloc(BOXES, sizeof *boxes.first),
                      calloc(sight->vertex_count + 1u, sizeof *boxes.next) };
    *count = 0;
    *places = malloc(sight->field->count * sizeof **places);
    const bool good = (boxes.first && boxes.next && *places) ||
                      fail(sight->field->path, "out of memory");
    if (good)
        fill_boxes(&boxes, sight);
    const bool near = sight->vertex_count <= NEAREST; /* all of them */
    for (uint32_t i = 0; good && !near && i < sight->field->count; i++) {
        const uint32_t square = nearest_square(sight, i);
        progress_show("looking at ends", i, sight->field->count);
        if (square != UINT32_MAX && count_near(&boxes, sight, i, square) > NEAREST)
            (*places)[(*count)++] = i;
    }
    free(boxes.first);
    free(boxes.next);
    return good;
}
