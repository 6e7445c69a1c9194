/* SPDX-License-Identifier: MIT */
/* The places of a road map, and which of them are parts of one whole. */
#include "tools/road/field.h"

#include "oct9/nearest.h"
#include "oct9/sweep.h"
#include "tools/fail.h"
#include "tools/grow.h"
#include "tools/progress.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    PAGE_EDGE = 8,
    PAGE_CELLS = PAGE_EDGE * PAGE_EDGE * PAGE_EDGE,
    PAGES_EDGE = OCT9_CELLS / PAGE_EDGE,
    PAGES = PAGES_EDGE * PAGES_EDGE * PAGES_EDGE,
    PLACES_MOST = 1 << 25,
    FLAT = 16,       /* layers of a flat box */
    DIAGONAL_Q6 = 57 /* from a cell's centre to its corner, and more */
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

uint32_t field_at(const field_t *field, const int at[3])
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
    return field_at(field, beside);
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

static bool sweep(const field_t *field, const oct9_point_t *from, const oct9_point_t *to)
{
    const oct9_sphere_input_t input = { .motion = { *from, *to, field->radius_q6 },
                                        .any_contact = true };
    oct9_sweep_output_t output;
    return oct9_sweep_sphere(field->map, &input, &output) == OCT9_OK && output.hit == OCT9_HIT_NONE;
}

/* How far the sphere may go from a place, in cells. */
static double reach_of(const field_t *field, uint32_t place)
{
    const double clear = (double)field->places[place].clearance / OCT9_CELL_Q6;
    return field->open ? fmax(clear, field->open[place]) : clear;
}

/* How far it may go from a point on the line from a to b, at a share of its length. */
static double reach_on(const field_t *field, uint32_t a, uint32_t b, double share)
{
    const uint16_t *from = field->places[a].at, *to = field->places[b].at;
    double square = 0;
    int at[3];
    for (unsigned axis = 0; axis < 3; axis++) {
        const double on = from[axis] + share * (to[axis] - from[axis]);
        at[axis] = (int)(on + 0.5);
        square += (on - at[axis]) * (on - at[axis]);
    }
    const uint32_t place = field_at(field, at);
    return place == FIELD_NONE ? 0 : reach_of(field, place) - sqrt(square);
}

/* Whether the sphere may go so far from places along the line from a to b that it is clear. */
static bool is_covered(const field_t *field, uint32_t a, uint32_t b)
{
    static const double least = 0.25, rounding = 1. / OCT9_CELL_Q6; /* cells */
    const double length = sqrt((double)field_square(field, a, b));
    double begin = reach_of(field, a), end = length - reach_of(field, b);
    while (begin < end) {
        const double step = reach_on(field, a, b, begin / length) - rounding;
        if (step < least)
            return false;
        begin += step;
    }
    return true;
}

bool field_swept(const field_t *field, uint32_t a, uint32_t b)
{
    const oct9_point_t from = field_point(field, a), to = field_point(field, b);
    return sweep(field, &from, &to);
}

bool field_clear(const field_t *field, uint32_t a, uint32_t b)
{
    return is_covered(field, a, b) || field_swept(field, a, b);
}

bool field_reaches(const field_t *field, uint32_t place, const uint16_t cell[3])
{
    const oct9_point_t from = field_point(field, place), to = centre(cell);
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
    const uint32_t most = field->radius_q6 + FIELD_FARTHEST_Q6;
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
    const uint16_t clearance = clearance_at(field, &point);
    if (clearance == 0 && !sweep(field, &point, &point))
        return true;
    if (field->count == PLACES_MOST)
        return fail(field->path, "has more than %d places for the sphere: too much free space",
                    PLACES_MOST);
    place_t *places = grow(field->path, field->places, field->count, &field->place_room,
                           sizeof *places);
    if (!places)
        return false;
    field->places = places;
    const place_t place = { { at[0], at[1], at[2] }, clearance, field->count };
    places[field->count] = place;
    return number(field, field->count++);
}

