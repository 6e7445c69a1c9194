/* SPDX-License-Identifier: MIT */
/* The parts of moving objects that the caller owns and only the library uses. A program needs their
 * size, not their fields. */
#ifndef OCT9_DETAIL_OBJECTS_H
#define OCT9_DETAIL_OBJECTS_H

#include "oct9/detail/cull.h"

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

#define OCT9_KEEP_FIRST 8u /* updates for which an empty branch is kept at first */
#define OCT9_KEEP_MOST 64u /* and at most */
#define OCT9_KEEP_SPANS 4  /* 8, 16, 32, 64 */

/* A node of the loose octree. */
typedef struct oct9_object_node {
    uint16_t child[8];
    uint16_t parent;
    uint16_t first;          /* the first of its objects */
    uint16_t next, previous; /* in the list of empty nodes or of free nodes */
    uint16_t count;          /* how many objects it holds */
    uint16_t above;          /* how many of them belong below it */
    uint8_t children;        /* those that exist, as bits */
    uint8_t live;            /* those with an object in their branch, as bits */
    uint8_t holders;         /* those that hold objects themselves, as bits */
    uint8_t place;           /* its number among the parent's children */
    uint8_t level;
    uint8_t state; /* free, live, waiting or overdue */
    uint8_t span;  /* an empty node is kept for OCT9_KEEP_FIRST << span updates */
    uint8_t until; /* the low byte of the tick when that time ends */
} oct9_object_node_t;

/* The first and last elements of the lists of a set of objects. */
typedef struct {
    uint16_t free_object, free_node;
    uint16_t queue_first, outside_first;
    uint16_t crowded_next; /* the object where the search for crowded ones continues */
    uint16_t aged_next;    /* the object at whose mark of a move the next update looks */
    uint16_t empty_first[OCT9_KEEP_SPANS], empty_last[OCT9_KEEP_SPANS]; /* one list for each span */
} oct9_objects_lists_t;

/* A depth-first search through the nodes, a part of the queries below. */
typedef struct {
    struct oct9_objects *objects;
    int32_t low[3], high[3];          /* the box of the search, both corners included */
    uint16_t next;                    /* the next object to visit, or none */
    uint16_t object;                  /* the object found last */
    uint16_t node;                    /* the node found last */
    uint16_t parent;                  /* the node whose children are being visited */
    uint16_t ignored;                 /* categories */
    uint8_t level;                    /* of those children and of `node` */
    uint8_t largest;                  /* the highest level to which an object in the tree belongs */
    uint8_t pending[OCT9_LEVELS + 1]; /* [l]: children of level l still to be visited; the last
                                         one is the root itself */
    uint8_t order[OCT9_LEVELS];       /* [l]: their order is that of their numbers XOR this */
    uint16_t corner[3];               /* of the node, in cells */
    uint32_t changes;                 /* of the objects when the search began */
    uint32_t looked, nodes;           /* objects and nodes visited */
} oct9_objects_search_t;

/* A search in a region. */
typedef struct {
    const oct9_region_t *region;
    uint8_t open; /* the planes of a frustum, as bits, that may cross the current object */
    oct9_cull_t cull;
    oct9_objects_search_t search;
} oct9_objects_find_t;

/* A cast. */
typedef struct {
    const struct oct9_objects_cast_input *input;
    uint16_t after_num, after_index; /* of the hit after which it goes on, if it does */
    bool goes_on;
    uint16_t count, placed; /* hits, and those whose contacts are computed */
    oct9_objects_search_t search;
} oct9_objects_cast_t;

/* A search for the nearest. */
typedef struct {
    const struct oct9_objects_nearest_input *input;
    uint32_t after_q14; /* of the object after which it goes on, if it does */
    uint16_t after_index;
    bool goes_on;
    uint16_t reach_q6; /* farther objects cannot enter the list */
    uint16_t count;
    oct9_objects_search_t search;
} oct9_objects_nearest_t;

/* A node on the path from the root and the 26 nodes of its size around it, by their place
 * 13 + x + 3 y + 9 z, each of x, y, z in -1..1. */
typedef struct {
    uint32_t there;   /* those that exist, as bits */
    uint32_t holders; /* those that hold objects, as bits */
    uint16_t node[27];
} oct9_pairs_near_t;

/* An iteration over pairs. */
typedef struct {
    struct oct9_objects *objects;
    uint8_t of;                     /* oct9_pairs_of_t */
    uint8_t asks;                   /* the objects whose partners are searched one by one */
    uint8_t level;                  /* of `node` */
    uint8_t near_level;             /* of the near nodes that are visited now */
    uint8_t largest;                /* the highest level to which an object in the tree belongs */
    uint32_t near_left;             /* those near nodes still to be visited, as bits */
    uint32_t changes;               /* of the objects when the search began */
    struct oct9_object_pair *found; /* where the next pair goes */
    uint16_t room;                  /* how many pairs still have room there */
    uint16_t ignored;               /* categories */
    uint16_t first;                 /* the object whose partners are being found */
    uint16_t second;                /* the object that may be the next partner */
    uint16_t rest;                  /* how many objects come in its list from it on */
    uint16_t behind;                /* how many come behind `first` */
    uint16_t node;                  /* the end of the path */
    uint16_t asked;                 /* how many of all objects that search has tested */
    uint16_t filled;                /* levels whose near nodes hold objects, as bits */
    uint16_t levels;                /* those that count for the objects of `node`, as bits */
    uint16_t levels_left;           /* those whose near nodes are still to be visited, as bits */
    uint8_t pending[OCT9_LEVELS];   /* [l]: children of level l still to be visited */
    oct9_pairs_near_t near[OCT9_LEVELS + 1];
    oct9_objects_search_t search; /* for the partners of one object */
} oct9_pairs_t;

#ifdef __cplusplus
}
#endif
#endif
