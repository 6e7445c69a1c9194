/* SPDX-License-Identifier: MIT */
/* Primitives: spheres, boxes, capsules and triangles; and how a moving sphere or a line meets
 * them. */
#ifndef OCT9_PRIMITIVE_H
#define OCT9_PRIMITIVE_H

#include "oct9/rules.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What a primitive is, and which of its points say where. */
typedef enum {
    OCT9_PRIMITIVE_SPHERE,  /* a: centre; radius */
    OCT9_PRIMITIVE_BOX,     /* a: low corner, b: high corner; both belong to it */
    OCT9_PRIMITIVE_CAPSULE, /* a, b: ends of its axis; radius */
    OCT9_PRIMITIVE_TRIANGLE /* a, b, c: corners; no thickness, both sides count */
} oct9_primitive_kind_t;

/* A primitive counts with its surface: what touches it meets it. It may be flat, thin or a single
 * point. */
typedef struct {
    oct9_point_t a, b, c; /* Q9.6; those that the kind does not name are ignored */
    uint16_t radius_q6;   /* of a sphere or a capsule */
    uint16_t id;          /* the caller's, whatever it means */
    uint16_t category;    /* the caller's bits. A query leaves out what has a
                             category if all of its categories are ignored: 0
                             ignores nothing */
    uint16_t kind;        /* oct9_primitive_kind_t */
} oct9_primitive_t;

/* A sphere, or with radius 0 a point, whose centre goes straight from `from` to `to`. It meets a
 * primitive as soon as it touches it. From mm: oct9_mm_sphere. */
typedef struct {
    oct9_point_t from, to; /* the same: at rest */
    uint16_t radius_q6;    /* 0..32767 */
    uint16_t ignored;      /* categories */
} oct9_motion_t;

/* Where a motion meets a primitive. */
typedef struct {
    uint16_t num;       /* the part num / 65535 of the way: the last 65535th at
                           which it does not touch yet, exactly; 0 if it touches
                           where it starts */
    oct9_point_t at;    /* the sphere's centre then, rounded toward `from` */
    oct9_point_t point; /* the point of the primitive's surface that is nearest to
                           the centre then, of a box or a triangle the nearest
                           point; within one sub-cell on each axis. Of an object
                           that reaches beyond -32768 or 32767 a coordinate that
                           no int16_t can say is that end of its range */
    int16_t normal[3];  /* outward there, toward the centre from outside: Q1.14,
                           each within 2 of the true one; 0, 0, 0 if the centre
                           lies in the box or triangle, is the sphere's, or lies
                           on the capsule's axis: then `point` is the centre
                           itself */
} oct9_contact_t;

#ifdef __cplusplus
}
#endif
#endif
