/* SPDX-License-Identifier: MIT */
/* Where a scene is asked: anywhere around the arm's fixture, in uniform directions. The same places
 * on the host and on boards. */
#ifndef BENCH_SCENE_PLACES_H
#define BENCH_SCENE_PLACES_H

#include "oct9/point.h"
#include "tests/random.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The fixture's cube begins at -1024 mm, a sub-cell is 1/16 mm. */
enum {
    SCENE_MM_Q6 = 16,
    SCENE_RADIUS_Q6 = 50 * SCENE_MM_Q6,
    SCENE_MOVE_Q6 = 250 * SCENE_MM_Q6,
    SCENE_LINE_Q6 = 500 * SCENE_MM_Q6,
    SCENE_RANGE_Q6 = 500 * SCENE_MM_Q6,
    SCENE_PLACES = 2000
};

typedef struct {
    oct9_point_t at;
    oct9_point_t to;  /* SCENE_MOVE_Q6 away */
    oct9_point_t far; /* SCENE_LINE_Q6 away, in the same direction */
} scene_place_t;

/* The next one. */
scene_place_t scene_place(random_t *random);

#ifdef __cplusplus
}
#endif
#endif
