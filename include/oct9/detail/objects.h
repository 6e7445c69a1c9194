/* SPDX-License-Identifier: MIT */
/* What a program owns of moving objects and leaves to the library: how large it is, not what it
 * holds. */
#ifndef OCT9_DETAIL_OBJECTS_H
#define OCT9_DETAIL_OBJECTS_H

#include "oct9/region.h"

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

#define OCT9_KEEP_FIRST 8u /* updates that an empty branch is kept for at first */
#define OCT9_KEEP_MOST 64u
#define OCT9_KEEP_SPANS 4 /* 8, 16, 32, 64 */

/* A node of the loose octree. */
typedef struct oct9_object_node {
    uint16_t child[8];
    uint16_t parent;
    uint16_t first;          /* of its objects */
    uint16_t next, previous; /* in the list of the empty ones, or of the free ones */
    uint8_t children;        /* those that there are, as bits */
    uint8_t live;            /* those with an object in their branch */
    uint8_t holders;         /* those that hold objects themselves */
    uint8_t place;           /* its number among the parent's */
    uint8_t state;
    uint8_t span;  /* it is kept for OCT9_KEEP_FIRST << span updates */
    uint8_t until; /* the tick when that ends, its low byte */
} oct9_object_node_t;

/* The first and last of what a set of objects keeps in lists. */
typedef struct {
    uint16_t free_object, free_node;
    uint16_t queue_first, outside_first;
    uint16_t crowded_next; /* where the search for crowded ones goes on */
    uint16_t empty_first[OCT9_KEEP_SPANS], empty_last[OCT9_KEEP_SPANS]; /* of one span each */
} oct9_objects_lists_t;

/* A depth-first search through the nodes; part of those below. */
typedef struct {
    struct oct9_objects *objects;
    int32_t low[3], high[3];          /* the box that the search lies in, closed */
    uint16_t next;                    /* the next object to look at, or none */
    uint16_t object;                  /* that was found last */
    uint16_t node;                    /* that was found last */
    uint16_t parent;                  /* whose children are being visited */
    uint16_t ignored;                 /* categories */
    uint8_t level;                    /* of those children, and of the node */
    uint8_t pending[OCT9_LEVELS + 1]; /* [l]: children of level l still to be visited; the last
                                         is the root itself */
    uint8_t order[OCT9_LEVELS];       /* [l]: they come by their numbers XOR this */
    uint16_t corner[3];               /* the node's, in cells */
    uint32_t changes;                 /* there were when it began */
    uint32_t looked, nodes;           /* objects looked at, and nodes visited */
} oct9_objects_search_t;

/* A search for all in a region. */
typedef struct {
    const oct9_region_t *region;
    oct9_objects_search_t search;
} oct9_objects_find_t;

/* A cast. */
typedef struct {
    const struct oct9_objects_cast_input *input;
    uint16_t count, placed; /* hits, and those whose contacts are worked out */
    oct9_objects_search_t search;
} oct9_objects_cast_t;

/* A search for the nearest. */
typedef struct {
    const struct oct9_objects_nearest_input *input;
    uint16_t reach_q6; /* what is farther than this cannot matter */
    uint16_t count;
    oct9_objects_search_t search;
} oct9_objects_nearest_t;

/* A node on the path from the root and the 26 of its size about it, by where they stand:
 * 13 + x + 3 y + 9 z. */
typedef struct {
    uint32_t there;   /* which there are, as bits */
    uint32_t holders; /* which hold objects */
    uint16_t node[27];
} oct9_pairs_near_t;

/* An iteration over pairs. */
typedef struct {
    struct oct9_objects *objects;
    uint8_t of;                   /* oct9_pairs_of_t */
    uint8_t asks;                 /* which objects ask, one by one */
    uint8_t level;                /* of the node on the path */
    uint8_t near_level;           /* of the nodes whose objects are looked at */
    uint32_t near_left;           /* those of them that are still to come */
    int32_t low[3];               /* the box about the object whose partners are looked */
    uint32_t size[3];             /* for */
    uint32_t changes;             /* there were when it began */
    uint16_t first;               /* that object */
    uint16_t second;              /* who may be the next partner */
    uint16_t node;                /* on the path */
    uint16_t asked;               /* objects that have asked, or need not */
    uint16_t filled;              /* levels whose near nodes hold objects, as bits */
    uint8_t pending[OCT9_LEVELS]; /* [l]: children of level l still to be visited */
    oct9_pairs_near_t near[OCT9_LEVELS + 1];
    oct9_objects_search_t search; /* of the object that asks */
} oct9_pairs_t;

#ifdef __cplusplus
}
#endif
#endif
