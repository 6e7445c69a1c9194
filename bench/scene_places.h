/* SPDX-License-Identifier: MIT */
/* Where a scene is asked: anywhere in a box, in uniform directions. The same places on the host and
 * on boards. */
#ifndef BENCH_SCENE_PLACES_H
#define BENCH_SCENE_PLACES_H

#include "oct9/point.h"
#include "tests/random.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A scene, and what it is asked. Lengths in sub-cells. */
typedef struct {
    const char *name;
    int32_t low[3], high[3]; /* of the box: points */
    uint16_t radius_q6;      /* of spheres and balls */
    uint16_t move_q6;        /* of the swept spheres */
    uint16_t line_q6;
    uint16_t range_q6; /* of the nearest */
    uint32_t places;
} scene_site_t;

/* The arm's fixture, and a level of 40,000 triangles. */
extern const scene_site_t scene_fixture, scene_level;

typedef struct {
    oct9_point_t at;
    oct9_point_t to;  /* move_q6 away */
    oct9_point_t far; /* line_q6 away, in the same direction */
} scene_place_t;

/* The next one. */
scene_place_t scene_place(const scene_site_t *site, random_t *random);

#ifdef __cplusplus
}
#endif
#endif
