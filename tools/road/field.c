/* SPDX-License-Identifier: MIT */
/* The places of a road map, and which of them are parts of one whole. */
#include "tools/road/field.h"

#include "oct9/nearest.h"
#include "oct9/sweep.h"
#include "tools/fail.h"
#include "tools/grow.h"
#include "tools/progress.h"

#include <stdlib.h>
#include <string.h>

enum {
    PAGE_EDGE = 8,
    PAGE_CELLS = PAGE_EDGE * PAGE_EDGE * PAGE_EDGE,
    PAGES_EDGE = OCT9_CELLS / PAGE_EDGE,
    PAGES = PAGES_EDGE * PAGES_EDGE * PAGES_EDGE,
    PLACES_MOST = 1 << 24,
    FARTHEST_Q6 = 16 * OCT9_CELL_Q6 /* clearances end there */
};

/* --- places by their cells ------------------------------------------------------------------- */

static size_t page_of(const int at[3])
{
    return ((size_t)at[2] / PAGE_EDGE * PAGES_EDGE + (size_t)at[1] / PAGE_EDGE) * PAGES_EDGE +
           (size_t)at[0] / PAGE_EDGE;
}

static size_t cell_of(const int at[3])
{
    return ((size_t)at[2] % PAGE_EDGE * PAGE_EDGE + (size_t)at[1] % PAGE_EDGE) * PAGE_EDGE +
           (size_t)at[0] % PAGE_EDGE;
}

static uint32_t place_at(const field_t *field, const int at[3])
{
    for (unsigned a = 0; a < 3; a++)
        if (at[a] < 0 || at[a] >= OCT9_CELLS)
            return FIELD_NONE;
    const uint32_t page = field->pages[page_of(at)];
    return page == 0 ? FIELD_NONE : field->numbers[page - 1u + cell_of(at)];
}

uint32_t field_beside(const field_t *field, uint32_t place, unsigned direction)
{
    const unsigned step = direction + (direction >= FIELD_AROUND / 2u);
    const uint16_t *at = field->places[place].at;
    const int beside[3] = { at[0] + (int)(step % 3u) - 1, at[1] + (int)(step / 3u % 3u) - 1,
                            at[2] + (int)(step / 9u) - 1 };
    return place_at(field, beside);
}

static oct9_point_t centre(const uint16_t at[3])
{
    const int half = OCT9_CELL_Q6 / 2 + OCT9_LOW_Q6;
    const oct9_point_t point = { (int16_t)(at[0] * OCT9_CELL_Q6 + half),
                                 (int16_t)(at[1] * OCT9_CELL_Q6 + half),
                                 (int16_t)(at[2] * OCT9_CELL_Q6 + half) };
    return point;
}

oct9_point_t field_point(const field_t *field, uint32_t place)
{
    return centre(field->places[place].at);
}

uint32_t field_square(const field_t *field, uint32_t a, uint32_t b)
{
    uint32_t sum = 0;
    for (unsigned axis = 0; axis < 3; axis++) {
        const int apart = field->places[a].at[axis] - field->places[b].at[axis];
        sum += (uint32_t)(apart * apart);
    }
    return sum;
}

static bool number(field_t *field, uint32_t place)
{
    const uint16_t *cell = field->places[place].at;
    const int at[3] = { cell[0], cell[1], cell[2] };
    uint32_t *page = &field->pages[page_of(at)];
    if (*page == 0) {
        while (field->number_room < field->number_count + PAGE_CELLS) {
            uint32_t *more = grow(field->path, field->numbers, field->number_room,
                                  &field->number_room, sizeof *more);
            if (!more)
                return false;
            field->numbers = more;
        }
        *page = (uint32_t)field->number_count + 1u;
        memset(field->numbers + field->number_count, 0xFF, PAGE_CELLS * sizeof *field->numbers);
        field->number_count += PAGE_CELLS;
    }
    field->numbers[*page - 1u + cell_of(at)] = place;
    return true;
}

/* --- the sphere ------------------------------------------------------------------------------ */

static bool sweep(field_t *field, const oct9_point_t *from, const oct9_point_t *to)
{
    const oct9_sphere_input_t input = { .motion = { *from, *to, field->radius_q6 },
                                        .any_contact = true };
    oct9_sweep_output_t output;
    field->sweeps++;
    return oct9_sweep_sphere(field->map, &input, &output) == OCT9_OK && output.hit == OCT9_HIT_NONE;
}

bool field_clear(field_t *field, uint32_t a, uint32_t b)
{
    const uint32_t reach = field->places[a].clearance > field->places[b].clearance
                             ? field->places[a].clearance
                             : field->places[b].clearance;
    if (field_square(field, a, b) * (OCT9_CELL_Q6 * OCT9_CELL_Q6) <= reach * reach)
        return true;
    const oct9_point_t from = field_point(field, a), to = field_point(field, b);
    return sweep(field, &from, &to);
}

