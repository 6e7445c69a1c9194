/* SPDX-License-Identifier: MIT */
/* Between the page and the library: calls with numbers, and structs in memory that the page reads
 * by their offsets (playground/src/oct9.js names them). */
#ifndef OCT9_PLAYGROUND_PAGE_H
#define OCT9_PLAYGROUND_PAGE_H

#include "oct9/map.h"
#include "oct9/rules.h"
#include "oct9/sweep.h"

#define PAGE(name) __attribute__((export_name(#name))) name

/* A leaf as the page draws it: 8 bytes. */
typedef struct {
    uint16_t corner[3]; /* in cells */
    uint8_t level, state;
} page_leaf_t;

/* A leaf that a query visited, in order. */
typedef struct {
    page_leaf_t leaf;
    uint32_t ray;      /* of a sensor, 0..63; else 0 */
    uint32_t num, den; /* when a ray entered it; 0/1 for a swept shape */
} page_step_t;

/* The result of a query. */
typedef struct {
    uint32_t hit;           /* oct9_hit_t */
    page_leaf_t leaf;       /* if hit is OCT9_HIT_LEAF */
    uint32_t face;          /* oct9_face_t; of a ray */
    uint32_t num, den;      /* the part of the displacement */
    int32_t point[3];       /* the ray's end, the sphere's centre or the box's low corner then */
    uint32_t leaves, nodes; /* visited */
    uint32_t steps;         /* of the leaves, those that are listed */
    uint32_t index;         /* of the primitive; this and what follows: of a contact */
    int32_t surface[3];     /* the primitive's point that is touched */
    int32_t normal[3];      /* Q1.14 */
    uint32_t tests;         /* of primitives */
} page_answer_t;

/* The result of a search for a route; its points lie where route_points_at points. */
typedef struct {
    uint32_t result;    /* oct9_route_result_t */
    uint32_t count;     /* of points */
    uint32_t nodes;     /* used */
    uint32_t sweeps;    /* made */
    uint32_t clear_set; /* `clear` is set */
    int32_t clear[3];   /* beside an end that is blocked */
    uint32_t nodes_room, points_room, sweeps_most;
} page_route_t;

enum { PAGE_STEPS = 65536 };
enum { PAGE_ROUTE_NODES = 4096, PAGE_ROUTE_POINTS = 256, PAGE_ROUTE_SWEEPS = 200 };

/* The map that queries read: an image, the live tree, or the leaves of a scene. */
extern oct9_map_t page_map;
extern page_answer_t page_answer;

page_leaf_t page_leaf(const oct9_leaf_t *leaf);
oct9_rules_t page_rules(uint32_t unknown);
oct9_point_t page_point(int32_t x, int32_t y, int32_t z);

/* Adds a leaf to the list of steps. */
void page_list(const page_leaf_t *leaf, uint32_t ray, oct9_fraction_t time);

/* Adds the leaf that a sweep visited last to the list of steps. */
void page_list_visited(const oct9_sweep_t *sweep);

#endif
