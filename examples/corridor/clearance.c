/* SPDX-License-Identifier: MIT */
#include "examples/corridor/clearance.h"

#include "oct9/mm.h"

static uint16_t whole_mm(const oct9_frame_t *frame, uint32_t distance2)
{
    int32_t mm = 0;
    (void)oct9_mm_of_distance(frame, oct9_point_isqrt(distance2), &mm);
    return (uint16_t)mm; /* at most the range */
}

oct9_status_t clearance_measure(const oct9_map_t *map, const oct9_frame_t *frame,
                                const oct9_mm_t *place, clearance_t *clearance)
{
    oct9_near_t obstacle;
    oct9_nearest_input_t input = { .capacity = 1,
                                   .found = &obstacle,
                                   .rules = { .unknown = OCT9_PASSES } };
    oct9_nearest_output_t output;
    oct9_motion_t ball;
    oct9_status_t status = oct9_mm_sphere(frame, place, place, CLEARANCE_RANGE_MM, &ball);
    if (status != OCT9_OK)
        return status;
    input.point = ball.from;
    input.range_q6 = ball.radius_q6;
    status = oct9_nearest_find(map, &input, &output);
    if (status != OCT9_OK)
        return status;
    clearance->distance_mm = output.count ? whole_mm(frame, obstacle.distance2_q12)
                                          : CLEARANCE_WIDE;
    clearance->visited = output.leaves + output.nodes;
    return OCT9_OK;
}
