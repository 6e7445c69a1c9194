/* SPDX-License-Identifier: MIT */
/* Where a search for a route can go from a node: in this order
 *
 * - to the node that contains it, where the sphere has room;
 * - to its neighbours of the same size, those toward the other end first: 26 of a node of one or
 *   two cells, the 6 behind the faces of a larger one;
 * - to the nodes of half its size behind its faces;
 * - to the nodes of half its size within it.
 *
 * From an end of the route it goes to the nodes that contain it, the largest first, and then to the
 * cells around: 3 x 3 x 3, and 5 x 5 x 5. */
#include "src/route/directions.h"

#include "src/number/axes.h"
#include "src/number/magnitude.h"

enum { NEIGHBOURS = 26, FACES = 6, DIAGONAL_LEVEL = 1 };

/* The directions of a node. */
enum {
    UP,
    BESIDE,
    FINER = BESIDE + NEIGHBOURS,
    WITHIN = FINER + FACES * 4,
    WITHIN_END = WITHIN + 8
};

/* Those of an end. */
enum {
    CELLS_BESIDE = OCT9_KEY_LEVEL_MAX,
    CELLS_FARTHER = CELLS_BESIDE + 3 * 3 * 3,
    CELLS_END = CELLS_FARTHER + 5 * 5 * 5
};

/* How much later smaller nodes are tried, in units of 8 sub-cells. Found by trying 4,000 pairs of
 * places in a building. */
enum { FINER_LATE = 160, WITHIN_LATE = 800 };

/* Steps, two bits for each axis, each plus 1: in the order of their angles to a vector whose
 * longest axis is the first, and whose shortest is the last. */
static const uint8_t neighbours[NEIGHBOURS] = { 26, 42, 22, 38, 10, 41, 6,  25, 34, 18, 37, 9, 2,
                                                40, 33, 5,  24, 8,  17, 36, 1,  32, 4,  20, 0, 16 };
static const uint8_t faces[FACES] = { 22, 25, 37, 5, 17, 20 };

/* --- keys ------------------------------------------------------------------------------------- */

static inline int32_t corner_of(uint32_t key, unsigned axis)
{
    return (int32_t)(key >> 9u * axis & 511u);
}

void oct9_key_centre(uint32_t key, const oct9_heights_t *heights, oct9_point_t *centre)
{
    const int32_t half = (int32_t)(OCT9_CELL_Q6 / 2) << oct9_key_level(key);
    for (unsigned a = 0; a < 3; a++)
        oct9_point_set_axis(centre, a, oct9_cell_low((uint32_t)corner_of(key, a)) + half);
    if (!heights)
        return;
    if (centre->z < heights->low)
        centre->z = heights->low;
    if (centre->z > heights->high)
        centre->z = heights->high;
}

/* The key of the node of `level` and the source's tree that contains that cell; OCT9_KEY_NONE if it
 * is not in the cube, or has no place at an allowed height. */
static uint32_t key_at(const oct9_source_t *source, const int32_t cell[3], unsigned level)
{
    const oct9_heights_t *heights = source->lattice->heights;
    if ((uint32_t)cell[0] >= OCT9_CELLS || (uint32_t)cell[1] >= OCT9_CELLS ||
        (uint32_t)cell[2] >= OCT9_CELLS)
        return OCT9_KEY_NONE;
    const uint32_t place = (uint32_t)cell[0] | (uint32_t)cell[1] << 9 | (uint32_t)cell[2] << 18;
    const uint32_t key = oct9_key_at_level(place | (source->key & OCT9_KEY_OTHER), level);
    if (heights) {
        const int32_t low = oct9_cell_low((uint32_t)corner_of(key, 2));
        if (low > heights->high || low + (int32_t)(OCT9_CELL_Q6 << level) <= heights->low)
            return OCT9_KEY_NONE;
    }
    return key;
}

uint32_t oct9_key_distance(const oct9_point_t *a, const oct9_point_t *b)
{
    uint32_t most = 0, sum = 0, least = UINT32_MAX;
    for (unsigned axis = 0; axis < 3; axis++) {
        const uint32_t size = oct9_magnitude_between(oct9_point_axis(a, axis),
                                                     oct9_point_axis(b, axis));
        most = size > most ? size : most;
        least = size < least ? size : least;
        sum += size;
    }
    /* sum - most - least is the middle one; 13 / 32 is about root 2 - 1, 10 / 32 root 3 - root 2 */
    return (most * 32u + (sum - most - least) * 13u + least * 10u) >> 8;
}

/* --- directions ------------------------------------------------------------------------------- */

