/* SPDX-License-Identifier: MIT */
/* Internal: one axis of a walk. src/walk/walk.c explains distances, lengths and late planes. */
#ifndef OCT9_SRC_WALK_AXIS_H
#define OCT9_SRC_WALK_AXIS_H

#include "oct9/detail/walk.h"
#include "port/oct9_port.h"
#include "src/number/axes.h"

/* Sets an axis, with the distance to the far plane of the node of that size that contains the
 * start. Where the start is outside the cube the size is the cube's; its far plane is -16384 to
 * 49152 away. A plane at the segment's end is crossed, unless late; the far plane of the cube is
 * not. */
static inline void oct9_walk_axis_set(oct9_walk_axis_t *axis, int32_t from, int32_t to,
                                      uint32_t size)
{
    const uint32_t delta = (uint32_t)(to - from), late = delta >> 31, flip = 0u - late;
    const uint32_t length = (delta ^ flip) + late;
    /* In sub-cells from the low face, mirrored: the mirror of 0 is 32767. */
    const uint32_t at = ((uint32_t)from ^ flip) + OCT9_HIGH_Q6;
    const uint32_t before = at - 1u + late, room = OCT9_CUBE_Q6 - 1u - before;
    axis->late = (uint8_t)late;
    axis->before = before;
    axis->distance = (at | (size - 1u)) % OCT9_CUBE_Q6 - before;
    axis->length = (uint16_t)length;
    axis->end = length + 1u - late < room ? length + 1u - late : room;
}

/* The distance from A to the far plane of the node of that size, 64 to 32768 sub-cells, that
 * contains the last position before a distance. Positions count from the low face, modulo 2^32: a
 * node of the cube ends at a multiple of its size. */
static inline uint32_t oct9_walk_axis_far(const oct9_walk_axis_t *axis, uint32_t distance,
                                          uint32_t size)
{
    return ((axis->before + distance) | (size - 1u)) - axis->before;
}

/* Halves one axis. The position is in the lower half of the node iff the gap is larger than that of
 * the upper half. Returns `bit` for the lower half, 0 for the upper one. */
static inline unsigned oct9_walk_axis_halve(uint32_t *gap, uint32_t *distance, uint32_t half_gap,
                                            uint32_t half, unsigned bit)
{
    const bool lower = *gap > half_gap;
    oct9_port_add_if(lower, gap, 0u - half_gap);
    oct9_port_add_if(lower, distance, 0u - half);
    return (unsigned)oct9_port_pick(lower, bit, 0);
}

/* True if, at the event (num / den, late), the axis has not yet crossed its plane at that distance.
 * Planes behind the start have wrapped distances (>= 2^31) and count as crossed. The sum is below
 * 2^32. */
static inline bool oct9_walk_axis_below(const oct9_walk_axis_t *axis, uint32_t distance,
                                        uint32_t num, uint32_t den, unsigned late)
{
    return distance >> 31 == 0 && distance * den + (axis->late & ~late) > num * axis->length;
}

#endif
