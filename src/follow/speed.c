/* SPDX-License-Identifier: MIT */
/* Braking: at a constant rate, after a time in which nothing happens. */
#include "src/follow/speed.h"

#include "oct9/point.h"
#include "oct9/pose.h"
#include "src/number/root.h"

/* The largest v with v after + (v^2 - end^2) / (2 brake) <= room: with x = brake after it is the
 * root of x^2 + end^2 + 2 brake room, less x. That falls with x, which is rounded up. */
uint32_t oct9_speed_within(const oct9_brakes_t *brakes, uint32_t room_mm, uint32_t end_mm)
{
    if (brakes->after_ms > UINT16_MAX)
        return 0;
    const uint32_t x = brakes->brake_mm * brakes->after_ms / 1000u + 1u; /* below 2^23 */
    const uint64_t square = (uint64_t)x * x + (uint64_t)end_mm * end_mm +
                            (uint64_t)2 * brakes->brake_mm * room_mm; /* below 2^47 */
    return oct9_root(square) - x;
}

uint32_t oct9_speed_sine(const int32_t a[3], const int32_t b[3])
{
    uint32_t square = 0; /* about 2^28 at most */
    if (a[0] * b[0] + a[1] * b[1] + a[2] * b[2] <= 0)
        return OCT9_ONE_Q14;
    for (unsigned i = 0; i < 3; i++) {
        const unsigned j = i == 2 ? 0 : i + 1, k = j == 2 ? 0 : j + 1;
        const int32_t across = (a[j] * b[k] - a[k] * b[j]) / OCT9_ONE_Q14; /* below 2^15 */
        square += (uint32_t)(across * across);
    }
    /* Each of the three is short by less than 1, and the root is. */
    const uint32_t up = (uint32_t)oct9_point_isqrt(square) + 3u;
    return up < OCT9_ONE_Q14 ? up : OCT9_ONE_Q14;
}

uint32_t oct9_speed_turn(const oct9_brakes_t *brakes, uint32_t room_mm, uint32_t sine)
{
    const uint32_t across = oct9_speed_within(brakes, room_mm, 0); /* below 2^17 */
    return (across << 14) / sine;
}
