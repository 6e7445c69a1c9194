/* SPDX-License-Identifier: MIT */
/* An autopilot's axes and the map's. */
#include "src/autopilot/autopilot_axes.h"

#include "port/oct9_port.h"
#include "src/number/axes.h"
#include "src/number/magnitude.h"
#include "src/number/root.h"

void oct9_axes_of_north(const int32_t north[3], int32_t east[3])
{
    east[0] = north[1];
    east[1] = north[0];
    east[2] = -north[2];
}

void oct9_axes_of_left(const int32_t left[3], int32_t right[3])
{
    right[0] = left[0];
    right[1] = -left[1];
    right[2] = -left[2];
}

/* The product of three: half a turn about the axis between north and east, q, and half a turn about
 * the forward axis: (0, r, r, 0) (w, x, y, z) (0, 1, 0, 0) with r the root of a half. That is
 * -r (w + z, x + y, x - y, w - z), and its negative is the same rotation. r goes with the length:
 * the root of the sum of squares, of which each of these is a part, so that a quotient is at most
 * 2^14, and a product below 2^17 * 2^14. */
void oct9_axes_rotation(const int32_t q_q16[4], oct9_rotation_t *rotation)
{
    const int32_t w = q_q16[0], x = q_q16[1], y = q_q16[2], z = q_q16[3];
    const int32_t part[4] = { w + z, x + y, x - y, w - z };
    uint64_t square = 0;
    for (unsigned i = 0; i < 4; i++)
        square += (uint64_t)oct9_magnitude(part[i]) * oct9_magnitude(part[i]);
    const uint32_t length = oct9_root(square);
    OCT9_ASSERT(length != 0);
    for (unsigned i = 0; i < 4; i++) {
        const uint32_t unit = (oct9_magnitude(part[i]) * OCT9_ONE_Q14 + length / 2u) / length;
        oct9_rotation_set_part(rotation, i, part[i] < 0 ? -(int32_t)unit : (int32_t)unit);
    }
}
