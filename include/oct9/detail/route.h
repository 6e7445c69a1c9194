/* SPDX-License-Identifier: MIT */
/* The states of a search for a route and of a shortening: the caller owns them, only the library
 * uses their fields. See oct9/route.h. */
#ifndef OCT9_DETAIL_ROUTE_H
#define OCT9_DETAIL_ROUTE_H

#include "oct9/detail/road.h"
#include "oct9/detail/sweep.h"

/* A node that a search has reached. */
typedef struct oct9_route_node {
    uint32_t key;    /* its place, level and tree: see src/route/lattice.h. Before it is used: a
                        place where the sphere cannot be */
    uint16_t parent; /* the number of the node that it was reached from */
    uint16_t next;   /* in the chain of its hash */
    uint16_t bucket; /* no part of this node: the head of the chain of this number */
    uint16_t heap;   /* no part of this node: the node at this place of the two heaps */
    uint16_t rank;   /* the cost of the best route through its next direction, estimated */
    uint8_t cursor;  /* its next direction */
    uint8_t dear;    /* 1: the motion from its parent has the price */
} oct9_route_node_t;

/* A straight motion that is being swept. */
typedef struct {
    oct9_sweep_t sweep;
    uint8_t stage;
    uint8_t grown_q6;                                        /* what is added to the radius */
    bool leaves;                                             /* it begins where the route does */
    uint32_t motions, sweeps, leaves_visited, nodes_visited; /* of all motions */
} oct9_route_edge_t;

/* The two trees. */
typedef struct {
    oct9_route_node_t *nodes;
    const struct oct9_heights *heights;
    uint16_t room, used;
    uint16_t open[2];    /* nodes in each heap */
    oct9_point_t end[2]; /* where each tree begins */
    uint8_t price;
    bool cells; /* nodes of one cell alone */
    uint32_t buckets;
} oct9_route_lattice_t;

#define OCT9_ROUTE_WITNESSES 8

/* Leaves that blocked. */
typedef struct {
    oct9_leaf_t leaf[OCT9_ROUTE_WITNESSES];
    uint8_t count;
} oct9_route_witnesses_t;

/* The rounds of a shortening. */
typedef struct {
    const struct oct9_route_body *body;
    const oct9_map_t *map;
    oct9_route_edge_t *edge;
    oct9_point_t *points;
    uint16_t room;
    uint16_t count, at;   /* of the points, and the one that is tried */
    uint16_t left;        /* sweeps */
    uint8_t trial;        /* what is tried: with so many points in its place */
    uint8_t segment;      /* of the trial, that is swept */
    uint8_t eighths;      /* of the distance to `goal`: how far the point is pulled */
    uint8_t step;         /* by which that changes next */
    bool pending;         /* a segment is being swept */
    bool cuts;            /* this round cuts corners */
    bool dear;            /* a segment of the trial has the price */
    bool shorter;         /* this round made it shorter */
    oct9_point_t base;    /* where the point was */
    oct9_point_t goal;    /* where it is pulled to */
    oct9_point_t with[2]; /* the points of the trial */
} oct9_route_rounds_t;

/* A shortening that runs in slices. */
typedef struct {
    oct9_map_t map;
    uint32_t generation;
    oct9_route_rounds_t rounds;
    oct9_route_edge_t edge;
} oct9_route_shorten_t;

/* A rounding that runs in slices. */
typedef struct {
    const struct oct9_route_curve_input *input;
    oct9_map_t map;
    uint32_t generation;
    uint16_t at;          /* the corner that is tried */
    uint16_t leg;         /* how much the curve takes of each side */
    uint16_t bend_q6;     /* the least radius of curvature of the curve that is tried */
    uint16_t pieces;      /* that are written */
    uint16_t corners;     /* that stayed */
    uint8_t chords;       /* of the curve that is tried; 0: the next one is still to be found */
    uint8_t part;         /* that is swept: a chord, or a straight part */
    bool pending;         /* it is being swept */
    bool dear;            /* a chord has the price */
    oct9_point_t from;    /* where the last piece ends */
    oct9_point_t ends[2]; /* of the curve that is tried */
    oct9_route_edge_t edge;
} oct9_route_curve_t;

/* A search that runs in slices. */
typedef struct {
    const struct oct9_route_input *input;
    oct9_map_t map;
    uint32_t generation;
    uint32_t moves; /* of the map's cube, when it began */
    uint8_t phase, result;
    uint8_t tree;  /* that grows, where only cells are left */
    bool pending;  /* a motion is being swept */
    bool changed;  /* the map was written to */
    bool straight; /* the leg can be straight, at the price */
    bool full;     /* the leg ends where there was no more room */
    bool final;    /* it will, as was found before */
    bool anew;     /* the last sweep of what was found has begun anew */
    uint16_t guide_count;
    const oct9_point_t *guide;
    uint16_t leg;      /* the next one */
    uint16_t number;   /* of points that were written, or of the place that is tried */
    uint16_t most;     /* nodes used */
    uint16_t parent;   /* the node from which the leg goes on */
    uint16_t other;    /* that it may join */
    uint16_t leap;     /* how many nodes may be left out, or the segment that is confirmed */
    uint16_t best;     /* of tree 0 the node nearest to the goal */
    uint32_t best2;    /* the square of its distance, or of the place's from the blocked end */
    uint32_t key;      /* of the node that is tried */
    uint32_t again;    /* the motion that was begun again last */
    uint32_t cost;     /* of the parent */
    oct9_point_t goal; /* where the route ends */
    oct9_point_t here, there; /* the leg's ends */
    oct9_route_graph_t graph;
    oct9_route_lattice_t lattice;
    oct9_route_witnesses_t witnesses;
    oct9_route_rounds_t rounds;
    oct9_route_edge_t edge;
} oct9_route_t;

#endif
