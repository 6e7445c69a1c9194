/* SPDX-License-Identifier: MIT */
/* What a depth camera would see of the rooms from each of three poses, and how many of the unknown
 * cells it would reveal. */
#ifndef COVERAGE_SURVEY_H
#define COVERAGE_SURVEY_H

#include "examples/coverage/room.h"
#include "oct9/view.h"

enum {
    SURVEY_POSES = 3,
    SURVEY_EDGE = 65,     /* pixels along an edge of the grid */
    SURVEY_LEAVES = 4096, /* entries in the table of seen leaves */
    SURVEY_BYTES = ROOM_X * ROOM_Y * ROOM_Z / 8,
    SURVEY_SLICE = ROOM_AT + 12 /* the cells in which the camera is, on z */
};

extern const oct9_pose_t survey_poses[SURVEY_POSES];
extern const oct9_view_sensor_t survey_sensor;

typedef struct {
    uint32_t rays;      /* cast */
    uint32_t leaves[3]; /* seen, by state */
    uint32_t between;   /* and so many more lie between two */
    uint32_t revealed;  /* cells of the unknown ones */
    uint32_t fresh;     /* of them, in the room, not of a pose before */
} totals_t;

typedef struct {
    oct9_tree_t tree;
    oct9_block_t pool[ROOM_BLOCKS];
    oct9_view_t view;
    oct9_view_pixel_t pixels[SURVEY_EDGE * SURVEY_EDGE];
    oct9_view_entry_t seen[SURVEY_LEAVES];
    uint8_t revealed[SURVEY_BYTES]; /* a bit for each cell of the room */
} survey_t;

oct9_status_t survey_begin(survey_t *survey);

/* Looks from a pose. */
oct9_status_t survey_look(survey_t *survey, uint32_t pose);

/* What the look came to; to be called once after each, in order. */
oct9_status_t survey_totals(survey_t *survey, totals_t *totals);

#endif
