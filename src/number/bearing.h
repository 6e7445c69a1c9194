/* SPDX-License-Identifier: MIT */
/* Internal: angles in a plane, their directions, and the distances of what is seen at them. */
#ifndef OCT9_SRC_BEARING_H
#define OCT9_SRC_BEARING_H

#include <stdint.h>

/* How far an oct9_bearing may be from the true angle, with some room. */
#define OCT9_BEARING_ERROR 2u

/* The angle of a point seen from (0, 0), from x toward y, in 65536ths of a turn. Never decreases
 * where the true angle increases, except from 65535 to 0. Coordinates are within +-65535, and not
 * both 0. */
uint16_t oct9_bearing(int32_t x, int32_t y);

/* The cosine and the sine of an angle in 2^32ths of a turn, in 2^30ths, within 4 of the true ones.
 */
void oct9_bearing_unit(uint32_t angle, int32_t *cosine, int32_t *sine);

/* The distance from (0, 0) to where a ray meets the lines x = `x` and y = `y`, whichever comes
 * later, rounded down: less by at most 2 while that is at most 32767, and above it by less than
 * 1/2, within 0.004 degrees of an axis: turn the ray by 8 toward the near point, and it is not.
 * Above 32767 if it is, and if the ray leads away from one of them. `angle` is the ray's, in
 * 2^32ths of a turn; x and y are the near sides of a rectangle, 0 if it has points on both sides of
 * the axis. Not both are 0, and one that is not 0 is not across the ray. */
uint32_t oct9_bearing_distance(uint32_t angle, int32_t x, int32_t y);

#endif
