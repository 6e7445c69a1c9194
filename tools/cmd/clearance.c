/* SPDX-License-Identifier: MIT */
/* oct9 clearance: how far is the nearest obstacle? */
#include "oct9/mm.h"
#include "oct9/nearest.h"
#include "tools/cmd/commands.h"
#include "tools/cmd/questions.h"
#include "tools/fail.h"

#include <stdio.h>

static const char help[] =
    "usage: oct9 clearance MAP [--max R] [--mm] [--unknown free|block] <POINTS\n\n"
    "For each line x y z of standard input, in sub-cells (64 to a cell, from -32768 to 32767;\n"
    "the cube is from -16384 to 16383), prints a line: none, if nothing that blocks is within the\n"
    "range, or\n"
    "  d2 px py pz x y z size state\n"
    "the square of the distance to the nearest leaf that blocks and the nearest place of it, in\n"
    "sub-cells, and the leaf, in cells; with --mm the distance, rounded down, instead of its\n"
    "square, and the place in mm. Outside the cube nothing blocks.\n"
    "  --max R                the range, 0 and up; as far as sub-cells go, 32767, by\n"
    "                         default\n" QUESTION_HELP_MM QUESTION_HELP_UNKNOWN;

typedef struct {
    uint32_t range; /* in the unit of the questions */
    bool limited;   /* it was given */
    oct9_rules_t rules;
} limits_t;

static void print(const oct9_frame_t *frame, const oct9_near_t *near)
{
    const oct9_point_t *at = &near->nearest;
    int32_t distance = 0;
    oct9_mm_t place = { at->x, at->y, at->z };
    if (frame) {
        (void)oct9_mm_of_distance(frame, oct9_point_isqrt(near->distance2_q12), &distance);
        (void)oct9_mm_of_point(frame, at, &place);
        printf("%ld", (long)distance);
    } else {
        printf("%lu", (unsigned long)near->distance2_q12);
    }
    printf(" %ld %ld %ld ", (long)place.x, (long)place.y, (long)place.z);
    leaf_print(&near->leaf);
}

/* Two sub-cells short of all that there are, so that the range has room to grow. */
static oct9_status_t mm_of(const oct9_frame_t *frame, const int32_t *numbers,
                           const limits_t *limits, oct9_nearest_input_t *input)
{
    const oct9_mm_t place = question_mm(numbers);
    int32_t range = (int32_t)limits->range;
    oct9_motion_t ball;
    oct9_status_t status = OCT9_OK;
    if (!limits->limited)
        status = oct9_mm_of_distance(frame, INT16_MAX - 1, &range);
    if (status == OCT9_OK)
        status = oct9_mm_sphere(frame, &place, &place, range, &ball);
    if (status != OCT9_OK)
        return status;
    input->point = ball.from;
    input->range_q6 = ball.radius_q6;
    return OCT9_OK;
}

static oct9_status_t clearance(const oct9_map_t *map, const oct9_frame_t *frame,
                               const int32_t *numbers, const void *context)
{
    const limits_t *limits = context;
    oct9_near_t near;
    oct9_nearest_input_t input = {
        .range_q6 = (uint16_t)limits->range, .capacity = 1, .found = &near, .rules = limits->rules
    };
    oct9_nearest_output_t output;
    oct9_status_t status = OCT9_OK;
    if (frame)
        status = mm_of(frame, numbers, limits, &input);
    else
        input.point = question_point(numbers);
    if (status == OCT9_OK)
        status = oct9_nearest_find(map, &input, &output);
    if (status != OCT9_OK)
        return status;
    if (output.count != 0)
        print(frame, &near);
    else
        printf("none\n");
    return OCT9_OK;
}

/* -1: go on; otherwise the exit status. */
static int parse_range(const char *command, const argument_t *max, bool in_mm, limits_t *limits)
{
    const int32_t most = in_mm ? INT32_MAX : INT16_MAX;
    limits->limited = max->value != NULL;
    limits->range = INT16_MAX;
    if (limits->limited && !argument_whole(&limits->range, max->value, 0, most))
        return usage(command, "--max is a whole number from 0 to %ld", (long)most);
    return -1;
}

int cmd_clearance(int argc, char **argv)
{
    argument_t options[] = {
        { "unknown", true, NULL }, { "max", true, NULL }, { "mm", false, NULL }, { 0 }
    };
    limits_t limits;
    const char *path;
    int status = arguments_parse(argc, argv, help, options, &path);
    if (status < 0)
        status = question_rules(argv[0], &options[0], &limits.rules);
    if (status < 0)
        status = parse_range(argv[0], &options[1], options[2].value != NULL, &limits);
    return status < 0 ? questions_answer(path, 3, options[2].value != NULL, clearance, &limits)
                      : status;
}
