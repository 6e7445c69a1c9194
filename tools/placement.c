/* SPDX-License-Identifier: MIT */
/* Where the cube is put around a source.
 *
 * On each axis the origin is a multiple of cells from 0 m, so that the cells of a map that is
 * baked at its own size are the map's; of as large a power of two of them as leaves the extent
 * inside, so that nodes coincide too; and a whole millimetre, as the frame's format asks. Where
 * no multiple of cells is a whole millimetre, the millimetre has precedence. */
#include "tools/placement.h"
#include "tools/fail.h"

#include <math.h>
#include <stdio.h>

enum { UM_PER_MM = 1000 };

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

/* A triangle touches the cells on both sides of a plane that it lies in, a point does not. */
static void include_point(box_um_t *box, const source_point_t *point, int64_t touch)
{
    for (unsigned a = 0; a < 3; a++) {
        const int64_t um = um_of_metres(point->at[a]);
        include(box, a, um - touch, um + 1);
    }
}

box_um_t source_bounds(const source_t *source)
{
    box_um_t box = { { INT64_MAX, INT64_MAX, INT64_MAX }, { INT64_MIN, INT64_MIN, INT64_MIN } };
    for (size_t i = 0; i < source->count; i++)
        if (source->kind == SOURCE_LEAVES)
            include_leaf(&box, &source->leaves[i], source->cell_um);
        else
            include_point(&box, &source->points[i], source->kind == SOURCE_TRIANGLES);
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
    const int64_t whole_mm = UM_PER_MM / gcd(UM_PER_MM, cell);    /* cells */
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

int64_t placement_smallest_cell_mm(const box_um_t *box)
{
    placement_t tried;
    int64_t longest = 0;
    for (unsigned a = 0; a < 3; a++)
        if (box->hi[a] - box->lo[a] > longest)
            longest = box->hi[a] - box->lo[a];
    int64_t mm = ceil_div(longest, (int64_t)OCT9_CELLS * UM_PER_MM);
    while (mm * UM_PER_MM <= OCT9_CELL_UM_MAX &&
           !placement_try(&tried, box, (uint32_t)(mm * UM_PER_MM)))
        mm++;
    return mm;
}

/* The middle of the box: no longer than 510 cells, as the origin may cost one at either end. */
static void print_crop(char *text, size_t size, const box_um_t *box, int64_t cell_um)
{
    enum { CROP_CELLS = OCT9_CELLS - 2 };
    double lo[3], hi[3];
    for (unsigned a = 0; a < 3; a++) {
        int64_t begin = floor_div(box->lo[a], cell_um), end = ceil_div(box->hi[a], cell_um);
        if (end - begin > CROP_CELLS) {
            begin += (end - begin - CROP_CELLS) / 2;
            end = begin + CROP_CELLS;
        }
        lo[a] = (double)(begin * cell_um) / 1e6;
        hi[a] = (double)(end * cell_um) / 1e6;
    }
    snprintf(text, size, "%.13g,%.13g,%.13g,%.13g,%.13g,%.13g", lo[0], lo[1], lo[2], hi[0], hi[1],
             hi[2]);
}

bool placement_find(placement_t *placement, const char *path, const box_um_t *box,
                    uint32_t cell_um)
{
    char crop[200];
    if (!placement_try(placement, box, cell_um)) {
        print_crop(crop, sizeof crop, box, cell_um);
        return fail(path, "is longer than 512 cells of %g mm: use --cell %lld or more, or a crop "
                    "like --crop=%s", cell_um / 1e3, (long long)placement_smallest_cell_mm(box),
                    crop);
    }
    for (unsigned a = 0; a < 3; a++) {
        const int64_t mm = placement->origin_um[a] / UM_PER_MM;
        if (mm < INT32_MIN || mm > INT32_MAX)
            return fail(path, "is farther than 2147 km from its own origin");
    }
    return true;
}

oct9_frame_t placement_frame(const placement_t *placement)
{
    const oct9_frame_t frame = {
        { (int32_t)(placement->origin_um[0] / UM_PER_MM),
          (int32_t)(placement->origin_um[1] / UM_PER_MM),
          (int32_t)(placement->origin_um[2] / UM_PER_MM) },
        placement->cell_um
    };
    return frame;
}
