/* SPDX-License-Identifier: MIT */
#include "examples/coverage/survey.h"

/* The middle of a cell. */
#define MIDDLE(cell) (OCT9_LOW_Q6 + (cell)*OCT9_CELL_Q6 + OCT9_CELL_Q6 / 2)

#define PLACE(x, y)                                                        \
    {                                                                      \
        MIDDLE(ROOM_AT + (x)), MIDDLE(ROOM_AT + (y)), MIDDLE(SURVEY_SLICE) \
    }

/* Level, turned by 225, 0 and -90 degrees. */
const oct9_pose_t survey_poses[SURVEY_POSES] = { { PLACE(45, 52), { -6270, 0, 0, 15137 } },
                                                 { PLACE(41, 28), OCT9_ROTATION_NONE },
                                                 { PLACE(7, 55), { 11585, 0, 0, -11585 } } };

/* 70 x 50 degrees, 5 m. */
const oct9_view_sensor_t survey_sensor = { .tan_y_q14 = 11472,
                                           .tan_z_q14 = 7640,
                                           .range_q6 = 50 * 64,
                                           .differ_q6 = 16,
                                           .grid = 6,
                                           .coarse = 3,
                                           .frames = 1,
                                           .fill_in = true,
                                           .rules = { .unknown = OCT9_PASSES,
                                                      .outside = OCT9_OCCUPIED } };

_Static_assert(SURVEY_EDGE == (1 << 6) + 1, "the grid's edge");

oct9_status_t survey_begin(survey_t *survey)
{
    for (uint32_t i = 0; i < SURVEY_BYTES; i++)
        survey->revealed[i] = 0;
    const oct9_status_t status = room_build(&survey->tree, survey->pool);
    return status != OCT9_OK ? status
                             : oct9_view_init(&survey->view, &survey_sensor, survey->pixels,
                                              survey->seen, SURVEY_LEAVES);
}

oct9_status_t survey_look(survey_t *survey, uint32_t pose)
{
    const oct9_map_t map = oct9_map_of_tree(&survey->tree);
    const oct9_status_t status = oct9_view_begin(&survey->view, &map, &survey_poses[pose]);
    return status != OCT9_OK ? status : oct9_view_run(&survey->view, UINT32_MAX);
}

/* Marks a cell, by its place in the room: 1 if it was not. Below the room are large numbers. */
static uint32_t mark(survey_t *survey, uint32_t x, uint32_t y, uint32_t z)
{
    if (x >= ROOM_X || y >= ROOM_Y || z >= ROOM_Z)
        return 0;
    const uint32_t cell = (z * ROOM_Y + y) * ROOM_X + x;
    uint8_t *const byte = &survey->revealed[cell / 8];
    const uint8_t bit = (uint8_t)(1u << cell % 8);
    const uint32_t fresh = (*byte & bit) == 0;
    *byte |= bit;
    return fresh;
}

static uint32_t mark_leaf(survey_t *survey, const oct9_node_t *node)
{
    const uint32_t size = 1u << node->level, x = node->corner.x - (uint32_t)ROOM_AT;
    const uint32_t y = node->corner.y - (uint32_t)ROOM_AT, z = node->corner.z - (uint32_t)ROOM_AT;
    uint32_t fresh = 0;
    for (uint32_t i = 0; i < size * size * size; i++)
        fresh += mark(survey, x + i % size, y + i / size % size, z + i / size / size);
    return fresh;
}

static void add(survey_t *survey, const oct9_view_leaf_t *leaf, totals_t *totals)
{
    if (leaf->between) {
        totals->between++;
        return;
    }
    totals->leaves[leaf->state]++;
    if (leaf->state == OCT9_UNKNOWN) {
        totals->revealed += oct9_view_cells(leaf);
        totals->fresh += mark_leaf(survey, &leaf->node);
    }
}

oct9_status_t survey_totals(survey_t *survey, totals_t *totals)
{
    oct9_view_seen_t list;
    oct9_view_leaf_t leaf;
    int got;
    *totals = (totals_t){ .rays = survey->view.rays };
    oct9_view_seen_begin(&list, &survey->view);
    while ((got = oct9_view_seen_next(&list, UINT32_MAX, &leaf)) > 0)
        add(survey, &leaf, totals);
    return (oct9_status_t)got;
}
