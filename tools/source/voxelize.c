/* SPDX-License-Identifier: MIT */
/* From points and triangles to the grid.
 *
 * A triangle's cells are found by going down from the smallest node around it, through those
 * nodes alone that it touches. Triangle and box touch unless one of thirteen axes separates them
 * (Akenine-Moeller); an allowance for rounding makes the test err on the occupied side only. */
#include "tools/progress.h"
#include "tools/source/fill.h"

#include <math.h>

enum { PROGRESS_EVERY = 4096 };

/* Above what rounding adds to a projection, as a part of the coordinates' product. */
static const double ROUNDING = 1e-14;

typedef struct {
    double at[3];
} vector_t;

typedef struct {
    grid_t *grid;
    const uint16_t *extent;
    double farthest; /* at least OCT9_CELLS: how far from 0 of the file the cube lies, in cells */
    vector_t corner[3]; /* in cells of the cube */
} voxelizer_t;

/* A node's low corner in cells, and its level. */
typedef struct {
    unsigned corner[3], level;
} cube_t;

static vector_t minus(vector_t a, vector_t b)
{
    const vector_t d = { { a.at[0] - b.at[0], a.at[1] - b.at[1], a.at[2] - b.at[2] } };
    return d;
}

static vector_t cross(vector_t a, vector_t b)
{
    const vector_t c = { { a.at[1] * b.at[2] - a.at[2] * b.at[1],
                           a.at[2] * b.at[0] - a.at[0] * b.at[2],
                           a.at[0] * b.at[1] - a.at[1] * b.at[0] } };
    return c;
}

static double dot(vector_t a, vector_t b)
{
    return a.at[0] * b.at[0] + a.at[1] * b.at[1] + a.at[2] * b.at[2];
}

/* Whether an axis separates a triangle and the box from -half to half. */
static bool separates(vector_t axis, const vector_t t[3], double half, double allowance)
{
    const double radius = half * (fabs(axis.at[0]) + fabs(axis.at[1]) + fabs(axis.at[2])) +
                          allowance;
    const double a = dot(axis, t[0]), b = dot(axis, t[1]), c = dot(axis, t[2]);
    return fmin(a, fmin(b, c)) > radius || fmax(a, fmax(b, c)) < -radius;
}

static double largest(const vector_t t[3])
{
    double most = 0;
    for (unsigned i = 0; i < 3; i++)
        for (unsigned a = 0; a < 3; a++)
            most = fmax(most, fabs(t[i].at[a]));
    return most;
}

static bool touches(const vector_t t[3], double half, double farthest)
{
    static const vector_t unit[3] = { { { 1, 0, 0 } }, { { 0, 1, 0 } }, { { 0, 0, 1 } } };
    const vector_t edge[3] = { minus(t[1], t[0]), minus(t[2], t[1]), minus(t[0], t[2]) };
    /* The corners were rounded as places in the file and in the cube, at any distance from the box.
     */
    const double scale = fmax(largest(t), OCT9_CELLS), allowance = ROUNDING * fmax(scale, farthest);
    for (unsigned a = 0; a < 3; a++)
        if (separates(unit[a], t, half, allowance))
            return false;
    if (separates(cross(edge[0], edge[1]), t, half, allowance * scale * scale))
        return false;
    for (unsigned a = 0; a < 3; a++)
        for (unsigned e = 0; e < 3; e++)
            if (separates(cross(unit[a], edge[e]), t, half, allowance * scale))
                return false;
    return true;
}

static bool triangle_touches(const voxelizer_t *v, const cube_t *cube)
{
    const double half = (double)(1u << cube->level) / 2;
    vector_t centre, relative[3];
    for (unsigned a = 0; a < 3; a++)
        centre.at[a] = cube->corner[a] + half;
    for (unsigned i = 0; i < 3; i++)
        relative[i] = minus(v->corner[i], centre);
    return touches(relative, half, v->farthest);
}

static bool in_extent(const uint16_t *extent, const cube_t *cube)
{
    for (unsigned a = 0; a < 3; a++)
        if (cube->corner[a] + (1u << cube->level) <= extent[a] || cube->corner[a] >= extent[a + 3u])
            return false;
    return true;
}

static void descend(const voxelizer_t *v, const cube_t *cube)
{
    if (!in_extent(v->extent, cube) || !triangle_touches(v, cube))
        return;
    if (cube->level == 0) {
        grid_set(v->grid, cube->corner[0], cube->corner[1], cube->corner[2], OCT9_OCCUPIED);
        return;
    }
    for (unsigned c = 0; c < 8; c++) {
        cube_t child = { { cube->corner[0], cube->corner[1], cube->corner[2] }, cube->level - 1u };
        for (unsigned a = 0; a < 3; a++)
            child.corner[a] += (c >> a & 1u) << child.level;
        descend(v, &child);
    }
}

/* The cell of a coordinate, brought into the cube. */
static unsigned cell_inside(double at)
{
    return at <= 0 ? 0 : at >= OCT9_CELLS - 1 ? OCT9_CELLS - 1 : (unsigned)at;
}

/* The smallest node around the triangle's part in the cube, and the cells next to it. */
static cube_t node_around(const voxelizer_t *v)
{
    unsigned lo[3], differ = 0;
    for (unsigned a = 0; a < 3; a++) {
        const double p = v->corner[0].at[a], q = v->corner[1].at[a], r = v->corner[2].at[a];
        lo[a] = cell_inside(floor(fmin(p, fmin(q, r))) - 1);
        differ |= lo[a] ^ cell_inside(floor(fmax(p, fmax(q, r))) + 1);
    }
    cube_t cube = { { 0, 0, 0 }, 0 };
    while (differ >> cube.level != 0)
        cube.level++;
    for (unsigned a = 0; a < 3; a++)
        cube.corner[a] = lo[a] >> cube.level << cube.level;
    return cube;
}

static double farthest_of(const placement_t *placement, const source_t *source)
{
    double most = OCT9_CELLS;
    for (unsigned a = 0; a < 3; a++) {
        const int64_t um = placement->origin_um[a] - source->frame.shift_um[a];
        most = fmax(most, fabs((double)um) / placement->cell_um);
    }
    return most;
}

void voxelize_triangles(grid_t *grid, const placement_t *placement, const source_t *source)
{
    voxelizer_t v = { .grid = grid,
                      .extent = placement->extent,
                      .farthest = farthest_of(placement, source) };
    for (size_t i = 0; i + 2 < source->count; i += 3) {
        if (i % PROGRESS_EVERY == 0)
            progress_show("voxelizing", i, source->count);
        for (unsigned c = 0; c < 3; c++)
            for (unsigned a = 0; a < 3; a++) {
                const double um = source_um_beyond(source, &source->points[i + c], a,
                                                   placement->origin_um[a]);
                v.corner[c].at[a] = um / placement->cell_um;
            }
        const cube_t cube = node_around(&v);
        descend(&v, &cube);
    }
    progress_end();
}

void voxelize_points(grid_t *grid, const placement_t *placement, const source_t *source)
{
    for (size_t i = 0; i < source->count; i++) {
        cube_t cell = { { 0, 0, 0 }, 0 };
        for (unsigned a = 0; a < 3; a++) {
            const int64_t um = source_um(source, &source->points[i], a) - placement->origin_um[a];
            const int64_t at = floor_div(um, placement->cell_um);
            cell.corner[a] = at < 0 || at >= OCT9_CELLS ? OCT9_CELLS : (unsigned)at;
        }
        if (in_extent(placement->extent, &cell))
            grid_set(grid, cell.corner[0], cell.corner[1], cell.corner[2], OCT9_OCCUPIED);
    }
}