/* How far the outside of the cube is. */
static uint32_t inside(const oct9_point_t *point)
{
    const int16_t axes[3] = { point->x, point->y, point->z };
    int least = OCT9_CUBE_Q6;
    for (unsigned a = 0; a < 3; a++) {
        const int low = axes[a] - OCT9_LOW_Q6, high = OCT9_HIGH_Q6 - 1 - axes[a];
        const int less = low < high ? low : high;
        least = less < least ? less : least;
    }
    return (uint32_t)least;
}

/* The distance to what blocks, less the radius and one sub-cell: then the sphere does not touch. */
static uint16_t clearance_at(const field_t *field, const oct9_point_t *point)
{
    const uint32_t most = field->radius_q6 + FARTHEST_Q6;
    oct9_near_t near;
    const oct9_nearest_input_t input = {
        .point = *point,
        .range_q6 = (uint16_t)(most < INT16_MAX ? most : INT16_MAX),
        .capacity = 1,
        .found = &near,
    };
    oct9_nearest_output_t output;
    uint32_t far = inside(point);
    if (oct9_nearest_find(field->map, &input, &output) != OCT9_OK)
        return 0;
    const uint32_t found = output.count != 0 ? oct9_point_isqrt(near.distance2_q12)
                                             : input.range_q6;
    far = found < far ? found : far;
    return (uint16_t)(far > field->radius_q6 + 1u ? far - field->radius_q6 - 1u : 0);
}

static bool add_place(field_t *field, const uint16_t at[3])
{
    const oct9_point_t point = centre(at);
    if (!sweep(field, &point, &point))
        return true;
    if (field->count == PLACES_MOST)
        return fail(field->path, "has more than %d places for the sphere: too much free space",
                    PLACES_MOST);
    place_t *places = grow(field->path, field->places, field->count, &field->room, sizeof *places);
    if (!places)
        return false;
    field->places = places;
    const place_t place = { { at[0], at[1], at[2] }, clearance_at(field, &point), field->count };
    places[field->count] = place;
    return number(field, field->count++);
}

/* Free cells, row by row: a leaf's are passed together where they are not free. */
static bool find_places(field_t *field)
{
    for (unsigned row = 0; row < OCT9_CELLS * OCT9_CELLS; row++) {
        uint16_t at[3] = { 0, (uint16_t)(row % OCT9_CELLS), (uint16_t)(row / OCT9_CELLS) };
        progress_show("looking for places", row, OCT9_CELLS * OCT9_CELLS);
        while (at[0] < OCT9_CELLS) {
            const oct9_cell_t cell = { at[0], at[1], at[2] };
            oct9_leaf_t leaf;
            (void)oct9_map_locate(field->map, cell, &leaf);
            const unsigned end = leaf.corner.x + (unsigned)oct9_leaf_size(&leaf);
            if (leaf.state != OCT9_FREE)
                at[0] = (uint16_t)end;
            for (; at[0] < end; at[0]++)
                if (!add_place(field, at))
                    return false;
        }
    }
    return true;
}

/* --- parts ----------------------------------------------------------------------------------- */

static uint32_t part_of(field_t *field, uint32_t place)
{
    place_t *places = field->places;
    while (places[place].part != place) {
        places[place].part = places[places[place].part].part;
        place = places[place].part;
    }
    return place;
}

static void join_parts(field_t *field)
{
    for (uint32_t i = 0; i < field->count; i++) {
        progress_show("joining places", i, field->count);
        for (unsigned d = FIELD_AROUND / 2u; d < FIELD_AROUND; d++) {
            const uint32_t other = field_beside(field, i, d);
            if (other == FIELD_NONE)
                continue;
            const uint32_t a = part_of(field, i), b = part_of(field, other);
            if (a != b && field_clear(field, i, other))
                field->places[a > b ? a : b].part = a > b ? b : a;
        }
    }
    for (uint32_t i = 0; i < field->count; i++) {
        field->places[i].part = part_of(field, i);
        field->sizes[field->places[i].part]++;
    }
}

bool field_make(field_t *field, const char *path, const oct9_map_t *map, uint16_t radius_q6)
{
    memset(field, 0, sizeof *field);
    field->path = path;
    field->map = map;
    field->radius_q6 = radius_q6;
    field->pages = calloc(PAGES, sizeof *field->pages);
    if (!field->pages)
        return fail(path, "out of memory");
    if (!find_places(field))
        return false;
    if (field->count == 0)
        return fail(path, "has no place for the sphere: it is at no centre of a cell clear");
    field->sizes = calloc(field->count, sizeof *field->sizes);
    if (!field->sizes)
        return fail(path, "out of memory");
    join_parts(field);
    progress_end();
    return true;
}

void field_free(field_t *field)
{
    free(field->places);
    free(field->pages);
    free(field->numbers);
    free(field->sizes);
}