void oct9_source_begin(oct9_source_t *source, const oct9_route_lattice_t *lattice, uint32_t key,
                       bool end)
{
    const unsigned tree = oct9_key_tree(key);
    uint32_t size[3];
    oct9_point_t at;
    source->lattice = lattice;
    source->key = key;
    source->end = end;
    if (end)
        oct9_point_copy(&at, &lattice->end[tree]);
    else
        oct9_key_centre(key, lattice->heights, &at);
    for (unsigned a = 0; a < 3; a++) {
        const int32_t from_low = oct9_point_axis(&at, a) - OCT9_LOW_Q6;
        const int32_t delta = oct9_point_axis(&lattice->end[1u - tree], a) -
                              oct9_point_axis(&at, a);
        unsigned place = a;
        source->corner[a] = !end ? corner_of(key, a) : from_low < 0 ? -1 : from_low / OCT9_CELL_Q6;
        size[a] = oct9_magnitude(delta);
        for (; place > 0 && size[a] > size[source->axis[place - 1u]]; place--)
            source->axis[place] = source->axis[place - 1u];
        source->axis[place] = (uint8_t)a;
        source->sign[a] = delta < 0 ? -1 : 1;
    }
}

/* A neighbour of the same size; or of half the size, at that quarter of a face. */
static uint32_t look_beside(const oct9_source_t *source, unsigned code, unsigned level,
                            unsigned quarter)
{
    const unsigned own = oct9_key_level(source->key);
    int32_t cell[3];
    for (unsigned i = 0; i < 3; i++) {
        const unsigned axis = source->axis[i];
        const int32_t step = ((int32_t)(code >> 2u * i & 3u) - 1) * source->sign[axis];
        cell[axis] = source->corner[axis] + step * (step < 0 ? 1 << level : 1 << own);
        if (step == 0 && level != own) {
            cell[axis] += quarter & 1u ? 1 << level : 0;
            quarter /= 2u;
        }
    }
    return key_at(source, cell, level);
}

static uint32_t look_within(const oct9_source_t *source, unsigned child)
{
    const unsigned level = oct9_key_level(source->key) - 1u;
    int32_t cell[3];
    for (unsigned a = 0; a < 3; a++)
        cell[a] = source->corner[a] + (child >> a & 1u ? 1 << level : 0);
    return key_at(source, cell, level);
}

/* What lies around an end: a node that contains it, or a cell. */
static uint32_t look_around_end(const oct9_source_t *source, unsigned cursor)
{
    if (cursor < CELLS_BESIDE)
        return source->lattice->cells ? OCT9_KEY_NONE
                                      : key_at(source, source->corner, OCT9_KEY_LEVEL_MAX - cursor);
    const int32_t edge = cursor < CELLS_FARTHER ? 3 : 5;
    int32_t number = (int32_t)cursor - (edge == 3 ? CELLS_BESIDE : CELLS_FARTHER);
    int32_t cell[3];
    for (unsigned a = 0; a < 3; a++) {
        cell[a] = source->corner[a] + number % edge - edge / 2;
        number /= edge;
    }
    return key_at(source, cell, 0);
}

uint32_t oct9_source_look(const oct9_source_t *source, unsigned cursor)
{
    const unsigned level = oct9_key_level(source->key);
    if (source->end)
        return look_around_end(source, cursor);
    if (cursor == UP)
        return level == OCT9_KEY_LEVEL_MAX || source->lattice->cells
                 ? OCT9_KEY_NONE
                 : key_at(source, source->corner, level + 1u);
    if (cursor < FINER)
        return look_beside(source, (level > DIAGONAL_LEVEL ? faces : neighbours)[cursor - BESIDE],
                           level, 0);
    if (cursor < WITHIN)
        return look_beside(source, faces[(cursor - FINER) / 4u], level - 1u, cursor - FINER);
    return look_within(source, cursor - WITHIN);
}

unsigned oct9_source_after(const oct9_source_t *source, unsigned cursor)
{
    cursor++;
    return !source->end && cursor == BESIDE + FACES && oct9_key_level(source->key) > DIAGONAL_LEVEL
             ? FINER
             : cursor;
}

unsigned oct9_source_end(const oct9_source_t *source)
{
    return source->end ? CELLS_END : oct9_key_level(source->key) > 0 ? WITHIN_END : FINER;
}

uint32_t oct9_source_rank(const oct9_source_t *source, unsigned cursor, uint32_t key)
{
    const oct9_route_lattice_t *lattice = source->lattice;
    oct9_point_t at;
    oct9_key_centre(key, lattice->heights, &at);
    const uint32_t left = oct9_key_distance(&at, &lattice->end[1u - oct9_key_tree(key)]);
    if (source->end)
        return left + (cursor < CELLS_BESIDE ? 0 : FINER_LATE);
    return left + (cursor < FINER ? 0 : cursor < WITHIN ? FINER_LATE : WITHIN_LATE);
}