/* The free cells of a row: a leaf's are passed together where they are not free. */
static bool find_in_row(field_t *field, const field_box_t *box, uint16_t y, uint16_t z)
{
    uint16_t at[3] = { box->low[0], y, z };
    while (at[0] < box->high[0]) {
        const oct9_cell_t cell = { at[0], at[1], at[2] };
        oct9_leaf_t leaf;
        (void)oct9_map_locate(field->map, cell, &leaf);
        const unsigned beyond = leaf.corner.x + (unsigned)oct9_leaf_size(&leaf);
        const uint16_t end = beyond < box->high[0] ? (uint16_t)beyond : box->high[0];
        if (leaf.state != OCT9_FREE)
            at[0] = end;
        for (; at[0] < end; at[0]++)
            if (!add_place(field, at))
                return false;
    }
    return true;
}

static bool find_places(field_t *field, const field_box_t *box)
{
    for (uint16_t z = box->low[2]; z < box->high[2]; z++)
        for (uint16_t y = box->low[1]; y < box->high[1]; y++) {
            progress_show("looking for places", z - box->low[2], box->high[2] - box->low[2]);
            if (!find_in_row(field, box, y, z))
                return false;
        }
    return true;
}

/* --- room in a flat box ----------------------------------------------------------------------- */

bool field_box_flat(const field_box_t *box)
{
    return box->high[2] - box->low[2] <= FLAT;
}

uint16_t field_room(const field_t *field, uint32_t place)
{
    return field->room ? field->room[place] : field->places[place].clearance;
}

/* Whether a cell in the box beside a place is none, or its clearance is below `least`. */
static bool is_rim(const field_t *field, const field_box_t *box, uint32_t place, uint16_t least)
{
    const uint16_t *at = field->places[place].at;
    for (int i = 0; i < 27; i++) {
        const int cell[3] = { at[0] + i % 3 - 1, at[1] + i / 3 % 3 - 1, at[2] + i / 9 - 1 };
        bool in = true;
        for (unsigned a = 0; a < 3; a++)
            in = in && cell[a] >= box->low[a] && cell[a] < box->high[a];
        const uint32_t beside = in ? field_at(field, cell) : place;
        if (beside == FIELD_NONE || field->places[beside].clearance < least)
            return true;
    }
    return false;
}

/* Of each place the steps to the nearest rim. NULL: an error was printed. */
static uint16_t *find_room(field_t *field, const field_box_t *box, uint16_t least)
{
    uint32_t *queue = malloc((field->count + 1u) * sizeof *queue), end = 0;
    uint16_t *room = malloc((field->count + 1u) * sizeof *room);
    if (!queue || !room) {
        fail(field->path, "out of memory");
        free(queue);
        free(room);
        return NULL;
    }
    for (uint32_t i = 0; i < field->count; i++) {
        const bool rim = is_rim(field, box, i, least);
        room[i] = rim ? 0 : OCT9_CELLS;
        if (rim)
            queue[end++] = i;
    }
    for (uint32_t i = 0; i < end; i++)
        for (unsigned d = 0; d < FIELD_AROUND; d++) {
            const uint32_t beside = field_beside(field, queue[i], d);
            if (beside == FIELD_NONE || room[beside] != OCT9_CELLS)
                continue;
            room[beside] = (uint16_t)(room[queue[i]] + 1u);
            queue[end++] = beside;
        }
    free(queue);
    return room;
}

/* Each point of a line in a box is in a cell; if the sphere may go to the farthest point of that
 * from its centre, in all cells around, the line is clear. */
static bool find_rooms(field_t *field, const field_box_t *box)
{
    field->room = find_room(field, box, 0);
    field->open = field->room ? find_room(field, box, DIAGONAL_Q6) : NULL;
    return field->open != NULL;
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

bool field_make(field_t *field, const char *path, const oct9_map_t *map, uint16_t radius_q6,
                const field_box_t *box)
{
    memset(field, 0, sizeof *field);
    field->path = path;
    field->map = map;
    field->radius_q6 = radius_q6;
    field->pages = calloc(PAGES, sizeof *field->pages);
    if (!field->pages)
        return fail(path, "out of memory");
    if (!find_places(field, box))
        return false;
    field->sizes = calloc(field->count + 1u, sizeof *field->sizes);
    if (!field->sizes)
        return fail(path, "out of memory");
    join_parts(field);
    progress_end();
    return !field_box_flat(box) || find_rooms(field, box);
}

void field_free(field_t *field)
{
    free(field->places);
    free(field->pages);
    free(field->numbers);
    free(field->sizes);
    free(field->room);
    free(field->open);
}
