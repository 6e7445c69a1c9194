/* SPDX-License-Identifier: MIT */
/* A plan of the rooms at the camera's height, and what is seen from each pose. */
#ifndef COVERAGE_PLAN_H
#define COVERAGE_PLAN_H

#include "examples/coverage/survey.h"
#include "tools/picture/picture.h"

/* A seen leaf that the plan cuts, in cells. */
typedef struct {
    int x, y, size;
    oct9_state_t state;
    bool between;
} plan_leaf_t;

/* The result of one look. */
typedef struct {
    totals_t totals;
    uint32_t depth_q6[SURVEY_EDGE]; /* of the middle row */
    plan_leaf_t *leaves;
    size_t count;
} plan_look_t;

/* False iff there is not enough memory; then there is no picture to be freed. */
bool plan_draw(picture_t *picture, const oct9_map_t *map, const plan_look_t looks[SURVEY_POSES]);

#endif
