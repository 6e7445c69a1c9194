/* SPDX-License-Identifier: MIT */
/* The states of views: the caller owns them and reads the counters that oct9/view.h names, only the
 * library uses the other fields. */
#ifndef OCT9_DETAIL_VIEW_H
#define OCT9_DETAIL_VIEW_H

#include "oct9/cast.h"
#include "oct9/scene.h"

#ifdef __cplusplus
extern "C" {
#endif

/* An entry of the table of seen leaves. */
typedef struct {
    uint32_t leaf;
    uint32_t frame;
} oct9_view_entry_t;

/* A ray among primitives: what it has met, up to now, and its leaf. */
typedef struct {
    oct9_motion_t motion;
    uint16_t ignored; /* categories */
    oct9_scene_list_t list;
    bool met;
    uint16_t index, num;      /* of what it met first, if it did */
    oct9_view_entry_t *entry; /* of its leaf; NULL if the table has no room */
} oct9_view_ray_t;

/* A view. */
typedef struct {
    uint32_t rays;          /* cast in this frame, up to now */
    uint32_t leaves, nodes; /* visited by the rays */
    uint32_t tests;         /* of primitives */
    uint32_t lost;          /* touches of leaves that found no room in the table */
    uint32_t frame;         /* the number of the frame, from 1; below 2^32 */
    bool running;           /* the frame has not ended */
    bool casting;           /* a ray to `pixel` is in progress */
    uint8_t level;          /* of the square that is examined */
    uint8_t incomplete;     /* frames for which leaves that were lost count as seen */
    uint16_t square;        /* Morton codes in u, v: of its coarse square, */
    uint16_t code;          /* and of the square itself */
    uint16_t pixel;
    uint16_t filled; /* pixels of the square that are filled */
    uint32_t size;   /* entries in the table */
    const struct oct9_view_sensor *sensor;
    struct oct9_view_pixel *pixels;
    oct9_view_entry_t *seen;
    oct9_map_t map;
    const oct9_scene_t *scene; /* whose tree the map is, or NULL */
    uint32_t generation;       /* the map's when the frame began */
    uint32_t changes;          /* counts every change of the view, modulo 2^32: a list sees one */
    int32_t axes_q13[3][3];    /* to the far plane */
    oct9_cast_input_t ray;
    oct9_cast_t cast;
    oct9_view_ray_t among; /* in a scene */
} oct9_view_t;

/* A list of the seen leaves. */
typedef struct {
    const oct9_view_t *view;
    uint32_t generation, changes; /* the map's and the view's when the list began */
    uint32_t next;                /* entry */
    uint32_t part; /* of its face: the Morton code of the next cell to look at, in 2 dimensions */
    uint8_t axis;  /* of that face; 3: the entry itself */
} oct9_view_seen_t;

#ifdef __cplusplus
}
#endif
#endif
