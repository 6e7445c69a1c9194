/* SPDX-License-Identifier: MIT */
/* oct9 clearance: how far is the nearest obstacle? */
#include "oct9/nearest.h"
#include "tools/commands.h"
#include "tools/fail.h"
#include "tools/questions.h"
#include "tools/text.h"

#include <stdio.h>

static const char help[] =
    "usage: oct9 clearance MAP [--max R] [--unknown free|block] <POINTS\n\n"
    "For each line x y z of standard input, in sub-cells (64 to a cell, from -32768 to 32767),\n"
    "prints a line: none, if nothing that blocks is within the range, or\n"
    "  d2 px py pz x y z size state\n"
    "the square of the distance to the nearest leaf that blocks and the nearest place of it, in\n"
    "sub-cells, and the leaf, in cells. Outside the cube nothing blocks.\n"
    "  --max R                the range in sub-cells, 0 to 32767; 32767 by default\n"
    QUESTION_HELP_UNKNOWN;

typedef struct {
    uint16_t range_q6;
    oct9_rules_t rules;
} limits_t;

static void print(const oct9_near_t *near)
{
    printf("%lu %d %d %d ", (unsigned long)near->distance2, near->nearest.x, near->nearest.y,
           near->nearest.z);
    leaf_print(&near->leaf);
}

static oct9_status_t clearance(const oct9_map_t *map, const int16_t *numbers, const void *context)
{
    const limits_t *limits = context;
    oct9_near_t near;
    const oct9_nearest_input_t input = { .point = question_point(numbers),
                                         .range_q6 = limits->range_q6, .capacity = 1,
                                         .found = &near, .rules = limits->rules };
    oct9_nearest_t scratch;
    oct9_nearest_output_t output;
    const oct9_status_t status = oct9_nearest(&scratch, map, &input, &output);
    if (status != OCT9_OK)
        return status;
    if (output.count != 0)
        print(&near);
    else
        printf("none\n");
    return OCT9_OK;
}

/* -1: go on; otherwise the exit status. */
static int parse_range(const char *command, const argument_t *max, uint16_t *range_q6)
{
    int16_t range = INT16_MAX;
    if (max->value && (!text_int16s(max->value, &range, 1) || range < 0))
        return usage(command, "--max is a whole number from 0 to 32767");
    *range_q6 = (uint16_t)range;
    return -1;
}

int cmd_clearance(int argc, char **argv)
{
    argument_t options[] = { { "unknown", true, NULL }, { "max", true, NULL }, { 0 } };
    limits_t limits;
    const char *path;
    int status = arguments_parse(argc, argv, help, options, &path);
    if (status < 0)
        status = question_rules(argv[0], &options[0], &limits.rules);
    if (status < 0)
        status = parse_range(argv[0], &options[1], &limits.range_q6);
    return status < 0 ? questions_answer(path, 3, clearance, &limits) : status;
}
