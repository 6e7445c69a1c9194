/* SPDX-License-Identifier: MIT */
/* The faces of a mesh, cut into triangles, corner by corner. A corner is cut off where its triangle
 * turns as the outline does and holds no other corner.
 *
 * Why no test of the outline is needed: how often it winds around a point is the sum of how often
 * the triangles do. If all of them turn alike, their union is exactly what it winds around. An
 * outline that does not touch itself always has such a corner.
 * Source: Meisters 1975, "Polygons have ears". */
#include "tools/source/faces.h"
#include "tools/fail.h"
#include "tools/grow.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

enum { TRIANGLE = 3 };

/* Below this part of its extent's square a face's area does not say where its plane lies. */
#define THIN 1e-9

/* No coordinate in a face's plane is farther from the first corner's than GRAINS_MOST, below 2^50:
 * a product of two differences is below 2^102, so that the sum of any outline's fits. */
#define GRAINS_MOST 1e15
__extension__ typedef __int128 area_t;

/* --- in the plane ------------------------------------------------------------------------ */

/* Twice the area of a triangle: above 0 if it turns to the left. */
static area_t turn(const faces_corner_t *a, const faces_corner_t *b, const faces_corner_t *c)
{
    return (area_t)(b->x - a->x) * (c->y - a->y) - (area_t)(b->y - a->y) * (c->x - a->x);
}

static bool is_same(const faces_corner_t *a, const faces_corner_t *b)
{
    return a->x == b->x && a->y == b->y;
}

/* Whether a point lies in or on the triangle, which turns to the left. */
static bool holds(const faces_corner_t *const t[TRIANGLE], const faces_corner_t *point)
{
    return turn(t[0], t[1], point) >= 0 && turn(t[1], t[2], point) >= 0 &&
           turn(t[2], t[0], point) >= 0;
}

/* Whether the line from corner i of the triangle to a point begins inside the triangle. */
static bool enters(const faces_corner_t *const t[TRIANGLE], unsigned i, const faces_corner_t *point)
{
    return turn(t[i], t[(i + 1) % TRIANGLE], point) > 0 &&
           turn(t[i], point, t[(i + 2) % TRIANGLE]) > 0;
}

/* Whether a corner of the outline keeps the triangle from being cut off. One at a place of the
 * triangle's own does so only if the outline goes from there into the triangle. */
static bool blocks(const faces_corner_t *all, const faces_corner_t *const t[TRIANGLE],
                   const faces_corner_t *other)
{
    for (unsigned i = 0; i < TRIANGLE; i++)
        if (is_same(t[i], other))
            return enters(t, i, &all[other->prev]) || enters(t, i, &all[other->next]);
    return holds(t, other);
}

static bool is_ear(const faces_corner_t *all, const faces_corner_t *corner)
{
    const faces_corner_t *const t[TRIANGLE] = { &all[corner->prev], corner, &all[corner->next] };
    if (turn(t[0], t[1], t[2]) <= 0)
        return false;
    for (size_t i = t[2]->next; i != corner->prev; i = all[i].next)
        if (blocks(all, t, &all[i]))
            return false;
    return true;
}

/* Whether a corner has no area: it lies between its neighbours; or the outline turns back there, or
 * stays, which is a fold. */
static bool is_line(const faces_corner_t *all, const faces_corner_t *corner, bool fold)
{
    const faces_corner_t *prev = &all[corner->prev], *next = &all[corner->next];
    const area_t along = (area_t)(prev->x - corner->x) * (next->x - corner->x) +
                         (area_t)(prev->y - corner->y) * (next->y - corner->y);
    return turn(prev, corner, next) == 0 && (along >= 0) == fold;
}

static bool find_line(const faces_corner_t *all, size_t first, bool fold, size_t *at)
{
    *at = first;
    do {
        if (is_line(all, &all[*at], fold))
            return true;
        *at = all[*at].next;
    } while (*at != first);
    return false;
}

/* Finds a corner to cut off: a fold, because an ear beside it may be the wrong one; then an ear,
 * `first`, the one before it, or the next, so that a convex face becomes a fan; then a corner
 * between its neighbours. False: there is none. */
