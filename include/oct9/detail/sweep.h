/* SPDX-License-Identifier: MIT */
/* A sweep: the caller owns it, its fields are the library's. See oct9/sweep.h. */
#ifndef OCT9_DETAIL_SWEEP_H
#define OCT9_DETAIL_SWEEP_H

#include "oct9/detail/search.h"

/* What a sweep does on one axis. */
typedef struct {
    int32_t start;           /* of the centre or of lo; mirrored, so that it ascends */
    uint16_t length;         /* that it goes */
    uint16_t before, behind; /* how far a leaf grows against the way and along it */
    bool mirrored;
} oct9_sweep_axis_t;

/* What a sphere does on one axis to a leaf, mirrored likewise. */
typedef struct {
    int32_t low, high; /* how far its centre starts above the leaf's low face,
                          and above its high one */
    int32_t gap;       /* of these the one to the face that it comes nearest to;
                          0 if it passes beside the leaf */
    uint16_t length;   /* that it goes */
    uint16_t along;    /* 0 where it passes beside the leaf, else the length */
} oct9_capsule_axis_t;

/* A sphere and its way, as the search meets them. */
typedef struct {
    oct9_capsule_axis_t axis[3];
    uint16_t radius_q6;
} oct9_capsule_t;

/* A sweep that is cut into slices. */
typedef struct {
    uint8_t kind;
    uint8_t hit;
    uint8_t start_inside;
    uint8_t mirror;        /* the mirrored axes as bits: there upper children come
                              first */
    bool starts;           /* the shape starts in the leaf that was found, grown */
    oct9_fraction_t in;    /* else when it comes into it */
    oct9_fraction_t first; /* the first contact so far; 65536 / 65535 if none */
    oct9_leaf_t leaf;
    oct9_point_t from, to; /* the way of the centre or of lo */
    oct9_search_t search;
    oct9_sweep_axis_t axis[3];
    oct9_capsule_t capsule; /* the sphere and the leaf that is looked at */
} oct9_sweep_t;

#endif
