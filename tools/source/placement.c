/* SPDX-License-Identifier: MIT */
/* Where the cube is put around a source.
 *
 * On each axis the origin is a multiple of cells from 0 m, so that the cells of a map that is
 * baked at its own size are the map's; of as large a power of two of them as leaves the extent
 * inside, so that nodes coincide too; and a whole millimetre, as the frame's format asks. Where
 * no multiple of cells is a whole millimetre, the millimetre has precedence. */
#include "tools/source/placement.h"
#include "tools/fail.h"

#include <math.h>
#include <stdio.h>

enum { UM_PER_MM = 1000, UM_PER_M = 1000000 };

int64_t floor_div(int64_t a, int64_t b)
{
    return a / b - (a % b < 0);
}

int64_t ceil_div(int64_t a, int64_t b)
{
    return a / b + (a % b > 0);
}

int64_t um_of_metres(double metres)
{
    return llround(metres * 1e6);
}

/* The product is rounded, and may be one too many or too few. The quotient is the double that is
 * nearest to a whole micrometre: rounding keeps the order of numbers, so that a decimal is below
 * that micrometre iff its double is below the quotient. */
static int64_t whole_below(double number, double unit_um)
{
    int64_t um = (int64_t)(number * unit_um);
    while ((double)um / unit_um > number)
        um--;
    while ((double)(um + 1) / unit_um <= number)
        um++;
    return um;
}

int64_t um_below(double metres)
{
    return whole_below(metres, UM_PER_M);
}

int64_t um_above(double metres)
{
    return -um_below(-metres);
}

/* The shift is added behind the rounding: far numbers lose no digit to it. */
int64_t source_um(const source_t *source, const source_point_t *point, unsigned axis)
{
    return whole_below(point->at[axis], source_unit_um(&source->frame)) +
           source->frame.shift_um[axis];
}

double source_um_beyond(const source_t *source, const source_point_t *point, unsigned axis,
                        int64_t place_um)
{
    return point->at[axis] * source_unit_um(&source->frame) -
           (double)(place_um - source->frame.shift_um[axis]);
}

static void include(box_um_t *box, unsigned axis, int64_t lo, int64_t hi)
{
    if (lo < box->lo[axis])
        box->lo[axis] = lo;
    if (hi > box->hi[axis])
        box->hi[axis] = hi;
}

static void include_leaf(box_um_t *box, const source_leaf_t *leaf, int64_t cell_um)
{
    for (unsigned a = 0; a < 3; a++)
        include(box, a, leaf->lo[a] * cell_um, ((int64_t)leaf->lo[a] + leaf->size) * cell_um);
}

static void include_point(box_um_t *box, const source_t *source, const source_point_t *point)
{
    for (unsigned a = 0; a < 3; a++) {
        const int64_t um = source_um(source, point, a);
        include(box, a, um, um + 1);
    }
}

/* A triangle touches the cells on both sides of a plane that it lies in, a point does not. */
static void include_corner(box_um_t *box, const source_t *source, const source_point_t *corner)
{
    for (unsigned a = 0; a < 3; a++) {
        const int64_t um = llround(source_um_beyond(source, corner, a, 0));
        include(box, a, um - 1, um + 1);
    }
}

box_um_t source_bounds(const source_t *source)
{
    box_um_t box = { { INT64_MAX, INT64_MAX, INT64_MAX }, { INT64_MIN, INT64_MIN, INT64_MIN } };
    for (size_t i = 0; i < source->count; i++)
        if (source->kind == SOURCE_LEAVES)
            include_leaf(&box, &source->leaves[i], source->cell_um);
        else if (source->kind == SOURCE_POINTS)
            include_point(&box, source, &source->points[i]);
        else
            include_corner(&box, source, &source->points[i]);
    return box;
}

