/* SPDX-License-Identifier: MIT */
/* Primitives: spheres, boxes, capsules and triangles, and the contact of a moving sphere or a line
 * with one of them.
 *
 * Example, with (oct9_primitive_t list[2], oct9_point_t a, oct9_point_t b):
 *
 *     const oct9_primitive_t ball = { .a = a, .radius_q6 = 64, .kind = OCT9_PRIMITIVE_SPHERE };
 *     const oct9_primitive_t crate = { .a = a, .b = b, .kind = OCT9_PRIMITIVE_BOX };
 *     list[0] = ball;
 *     list[1] = crate;
 */
#ifndef OCT9_PRIMITIVE_H
#define OCT9_PRIMITIVE_H

#include "oct9/rules.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The kind of a primitive, and the fields that give its place. */
typedef enum {
    OCT9_PRIMITIVE_SPHERE,  /* a: centre; radius */
    OCT9_PRIMITIVE_BOX,     /* a: low corner, b: high corner; both belong to it */
    OCT9_PRIMITIVE_CAPSULE, /* a, b: ends of its axis; radius */
    OCT9_PRIMITIVE_TRIANGLE /* a, b, c: corners; no thickness, both sides count */
} oct9_primitive_kind_t;

/* A primitive. Its surface belongs to it: what touches it meets it. It may be flat, thin or a
 * single point. */
typedef struct {
    oct9_point_t a, b, c; /* Q9.6; those that the kind does not name are ignored */
    uint16_t radius_q6;   /* of a sphere or a capsule */
    uint16_t id;          /* any number that the caller chooses */
    uint16_t category;    /* bits that the caller chooses. A query leaves a primitive out iff
                             it has a category and the query ignores all of its categories */
    uint16_t kind;        /* oct9_primitive_kind_t */
} oct9_primitive_t;

/* The contact of a motion with a primitive, which it meets as soon as it touches it. */
typedef struct {
    uint16_t num;       /* the contact is at the part num / 65535 of the displacement: the
                           last 65535th at which the motion does not touch yet, exactly; 0 if
                           it touches at the start */
    oct9_point_t at;    /* the centre of the sphere at num, rounded toward `from` */
    oct9_point_t point; /* the point of the primitive's surface nearest to that centre, of a
                           box or a triangle its nearest point; within one sub-cell on each
                           axis. Of an object that extends below -32768 or above 32767 a
                           coordinate is limited to the range of int16_t */
    int16_t normal[3];  /* the outward normal there, toward the centre if that is outside:
                           Q1.14, each coordinate within 2 of the true one. 0, 0, 0 if the
                           centre lies in the box or triangle, at the centre of the sphere, or
                           on the axis of the capsule; `point` is then the centre of the
                           motion itself */
} oct9_contact_t;

#ifdef __cplusplus
}
#endif
#endif
