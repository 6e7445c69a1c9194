/* SPDX-License-Identifier: MIT */
/* What the page and the library say to each other: calls with numbers, and structs in memory that
 * the page reads by their offsets (playground/src/oct9.js names them). */
#ifndef OCT9_PLAYGROUND_PAGE_H
#define OCT9_PLAYGROUND_PAGE_H

#include "oct9/map.h"
#include "oct9/rules.h"

#define PAGE(name) __attribute__((export_name(#name))) name

/* A leaf as the page draws it: 8 bytes. */
typedef struct {
    uint16_t corner[3]; /* in cells */
    uint8_t level, state;
} page_leaf_t;

/* A leaf that a question visited, in order. */
typedef struct {
    page_leaf_t leaf;
    uint32_t ray;      /* of a sensor, 0..63; else 0 */
    uint32_t num, den; /* when a ray entered it; 0/1 for a sphere */
} page_step_t;

/* What a question was answered. */
typedef struct {
    uint32_t hit;           /* oct9_hit_t */
    page_leaf_t leaf;       /* if hit is OCT9_HIT_LEAF */
    uint32_t face;          /* oct9_face_t; of a ray */
    uint32_t num, den;      /* the part of the way */
    int32_t point[3];       /* where the ray or the sphere's centre is then */
    uint32_t leaves, nodes; /* visited */
    uint32_t steps;         /* of the leaves, those that are listed */
} page_answer_t;

enum { PAGE_STEPS = 65536 };

/* The map that is asked: an image or the live tree. */
extern oct9_map_t page_map;
extern page_answer_t page_answer;

page_leaf_t page_leaf(const oct9_leaf_t *leaf);

#endif
