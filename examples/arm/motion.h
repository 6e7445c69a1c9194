/* SPDX-License-Identifier: MIT */
/* The motions that the arm is to make. */
#ifndef ARM_MOTION_H
#define ARM_MOTION_H

#include "examples/arm/arm.h"

/* All joints turn evenly from one pose to the other. */
typedef struct {
    const char *name;
    int16_t from[ARM_LINKS], to[ARM_LINKS]; /* degrees */
    uint8_t steps;
} motion_t;

extern const motion_t motion[];
extern const unsigned motion_count;

/* The angles after i of its steps. */
arm_angles_t motion_angles(const motion_t *motion, unsigned i);

#endif
