/* SPDX-License-Identifier: MIT */
/* Internal: whole numbers as the bits of a float32 (IEEE 754), and back, without floats. */
#ifndef OCT9_SRC_FLOAT_BITS_H
#define OCT9_SRC_FLOAT_BITS_H

#include <stdbool.h>
#include <stdint.h>

#define OCT9_FLOAT_INFINITY 0x7F800000u
#define OCT9_FLOAT_NAN 0x7FC00000u

/* The bits of number / parts: the nearest, of two the even one; or, with `down`, the next toward 0.
 * parts is 1..2^31 - 1. */
uint32_t oct9_float_make(int32_t number, uint32_t parts, bool down);

/* Rounds `times` times the float to the nearest whole number, of two the farther from 0. times is
 * 1..65536. Returns false if the float is no finite number or the result is beyond +-(2^31 - 1). */
bool oct9_float_times(uint32_t bits, uint32_t times, int32_t *number);

#endif
