/* SPDX-License-Identifier: MIT */
/* oct9 box: may a box stand here? */
#include "oct9/mm.h"
#include "oct9/sweep.h"
#include "tools/cmd/commands.h"
#include "tools/cmd/questions.h"

#include <stdio.h>

static const char help[] =
    "usage: oct9 box MAP [--mm] [--unknown free|block] <BOXES\n\n"
    "For each line x0 y0 z0 x1 y1 z1 of standard input, in sub-cells (64 to a cell, from -32768\n"
    "to 32767; the cube is from -16384 to 16383), the low corner and the high one, the\n"
    "latter not part of the box. Prints a line: clear, or\n"
    "  blocked x y z size state\n"
    "a leaf that blocks, in cells. Outside the cube nothing blocks.\n" QUESTION_HELP_WORLD
        QUESTION_HELP_MM QUESTION_HELP_UNKNOWN;

static oct9_status_t box_of(const asked_t *asked, const int32_t *numbers, oct9_box_input_t *input)
{
    if (asked->in_mm) {
        const oct9_mm_t lo = question_mm(numbers), hi = question_mm(numbers + 3);
        return oct9_mm_box(asked->frame, &lo, &hi, &lo, &input->lo, &input->hi, &input->to);
    }
    const oct9_point_t lo = question_point(numbers);
    input->lo = lo;
    input->to = lo;
    input->hi = question_point(numbers + 3);
    return OCT9_OK;
}

static oct9_status_t box(asked_t *asked, const int32_t *numbers, const void *rules)
{
    oct9_box_input_t input = { .rules = *(const oct9_rules_t *)rules };
    oct9_sweep_output_t output;
    oct9_status_t status = box_of(asked, numbers, &input);
    if (status == OCT9_OK)
        status = oct9_sweep_box(asked->map, &input, &output);
    if (status != OCT9_OK)
        return status;
    if (output.hit == OCT9_HIT_LEAF) {
        printf("blocked ");
        asked_print_leaf(asked, &output.leaf);
        printf("\n");
    } else {
        printf("clear\n");
    }
    return OCT9_OK;
}

int cmd_box(int argc, char **argv)
{
    argument_t options[] = { { "unknown", true, NULL }, { "mm", false, NULL }, { 0 } };
    oct9_rules_t rules;
    const char *path;
    int status = arguments_parse(argc, argv, help, options, &path);
    if (status < 0)
        status = question_rules(argv[0], &options[0], &rules);
    const question_t question = {
        .places = 2, .in_mm = options[1].value != NULL, .answer = box, .context = &rules
    };
    return status < 0 ? questions_answer(path, &question) : status;
}
