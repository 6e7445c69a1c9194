/* SPDX-License-Identifier: MIT */
#include "src/solid.h"

#include "port/oct9_port.h"
#include "src/axes.h"
#include "src/core_point.h"

void oct9_solid_of_primitive(const oct9_primitive_t *primitive, oct9_solid_t *solid)
{
    const bool round = primitive->kind == OCT9_PRIMITIVE_SPHERE ||
                       primitive->kind == OCT9_PRIMITIVE_CAPSULE;
    solid->kind = (uint8_t)primitive->kind;
    solid->radius_q6 = round ? primitive->radius_q6 : 0;
    oct9_point_get(&primitive->a, solid->corner[0]);
    oct9_point_get(&primitive->b, solid->corner[1]);
    oct9_point_get(&primitive->c, solid->corner[2]);
}

void oct9_solid_bounds(const oct9_solid_t *solid, int32_t low[3], int32_t high[3])
{
    const unsigned corners = oct9_solid_corners(solid);
    for (unsigned a = 0; a < 3; a++) {
        low[a] = high[a] = solid->corner[0][a];
        for (unsigned c = 1; c < corners; c++) {
            const int32_t at = solid->corner[c][a];
            low[a] = at < low[a] ? at : low[a];
            high[a] = at > high[a] ? at : high[a];
        }
        low[a] -= solid->radius_q6;
        high[a] += solid->radius_q6;
    }
}

void oct9_solid_capsule(oct9_capsule_t *capsule, const int32_t from[3], const int32_t way[3],
                        const int32_t low[3], const int32_t high[3])
{
    for (unsigned a = 0; a < 3; a++) {
        const bool mirrored = way[a] < 0;
        oct9_capsule_axis_t *axis = &capsule->axis[a];
        axis->low = mirrored ? high[a] - from[a] : from[a] - low[a];
        axis->high = mirrored ? low[a] - from[a] : from[a] - high[a];
        axis->length = (uint16_t)(mirrored ? -way[a] : way[a]);
    }
}

/* The box that it lies in is within the radius: what is left out is farther than that. A gap that
 * counts is below 2^16. */
static OCT9_APART bool bounds_near(const oct9_solid_t *solid, const int32_t centre[3],
                                   uint16_t radius_q6)
{
    int32_t low[3], high[3];
    uint64_t sum = 0;
    oct9_solid_bounds(solid, low, high);
    for (unsigned a = 0; a < 3; a++) {
        const int32_t gap = centre[a] < low[a] ? low[a] - centre[a] :
                            centre[a] > high[a] ? centre[a] - high[a] : 0;
        if (gap > radius_q6)
            return false;
        sum += (uint64_t)((int64_t)gap * gap);
    }
    return sum <= (uint64_t)radius_q6 * radius_q6;
}

/* Finds the core's nearest point to a place, if the solid is within the radius of that. */
static bool find_within(const oct9_solid_t *solid, const oct9_point_t *place, uint16_t radius_q6,
                        oct9_core_point_t *nearest)
{
    oct9_line_t line;
    oct9_point_get(place, line.from);
    if (!bounds_near(solid, line.from, radius_q6))
        return false;
    line.way[0] = line.way[1] = line.way[2] = 0;
    oct9_core_point(solid, &line, 0, 1, nearest);
    return oct9_core_point_beyond(nearest, (uint16_t)(radius_q6 + solid->radius_q6)) <= 0;
}

bool oct9_solid_meets_sphere(const oct9_solid_t *solid, const oct9_point_t *centre,
                             uint16_t radius_q6)
{
    oct9_core_point_t nearest;
    return find_within(solid, centre, radius_q6, &nearest);
}

bool oct9_solid_distance(const oct9_solid_t *solid, const oct9_point_t *point, uint16_t range_q6,
                         uint32_t *distance)
{
    oct9_core_point_t nearest;
    if (!find_within(solid, point, range_q6, &nearest))
        return false;
    const uint32_t from_core = oct9_core_point_distance(&nearest);
    const uint32_t radius = (uint32_t)solid->radius_q6 << 8;
    *distance = from_core > radius ? from_core - radius : 0;
    return true;
}

/* How far the core reaches to the plane's inner side, at most: within 3 * 2^14 * 2^17. */
static int64_t core_reach(const oct9_solid_t *solid, const oct9_plane_t *plane)
{
    const unsigned corners = oct9_solid_corners(solid);
    int64_t most = 0;
    if (solid->kind == OCT9_PRIMITIVE_BOX) {
        for (unsigned a = 0; a < 3; a++)
            most += (int64_t)plane->normal[a] * solid->corner[plane->normal[a] > 0][a];
        return most;
    }
    for (unsigned c = 0; c < corners; c++) {
        int64_t reach = 0;
        for (unsigned a = 0; a < 3; a++)
            reach += (int64_t)plane->normal[a] * solid->corner[c][a];
        most = c == 0 || reach > most ? reach : most;
    }
    return most;
}

/* The radius adds radius |normal|, below 2^31: compared by squares. */
static bool meets_plane(const oct9_solid_t *solid, const oct9_plane_t *plane)
{
    const int64_t short_by = plane->offset - core_reach(solid, plane);
    uint64_t normal2 = 0;
    if (short_by <= 0 || short_by >= (int64_t)1 << 31)
        return short_by <= 0;
    for (unsigned a = 0; a < 3; a++)
        normal2 += (uint64_t)((int64_t)plane->normal[a] * plane->normal[a]);
    return (uint64_t)(short_by * short_by) <=
           (uint64_t)solid->radius_q6 * solid->radius_q6 * normal2;     /* below 2^30 * 2^30 */
}

bool oct9_solid_meets_frustum(const oct9_solid_t *solid, const oct9_frustum_t *frustum)
{
    for (unsigned i = 0; i < 6; i++)
        if (!meets_plane(solid, &frustum->plane[i]))
            return false;
    return true;
}
