/* SPDX-License-Identifier: MIT */
#include "bench/calls_place.h"

#include "bench/calls.h"

oct9_cell_t place_cell(uint16_t low, uint16_t edge)
{
    oct9_cell_t cell;
    cell.x = (uint16_t)(low + calls_below(edge));
    cell.y = (uint16_t)(low + calls_below(edge));
    cell.z = (uint16_t)(low + calls_below(edge));
    return cell;
}

static int16_t coordinate(uint16_t low, uint16_t edge)
{
    return (int16_t)((int32_t)(low + calls_below(edge)) + OCT9_LOW_Q6);
}

oct9_point_t place_point(uint16_t low, uint16_t edge)
{
    oct9_point_t point;
    point.x = coordinate(low, edge);
    point.y = coordinate(low, edge);
    point.z = coordinate(low, edge);
    return point;
}

oct9_rotation_t place_rotation(void)
{
    const uint32_t sine = calls_below(OCT9_ONE_Q14 + 1u), axis = calls_below(3);
    const uint32_t one = (uint32_t)OCT9_ONE_Q14 * OCT9_ONE_Q14;
    const int16_t turn = (int16_t)sine;
    const oct9_rotation_t rotation = { (int16_t)oct9_point_isqrt(one - sine * sine),
                                       axis == 0 ? turn : 0, axis == 1 ? turn : 0,
                                       axis == 2 ? turn : 0 };
    return rotation;
}
