/* SPDX-License-Identifier: MIT */
/* The parts of a world's road map. */
#include "tools/road/part.h"

#include "oct9/road.h"
#include "tools/fail.h"
#include "tools/road/guards.h"
#include "tools/road/joints.h"
#include "tools/road/prune.h"

#include <stdlib.h>

enum { SIDES = 7, APART = 128, EDGE_Q6 = (PART_LOW - 1) * OCT9_CELL_Q6 };

bool part_holds(uint16_t radius_q6)
{
    return radius_q6 + FIELD_FARTHEST_Q6 < EDGE_Q6;
}

/* Leaves of a box what is at the heights. Returns whether there is something. */
static bool clip_to_heights(field_box_t *box, const part_t *part)
{
    box->low[2] = box->low[2] > part->heights[0] ? box->low[2] : part->heights[0];
    box->high[2] = box->high[2] < part->heights[1] ? box->high[2] : part->heights[1];
    return box->low[2] < box->high[2];
}

/* --- portals --------------------------------------------------------------------------------- */

/* The cells of a part's seam. `sides` has a bit for each axis on which the parts lie beside each
 * other; `low`: at the low side. False: there are none. */
static bool box_of(field_box_t *box, const part_t *part, unsigned sides, bool low)
{
    for (unsigned a = 0; a < 3; a++) {
        const bool beside = (sides >> a & 1u) != 0;
        box->low[a] = !beside ? PART_LOW : low ? PART_LOW - 1 : PART_HIGH - 1;
        box->high[a] = beside ? box->low[a] + 1 : PART_HIGH;
    }
    return clip_to_heights(box, part);
}

/* Whether the sphere can go from a place at a line or a corner to a part between both: then these
 * are joined over that one. */
static bool goes_between(const field_t *seam, const part_t *part, uint32_t place, unsigned sides)
{
    const uint16_t *at = seam->places[place].at;
    for (unsigned a = 0; a < 3; a++) {
        uint16_t to[3] = { at[0], at[1], at[2] };
        to[a]++;
        if ((sides >> a & 1u) != 0 && to[2] < part->heights[1] && field_reaches(seam, place, to))
            return true;
    }
    return false;
}

/* Whether a seam needs portals. */
static bool joins(const field_t *seam, const part_t *part, unsigned sides)
{
    const bool face = (sides & (sides - 1u)) == 0;
    for (uint32_t i = 0; i < seam->count; i++)
        if (face || !goes_between(seam, part, i, sides))
            return true;
    return false;
}

/* Whether a place is in one piece with a portal that is near. */
static bool has_portal(const field_t *seam, uint32_t place, const uint32_t *portals, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (seam->places[portals[i]].part == seam->places[place].part &&
            field_square(seam, portals[i], place) < APART * APART)
            return true;
    return false;
}

/* Those of a seam's places that become portals, where there is most room at first, become vertices.
 * Both lists have room for all places. */
static bool choose(sight_t *sight, const field_t *seam, const ranked_t *ranked, uint32_t *portals)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < seam->count; i++) {
        const uint32_t place = ranked[i].place;
        const uint16_t *at = seam->places[place].at;
        const int cell[3] = { at[0], at[1], at[2] };
        if (has_portal(seam, place, portals, count))
            continue;
        portals[count++] = place;
        if (!sight_add(sight, field_at(sight->field, cell)))
            return false;
    }
    return true;
}

static bool add_from(sight_t *sight, const field_t *seam)
{
    ranked_t *ranked = guards_rank(seam);
    uint32_t *portals = malloc((seam->count + 1u) * sizeof *portals);
    bool good = false;
    if (ranked && portals)
        good = choose(sight, seam, ranked, portals);
    else if (ranked)
        fail(seam->path, "out of memory");
    free(ranked);
    free(portals);
    return good;
}

static bool add_portals(sight_t *sight, const part_t *part)
{
    for (unsigned seam = 2; seam < 2 * (SIDES + 1); seam++) {
        field_box_t box;
        field_t field;
        if (!box_of(&box, part, seam / 2, seam % 2 == 0))
            continue;
        bool good = field_make(&field, part->path, part->map, part->radius_q6, &box);
        if (good && joins(&field, part, seam / 2))
            good = add_from(sight, &field);
        field_free(&field);
        if (!good)
            return false;
    }
    return true;
}

/* --- the part -------------------------------------------------------------------------------- */

/* Guards and joints, without those that can be spared. */
static bool fill(web_t *web, const part_t *part, sight_t *sight)
{
    const uint32_t portals = sight->vertex_count;
    bool *gone = NULL;
    graph_t graph;
    graph_begin(&graph, web->path);
    bool good = guards_add(sight, OCT9_ROAD_VERTICES_MAX);
    const uint32_t joints = sight->vertex_count;
    if (good && joints_add(sight, &graph, 0))
        gone = prune(sight, &graph, portals, joints);
    good = gone && web_make(web, sight, &graph, gone, part->corner, PART_LOW);
    free(gone);
    graph_end(&graph);
    return good;
}

static bool bake(web_t *web, const part_t *part, field_t *field)
{
    sight_t sight;
    const bool good = sight_begin(&sight, field) && add_portals(&sight, part) &&
                      fill(web, part, &sight);
    sight_end(&sight);
    return good;
}

bool part_bake(web_t *web, const part_t *part)
{
    field_box_t box = { { PART_LOW - 1, PART_LOW - 1, PART_LOW - 1 },
                        { PART_HIGH, PART_HIGH, PART_HIGH } };
    field_t field;
    (void)clip_to_heights(&box, part);
    const bool good = field_make(&field, part->path, part->map, part->radius_q6, &box) &&
                      (field.count == 0 || bake(web, part, &field));
    field_free(&field);
    return good;
}