static bool find_ear(const faces_corner_t *all, size_t first, size_t *at)
{
    const size_t last = all[first].prev;
    if (find_line(all, first, true, at))
        return true;
    *at = first;
    if (is_ear(all, &all[first]))
        return true;
    *at = last;
    if (is_ear(all, &all[last]))
        return true;
    for (*at = all[first].next; *at != last; *at = all[*at].next)
        if (is_ear(all, &all[*at]))
            return true;
    return find_line(all, first, false, at);
}

/* --- triangles --------------------------------------------------------------------------- */

static bool add_number(faces_t *faces, size_t corner)
{
    size_t *triangles = grow(faces->path, faces->triangles, faces->triangle_count,
                             &faces->triangle_room, sizeof *triangles);
    if (!triangles)
        return false;
    faces->triangles = triangles;
    triangles[faces->triangle_count++] = corner;
    return true;
}

static bool add(faces_t *faces, size_t a, size_t b, size_t c)
{
    return add_number(faces, a) && add_number(faces, b) && add_number(faces, c);
}

/* The source gets the triangles when they are certain. */
static bool hand_over(faces_t *faces)
{
    for (size_t i = 0; i < faces->triangle_count; i++)
        if (!source_add_point(faces->source, faces->path, faces->corners[faces->triangles[i]].at))
            return false;
    faces->triangle_count = 0;
    return true;
}

static bool add_fan(faces_t *faces, size_t from)
{
    for (size_t i = 1; i + 1 < faces->count; i++)
        if (!add(faces, from, (from + i) % faces->count, (from + i + 1) % faces->count))
            return false;
    return true;
}

static void link_corners(faces_t *faces)
{
    for (size_t i = 0; i < faces->count; i++) {
        faces->corners[i].prev = (i + faces->count - 1) % faces->count;
        faces->corners[i].next = (i + 1) % faces->count;
    }
}

/* Cuts off corners until none is left, the one behind `from` first. *whole: all could be cut off.
 * False: an error was printed. */
static bool add_ears(faces_t *faces, size_t from, bool *whole)
{
    faces_corner_t *all = faces->corners;
    size_t first = (from + 1) % faces->count, at = first;
    link_corners(faces);
    for (size_t left = faces->count; left > TRIANGLE; left--) {
        if (!find_ear(all, first, &at)) {
            *whole = false;
            return true;
        }
        const size_t prev = all[at].prev, next = all[at].next;
        if (!add(faces, prev, at, next))
            return false;
        all[prev].next = next;
        all[next].prev = prev;
        first = next;
    }
    const size_t prev = all[first].prev, next = all[first].next;
    *whole = turn(&all[prev], &all[first], &all[next]) >= 0;
    return add(faces, prev, first, next);
}

/* --- the plane --------------------------------------------------------------------------- */

/* A face's mean plane: through `middle`, square to `normal`, which is twice the area long. */
typedef struct {
    double middle[3], normal[3];
    double extent; /* the longest side of the box around the face */
} plane_t;

static void add_normal(plane_t *plane, const double from[3], const double a[3], const double b[3])
{
    for (unsigned i = 0; i < 3; i++) {
        const unsigned u = (i + 1) % 3, v = (i + 2) % 3;
        plane->normal[i] += (a[u] - from[u]) * (b[v] - from[v]) -
                            (a[v] - from[v]) * (b[u] - from[u]);
    }
}

static plane_t find_plane(const faces_t *faces)
{
    const faces_corner_t *all = faces->corners;
    plane_t plane = { { 0, 0, 0 }, { 0, 0, 0 }, 0 };
    for (unsigned a = 0; a < 3; a++) {
        double low = all[0].at[a], high = low, sum = 0;
        for (size_t i = 0; i < faces->count; i++) {
            low = fmin(low, all[i].at[a]);
            high = fmax(high, all[i].at[a]);
            sum += all[i].at[a] - all[0].at[a];
        }
        plane.middle[a] = all[0].at[a] + sum / (double)faces->count;
        plane.extent = fmax(plane.extent, high - low);
    }
    for (size_t i = 1; i + 1 < faces->count; i++)
        add_normal(&plane, all[0].at, all[i].at, all[i + 1].at);
    return plane;
}

