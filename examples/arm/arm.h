/* SPDX-License-Identifier: MIT */
/* A robot arm of six joints and six links, as spheres along its links. */
#ifndef ARM_ARM_H
#define ARM_ARM_H

#include "oct9/pose.h"

#include <stdbool.h>

enum { ARM_LINKS = 6, ARM_SPHERES = 17 };

/* Each joint's angle in quarters of a degree. At 0 the arm stands straight up at the world's
 * origin. */
typedef struct {
    int16_t quarters[ARM_LINKS];
} arm_angles_t;

typedef struct {
    uint16_t radius_mm;
    uint16_t along_mm; /* from its link's joint */
    uint8_t link;      /* 1..6 */
} arm_sphere_t;

extern const arm_sphere_t arm_sphere[ARM_SPHERES];

/* What each radius has more. A step is checked as a straight segment, but the sphere goes along an
 * arc, in these motions up to 0.7 mm beside it; and rounded quaternions, six joints of up to
 * 1/8192, put a sphere at 1.2 m up to 0.9 mm beside its place. */
enum { ARM_MARGIN_MM = 2 };

/* Where an arm's spheres are, each with a radius that holds the true one and the margin. */
typedef struct {
    oct9_point_t centre[ARM_SPHERES];
    uint16_t radius_q6[ARM_SPHERES];
} arm_place_t;

/* The forward kinematics. False iff the arm leaves what points can say, or a cell is above 4 m. */
bool arm_reach(const oct9_frame_t *frame, const arm_angles_t *angles, arm_place_t *place);

#endif
