/* SPDX-License-Identifier: MIT */
/* Angles, by turns through the arc tangents of powers of two.
 * Source: Volder 1959, "The CORDIC trigonometric computing technique". */
#include "src/autopilot/turn_of.h"

#include "oct9/rom.h"
#include "port/oct9_port.h"

enum { TURNS = 16, ANGLE_BITS = 4, UNIT_BITS = 10 };

#define QUARTER_Q20 ((int32_t)1 << 18) /* of a turn in 2^20ths */
#define UNIT_Q24 10188000 /* 2^24 divided by what the turns lengthen, less what they round */

/* atan(2^-i) in 2^20ths of a turn. */
static OCT9_IN_ROM const uint32_t arc_tangents[TURNS] = { 131072u, 77376u, 40884u, 20753u,
                                                          10417u,  5213u,  2607u,  1304u,
                                                          652u,    326u,   163u,   81u,
                                                          41u,     20u,    10u,    5u };

typedef struct {
    int32_t x, y;
    int32_t angle; /* that was turned back */
} turned_t;

static int32_t toward_0(int32_t x, unsigned bits)
{
    return x < 0 ? -(int32_t)((0u - (uint32_t)x) >> bits) : (int32_t)((uint32_t)x >> bits);
}

/* Turns by one of the angles, forward or back. */
static void turn_step(turned_t *turned, unsigned step, bool forward)
{
    const int32_t by = (int32_t)oct9_port_entry(OCT9_ROM(arc_tangents), step);
    const int32_t x = toward_0(turned->x, step), y = toward_0(turned->y, step);
    turned->x += forward ? -y : y;
    turned->y += forward ? x : -x;
    turned->angle += forward ? -by : by;
}

uint16_t oct9_turn_of(int32_t x, int32_t y)
{
    turned_t turned = { x, y, 0 };
    if (x < 0) { /* half a turn first: the rest turns by up to a quarter */
        turned.x = -x;
        turned.y = -y;
        turned.angle = 2 * QUARTER_Q20;
    }
    for (unsigned step = 0; step < TURNS; step++)
        turn_step(&turned, step, turned.y < 0);
    return (uint16_t)((uint32_t)(turned.angle + (1 << (ANGLE_BITS - 1))) >> ANGLE_BITS);
}

void oct9_turn_unit(uint16_t angle, int32_t *cosine_q14, int32_t *sine_q14)
{
    turned_t turned = { UNIT_Q24, 0, 0 };
    const bool back = angle >= 16384u && angle < 49152u; /* half a turn off */
    const int32_t within = back           ? (int32_t)angle - 32768
                         : angle < 32768u ? angle
                                          : (int32_t)angle - 65536;
    turned.angle = within * (1 << ANGLE_BITS);
    for (unsigned step = 0; step < TURNS; step++)
        turn_step(&turned, step, turned.angle > 0);
    *cosine_q14 = toward_0(back ? -turned.x : turned.x, UNIT_BITS);
    *sine_q14 = toward_0(back ? -turned.y : turned.y, UNIT_BITS);
}
