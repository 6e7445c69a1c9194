/* SPDX-License-Identifier: MIT */
#include "oct9/mm.h"
#include "examples/corridor/sensor.h"

enum { ONE_Q14 = 16384 };

/* tan((i - 3.5) * 45 / 8 degrees) in Q1.14. */
static const int16_t zone_tangent[SENSOR_ZONES] = {
    -5867, -4154, -2494, -826, 826, 2494, 4154, 5867
};

/* False if no point can say it: a nearer end would make another ray of it, and another length. */
static bool set_end(int16_t *end, int32_t value)
{
    *end = (int16_t)value;
    return value >= INT16_MIN && value <= INT16_MAX;
}

/* Where the rays end, `range_q6` straight ahead of the sensor, by rows. Left is forward turned by
 * 90 degrees: (-y, x). Sums stay below 2^14 * 1.4. False if an end cannot be written. */
static bool set_ends(const sensor_pose_t *pose, int32_t range_q6, oct9_point_t to[SENSOR_RAYS])
{
    bool good = true;
    for (unsigned column = 0; column < SENSOR_ZONES; column++) {
        const int32_t left = -zone_tangent[column];
        const int32_t x = pose->forward_x - pose->forward_y * left / ONE_Q14;
        const int32_t y = pose->forward_y + pose->forward_x * left / ONE_Q14;
        oct9_point_t end = { 0, 0, 0 };
        good = set_end(&end.x, pose->place.x + x * range_q6 / ONE_Q14) &&
               set_end(&end.y, pose->place.y + y * range_q6 / ONE_Q14) && good;
        for (unsigned row = 0; row < SENSOR_ZONES; row++)
            to[row * SENSOR_ZONES + column] = end;
    }
    for (unsigned i = 0; i < SENSOR_RAYS; i++)
        good = set_end(&to[i].z,
                       pose->place.z - zone_tangent[i / SENSOR_ZONES] * range_q6 / ONE_Q14) &&
               good;
    return good;
}

/* A zone's ray for each unit straight ahead: the root of 1 + tan^2 + tan^2, in Q1.14, by the zone's
 * distances from the middle of the frame. */
static const uint16_t zone_length[SENSOR_ZONES / 2][SENSOR_ZONES / 2] = {
    { 16426, 16593, 16923, 17422 },
    { 16593, 16759, 17085, 17581 },
    { 16923, 17085, 17405, 17892 },
    { 17422, 17581, 17892, 18365 }
};

static unsigned from_middle(unsigned zone)
{
    return zone < SENSOR_ZONES / 2 ? SENSOR_ZONES / 2 - 1 - zone : zone - SENSOR_ZONES / 2;
}

/* The length of a zone's ray up to its hit. The whole ray is below 4500 mm, so that times 65535 it
 * is below 2^29. */
static uint16_t distance_mm(unsigned zone, const oct9_fan_hit_t *hit)
{
    const unsigned row = from_middle(zone / SENSOR_ZONES);
    const unsigned column = from_middle(zone % SENSOR_ZONES);
    const uint32_t whole_mm = (uint32_t)SENSOR_RANGE_MM * zone_length[row][column] / ONE_Q14;
    return (uint16_t)(whole_mm * hit->num / hit->den);
}

oct9_status_t sensor_simulate(oct9_point_t to[SENSOR_RAYS], const oct9_map_t *map,
                              const oct9_frame_t *frame, const sensor_pose_t *pose,
                              sensor_frame_t *out)
{
    const oct9_fan_input_t input = { .from = pose->place,
                                     .to = to,
                                     .count = SENSOR_RAYS,
                                     .hits = out->hits,
                                     .rules = { .unknown = OCT9_PASSES, .outside = OCT9_FREE } };
    oct9_fan_output_t output;
    uint16_t range_q6;
    oct9_status_t status = oct9_mm_length(frame, SENSOR_RANGE_MM, &range_q6);
    if (status != OCT9_OK)
        return status;
    if (!set_ends(pose, range_q6, to))
        return OCT9_ERR_RANGE;
    status = oct9_cast_fan(map, &input, &output);
    if (status != OCT9_OK)
        return status;
    for (unsigned i = 0; i < SENSOR_RAYS; i++)
        out->distance_mm[i] = out->hits[i].hit == OCT9_HIT_LEAF ? distance_mm(i, &out->hits[i])
                                                                : SENSOR_NOTHING;
    out->visited = output.leaves + output.nodes;
    return OCT9_OK;
}
