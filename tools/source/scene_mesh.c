/* SPDX-License-Identifier: MIT */
/* From a mesh to the triangles of a scene. A triangle that crosses the rim is cut at its six
 * planes, one behind the other.
 * Source: Sutherland and Hodgman 1974, "Reentrant polygon clipping". */
#include "tools/source/scene_mesh.h"
#include "oct9/scene.h"
#include "tools/fail.h"
#include "tools/source/placement.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A plane adds one corner to a convex polygon; where rounding makes it less than convex, half as
 * many as it has: 3, 4, 6, 9, 13, 19, 28. */
enum { CORNERS = 3, PLANES = 6, MOST_CORNERS = 28 };

/* What rounds to a sub-cell of the cube, counted from its low corner. */
#define RIM_LOW (-0.5)
#define RIM_HIGH (OCT9_CUBE_Q6 - 0.5)

/* Sub-cells from the cube's low corner, not rounded yet. */
typedef struct {
    double at[3];
} corner_t;

typedef struct {
    corner_t corner[MOST_CORNERS];
    unsigned count;
} polygon_t;

/* --- the rim ----------------------------------------------------------------------------- */

/* How far a corner lies inside one of the six planes; below 0: outside it. */
static double inside(const corner_t *corner, unsigned plane)
{
    const double at = corner->at[plane / 2];
    return plane % 2 == 0 ? at - RIM_LOW : RIM_HIGH - at;
}

/* The last one rounds up to the cube's end, so that the rim does not belong to the cube there. */
static bool is_within(const corner_t *corner)
{
    for (unsigned plane = 0; plane < PLANES; plane++)
        if (!(inside(corner, plane) >= 0) || corner->at[plane / 2] >= RIM_HIGH)
            return false;
    return true;
}

static bool is_whole(const polygon_t *triangle)
{
    return is_within(&triangle->corner[0]) && is_within(&triangle->corner[1]) &&
           is_within(&triangle->corner[2]);
}

/* Where an edge crosses a plane. It is computed from the inner end, whichever triangle asks. */
static corner_t cut_edge(const corner_t *in, const corner_t *out, unsigned plane)
{
    const double near = inside(in, plane), part = near / (near - inside(out, plane));
    corner_t cut;
    for (unsigned a = 0; a < 3; a++)
        cut.at[a] = in->at[a] + part * (out->at[a] - in->at[a]);
    cut.at[plane / 2] = plane % 2 == 0 ? RIM_LOW : RIM_HIGH;
    return cut;
}

static void cut_plane(polygon_t *polygon, unsigned plane)
{
    const polygon_t from = *polygon;
    polygon->count = 0;
    for (unsigned i = 0; i < from.count; i++) {
        const corner_t *corner = &from.corner[i], *next = &from.corner[(i + 1) % from.count];
        const bool in = inside(corner, plane) >= 0, next_in = inside(next, plane) >= 0;
        if (in)
            polygon->corner[polygon->count++] = *corner;
        if (in != next_in)
            polygon->corner[polygon->count++] = in ? cut_edge(corner, next, plane)
                                                   : cut_edge(next, corner, plane);
    }
}

static void cut_all(polygon_t *polygon)
{
    for (unsigned plane = 0; plane < PLANES && polygon->count != 0; plane++)
        cut_plane(polygon, plane);
}

/* --- triangles --------------------------------------------------------------------------- */

static int16_t round_axis(double sub)
{
    const long most = OCT9_CUBE_Q6 - 1, nearest = sub < 0 ? 0 : lround(sub);
    return (int16_t)((nearest > most ? most : nearest) + OCT9_LOW_Q6);
}

static oct9_point_t round_corner(const corner_t *corner)
{
    const oct9_point_t point = { round_axis(corner->at[0]), round_axis(corner->at[1]),
                                 round_axis(corner->at[2]) };
    return point;
}

/* The polygon as a fan of triangles; there is room for them. */
static void add(scene_mesh_t *mesh, const polygon_t *polygon, uint32_t part)
{
    for (unsigned i = 2; i < polygon->count; i++) {
        oct9_primitive_t *triangle = &mesh->triangles[mesh->count++];
        memset(triangle, 0, sizeof *triangle);
        triangle->kind = OCT9_PRIMITIVE_TRIANGLE;
        triangle->id = (uint16_t)part;
        triangle->a = round_corner(&polygon->corner[0]);
        triangle->b = round_corner(&polygon->corner[i - 1]);
        triangle->c = round_corner(&polygon->corner[i]);
    }
}

static void read_triangle(polygon_t *triangle, const source_t *source, const source_point_t *from,
                          const scene_cube_t *cube)
{
    triangle->count = CORNERS;
    for (unsigned i = 0; i < CORNERS; i++)
        for (unsigned a = 0; a < 3; a++)
            triangle->corner[i].at[a] = source_um_beyond(source, &from[i], a, cube->origin_um[a]) *
                                        OCT9_CELL_Q6 / cube->cell_um;
}

/* False: the rim is to refuse it. */
static bool take(scene_mesh_t *mesh, const source_t *source, const source_point_t *from,
                 const scene_cube_t *cube)
{
    polygon_t polygon, rest;
    read_triangle(&polygon, source, from, cube);
    if (is_whole(&polygon)) {
        add(mesh, &polygon, from->part);
        return true;
    }
    rest = polygon;
    cut_all(&rest);
    mesh->outside += rest.count == 0;
    mesh->crossing += rest.count != 0;
    if (cube->rim == RIM_CUT)
        add(mesh, &rest, from->part);
    return cube->rim != RIM_REFUSE;
}

static bool make_room(scene_mesh_t *mesh, size_t *room)
{
    if (mesh->count + MOST_CORNERS <= *room)
        return true;
    *room = 2 * *room + 1024;
    oct9_primitive_t *more = realloc(mesh->triangles, *room * sizeof *more);
    if (!more)
        return false;
    mesh->triangles = more;
    return true;
}

bool scene_mesh(scene_mesh_t *mesh, const char *path, const source_t *source,
                const scene_cube_t *cube)
{
    size_t room = 0;
    memset(mesh, 0, sizeof *mesh);
    for (size_t i = 0; i < source->count / CORNERS; i++) {
        if (!make_room(mesh, &room))
            return fail(path, "out of memory");
        if (!take(mesh, source, &source->points[i * CORNERS], cube))
            return fail(path, "triangle %zu leaves the cube of 512 cells of %g mm: say --rim", i,
                        cube->cell_um / 1e3);
    }
    if (mesh->count == 0)
        return fail(path, "has no triangle in the cube");
    if (mesh->count > OCT9_PRIMITIVES_MAX)
        return fail(path, "has %zu triangles: a scene holds %u at most", mesh->count,
                    OCT9_PRIMITIVES_MAX);
    return true;
}

void scene_mesh_free(scene_mesh_t *mesh)
{
    free(mesh->triangles);
}