static int64_t gcd(int64_t a, int64_t b)
{
    while (b != 0) {
        const int64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* Sets one axis; false: the box is too long on it. */
static bool place_axis(placement_t *placement, unsigned axis, int64_t lo_um, int64_t hi_um)
{
    const int64_t cell = placement->cell_um;
    const int64_t lo = floor_div(lo_um, cell), hi = ceil_div(hi_um, cell);
    const int64_t whole_mm = UM_PER_MM / gcd(UM_PER_MM, cell); /* cells */
    int64_t origin_um = floor_div(lo_um, UM_PER_MM) * UM_PER_MM;
    for (int64_t power = OCT9_CELLS; power >= 1; power /= 2) {
        const int64_t step = power / gcd(power, whole_mm) * whole_mm;
        const int64_t origin = floor_div(lo, step) * step;
        if (hi - origin <= OCT9_CELLS) {
            origin_um = origin * cell;
            break;
        }
    }
    const int64_t begin = floor_div(lo_um - origin_um, cell);
    const int64_t end = ceil_div(hi_um - origin_um, cell);
    if (end > OCT9_CELLS)
        return false;
    placement->origin_um[axis] = origin_um;
    placement->extent[axis] = (uint16_t)begin;
    placement->extent[axis + 3u] = (uint16_t)end;
    return true;
}

bool placement_try(placement_t *placement, const box_um_t *box, uint32_t cell_um)
{
    placement->cell_um = cell_um;
    for (unsigned a = 0; a < 3; a++)
        if (!place_axis(placement, a, box->lo[a], box->hi[a]))
            return false;
    return true;
}

/* An axis fits iff it does with its origin at the millimetre below: no other origin is nearer. */
uint32_t placement_smallest_cell_um(const box_um_t *box)
{
    int64_t longest = 1;
    for (unsigned a = 0; a < 3; a++) {
        const int64_t length = box->hi[a] - floor_div(box->lo[a], UM_PER_MM) * UM_PER_MM;
        longest = length > longest ? length : longest;
    }
    const int64_t least = ceil_div(longest, OCT9_CELLS);
    const int64_t whole = ceil_div(least, UM_PER_MM) * UM_PER_MM;
    return whole <= OCT9_CELL_UM_MAX ? (uint32_t)whole
         : least <= OCT9_CELL_UM_MAX ? OCT9_CELL_UM_MAX
                                     : 0;
}

void placement_advice(char text[PLACEMENT_ADVICE], uint32_t smallest_um, const char *other)
{
    if (smallest_um != 0)
        snprintf(text, PLACEMENT_ADVICE, "use --cell %.9g or more%s%s", smallest_um / 1e3,
                 other ? ", or " : "", other ? other : "");
    else
        snprintf(text, PLACEMENT_ADVICE, "no --cell is long enough%s%s", other ? ": use " : "",
                 other ? other : "");
}

/* The middle of the box, of whole cells: no longer than 510, as the origin may cost one at either
 * end; or, where a cell is shorter than the millimetre that it may cost, 512 from a millimetre
 * on. */
static void print_crop(char *text, size_t size, const box_um_t *box, int64_t cell_um)
{
    enum { CROP_CELLS = OCT9_CELLS - 2 };
    const int64_t most = (int64_t)(SOURCE_FARTHEST_M * 1e6);
    double from[3], to[3];
    for (unsigned a = 0; a < 3; a++) {
        int64_t begin = floor_div(box->lo[a], cell_um), end = ceil_div(box->hi[a], cell_um);
        if (end - begin > CROP_CELLS) {
            begin += (end - begin - CROP_CELLS) / 2;
            end = begin + CROP_CELLS;
        }
        int64_t lo = begin * cell_um, hi = end * cell_um;
        const int64_t below = floor_div(lo, UM_PER_MM) * UM_PER_MM;
        if (hi - below > OCT9_CELLS * cell_um) {
            lo = below;
            hi = below + OCT9_CELLS * cell_um;
        }
        from[a] = (double)(lo < -most ? -most : lo) / 1e6;
        to[a] = (double)(hi > most ? most : hi) / 1e6;
    }
    snprintf(text, size, "a crop like --crop=%.13g,%.13g,%.13g,%.13g,%.13g,%.13g", from[0], from[1],
             from[2], to[0], to[1], to[2]);
}

bool placement_find(placement_t *placement, const char *path, const box_um_t *box, uint32_t cell_um)
{
    char crop[200], advice[PLACEMENT_ADVICE];
    if (placement_try(placement, box, cell_um))
        return true;
    print_crop(crop, sizeof crop, box, cell_um);
    placement_advice(advice, placement_smallest_cell_um(box), crop);
    return fail(path, "is longer than 512 cells of %.9g mm: %s", cell_um / 1e3, advice);
}

oct9_frame_t placement_frame(const placement_t *placement)
{
    const oct9_frame_t frame = OCT9_FRAME((int32_t)(placement->origin_um[0] / UM_PER_MM),
                                          (int32_t)(placement->origin_um[1] / UM_PER_MM),
                                          (int32_t)(placement->origin_um[2] / UM_PER_MM),
                                          placement->cell_um);
    return frame;
}
