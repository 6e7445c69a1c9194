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
    "square, and the place in mm. Outside the cube nothing blocks.\n" QUESTION_HELP_WORLD
    "  --max R                the range, 0 and up; as far as sub-cells go, 32767, by default; in\n"
    "                         a world some 127 cells at most, and by default\n" QUESTION_HELP_MM
        QUESTION_HELP_UNKNOWN;

typedef struct {
    uint32_t range; /* in the unit of the questions, if it was given: */
    bool limited;
    oct9_rules_t rules;
} limits_t;

static void print_mm(const oct9_frame_t *frame, const oct9_near_t *near)
{
    int32_t distance = 0;
    oct9_mm_t place = { 0, 0, 0 };
    (void)oct9_mm_of_distance(frame, oct9_point_isqrt(near->distance2_q12), &distance);
    (void)oct9_mm_of_point(frame, &near->nearest, &place);
    printf("%ld %ld %ld %ld", (long)distance, (long)place.x, (long)place.y, (long)place.z);
}

static void print(const asked_t *asked, const oct9_near_t *near)
{
    if (asked->in_mm) {
        print_mm(asked->frame, near);
    } else {
        printf("%lu ", (unsigned long)near->distance2_q12);
        asked_print_point(asked, &near->nearest);
    }
    printf(" ");
    asked_print_leaf(asked, &near->leaf);
    printf("\n");
}

/* The range, in the unit of the questions. By default two sub-cells short of all that there are, so
 * that it has room to grow. */
static int32_t range_of(const asked_t *asked, const limits_t *limits)
{
    int32_t range = INT16_MAX;
    if (limits->limited)
        return (int32_t)limits->range;
    if (asked->is_world)
        return asked_reach_most(asked);
    if (asked->in_mm)
        (void)oct9_mm_of_distance(asked->frame, INT16_MAX - 1, &range);
    return range;
}

static oct9_status_t mm_of(const oct9_frame_t *frame, const int32_t *numbers, int32_t range,
                           oct9_nearest_input_t *input)
{
    const oct9_mm_t place = question_mm(numbers);
    oct9_motion_t ball;
    const oct9_status_t status = oct9_mm_sphere(frame, &place, &place, range, &ball);
    if (status != OCT9_OK)
        return status;
    input->point = ball.from;
    input->range_q6 = ball.radius_q6;
    return OCT9_OK;
}

static oct9_status_t clearance(asked_t *asked, const int32_t *numbers, const void *context)
{
    const limits_t *limits = context;
    const int32_t range = range_of(asked, limits);
    oct9_near_t near;
    oct9_nearest_input_t input = {
        .range_q6 = (uint16_t)range, .capacity = 1, .found = &near, .rules = limits->rules
    };
    oct9_nearest_output_t output;
    oct9_status_t status = OCT9_OK;
    if (asked->in_mm)
        status = mm_of(asked->frame, numbers, range, &input);
    else
        input.point = question_point(numbers);
    if (status == OCT9_OK)
        status = oct9_nearest_find(asked->map, &input, &output);
    if (status != OCT9_OK)
        return status;
    if (output.count != 0)
        print(asked, &near);
    else
        printf("none\n");
    return OCT9_OK;
}

/* -1: go on; otherwise the exit status. */
static int parse_range(const char *command, const argument_t *max, bool in_mm, limits_t *limits)
{
    const int32_t most = in_mm ? INT32_MAX : INT16_MAX;
    limits->limited = max->value != NULL;
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
    if (status >= 0)
        return status;
    const question_t question = { .places = 1,
                                  .in_mm = options[2].value != NULL,
                                  .range = limits.limited ? (int32_t)limits.range : -1,
                                  .answer = clearance,
                                  .context = &limits };
    return questions_answer(path, &question);
}
