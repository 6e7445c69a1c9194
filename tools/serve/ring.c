/* SPDX-License-Identifier: MIT */
/* The ring of obstacles about an autopilot's pose. */
#include "tools/serve/ring.h"
#include "oct9/mm.h"

#include <stdlib.h>
#include <string.h>

enum { FINE_UM = 1000 * OCT9_CELL_Q6 }; /* a sub-cell of 1 mm */
enum { ROUNDED_Q6 = 3 }; /* what the point, the radius and the range may grow by together */

/* --- what is wanted, in the map's numbers ----------------------------------------------------- */

/* A height as sub-cells, rounded away from the robot's middle, and one more for the rounding of
 * the middle. False: it does not fit. */
static bool border_of(int16_t *border_q6, int32_t mm, uint32_t cell_um, bool high)
{
    const int64_t um = (int64_t)mm * FINE_UM;
    int64_t q6 = um / cell_um;
    if (high)
        q6 += (um % cell_um > 0) + 1;
    else
        q6 -= (um % cell_um < 0) + 1;
    *border_q6 = (int16_t)q6;
    return q6 >= INT16_MIN && q6 <= INT16_MAX;
}

static int64_t reach_of(const ring_wanted_t *wanted, uint32_t cell_um)
{
    const int64_t across = (int64_t)wanted->radius_mm + wanted->range_mm;
    const int64_t below = llabs(wanted->heights_mm[0]), above = llabs(wanted->heights_mm[1]);
    const int64_t upright = below > above ? below : above;
    return (across > upright ? across : upright) + (int64_t)ROUNDED_Q6 * cell_um / FINE_UM + 1;
}

/* False: it does not fit the map's numbers. */
static bool set_lengths(ring_t *ring, const oct9_frame_t *frame)
{
    const ring_wanted_t *const wanted = &ring->wanted;
    uint16_t radius_q6;
    return oct9_mm_length(frame, (int32_t)wanted->radius_mm, &radius_q6) == OCT9_OK &&
           oct9_mm_length(frame, (int32_t)wanted->range_mm, &ring->sectors.range_q6) == OCT9_OK &&
           radius_q6 + ring->sectors.range_q6 + ROUNDED_Q6 <= INT16_MAX &&
           border_of(&ring->borders[0], wanted->heights_mm[0], frame->cell_um, false) &&
           border_of(&ring->borders[1], wanted->heights_mm[1], frame->cell_um, true);
}

const char *ring_open(ring_t *ring, asked_t *asked, const ring_wanted_t *wanted)
{
    memset(ring, 0, sizeof *ring);
    ring->asked = asked;
    ring->wanted = *wanted;
    ring->reach_mm = reach_of(wanted, asked->frame->cell_um);
    ring->sectors.sectors = OCT9_MAVLINK_RING;
    ring->sectors.layers = 1;
    ring->sectors.borders = ring->borders;
    ring->sectors.free_q6 = ring->free_q6;
    if (wanted->unknown == OCT9_PASSES)
        ring->sectors.obstacle_q6 = ring->obstacle_q6;
    if (!set_lengths(ring, asked->frame) ||
        (asked->is_world && ring->reach_mm > asked_reach_most(asked)))
        return "--range, --radius or --heights reach farther than a search in it";
    return NULL;
}

/* --- a ring ----------------------------------------------------------------------------------- */

/* False: beyond the map's millimetres. */
static bool place_of(const ring_t *ring, const oct9_mm_t *flown_mm, int32_t place_mm[3])
{
    const int32_t flown[3] = { flown_mm->x, flown_mm->y, flown_mm->z };
    bool fits = true;
    for (unsigned a = 0; a < 3; a++) {
        const int64_t mm = (int64_t)flown[a] + ring->wanted.origin_mm[a];
        fits = fits && mm >= INT32_MIN && mm <= INT32_MAX;
        place_mm[a] = (int32_t)mm;
    }
    return fits;
}

static bool search(ring_t *ring, const oct9_autopilot_pose_t *robot)
{
    int32_t place_mm[3];
    oct9_motion_t body;
    if (!place_of(ring, &robot->pose.place_mm, place_mm) ||
        asked_about(ring->asked, place_mm, 1, ring->reach_mm) != NULL)
        return false;
    const oct9_mm_t place = { place_mm[0], place_mm[1], place_mm[2] };
    if (oct9_mm_sphere(ring->asked->frame, &place, &place, (int32_t)ring->wanted.radius_mm,
                       &body) != OCT9_OK)
        return false;
    ring->sectors.point = body.from;
    ring->sectors.radius_q6 = body.radius_q6;
    ring->sectors.from = (uint16_t)(robot->heading - OCT9_AUTOPILOT_HALF);
    return oct9_sectors_find(ring->asked->map, &ring->sectors) == OCT9_OK;
}

void ring_find(ring_t *ring, const oct9_mavlink_receiver_t *receiver, uint32_t now_ms)
{
    oct9_autopilot_pose_t robot;
    ring->begun_ms = now_ms;
    ring->known = oct9_autopilot_pose(receiver, now_ms, RING_OLDEST_MS, NULL, &robot) == OCT9_OK &&
                  search(ring, &robot);
}

oct9_status_t ring_message(const ring_t *ring, uint32_t now_ms, oct9_mavlink_message_t *message)
{
    static const oct9_mapper_found_t stale = { .why = OCT9_MAPPER_STALE };
    const oct9_autopilot_input_t input = { .sectors = &ring->sectors,
                                           .frame = ring->asked->frame,
                                           .found = ring->known ? NULL : &stale,
                                           .time_ms = ring->begun_ms,
                                           .now_ms = now_ms,
                                           .oldest_ms = RING_OLDEST_MS,
                                           .ahead = (uint16_t)(ring->sectors.from +
                                                               OCT9_AUTOPILOT_HALF),
                                           .unknown = ring->wanted.unknown };
    return oct9_autopilot_ring(&input, message);
}

uint16_t ring_nearest_cm(const oct9_mavlink_ring_t *ring)
{
    uint16_t nearest = OCT9_SECTORS_NONE;
    for (unsigned i = 0; i < OCT9_MAVLINK_RING; i++)
        if (ring->distance_cm[i] <= ring->most_cm && ring->distance_cm[i] < nearest)
            nearest = ring->distance_cm[i];
    return nearest;
}
