/* SPDX-License-Identifier: MIT */
/* The states of a sweep and of a path check: the caller owns them, only the library uses their
 * fields. See oct9/sweep.h. */
#ifndef OCT9_DETAIL_SWEEP_H
#define OCT9_DETAIL_SWEEP_H

#include "oct9/detail/search.h"
#include "oct9/rules.h"

/* One axis of a sweep. */
typedef struct {
    int32_t start;           /* of the centre or of lo; mirrored, so that it ascends */
    uint16_t length;         /* of the segment on this axis */
    uint16_t before, behind; /* how far a leaf grows against the direction of the segment, and
                                along it */
    bool mirrored;
} oct9_sweep_axis_t;

/* One axis of a sphere and a leaf, mirrored likewise. */
typedef struct {
    int32_t low, high; /* how far above the leaf's low face, and above its high face, the centre
                          starts */
    int32_t gap;       /* of the two, that of the face that the centre comes nearest to; 0 if the
                          centre passes beside the leaf */
    uint16_t length;   /* of the segment on this axis */
    uint16_t along;    /* 0 where the centre passes beside the leaf, else the length */
} oct9_capsule_axis_t;

/* A sphere and its segment, relative to a leaf. */
typedef struct {
    oct9_capsule_axis_t axis[3];
    uint16_t radius_q6;
} oct9_capsule_t;

/* A sweep that runs in slices. */
typedef struct {
    uint8_t kind;
    uint8_t hit;
    uint8_t start_inside;
    uint8_t mirror;        /* the mirrored axes as bits: there upper children come first */
    bool any;              /* any contact ends the search, as one at the start does */
    bool starts;           /* the shape starts in the leaf that was found, grown */
    oct9_fraction_t in;    /* else the time at which it enters the grown leaf */
    oct9_fraction_t first; /* the first contact so far; 65536 / 65535 if none */
    oct9_leaf_t leaf;
    oct9_point_t from, to; /* the segment of the centre or of lo */
    oct9_search_t search;
    oct9_sweep_axis_t axis[3];
    oct9_capsule_t capsule; /* the sphere and the leaf that the search visits */
} oct9_sweep_t;

/* A path check that runs in slices. */
typedef struct {
    const struct oct9_path_input *input;
    uint16_t segment;
    uint32_t clear_q6, leaves, nodes; /* of the segments before this one */
    oct9_motion_t motion;             /* on this segment */
    oct9_rules_t rules;
    oct9_sweep_t sweep;
} oct9_path_t;

#endif