static bool is_flat(const faces_t *faces, const plane_t *plane)
{
    const double *n = plane->normal, most = FACES_FLAT * plane->extent;
    const double length = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    for (size_t i = 0; length > THIN * plane->extent * plane->extent && i < faces->count; i++) {
        double height = 0;
        for (unsigned a = 0; a < 3; a++)
            height += n[a] / length * (faces->corners[i].at[a] - plane->middle[a]);
        if (fabs(height) > most)
            return false;
    }
    return true;
}

/* Leaves out the axis along which the face is seen largest, and turns the outline to the left.
 * False: it has no area there. */
static bool lay_flat(faces_t *faces, const plane_t *plane)
{
    faces_corner_t *all = faces->corners;
    unsigned axis = 0;
    for (unsigned a = 1; a < 3; a++)
        if (fabs(plane->normal[a]) > fabs(plane->normal[axis]))
            axis = a;
    const unsigned u = (axis + 1) % 3, v = (axis + 2) % 3;
    const double grains = fmin(1e9, GRAINS_MOST / plane->extent);
    for (size_t i = 0; i < faces->count; i++) {
        all[i].x = (int64_t)llround((all[i].at[u] - all[0].at[u]) * grains);
        all[i].y = (int64_t)llround((all[i].at[v] - all[0].at[v]) * grains);
    }
    area_t area = 0;
    for (size_t i = 1; i + 1 < faces->count; i++)
        area += turn(&all[0], &all[i], &all[i + 1]);
    for (size_t i = 0; area < 0 && i < faces->count; i++)
        all[i].x = -all[i].x;
    return area != 0;
}

/* --- faces ------------------------------------------------------------------------------- */

/* Adds the face, cut from one corner. *cause: why it is filled larger; unchanged if it is not. */
static bool cut(faces_t *faces, size_t from, bool has_area, const char **cause)
{
    const size_t before = faces->triangle_count;
    bool whole = has_area && faces->count <= FACES_CORNERS_MOST;
    if (whole && !add_ears(faces, from, &whole))
        return false;
    if (whole)
        return true;
    *cause = !has_area                          ? "has no area"
           : faces->count <= FACES_CORNERS_MOST ? "crosses itself"
                                                : "has more than 4096 corners";
    faces->triangle_count = before;
    return add_fan(faces, from);
}

static bool cut_face(faces_t *faces, const char **cause)
{
    const plane_t plane = find_plane(faces);
    const bool flat = is_flat(faces, &plane), has_area = lay_flat(faces, &plane);
    if (!cut(faces, 0, has_area, cause))
        return false;
    if (flat)
        return true;
    if (!*cause)
        *cause = "is not flat";
    return cut(faces, 1, has_area, cause);
}

bool faces_corner(faces_t *faces, const double at[3])
{
    faces_corner_t *corners = grow(faces->path, faces->corners, faces->count, &faces->room,
                                   sizeof *corners);
    if (!corners)
        return false;
    faces->corners = corners;
    for (unsigned a = 0; a < 3; a++)
        faces->corners[faces->count].at[a] = at[a];
    faces->count++;
    return true;
}

bool faces_end(faces_t *faces, const char *unit, size_t number)
{
    const size_t count = faces->count;
    const char *cause = NULL;
    bool good = true;
    if (count > TRIANGLE)
        good = cut_face(faces, &cause);
    else if (count != 0)
        good = add(faces, 0, count > 1, count - 1);
    good = good && hand_over(faces);
    if (cause && faces->larger++ == 0) {
        faces->cause = cause;
        faces->unit = unit;
        faces->number = number;
    }
    faces->count = 0;
    return good;
}

void faces_warn(const faces_t *faces)
{
    if (faces->larger != 0)
        warn(faces->path, "%s %zu: a face that %s: filled larger, one of %zu such faces",
             faces->unit, faces->number, faces->cause, faces->larger);
}

void faces_free(faces_t *faces)
{
    free(faces->corners);
    free(faces->triangles);
    faces->corners = NULL;
    faces->triangles = NULL;
}
